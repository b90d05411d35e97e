"""The hashes of all submissions received: published once scores are, recounted, and no row missing unseen."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER, built
from tests.harness import worlds
from tests.reader.altered import account, edit, republished
from tests.reader.forgeries import SEASON, TRACK, demonstration, submissions

Copy = Callable[[Path], Path]
LIST = "challenges/prove-it/season-0/conformite/submissions.json"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demonstration(tmp_path_factory.mktemp("received") / "data")


@pytest.fixture(scope="module")
def site(data: Path) -> Path:
    built(data, data.parent / "site", now=LATER)
    return data.parent / "site"


def by_hand(file: Path) -> str:
    """The hash of a submission as docs/verify.md has a participant compute it."""
    text = json.dumps(json.loads(file.read_bytes()), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def season_page(site: Path, number: int = 0) -> Any:
    return json.loads((site / f"challenges/prove-it/season-{number}/index.json").read_bytes())["contenu"]


def test_every_submission_of_the_data_is_listed_private_reports_and_removed_rows_included(
    data: Path, site: Path
) -> None:
    tables = json.loads((site / LIST).read_bytes())["tables"]
    for table in ("reference", "community"):
        files = [
            file
            for file in (data / TRACK / "submissions" / table).glob("*/*.json")
            if file.name != "received.json"
        ]
        assert tables[table]["sha256"] == sorted(map(by_hand, files))
        assert tables[table]["received"] == len(files)
    private = len(list(submissions(data, "discrete").glob("conf-*.json")))
    assert tables["community"]["of_private_reports"] == private > 0
    assert tables["reference"]["of_removed_rows"] == 10  # the run that was replaced
    (told,) = (track["soumissions"] for track in season_page(site)["pistes"])
    number = sum(table["received"] for table in tables.values())
    assert told["nombre"] == number
    assert told["url"] == f"/{LIST}"
    for prefix, words in (("", f"{number} submissions received"), ("fr/", f"{number} soumissions reçues")):
        page = (site / f"{prefix}challenges/prove-it/season-0/index.html").read_text()
        assert words in page
        assert f'href="/{LIST}"' in page


def test_a_list_holds_no_name_and_nothing_of_what_was_sent(site: Path) -> None:
    text = (site / LIST).read_text()
    for told in ("did:", "Vigie", "Discrète", "conf-01", "nonce"):
        assert told not in text


def test_nothing_is_listed_before_scores_are_published(data: Path, tmp_path: Path) -> None:
    """PUB-01."""
    shutil.copytree(data, tmp_path / "data")
    worlds.mutate(tmp_path / "data" / SEASON / "season.json", "/published_at", None)
    for name in ("reference", "community", "submissions"):
        shutil.rmtree(tmp_path / "data" / TRACK / name)
    (tmp_path / "data" / SEASON / "corrections.jsonl").unlink()
    built(tmp_path / "data", tmp_path / "site", now=LATER)
    assert list((tmp_path / "site").rglob("submissions.json")) == []
    assert [track["soumissions"] for track in season_page(tmp_path / "site")["pistes"]] == [None]


def test_a_track_that_keeps_no_submissions_says_so(smallest: Path) -> None:
    assert list(smallest.rglob("submissions.json")) == []
    (track,) = season_page(smallest, 1)["pistes"]
    assert track["soumissions"]["nombre"] is track["soumissions"]["url"] is None
    assert "keeps no submissions" in track["soumissions"]["texte"]


def one_less(document: dict[str, Any]) -> None:
    """A submission of a public report is not among what was received."""
    document["tables"]["reference"]["sha256"].pop()


def one_more(document: dict[str, Any]) -> None:
    """Something was received of which no row is left."""
    table = document["tables"]["community"]
    table["sha256"] = sorted([*table["sha256"], "0" * 64])
    table["received"] += 1


def a_row_less(document: dict[str, Any]) -> None:
    """More was received for private reports than the table has rows for."""
    table = document["tables"]["community"]
    table["sha256"] = sorted([*table["sha256"], "0" * 64])
    table["received"] += 1
    table["of_private_reports"] += 1


ALTERED: dict[str, tuple[Callable[[dict[str, Any]], None], set[str]]] = {
    "a hash less": (one_less, {"/tables/reference/received"}),
    "a hash more": (one_more, {"/tables/community/received"}),
    "a row less": (a_row_less, {"/tables/community/of_private_reports"}),
}


@pytest.mark.parametrize("name", ALTERED)
def test_a_number_that_does_not_add_up_is_named(site: Path, copy: Copy, reader: Reader, name: str) -> None:
    forged = copy(site)
    change, places = ALTERED[name]
    edit(forged / LIST, change)
    republished(forged)
    problems = account(forged, reader).step(6).problems
    assert places <= {problem.place for problem in problems if problem.file == LIST}


def test_a_list_that_is_gone_is_missed(site: Path, copy: Copy, reader: Reader) -> None:
    forged = copy(site)
    (forged / LIST).unlink()
    republished(forged)
    problems = account(forged, reader).step(6).problems
    assert LIST in {problem.file for problem in problems}
