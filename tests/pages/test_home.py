"""The home: what the challenge is, the tables of each season, then the prose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.pages.home import documents
from site_builder.content.catalogue import MarkdownPage
from tests.harness import loaded, worlds

PROSE = "# PROVE IT\n\nThe gap.\n\n```\n## not a heading\n```\n\n## Thesis\n\nText.\n\n## Limits\n\nMore.\n"


def content(made: loaded.LoadedSeason, code: str = "en", prose: str = PROSE) -> dict[str, Any]:
    pages = {code: MarkdownPage("home", "PROVE IT", prose) for code in ("en", "fr")}
    found: dict[str, Any] = documents(loaded.build(), pages, [(made.context, made.track_contexts)])[code][
        "contenu"
    ]
    return found


def test_the_order_of_the_keys(world: Path) -> None:
    assert list(content(loaded.season(world))) == [
        "type", "description", "avis", "fil", "texte", "markdown", "saisons", "specification_url",
        "regles_url", "limites", "licence", "citation",
    ]  # fmt: skip


def test_seasons_stand_between_the_opening_and_the_first_section(world: Path) -> None:
    made = content(loaded.season(world))
    assert made["texte"] == "# PROVE IT\n\nThe gap.\n\n```\n## not a heading\n```\n"
    assert made["markdown"] == "## Thesis\n\nText.\n\n## Limits\n\nMore.\n"


@pytest.mark.parametrize("prose", ["# PROVE IT\n\nThe gap.\n", "## At once\n", ""])
def test_no_word_of_the_prose_is_lost(world: Path, prose: str) -> None:
    made = content(loaded.season(world), prose=prose)
    assert f"{made['texte']}\n{made['markdown']}".strip() == prose.strip()


def test_a_published_season_leads_to_each_table(world: Path) -> None:
    (season,) = content(loaded.season(world), "fr")["saisons"]
    path = "/fr/challenges/prove-it/season-1/conformite/"
    assert [track["tableaux"] for track in season["pistes"]] == [
        [
            {"nom": "Runs de référence", "url": f"{path}#reference"},
            {"nom": "Communauté", "url": f"{path}#community"},
        ]
    ]


def test_before_publication_there_is_no_table_to_lead_to(world: Path) -> None:
    made = content(loaded.season(worlds.unclosed(world), now="2026-03-10T00:00:00Z"))
    assert [track["tableaux"] for track in made["saisons"][0]["pistes"]] == [[]]
    assert made["saisons"][0]["pistes"][0]["url"] == "/challenges/prove-it/season-1/conformite/"
