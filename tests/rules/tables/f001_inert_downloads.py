from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import File

CSV = "challenges/prove-it/season-1/conformite/community/results.csv"
JSON = "challenges/prove-it/season-1/conformite/community/results.json"


def formula(world: Path) -> None:
    """A participant whose name a spreadsheet would run."""
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", '=HYPERLINK("https://elsewhere.example","x")')
    worlds.mutate(world / worlds.COMMUNITY, "/stack/declared", '@SUM(1;2)\nand, "quotes"')


ACCEPTED = [
    File("a table", "community/results.csv", lambda data: data),
    File("a formula made inert", "conformite/community/results.csv", lambda data: data, variant=formula),
    File("JSON with a row a line", "community/results.json", lambda data: data),
    File("a Table Schema", "results.schema.json", lambda data: data),
]
REFUSED = [
    File(
        "a formula that runs",
        "conformite/community/results.csv",
        lambda data: data.replace(b"'=HYPERLINK", b"=HYPERLINK"),
        (
            (
                CSV,
                3,
                'agent: \'=HYPERLINK("https://elsewhere.example","\'',
                "an apostrophe before what a spreadsheet runs",
            ),
        ),
        variant=formula,
    ),
    File(
        "a cell too many",
        "conformite/community/results.csv",
        lambda data: data.replace(b",constante,", b",constante,,", 1),
        ((CSV, 2, "21 cells", "20, as in the header"),),
    ),
    File(
        "no end of line",
        "conformite/community/results.csv",
        lambda data: data.removesuffix(b"\r\n"),
        ((CSV, None, "a last record without CRLF", "CRLF after every record"),),
    ),
    File(
        "invented results that do not say so",
        "conformite/community/results.csv",
        lambda data: data.replace(b'"demonstration, invented results"', b"", 1),
        ((CSV, 2, "no notice", "the words that the results are invented"),),
    ),
    File(
        "the same in JSON",
        "conformite/community/results.json",
        lambda data: data.replace(b'"demonstration"', b'"note"', 1),
        ((JSON, "/avis", "no notice", "the notice that the results are invented"),),
    ),
    File(
        "not strict JSON",
        "conformite/community/results.json",
        lambda data: data.replace(b'{"schema"', b'{"schema":1,"schema"', 1),
        (
            (JSON, None, "not strict JSON", "strict JSON"),
            (JSON, "/avis", "no notice", "the notice that the results are invented"),
        ),
    ),
]
NOT_APPLICABLE = [File("the sitemap", "sitemap.xml", lambda data: data)]
