"""Scores are published only once the season is closed.

Refuses: before the close, its last second included: a secret in the input (a salt, superseded ones
included, the answer key, an expected product reference); in any file of the output, a table row, a
report, a figure, a key, or the address of a report.

Why: publishing scores as they come would turn the challenge into an optimisation loop against its
scoring rules, and the pre-registration into decoration.

Source: PUB-01; specification §7.4.

Accepted: before the close, the specification, the season page and the public bounds of the tasks;
afterwards, scores once the publication is decided. Score files that stand in a tree which is not closed
are not read.

Remedy: build after the close, or take the secret out of the tree; a secret that was shared counts as
disclosed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.site import FileCase, SiteCase

CODE: Final = "PUB-01"
NAME: Final = "scores after the close"
FRENCH: Final = """Les scores ne sont publiés qu'une fois la saison close.

Refuse : avant la clôture, dernière seconde comprise : un secret dans les entrées (un sel, même
remplacé, la clé de réponses, une référence produit attendue) ; dans un fichier de la sortie, une ligne
de tableau, un rapport, un chiffre, une clé, ou l'adresse d'un rapport.

Pourquoi : publier au fil de l'eau ferait du challenge une boucle d'optimisation contre son barème, et
du pré-enregistrement un décor.

Source : PUB-01 ; spécification §7.4.

Accepte : avant la clôture, la spécification, la page de saison et les bornes publiques des tâches ;
ensuite, les scores dès que la publication est décidée. Les scores présents dans une arborescence qui
n'est pas close ne sont pas lus.

Remède : construire après la clôture, ou retirer le secret de l'arborescence ; un secret partagé est
tenu pour divulgué.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_COUNTED: Final = ("rendues", "exactes", "fondees", "comptees", "participants")
_ABOUT_SEASON: Final = re.compile(r"/season-([0-9]+)/(.*)")
_ABOUT_ROWS: Final = re.compile(r"(?:^|/)(?:[a-z2-7]{16}/|results\.|proofs\.json|evidence|kit[./])")


def check_page(page: PageCase) -> Iterator[Finding]:
    season = page.season
    if season is None or season.published:
        return
    note = partial(_finding, file=page.file, remedy="Build after the close, once published_at is set.")
    content = page.content
    if page.type == "rapport":
        yield note(pointer="/contenu", found="a report", expected="no report before the scores are published")
    elif page.type == "piste":
        if content["tableaux"] or content["scores_publies"]:
            yield note(pointer="/contenu/tableaux", found="a table", expected="no table yet")
        for number, task in enumerate(content["taches"]):
            for key in _COUNTED:
                if task.get(key) is not None:
                    pointer = f"/contenu/taches/{number}/{key}"
                    yield note(pointer=pointer, found=told(task[key]), expected="null before the publication")
    if content.get("corrections") or content.get("incidents"):
        yield note(pointer="/contenu", found="corrections or incidents", expected="none yet")
    if not season.closed:
        yield from _secrets(page)


def _secrets(page: PageCase) -> Iterator[Finding]:
    note = partial(_finding, file=page.file, remedy="Build after the close.", expected="null until then")
    if page.type == "piste":
        for number, task in enumerate(page.content["taches"]):
            for key in ("famille", "controle", "verdict_attendu"):
                if task.get(key) is not None:
                    yield note(pointer=f"/contenu/taches/{number}/{key}", found="what the key says")
    if page.type == "saison":
        for number, track in enumerate(page.content["pistes"]):
            frozen, at = track["preenregistrement"], f"/contenu/pistes/{number}/preenregistrement"
            for key in ("sel", "url"):
                if frozen["cle"][key] is not None:
                    yield note(pointer=f"{at}/cle/{key}", found="the key or its salt")
            for index, former in enumerate(frozen["remplaces"]):
                if former["sel"] is not None:
                    yield note(pointer=f"{at}/remplaces/{index}/sel", found="a salt")


def check_file(file: FileCase) -> Iterator[Finding]:
    season = file.season
    if season is not None and file.about is not None and file.about[2] is not None and not season.published:
        yield _finding(
            file=file.file,
            found="a download of rows",
            expected="none before the scores are published",
            remedy="Build after the close, once published_at is set.",
        )


def check_site(site: SiteCase) -> Iterator[Finding]:
    early = {number for number, season in site.facts.seasons.items() if not season.published}
    sealed = {number for number, season in site.facts.seasons.items() if not season.closed}
    if not early:
        return
    for file in sorted(site.files):
        found = _ABOUT_SEASON.search(file)
        if found and (
            (int(found[1]) in early and _ABOUT_ROWS.search(found[2]))
            or (int(found[1]) in sealed and found[2].endswith("answer-key.json"))
        ):
            yield _finding(
                file=file,
                found="a file about results or the key",
                expected="none before the close of the season",
                remedy="Build after the close, once published_at is set.",
            )
