"""`site.toml`: what it takes, and what it refuses, key by key."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.configuration import read_configuration

GOOD = (Path(__file__).resolve().parent.parent / "site.toml").read_text(encoding="utf-8")

REFUSED = (
    (
        'base_url = "https://proveit.arkforge.tech"',
        'base_url = "https://proveit.arkforge.tech/"',
        ("base_url", "'https://proveit.arkforge.tech/'",
         "https and a host, without a path or a final slash, such as https://index.example"),
    ),
    (
        'base_url = "https://proveit.arkforge.tech"',
        "",
        ("base_url", "nothing", "the key base_url"),
    ),
    (
        'data = "CC-BY-4.0"',
        'data = "none at all"',
        ("licence.data", "'none at all'", "an SPDX identifier such as CC-BY-4.0"),
    ),
    (
        'repository = "https://git.arkforge.tech/proveit-index.git"',
        'repository = "http://forge.example/index.git"',
        ("source.repository", "'http://forge.example/index.git'",
         "https, a host and a plain path, such as https://forge.example/index.git"),
    ),
    (
        'repository = "https://git.arkforge.tech/proveit-index.git"',
        'repository = "https://forge.example/index.git;id"',
        ("source.repository", "'https://forge.example/index.git;id'",
         "https, a host and a plain path, such as https://forge.example/index.git"),
    ),
    (
        '[source]\nrepository = "https://git.arkforge.tech/proveit-index.git"',
        "",
        ("source", "nothing", "the key source"),
    ),
    (
        'repository = "https://git.arkforge.tech/proveit-index.git"',
        "",
        ("source.repository", "nothing", "the key repository"),
    ),
    (
        "[licence]",
        '[licence]\ncolour = "blue"',
        ("licence.colour", "'blue'", "only the keys that site.toml describes"),
    ),
)  # fmt: skip


def test_the_file_of_this_repository_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "site.toml"
    file.write_text(GOOD, encoding="utf-8")
    configuration, findings = read_configuration(file)
    assert findings == []
    assert configuration is not None
    assert configuration.base_url == "https://proveit.arkforge.tech"


@pytest.mark.parametrize(("before", "after", "expected"), REFUSED)
def test_one_mistake_is_one_finding(
    tmp_path: Path, before: str, after: str, expected: tuple[str, str, str]
) -> None:
    assert before in GOOD
    file = tmp_path / "site.toml"
    file.write_text(GOOD.replace(before, after, 1), encoding="utf-8")
    configuration, findings = read_configuration(file)
    assert configuration is None
    assert [(f.code, f.element, f.found, f.expected) for f in findings] == [("L001", *expected)]


def test_a_label_of_one_letter_is_no_label(tmp_path: Path) -> None:
    file = tmp_path / "site.toml"
    lines = [('fr = "x"' if line.startswith("fr = ") else line) for line in GOOD.splitlines()]
    file.write_text("\n".join(lines), encoding="utf-8")
    _, findings = read_configuration(file)
    assert [(f.element, f.found) for f in findings] == [("ai_act_label.fr", "'x'")]
