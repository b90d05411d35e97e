"""corrections.jsonl: one object a line, each kind with its own place, before and after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.challenges.prove_it.inputs.correction import (
    DisputeDismissed,
    Rectification,
    SupersededRun,
    Withdrawal,
)
from site_builder.challenges.prove_it.inputs.tree import read_tree
from site_builder.kernel.findings import in_order
from tests.harness.smallest import Document
from tests.harness.worlds import CORRECTIONS
from tests.inputs import documents

ALL = [documents.rectification(), documents.dismissed(), documents.withdrawal(), documents.superseded()]


def line(document: Document) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode() + b"\n"


def read(
    world: Path, data: bytes
) -> tuple[tuple[object, ...], list[tuple[str, int | None, str | None, str]]]:
    (world / CORRECTIONS).write_bytes(data)
    tree, found = read_tree(world)
    assert all(finding.file == CORRECTIONS for finding in found)
    told = [(f.code, f.line, f.pointer, f.found) for f in in_order(found)]
    return tree.seasons[0].corrections, told


def test_each_kind_is_read_in_order(world: Path) -> None:
    corrections, found = read(world, b"".join(map(line, ALL)))
    assert found == []
    assert [type(c) for c in corrections] == [Rectification, DisputeDismissed, Withdrawal, SupersededRun]


def test_no_file_and_an_empty_file_hold_no_correction(world: Path) -> None:
    assert read_tree(world)[0].seasons[0].corrections == ()
    assert read(world, b"") == ((), [])


def test_a_last_line_without_its_end_is_told_and_read(world: Path) -> None:
    corrections, found = read(world, line(ALL[0]) + line(ALL[2]).rstrip(b"\n"))
    assert len(corrections) == 2
    assert found == [("T001", None, None, "a last line without its end")]


@pytest.mark.parametrize(
    ("data", "number"),
    [(b"\n" + line(ALL[0]), 1), (line(ALL[0]) + b"\n" + line(ALL[2]), 2), (line(ALL[0]) + b" \r\n", 2)],
)
def test_an_empty_line_has_its_number(world: Path, data: bytes, number: int) -> None:
    _, found = read(world, data)
    assert found == [("T001", number, None, "an empty line")]


def test_lines_ended_by_another_system_are_read(world: Path) -> None:
    corrections, found = read(world, b"".join(line(document).replace(b"\n", b"\r\n") for document in ALL))
    assert (len(corrections), found) == (4, [])


def test_an_object_over_several_lines_is_refused(world: Path) -> None:
    _, found = read(world, json.dumps(ALL[0], indent=1).encode() + b"\n")
    assert {code for code, *_ in found} == {"J001"}
    assert found[0][1] == 1


def test_each_line_is_strict_json(world: Path) -> None:
    twice = line(ALL[1]).replace(b'"n": 1', b'"n": 1, "n": 2')
    corrections, found = read(world, line(ALL[0]) + twice + b"\xef\xbb\xbf{}\n" + line(ALL[2]))
    assert len(corrections) == 1  # those before the first line that cannot be read
    assert found == [
        ("J001", 2, "/n", "the key 'n' a second time"),
        ("J001", 3, "", "a byte order mark"),
    ]


@pytest.mark.parametrize(
    ("document", "pointer", "found"),
    [
        ({**ALL[0], "kind": "erratum"}, "/kind", '"erratum"'),
        ({**ALL[0], "kind": None}, "/kind", "null"),
        ({**ALL[0], "n": 0}, "/n", "0"),
        ({**ALL[0], "n": "1"}, "/n", '"1"'),
        ({**ALL[0], "at": "2026-11-20T09:00:00"}, "/at", '"2026-11-20T09:00:00"'),
        ({**ALL[0], "concerns": documents.WHOLE_ROW}, "/concerns/task_id", "null"),
        ({**ALL[0], "after": None}, "/after", "null"),
        ({**ALL[0], "after": {"report_id": "abcdefghijkl2345"}}, "/after/cause", "nothing"),
        ({**ALL[0], "reason": "un mot"}, "/reason", '"un mot"'),
        ({**ALL[0], "reason": {"fr": "un mot"}}, "/reason/en", "nothing"),
        ({**ALL[0], "reason": {"fr": "un mot", "en": ""}}, "/reason/en", '""'),
        ({**ALL[1], "concerns": documents.WHOLE_ROW}, "/concerns/task_id", "null"),
        ({**ALL[2], "concerns": documents.PLACE}, "/concerns/task_id", '"conf-03"'),
        ({**ALL[2], "after": {"report_id": "abcdefghijkl2345"}}, "/after", "an object"),
        ({**ALL[3], "concerns": documents.WHOLE_ROW}, "/concerns/table", '"community"'),
        ({**ALL[3], "after": None}, "/after", "null"),
        ({**ALL[3], "after": {"report_id": "ABC"}}, "/after/report_id", '"ABC"'),
    ],
)
def test_what_is_wrong_with_a_line_has_its_number_and_pointer(
    world: Path, document: Document, pointer: str, found: str
) -> None:
    corrections, told = read(world, line(ALL[2]) + line(document))
    assert len(corrections) == 1
    assert (("S001", 2, pointer, found)) in told
    assert all(number == 2 for _, number, _, _ in told)
