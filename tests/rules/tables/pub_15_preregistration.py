from __future__ import annotations

from tests.harness import smallest
from tests.rules.running import Page
from tests.rules.tables.documents import BEFORE, SEASON, TRACK, at, keep, replaced_freeze, unclosed, under_way

PANEL = "/contenu/pistes/0/preenregistrement"
SECTION = "5a699c8021785c91ffb89fd60dba5b5eb2c757d48723a03aca9b248c4d7c6e48"
WRONG = "0" * 64
SPECIFICATION = "challenges/prove-it/specification/index.json"
OF_A_REAL_SEASON = "the hash of a section that a track of a real season froze"
ACCEPTED = [
    Page("what the inputs declare", "saison", keep),
    Page("before the close", "saison", keep, variant=unclosed, now=BEFORE),
    Page("a superseded freeze beside it", "saison", keep, variant=replaced_freeze),
    Page("the section of the specification", "specification", keep, variant=under_way),
    Page("a specification without a section where all is a demonstration", "specification", keep),
]
REFUSED = [
    Page(
        "another hash of the section",
        "saison",
        at(f"{PANEL}/bareme/sha256", WRONG),
        ((SEASON, f"{PANEL}/bareme/sha256", WRONG, SECTION),),
    ),
    Page(
        "another hash of the manifest",
        "saison",
        at(f"{PANEL}/manifeste_sha256", WRONG),
        ((SEASON, f"{PANEL}/manifeste_sha256", WRONG, smallest.digest(smallest.MANIFEST)),),
    ),
    Page(
        "a track with another section",
        "piste",
        at("/contenu/bareme/sha256", WRONG),
        ((TRACK, "/contenu/bareme/sha256", WRONG, SECTION),),
    ),
    Page(
        "a specification with a section that nobody froze",
        "specification",
        at("/contenu/section_5/sha256", WRONG),
        ((SPECIFICATION, "/contenu/section_5/sha256", WRONG, OF_A_REAL_SEASON),),
        variant=under_way,
    ),
    Page(
        "a specification with the section of a demonstration",
        "specification",
        at("/contenu/section_5", {"sha256": SECTION}),
        ((SPECIFICATION, "/contenu/section_5/sha256", SECTION, OF_A_REAL_SEASON),),
    ),
    Page(
        "a superseded freeze left out, and its salt",
        "saison",
        at(f"{PANEL}/remplaces", []),
        (
            (SEASON, PANEL, "1 salts", "the 2 salts that the inputs hold"),
            (SEASON, f"{PANEL}/remplaces", "none", "prf_20260201_080000_0a0b0c"),
        ),
        variant=replaced_freeze,
    ),
    Page(
        "a superseded freeze without its reason",
        "saison",
        at(f"{PANEL}/remplaces/0/motif", ""),
        ((SEASON, f"{PANEL}/remplaces/0/motif", "nothing", "the reason"),),
        variant=replaced_freeze,
    ),
    Page(
        "the key's salt left out after the close",
        "saison",
        at(f"{PANEL}/cle/sel", None),
        ((SEASON, PANEL, "0 salts", "the 1 salts that the inputs hold"),),
    ),
]
NOT_APPLICABLE = [Page("a report", "rapport", keep), Page("the home", "accueil", keep)]
