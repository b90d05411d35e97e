from __future__ import annotations

from typing import Any

from tests.rules.running import LATER, File, Page, Whole
from tests.rules.tables.changes import PARTICIPANT
from tests.rules.tables.documents import (
    BEFORE,
    SEASON,
    TRACK,
    at,
    keep,
    unclosed,
    undecided,
)


def with_file(file: str) -> Any:
    return lambda case: case.files.add(file)


FOLDER = "challenges/prove-it/season-1/conformite"
TABLE = ("a table", "no table yet")
ACCEPTED = [
    Page("a track before the close", "piste", keep, variant=unclosed, now=BEFORE),
    Page("a season before the close", "saison", keep, variant=unclosed, now=BEFORE),
    Page("a track closed and not published", "piste", keep, variant=undecided),
    Page("a track published", "piste", keep),
    Whole("the files before the close", lambda case: None, variant=unclosed, now=BEFORE),
]
REFUSED = [
    Page(
        "tables before the publication",
        "piste",
        at("/contenu/scores_publies", True),
        ((TRACK, "/contenu/tableaux", *TABLE),),
        variant=undecided,
    ),
    Page(
        "how many submitted a task",
        "piste",
        at("/contenu/taches/1/rendues", 2),
        ((TRACK, "/contenu/taches/1/rendues", "2", "null before the publication"),),
        variant=undecided,
    ),
    Page(
        "what the key says, before the close",
        "piste",
        at("/contenu/taches/0/controle", True),
        ((TRACK, "/contenu/taches/0/controle", "what the key says", "null until then"),),
        variant=unclosed,
        now=BEFORE,
    ),
    Page(
        "the salt of the key",
        "saison",
        at("/contenu/pistes/0/preenregistrement/cle/sel", "ab" * 32),
        (
            (
                SEASON,
                "/contenu/pistes/0/preenregistrement/cle/sel",
                "the key or its salt",
                "null until then",
            ),
        ),
        variant=unclosed,
        now=BEFORE,
    ),
    Page(
        "corrections before the publication",
        "saison",
        at("/contenu/corrections", [{"n": 1, "motif": "x", "date": {}}]),
        ((SEASON, "/contenu", "corrections or incidents", "none yet"),),
        variant=undecided,
    ),
    File(
        "a download before the close",
        "conformite/community/results.csv",
        lambda data: data,
        (
            (
                f"{FOLDER}/community/results.csv",
                None,
                "a download of rows",
                "none before the scores are published",
            ),
        ),
        facts_from=(undecided, LATER),
    ),
    Whole(
        "the address of a report",
        with_file(f"fr/{FOLDER}/{PARTICIPANT}/index.html"),
        (
            (
                f"fr/{FOLDER}/{PARTICIPANT}/index.html",
                None,
                "a file about results or the key",
                "none before the close of the season",
            ),
        ),
        variant=undecided,
    ),
    Whole(
        "a replay kit before the scores",
        with_file(f"{FOLDER}/kit/track.json"),
        (
            (
                f"{FOLDER}/kit/track.json",
                None,
                "a file about results or the key",
                "none before the close of the season",
            ),
        ),
        variant=undecided,
    ),
    Whole(
        "the key before the close",
        with_file(f"{FOLDER}/answer-key.json"),
        (
            (
                f"{FOLDER}/answer-key.json",
                None,
                "a file about results or the key",
                "none before the close of the season",
            ),
        ),
        variant=unclosed,
        now=BEFORE,
    ),
]
NOT_APPLICABLE = [
    Page("the home", "accueil", keep, variant=unclosed, now=BEFORE),
    File("the sitemap", "sitemap.xml", lambda data: data, variant=unclosed, now=BEFORE),
    Whole("the key once closed", with_file(f"{FOLDER}/answer-key.json"), variant=undecided),
]
