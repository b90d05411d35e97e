"""`verify` by another program than the one that built the site: an honest one, and whoever says so.

Two versions of the program stand in a git checkout of their own: the second words and marks things up in
another way. Everything goes through the command line of one or the other.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from site_builder.reader.program import MADE_WITH, Likeness, Program, this_program
from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER
from tests.harness import worlds
from tests.harness.command import REPOSITORY
from tests.reader.altered import edit, recommitted, rendered, republished
from tests.reader.test_verify import TRACK, a_report

Copy = Callable[[Path], Path]
UNKNOWN = "f" * 40
NOT_OF_THE_PROGRAM = (1, 5, 7, 8)


class Versions(NamedTuple):
    """``now`` is the checkout, at its second version; ``site`` was built by ``first``."""

    now: Path
    first: str
    documented: str
    second: str
    site: Path


def git(folder: Path, *arguments: str) -> str:
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(folder), *name, *arguments], capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.strip()


def committed(folder: Path) -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "A version")
    return git(folder, "rev-parse", "HEAD")


def run(program: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """That version of the program, with the libraries of this environment."""
    return subprocess.run(
        [sys.executable, "-m", "site_builder", *map(str, arguments)],
        cwd=program, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text, file
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Versions:
    folder = tmp_path_factory.mktemp("versions")
    now = folder / "program"
    now.mkdir()
    for part in (*MADE_WITH, "trust", "site.toml"):
        copy = shutil.copytree if (REPOSITORY / part).is_dir() else shutil.copy2
        copy(REPOSITORY / part, now / part)
    (now / ".gitignore").write_text("__pycache__/\n")
    git(folder, "init", "-q", str(now))
    first = committed(now)
    world = worlds.smallest_world(folder / "data")
    fixed = ("--generated-at", "2026-11-02T08:00:00Z", "--now", LATER, "--jobs", "1")
    done = run(now, "build", "--data", world, "--output", folder / "site", *fixed)
    assert done.returncode == 0, done.stderr
    (now / "docs.md").write_text("Documentation.\n")
    documented = committed(now)
    # Another version: other markup, other words in documents and around them, another format.
    replaced(now / "templates/track.html", "<caption>", '<caption class="other">')
    for file in sorted((now / "content/en/messages").glob("*.po")):
        text = file.read_text("utf-8").replace("Overclaim rate", "Rate of overclaim")
        file.write_text(text, encoding="utf-8")
    second = committed(now)
    return Versions(now, first, documented, second, folder / "site")


def account(program: Path, site: Path) -> dict[str, Any]:
    """The account as JSON; its exit code is the process's."""
    done = run(program, "verify", site, "--format", "json")
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["exit_code"] == done.returncode
    return found


def outcomes(found: dict[str, Any]) -> dict[int, str]:
    return {step["number"]: step["outcome"] for step in found["steps"]}


def problems(found: dict[str, Any]) -> list[tuple[int, str]]:
    return sorted({(step["number"], p["file"]) for step in found["steps"] for p in step["problems"]})


def differing(found: dict[str, Any]) -> dict[int, set[str]]:
    return {s["number"]: {p["file"] for p in s["differences"]} for s in found["steps"] if s["differences"]}


# -- an honest other version ---------------------------------------------------------------------------


def test_an_honest_site_of_another_version_does_not_fail(versions: Versions) -> None:
    found = account(versions.now, versions.site)
    assert problems(found) == []
    assert found["exit_code"] == 3
    assert found["built_by"] == versions.first
    assert (found["program"]["commit"], found["program"]["modified"]) == (versions.second, False)
    assert found["same_program"] is False
    assert differing(found).keys() <= {2, 3, 4, 6}
    assert f"{TRACK}/index.html" in differing(found)[3]
    assert {n: o for n, o in outcomes(found).items() if n in (1, 8)} == {1: "passed", 8: "passed"}
    assert outcomes(found)[3] == outcomes(found)[6] == "not checked"


def test_both_programs_are_named_first_and_the_commands_lead_to_the_other(versions: Versions) -> None:
    done = run(versions.now, "verify", versions.site)
    assert done.returncode == 3
    lines = done.stdout.splitlines()
    assert lines[1].startswith(f"Built by commit {versions.first}, as the site says; this program is ")
    assert lines[1].endswith(f", commit {versions.second}.")
    assert lines[2] == "They are two programs."
    assert "FAILED" not in done.stdout
    result = (
        "Result: not checked: steps 3, 4, 5, 6, 7; passed: steps 1, 2, 8 "
        "(in 3, 4, 6: this is not the program that built the site)."
    )
    assert result in lines
    (command,) = [line for line in lines if "git worktree add" in line]
    subprocess.run(["bash", "-ec", command], capture_output=True, check=True)
    other = versions.now.parent / "built-by"
    found = account(other, versions.site)
    assert (found["same_program"], differing(found), problems(found)) == (True, {}, [])
    assert outcomes(found)[3] == outcomes(found)[6] == "passed"
    git(versions.now, "worktree", "remove", "--force", str(other))


def test_a_commit_that_changes_no_file_of_the_program_is_the_same_program(versions: Versions) -> None:
    folder = versions.now.parent / "documented"
    git(versions.now, "worktree", "add", "-q", str(folder), versions.documented)
    found = account(folder, versions.site)
    assert (found["program"]["commit"], found["same_program"]) == (versions.documented, True)
    assert problems(found) == []
    replaced(folder / "templates/track.html", "<caption>", '<caption class="mine">')
    found = account(folder, versions.site)
    assert (found["program"]["modified"], found["same_program"]) == (True, False)
    git(folder, "checkout", "-q", "templates")
    (folder / "site_builder/rules/x001_mine.py").write_text("")
    assert account_likeness(folder, versions.first) is Likeness.OTHER
    git(versions.now, "worktree", "remove", "--force", str(folder))


def account_likeness(root: Path, commit: str) -> Likeness:
    return this_program(root.resolve()).likeness(commit)


def test_a_program_without_a_checkout_says_that_it_cannot_tell(versions: Versions, tmp_path: Path) -> None:
    bare = tmp_path / "program"
    shutil.copytree(versions.now, bare, ignore=shutil.ignore_patterns(".git"))
    found = account(bare, versions.site)
    assert (found["program"]["commit"], found["same_program"], problems(found)) == (None, None, [])
    assert "a commit that it cannot tell" in run(bare, "verify", versions.site).stdout


@pytest.mark.parametrize(
    ("commit", "of_site", "expected"),
    [
        ("a" * 40, "a" * 40, Likeness.SAME),
        ("a" * 40, "b" * 40, Likeness.OTHER),
        (None, "a" * 40, Likeness.UNKNOWN),
        ("a" * 40, "--output=/etc/x", Likeness.UNKNOWN),
        ("HEAD", "HEAD", Likeness.UNKNOWN),
    ],
)
def test_an_installed_program_goes_by_what_the_installer_noted(
    commit: str | None, of_site: str, expected: Likeness
) -> None:
    assert Program("1.0", commit).likeness(of_site) is expected


def test_a_project_that_the_program_is_installed_in_is_not_its_checkout(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", str(tmp_path))
    inner = tmp_path / "site-packages"
    inner.mkdir()
    (inner / "x").write_text("")
    committed(tmp_path)
    assert this_program(inner.resolve()).checkout is None


# -- whoever writes another commit into a site --------------------------------------------------------------


def forged(versions: Versions, copy: Copy, change: Callable[[Path], object], commit: str = UNKNOWN) -> Path:
    """A whole forgery: the site altered, another commit named everywhere, every list and the ledger again."""
    site = copy(versions.site)
    change(site)
    recommitted(site, commit)
    republished(site)
    return site


def better_totals(site: Path, reader: Reader) -> str:
    report = f"{TRACK}/{a_report(site)}"
    for prefix in ("", "fr/"):
        edit(site / f"{prefix}{report}/index.json", lambda d: d["contenu"]["totaux"].update(non_etayees=0))
    rendered(site, report, reader.catalogue)
    return report


def no_row(site: Path, reader: Reader) -> str:
    place = "/contenu/tableaux/1/groupes/0/lignes/"

    def without(document: dict[str, Any]) -> None:
        rows = document["contenu"]["tableaux"][1]["groupes"][0]["lignes"]
        rows.pop()
        listed = document["texte_de_tiers"]
        listed["champs"] = [at for at in listed["champs"] if not at.startswith(f"{place}{len(rows)}/")]

    for prefix in ("", "fr/"):
        edit(site / f"{prefix}{TRACK}/index.json", without)
    rendered(site, TRACK, reader.catalogue)
    return TRACK


def other_word_for_a_figure(site: Path, reader: Reader) -> str:
    """The number stays, and what is displayed of it does not."""
    for prefix in ("", "fr/"):
        edit(
            site / f"{prefix}{TRACK}/index.json",
            lambda d: first_rate(d).update(affichage="1%"),
        )
    rendered(site, TRACK, reader.catalogue)
    return TRACK


def first_rate(document: dict[str, Any]) -> dict[str, Any]:
    rows = [r for t in document["contenu"]["tableaux"] for g in t["groupes"] for r in g["lignes"]]
    found: dict[str, Any] = next(row["taux"]["overclaim"] for row in rows if row["taux"])
    return found


@pytest.mark.parametrize("change", [better_totals, no_row, other_word_for_a_figure])
@pytest.mark.parametrize("known", [False, True], ids=["a commit of nobody", "a commit of the program"])
def test_a_false_figure_fails_whatever_commit_is_named(
    versions: Versions, copy: Copy, reader: Reader, change: Callable[[Path, Reader], str], known: bool
) -> None:
    named: list[str] = []
    commit = versions.documented if known else UNKNOWN
    site = forged(versions, copy, lambda place: named.append(change(place, reader)), commit)
    found = account(versions.now, site)
    assert found["exit_code"] == 1
    assert (6, f"{named[0]}/index.json") in problems(found)
    assert (6, f"fr/{named[0]}/index.json") in problems(found)


def html_alone(site: Path) -> None:
    page = site / TRACK / "index.html"
    text = page.read_text("utf-8")
    cell = re.search(r'data-json="/contenu/tableaux/1/[^"]*overclaim"[^>]*>([^<]+) <b>', text)
    assert cell
    page.write_text(text.replace(cell[0], cell[0].replace(cell[1], "0/97")), encoding="utf-8")


def html_without_its_place(site: Path) -> None:
    page = site / TRACK / "index.html"
    page.write_text(re.sub(r' data-json="[^"]*overclaim"', "", page.read_text("utf-8")), encoding="utf-8")


@pytest.mark.parametrize("change", [html_alone, html_without_its_place])
def test_a_figure_of_the_html_alone_fails_too(
    versions: Versions, copy: Copy, change: Callable[[Path], None]
) -> None:
    found = account(versions.now, forged(versions, copy, change))
    assert found["exit_code"] == 1
    assert (3, f"{TRACK}/index.html") in problems(found)


def csv_alone(site: Path) -> None:
    file = site / TRACK / "community/results.csv"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    cells = lines[2].split(",")
    at = next(n for n, cell in enumerate(cells) if cell == "calcule") + 1
    cells[at] = str(int(cells[at]) + 1)
    file.write_text("".join([*lines[:2], ",".join(cells), *lines[3:]]), encoding="utf-8")


def test_a_figure_of_a_download_fails_too(versions: Versions, copy: Copy) -> None:
    found = account(versions.now, forged(versions, copy, csv_alone))
    assert (6, f"{TRACK}/community/results.csv") in problems(found)


def script(site: Path) -> None:
    page = site / TRACK / "index.html"
    page.write_bytes(page.read_bytes().replace(b"</main>", b"<script>alert(1)</script></main>"))


def test_no_commit_explains_a_script(versions: Versions, copy: Copy) -> None:
    found = account(versions.now, forged(versions, copy, script))
    assert (4, f"{TRACK}/index.html") in problems(found)


def test_pages_of_a_kind_to_come_are_not_checked_and_others_fail(versions: Versions, copy: Copy) -> None:
    """A newer program may publish more documents; none has a report of no row, or a page of no document."""
    report = "a" * 16

    def more(site: Path) -> None:
        model = a_report(site)
        for prefix in ("", "fr/"):
            home = site / f"{prefix}challenges/prove-it"
            shutil.copytree(home / "rules", home / "faq")
            shutil.copytree(site / f"{prefix}{TRACK}/{model}", site / f"{prefix}{TRACK}/{report}")
        (site / "best.html").write_text("<p>0/41</p>")
        (site / "assets/more.js").write_text("alert(1)")

    found = account(versions.now, forged(versions, copy, more))
    assert {(3, "best.html"), (3, "assets/more.js")} <= set(problems(found))
    assert (3, f"{TRACK}/{report}/index.json") in problems(found)
    assert (3, f"fr/{TRACK}/{report}/index.html") in problems(found)
    faq = "challenges/prove-it/faq/index.json"
    assert faq in differing(found)[3]
    assert (3, faq) not in problems(found)


def praise(site: Path) -> None:
    page = site / TRACK / "index.html"
    page.write_bytes(page.read_bytes().replace(b"</main>", b"<p>Best of all.</p></main>"))


def test_words_are_not_checked_under_another_commit_and_the_account_says_so(
    versions: Versions, copy: Copy
) -> None:
    """What no figure tells from another version's words: never 0, always named; its own program fails it."""
    site = forged(versions, copy, praise)
    found = account(versions.now, site)
    assert (found["exit_code"], problems(found)) == (3, [])
    assert f"{TRACK}/index.html" in differing(found)[3]
    said = run(versions.now, "verify", site).stdout
    assert "This program does not know that commit: it may be newer, or nobody's." in said
    assert "then rely on nothing that is not checked here." in said
    result = "passed: steps 1, 2, 8 (in 3, 4, 6: this is not the program that built the site).\n"
    assert result in said
    shutil.rmtree(site)
    site = forged(versions, copy, praise, versions.first)
    folder = versions.now.parent / "first"
    git(versions.now, "worktree", "add", "-q", str(folder), versions.first)
    found = account(folder, site)
    assert (3, f"{TRACK}/index.html") in problems(found)
    git(versions.now, "worktree", "remove", "--force", str(folder))


def test_what_is_no_commit_stands_in_no_command(versions: Versions, copy: Copy) -> None:
    site = forged(versions, copy, praise, "a b; touch $(owned)")
    said = run(versions.now, "verify", site).stdout
    assert "git worktree" not in said
    assert "What the site names is no commit" in said
