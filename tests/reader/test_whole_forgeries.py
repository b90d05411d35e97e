"""Seven whole forgeries: a site built again from altered data. One copy cannot show them; what does is named.

Each passes every step of `verify`. What reveals it is an earlier copy or head, or what a participant sent.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from site_builder.kernel.ledger import parse
from site_builder.reader.unseen import UNSEEN
from tests.acceptance.builds import LATER, built
from tests.harness.command import run_cli
from tests.reader.forgeries import FORGERIES, demonstration, row_of, submissions

PASSED = "Result: every step passed."


@dataclass(frozen=True)
class Case:
    """``who`` was wronged; ``shown``: a line of the comparison with an honest copy, ``{row}`` being theirs;
    ``own``: the exit code of `verify` with what they sent, and what it says."""

    who: str
    shown: str
    own: tuple[int, str]


CASES = {
    "rows left out": Case(
        "vigie",
        "- row community {row} Vigie: overclaim 0/41 (0%) → (none); success 10/10 (100%) → (none)",
        (1, "no row of {row}, did:key:"),
    ),
    "names exchanged between rows": Case(
        "vigie",
        '/contenu/tableaux/1/groupes/0/lignes/0/agent/nom: "Vigie" → "Liasse complète"',
        (0, "with {row}, shown as 'Liasse complète'"),
    ),
    "verdicts rewritten in a submission": Case(
        "constante", "~ row community {row} Toujours pareil: overclaim", (1, "/submissions/conf-01/verdict")
    ),
    "assertions taken out of a submission": Case(
        "ancienne",
        "~ row community {row} Registre ancien: overclaim 11/41 (26.8%) → 0/30 (0%); success 5/10 (50%)",
        (1, "/sent/submissions/conf-01/assertions/"),
    ),
    "public reports made private": Case(
        "zele",
        '/rapport_url: "/challenges/prove-it/season-0/conformite/{row}/" → null',
        (3, "its report is private: nothing that was sent is published of it"),
    ),
    "a rival made to look worse": Case(
        "vigie",
        "~ row community {row} Vigie: overclaim 0/41 (0%); success 10/10 (100%) → 3/10 (30%)",
        (1, "/sent/submissions/conf-01/verdict"),
    ),
    "corrections gone": Case("boussole", '/contenu/corrections/1: {"n": 2, ', (0, "with {row}, shown as")),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the honest site is built of."""
    return demonstration(tmp_path_factory.mktemp("honest") / "data")


@pytest.fixture(scope="module")
def honest(data: Path) -> Path:
    built(data, data.parent / "site", now=LATER)
    return data.parent / "site"


@pytest.fixture(scope="module")
def forged(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`forged(name)`: the site that the program builds of the altered data, each once."""
    made: dict[str, Path] = {}

    def site(name: str) -> Path:
        if name not in made:
            folder = tmp_path_factory.mktemp("forged")
            shutil.copytree(data, folder / "data")
            FORGERIES[name](folder / "data")
            built(folder / "data", folder / "site", now=LATER)
            made[name] = folder / "site"
        return made[name]

    return site


def test_each_forgery_is_named_among_what_one_copy_cannot_show() -> None:
    assert FORGERIES.keys() == CASES.keys()
    assert FORGERIES.keys() <= {what for what, _ in UNSEEN}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_copy_and_the_participants_own_submissions_reveal_what_no_step_does(
    data: Path, honest: Path, forged: Callable[[str], Path], name: str
) -> None:
    case = CASES[name]
    own = submissions(data, case.who)
    done = run_cli("verify", forged(name), "--known", honest, "--submission", own)
    assert (done.returncode, done.stderr) == (1, "")
    said, (code, theirs) = done.stdout, case.own
    (steps, ninth) = said.split("\n9. what you sent is what is published of it: ")
    # Alone, the copy passes: nothing fails but what the reader knew, at the first line of the ledger.
    passed = steps.count(": passed\n")
    assert (passed, steps.count(": FAILED\n"), steps.count("       found    ")) == (7, 1, 1)
    assert "     ledger.jsonl at line 1\n       found    another line\n" in steps
    assert case.shown.replace("{row}", row_of(data, case.who)) in said
    assert ninth.startswith({0: "passed\n", 1: "FAILED\n", 3: "not checked\n"}[code])
    assert theirs.replace("{row}", row_of(data, case.who)) in ninth


def test_without_them_every_step_passes_and_the_account_says_what_reveals_it(
    forged: Callable[[str], Path],
) -> None:
    done = run_cli("verify", forged("rows left out"))
    assert (done.returncode, done.stderr) == (0, "")
    rests = done.stdout.split(f"\n{PASSED}\n")[1]
    for name in FORGERIES:
        assert f"\n  {name}: an earlier head or copy" in rests
    assert f"  site-builder verify {forged('rows left out')} --known HEAD-OR-COPY\n" in rests
    assert f"  site-builder verify {forged('rows left out')} --submission FILE\n" in rests


def test_a_head_that_was_noted_says_that_it_is_another_ledger(
    honest: Path, forged: Callable[[str], Path]
) -> None:
    (line,) = parse((honest / "ledger.jsonl").read_bytes())
    done = run_cli("verify", forged("rows left out"), "--known", line.link, "--format", "json")
    assert done.returncode == 1
    document: dict[str, Any] = json.loads(done.stdout)
    (problem,) = document["steps"][7]["problems"]
    assert problem["expected"] == f"a line that gives {line.link}"
    assert document["known"]["continued_from_line"] is None
    assert [one["given"] for one in document["rests_on"]["hold_against"]] == [True, False]


def test_the_honest_site_holds_against_all_of_it(data: Path, honest: Path) -> None:
    """Every participant with a public report, and the head."""
    who = ("vigie", "liasse", "constante", "ancienne", "zele", "boussole", "brouillon")
    given = [option for one in who for option in ("--submission", submissions(data, one))]
    done = run_cli("verify", honest, "--known", honest / "ledger.jsonl", *given)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\n{PASSED}\n" in done.stdout
