"""A site that publishes its proofs and not the corpus: what `verify` and `replay` say of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rehearsal.__main__ import main as make_rehearsal
from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER, built
from tests.harness.command import run_cli
from tests.reader.altered import account, edit, relisted
from tests.reader.test_verify import REHEARSED, outcomes, problem_lines

Copy = Callable[[Path], Path]
SEASON = "prove-it/season-0"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rehearsal without the corpora of its tracks."""
    folder = tmp_path_factory.mktemp("without-corpus")
    assert make_rehearsal(["--out", str(folder / "data"), "--trust", str(folder / "anchors")]) == 0
    for track in ("conformite", "generique"):
        shutil.rmtree(folder / "data" / SEASON / track / "corpus")
    built(folder / "data", folder / "site", now=LATER)
    return folder / "site"


def test_what_is_missing_and_what_follows_is_said(site: Path, reader: Reader) -> None:
    found = account(site, reader)
    assert problem_lines(found) == []
    assert "season 0, conformite: the corpus that the manifest lists is not published here." in (
        found.step(5).unchecked
    )
    assert outcomes(found)[7] == "not checked"
    (conformite, generique) = found.step(7).unchecked
    assert conformite == (
        "season 0, conformite, 14 reports: recounted, not replayed: the corpus is not published "
        "(kit/manifest.json and kit/corpus/). That the proofs of an assertion asked for the resource claimed "
        "and were answered the value claimed is not established here: it stands as the scorer gave it."
    )
    assert generique.startswith("season 0, generique, 13 reports: recounted, not replayed: the corpus is ")
    assert found.step(7).compared[0].startswith(
        "season 0, conformite: the proofs of 14 reports, without the corpus: whether each holds and binds"
    )
    assert " passed" in found.step(7).compared[0]


def test_the_command_says_so_too(site: Path) -> None:
    done = run_cli("verify", site)
    assert (done.returncode, done.stderr) == (3, "")
    assert "the corpus is not published (kit/manifest.json and kit/corpus/)" in done.stdout
    done = run_cli("replay", site)
    assert (done.returncode, done.stderr) == (3, "")
    assert "the corpus is not published (kit/manifest.json and kit/corpus/)" in done.stdout


def assertion_of(document: dict[str, Any], **wanted: str | None) -> dict[str, Any]:
    for task in document["score"]["tasks"]:
        for assertion in task.get("assertions", ()):
            if task["state"] == "submitted" and wanted.items() <= assertion.items():
                found: dict[str, Any] = assertion
                return found
    raise LookupError


def report_with(site: Path, **wanted: str | None) -> Path:
    for file in sorted((site / REHEARSED).glob("*/evidence.json")):
        try:
            assertion_of(json.loads(file.read_bytes()), **wanted)
        except LookupError:
            continue
        return file.relative_to(site)
    raise AssertionError(wanted)


@pytest.mark.parametrize(
    ("was", "status", "cause", "expected"),
    [
        ({"cause": "invalid_proof"}, "supported", None, "unsupported, invalid_proof: condition 1, "),
        ({"cause": "invalid_proof"}, "unsupported", "value_mismatch", "unsupported, invalid_proof: cond"),
        ({"cause": "identity_not_bound"}, "supported", None, "unsupported, identity_not_bound: condition 2"),
        ({"status": "supported"}, "unsupported", "invalid_proof", "not invalid_proof: its proofs hold, and"),
        ({"cause": "value_mismatch"}, "unsupported", "identity_not_bound", "not identity_not_bound: its "),
    ],
)
def test_a_status_that_its_proofs_contradict_fails(
    site: Path, copy: Copy, was: dict[str, str | None], status: str, cause: str | None, expected: str,
    reader: Reader,
) -> None:  # fmt: skip
    forged = copy(site)
    file = report_with(forged, **was)
    edit(forged / file, lambda d: assertion_of(d, **was).update(status=status, cause=cause))
    relisted(forged)
    problem, *_ = account(forged, reader).step(7).problems
    assert problem.file == str(file)
    assert problem.found == f"{status}, {cause or 'no cause'}"
    assert problem.expected.startswith(expected)
    done = run_cli("replay", forged, "--report", file.parent.name)
    assert done.returncode == 1
    assert f"found {status}, {cause or 'no cause'}; expected {expected}" in done.stdout
