"""The operator's specification, in both languages, laid over the program's texts (docs/official-texts.md).

The seeds are the English markdown, the page online today, the frozen section, and the French text as plain
text, which has lost its tables. What the operator holds is the French markdown: here the plain text with its
headings marked again, and the frozen section, which is markdown, in its place.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.harness import worlds
from tests.harness.command import REPOSITORY, run_cli

PUBLISHED = "2026-09-23T11:55:30+02:00"
COMMIT = "92765cb01ba9092b6d69d60dbbd3f62e225414af"
SPECIFICATION = "challenges/prove-it/specification"
PARITY = """\
[[accepted]]
page = "specification"
section = "2.4"
kind = "numbers"
only = { en = [], fr = ["80", "0.0", "0"] }
reason.en = "The French text adds two measured details."
reason.fr = "Le texte français ajoute deux détails mesurés."

[[accepted]]
page = "specification"
section = "7.5"
kind = "numbers"
only = { en = [], fr = ["4.1"] }
reason.en = "The French text names the paragraph."
reason.fr = "Le texte français nomme le paragraphe."

[[accepted]]
page = "specification"
section = "9.1"
kind = "numbers"
only.en = ["10", "2", "25519", "3", "3", "4.1", "4.1", "403", "5.5", "5.7"]
only.fr = []
reason.en = "The plain text at hand has lost the table."
reason.fr = "Le texte brut dont on dispose a perdu le tableau."
"""
BOUNDS = {
    "conf-01": (2, 4), "conf-02": (3, 6), "conf-03": (2, 4), "conf-04": (3, 6), "conf-05": (4, 8),
    "conf-06": (4, 8), "conf-07": (3, 6), "conf-08": (4, 8), "conf-09": (3, 6), "conf-10": (3, 6),
}  # fmt: skip


def french_markdown(text: str, section: str) -> str:
    """The plain text with its headings, lists and the frozen section as markdown again."""
    title, _, rest = text.partition("\n")
    before, _, after = rest.partition("\n---\n\n5. ")
    after = "6. " + after.partition("\n---\n\n6. ")[2]
    body = f"{before}\n---\n\n{section.strip()}\n\n---\n\n{after}"
    own = re.compile(r"^(\d+\.\d+) (?=\w)", re.MULTILINE)
    first = re.compile(r"(?:(?<=\n---\n\n)|\A\n*)(\d+\. )")
    return f"# {title}\n\n" + own.sub(r"### \1 ", first.sub(r"## \1", body.lstrip("\n"))).replace("•", "*")


@pytest.fixture(scope="module")
def official(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the two official texts and what they differ in, and nothing else."""
    seeds, folder = shared / "seeds", tmp_path_factory.mktemp("texts") / "official"
    english = (seeds / "specification.en.md").read_text("utf-8")
    french = french_markdown(
        (seeds / "specification.fr.txt").read_text("utf-8"), (seeds / "section-5.txt").read_text("utf-8")
    )
    for code, text in (("en", english), ("fr", french)):
        (folder / code / "pages").mkdir(parents=True)
        (folder / code / "pages" / "specification.md").write_text(text, "utf-8")
    (folder / "parity.toml").write_text(PARITY, "utf-8")
    return folder


@pytest.fixture(scope="module")
def season(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first season while it runs: the frozen section of its track, and no score."""
    data = worlds.under_way(worlds.smallest_world(tmp_path_factory.mktemp("season") / "data"))
    (data / worlds.SECTION).write_bytes((shared / "seeds" / "section-5.txt").read_bytes())
    worlds.mutate(data / worlds.TRACK, "/scoring_rules/version", "conformite-bareme-v3")
    worlds.mutate(data / worlds.TRACK, "/scoring_rules/proof_id", "prf_20260915_072014_61cef2")
    worlds.mutate(data / worlds.SEASON, "/season_service", "https://proveit.arkforge.tech/v1/season/1")
    tasks = [{"task_id": task, "minimum": low, "cap": cap} for task, (low, cap) in BOUNDS.items()]
    worlds.mutate(data / worlds.TRACK, "/tasks", tasks)
    expected = {"conforme": 3, "non_conforme": 4, "indeterminable": 3}
    worlds.mutate(data / worlds.TRACK, "/expected_verdicts", expected)
    worlds.rehash(data / worlds.TRACK_FOLDER)
    return data


def build(data: Path, output: Path, *content: Path) -> tuple[int, str]:
    options = [f"--content={folder}" for folder in content]
    done = run_cli(
        "build", "--data", data, "--output", output, *options,
        "--generated-at", PUBLISHED, "--source-commit", COMMIT, "--now", "2026-09-23T12:00:00Z",
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def site(season: Path, official: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("site") / "public"
    code, told = build(season, output, REPOSITORY / "content", official)
    assert code == 0, told
    return output


def test_the_page_online_today_is_reproduced_exactly(site: Path, shared: Path) -> None:
    made = json.loads((site / SPECIFICATION / "index.json").read_bytes())
    published = json.loads((shared / "seeds" / "page-specification.en.json").read_bytes())
    assert made == published
    assert json.dumps(made) == json.dumps(published)  # the same order of keys


def test_the_french_text_and_the_frozen_section_are_published_as_they_are(
    site: Path, official: Path, shared: Path
) -> None:
    markdown = (official / "fr" / "pages" / "specification.md").read_text("utf-8")
    section = (shared / "seeds" / "section-5.txt").read_bytes()
    page = json.loads((site / "fr" / SPECIFICATION / "index.json").read_bytes())
    assert page["contenu"]["markdown"] == markdown
    assert (site / "fr" / f"{SPECIFICATION}.md").read_text("utf-8") == markdown
    assert (site / SPECIFICATION / "section-5.txt").read_bytes() == section
    assert page["contenu"]["section_5"]["sha256"] == hashlib.sha256(section).hexdigest()


@pytest.mark.parametrize(
    ("prefix", "told"),
    [
        ("", "2.4: French alone has <code>80</code>, <code>0.0</code>, <code>0</code>. The French text adds"),
        ("fr/", "le français seul a <code>4.1</code>. Le texte français nomme le paragraphe."),
    ],
)
def test_each_accepted_difference_is_listed_with_its_reason(site: Path, prefix: str, told: str) -> None:
    page = (site / f"{prefix}challenges/prove-it/publication-rules/index.html").read_text("utf-8")
    assert told in page


def test_a_reader_who_has_the_official_texts_verifies_the_site(site: Path, official: Path) -> None:
    def otherwise(*options: str | Path) -> list[str]:
        account = json.loads(run_cli("verify", site, "--format", "json", *options).stdout)
        return sorted({one["file"] for one in account["steps"][2]["differences"]})

    assert otherwise("--content", official) == []
    assert f"{SPECIFICATION}/index.json" in otherwise()


def test_what_differs_and_is_not_accepted_is_refused(season: Path, official: Path, tmp_path: Path) -> None:
    texts = worlds.copied(official, tmp_path / "official")
    (texts / "parity.toml").unlink()
    code, told = build(season, tmp_path / "public", REPOSITORY / "content", texts)
    assert code == 1
    assert re.findall(r"^PUB-18 .*: (official/\S+):\d+$", told, re.MULTILINE) == [
        "official/fr/pages/specification.md"
    ] * 3
    assert "80" in told
    assert "4.1" in told


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        (('"0.0", "0"', '"0.0"'), 1, "numbers that do not differ so"),
        (('section = "7.5"', 'section = "7.4"'), 9, "numbers that do not differ so"),
        (('kind = "numbers"', 'kind = "letters"'), 1, "kind"),
        (("reason.en", "motive.en"), 1, "motive"),
        (('fr = ["4.1"]', 'de = ["4.1"]'), 9, "only in de, en"),
        (('["4.1"]', "[]"), 9, "nothing that one language alone holds"),
        (('section = "2.4"', "section = 2.4"), 1, "section"),
        (('page = "specification"', "page ="), 2, "Invalid value"),
    ],
)
def test_an_entry_that_is_wrong_is_a_finding_at_its_line(
    season: Path, official: Path, tmp_path: Path, change: tuple[str, str], line: int, told: str
) -> None:
    texts = worlds.copied(official, tmp_path / "official")
    (texts / "parity.toml").write_text(PARITY.replace(*change, 1), "utf-8")
    code, output = build(season, tmp_path / "public", REPOSITORY / "content", texts)
    assert code == 1
    assert f"official/parity.toml:{line}" in output
    assert told in output
    assert not (tmp_path / "public").exists()
