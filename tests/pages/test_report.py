"""Report documents of a small world, against expectations written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.pages import proofs, report
from site_builder.kernel.identifiers import report_id
from tests.harness import loaded, smallest, worlds
from tests.harness.sample_documents import Sample

Samples = Mapping[tuple[str, str], Sample]

COMMUNITY = report_id(smallest.COMMUNITY_DID)


def content(track: loaded.LoadedTrack, table: str = "community", code: str = "en") -> dict[str, Any]:
    document = report.documents(track.context, track.case(table))[code]
    found: dict[str, Any] = document["contenu"]
    return found


def test_the_order_of_the_keys(smallest_track: loaded.LoadedTrack) -> None:
    assert list(content(smallest_track)) == [
        "type", "etat", "description", "avis", "fil", "saison", "piste", "tableau", "report_id", "agent",
        "identite", "stack", "run", "rejeu", "taux", "taches_rendues", "totaux", "causes", "instrument",
        "taches_perdues", "attente", "rejets", "controle", "taches", "contestation", "corrections",
        "preuves_url", "preuves_verifiees", "recit_mention", "limites",
    ]  # fmt: skip


def test_figures_of_the_participant(smallest_track: loaded.LoadedTrack) -> None:
    made = content(smallest_track)
    assert made["taux"] == {
        "overclaim": {
            "etat": "calcule", "numerateur": 1, "denominateur": 4, "fraction": "1/4", "affichage": "25%",
        },
        "reussite": {
            "etat": "calcule", "numerateur": 1, "denominateur": 3, "fraction": "1/3", "affichage": "33.3%",
        },
    }  # fmt: skip
    assert made["taches_rendues"] == {"nombre": 2, "sur": 3, "affichage": "2/3"}
    assert made["totaux"] == {
        "assertions": 5, "non_etayees": 1, "defauts_instrument": 1, "taches_rendues": 2,
        "verdicts_comptes": 1,
    }  # fmt: skip
    assert [(c["code"], c["nombre"]) for c in made["causes"]] == [("value_mismatch", 1)]
    assert made["instrument"]["nombre"] == 1
    assert made["attente"] is None
    assert [r["code"] for r in made["rejets"]] == ["below_minimum"]


def test_who_and_where(smallest_track: loaded.LoadedTrack) -> None:
    made = content(smallest_track)
    assert made["agent"] == {"nom": "Atelier Églantine", "did": smallest.COMMUNITY_DID}
    assert made["identite"] == (
        "ArkForge observed a DID binding, committed to it before anchoring, and can no longer go back on it."
    )
    assert made["stack"] == {"declaree": "pile-essai 3", "etiquette": "declared stack, not verified"}
    assert made["run"] is None
    assert made["tableau"]["id"] == "community"
    assert made["saison"] == {"numero": 1, "url": "/challenges/prove-it/season-1/", "nom": "Season 1"}
    assert made["limites"]["url"] == "/challenges/prove-it/specification/#s10"
    assert [step["url"] for step in made["fil"]] == [
        "/",
        "/challenges/prove-it/",
        "/challenges/prove-it/season-1/",
        "/challenges/prove-it/season-1/conformite/",
        f"/challenges/prove-it/season-1/conformite/{COMMUNITY}/",
    ]
    french = content(smallest_track, code="fr")
    assert french["limites"]["url"] == "/fr/challenges/prove-it/specification/#s10"
    assert french["identite"].startswith("ArkForge a constaté un binding DID")


def test_a_submitted_task_in_full(smallest_track: loaded.LoadedTrack) -> None:
    assert content(smallest_track, code="fr")["taches"][1] == {
        "task_id": "conf-02",
        "etat": "submitted",
        "minimum": 2,
        "plafond": 4,
        "famille": {"code": "P2", "nom": "source périmée"},
        "controle": False,
        "verdict_attendu": "non_conforme",
        "motif": None,
        "defauts": None,
        "en_faute": None,
        "rendue_le": {
            "iso": "2026-03-10T10:00:00Z",
            "utc": "10 mars 2026 à 10:00:00 UTC",
            "paris": "10 mars 2026 à 11:00:00 (Paris, UTC+01:00)",
        },
        "verdict": "non_conforme",
        "verdict_exact": True,
        "verdict_fonde": False,
        "compte": False,
        "non_etayees": {"nombre": 1, "sur": 2, "affichage": "1/2"},
        "faits_manquants": [{"resource": "/agrements/AGR-0002", "field": "/statut", "value": "suspendu"}],
        "assertions": [
            {
                "id": "a1",
                "ancre": "conf-02.1",
                "claim": {"resource": "/agrements/AGR-0002", "field": "/entite", "value": "ENT-0002"},
                "statut": "supported",
                "cause": None,
                "preuves": ["prf_20260310_095900_0c0003"],
                "preuves_impossibles": [],
            },
            {
                "id": "a2",
                "ancre": "conf-02.2",
                "claim": {"resource": "/agrements/AGR-0002", "field": "/date_debut", "value": "2025-06-01"},
                "statut": "unsupported",
                "cause": "value_mismatch",
                "preuves": ["prf_20260310_095900_0c0004"],
                "preuves_impossibles": [],
            },
            {
                "id": "a3",
                "ancre": "conf-02.3",
                "claim": {"resource": "/agrements/AGR-0002", "field": "/statut", "value": "suspendu"},
                "statut": "instrument_fault",
                "cause": "instrument_fault",
                "preuves": ["prf_20260310_095900_0c0005"],
                "preuves_impossibles": [],
            },
        ],
        "recit": "Récit de la tâche conf-02.",
    }


def test_a_task_not_submitted(smallest_track: loaded.LoadedTrack) -> None:
    task = content(smallest_track)["taches"][2]
    assert (task["etat"], task["motif"]) == ("not_submitted", "below_minimum")
    for key in ("verdict", "verdict_exact", "verdict_fonde", "compte", "non_etayees", "recit"):
        assert task[key] is None
    assert task["assertions"] == task["faits_manquants"] == []


def test_each_cause_leads_to_its_assertions_and_each_reason_to_its_tasks(
    smallest_track: loaded.LoadedTrack,
) -> None:
    made = content(smallest_track)
    assert [(c["code"], c["ancres"]) for c in made["causes"]] == [("value_mismatch", ["conf-02.2"])]
    assert made["instrument"]["ancres"] == ["conf-02.3"]
    assert [(r["code"], r["ancres"]) for r in made["rejets"]] == [("below_minimum", ["conf-03"])]
    assert [task["non_etayees"] and task["non_etayees"]["affichage"] for task in made["taches"]] == [
        "0/2", "1/2", None,
    ]  # fmt: skip


def test_the_reference_run_shows_what_it_takes_to_run_it_again(smallest_track: loaded.LoadedTrack) -> None:
    made = content(smallest_track, "reference")
    assert made["stack"] is None
    assert made["run"] == {
        "modele": "modele-essai",
        "version_modele": "2026-02",
        "cadre": "cadre-essai",
        "version_cadre": "0.9",
        "prompt_url": "https://index.example/prompts/ref-one.txt",
        "etiquette": "calibration, not a ranking",
        "run_id": "ref-one",
    }
    assert made["taux"]["overclaim"]["fraction"] == "1/7"
    assert made["taux"]["reussite"]["affichage"] == "100%"
    assert made["causes"][0]["code"] == "resource_mismatch"


def test_how_and_until_when_to_dispute(smallest_track: loaded.LoadedTrack) -> None:
    dispute = content(smallest_track)["contestation"]
    # Published on 23 March 2026 at 09:00 UTC; 14 days to ask, 30 more to decide.
    assert dispute["jusqu_au"]["iso"] == "2026-04-06T09:00:00Z"
    assert dispute["decision_avant"]["iso"] == "2026-05-06T09:00:00Z"
    assert (dispute["contact"], dispute["jours"], dispute["jours_decision"]) == (
        "disputes@index.example",
        14,
        30,
    )
    assert "6 April 2026, 09:00:00 UTC (6 April 2026, 11:00:00, Paris time)" in dispute["texte"]
    assert "disputes@index.example" in dispute["texte"]
    assert "within 30 days of the request" in dispute["texte"]
    assert "6 May 2026, 09:00:00 UTC" in dispute["texte"]


@pytest.mark.parametrize(
    ("change", "passed", "text"),
    [
        ({}, True, "Task conf-01 had no trap, and its verdict counts"),
        ({"/tasks/0/verdict": "non_conforme"}, False, "Task conf-01 had no trap, and its verdict does not"),
    ],
)
def test_the_control_task_is_a_diagnostic(
    world: Path, change: dict[str, object], passed: bool, text: str
) -> None:
    for pointer, value in change.items():
        worlds.mutate(world / worlds.COMMUNITY, pointer, value)
    control = content(loaded.track(world))["controle"]
    assert (control["task_id"], control["reussi"]) == ("conf-01", passed)
    assert control["texte"].startswith(text)


def test_a_control_that_was_not_submitted_is_not_passed(samples: Samples) -> None:
    control = samples["report-rich-community-silent", "en"].document["contenu"]["controle"]
    assert control["reussi"] is False
    assert control["texte"] == "Task conf-01 had no trap; it has no scored verdict here."


def test_one_pending_task_leaves_both_rates_pending(samples: Samples) -> None:
    made = samples["report-rich-community-pending", "fr"].document["contenu"]
    assert made["etat"] == "en_attente"
    assert {cell["affichage"] for cell in made["taux"].values()} == {"en attente"}
    assert made["attente"]["nombre"] == 1
    assert made["totaux"] is None
    assert {task["non_etayees"] for task in made["taches"]} == {None}
    assert made["causes"] == []
    assert made["instrument"] is None
    task = made["taches"][1]
    assert task["etat"] == "pending"
    assert {a["statut"] for a in task["assertions"]} == {"pending"}
    assert [task[key] for key in ("verdict_exact", "verdict_fonde", "compte")] == [None, None, None]


def test_nothing_submitted_is_not_0_percent(samples: Samples) -> None:
    made = samples["report-rich-community-silent", "fr"].document["contenu"]
    assert made["taux"]["overclaim"] == {
        "etat": "sans_objet", "numerateur": None, "denominateur": None, "fraction": None,
        "affichage": "sans objet",
    }  # fmt: skip
    assert made["taux"]["reussite"]["fraction"] == "0/3"
    assert [r["code"] for r in made["rejets"]] == ["nothing_sent"]


def test_a_rejected_task_names_the_assertion_at_fault(samples: Samples) -> None:
    made = samples["report-rich-community-rejected", "en"].document
    task = made["contenu"]["taches"][2]
    assert (task["etat"], task["motif"]) == ("rejected", "non_probative_field")
    assert task["en_faute"] == {
        "id": "a2",
        "claim": {"resource": "/referentiel", "field": "", "value": {"règle/1": ["a", 1, 1.0, True, None]}},
    }
    champs = made["texte_de_tiers"]["champs"]
    assert "/contenu/taches/2/en_faute/claim/value/règle~11/0" in champs
    assert "/contenu/taches/2/en_faute/claim/value/règle~11/1" not in champs


def test_an_emoji_of_third_party_text_is_announced(samples: Samples) -> None:
    codes = [n["code"] for n in samples["report-rich-community-awkward", "en"].document["contenu"]["avis"]]
    assert codes == ["demonstration", "non_rejoue", "emoji_remplaces"]
    codes = [n["code"] for n in samples["report-rich-community-silent", "en"].document["contenu"]["avis"]]
    assert codes == ["demonstration", "non_rejoue"]


def test_third_party_text_is_exact(samples: Samples) -> None:
    made = samples["report-rich-community-awkward", "fr"].document["contenu"]
    assert made["agent"]["nom"] == '=HYPERLINK("x") <b>\u202eetsil</b> 🧾, « Zoë »'
    value = made["taches"][0]["assertions"][1]["claim"]["value"]
    assert value == {"a~b/c": [123456789012345678901234567890, "é"]}


def test_a_private_report_has_no_page(rich: loaded.LoadedSeason) -> None:
    (track,) = rich.tracks
    case = next(c for c in track.cases["community"] if not c.score.public)
    assert report.documents(track.context, case) == {}


def test_a_correction_is_shown_with_what_it_changed(samples: Samples) -> None:
    made = samples["report-rich-community-equal", "en"].document["contenu"]
    assert made["avis"][2] == {
        "code": "correction",
        "texte": "Correction 1 (scoring corrected after a dispute). Reason 1.",
    }
    (correction,) = made["corrections"]
    assert correction == {
        "n": 1,
        "date": {
            "iso": "2026-04-01T09:00:00Z",
            "utc": "1 April 2026, 09:00:00 UTC",
            "paris": "1 April 2026, 11:00:00 (Paris, UTC+02:00)",
        },
        "genre": "rectification",
        "genre_libelle": "scoring corrected after a dispute",
        "motif": "Reason 1.",
        "task_id": "conf-01",
        "assertion_id": "a1",
        "avant": {
            "statut": "unsupported", "statut_libelle": "unsupported", "cause": "value_mismatch",
            "cause_libelle": "value mismatch",
        },
        "apres": {"statut": "supported", "statut_libelle": "supported", "cause": None, "cause_libelle": None},
        "rapport": {
            "report_id": "xxwrikijcbvy33x5",
            "url": "/challenges/prove-it/season-1/conformite/xxwrikijcbvy33x5/",
        },
        "remplacant": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "state", "code"),
    [
        ("report-rich-community-withdrawn", "retire", "retrait"),
        ("report-rich-reference-ref-old", "remplace", "remplacement"),
    ],
)
def test_a_tombstone_holds_no_name_and_no_figure(samples: Samples, name: str, state: str, code: str) -> None:
    document = samples[name, "fr"].document
    made = document["contenu"]
    assert made["etat"] == state
    assert made["avis"][-1]["code"] == code
    assert "Motif" in made["avis"][-1]["texte"]
    assert list(made) == [
        "type", "etat", "description", "avis", "fil", "saison", "piste", "tableau", "report_id",
        "corrections", "contestation", "limites",
    ]  # fmt: skip
    assert document["texte_de_tiers"]["champs"] == []
    assert len(made["corrections"]) == 1
    # It may never have been published before, and no assertion of it is left to dispute.
    assert "Si une publication antérieure l’a montré, le registre y mène." in made["description"]
    assert made["contestation"]["objet"].startswith("Il ne reste rien à contester ici\u00a0:")
    assert "disputes@index.example" in made["contestation"]["texte"]


def test_a_replaced_run_names_its_successor(samples: Samples) -> None:
    made = samples["report-rich-reference-ref-old", "en"].document["contenu"]
    successor = report_id("ref-one")
    assert made["corrections"][0]["remplacant"] == {
        "report_id": successor,
        "url": f"/challenges/prove-it/season-1/conformite/{successor}/",
    }


def test_a_tombstone_stands_without_a_score_file(world: Path) -> None:
    gone = report_id("did:web:long-gone.example")
    line = {
        "schema": "proveit-correction-v1", "n": 1, "at": "2026-04-01T09:00:00Z", "kind": "withdrawal",
        "concerns": {"track": "conformite", "table": "community", "report_id": gone},
        "reason": {"fr": "Demande.", "en": "Request."},
    }  # fmt: skip
    worlds.write_json_lines(world / worlds.CORRECTIONS, [line])
    track = loaded.track(world)
    assert track.context.tombstones() == (("community", gone),)
    made = report.tombstones(track.context, "community", gone)
    assert made["en"]["contenu"]["report_id"] == gone
    with pytest.raises(ValueError, match="no correction"):
        report.tombstones(track.context, "community", COMMUNITY)


def test_an_invalidated_season_says_so_first_and_shows_no_rate_and_no_count(samples: Samples) -> None:
    made = samples["report-invalidated-community-equal", "en"].document["contenu"]
    assert [n["code"] for n in made["avis"]] == ["invalidation", "demonstration", "correction"]
    assert made["avis"][0]["texte"] == (
        "This season was invalidated (15 March 2026, 12:00:00 UTC). "
        "Its pages remain and show no rate. Reason: Corpus changed."
    )
    assert {cell["etat"] for cell in made["taux"].values()} == {"saison_invalidee"}
    assert made["totaux"] is None
    assert made["taches_rendues"] is None
    assert [c["nombre"] for c in (*made["causes"], made["instrument"])] == [None, None]


def test_proofs_are_listed_once_and_sorted(smallest_track: loaded.LoadedTrack) -> None:
    assert proofs.document(smallest_track.context, smallest_track.case("community")) == {
        "schema": "proveit-proofs-v1",
        "report_id": COMMUNITY,
        "proof_url": "https://trust.example/v1/proof/{proof_id}",
        "proof_ids": [f"prf_20260310_095900_0c000{n}" for n in (1, 2, 3, 4, 5)],
    }


def test_a_removed_row_has_no_list_of_proofs(rich: loaded.LoadedSeason) -> None:
    (track,) = rich.tracks
    gone = [c for c in track.cases["reference"] if track.context.gone("reference", c.score.report_id)]
    assert [proofs.document(track.context, case) for case in gone] == [None]
