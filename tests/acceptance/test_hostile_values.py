"""Names and values of every kind, from the score file to JSON, HTML and CSV: exact, typed, inert."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from site_builder.kernel.third_party import shown
from tests.acceptance.builds import Builds, places, refused, report_id
from tests.acceptance.site import Site, attributes, elements, exact_text, row_of, track_rows
from tests.harness import smallest, worlds

TRACK = "challenges/prove-it/season-1/conformite/"
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

NAMES = [
    '=HYPERLINK("https://evil.example","x")', "+1+1", "-2-3", "@SUM(A1)", "\t=1", "\r=1", "'=1", "\uff1d1+1",
    'a\r\n"b",c;d', "a\x00b", "line\u2028sep\u2029end", "<b>bold</b>", "{{ 7 * 7 }}{% raw %}", "&amp;&#60;",
    "%s%n{0}", "\u202eexe.png", "\u2066isolate\u2069", "\u200b", "\u3164", "   ", "\U0001f1eb\U0001f1f7",
    "\U0001f469\U0001f3fd\u200d\U0001f52c team \U0001f3f3\ufe0f\u200d\U0001f308", "\u00a9\u2122", "\u00e9",
    "e\u0301", "javascript:alert(1)", "https://evil.example/", "../../etc/passwd", "-->", "]]>", "</title>",
    "\ufffe", "\x85", "N" * 500, "a" + "\u0301" * 200, "مرحبا", "中文名字", "null", "None", "NaN", "0",
    "100 %", "PUB-07", "'\"`",
]  # fmt: skip

# JSON text of a claimed value, and what a page shows of it.
VALUES = [
    ("1", "1"), ("1.0", "1.0"), ("true", "true"), ('"1"', '"1"'), ("null", "null"), ("0", "0"),
    ("-0.0", "-0.0"), ("12345678901234567890123", "12345678901234567890123"), ("0.1", "0.1"),
    ("1e2", "100.0"),
    ("-9223372036854775809", "-9223372036854775809"), ('"7,3 %"', '"7,3 %"'), ('""', '""'), ('" "', '" "'),
    ('"a\\"b"', '"a\\"b"'), ('"\\\\"', '"\\\\"'), ("[]", "[]"), ("{}", "{}"), ('["1",1]', '["1", 1]'),
    ('{"a":[true,null]}', '{"a": [true, null]}'), ('"<script>"', '"<script>"'), ('"\\u00e9"', '"é"'),
    ('"\\ud83d\\ude00"', '"[GRINNING FACE]"'),
]  # fmt: skip


def did(number: int) -> str:
    """A did:key of 32 invented bytes."""
    value = int.from_bytes(b"\xed\x01" + number.to_bytes(32, "big"), "big")
    digits = ""
    while value:
        value, digit = divmod(value, 58)
        digits = ALPHABET[digit] + digits
    return f"did:key:z{digits}"


@pytest.fixture(scope="module")
def site(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """One participant for each name; the first one's values are in its claims."""
    data = worlds.smallest_world(tmp_path_factory.mktemp("hostile") / "data")
    folder = data / worlds.TRACK_FOLDER / "community"
    (data / worlds.COMMUNITY).unlink()
    for number, name in enumerate(NAMES):
        row = smallest.community()
        row["agent"] = {"name": name, "did": did(number)}
        row["stack"]["declared"] = name
        row["tasks"][0]["narrative"] = name
        worlds.write_json(folder / f"p{number:03}.json", row)
    row = smallest.community()
    row["agent"] = {"name": "Values", "did": did(900)}
    for number in range(len(VALUES)):
        claim = {
            "resource": "/entites/ENT-0001",
            "field": f"/agrements/{number}",
            "value": f"VALUE-{number:02}",
        }
        proof = row["tasks"][0]["assertions"][0]["proof_ids"][0]
        row["tasks"][0]["assertions"].append(smallest.assertion(number + 3, claim, proof))
    row["totals"]["assertions"] += len(VALUES)
    text = json.dumps(row)
    for number, (value, _) in enumerate(VALUES):
        text = text.replace(f'"VALUE-{number:02}"', value)
    (folder / "values.json").write_text(text)
    worlds.mutate(data / worlds.TRACK, "/tasks/0/cap", 40)
    section = (data / worlds.SECTION).read_bytes()
    (data / worlds.SECTION).write_bytes(section.replace(b"| conf-01 | 2 | 4 |", b"| conf-01 | 2 | 40 |"))
    worlds.rehash(data / worlds.TRACK_FOLDER)
    return builds(data)


def page(number: int) -> str:
    return f"{TRACK}{report_id(did(number))}/index.html"


@pytest.mark.parametrize("prefix", ["", "fr/"])
def test_names_are_exact_in_json_and_text_in_html(site: Site, prefix: str) -> None:
    found = {
        r["agent"]["did"]: r["agent"]["nom"]
        for r in track_rows(site.document(f"{prefix}{TRACK}index.html"), "community")
    }
    tree = site.tree(f"{prefix}{TRACK}index.html")
    for number, name in enumerate(NAMES):
        assert found[did(number)] == name
        row = row_of(tree, did(number))
        link = next(elements(row, "a"))
        assert exact_text(link) == shown(name)
        assert exact_text(link).strip(), repr(name)
        assert link.get("href") == f"/{prefix}{TRACK}{report_id(did(number))}/"
        report = site.tree(prefix + page(number))
        isolated = [exact_text(e) for e in elements(report, "bdi")]
        assert isolated.count(shown(name)) >= 3, repr(name)  # name, stack and narrative
        said = [exact_text(e) for e in elements(report, "title", "h1", "h2", "h3")]
        assert not [text for text in said if len(name) > 4 and name in text]


def test_names_reach_no_attribute_and_make_no_element(site: Site) -> None:
    for name_of_page in site.pages:
        for element, name, value in attributes(site.tree(name_of_page)):
            assert "evil.example" not in value, (name_of_page, element.tag, name)
            assert "javascript:" not in value
            assert not re.search("[\x00-\x1f\u202a-\u202e\u2066-\u2069\u200b]", value)
        assert not list(elements(site.tree(name_of_page), "img", "iframe", "form", "svg", "math"))


def test_no_character_that_html_forbids_is_written(site: Site) -> None:
    for name in site.pages:
        text = (site.root / name).read_bytes().decode("utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]", text), name


def test_emoji_are_named_and_the_page_says_so(site: Site) -> None:
    number = NAMES.index("\U0001f1eb\U0001f1f7")
    for prefix in ("", "fr/"):
        codes = {notice["code"] for notice in site.document(prefix + page(number))["contenu"]["avis"]}
        assert "emoji_remplaces" in codes
        assert "\U0001f1eb" not in (site.root / (prefix + page(number))).read_text()
    plain = NAMES.index("\u00a9\u2122")
    codes = {notice["code"] for notice in site.document(page(plain))["contenu"]["avis"]}
    assert "emoji_remplaces" not in codes
    assert "\u00a9\u2122" in exact_text(site.tree(page(plain)))


@pytest.mark.parametrize("prefix", ["", "fr/"])
def test_formulas_are_inert_in_csv(site: Site, prefix: str) -> None:
    with (site.root / f"{prefix}{TRACK}community/results.csv").open(encoding="utf-8", newline="") as stream:
        rows = {row["did"]: row for row in csv.DictReader(stream, strict=True)}
    for number, name in enumerate(NAMES):
        for cell in (rows[did(number)]["agent"], rows[did(number)]["stack_declaree"]):
            # What a spreadsheet takes for a formula, its full-width twin included.
            assert not re.match("[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]", cell), repr(cell)
            assert cell in (shown(name), f"'{shown(name)}")


@pytest.mark.parametrize("prefix", ["", "fr/"])
def test_values_keep_their_type_and_every_digit(site: Site, prefix: str) -> None:
    file = site.root / prefix / page(900)
    raw = file.with_suffix(".json").read_text(encoding="utf-8")
    assert '"value":12345678901234567890123}' in raw
    assert '"value":-9223372036854775809}' in raw
    document = site.document(prefix + page(900))
    claims = [a["claim"]["value"] for a in document["contenu"]["taches"][0]["assertions"][2:]]
    expected = [json.loads(value) for value, _ in VALUES]
    assert [(type(v), json.dumps(v)) for v in claims] == [(type(v), json.dumps(v)) for v in expected]
    codes = [
        exact_text(e) for e in elements(site.tree(prefix + page(900)), "code") if list(elements(e, "bdi"))
    ]
    start = codes.index("1")
    assert codes[start : start + len(VALUES)] == [text for _, text in VALUES]


REFUSED: list[tuple[str, Any]] = [
    ("/agent/did", "did:key:z6MkuNugVFxBdAD1fjhKeWhfExbKiwyNMveVKJsHxyYeh693\n"),
    ("/agent/did", "did:web:exa mple.org"),
    ("/agent/did", "did:ethr:0x1"),
    ("/tasks/0/submitted_at", "2026-03-10T10:00:00"),
    ("/tasks/0/submitted_at", "2026-03-10 10:00:00Z"),
    ("/tasks/0/submitted_at", "2026-02-30T10:00:00Z"),
    ("/tasks/0/task_id", "conf 1"),
]


def test_identifiers_and_instants_are_read_strictly(world: Path, tmp_path: Path) -> None:
    """Every one of them is found in one run, each in its own file."""
    folder = world / worlds.TRACK_FOLDER / "community"
    for number, (pointer, value) in enumerate(REFUSED):
        row = smallest.community()
        row["agent"]["did"] = did(number)
        worlds.write_json(folder / f"r{number:02}.json", row)
        worlds.mutate(folder / f"r{number:02}.json", pointer, value)
    found = places(refused(world, tmp_path / "public"))
    for number, (pointer, _) in enumerate(REFUSED):
        own = [at or "" for _, file, at in found if file.endswith(f"/r{number:02}.json")]
        assert [at for at in own if at.startswith(pointer)], (pointer, found)
    assert not [file for _, file, _ in found if file == worlds.COMMUNITY]
