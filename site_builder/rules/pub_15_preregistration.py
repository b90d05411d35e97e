"""The freeze comes before the score.

Refuses: a frozen section, a manifest or a key with its salt that does not give the hash that was
anchored; scores of a season that is no demonstration whose freezes were not verified against their
anchors; where the data hold the evidence, a freeze whose anchoring proof does not verify, is about
something else or is dated after the opening; scores without the revealed key; a superseded freeze
without its reason or, once the key is revealed, without its salt; a season page that does not show them
all; a specification that shows a section which no real season froze, such as a demonstration's.

Why: scoring rules or a key changed after the freeze would be scored without a sound.

Source: PUB-15; specification §8.

Accepted: SHA-256 of the section's bytes, of the manifest's bytes, and of the salt followed by the key,
each equal to what `track.json` declares and to what the payload of the anchored call holds
(`preregistration.json`). A demonstration without that evidence says that no freeze was checked.

Remedy: restore the frozen bytes, or add what opens their anchors; `site-builder freeze check` says what
holds. Changed rules are no correction: the season is invalidated, and says
so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.facts import TrackFacts

CODE: Final = "PUB-15"
NAME: Final = "pre-registration before score"
FRENCH: Final = """Le gel précède le score.

Refuse : une section gelée, un manifeste ou une clé et son sel qui ne donnent pas le hash ancré ; les
scores d'une saison, hors démonstration, dont les gels n'ont pas été vérifiés contre leurs ancrages ;
quand les données contiennent les preuves, un gel dont la preuve d'ancrage ne tient pas, porte sur autre chose
ou date d'après l'ouverture ; des scores sans la clé révélée ; un gel remplacé sans son motif ou, une
fois la clé révélée, sans son sel ; une page de saison qui ne les montre pas tous ; une spécification
qui montre une section qu'aucune vraie saison n'a gelée, telle celle d'une démonstration.

Pourquoi : un barème ou une clé modifiés après le gel seraient scorés sans bruit.

Source : PUB-15 ; spécification §8.

Accepte : le SHA-256 des octets de la section, de ceux du manifeste, et du sel suivi de la clé, chacun
égal à ce que déclare `track.json` et à ce que contient l'appel ancré (`preregistration.json`). Une
démonstration sans ces preuves dit qu'aucun gel n'a été vérifié.

Remède : rétablir les octets gelés, ou ajouter ce qui ouvre leurs ancrages ;
`site-builder freeze check` dit ce qui tient. Un barème modifié n'est pas une correction : la saison est
invalidée, et le dit.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type == "saison" and page.season is not None:
        for number, track in enumerate(page.content["pistes"]):
            facts = page.season.tracks.get(track["id"])
            if facts is not None:
                at = f"/contenu/pistes/{number}/preenregistrement"
                yield from _panel(page, track["preenregistrement"], facts, at)
    elif page.type == "piste" and page.track is not None:
        found = page.content["bareme"]["sha256"]
        if found != page.track.section_sha256:
            yield _differs(page, "/contenu/bareme/sha256", found, page.track.section_sha256)
    elif page.type == "specification" and page.content["section_5"] is not None:
        found = page.content["section_5"]["sha256"]
        real = (season for season in page.facts.seasons.values() if not season.demonstration)
        if found not in {track.section_sha256 for season in real for track in season.tracks.values()}:
            wanted = "the hash of a section that a track of a real season froze"
            yield _differs(page, "/contenu/section_5/sha256", found, wanted)


def _panel(page: PageCase, panel: dict[str, Any], facts: TrackFacts, at: str) -> Iterator[Finding]:
    shown = {
        "bareme/sha256": (panel["bareme"]["sha256"], facts.section_sha256),
        "manifeste_sha256": (panel["manifeste_sha256"], facts.manifest_sha256),
        "cle/engagement": (panel["cle"]["engagement"], facts.commitment),
    }
    for pointer, (found, wanted) in shown.items():
        if found != wanted:
            yield _differs(page, f"{at}/{pointer}", found, wanted)
    listed = tuple(former["proof_id"] for former in panel["remplaces"])
    if listed != facts.superseded:
        wanted = ", ".join(facts.superseded) or "none"
        yield _differs(page, f"{at}/remplaces", ", ".join(listed) or "none", wanted)
    for number, former in enumerate(panel["remplaces"]):
        if not former["motif"]:
            yield _differs(page, f"{at}/remplaces/{number}/motif", "nothing", "the reason")
    if page.season is not None and page.season.closed:
        salts = {panel["cle"]["sel"], *(former["sel"] for former in panel["remplaces"])} - {None}
        if salts != facts.salts:
            found = f"{len(salts)} salts"
            yield _differs(page, at, found, f"the {len(facts.salts)} salts that the inputs hold")


def _differs(page: PageCase, pointer: str, found: object, expected: str) -> Finding:
    return _finding(
        file=page.file,
        pointer=pointer,
        found=told(found),
        expected=expected,
        remedy="Show what track.json declares, which is what was anchored.",
    )
