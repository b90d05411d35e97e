"""Every member of every format, broken one at a time: one finding, at its place, in words.

The expectations are stated by kind of member (`OPEN`, `NULLABLE`, `OPTIONAL`), not by what the models say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render
from tests.inputs.documents import FORMATS

Path = tuple[str | int, ...]

# Places that take any JSON value, or any text; null; or may be absent. Indices are written *.
ANY_VALUE = re.compile(r".*/(claim|missing_facts/\*|any_of/\*)/value")
ANY_TEXT = re.compile(
    r".*/(narrative|declared|model|model_version|framework|framework_version|name|assertion_id|id"
    r"|reason/(fr|en)|resource|claim/field|proof_ids/\*|disclosures/.*/(nonce|value))|/tasks/\*/verdict"
)
# What a participant may have sent without a word in it: it is judged by the text, and no fault of the file.
EMPTY_TEXT = re.compile(
    r".*/(narrative|declared|id|assertion_id|claim/(resource|field)|proof_ids/\*|(nonce|value)|field)"
)
NULLABLE = {
    "season": {"/published_at", "/invalidated"},
    "track": {"/verdicts", "/answer_key/salt", "/scoring_rules/superseded/*/salt"},
    "answer key": {"/conf-01/family", "/conf-02/family", "/conf-03/family"},
    "community score": {"/tasks/*/assertions/*/cause", "/tasks/*/at_fault", "/tasks/*/narrative", "/totals"},
    "reference score": {"/tasks/*/assertions/*/cause", "/tasks/*/narrative", "/totals"},
    "rectification": {"/before/cause", "/after/cause"},
    "dismissed dispute": {"/before", "/after"},
    "withdrawal": {"/before", "/after", "/concerns/task_id", "/concerns/assertion_id"},
    "superseded run": {"/before", "/concerns/task_id", "/concerns/assertion_id"},
}
OPTIONAL = {
    "track": {"/answer_key/salt", "/scoring_rules/superseded/*/salt", "/expected_verdicts/+"},
    "answer key": {"/+"},
    "community score": {"/tasks/*/at_fault", "/tasks/*/disclosures/+", "/tasks/*/narrative"},
    "reference score": {"/tasks/*/disclosures/+", "/tasks/*/narrative"},
    "dismissed dispute": {"/before", "/after"},
    "withdrawal": {"/before", "/after", "/concerns/task_id", "/concerns/assertion_id"},
    "superseded run": {"/before", "/concerns/task_id", "/concerns/assertion_id"},
}
# Objects whose keys are data.
MAPS = {
    "track": {"/expected_verdicts"},
    "answer key": {""},
    "community score": {"/tasks/*/disclosures"},
    "reference score": {"/tasks/*/disclosures"},
}
ANY_CAUSE = (
    '"invalid_proof", "identity_not_bound", "resource_mismatch", "value_mismatch" '
    'or "instrument_fault", or null'
)
A_DID = "a DID: did:key of an Ed25519 key (did:key:z6Mk… and 44 more characters) or did:web in lower case"
# Those whose keys have a pattern; the ids of proofs in a score are as they were sent.
PATTERNED = ("track", "answer key")
# One value of each JSON type; a member of one type is broken by those of all the others.
OTHERS: list[object] = [1, 1.0, True, "1", None, [], {}]


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every place of a document, the document itself included."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))


def general(path: Path) -> str:
    return "".join("/*" if isinstance(step, int) else f"/{step}" for step in path)


def in_map(name: str, path: Path) -> bool:
    return bool(path) and general(path[:-1]) in MAPS.get(name, set())


def inside_any(path: Path) -> bool:
    return any(ANY_VALUE.fullmatch(general(path[:end])) for end in range(1, len(path)))


def findings(name: str, document: object) -> list[Finding]:
    _, validate = FORMATS[name]
    model, found = read_model(json.dumps(document).encode(), "file.json", validate)
    assert (model is None) == bool(found)
    for finding in found:
        said = f"{finding.found} {finding.expected} {finding.remedy}"
        assert not re.search(
            r"\[a-z|\(\?:|\^|Input should|valid dictionary|instance of|tag '|NoneType", said
        ), said
    return found


def changed(name: str, path: Path, value: object) -> Any:
    """A fresh document in which `path` holds `value`; `...` deletes it."""
    document: Any = json.loads(json.dumps(FORMATS[name][0]()))  # no part shared
    if not path:
        return value
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    if value is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return document


@pytest.mark.parametrize("name", FORMATS)
def test_the_documents_are_valid(name: str) -> None:
    assert findings(name, FORMATS[name][0]()) == []


@pytest.mark.parametrize("name", FORMATS)
def test_another_type_is_one_finding_at_its_place(name: str) -> None:
    for path, value in leaves(FORMATS[name][0]()):
        place = general(path)
        if inside_any(path) or ANY_VALUE.fullmatch(place):
            continue
        for other in OTHERS:
            if type(other) is type(value) or (other is None and place in NULLABLE.get(name, set())):
                continue
            if (
                value is None
                and place in NULLABLE.get(name, set())
                and allowed_where_null(name, place, other)
            ):
                continue
            found = findings(name, changed(name, path, other))
            assert [f.pointer for f in found] == [render(path)], (name, place, other, found)
            (finding,) = found
            assert finding.code == "S001"
            assert finding.expected
            assert finding.found in (json.dumps(other), "an empty array", "an empty object")


def allowed_where_null(name: str, place: str, other: object) -> bool:
    """A null of the document that stands where an object may stand: an empty one lacks its keys instead."""
    return (
        other == {}
        and type(other) is dict
        and place in ("/before", "/after", "/invalidated")
        and name != "withdrawal"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_missing_key_is_one_finding_that_names_it(name: str) -> None:
    for path, _ in leaves(FORMATS[name][0]()):
        place = general(path)
        optional = OPTIONAL.get(name, set())
        if not path or isinstance(path[-1], int) or inside_any(path):
            continue
        if place in optional or (in_map(name, path) and f"{general(path[:-1])}/+" in optional):
            assert findings(name, changed(name, path, ...)) == []
            continue
        found = findings(name, changed(name, path, ...))
        assert [(f.pointer, f.found) for f in found] == [(render(path), "nothing")], (name, place, found)
        assert str(path[-1]) in found[0].expected or path[-1] in ("table", "state", "kind")


@pytest.mark.parametrize("name", FORMATS)
def test_an_unknown_key_is_one_finding_that_names_it(name: str) -> None:
    for path, value in leaves(FORMATS[name][0]()):
        if not isinstance(value, dict) or inside_any((*path, "x")) or general(path) in MAPS.get(name, set()):
            continue
        for key in ("zzz", "", "a/b~c", "stаte", "[key]", "state\n", "run"):
            if key in value:
                continue
            found = findings(name, changed(name, (*path, key), "x"))
            assert [f.pointer for f in found] == [render((*path, key))], (name, path, key, found)
            assert found[0].found == f"the unknown key {json.dumps(key, ensure_ascii=False)}"
            assert found[0].expected.startswith("only the keys that the format names")


@pytest.mark.parametrize("name", PATTERNED)
def test_a_key_that_is_data_has_its_pattern(name: str) -> None:
    for path, value in leaves(FORMATS[name][0]()):
        if general(path) not in MAPS[name] or not isinstance(value, dict):
            continue
        for key in ("a b", "x\n", ""):
            found = findings(name, changed(name, (*path, key), next(iter(value.values()))))
            assert [f.pointer for f in found] == [render((*path, key))]
            assert found[0].found == json.dumps(key)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("added", ["\n", " ", "\u200b", "\x00"])
def test_nothing_may_follow_an_identifier(name: str, added: str) -> None:
    for path, value in leaves(FORMATS[name][0]()):
        place = general(path)
        if not isinstance(value, str) or inside_any(path) or ANY_VALUE.fullmatch(place):
            continue
        broken = findings(name, changed(name, path, value + added))
        free = ANY_TEXT.fullmatch(place) or place.endswith("/field")
        verdict = place.endswith("/verdict") or place.startswith("/verdicts")  # any characters but spaces
        if free or (verdict and added == "\u200b"):
            assert broken == []
        else:
            assert [f.pointer for f in broken] == [render(path)], (name, place)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_text_is_refused_where_something_must_be_said(name: str) -> None:
    for path, value in leaves(FORMATS[name][0]()):
        place = general(path)
        if not isinstance(value, str) or inside_any(path) or ANY_VALUE.fullmatch(place):
            continue
        broken = findings(name, changed(name, path, ""))
        if EMPTY_TEXT.fullmatch(place):
            assert broken == []
        else:
            assert [f.pointer for f in broken] == [render(path)], (name, place)


@pytest.mark.parametrize(
    ("name", "path", "value", "found", "expected"),
    [
        ("community score", (), [], "an empty array", "an object"),
        ("community score", (), "x", '"x"', "an object"),
        ("community score", (), None, "null", "an object"),
        ("answer key", (), [], "an empty array", "an object"),
        ("season", (), 1, "1", "an object"),
        ("season", ("schema",), "proveit-season-v2", '"proveit-season-v2"', '"proveit-season-v1"'),
        ("season", ("season",), -1, "-1", "an integer not less than 0"),
        ("season", ("season",), 10**7, "10000000", "an integer not greater than 1000000"),
        ("season", ("season",), 1.0, "1.0", "an integer, without a fraction and without quotes"),
        ("season", ("season",), "1", '"1"', "an integer, without a fraction and without quotes"),
        ("season", ("demonstration",), 0, "0", "true or false"),
        ("season", ("disputes", "window_days"), 0, "0", "an integer not less than 1"),
        ("season", ("disputes", "window_days"), 4000, "4000", "an integer not greater than 3650"),
        (
            "season",
            ("opens_at",),
            "2026-03-02T00:00:00",
            '"2026-03-02T00:00:00"',
            "an instant YYYY-MM-DDThh:mm:ss (00:00:00 to 23:59:59) with 'Z' or an offset such as +02:00",
        ),
        (
            "season",
            ("opens_at",),
            "2026-02-30T00:00:00Z",
            '"2026-02-30T00:00:00Z"',
            "a moment that the calendar has (day is out of range for month)",
        ),
        ("season", ("opens_at",), 20260302, "20260302", "an instant such as 2026-10-31T22:59:59Z, in quotes"),
        (
            "season",
            ("published_at",),
            "1999-12-31T23:59:59Z",
            '"1999-12-31T23:59:59Z"',
            "an instant of the years 2000 to 2999, or null",
        ),
        (
            "season",
            ("proof_url",),
            "https://trust.example/v1/proof/",
            '"https://trust.example/v1/proof/"',
            "an absolute https address with {proof_id} once in its path",
        ),
        ("track", ("scoring_rules", "language"), "en", '"en"', '"fr"'),
        ("track", ("answer_key", "salt"), "00", '"00"', "64 hexadecimal digits, in lower case, or null"),
        ("track", ("verdicts",), [], "an empty array", "at least 1 element, or null"),
        ("track", ("tasks",), [], "an empty array", "at least 1 element"),
        ("track", ("expected_verdicts",), {}, "an empty object", "at least 1 member"),
        (
            "answer key",
            ("conf-01", "verdict"),
            "\u2800\u200d",
            '"\\u2800\\u200d"',
            "a text in which something can be seen",
        ),
        ("season", ("season",), 10**400, "1" + "0" * 118 + "…", "an integer not greater than 1000000"),
        (
            "track",
            ("tasks", 0, "task_id"),
            "conf-01\n",
            '"conf-01\\n"',
            "a task id such as conf-03: a-z and 0-9, in groups joined by '-'",
        ),
        ("answer key", ("conf-01", "family"), "P6", '"P6"', '"P1", "P2", "P3", "P4" or "P5", or null'),
        ("answer key", ("conf-01", "grounds", 0, "any_of"), [], "an empty array", "at least 1 element"),
        ("community score", ("table",), "guests", '"guests"', '"community" or "reference"'),
        ("community score", ("table",), 1, "1", '"community" or "reference"'),
        (
            "community score",
            ("tasks", 0, "state"),
            "late",
            '"late"',
            '"submitted", "pending", "not_submitted" or "rejected"',
        ),
        (
            "community score",
            ("tasks", 0, "state"),
            None,
            "null",
            '"submitted", "pending", "not_submitted" or "rejected"',
        ),
        (
            "community score",
            ("tasks", 2, "reason"),
            "cap_exceeded",
            '"cap_exceeded"',
            '"nothing_sent", "below_minimum" or "own_resources_below_half"',
        ),
        (
            "community score",
            ("tasks", 0, "assertions", 0, "cause"),
            "wrong",
            '"wrong"',
            ANY_CAUSE,
        ),
        (
            "community score",
            ("agent", "did"),
            "did:web:Example.org",
            '"did:web:Example.org"',
            A_DID,
        ),
        ("community score", ("agent", "name"), "", '""', "at least 1 character"),
        (
            "community score",
            ("agent", "name"),
            "x" * 20_001,
            '"' + "x" * 118 + "…",
            "at most 20000 characters",
        ),
        (
            "community score",
            ("tasks", 1, "missing_facts", 0, "field"),
            "/a~2",
            '"/a~2"',
            "a JSON Pointer (RFC 6901): empty, or '/' before each step; ~0 for ~, ~1 for /",
        ),
        (
            "community score",
            ("tasks", 1, "missing_facts", 0, "resource"),
            "https://corpus.example/entites/1",
            '"https://corpus.example/entites/1"',
            "the path of a resource, starting with '/'",
        ),
        (
            "reference score",
            ("run", "prompt_url"),
            "javascript:alert(1)",
            '"javascript:alert(1)"',
            "an absolute https address: a host name with a dot, no user, no space, quote or back-slash",
        ),
        (
            "rectification",
            ("kind",),
            "erratum",
            '"erratum"',
            '"rectification", "dispute_dismissed", "withdrawal" or "superseded_run"',
        ),
        ("withdrawal", ("concerns", "task_id"), "conf-01", '"conf-01"', "null"),
        ("superseded run", ("concerns", "table"), "community", '"community"', '"reference"'),
        ("superseded run", ("after",), None, "null", "an object"),
        ("rectification", ("concerns", "assertion_id"), None, "null", "a string"),
    ],
)
def test_messages(name: str, path: Path, value: object, found: str, expected: str) -> None:
    (finding,) = findings(name, changed(name, path, value))
    assert (finding.pointer, finding.found, finding.expected) == (render(path), found, expected)


def test_unknown_keys_say_which_form_they_are_unknown_to() -> None:
    (finding,) = findings("reference score", changed("reference score", ("stack",), {"declared": "x"}))
    assert (finding.pointer, finding.found) == ("/stack", 'the unknown key "stack"')
    assert finding.expected == 'only the keys that the format names where table is "reference"'
    (finding,) = findings("community score", changed("community score", ("tasks", 2, "narrative"), "x"))
    assert finding.expected == 'only the keys that the format names where state is "not_submitted"'


@pytest.mark.parametrize("levels", [32, 33, 90])
@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("community score", ("tasks", 0, "assertions", 0, "claim", "value")),
        ("community score", ("tasks", 1, "missing_facts", 0, "value")),
        ("community score", ("tasks", 4, "at_fault", "claim", "value")),
        ("answer key", ("conf-01", "grounds", 0, "any_of", 0, "value")),
    ],
)
def test_a_value_has_a_largest_depth(name: str, path: Path, levels: int) -> None:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    found = findings(name, changed(name, path, value))
    if levels <= 32:
        assert found == []
    else:
        assert [(f.pointer, f.found, f.expected) for f in found] == [
            (render(path), "an array", "a value of at most 32 levels")
        ]


def test_an_endless_value_is_a_finding_of_the_reader() -> None:
    text = json.dumps(changed("community score", ("tasks", 0, "narrative"), "DEEP"))
    deep = text.replace('"DEEP"', "[" * 100_000 + "]" * 100_000)
    model, found = read_model(deep.encode(), "file.json", FORMATS["community score"][1], "score")
    assert model is None
    assert [(f.code, f.line, f.found) for f in found] == [("J001", 1, "more than 100 levels")]
    assert (found[0].expected, found[0].remedy) == (
        "at most 100 levels",
        "Keep to the limit: nothing that the formats hold needs more.",
    )


def test_every_problem_of_a_file_is_told() -> None:
    document = changed("community score", ("totals", "assertions"), -1)
    document["agent"]["did"] = "x"
    document["tasks"][0]["assertions"][0]["status"] = "perhaps"
    del document["report"]
    pointers = [f.pointer for f in findings("community score", document)]
    assert sorted(map(str, pointers)) == [
        "/agent/did", "/report", "/tasks/0/assertions/0/status", "/totals/assertions",
    ]  # fmt: skip


def test_the_remedy_says_how_to_see_the_format() -> None:
    _, validate = FORMATS["season"]
    _, (finding,) = read_model(b"[]", "s.json", validate, "season")
    assert "`site-builder schema season`" in finding.remedy


def test_a_reference_run_may_say_that_its_report_is_public_and_nothing_else() -> None:
    assert findings("reference score", changed("reference score", ("report",), {"public": True})) == []
    (finding,) = findings("reference score", changed("reference score", ("report",), {"public": False}))
    assert (finding.pointer, finding.expected) == ("/report/public", "true")
