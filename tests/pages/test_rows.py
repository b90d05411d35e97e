"""The order of rows and what a row shows."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.challenges.prove_it.pages import rows
from site_builder.challenges.prove_it.pages.rows import SCALE
from site_builder.kernel.identifiers import report_id
from tests.harness import loaded, sample_documents, smallest, worlds
from tests.harness.sample_documents import Sample

Samples = Mapping[tuple[str, str], Sample]

AWKWARD = '=HYPERLINK("x") <b>\u202eetsil</b> 🧾, « Zoë »'


def lines(samples: Samples, name: str, table: int, code: str = "en") -> list[list[dict[str, Any]]]:
    """The rows of each group."""
    groups = samples[name, code].document["contenu"]["tableaux"][table]["groupes"]
    return [group["lignes"] for group in groups]


def names(groups: list[list[dict[str, Any]]]) -> list[list[str | None]]:
    return [[row["agent"]["nom"] if row["agent"] else None for row in group] for group in groups]


@given(st.lists(st.tuples(st.integers(0, 2**31 - 1), st.integers(1, 2**31 - 1)), min_size=2, max_size=2))
def test_the_key_of_a_fraction_orders_as_the_fraction(pair: list[tuple[int, int]]) -> None:
    (a, b), (c, d) = pair
    left, right = a * SCALE // b, c * SCALE // d
    first, second = Fraction(a, b), Fraction(c, d)
    assert (left < right, left == right) == (first < second, first == second)


def test_the_closest_fractions_are_told_apart() -> None:
    largest = 2**31 - 1
    left, right = (largest - 2) * SCALE // (largest - 1), (largest - 1) * SCALE // largest
    assert left < right


def test_groups_by_success_then_overclaim_then_name(samples: Samples) -> None:
    assert names(lines(samples, "track-rich", 1)) == [
        # success 1/3: all at 1/4 overclaim, so by name; the sign of a formula sorts before letters
        [AWKWARD, "Atelier Églantine", "Equal", "Private", "Rejected"],
        ["Silent"],  # success 0/3
        ["Pending"],
        [None],
    ]
    tables = [samples["track-rich", code].document["contenu"]["tableaux"][1] for code in ("en", "fr")]
    assert [[group["titre"] for group in table["groupes"]] for table in tables] == [
        ["Success 1/3", "Success 0/3", "Pending", "Withdrawn or replaced"],
        ["Réussite 1/3", "Réussite 0/3", "En attente", "Retirés ou remplacés"],
    ]


def test_the_order_is_the_same_in_both_languages(samples: Samples) -> None:
    for table in (0, 1):
        assert names(lines(samples, "track-rich", table, "en")) == names(
            lines(samples, "track-rich", table, "fr")
        )


def test_an_invalidated_season_orders_by_name_alone(samples: Samples) -> None:
    found = names(lines(samples, "track-invalidated", 1))
    assert found == [
        [
            AWKWARD,
            "Atelier Églantine",
            "Equal",
            "Pending",
            "Private",
            "Rejected",
            "Silent",
        ],
        [None],
    ]
    states = {
        cell["etat"]
        for group in lines(samples, "track-invalidated", 1)
        for row in group
        if row["taux"]
        for cell in row["taux"].values()
    }
    assert states == {"saison_invalidee"}


def _ordered(world: Path, changes: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Names in order, of participants that differ from the smallest one by these changes."""
    folder = world / worlds.TRACK_FOLDER / "community"
    (world / worlds.COMMUNITY).unlink()
    for at, (name, pointers) in enumerate(changes.items()):
        path = folder / f"p{at}.json"
        worlds.write_json(path, smallest.community())
        worlds.mutate(path, "/agent", {"name": name, "did": f"did:web:p{len(changes) - at}.example"})
        for pointer, value in pointers.items():
            worlds.mutate(path, pointer, value)
    track = loaded.track(world)
    return [row["en"]["agent"]["nom"] for _, row in track.rows("community")]


def test_equal_rows_follow_one_collation_for_both_languages(world: Path) -> None:
    found = _ordered(world, {name: {} for name in ("zeta", "alpha", "Éole", "eole", "mu")})
    assert found == ["alpha", "eole", "Éole", "mu", "zeta"]


def test_equal_names_follow_the_did(world: Path) -> None:
    folder = world / worlds.TRACK_FOLDER / "community"
    for did in ("did:web:b.example", "did:web:a.example"):
        document = smallest.community()
        document["agent"] = {"name": "Atelier Églantine", "did": did}
        worlds.write_json(folder / f"{did[8]}.json", document)
    found = [row["en"]["agent"]["did"] for _, row in loaded.track(world).rows("community")]
    assert found == [smallest.COMMUNITY_DID, "did:web:a.example", "did:web:b.example"]


def test_overclaim_is_compared_as_a_fraction_and_not_applicable_comes_last(world: Path) -> None:
    """1/4 twice, by name, then 1/3; a row of lower success stands in a group of its own, after."""
    silent = {"state": "not_submitted", "task_id": "conf-01", "reason": "nothing_sent"}
    found = _ordered(
        world,
        {
            "third": {
                "/tasks/1/assertions/0/status": "instrument_fault",
                "/tasks/1/assertions/0/cause": "instrument_fault",
            },
            "b quarter": {},
            "a quarter": {},
            "nothing": {
                "/tasks/0": silent,
                "/tasks/1": {**silent, "task_id": "conf-02"},
            },
        },
    )
    assert found == ["a quarter", "b quarter", "third", "nothing"]


def test_not_applicable_stands_after_every_rate_of_its_group(world: Path) -> None:
    silent = {"state": "not_submitted", "task_id": "conf-01", "reason": "nothing_sent"}
    everything = {
        "/tasks/0/verdict": "non_conforme",
        "/tasks/1/assertions/0/status": "unsupported",
        "/tasks/1/assertions/0/cause": "invalid_proof",
    }
    found = _ordered(
        world,
        {
            "absent": {"/tasks/0": silent, "/tasks/1": {**silent, "task_id": "conf-02"}},
            "wrong": everything,
        },
    )
    assert found == ["wrong", "absent"]  # both 0/3; 2/4 before "not applicable", whatever the names


def test_places_are_small_and_travel(smallest_track: loaded.LoadedTrack) -> None:
    place = rows.order(smallest_track.context, smallest_track.case("community"))
    sent = pickle.dumps(place)
    assert pickle.loads(sent) == place
    assert len(sent) < 400
    assert type(place.name) is str  # no marked text: it is a key, not a document


def test_a_row_of_the_community(smallest_track: loaded.LoadedTrack) -> None:
    row = rows.documents(smallest_track.context, smallest_track.case("community"))["en"]
    url = f"/challenges/prove-it/season-1/conformite/{report_id(smallest.COMMUNITY_DID)}/"
    assert row == {
        "etat": "publie",
        "report_id": report_id(smallest.COMMUNITY_DID),
        "agent": {"nom": "Atelier Églantine", "did": smallest.COMMUNITY_DID},
        "taux": {
            "overclaim": {
                "etat": "calcule", "numerateur": 1, "denominateur": 4, "fraction": "1/4", "affichage": "25%",
            },
            "reussite": {
                "etat": "calcule", "numerateur": 1, "denominateur": 3, "fraction": "1/3",
                "affichage": "33.3%",
            },
        },
        "taches_rendues": {"nombre": 2, "sur": 3, "affichage": "2/3"},
        "stack": {"declaree": "pile-essai 3", "etiquette": "declared stack, not verified"},
        "run": None,
        "rapport_url": url,
        "preuves": {"url": f"{url}#preuves", "texte": "Report and proofs"},
        "mentions": [],
    }  # fmt: skip


def test_a_reference_row_shows_what_it_was_made_with(smallest_track: loaded.LoadedTrack) -> None:
    row = rows.documents(smallest_track.context, smallest_track.case("reference"))["fr"]
    assert row["stack"] is None
    assert row["run"] == {
        "modele": "modele-essai",
        "version_modele": "2026-02",
        "cadre": "cadre-essai",
        "version_cadre": "0.9",
        "prompt_url": "https://index.example/prompts/ref-one.txt",
        "etiquette": "calibration, pas un classement",
    }


def test_a_private_row_links_to_its_proofs_alone(samples: Samples) -> None:
    row = lines(samples, "track-rich", 1, "fr")[0][3]
    assert row["agent"]["nom"] == "Private"
    assert row["rapport_url"] is None
    assert row["preuves"] == {
        "url": f"/challenges/prove-it/season-1/conformite/{row['report_id']}/proofs.json",
        "texte": "Preuves",
    }
    assert row["mentions"] == ["rapport non public", "Correction n°\u00a02"]
    assert row["taux"]["overclaim"]["fraction"] == "1/4"


def test_marks_of_corrections_and_of_pending_rows(samples: Samples) -> None:
    scored, _, pending, gone = lines(samples, "track-rich", 1)
    assert scored[2]["mentions"] == ["Corrected (correction 1)"]
    assert pending[0]["mentions"] == [
        "A task of this row waits for the anchoring of a proof: neither rate is given before."
    ]
    assert pending[0]["etat"] == "en_attente"
    (tombstone,) = gone
    assert tombstone["etat"] == "retire"
    assert tombstone["mentions"] == [
        (
            "This result was withdrawn. Its address stays. "
            "If an earlier publication showed it, the ledger leads there."
        )
    ]
    held = {key: value for key, value in tombstone.items() if value is not None}
    assert list(held) == ["etat", "report_id", "rapport_url", "mentions"]


def test_a_correction_does_not_link_to_a_page_that_is_private(samples: Samples) -> None:
    corrections = samples["track-rich", "en"].document["contenu"]["corrections"]
    assert [c["rapport"]["url"] is None for c in corrections] == [False, True, False, False]


@pytest.mark.parametrize(("name", "expected"), [("plain", False), ("reçu 🧾", True)])
def test_a_row_with_an_emoji_is_known(world: Path, name: str, expected: bool) -> None:
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", name)
    track = loaded.track(world)
    assert rows.replaces_emoji(track.context, track.case("community")) is expected


def test_the_rich_world_is_what_the_recount_accepts(tmp_path: Path) -> None:
    """The samples are only worth something if their figures are right."""
    track = loaded.track(sample_documents.rich_world(tmp_path))
    for cases in track.cases.values():
        for case in cases:
            totals, tally = case.score.totals, case.tally
            assert totals is not None
            assert (totals.assertions, totals.unsupported, totals.instrument_faults) == (
                tally.assertions,
                tally.unsupported,
                tally.instrument_faults,
            ), case.file
            assert (totals.tasks_submitted, totals.verdicts_counted) == (
                tally.tasks_submitted,
                tally.verdicts_counted,
            ), case.file
