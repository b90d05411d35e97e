"""What the published evidence promises a stranger: earlier publications hold, and nothing asks a network."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from site_builder.publish.files import Entry
from site_builder.publish.inventory import Inventory
from site_builder.publish.manifest import write_manifest
from site_builder.publish.publications import LEDGER, manifest_path, opener, read_ledger, resolved
from tests.acceptance.builds import LATER
from tests.harness.command import REPOSITORY, program, run_cli

CORRECTIONS = "prove-it/season-0/corrections.jsonl"


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two publications of the demonstration; the second brings its last correction, a withdrawal."""
    folder = tmp_path_factory.mktemp("evidence")
    data, site = folder / "data", folder / "site"
    shutil.copytree(REPOSITORY / "data/results", data)
    entries = (data / CORRECTIONS).read_bytes().splitlines(keepends=True)
    for number, kept in enumerate((entries[:-1], entries), start=1):
        (data / CORRECTIONS).write_bytes(b"".join(kept))
        done = run_cli(
            "build", "--data", data, "--output", site, "--now", LATER,
            "--generated-at", f"2026-11-{number:02}T08:00:00Z", "--source-commit", str(number) * 40,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return site


def isolated(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The program where there is no network at all; skipped where that cannot be arranged."""
    command = ["unshare", "--net", "--map-root-user"]
    if shutil.which("unshare") is None or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("no network namespace can be made here")
    return subprocess.run(
        [*command, str(program()), *map(str, arguments)],
        cwd="/", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_a_correction_is_a_line_more_and_the_first_publication_is_still_there(corrected: Path) -> None:
    kinds = [json.loads(line)["kind"] for line in (corrected / LEDGER).read_bytes().splitlines()]
    assert kinds == ["publication", "correction"]
    done = isolated("verify", corrected)
    assert (done.returncode, done.stderr) == (0, "")
    assert "compared: 2 of 2 publications with the files that their manifests list" in done.stdout
    assert "\nResult: every step passed.\n" in done.stdout
    done = isolated("replay", corrected)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("replayed from the proofs, 0 recounted, not replayed; 0 differ.\n")


def test_the_first_publication_put_together_again_passes_every_step(corrected: Path, tmp_path: Path) -> None:
    """Each file from where it stands now (docs/ledger.md), under the first line of the ledger."""
    site = tmp_path / "first"
    site.mkdir()
    inventory = Inventory(site)

    def placed(path: str, data: bytes) -> None:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(data)
        inventory.add(Entry(path, hashlib.sha256(data).hexdigest(), len(data)))

    ledger, lines = read_ledger(opener(corrected))
    for entry, place in resolved(opener(corrected), lines, 1):
        placed(entry.path, (corrected / place).read_bytes())
    placed(LEDGER, ledger.splitlines(keepends=True)[0])
    listed = (corrected / manifest_path(1)).read_bytes()
    placed(manifest_path(1), listed)
    stamp = json.loads(listed)
    write_manifest(site, inventory, genere_le=stamp["genere_le"], commit_source=stamp["commit_source"])
    inventory.close()
    done = isolated("verify", site)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nResult: every step passed.\n" in done.stdout
