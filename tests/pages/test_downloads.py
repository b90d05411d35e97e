"""Downloads: one table each, both rates as integers, labels and notices in every row, nothing that runs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from site_builder.challenges.prove_it.pages import downloads
from site_builder.documents import third_party
from site_builder.documents.envelope import dump
from tests.harness import loaded, sample_documents, smallest, worlds


def table(made: loaded.LoadedTrack, name: str, code: str = "en") -> list[dict[str, str]]:
    words = made.context.build.words[code]
    lines = (downloads.csv_line(made.context, words, name, row[code]) for _, row in made.rows(name))
    data = b"".join(downloads.csv_file(made.context, words, name, lines))
    assert data.count(b"\r\n") >= len(made.rows(name)) + 2
    return list(csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True))


def test_the_first_row_is_the_best_constant_answer(smallest_track: loaded.LoadedTrack) -> None:
    first = table(smallest_track, "community", "fr")[0]
    assert first["etat"] == "constante"
    assert first["agent"] == "Meilleure réponse constante"
    assert (first["overclaim_etat"], first["overclaim_numerateur"], first["overclaim_denominateur"]) == (
        "sans_objet",
        "",
        "",
    )
    assert (first["reussite_numerateur"], first["reussite_denominateur"]) == ("1", "3")
    assert first["taches"] == "3"


def test_a_row_in_full(smallest_track: loaded.LoadedTrack) -> None:
    _, row = table(smallest_track, "community")
    address = f"https://index.example/challenges/prove-it/season-1/conformite/{row['report_id']}/"
    assert row == {
        "saison": "1",
        "piste": "conformite",
        "tableau": "community",
        "etiquette": "declared stack, not verified",
        "avis": "demonstration, invented results",
        "etat": "publie",
        "report_id": row["report_id"],
        "agent": "Atelier Églantine",
        "did": smallest.COMMUNITY_DID,
        "overclaim_etat": "calcule",
        "overclaim_numerateur": "1",
        "overclaim_denominateur": "4",
        "reussite_etat": "calcule",
        "reussite_numerateur": "1",
        "reussite_denominateur": "3",
        "taches_rendues": "2",
        "taches": "3",
        "stack_declaree": "pile-essai 3",
        "rapport_url": address,
        "preuves_url": f"{address}#preuves",
    }


def test_a_reference_row(smallest_track: loaded.LoadedTrack) -> None:
    _, row = table(smallest_track, "reference", "fr")
    assert row["etiquette"] == "calibration, pas un classement"
    assert [row[key] for key in ("modele", "version_modele", "cadre", "version_cadre", "prompt_url")] == [
        "modele-essai",
        "2026-02",
        "cadre-essai",
        "0.9",
        "https://index.example/prompts/ref-one.txt",
    ]
    assert "stack_declaree" not in row


def test_every_state_of_a_row(rich: loaded.LoadedSeason) -> None:
    (made,) = rich.tracks
    rows = {row["agent"] or row["etat"]: row for row in table(made, "community")[1:]}
    assert len(rows) == 8
    pending, silent, gone = rows["Pending"], rows["Silent"], rows["retire"]
    assert (pending["overclaim_etat"], pending["reussite_etat"]) == ("en_attente", "en_attente")
    assert (silent["overclaim_etat"], silent["reussite_numerateur"]) == ("sans_objet", "0")
    assert {gone[key] for key in ("did", "overclaim_etat", "reussite_etat", "stack_declaree")} == {""}
    private = rows["Private"]
    assert private["rapport_url"] == ""
    assert private["preuves_url"].endswith(f"/{private['report_id']}/proofs.json")
    assert private["preuves_url"].startswith("https://index.example/challenges/")
    assert {row["etiquette"] for row in rows.values()} == {"declared stack, not verified"}


def test_formulas_are_inert_and_the_json_is_exact(rich: loaded.LoadedSeason) -> None:
    (made,) = rich.tracks
    row = table(made, "community")[1]
    assert row["agent"] == "'=HYPERLINK(\"x\") <b>\u202eetsil</b> [RECEIPT], « Zoë »"
    assert row["stack_declaree"] == "'+1 {{ 7 * 7 }}\n\"quoted\", </script><!--"
    words = made.context.build.words["en"]
    groups = made.tables()["community"].groups
    lines = [dump(documents["en"]) for _, documents in made.rows("community")]
    exact = json.loads(b"".join(downloads.json_file(made.context, words, "community", groups, lines)))
    assert exact["lignes"][0]["agent"]["nom"] == '=HYPERLINK("x") <b>\u202eetsil</b> 🧾, « Zoë »'


def test_the_json_holds_one_table_with_its_pointers(rich: loaded.LoadedSeason) -> None:
    (made,) = rich.tracks
    for name in ("reference", "community"):
        for code, words in made.context.build.words.items():
            documents = [row[code] for _, row in made.rows(name)]
            groups = made.tables()[name].groups
            pieces = downloads.json_file(made.context, words, name, groups, map(dump, documents))
            read = json.loads(b"".join(pieces))
            assert read["lignes"] == json.loads(dump(documents))
            assert read["texte_de_tiers"]["champs"] == third_party.pointers({"lignes": documents})
            assert read["mention_ia"] == made.context.build.site.ai_label[code]
            assert read["tableau"]["id"] == name
            assert read["avis"][0]["code"] == "demonstration"
            assert list(read)[-1] == "lignes"


def test_an_empty_table_is_a_table(world: Path) -> None:
    (world / worlds.COMMUNITY).unlink()
    made = loaded.track(world)
    assert [row["etat"] for row in table(made, "community")] == ["constante"]
    words = made.context.build.words["fr"]
    read = json.loads(b"".join(downloads.json_file(made.context, words, "community", (), [])))
    assert (read["lignes"], read["texte_de_tiers"]["champs"]) == ([], [])


def test_an_invalidated_season_gives_no_figure(tmp_path: Path) -> None:
    world = sample_documents.rich_world(tmp_path)
    reason = {"fr": "Corpus modifié.", "en": "Corpus changed."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-03-15T12:00:00Z", "reason": reason})
    for row in table(loaded.track(world), "community"):
        assert row["avis"] == "demonstration, invented results / invalidated, no rate shown"
        figures = [key for key in row if key.endswith(("numerateur", "denominateur", "rendues"))]
        assert {row[key] for key in figures} == {""}


@pytest.mark.parametrize("name", ["reference", "community"])
def test_the_description_of_the_columns(smallest_track: loaded.LoadedTrack, name: str) -> None:
    for code, words in smallest_track.context.build.words.items():
        described = downloads.csv_schema(smallest_track.context, words, name)
        header = list(table(smallest_track, name, code)[0])
        assert [field["name"] for field in described["fields"]] == header
        assert described["missingValues"] == [""]
        assert described["mention_ia"] == smallest_track.context.build.site.ai_label[code]
        assert described["avis"][0]["code"] == "demonstration"
        integers = {field["name"] for field in described["fields"] if field["type"] == "integer"}
        for row in table(smallest_track, name, code):
            assert all(row[key].isdecimal() or row[key] == "" for key in integers)
