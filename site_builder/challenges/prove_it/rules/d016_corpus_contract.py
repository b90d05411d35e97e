"""The bodies of the corpus are what the specification says they are.

Refuses: a body that is not JSON, one that is an empty object or an empty array, those of `/_systeme/`
included, and a number anywhere in a body.

Why: the proxy answers something else in place of an empty body, so that every assertion about it would
be unsupported; and one number has several spellings, of which a claim could give another.

Source: specification §2.5.

Accepted: JSON that holds strings, booleans and `null` in objects and arrays; an empty array inside a
body; an invalidated season, whose evidence is not looked at.

Remedy: before the freeze, write the number as a string, or say what is absent, and make the manifest
again. A corpus that is frozen is not changed: one that breaks the contract invalidates the season, and
`season.json` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.corpus import FrozenCorpus
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.challenges.prove_it.scoring.corpus_hashes import served_value
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render

CODE: Final = "D016"
NAME: Final = "contract of the corpus"
FRENCH: Final = """Les corps du corpus sont ce que dit la spécification.

Refuse : un corps qui n'est pas du JSON, un objet ou un tableau vide, ceux de `/_systeme/` compris, et un
nombre où que ce soit dans un corps.

Pourquoi : le proxy répond autre chose à la place d'un corps vide, si bien que toute assertion à son
sujet serait non étayée ; et un même nombre s'écrit de plusieurs façons, dont un claim pourrait donner
une autre.

Source : spécification §2.5.

Accepte : du JSON fait de chaînes, de booléens et de `null` dans des objets et des tableaux ; un tableau
vide à l'intérieur d'un corps ; une saison invalidée, dont les preuves ne sont pas examinées.

Remède : avant le gel, écrire le nombre comme une chaîne, ou dire ce qui est absent, et refaire le
manifeste. Un corpus gelé ne se change pas : celui qui rompt le contrat invalide la saison, et
`season.json` le dit.
"""
_REMEDY: Final = (
    "Before the freeze, correct the body and make the manifest again; a frozen corpus that breaks the "
    "contract invalidates the season: say so in season.json, invalidated."
)
_CONTRACT: Final = "strings, booleans and null alone"
_finding = partial(Finding, code=CODE, name=NAME, remedy=_REMEDY)


def check_corpus(case: TrackCase, corpus: FrozenCorpus) -> Iterator[Finding]:
    yield from contract_findings(case.folder, corpus)


def contract_findings(folder: str, corpus: FrozenCorpus) -> Iterator[Finding]:
    """Where the bodies of a corpus below ``folder`` break the contract, whether or not it is frozen yet."""
    for resource, body in corpus.bodies.items():
        file = f"{folder}/{corpus.manifest.resources[resource].file}"
        try:
            value = served_value(body)
        except ValueError:
            yield _finding(file=file, found="bytes that are not JSON", expected="a JSON body")
            continue
        if value in ({}, []):
            found = "an empty object" if value == {} else "an empty array"
            yield _finding(
                file=file, pointer="", found=found, expected=f"a body that {resource} is served as"
            )
        for place, number in _numbers(value):
            yield _finding(file=file, pointer=render(place), found=json_text(number), expected=_CONTRACT)


def _numbers(body: object) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Every number of a body with its place, in the order of the text; a body may be nested to any depth."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), body)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting += reversed([((*place, key), member) for key, member in value.items()])
        elif isinstance(value, list):
            waiting += reversed([((*place, at), member) for at, member in enumerate(value)])
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield place, value
