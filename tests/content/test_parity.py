"""Both languages or neither: one named change to the smallest tree, and the exact differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from site_builder.content.catalogue import from_files
from site_builder.content.parity import findings, numbers
from tests.content import smallest

Tree = dict[str, bytes]


def differences(change: Callable[[Tree], object]) -> list[tuple[str, int | None, str, str]]:
    files = smallest.files()
    change(files)
    faults: list[object] = []
    catalogue = from_files(files, lambda *fault: faults.append(fault))
    assert faults == []
    found = findings(catalogue, "PUB-18", "both-languages")
    assert {(f.code, f.name) for f in found} <= {("PUB-18", "both-languages")}
    assert all(f.remedy for f in found)
    return [(f.file, f.line, f.found, f.expected) for f in found]


def replace(path: str, old: str, new: str) -> Callable[[Tree], None]:
    def change(files: Tree) -> None:
        text = files[path].decode()
        assert old in text
        files[path] = text.replace(old, new).encode()

    return change


EN_PO, FR_PO = "en/messages/interface.po", "fr/messages/interface.po"
EN_HOME, FR_HOME = "en/pages/home.md", "fr/pages/home.md"
PO, HOME = "content/fr/messages/interface.po", "content/fr/pages/home.md"


def test_the_smallest_tree_holds_the_same_twice() -> None:
    assert differences(lambda files: None) == []


REFUSED = {
    "a message in English only": (
        replace(EN_PO, 'msgid "nav.home"', 'msgid "nav.new"\nmsgstr "New"\n\nmsgid "nav.home"'),
        [
            (
                PO,
                None,
                "no message 'nav.new'",
                "a translation, since en/messages/interface.po has it at line 7",
            )
        ],
    ),
    "a message in French only": (
        replace(EN_PO, 'msgid "nav.home"\nmsgstr "Home"\n\n', ""),
        [
            (
                "content/en/messages/interface.po",
                None,
                "no message 'nav.home'",
                "a translation, since fr/messages/interface.po has it at line 7",
            )
        ],
    ),
    "another placeholder": (
        replace(FR_PO, "{days}", "{jours}"),
        [(PO, 10, "'dispute.until' with placeholders jours", "days, as in en")],
    ),
    "a placeholder left out": (
        replace(FR_PO, "Sous {days} jours", "Sous quelques jours"),
        [(PO, 10, "'dispute.until' with placeholders (none)", "days, as in en")],
    ),
    "a plural in one language only": (
        replace(
            FR_PO,
            'msgid_plural "count.tasks"\nmsgstr[0] "{n} tâche"\nmsgstr[1] "{n} tâches"',
            'msgstr "{n} tâches"',
        ),
        [(PO, 13, "'count.tasks' without plural forms", "with plural forms, as in en")],
    ),
    "another number in a message": (
        replace(FR_PO, "14 au plus", "15 au plus"),
        [(PO, 10, "'dispute.until' with numbers 15", "14, as in en")],
    ),
    "a page in English only": (
        lambda files: files.update({"en/pages/new.md": b"# New\n"}),
        [("content/fr/pages/new.md", None, "no such page", "a page, since en has it")],
    ),
    "a page in French only": (
        lambda files: files.update({"fr/pages/new.md": b"# Neuf\n"}),
        [("content/en/pages/new.md", None, "no such page", "a page, since fr has it")],
    ),
    "a heading of another level": (
        replace(FR_HOME, "## 1. Un", "### 1. Un"),
        [(HOME, 9, "heading '1. Un'", "a heading like '1. One', as in en")],
    ),
    "a heading with another number": (
        replace(FR_HOME, "## 1. Un", "## 2. Un"),
        [(HOME, 9, "heading '2. Un'", "a heading like '1. One', as in en")],
    ),
    "a heading left out": (
        replace(FR_HOME, "## 1. Un\n\nTexte 7,3.\n", ""),
        [(HOME, None, "the end of the page", "a heading like '1. One', as in en")],
    ),
    "a heading too many": (
        replace(FR_HOME, "Texte 7,3.\n", "Texte 7,3.\n\n## Suite\n"),
        [(HOME, 13, "heading 'Suite'", "the end of the page, as in en")],
    ),
    "another number in the text": (
        replace(FR_HOME, "7,3", "7,4"),
        [(HOME, 9, "under '1. Un' the numbers 7.4", "7.3 instead, as in en")],
    ),
    "a number twice": (
        replace(FR_HOME, "Texte 7,3.", "Texte 7,3 et 7,3."),
        [(HOME, 9, "under '1. Un' the numbers 7.3", "(none) instead, as in en")],
    ),
    "a link elsewhere": (
        replace(FR_HOME, "(#s1)", "(https://example.org/)"),
        [
            (
                HOME,
                5,
                "under 'Accueil' the links https://example.org/",
                "#s1 instead, as in en",
            )
        ],
    ),
    "another authority": (
        replace(FR_HOME, "authority: fr", "authority: en"),
        [(HOME, 1, "authority en", "fr, as in en")],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_difference_is_found_where_it_is_to_be_mended(case: str) -> None:
    change, expected = REFUSED[case]
    assert differences(change) == expected


def test_links_to_headings_are_equal_when_they_land_on_the_same_one() -> None:
    def change(files: Tree) -> None:
        replace(EN_HOME, "(#s1)", "(#1-one)")(files)
        replace(FR_HOME, "(#s1)", "(#1-un)")(files)

    assert differences(change) == []


def test_an_entry_in_another_file_is_found() -> None:
    def change(files: Tree) -> None:
        files["fr/messages/other.po"] = files.pop(FR_PO)

    assert [found for _, _, found, _ in differences(change)] == [
        "'nav.home' in this file",
        "'dispute.until' in this file",
        "'count.tasks' in this file",
    ]


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("7.3%", "7,3\u00a0%"),
        ("1,000 rows", "1\u202f000 lignes"),
        ("12,500,000", "12\u00a0500\u00a0000"),
        ("§5.7, RFC 3161", "§5.7, RFC 3161"),
        ("3, 4 and 3", "3, 4 et 3"),
        ("on 2026-09-13", "le 2026-09-13"),
    ],
)
def test_numbers_are_read_in_both_languages(english: str, french: str) -> None:
    assert numbers(english) == numbers(french) != Counter()


def test_different_numbers_differ() -> None:
    assert numbers("10 of 10") == Counter({"10": 2})
    assert numbers("1.0") != numbers("10")
    assert numbers("0 of 10") != numbers("10 of 10")
