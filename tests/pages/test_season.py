"""The season page: dates, freezes, what is a secret until the close, disputes, incidents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from site_builder.challenges.prove_it.pages import season
from tests.harness import loaded, smallest, worlds


def content(world: Path, code: str = "en", now: str = loaded.NOW) -> dict[str, Any]:
    made = loaded.season(world, now)
    documents = season.documents(made.context, made.track_contexts, made.counts())
    found: dict[str, Any] = documents[code]["contenu"]
    return found


def _with_superseded(world: Path, salt: str | None) -> None:
    freeze = {
        "version": "essai-bareme-v0", "proof_id": "prf_20260228_080000_0a0b0d", "salt": salt,
        "reason": {"fr": "Erreur de borne.", "en": "A wrong bound."},
    }  # fmt: skip
    worlds.mutate(world / worlds.TRACK, "/scoring_rules/superseded", [freeze])


def test_dates_in_utc_and_in_paris(world: Path) -> None:
    dates = content(world, "fr")["dates"]
    assert dates["cloture"] == {
        "iso": "2026-03-20T22:59:59Z",
        "utc": "20 mars 2026 à 22:59:59 UTC",
        "paris": "20 mars 2026 à 23:59:59 (Paris, UTC+01:00)",
    }
    assert dates["publication"]["iso"] == smallest.PUBLISHED_AT


def test_pre_registration_once_closed(world: Path) -> None:
    _with_superseded(world, "ab" * 32)
    (track,) = content(world)["pistes"]
    frozen = track["preenregistrement"]
    stored = worlds.read_json(world / worlds.TRACK)
    assert frozen["bareme"] == {
        "version": "essai-bareme-v1",
        "section": 5,
        "sha256": stored["scoring_rules"]["sha256"],
        "proof_id": "prf_20260301_080000_0a0b0c",
        "proof_url": "https://trust.example/v1/proof/prf_20260301_080000_0a0b0c",
        "fichier_url": "/challenges/prove-it/season-1/conformite/section-5.txt",
        "langue": "fr",
    }
    assert frozen["manifeste_sha256"] == smallest.digest(smallest.MANIFEST)
    assert frozen["cle"] == {
        "engagement": stored["answer_key"]["commitment"],
        "sel": smallest.KEY_SALT,
        "url": "/challenges/prove-it/season-1/conformite/answer-key.json",
    }
    assert frozen["remplaces"] == [
        {
            "version": "essai-bareme-v0",
            "proof_id": "prf_20260228_080000_0a0b0d",
            "proof_url": "https://trust.example/v1/proof/prf_20260228_080000_0a0b0d",
            "sel": "ab" * 32,
            "motif": "A wrong bound.",
        }
    ]


def test_salts_and_the_key_are_never_shown_before_the_close(world: Path) -> None:
    """Even when the tree holds them by mistake."""
    _with_superseded(world, "ab" * 32)
    (track,) = content(world, now=smallest.CLOSES_AT)["pistes"]
    frozen = track["preenregistrement"]
    assert (frozen["cle"]["sel"], frozen["cle"]["url"]) == (None, None)
    assert frozen["remplaces"][0]["sel"] is None
    assert frozen["remplaces"][0]["motif"] == "A wrong bound."
    assert smallest.KEY_SALT not in str(frozen)


def test_before_the_publication_nothing_is_counted_or_corrected(world: Path) -> None:
    made = content(world, now=smallest.CLOSES_AT)
    assert made["incidents"] == []
    assert made["corrections"] == []
    worlds.mutate(world / worlds.SEASON, "/published_at", None)
    dispute = content(world)["contestation"]
    assert (dispute["jusqu_au"], dispute["decision_avant"]) == (None, None)
    assert dispute["texte"].startswith("Within 14 days after the scores are published.")


def test_incidents_are_counted_for_each_table_apart(rich: loaded.LoadedSeason) -> None:
    documents = season.documents(rich.context, rich.track_contexts, rich.counts())
    # One fault in each row that submitted conf-02: participant-one, equal, private, rejected, awkward.
    assert documents["fr"]["contenu"]["incidents"] == [
        {
            "genre": "defaut_instrument",
            "piste": {"id": "conformite", "nom": "Piste Conformité"},
            "tableau": {"id": "community", "nom": "Communauté"},
            "nombre": 5,
            "texte": "5 assertions ont rencontré un défaut d’instrument\u00a0; "
            "elles n’entrent dans aucun taux.",
        }
    ]


def test_an_open_set_of_verdicts_says_what_the_other_tasks_expect(world: Path) -> None:
    worlds.mutate(world / worlds.TRACK, "/verdicts", None)
    worlds.mutate(world / worlds.TRACK, "/expected_verdicts", {"aucune_option_valide": 1})
    (track,) = content(worlds.unclosed(world), now=smallest.OPENS_AT)["pistes"]
    assert track["verdicts_attendus"] == [{"verdict": "aucune_option_valide", "nombre": 1}]
    assert track["verdicts_note"] == "The other tasks expect a product reference, revealed at close."


def test_where_to_read_the_state_and_never_the_state(world: Path) -> None:
    made = content(world)
    assert made["service"] == {"url": "https://index.example/v1/season/1", "texte": "State of the season"}
    assert made["licence"] == {"donnees": "CC-BY-4.0", "textes": "CC-BY-4.0"}
