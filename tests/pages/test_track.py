"""The track page: its tables, before and after the publication, streamed and in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.challenges.prove_it.pages import rows, track
from site_builder.challenges.prove_it.pages.tables import constant_answer
from site_builder.challenges.prove_it.pages.track import Group, Table
from site_builder.documents.envelope import dump
from site_builder.documents.third_party import pointers
from tests.harness import loaded, smallest, worlds
from tests.harness.sample_documents import Sample

Samples = Mapping[tuple[str, str], Sample]

NEVER_BEFORE = ("agent", "did", "taux", "overclaim", "lignes", "report_id", "rapport_url")


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)


@pytest.mark.parametrize(
    "now",
    [
        smallest.OPENS_AT,
        "2026-03-20T22:59:58Z",
        smallest.CLOSES_AT,  # the last second belongs to the season
    ],
)
def test_nothing_of_a_score_before_the_close(world: Path, now: str) -> None:
    """The tree may already hold scores and a key: no page shows them before the season has closed."""
    made = loaded.track(world, now=now)
    for document in made.documents().values():
        content = document["contenu"]
        assert content["scores_publies"] is False
        assert content["tableaux"] == content["corrections"] == []
        assert not set(_keys(content)) & set(NEVER_BEFORE)
        assert {task["verdict_attendu"] for task in content["taches"]} == {None}
        assert {task["controle"] for task in content["taches"]} == {None}
        text = json.dumps(document, ensure_ascii=False)
        assert "Églantine" not in text
        assert "did:" not in text


def test_bounds_and_breakdown_are_public_from_the_start(world: Path) -> None:
    content = loaded.track(worlds.unclosed(world), now=smallest.OPENS_AT).documents()["en"]["contenu"]
    assert [(t["task_id"], t["minimum"], t["plafond"]) for t in content["taches"]] == [
        ("conf-01", 2, 4),
        ("conf-02", 2, 4),
        ("conf-03", 1, 2),
    ]
    assert content["verdicts_attendus"] == [
        {"verdict": "conforme", "nombre": 1},
        {"verdict": "non_conforme", "nombre": 1},
        {"verdict": "indeterminable", "nombre": 1},
    ]


def test_closed_and_not_yet_published(world: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/published_at", None)
    content = loaded.track(world, now="2026-03-21T00:00:00Z").documents()["en"]["contenu"]
    assert content["tableaux"] == []
    assert content["scores_publies"] is False
    assert content["scores_texte"].startswith("Scores are published together")
    # The key is revealed at the close, not at the publication.
    assert [task["verdict_attendu"] for task in content["taches"]] == [
        "conforme",
        "non_conforme",
        "indeterminable",
    ]


def test_one_second_after_the_close(world: Path) -> None:
    content = loaded.track(world, now="2026-03-20T23:00:00Z").documents()["fr"]["contenu"]
    assert content["scores_publies"] is True
    assert content["scores_texte"] is None
    assert [table["id"] for table in content["tableaux"]] == ["reference", "community"]


def test_the_best_constant_answer_comes_first_in_each_table(samples: Samples) -> None:
    for name, success in (("track-rich", "1/3"), ("track-invalidated", None)):
        for table in samples[name, "en"].document["contenu"]["tableaux"]:
            assert list(table).index("constante") < list(table).index("groupes")
            constant = table["constante"]
            assert (constant["libelle"], constant["verdict"]) == ("Best constant answer", "conforme")
            assert constant["taux"]["reussite"]["fraction"] == success
            assert constant["taux"]["overclaim"]["numerateur"] is None
    assert constant["taux"]["overclaim"]["etat"] == "saison_invalidee"


def test_the_best_constant_answer_of_an_official_breakdown(world: Path) -> None:
    worlds.mutate(world / worlds.TRACK, "/expected_verdicts", {"conforme": 3, "non_conforme": 4, "x": 3})
    tasks = [{"task_id": f"conf-{n:02d}", "minimum": 1, "cap": 2} for n in range(1, 11)]
    worlds.mutate(world / worlds.TRACK, "/tasks", tasks)
    made = loaded.track(worlds.unclosed(world), now="2026-03-21T00:00:00Z")
    constant = constant_answer(made.context, made.context.build.words["fr"])
    assert constant["verdict"] == "non_conforme"
    assert constant["taux"]["overclaim"]["affichage"] == "sans objet"
    assert constant["taux"]["reussite"]["fraction"] == "4/10"
    assert constant["taux"]["reussite"]["affichage"] == "40\u00a0%"


def test_the_columns_and_labels_of_each_table(samples: Samples) -> None:
    reference, community = samples["track-rich", "fr"].document["contenu"]["tableaux"]
    assert list(community["colonnes"].values()) == [
        "Agent",
        "DID",
        "Taux d’overclaim",
        "Taux de réussite",
        "Tâches rendues",
        "Stack déclarée",
        "Preuves",
    ]
    assert reference["colonnes"]["stack"] == "Modèle, version, framework, prompt"
    assert reference["etiquette"] == "calibration, pas un classement"
    assert community["etiquette"] == "stack déclarée, non vérifiée"


def test_tasks_are_counted_for_each_table_apart_over_public_reports(samples: Samples) -> None:
    reference, community = samples["track-rich", "en"].document["contenu"]["tableaux"]
    # The replaced run is not counted, nor are the withdrawn row, the private and the pending one.
    assert reference["rapports_comptes"] == 1
    assert community["rapports_comptes"] == 5
    # conf-01: all but "silent" submitted it, exact and grounded.
    # conf-02: the same; exact, but its ground met an instrument fault.
    assert community["taches"] == [
        {"task_id": "conf-01", "rendues": 4, "exactes": 4, "fondees": 4, "comptees": 4},
        {"task_id": "conf-02", "rendues": 4, "exactes": 4, "fondees": 0, "comptees": 0},
        {"task_id": "conf-03", "rendues": 0, "exactes": 0, "fondees": 0, "comptees": 0},
    ]
    invalidated = samples["track-invalidated", "en"].document["contenu"]["tableaux"]
    assert [(t["taches"], t["rapports_comptes"]) for t in invalidated] == [(None, None), (None, None)]


def test_a_track_without_community_rows_has_its_table_all_the_same(world: Path) -> None:
    (world / worlds.COMMUNITY).unlink()
    community = loaded.track(world).documents()["en"]["contenu"]["tableaux"][1]
    assert community["groupes"] == []
    assert community["constante"]["taux"]["reussite"]["fraction"] == "1/3"


# -- streaming --------------------------------------------------------------------------------------


def _streamed(made: loaded.LoadedTrack, code: str) -> bytes:
    head = track.heads(made.context, made.tables())[code]
    lines = [dump(row[code]) for table, _ in head.tables for _, row in made.rows(table)]
    return b"".join(track.write(head, lines))


@pytest.mark.parametrize("code", ["en", "fr"])
def test_streamed_bytes_are_the_document(rich: loaded.LoadedSeason, code: str) -> None:
    (made,) = rich.tracks
    data = _streamed(made, code)
    whole = json.loads(dump(made.documents()[code]))
    read = json.loads(data)
    assert read == whole
    assert json.dumps(read) == json.dumps(whole)  # the order of keys too


def test_each_row_stands_on_a_line_of_its_own(rich: loaded.LoadedSeason) -> None:
    (made,) = rich.tracks
    lines = _streamed(made, "en").split(b"\n")
    found = [json.loads(line.removesuffix(b",")) for line in lines if line.startswith(b'{"etat"')]
    expected = [row["en"] for table in ("reference", "community") for _, row in made.rows(table)]
    assert found == json.loads(dump(expected))
    assert len(found) == 10


def test_streamed_before_the_publication(world: Path) -> None:
    made = loaded.track(worlds.unclosed(world), now=smallest.OPENS_AT)
    for code, document in made.documents().items():
        assert json.loads(_streamed(made, code)) == json.loads(dump(document))


_SIZES = st.lists(st.integers(1, 4), max_size=3)


@given(reference=_SIZES, community=_SIZES, gone=st.integers(0, 2))
def test_pointers_follow_from_the_groups_alone(
    rich: loaded.LoadedSeason, reference: list[int], community: list[int], gone: int
) -> None:
    (made,) = rich.tracks
    tables, lines = {}, []
    for name, sizes in (("reference", reference), ("community", community)):
        row = rows.documents(made.context, made.case(name, 1))["en"]
        assert row["agent"]
        groups = [Group(rows.SCORED, -n, size) for n, size in enumerate(sizes)]
        lines += [row] * sum(sizes)
        if gone:
            groups.append(Group(rows.GONE, 0, gone))
            lines += [{"etat": "retire", "report_id": "a" * 16, "agent": None}] * gone
        tables[name] = Table(tuple(groups))
    head = track.heads(made.context, tables)["en"]
    whole = track.document(head, lines)
    assert whole["texte_de_tiers"]["champs"] == pointers(whole)
    data = b"".join(track.write(head, map(dump, lines)))
    assert json.dumps(json.loads(data)) == json.dumps(json.loads(dump(whole)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_wrong_number_of_rows_is_refused(smallest_track: loaded.LoadedTrack, count: int) -> None:
    tables = {"community": Table((Group(rows.SCORED, -1, 2),))}
    head = track.heads(smallest_track.context, tables)["en"]
    with pytest.raises(ValueError, match="rows"):
        list(track.write(head, [b"{}"] * count))


@pytest.mark.parametrize(
    ("code", "home", "heading"),
    [
        ("en", "/challenges/prove-it/#reading-the-two-columns", "Reading the two columns"),
        ("fr", "/fr/challenges/prove-it/#lire-les-deux-colonnes", "Lire les deux colonnes"),
    ],
)
def test_the_track_leads_to_how_to_read_it(world: Path, code: str, home: str, heading: str) -> None:
    content = loaded.track(world).documents()[code]["contenu"]
    assert content["lecture"] == {"url": home, "texte": heading}
    prose = loaded.content().pages[code]["home"].markdown
    assert f"\n## {heading}\n" in prose
