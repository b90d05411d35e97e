"""Specification §4.1: an instrument fault counts toward no minimum and opens an incident; a task that such
faults alone take below its bounds is said to be exactly that, and may be disputed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.builds import Builds
from tests.acceptance.site import Site
from tests.harness import worlds
from tests.rules.tables.changes import PARTICIPANT, second_participant

SECOND = f"{worlds.TRACK_FOLDER}/community/participant-two.json"
# Of the two assertions that were sent, both met a fault: none is left of the one that conf-03 asks for.
LOST = {"assertions": 2, "instrument_faults": 2}
REASON = {
    "en": "below the minimum once 2 instrument faults are set aside; assertions left that count: 0 of 1",
    "fr": "sous le minimum une fois écartés 2 défauts d’instrument\u00a0; assertions comptables qui "
    "restent\u00a0: 0 sur 1",
}
ON_THE_ROW = {
    "en": "1 task not submitted because of instrument faults alone",
    "fr": "1 tâche non rendue du seul fait de défauts d’instrument",
}


@pytest.fixture(scope="module")
def site(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A public and a private participant, one task of each lost to two faults; no evidence is at hand."""
    world = worlds.smallest_world(tmp_path_factory.mktemp("lost") / "data")
    worlds.mutate(world / worlds.COMMUNITY, "/tasks/2/lost_to_faults", LOST)
    second_participant(world)
    worlds.mutate(world / SECOND, "/report/public", False)
    worlds.mutate(world / SECOND, "/tasks/2/lost_to_faults", LOST)
    return builds(world)


def content(site: Site, code: str, path: str) -> Any:
    prefix = {"en": "", "fr": "fr/"}[code]
    return site.document(f"{prefix}challenges/prove-it/season-1/{path}index.html")["contenu"]


def page(site: Site, code: str, path: str) -> str:
    prefix = {"en": "", "fr": "fr/"}[code]
    return (site.root / f"{prefix}challenges/prove-it/season-1/{path}index.html").read_text()


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_report_says_so_with_the_numbers(site: Site, code: str) -> None:
    made = content(site, code, f"conformite/{PARTICIPANT}/")
    lost = made["taches_perdues"]
    assert (lost["nombre"], lost["ancres"]) == (2, ["conf-03"])
    task = made["taches"][2]
    assert task["motif"] == "below_minimum"
    assert task["defauts"] == {"nombre": 2, "comptees": 0, "texte": REASON[code]}
    # Not among the tasks whose submission was too short, nor among the faults of submitted tasks.
    assert made["rejets"] == []
    assert (made["instrument"]["nombre"], made["totaux"]["defauts_instrument"]) == (1, 1)
    html = page(site, code, f"conformite/{PARTICIPANT}/")
    assert f"<dd>{REASON[code]}</dd>" in html
    assert 'data-json="/contenu/taches_perdues/nombre">2<' in html
    assert lost["action"] in html


@pytest.mark.parametrize("code", ["en", "fr"])
def test_rows_say_so_the_private_one_too(site: Site, code: str) -> None:
    (_, community) = content(site, code, "conformite/")["tableaux"]
    said = {row["agent"]["nom"]: row["mentions"] for group in community["groupes"] for row in group["lignes"]}
    assert said["Atelier Églantine"] == [ON_THE_ROW[code]]
    assert ON_THE_ROW[code] in said["Boussole"]


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_season_counts_these_faults_among_the_incidents(site: Site, code: str) -> None:
    counted = {
        (one["tableau"]["id"], one["genre"]): one["nombre"] for one in content(site, code, "")["incidents"]
    }
    # Of each participant one fault on a submitted task, and the two of the task that was lost.
    assert counted == {("community", "defaut_instrument"): 6, ("community", "tache_perdue"): 2}


@pytest.mark.parametrize(
    ("code", "said"), [("en", "or one task and the reason shown"), ("fr", "ou une tâche et le motif affiché")]
)
def test_a_dispute_may_name_a_task_and_its_reason(site: Site, code: str, said: str) -> None:
    """The text that every report and the season give (§9.2)."""
    for path in (f"conformite/{PARTICIPANT}/", ""):
        assert said in content(site, code, path)["contestation"]["objet"]
    home = site.root / {"en": "", "fr": "fr"}[code] / "challenges/prove-it/index.html"
    assert said in home.read_text().replace("\n", " ")
