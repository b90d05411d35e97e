"""Seasons of every size and shape are accepted: none, one or many rows, one track or two, side by side."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.acceptance.builds import build, built, findings, fixed, places, refused
from tests.acceptance.site import Site, rows, track_rows
from tests.harness import worlds
from tests.harness.command import run_cli


def accepted(data: Path, *options: str) -> None:
    done = run_cli("check", "--data", data, *fixed(), *options, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("participants", "reference", "tracks"),
    [
        (20, 3, None), (0, 3, None), (1, 0, None), (0, 1, "generique"), (2, 2, "generique,conformite"),
    ],
)  # fmt: skip
def test_seasons_of_any_shape(
    make_season: worlds.SeasonMaker, participants: int, reference: int, tracks: str | None
) -> None:
    accepted(make_season(participants, reference, tracks=tracks))


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seasons(make_season: worlds.SeasonMaker, seed: int) -> None:
    accepted(make_season(25, 2, seed=seed, season=seed))


@pytest.mark.slow
def test_a_thousand_participants(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    data = make_season(1000, 6)
    site = built(data, tmp_path / "public", timeout=600)
    for track in ("conformite", "generique"):
        document = json.loads((site.root / f"challenges/prove-it/season-1/{track}/index.json").read_bytes())
        assert len(track_rows(document, "community")) == 1000
        assert len(track_rows(document, "reference")) == 6
        private = sum(row["rapport_url"] is None for row in rows(document))
        folders = [
            path for path in (site.root / f"challenges/prove-it/season-1/{track}").iterdir() if path.is_dir()
        ]
        reports = [path for path in folders if (path / "index.html").is_file()]
        assert len(reports) == 1006 - private
        assert private == len([n for n in range(1000) if n % 9 == 4])


def test_a_table_without_rows_and_one_with_one(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    """A track that no participant entered yet still has its two tables, each with the constant answer."""
    site = built(make_season(0, 1), tmp_path / "public")
    for page in site.of_type("piste"):
        tables = {table["id"]: table for table in site.document(page)["contenu"]["tableaux"]}
        assert set(tables) == {"reference", "community"}
        assert tables["community"]["groupes"] == []
        assert [len(group["lignes"]) for group in tables["reference"]["groupes"]] == [1]
        assert tables["community"]["constante"]["taux"]["reussite"]["fraction"].endswith("/10")
        csv = site.root / page.removesuffix("index.html") / "community/results.csv"
        assert csv.read_bytes().count(b"\r\n") == 2


def test_no_row_at_all(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    site = built(make_season(0, 0), tmp_path / "public")
    assert [rows(site.document(page)) for page in site.of_type("piste")] == [[]] * 4
    assert site.of_type("rapport") == []


def test_table_folders_that_are_not_there(world: Path, tmp_path: Path) -> None:
    """git keeps no empty folder: a track without rows may have neither."""
    for table in ("reference", "community"):
        shutil.rmtree(world / worlds.TRACK_FOLDER / table)
    site = built(world, tmp_path / "public")
    assert [rows(site.document(page)) for page in site.of_type("piste")] == [[], []]


def side_by_side(make_season: worlds.SeasonMaker, to: Path) -> Path:
    """Seasons 1, 2 and 11, of different sizes, one with a single track."""
    data = worlds.copied(make_season(3, 1), to)
    for number, tracks in ((2, "conformite"), (11, None)):
        made = make_season(2, 1, season=number, tracks=tracks)
        shutil.copytree(made / f"prove-it/season-{number}", data / f"prove-it/season-{number}")
    return data


def test_several_seasons_side_by_side(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    site = built(side_by_side(make_season, tmp_path / "data"), tmp_path / "public")
    for language in ("en", "fr"):
        (home,) = site.of_type("accueil", language)
        seasons = site.document(home)["contenu"]["saisons"]
        assert sorted(season["numero"] for season in seasons) == [1, 2, 11]
        assert [season["numero"] for season in seasons] in ([1, 2, 11], [11, 2, 1])
        assert {season["numero"]: len(season["pistes"]) for season in seasons} == {1: 2, 2: 1, 11: 2}
        assert len(site.of_type("saison", language)) == 3
        assert len(site.of_type("piste", language)) == 5
    rows_of = {page: len(rows(site.document(page))) for page in site.of_type("piste", "en")}
    assert sorted(rows_of.values()) == [3, 3, 3, 4, 4]


def test_a_season_is_the_same_beside_others(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    """The pages of a season depend on it alone."""
    alone = built(make_season(3, 1), tmp_path / "alone")
    among = built(side_by_side(make_season, tmp_path / "data"), tmp_path / "among")
    folder = "challenges/prove-it/season-1/"
    own = [file for file in alone.files if f"/{folder}" in f"/{file}"]
    assert len(own) > 30
    for file in own:
        assert (alone.root / file).read_bytes() == (among.root / file).read_bytes(), file


def test_an_invalidated_season_keeps_its_pages_and_shows_no_rate(world: Path, tmp_path: Path) -> None:
    reason = {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-03-25T09:00:00Z", "reason": reason})
    site = built(world, tmp_path / "public")
    assert len(site.of_type("rapport")) == 4
    for kind in ("saison", "piste", "rapport"):
        for page in site.of_type(kind):
            document = site.document(page)
            assert document["contenu"]["avis"][0]["code"] == "invalidation"
            text = json.dumps(document)
            for fraction in ("1/7", "3/3", "1/4"):
                assert f'"{fraction}"' not in text, page
                assert fraction not in (site.root / page).read_text(), page
    for file in site.files:
        if file.endswith("results.csv"):
            assert ",1,7," not in (site.root / file).read_text()


def test_the_repository_s_own_data(repository: Path, demonstration_site: Site) -> None:
    """The demonstration season says so, and holds every state, status, cause and reason."""
    data = repository / "data/results"
    season = worlds.read_json(data / "prove-it/season-0/season.json")
    assert season["demonstration"] is True
    found: dict[str, set[str]] = {"state": set(), "status": set(), "cause": set(), "reason": set()}
    for track in ("conformite", "generique"):
        for table, least in (("community", 10), ("reference", 3)):
            paths = list((data / "prove-it/season-0" / track / table).glob("*.json"))
            assert len(paths) >= least
            for path in paths:
                for task in worlds.read_json(path)["tasks"]:
                    found["state"].add(task["state"])
                    found["reason"].add(task.get("reason"))
                    for assertion in task.get("assertions", []):
                        found["status"].add(assertion["status"])
                        found["cause"].add(assertion["cause"])
    assert found == {
        "state": {"submitted", "not_submitted", "rejected", "pending"},
        "status": {"supported", "unsupported", "instrument_fault", "pending"},
        "cause": {
            None, "invalid_proof", "identity_not_bound", "resource_mismatch", "value_mismatch",
            "instrument_fault",
        },
        "reason": {
            None, "nothing_sent", "below_minimum", "own_resources_below_half", "cap_exceeded",
            "outside_graph", "unrelated_list_entry", "non_probative_field",
        },
    }  # fmt: skip
    assert len(demonstration_site.of_type("rapport")) > 40


# Real-world inputs and mutations: the season maker's own mutations are refused, each at its place.

# The last column: the code of the finding, or its place where it is not that of the change.
MUTATIONS = [
    ("conformite/community/p-000001.json", "/totals/assertions", 0, "PUB-16"),
    ("conformite/community/p-000001.json", "/table", "reference", "/run"),
    ("conformite/community/p-000001.json", "/report/public", 1, "S001"),
    ("conformite/community/p-000001.json", "/tasks/0", worlds.DELETE, "D022"),
    ("conformite/reference/ref-conformite-001.json", "/run/run_id", "ref-conformite-001\n", "S001"),
    ("conformite/track.json", "/answer_key/salt", "0" * 64, "/answer_key/commitment"),
    ("conformite/track.json", "/expected_verdicts/conforme", 4, "PUB-16"),
    ("generique/track.json", "/verdicts", ["aucune_option_valide"], None),
    ("season.json", "/published_at", "2026-10-31T22:59:58Z", None),
    ("season.json", "/closes_at", "2026-10-31T22:59:59", "S001"),
]


@pytest.mark.parametrize(("file", "pointer", "value", "told"), MUTATIONS)
def test_a_mutation_is_refused_at_its_place(
    make_season: worlds.SeasonMaker, tmp_path: Path, file: str, pointer: str, value: object, told: str | None
) -> None:
    data = worlds.copied(make_season(1, 1), tmp_path / "data")
    worlds.mutate(data / "prove-it/season-1" / file, pointer, value)
    found = findings(refused(data, None))
    named = [f for f in found if f["file"] == f"prove-it/season-1/{file}"]
    assert named, found
    place = told if told is not None and told.startswith("/") else pointer
    pointers = [f["pointer"] or "" for f in named]
    assert [at for at in pointers if at.startswith(place) or place.startswith(at)], found
    if told is not None and not told.startswith("/"):
        assert told in {f["code"] for f in named}
    assert all(f["expected"] and f["found"] and f["remedy"] for f in found)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_agent_may_stand_once_in_a_track(
    make_season: worlds.SeasonMaker, tmp_path: Path, jobs: str
) -> None:
    data = worlds.copied(make_season(2, 1), tmp_path / "data")
    folder = data / "prove-it/season-1/conformite"
    shutil.copy(folder / "community/p-000001.json", folder / "community/p-again.json")
    (run,) = (folder / "reference").glob("*.json")
    did = worlds.read_json(folder / "community/p-000002.json")["agent"]["did"]
    worlds.mutate(run, "/agent/did", did)
    found = places(build(data, tmp_path / "public", "--jobs", jobs, "--format", "json"))
    again = "prove-it/season-1/conformite/community/p-again.json"
    both = f"prove-it/season-1/conformite/reference/{run.name}"
    assert ("D041", again, "/agent/did") in found
    assert ("D042", again, "/agent/did") in found
    assert ("D041", both, "/agent/did") in found
    assert not (tmp_path / "public").exists()
