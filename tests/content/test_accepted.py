"""``parity.toml``, read strictly: what is taken, and what is told at which line."""

from __future__ import annotations

from collections import Counter

import pytest

from site_builder.content.accepted import parse

ENTRY = """\
[[accepted]]
page = "specification"
section = "2.4"
kind = "numbers"
only = { en = ["1"], fr = ["80", "80"] }
reason = { en = "Why.", fr = "Pourquoi." }
"""
INLINE = f"accepted = [{{ {', '.join(ENTRY.splitlines()[1:])} }}]\n"
OTHER = ENTRY.replace('"2.4"', '"7.5"')


def test_an_entry_holds_what_each_language_alone_has() -> None:
    (entry,), problems = parse(f"# Ours.\n\n{ENTRY}")
    assert problems == []
    assert (entry.page, entry.section, entry.kind, entry.line) == ("specification", "2.4", "numbers", 3)
    assert entry.only == {"en": Counter(["1"]), "fr": Counter(["80", "80"])}
    assert entry.reason == {"en": "Why.", "fr": "Pourquoi."}


@pytest.mark.parametrize("text", ["", "# None today.\n", "accepted = []\n"])
def test_a_file_may_list_nothing(text: str) -> None:
    assert parse(text) == ((), [])


def test_an_array_of_tables_in_one_value_has_no_line_of_its_own() -> None:
    (entry,), problems = parse(INLINE)
    assert problems == []
    assert entry.line is None
    _, (problem,) = parse(INLINE.replace("numbers", "letters"))
    assert problem.line is None


@pytest.mark.parametrize("header", ["[[accepted]]", '  [["accepted"]]', "[[ 'accepted' ]]"])
def test_a_header_is_found_however_it_is_written(header: str) -> None:
    _, (problem,) = parse(OTHER + ENTRY.replace("[[accepted]]", header).replace("numbers", "letters"))
    assert problem.line == 7


def test_a_header_inside_a_text_is_none() -> None:
    entries, problems = parse(ENTRY.replace('"Why."', '"""Why\n[[accepted]]\n"""'))
    assert entries == ()
    assert [(problem.line, problem.found) for problem in problems] == [(1, "accepted.reason.en")]
    text = ENTRY.replace('"2.4"', '"""\\\n[[accepted]]\\\n"""') + OTHER
    (_, second), problems = parse(text)
    assert (second.line, problems) == (9, [])


@pytest.mark.parametrize("value", ["3", '"x"', "[3]", '{ page = "x" }', "[[]]"])
def test_what_is_no_list_of_tables_is_told(value: str) -> None:
    entries, problems = parse(f"accepted = {value}\n")
    assert entries == ()
    assert problems
