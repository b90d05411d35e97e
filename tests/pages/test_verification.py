"""The page on how to check the site: the same eight numbers as the program, commands for this very site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from site_builder.challenges.prove_it.pages import verification
from site_builder.reader.account import STEPS
from tests.harness import loaded, worlds
from tests.harness.sample_documents import Sample

Samples = Mapping[tuple[str, str], Sample]


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_steps_have_the_numbers_of_the_program(samples: Samples, code: str) -> None:
    markdown = samples["check", code].document["contenu"]["markdown"]
    numbers = [int(n) for n in re.findall(r"^## ([0-9]+)\. ", markdown, re.MULTILINE)]
    assert numbers == list(STEPS)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_commands_name_this_site_and_a_track_of_it(samples: Samples, code: str) -> None:
    markdown = samples["check", code].document["contenu"]["markdown"]
    assert "{" not in re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    assert "curl -fsSO https://" in markdown
    assert "git clone -q https://forge.example/index.git ../index-program\n" in markdown
    assert "TRACK=challenges/prove-it/season-1/conformite\n" in markdown
    assert "sha256sum $TRACK/section-5.txt $TRACK/kit/manifest.json" in markdown
    places = ("site", "track", "section", "source", "authority", "authority_root", "authority_certificate")
    for place in places:
        assert f"{{{place}}}" not in markdown


@pytest.mark.parametrize(
    ("demonstration", "folder"),
    [(True, "../index-program/trust/rehearsal/tsa-root.pem"), (False, "../authority-root.pem")],
)
def test_a_demonstration_names_the_authority_that_its_reader_can_find(
    world: Path, demonstration: bool, folder: str
) -> None:
    worlds.mutate(world / worlds.SEASON, "/demonstration", demonstration)
    season = loaded.season(world)
    made = verification.documents(
        loaded.build(),
        {code: loaded.content().pages[code]["check"] for code in ("en", "fr")},
        [(season.context, season.track_contexts)],
        "https://forge.example/index.git",
    )
    for code, said in (("en", "below trust/rehearsal"), ("fr", "sous trust/rehearsal")):
        markdown = made[code]["contenu"]["markdown"]
        assert f"-CAfile {folder} " in markdown
        assert (said in markdown) is demonstration


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_step_says_first_what_it_takes(samples: Samples, code: str) -> None:
    markdown = samples["check", code].document["contenu"]["markdown"]
    tools, program = {
        "en": ("**Ordinary tools", "**The program"),
        "fr": ("**Outils ordinaires", "**Le programme"),
    }[code]
    steps = re.split(r"^## [0-9]\. .*\n\n", markdown, flags=re.MULTILINE)[1:]
    ordinary = [number for number, step in enumerate(steps, 1) if step.startswith(tools)]
    assert ordinary == [1, 5, 8]
    ours = re.compile("site-builder|account.json")
    alone = [number for number, step in enumerate(steps, 1) if not ours.search(step)]
    assert alone == [n for n, step in enumerate(steps, 1) if step.startswith(f"{tools}.**")] == [1]
    assert [n for n, step in enumerate(steps, 1) if step.startswith(program)] == [2, 3, 4, 6, 7]


def test_both_languages_give_the_same_commands(samples: Samples) -> None:
    english, french = (
        re.findall(r"```sh\n(.*?)```", samples["check", code].document["contenu"]["markdown"], re.DOTALL)
        for code in ("en", "fr")
    )
    assert english == french
    assert len(english) == 16


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_step_says_what_it_proves_and_what_it_does_not(samples: Samples, code: str) -> None:
    markdown = samples["check", code].document["contenu"]["markdown"]
    proves, does_not = {
        "en": ("*Proves*", "*Does not prove*"),
        "fr": ("*Prouve*", "*Ne prouve"),
    }[code]
    steps = re.split(r"^## ", markdown, flags=re.MULTILINE)[2:10]
    assert [step[:1] for step in steps] == [str(number) for number in STEPS]
    for step in steps:
        text = " ".join(step.split())
        assert proves in text, step[:20]
        assert does_not in text, step[:20]
