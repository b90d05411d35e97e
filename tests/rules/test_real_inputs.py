"""The rules on real texts and whole seasons: what is right is accepted, every change that matters is seen."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.rules import judge
from site_builder.rules.cases import PageCase
from site_builder.rules.facts import facts
from site_builder.rules.site import FileCase
from tests.harness import worlds
from tests.harness.worlds import REAL_INPUTS
from tests.rules import sites
from tests.rules.running import judge_inputs, whole

Json = Any


# -- official texts ------------------------------------------------------------------------------------------


def official(shared: Path, text: str | None, language: str) -> PageCase:
    """The published specification page, with another text in it."""
    document = json.loads((shared / "seeds/page-specification.en.json").read_text())
    table = sites.content().messages[language].table
    document["langue"], document["url"] = language, document["traductions"][language]
    document["etat_saison"]["note"] = table["envelope.season_state_note"]
    document["contenu"]["section_5"] = None
    if text is not None:
        document["contenu"]["markdown"] = text
    label = dict.fromkeys(("en", "fr"), document["mention_ia"])
    known = facts("https://proveit.arkforge.tech", sites.content(), label, [])
    return PageCase("challenges/prove-it/specification/index.json", document, known)


@pytest.mark.parametrize(
    ("name", "language"),
    [("", "en"), ("specification.en.md", "en"), ("specification.fr.txt", "fr"), ("section-5.txt", "fr")],
)
def test_no_rule_refuses_the_official_texts(shared: Path, name: str, language: str) -> None:
    text = (shared / "seeds" / name).read_text() if name else None
    assert judge.judge_page(official(shared, text, language)) == []


def test_the_content_of_the_project_is_accepted() -> None:
    assert judge.judge_content(sites.content()) == []


# -- whole seasons -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def season(make_season: worlds.SeasonMaker) -> Path:
    return make_season(14, 2, seed=5)


def test_a_made_season_is_accepted_from_inputs_to_html(season: Path) -> None:
    assert judge_inputs(season) == []
    site = sites.site(season)
    findings = []
    for file in site.pages:
        page = site.page(file)
        findings += judge.judge_page(page)
        findings += judge.judge_output(sites.output_of(page))
    for file, (data, about) in site.files.items():
        findings += judge.judge_file(FileCase(file, data, site.facts, about))
    twins: dict[str, list[PageCase]] = {}
    for file in site.pages:
        page = site.page(file)
        twins.setdefault(page.path, []).append(page)
    for pages in twins.values():
        findings += judge.judge_twins(pages)
    assert findings == []
    assert len(site.pages) > 60


def test_the_links_of_a_made_season_land(season: Path) -> None:
    site = sites.site(season)
    case = whole(site)
    base = "challenges/prove-it/season-1"
    case.files.update(f"{base}/generique/{name}" for name in ("section-6.txt", "answer-key.json"))
    assert judge.judge_site(case) == []


@pytest.mark.parametrize(
    "variant",
    [
        "B09", "B19/same-assertion-id", "B20", "B26/q-valid-pair", "B31", "B34/a-offset", "B34/b-dst-day",
        "B37/a-third-party", "B38", "B40",
    ],
)  # fmt: skip
def test_real_world_inputs_pass_the_input_rules(shared: Path, tmp_path: Path, variant: str) -> None:
    inputs = shared / REAL_INPUTS
    world = worlds.laid_over(inputs / "_base", inputs / variant, tmp_path / "data")
    assert judge_inputs(world) == []
    site = sites.site(world)
    for file in site.pages:
        page = site.page(file)
        assert judge.judge_page(page) == []
        assert judge.judge_output(sites.output_of(page)) == []


# -- changes -------------------------------------------------------------------------------------------------

# Members of a score file under no rule: what a stranger wrote, and what only the evidence can check.
FREE = frozenset(
    (
        "name", "did", "declared", "public", "narrative", "id", "claim", "disclosures", "submitted_at",
        "reason", "model", "model_version", "framework", "framework_version", "prompt_url",
    )
)  # fmt: skip


def leaves(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    nested = False
    for key, item in items:
        nested = True
        yield from leaves(item, (*path, key))
    if not nested:
        yield path


def changed(value: Json, rng: random.Random) -> Json:
    """Another value of the same type."""
    if value is None:
        return "value_mismatch"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1)) if value else 1
    if isinstance(value, str):
        return value + "x"
    return [None] if isinstance(value, list) else {"x": 1}


def set_at(document: Json, path: tuple[str | int, ...], make: Callable[[Json], Json]) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = make(document[path[-1]])


def test_every_single_change_of_a_score_is_refused(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    """Hundreds of changes of one member, each in its place: the build says no, and names the file."""
    world = worlds.copied(make_season(2, 1, seed=5), tmp_path / "data")
    rng = random.Random(20260311)
    # Where verdicts are open, one that is inexact may be another one and stay inexact.
    files = sorted((world / "prove-it/season-1/conformite").glob("*/*.json"))
    missed = []
    for _ in range(150):
        file = rng.choice(files)
        before = file.read_bytes()
        document = json.loads(before)
        path = rng.choice([path for path in leaves(document) if FREE.isdisjoint(path)])
        set_at(document, path, lambda value: changed(value, rng))
        worlds.write_json(file, document)
        findings = judge_inputs(world)
        if not any(f.file.endswith("/".join(file.parts[-2:])) for f in findings):
            missed.append((file.name, path))
        file.write_bytes(before)
    assert missed == []


def test_a_claim_that_decides_cannot_change_unseen(season: Path, tmp_path: Path) -> None:
    """A supported claim that carries a ground: another value leaves the fact missing."""
    world = worlds.copied(season, tmp_path / "data")
    folder = world / "prove-it/season-1/conformite"
    key = worlds.read_json(folder / "answer-key.json")
    seen = 0
    for file in sorted((folder / "community").glob("*.json")):
        document = worlds.read_json(file)
        for number, task in enumerate(document["tasks"]):
            if task["state"] != "submitted" or task["missing_facts"]:
                continue
            forms = [form for ground in key[task["task_id"]]["grounds"] for form in ground["any_of"]]
            for at, assertion in enumerate(task["assertions"]):
                alone = sum(a["claim"] in forms for a in task["assertions"]) == len(
                    key[task["task_id"]]["grounds"]
                )
                if assertion["claim"] in forms and assertion["status"] == "supported" and alone:
                    before = file.read_bytes()
                    worlds.mutate(file, f"/tasks/{number}/assertions/{at}/claim/value", "another value")
                    places = {(f.code, f.pointer) for f in judge_inputs(world)}
                    assert ("PUB-16", f"/tasks/{number}/missing_facts") in places
                    file.write_bytes(before)
                    seen += 1
                    break
            if seen >= 12:
                return
    assert seen
