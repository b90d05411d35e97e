"""Every page with figures says whether they were replayed from the evidence, or only recounted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.pages import report, season
from site_builder.challenges.prove_it.pages.context import SeasonContext, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.verified import VerifiedProof
from site_builder.challenges.prove_it.scoring.case import Replay
from site_builder.documents.envelope import dump
from site_builder.render.html import html
from tests.harness import loaded, smallest, worlds

RECOUNTED = {
    "en": "Recounted, not replayed: the figures were added up again from their assertions and the "
    "revealed key. The submissions, proofs and corpus that they follow from do not come with them, so no "
    "assertion was scored again. No freeze was checked against its anchor: nothing here establishes that the "
    "section, the corpus and the key are those fixed before the first run.",
    "fr": "Recomptés, non rejoués\u00a0: les chiffres ont été recalculés à partir de leurs assertions et "
    "de la clé révélée. Les soumissions, les preuves et le corpus dont ils découlent ne les accompagnent "
    "pas\u00a0; aucune assertion n’a donc été réévaluée. Aucun gel n’a été confronté à son "
    "ancrage\u00a0: rien ici n’établit que la section, le corpus et la clé sont ceux qui ont été fixés avant "
    "le premier run.",
}


@pytest.fixture
def world(tmp_path: Path) -> Path:
    return worlds.smallest_world(tmp_path / "data")


def contents(world: Path, replay: Replay, now: str = loaded.NOW) -> dict[str, dict[str, dict[str, Any]]]:
    """Page type → language → content, of a track whose scores were replayed that far."""
    made = loaded.season(world, now=now)
    (track,) = made.tracks
    context = TrackContext(track.context.season, replace(track.context.case, replay=replay))
    found = {"saison": season.documents(made.context, [context], made.counts())}
    found["piste"] = replace(track, context=context).documents()
    found["rapport"] = report.documents(context, track.cases["community"][0])
    return {
        kind: {code: document["contenu"] for code, document in by_language.items()}
        for kind, by_language in found.items()
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ["saison", "piste", "rapport"])
def test_without_evidence_the_page_says_so_first(world: Path, kind: str, language: str) -> None:
    content = contents(world, "none")[kind][language]
    said = [notice["texte"] for notice in content["avis"] if notice["code"] == "non_rejoue"]
    assert said == [RECOUNTED[language]]
    assert (content["pistes"][0] if kind == "saison" else content)["rejeu"] is None


@pytest.mark.parametrize("kind", ["saison", "piste", "rapport"])
@pytest.mark.parametrize(
    ("replay", "code", "start"),
    [
        ("whole", "rejoue", "Replayed: every assertion that the figures of this track rest on"),
        ("assertions", "assertions_rejouees", "Replayed in part: every assertion that the figures"),
    ],
)
def test_with_evidence_it_says_how_far(world: Path, kind: str, replay: Replay, code: str, start: str) -> None:
    content = contents(world, replay)[kind]["en"]
    assert all(notice["code"] != "non_rejoue" for notice in content["avis"])
    told = (content["pistes"][0] if kind == "saison" else content)["rejeu"]
    assert told["code"] == code
    assert told["texte"].startswith(start)


def test_where_no_figure_is_shown_nothing_is_said(world: Path) -> None:
    for kind in ("saison", "piste"):
        content = contents(world, "none", now=smallest.CLOSES_AT)[kind]["en"]
        assert all(notice["code"] != "non_rejoue" for notice in content["avis"])
    worlds.mutate(
        world / worlds.SEASON,
        "/invalidated",
        {"at": "2026-03-25T12:00:00Z", "reason": {"fr": "Corpus modifié.", "en": "Corpus changed."}},
    )
    for content in (pages["en"] for pages in contents(world, "none").values()):
        assert all(notice["code"] != "non_rejoue" for notice in content["avis"])


def test_one_of_two_tracks(world: Path) -> None:
    made = loaded.season(world)
    (track,) = made.tracks
    other = TrackContext(track.context.season, replace(track.context.case, replay="whole"))
    (document, _) = season.documents(made.context, [track.context, other], made.counts()).values()
    said = [n["texte"] for n in document["contenu"]["avis"] if n["code"] == "non_rejoue"]
    assert said == [f"Track Compliance. {RECOUNTED['en']}"]


def test_flat_copies_that_differ_are_incidents(world: Path) -> None:
    made = loaded.season(world)
    (context,) = made.track_contexts
    counts = {("conformite", "community"): TaskCounts(flat_copies=2)}
    content = season.documents(SeasonContext(made.context.build, made.context.case), [context], counts)
    assert content["en"]["contenu"]["incidents"] == [
        {
            "genre": "copie_divergente",
            "piste": {"id": "conformite", "nom": "Compliance track"},
            "tableau": {"id": "community", "nom": "Community"},
            "nombre": 2,
            "texte": "2 flat copies in proofs differ from what the proofs open; the opened values alone "
            "count.",
        }
    ]


def test_the_steps_of_each_proof_stand_in_the_report_of_a_replayed_track(world: Path) -> None:
    (track,) = loaded.season(world).tracks
    case = track.cases["community"][0]
    context = TrackContext(track.context.season, replace(track.context.case, replay="whole"))
    outcomes = ("passed", "passed", "failed", "not_checked", "pending", "passed", "passed")
    proofs = [VerifiedProof("prf_20260305_100000_000001", outcomes, "2026-03-05T10:00:00Z")]
    made = report.documents(context, case, proofs)
    shown = made["fr"]["contenu"]["preuves_verifiees"]
    assert shown == [
        {
            "proof_id": "prf_20260305_100000_000001",
            "etapes": [{"numero": n, "etat": state} for n, state in enumerate(outcomes, 1)],
            "heure": "2026-03-05T10:00:00Z",
        }
    ]
    page = html(dump(made["fr"]), loaded.content().messages["fr"]).decode()
    row = page.split('<th scope="row"><code>prf_20260305_100000_000001</code></th>')[1].split("</tr>")[0]
    assert row == (
        "<td>réussie</td><td>réussie</td><td><b>échouée</b></td><td><i>non vérifiée</i></td>"
        "<td><i>en attente</i></td><td>réussie</td><td>réussie</td>"
        '<td><time datetime="2026-03-05T10:00:00Z">2026-03-05T10:00:00Z</time></td>'
    )
    assert page.index("<details>") < page.index(row) < page.index("</details>")
    recounted = report.documents(track.context, case, proofs)["fr"]
    assert recounted["contenu"]["preuves_verifiees"] is None
    assert "<details>" not in html(dump(recounted), loaded.content().messages["fr"]).decode()
