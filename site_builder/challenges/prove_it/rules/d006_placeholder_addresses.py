"""The addresses of a real season lead somewhere.

Refuses: in a season that is not a demonstration, an address that names a host kept for examples and
tests: the season's service, the address of a proof, the contact for disputes, the prompt of a reference
run, and the site's own address and source in `site.toml`.

Why: a participant writes to that contact, and a reader opens that proof; an address of an example loses
the dispute and the evidence without a word.

Source: specification §9.2; formats §1.1, `season.json`; RFC 2606 and RFC 6761.

Accepted: any other host; in a demonstration, which invents its addresses as it does its results, these
hosts too.

Remedy: write the real address, or say that the season is a demonstration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import ScoreCase, SeasonCase
from site_builder.configuration import Configuration
from site_builder.kernel.findings import Finding

CODE: Final = "D006"
NAME: Final = "placeholder addresses"
FRENCH: Final = """Les adresses d'une saison réelle mènent quelque part.

Refuse : dans une saison qui n'est pas une démonstration, une adresse dont l'hôte est réservé aux
exemples et aux essais : celle du service de saison, celle d'une preuve, le contact des contestations,
le prompt d'un run de référence, ainsi que, dans `site.toml`, l'adresse du site et celle de ses sources.

Pourquoi : un participant écrit à ce contact, un lecteur ouvre cette preuve ; une adresse d'exemple perd
la contestation et la preuve sans un mot.

Source : spécification §9.2 ; formats §1.1, `season.json` ; RFC 2606 et RFC 6761.

Accepte : tout autre hôte ; dans une démonstration, qui invente ses adresses comme ses résultats, ces
hôtes aussi.

Remède : écrire la véritable adresse, ou dire que la saison est une démonstration.
"""
_REMEDY: Final = "Write the real address; only a demonstration may invent one."
_RESERVED: Final = re.compile(r"(?:.*\.)?(?:example(?:\.com|\.net|\.org)?|invalid|test|localhost)", re.DOTALL)
_HOST: Final = re.compile(r"(?:https://|.*@)([^/:?#]+)", re.DOTALL)
_finding = partial(Finding, code=CODE, name=NAME, remedy=_REMEDY)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    season = case.season
    if season.demonstration:
        return
    for pointer, address in (
        ("/season_service", season.season_service),
        ("/proof_url", season.proof_url),
        ("/disputes/contact", season.disputes.contact),
    ):
        if _is_placeholder(address):
            yield _finding(file=case.file, pointer=pointer, found=address, expected=_expected(address))


def check_score(case: ScoreCase) -> Iterator[Finding]:
    score = case.score
    if case.track.season.season.demonstration or score.table == "community":
        return
    address = score.run.prompt_url
    if _is_placeholder(address):
        yield _finding(file=case.file, pointer="/run/prompt_url", found=address, expected=_expected(address))


def placeholders(file: str, configuration: Configuration) -> Iterator[Finding]:
    """What is no address in the configuration of a site that publishes a real season."""
    source = configuration.source.repository
    for key, address in (("base_url", configuration.base_url), ("source.repository", source)):
        if _is_placeholder(address):
            yield _finding(file=file, element=key, found=address, expected=_expected(address))


def _is_placeholder(address: str) -> bool:
    host = _HOST.match(address)
    return host is not None and _RESERVED.fullmatch(host.group(1).lower()) is not None


def _expected(address: str) -> str:
    return "an address that a person reads" if "@" in address else "an address that answers"
