"""What strict JSON refuses, each kind with its line, column and pointer; and what it must not refuse."""

from __future__ import annotations

import json

import pytest

from site_builder.kernel import strict_json
from site_builder.kernel.strict_json import MAX_BYTES, MAX_DEPTH, MAX_DIGITS, StrictJsonError, parse

# bytes, then (line, column, pointer, found, expected) of each problem.
REFUSED = {
    "empty": (b"", [(1, 1, "", "the end of the file", "a JSON value")]),
    "spaces alone": (b" \n ", [(2, 2, "", "the end of the file", "a JSON value")]),
    "byte order mark": (
        b"\xef\xbb\xbf{}",
        [(1, 1, "", "a byte order mark", "UTF-8 without a byte order mark")],
    ),
    "UTF-16": ("{}".encode("utf-16"), [(1, 1, "", "byte 0xff, which is not UTF-8", "UTF-8 text")]),
    "Latin-1": (
        '{\n"nom": "Amélie"}'.encode("latin-1"),
        [(2, 11, "", "byte 0xe9, which is not UTF-8", "UTF-8 text")],
    ),
    "a surrogate in UTF-8": (
        b'"\xed\xa0\x80"',
        [(1, 2, "", "byte 0xed, which is not UTF-8", "UTF-8 text")],
    ),
    "key twice": (
        b'{"a":1,\n "a":2}',
        [(2, 2, "/a", "the key 'a' a second time", "each key once in an object")],
    ),
    "key twice, once escaped": (
        b'{"name":1,"n\\u0061me":1}',
        [(1, 11, "/name", "the key 'name' a second time", "each key once in an object")],
    ),
    "key twice, deep": (
        b'{"t":[0,{"x/y":{"k":1,"k":1}}]}',
        [(1, 23, "/t/1/x~1y/k", "the key 'k' a second time", "each key once in an object")],
    ),
    "NaN": (b'{"a":[NaN]}', [(1, 7, "/a/0", "NaN", "a finite number, written with digits")]),
    "Infinity": (b"Infinity", [(1, 1, "", "Infinity", "a finite number, written with digits")]),
    "-Infinity": (b"[-Infinity]", [(1, 2, "/0", "-Infinity", "a finite number, written with digits")]),
    "1e400": (b"[1e400]", [(1, 2, "/0", "1e400", "a number in the range of a double")]),
    "-1e400": (b"[-1e400]", [(1, 2, "/0", "-1e400", "a number in the range of a double")]),
    "leading zero": (b"[01]", [(1, 3, "", "'1'", "',' or ']'")]),
    "plus sign": (b"[+1]", [(1, 2, "/0", "'+1'", "a JSON value")]),
    "no digit before the point": (b"[.5]", [(1, 2, "/0", "'.5'", "a JSON value")]),
    "no digit after the point": (b"[1.]", [(1, 3, "", "'.'", "',' or ']'")]),
    "Arabic digits": ("[١]".encode(), [(1, 2, "/0", "'\\u0661'", "a JSON value")]),
    "lone high surrogate": (
        b'["\\ud83d"]',
        [
            (
                1,
                2,
                "/0",
                "the lone surrogate \\ud83d",
                "a whole character, or an escaped pair in the right order",
            )
        ],
    ),
    "reversed pair": (
        b'["\\ude00\\ud83d"]',
        [
            (
                1,
                2,
                "/0",
                "the lone surrogate \\ude00",
                "a whole character, or an escaped pair in the right order",
            )
        ],
    ),
    "surrogate in a key": (
        b'{"\\uD800":1}',
        [
            (
                1,
                2,
                "",
                "the lone surrogate \\ud800",
                "a whole character, or an escaped pair in the right order",
            )
        ],
    ),
    "raw tab": (
        b'{"a":"x\ty"}',
        [(1, 8, "/a", "a raw control character U+0009", "the escape \\u0009")],
    ),
    "raw line feeds, each one": (
        b'["x\ny\nz"]',
        [
            (1, 4, "/0", "a raw control character U+000A", "the escape \\u000a"),
            (2, 2, "/0", "a raw control character U+000A", "the escape \\u000a"),
        ],
    ),
    "raw NUL": (b'["\x00"]', [(1, 3, "/0", "a raw control character U+0000", "the escape \\u0000")]),
    "unknown escape": (b'["\\x41"]', [(1, 3, "/0", "'\\\\x41\"'", "a closed string with valid escapes")]),
    "open string": (b'["abc', [(1, 2, "/0", "'\"abc'", "a closed string with valid escapes")]),
    "more text": (b"{} {}", [(1, 4, "", "more text: '{'", "the end of the file")]),
    "two lines of JSON": (b"1\n2\n", [(2, 1, "", "more text: '2'", "the end of the file")]),
    "trailing comma in an array": (b"[1,]", [(1, 4, "/1", "']'", "a JSON value")]),
    "trailing comma in an object": (b'{"a":1,}', [(1, 8, "", "'}'", "a key in double quotes")]),
    "no comma": (b'{"a":1 "b":2}', [(1, 8, "", "'\"b\":2'", "',' or '}'")]),
    "no colon": (b'{"a" 1}', [(1, 6, "/a", "'1'", "':' after a key")]),
    "single quotes": (b"{'a':1}", [(1, 2, "", "\"'a':1\"", "a key in double quotes")]),
    "a comment": (b"[1] // x", [(1, 5, "", "more text: '//'", "the end of the file")]),
    "Python's None": (b"[None]", [(1, 2, "/0", "'None'", "a JSON value")]),
    "no-break space between tokens": (
        "[1,\u00a02]".encode(),
        [(1, 4, "/1", "'\\xa0'", "a JSON value")],
    ),
    "form feed between tokens": (b"[1,\x0c2]", [(1, 4, "/1", "'\\x0c'", "a JSON value")]),
    "several at once, by place": (
        b'{"a":NaN,\n"a":"\t",\n"b":1e999}',
        [
            (1, 6, "/a", "NaN", "a finite number, written with digits"),
            (2, 1, "/a", "the key 'a' a second time", "each key once in an object"),
            (2, 6, "/a", "a raw control character U+0009", "the escape \\u0009"),
            (3, 5, "/b", "1e999", "a number in the range of a double"),
        ],
    ),
}

ACCEPTED = {
    "an escaped pair is one character": (b'"\\ud83d\\ude00"', "\U0001f600"),
    "spaces of every kind": (b' \t\r\n{ "a" : [ ] } \n', {"a": []}),
    "a DEL and separators in a string": ('"\x7f\u2028\u2029\u00a0"'.encode(), "\x7f\u2028\u2029\u00a0"),
    "noncharacters": ('"\ufffe\uffff\ufdd0"'.encode(), "\ufffe\uffff\ufdd0"),
    "an escaped NUL": (b'"\\u0000"', "\x00"),
    "an escaped solidus": (b'"a\\/b"', "a/b"),
    "an empty key": (b'{"":{"":0}}', {"": {"": 0}}),
    "keys that differ by composition": (
        '{"é":1,"e\u0301":2}'.encode(),
        {"é": 1, "e\u0301": 2},
    ),
    "a byte order mark inside a string": ('"\ufeff"'.encode(), "\ufeff"),
    "the smallest double": (b"[5e-324]", [5e-324]),
    "too small is zero, as everywhere": (b"[1e-400]", [0.0]),
    "the largest double": (b"[1.7976931348623157e308]", [1.7976931348623157e308]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_each_refusal_has_its_place(name: str) -> None:
    data, expected = REFUSED[name]
    with pytest.raises(StrictJsonError) as caught:
        parse(data)
    assert [(p.line, p.column, p.pointer, p.found, p.expected) for p in caught.value.problems] == expected


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_json_allows_is_accepted(name: str) -> None:
    data, expected = ACCEPTED[name]
    assert parse(data) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9007199254740993", 9007199254740993),
        ("18446744073709551615", 18446744073709551615),
        ("18446744073709551616", 18446744073709551616),
        ("-9223372036854775809", -9223372036854775809),
        ("12345678901234567890123", 12345678901234567890123),
        ("1" * MAX_DIGITS, int("1" * MAX_DIGITS)),
        ("-0", 0),
    ],
)
@pytest.mark.parametrize("layout", ["[%s]", "[ %s ]\n", '["\\ud83d\\ude00", %s]'])
def test_integers_are_exact_in_each_reader(text: str, value: int, layout: str) -> None:
    read = parse((layout % text).encode())
    assert isinstance(read, list)
    assert type(read[-1]) is int
    assert read[-1] == value


@pytest.mark.parametrize(("text", "value"), [("1.0", 1.0), ("-0.0", -0.0), ("1e2", 100.0), ("1E+2", 100.0)])
def test_a_number_with_a_fraction_or_an_exponent_stays_inexact(text: str, value: float) -> None:
    read = parse(f"[{text}]".encode())
    assert isinstance(read, list)
    assert type(read[0]) is float
    assert repr(read[0]) == repr(value)


@pytest.mark.parametrize("number", ["1" * (MAX_DIGITS + 1), "-" + "1" * MAX_DIGITS, "0." + "3" * MAX_DIGITS])
def test_a_number_may_not_be_endless(number: str) -> None:
    with pytest.raises(StrictJsonError) as caught:
        parse(f'{{"n": {number}}}'.encode())
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.pointer) == (1, 7, "/n")
    assert problem.found == number[:57] + "…"
    assert problem.expected == "at most 1000 characters"


def nested(levels: int, space: str = "", innermost: str = "") -> bytes:
    """Arrays and objects in turn; `levels` of them, the last one empty or around `innermost`."""
    opening = "".join("[" if n % 2 == 0 else '{"k":' for n in range(levels - 1)) + "[" + innermost
    closing = "]" + "".join("]" if n % 2 == 0 else "}" for n in reversed(range(levels - 1)))
    return (space + opening + closing).encode()


@pytest.mark.parametrize("space", ["", " "])
@pytest.mark.parametrize("innermost", ["", "1"])
def test_a_hundred_levels_are_read_by_each_reader(space: str, innermost: str) -> None:
    data = nested(MAX_DEPTH, space, innermost)
    assert parse(data) == json.loads(data)


@pytest.mark.parametrize("space", ["", " "])
@pytest.mark.parametrize("innermost", ["", "1"])
@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 200, 254, 255, 1000, 1024, 1025, 100_000])
def test_one_level_more_is_refused_by_each_reader(space: str, innermost: str, levels: int) -> None:
    with pytest.raises(StrictJsonError) as caught:
        parse(nested(levels, space, innermost))
    (problem,) = caught.value.problems
    assert problem.found == "more than 100 levels"
    assert problem.pointer == "/0/k/0/k/0/k/0/k"


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000, b"[{" * 100_000])
def test_endless_openings_are_one_clean_problem(data: bytes) -> None:
    with pytest.raises(StrictJsonError) as caught:
        parse(data)
    assert len(caught.value.problems) == 1


def test_many_shallow_containers_are_not_deep() -> None:
    data = json.dumps([[] for _ in range(5000)], separators=(",", ":")).encode()
    assert parse(data) == [[]] * 5000


@pytest.mark.parametrize("space", ["", " ", "\n"])
def test_whoever_bounds_the_depth_is_not_told_of_it(space: str) -> None:
    data = nested(101, space)
    value = parse(data, bounded=True)
    assert json.dumps(value) == json.dumps(json.loads(data))
    with pytest.raises(StrictJsonError):
        parse(data)
    for broken in (data[:-1], data.replace(b"]", b",]", 1), b"[" * 100_000):
        with pytest.raises(StrictJsonError):
            parse(broken, bounded=True)


def test_brackets_in_strings_are_not_levels() -> None:
    assert parse(json.dumps("[{" * 5000).encode()) == "[{" * 5000


def test_a_file_has_a_largest_size() -> None:
    assert parse(b"[" + b" " * (MAX_BYTES - 2) + b"]") == []
    with pytest.raises(StrictJsonError) as caught:
        parse(b"[" + b" " * (MAX_BYTES - 1) + b"]")
    (problem,) = caught.value.problems
    assert (problem.found, problem.expected) == ("more than 16777216 bytes", "at most 16777216 bytes")


def test_every_one_of_many_problems_is_told_in_reasonable_time() -> None:
    data = b"[" + b",\n".join([b"NaN"] * 100_000) + b"]"
    with pytest.raises(StrictJsonError) as caught:
        parse(data)
    problems = caught.value.problems
    assert len(problems) == 100_000
    assert (problems[-1].line, problems[-1].column, problems[-1].pointer) == (100_000, 1, "/99999")


def test_the_message_of_the_error_is_short() -> None:
    error = StrictJsonError([strict_json.Problem(n, 1, "", "x", "y") for n in range(1, 1000)])
    assert len(str(error)) < 200
