"""Specification §4.1: no score is given to a submission that cites a proof which is not anchored yet.

FORMATS §1: a row with a pending task shows no total on any page or download. What is decided of it (each
task, its assertions, their causes) is shown; nothing says what that comes to so far.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.content import catalogue
from tests.acceptance.builds import Builds
from tests.acceptance.site import Site, rows, spaces, text
from tests.harness import worlds
from tests.harness.command import REPOSITORY, run_cli
from tests.reader.altered import edit, rendered, republished
from tests.rules.tables.changes import PARTICIPANT, partly_pending

TRACK = "challenges/prove-it/season-0/conformite/"
SMALL = "challenges/prove-it/season-1/conformite/"
LANGUAGES = pytest.mark.parametrize("prefix", ["", "fr/"], ids=["en", "fr"])


@pytest.fixture(scope="module")
def waiting(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The smallest season, whose only participant has two scored tasks and one that is pending."""
    world = worlds.smallest_world(tmp_path_factory.mktemp("pending") / "data")
    partly_pending(world)
    return builds(world)


def pending_row(site: Site, prefix: str) -> dict[str, Any]:
    found = [row for row in rows(site.document(f"{prefix}{TRACK}index.html")) if row["etat"] == "en_attente"]
    (row,) = found
    return row


@LANGUAGES
def test_the_report_shows_what_is_decided_and_no_total(waiting: Site, prefix: str) -> None:
    page = f"{prefix}{SMALL}{PARTICIPANT}/index.html"
    content = waiting.document(page)["contenu"]
    assert content["etat"] == "en_attente"
    assert content["totaux"] is None
    assert [cause["nombre"] for cause in content["causes"]] == [None]
    assert content["instrument"]["nombre"] is None
    assert [task["non_etayees"] for task in content["taches"]] == [None, None, None]
    # The pending tasks are counted, and so are those that were submitted: neither gives a rate away.
    assert content["attente"]["nombre"] == 1
    assert content["taches_rendues"]["affichage"] == "2/3"
    # Each assertion keeps its status and its cause, and each cause leads to its assertions.
    second = content["taches"][1]["assertions"]
    assert [a["statut"] for a in second] == ["supported", "unsupported", "instrument_fault"]
    assert content["causes"][0]["ancres"] == ["conf-02.2"]
    tree = waiting.tree(page)
    headings = [spaces(text(one)) for one in tree.iter() if str(one.tag).rpartition("}")[2] in ("h2", "h3")]
    words = {"": "value mismatch", "fr/": "valeur ne correspondant pas"}
    assert words[prefix] in headings  # no number after it
    shown = {one.get("data-json") for one in tree.iter() if one.get("data-json")}
    assert shown == {
        "/contenu/taux/overclaim", "/contenu/taux/reussite", "/contenu/taches_rendues",
        "/contenu/attente/nombre",
    }  # fmt: skip


@LANGUAGES
def test_the_downloads_and_the_track_count_nothing_of_it(waiting: Site, prefix: str) -> None:
    folder = waiting.root / f"{prefix}{SMALL}"
    with (folder / "community/results.csv").open(encoding="utf-8-sig", newline="") as file:
        line = next(line for line in csv.DictReader(file) if line["etat"] == "en_attente")
    figures = {name: value for name, value in line.items() if name.endswith(("numerateur", "denominateur"))}
    assert set(figures.values()) == {""}
    listed = json.loads((folder / "community/results.json").read_bytes())
    assert {cell["fraction"] for cell in listed["lignes"][0]["taux"].values()} == {None}
    # It is the only participant: every count of its table would be its own.
    table = waiting.document(f"{prefix}{SMALL}index.html")["contenu"]["tableaux"][1]
    assert table["rapports_comptes"] == 0
    assert {value for task in table["taches"] for key, value in task.items() if key != "task_id"} == {0}


def test_the_published_evidence_is_the_score_without_its_totals(waiting: Site) -> None:
    score = json.loads((waiting.root / SMALL / PARTICIPANT / "evidence.json").read_bytes())["score"]
    assert score.pop("totals") is None
    assert [task["state"] for task in score["tasks"]] == ["submitted", "submitted", "pending"]
    assert score["tasks"][1]["assertions"][1]["cause"] == "value_mismatch"
    assert not list(_named(score, "totals"))


def _named(value: Any, name: str) -> Iterator[Any]:
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if key == name:
            yield one
        if isinstance(one, dict | list):
            yield from _named(one, name)


@LANGUAGES
def test_a_pending_report_does_not_even_say_none(demonstration_site: Site, prefix: str) -> None:
    """None of its decided assertions is unsupported: to say so would be to say 0."""
    place = f"{prefix}{TRACK}{pending_row(demonstration_site, prefix)['report_id']}/index.html"
    assert demonstration_site.document(place)["contenu"]["causes"] == []
    said = spaces(text(demonstration_site.tree(place)))
    none = {"": "No unsupported assertion", "fr/": "Aucune assertion non étayée"}
    assert none[prefix] not in said


def test_a_pending_row_is_verified_and_replayed_all_the_same(demonstration_site: Site) -> None:
    row = pending_row(demonstration_site, "fr/")
    assert pending_row(demonstration_site, "")["report_id"] == row["report_id"]
    verified = run_cli("verify", demonstration_site.root)
    assert verified.returncode == 0, verified.stdout
    done = run_cli("replay", demonstration_site.root, "--report", row["report_id"], "--format", "json")
    assert done.returncode == 0, done.stdout
    (report,) = json.loads(done.stdout)["reports"]
    assert report["replayed"]
    assert [figure["name"] for figure in report["figures"]] == ["overclaim rate", "success rate"]
    said = {figure[side] for figure in report["figures"] for side in ("declared", "recomputed")}
    assert said == {"pending"}


def test_totals_published_of_a_pending_row_fail(demonstration_site: Site, tmp_path: Path) -> None:
    """Somebody who owns the server adds them up, and makes every list again."""
    site = tmp_path / "site"
    shutil.copytree(demonstration_site.root, site)
    row = pending_row(demonstration_site, "")
    totals = {"assertions": 30, "non_etayees": 3, "defauts_instrument": 0, "taches_rendues": 8,
              "verdicts_comptes": 6}  # fmt: skip
    for prefix in ("", "fr/"):
        edit(site / f"{prefix}{TRACK}{row['report_id']}/index.json",
             lambda page: page["contenu"].update(totaux=totals))  # fmt: skip
    texts, _ = catalogue.load(REPOSITORY / "content")
    assert texts is not None
    rendered(site, f"{TRACK}{row['report_id']}/", texts)
    republished(site)
    verified = run_cli("verify", site, "--format", "json")
    assert verified.returncode == 1
    assert "P001" in verified.stdout
    done = run_cli("replay", site, "--report", row["report_id"])
    assert done.returncode == 1
    assert "assertions: declared 30, recomputed none  DIFFERS" in done.stdout
