"""Inputs on which published tools failed: each is refused with its file and place, or read."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.rate import NotApplicable, Ratio
from tests.harness.worlds import REAL_INPUTS, laid_over

X = "prove-it/season-1/conformite/community/x.json"
RUN = "prove-it/season-1/conformite/reference/ref-alpha.json"
SEASON = "prove-it/season-1/season.json"

# variant: (file, code, line, pointer, found)
VALUE = "/tasks/0/assertions/1/claim/value"
REFUSED: dict[str, tuple[str, str, int | None, str, str]] = {
    "B26/a-duplicate-key": (X, "J001", 5, "/table", "the key 'table' a second time"),
    "B26/b-duplicate-key-escaped": (X, "J001", 7, "/agent/name", "the key 'name' a second time"),
    "B26/c-lone-surrogate": (X, "J001", 7, "/agent/name", "the lone surrogate \\ud800"),
    "B26/d-reversed-pair": (X, "J001", 7, "/agent/name", "the lone surrogate \\udc00"),
    "B26/e-surrogate-in-key": (X, "J001", 44, VALUE, "the lone surrogate \\udfff"),
    "B26/f-nan": (X, "J001", 44, VALUE, "NaN"),
    "B26/g-minus-infinity": (X, "J001", 44, VALUE, "-Infinity"),
    "B26/h-bom": (X, "J001", 1, "", "a byte order mark"),
    "B26/i-utf16": (X, "J001", 1, "", "byte 0xff, which is not UTF-8"),
    "B26/j-latin1": (X, "J001", 7, "", "byte 0xc9, which is not UTF-8"),
    "B26/k-trailing-garbage": (X, "J001", 96, "", "more text: '{'"),
    "B26/l-trailing-comma": (X, "J001", 95, "", "'}'"),
    "B26/m-unknown-key": (X, "S001", None, "/Agent", 'the unknown key "Agent"'),
    "B26/n-raw-control": (X, "J001", 7, "/agent/name", "a raw control character U+0009"),
    "B26/o-empty": (X, "J001", 1, "", "the end of the file"),
    "B26/p-stack-in-reference": (X, "S001", None, "/stack", 'the unknown key "stack"'),
    "B37/b-prompt-url-0": (RUN, "S001", None, "/run/prompt_url", '"javascript:alert(1)"'),
    "B37/b-prompt-url-1": (RUN, "S001", None, "/run/prompt_url", '"data:text/html,x"'),
    "B37/b-prompt-url-2": (RUN, "S001", None, "/run/prompt_url", '"//evil.example/x"'),
    "B37/b-prompt-url-3": (
        RUN,
        "S001",
        None,
        "/run/prompt_url",
        '"http://proveit.example/x\\" onclick=\\"x"',
    ),
    "B37/b-prompt-url-4": (RUN, "S001", None, "/run/prompt_url", '"https://proveit.example/a b"'),
    "B37/c-proof-url": (SEASON, "S001", None, "/proof_url", "\"javascript:alert('{proof_id}')\""),
}
ACCEPTED = [
    "B26/q-valid-pair",
    "B34/a-offset",
    "B34/b-dst-day",
    "B37/a-third-party",
    "B38",
    "B40",
    "B09",
    "B20",
    "B31",
]


def world(shared: Path, variant: str, tmp_path: Path) -> Path:
    inputs = shared / REAL_INPUTS
    return laid_over(inputs / "_base", inputs / variant, tmp_path / "data")


def read(data: Path) -> list[Finding]:
    tree, findings = read_tree(data)
    files = [
        file
        for season in tree.seasons
        for track in season.tracks
        for table in track.scores.values()
        for file in table
    ]
    return in_order([*findings, *(finding for file in files for finding in read_score(data, file)[1])])


@pytest.mark.parametrize("variant", REFUSED)
def test_refused_with_its_file_and_place(variant: str, shared: Path, tmp_path: Path) -> None:
    (finding,) = read(world(shared, variant, tmp_path))
    told = (finding.file, finding.code, finding.line, finding.pointer, finding.found)
    assert told == REFUSED[variant]


def test_every_refused_variant_of_the_collection_is_tested(shared: Path) -> None:
    folders = [p.name for p in (shared / REAL_INPUTS / "B26").iterdir()]
    assert sorted(f"B26/{name}" for name in folders) == sorted(
        variant for variant in [*REFUSED, *ACCEPTED] if variant.startswith("B26/")
    )


@pytest.mark.parametrize("variant", ACCEPTED)
def test_read_without_a_finding(variant: str, shared: Path, tmp_path: Path) -> None:
    assert read(world(shared, variant, tmp_path)) == []


def test_an_escaped_pair_is_one_character(shared: Path, tmp_path: Path) -> None:
    score, _ = read_score(world(shared, "B26/q-valid-pair", tmp_path), X)
    assert score is not None
    text = score.model_dump_json()
    assert any(ord(char) > 0xFFFF for char in text)
    assert not any(0xD800 <= ord(char) <= 0xDFFF for char in text)


@pytest.mark.parametrize(
    ("variant", "written", "utc"),
    [
        ("B34/a-offset", "2026-11-01T00:59:59+02:00", "2026-10-31T22:59:59+00:00"),
        ("B34/b-dst-day", "2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00+00:00"),
    ],
)
def test_the_offset_decides_when_a_season_closes(
    variant: str, written: str, utc: str, shared: Path, tmp_path: Path
) -> None:
    season = read_tree(world(shared, variant, tmp_path))[0].seasons[0].season
    assert season is not None
    assert (season.closes_at.text, season.closes_at.utc.isoformat()) == (written, utc)


@pytest.mark.parametrize(
    ("variant", "file", "overclaim", "success"),
    [
        ("B38", "zero", NotApplicable(), Ratio(0, 3)),
        ("B40", "pooled", Ratio(1, 8), None),
        ("B09", "almost-all", Ratio(2499, 2500), None),
        ("B09", "almost-none", Ratio(1, 2500), None),
    ],
)
def test_the_recount(
    variant: str, file: str, overclaim: object, success: object, shared: Path, tmp_path: Path
) -> None:
    data = world(shared, variant, tmp_path)
    track = read_tree(data)[0].seasons[0].tracks[0]
    score, _ = read_score(data, f"{track.folder}/community/{file}.json")
    assert score is not None
    assert track.key is not None
    assert track.track is not None
    made = tally(score, track.key, len(track.track.tasks))
    assert made.overclaim == overclaim
    assert success is None or made.success == success
    declared = score.totals
    assert declared is not None
    assert (made.assertions, made.unsupported) == (declared.assertions, declared.unsupported)


def test_names_that_deceive_are_read_byte_for_byte(shared: Path, tmp_path: Path) -> None:
    data = world(shared, "B20", tmp_path)
    track = read_tree(data)[0].seasons[0].tracks[0]
    names = {}
    for file in track.scores["community"]:
        score, _ = read_score(data, file)
        assert score is not None
        names[Path(file).stem] = score.agent.name
    assert names["nfc"] != names["nfd"]
    assert names["latin"] != names["cyrillic"]
    assert "\u202e" in names["rlo"]
    assert len(names["long"]) == 2000
