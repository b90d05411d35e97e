"""The ledger's chain: what a line is, and that no byte of it can change unseen."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.ledger import (
    Concerns,
    LedgerError,
    Line,
    Numbers,
    check_continues,
    following,
    head,
    link_of,
    parse,
    prefix,
    seal_of,
)

MANIFEST = "ab" * 32
FIRST_CONTENT = (
    '{"at": "2026-11-02T08:00:00Z", "concerns": {"corrections": [], "demonstrations": [], "invalidated": [], '
    '"seasons": [1]}, "kind": "publication", "manifest": "' + MANIFEST + '", "schema": "proveit-ledger-v1"}'
)


def ledger(count: int = 3) -> tuple[Line, ...]:
    """A ledger of a publication, a correction, an invalidation, then publications."""
    made = [
        following(
            None, at="2026-11-02T08:00:00Z", kind="publication", concerns=Concerns((1,)), manifest=MANIFEST
        )
    ]
    later = [
        ("correction", Concerns((1,), (), (Numbers(1, (1, 2)),))),
        ("invalidation", Concerns((1, 2), (2,), (), (1,))),
    ]
    for number in range(1, count):
        kind, concerns = later[number - 1] if number <= 2 else ("publication", Concerns((1, 2), (2,)))
        made.append(
            following(
                made[-1],
                at=f"2026-11-{2 + number:02}T08:00:00+01:00",
                kind=kind,  # type: ignore[arg-type]
                concerns=concerns,
                manifest=f"{number:064x}",
            )
        )
    return tuple(made)


def data(lines: tuple[Line, ...]) -> bytes:
    return b"".join(line.as_bytes() for line in lines)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_seal_and_link_of_the_first_line_over_texts_written_by_hand() -> None:
    seal = sha256(FIRST_CONTENT)
    whole = FIRST_CONTENT.replace(
        '"manifest": "' + MANIFEST + '", ', '"manifest": "' + MANIFEST + '", "n": 1, '
    ).replace('"schema"', '"prev": "", "schema"')
    link = sha256(whole.removesuffix("}") + f', "seal": "{seal}"}}')
    (line,) = ledger(1)
    assert (line.n, line.prev, line.seal, line.link) == (1, "", seal, link)
    assert (
        line.as_bytes()
        == (
            '{"n": 1, "schema": "proveit-ledger-v1", "at": "2026-11-02T08:00:00Z", "kind": "publication", '
            '"concerns": {"seasons": [1], "demonstrations": [], "corrections": [], "invalidated": []}, '
            f'"manifest": "{MANIFEST}", "prev": "", "seal": "{seal}", "link": "{link}"}}\n'
        ).encode()
    )


def test_the_check_of_the_standard_accepts_the_chain() -> None:
    """Appendix B, step 4, with its own few lines of Python."""
    prev = ""
    for number, text in enumerate(data(ledger(5)).decode().splitlines(), 1):
        line = json.loads(text)
        assert line["n"] == number
        assert line["prev"] == prev
        content = {k: v for k, v in line.items() if k not in ("seal", "link", "prev", "n")}
        assert line["seal"] == sha256(json.dumps(content, sort_keys=True, ensure_ascii=False))
        without = {k: v for k, v in line.items() if k != "link"}
        assert line["link"] == sha256(json.dumps(without, sort_keys=True, ensure_ascii=False))
        prev = line["link"]


def test_characters_beyond_ascii_are_hashed_as_they_are() -> None:
    content = {"b": "é", "a": "金"}
    assert seal_of({**content, "n": 1, "prev": "x", "seal": "y", "link": "z"}) == sha256(
        '{"a": "金", "b": "é"}'
    )
    assert link_of({**content, "n": 2, "link": "z"}) == sha256('{"a": "金", "b": "é", "n": 2}')


def test_a_ledger_is_read_back_as_it_was_made() -> None:
    lines = ledger(6)
    assert parse(data(lines)) == lines
    assert [line.kind for line in lines[:4]] == ["publication", "correction", "invalidation", "publication"]


def test_the_head_names_lines_bytes_and_the_last_link() -> None:
    lines = ledger(2)
    found = head(data(lines))
    assert (found.lines, found.link) == (2, lines[1].link)
    assert found.sha256 == hashlib.sha256(lines[0].as_bytes() + lines[1].as_bytes()).hexdigest()


# Refused


def changed(number: int, **values: object) -> bytes:
    """The ledger with members of one line changed, and nothing recomputed."""
    made = [line.as_json() for line in ledger()]
    made[number - 1] |= values
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in made)


@pytest.mark.parametrize(
    ("number", "values", "found"),
    [
        (1, {"n": 2}, "n 2"),
        (2, {"n": True}, "n: 'True'"),
        (2, {"n": 1}, "n 1"),
        (1, {"at": "2026-11-02T08:00:01Z"}, "seal "),
        (1, {"at": "2026-11-02"}, "at: "),
        (1, {"kind": "correction"}, "seal "),
        (1, {"kind": "erasure"}, "kind: 'erasure'"),
        (2, {"manifest": "0" * 64}, "seal "),
        (2, {"manifest": "AB" * 32}, "manifest: "),
        (2, {"prev": "0" * 64}, "prev "),
        (2, {"prev": ""}, "prev ''"),
        (1, {"prev": "0" * 64}, "prev "),
        (3, {"seal": "0" * 64}, "seal "),
        (3, {"link": "0" * 64}, "link "),
        (3, {"link": "0" * 63}, "link: "),
        (1, {"schema": "proveit-ledger-v2"}, "schema: "),
        (1, {"more": 1}, "n, schema, at, kind, concerns, manifest, prev, seal, link, more"),
        (1, {"concerns": {}}, ""),
        (1, {"concerns": None}, "NoneType"),
    ],
)
def test_a_line_with_another_value(number: int, values: dict[str, object], found: str) -> None:
    with pytest.raises(LedgerError) as caught:
        parse(changed(number, **values))
    assert caught.value.line == number
    assert caught.value.found.startswith(found)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seasons", [2, 1]),
        ("seasons", [1, 1, 2]),
        ("seasons", [-1, 2]),
        ("seasons", "1"),
        ("seasons", [1.0, 2]),
        ("demonstrations", [3]),
        ("invalidated", [7]),
        ("corrections", [{"season": 1, "numbers": [2, 1]}]),
        ("corrections", [{"season": 2, "numbers": [1]}, {"season": 1, "numbers": [1]}]),
        ("corrections", [{"season": 3, "numbers": [1]}]),
        ("corrections", [{"numbers": [1], "season": 1}]),
    ],
)
def test_concerns_in_another_form_are_refused_even_when_sealed(name: str, value: object) -> None:
    line = ledger()[2].as_json()
    concerns = line["concerns"]
    assert isinstance(concerns, dict)
    line["concerns"] = {**concerns, name: value}
    line["seal"] = seal_of(line)
    line["link"] = link_of(line)
    with pytest.raises(LedgerError) as caught:
        parse(data(ledger(2)) + json.dumps(line, ensure_ascii=False).encode() + b"\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda good: b"", 1),
        (lambda good: b"\n", 1),
        (lambda good: good.removesuffix(b"\n"), 3),
        (lambda good: good + b"\n", 4),
        (lambda good: good + b"{", 4),
        (lambda good: good.replace(b"\n", b"\r\n"), 1),
        (lambda good: b"\xef\xbb\xbf" + good, 1),
        (lambda good: good.replace(b'"n": 2', b'"n":2'), 2),
        (lambda good: good.replace(b'{"n": 2, ', b'{"n": 2, "n": 2, '), 2),
        (lambda good: good.replace(b"publication", b"publicatio\\u006e", 1), 1),
        (lambda good: b"\n".join(reversed(good.split(b"\n")[:-1])) + b"\n", 1),
        (lambda good: b"\n".join(good.split(b"\n")[1:]), 1),
        (lambda good: b"".join(good.splitlines(keepends=True)[::2]), 2),
    ],
    ids=[
        "nothing", "an empty line", "no last line feed", "one line feed more", "half a line", "CRLF", "BOM",
        "no space", "a key twice", "an escape", "reversed", "without the first", "without the second",
    ],
)  # fmt: skip
def test_other_bytes(spoil: object, line: int) -> None:
    assert callable(spoil)
    with pytest.raises(LedgerError) as caught:
        parse(spoil(data(ledger())))
    assert caught.value.line == line


@given(st.data())
def test_no_single_byte_can_change(draw: st.DataObject) -> None:
    good = data(ledger(4))
    place = draw.draw(st.integers(0, len(good) - 1))
    byte = draw.draw(st.integers(0, 255).filter(lambda value: value != good[place]))
    with pytest.raises(LedgerError):
        parse(good[:place] + bytes([byte]) + good[place + 1 :])


# Prefixes


def test_a_prefix_is_taken_by_line_count_and_as_stored() -> None:
    good = data(ledger(3))
    first = good[: good.index(b"\n") + 1]
    assert prefix(good, 0) == b""
    assert prefix(good, 1) == first
    assert prefix(good, 3) == good
    with pytest.raises(LedgerError) as caught:
        prefix(good, 4)
    assert (caught.value.found, caught.value.expected) == ("3 lines", "at least 4 lines")
    with pytest.raises(LedgerError):
        prefix(b"no line feed", 1)  # not counted yet


def test_a_ledger_continues_what_it_begins_with() -> None:
    for count in range(1, 5):
        check_continues(data(ledger(count)), data(ledger(5)))
    check_continues(data(ledger(5)), data(ledger(5)))


def test_another_history_does_not_continue() -> None:
    published = data(ledger(3))
    other = following(
        ledger(2)[-1],
        at="2026-11-09T08:00:00Z",
        kind="publication",
        concerns=Concerns((1,)),
        manifest=MANIFEST,
    )
    with pytest.raises(LedgerError) as caught:
        check_continues(published, data((*ledger(2), other)))
    assert caught.value.line == 3
    with pytest.raises(LedgerError) as caught:
        check_continues(published, data(ledger(2)))
    assert caught.value.found == "2 lines"
    with pytest.raises(LedgerError):
        check_continues(published, published + b"{}\n")
    with pytest.raises(LedgerError):
        check_continues(published, b"")
