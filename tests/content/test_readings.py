"""The readings are told once, in the content of the site; what the program and docs/ say of them agrees."""

from __future__ import annotations

import re

import pytest

from site_builder.challenges.prove_it.scoring.readings import READINGS, Reading
from tests.harness.command import REPOSITORY

PAGES = {code: (REPOSITORY / f"content/{code}/pages/readings.md").read_text("utf-8") for code in ("en", "fr")}
ENTRY = re.compile(r"^## (R[0-9]+) · (.+)$", re.MULTILINE)
CODES = [reading.code for reading in READINGS]


def entries(language: str) -> dict[str, str]:
    parts = ENTRY.split(PAGES[language])
    return dict(zip(parts[1::3], parts[3::3], strict=True))


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("’", "'").split())


@pytest.mark.parametrize("language", PAGES)
def test_each_reading_has_one_entry_in_order(language: str) -> None:
    assert [code for code, _ in ENTRY.findall(PAGES[language])] == CODES
    assert [f"R{n}" for n in range(1, len(CODES) + 1)] == CODES


@pytest.mark.parametrize("language", PAGES)
def test_an_entry_says_the_four_things(language: str) -> None:
    for code, text in entries(language).items():
        labels = re.findall(r"^\* \*\*(.+?)\*\*", text, re.MULTILINE)
        wanted = {
            "en": ["The text", "What it leaves open", "The reading", "The other reading"],
            "fr": ["Le texte", "Ce qu’il laisse ouvert", "La lecture", "L’autre lecture"],
        }[language]
        assert labels == wanted, code


@pytest.mark.parametrize("reading", READINGS, ids=CODES)
def test_the_french_entry_quotes_the_sentence_that_the_program_names(reading: Reading) -> None:
    entry = plain(entries("fr")[reading.code])
    assert f"« {reading.sentence.text.rstrip('.')}" in entry
    assert f"(§{reading.sentence.section})" in entry


def test_the_developers_page_gives_each_reading_one_row() -> None:
    text = (REPOSITORY / "docs/readings.md").read_text("utf-8")
    rows = re.findall(r"^\| (R[0-9, R]+) \|", text, re.MULTILINE)
    assert sorted((code for row in rows for code in row.split(", ")), key=CODES.index) == CODES
