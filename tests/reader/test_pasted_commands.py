"""The commands of the page "Check it yourself", pasted into a shell as they stand, on a site of ours."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.acceptance.builds import LATER, built
from tests.harness import requirements
from tests.harness.browser import served
from tests.harness.command import REPOSITORY, program

TOOLS = (
    "bash", "curl", "wget", "sha256sum", "cut", "sed", "jq", "xxd", "base64", "openssl", "tail", "wc", "git",
    "grep", "make",
)  # fmt: skip
# Instead of the program's own, which asks the network for what it runs on.
MAKEFILE = "program:\n\tmkdir -p .venv/bin\n\tln -s {program} .venv/bin/site-builder\n"


def _without(folder: Path) -> str:
    """The PATH without one folder: the page itself says where the program comes from."""
    return os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if Path(p) != folder)


def the_report(site: Path, track: str) -> tuple[str, str]:
    """A report without an unsupported assertion, and a proof that it cites."""
    for file in sorted((site / track).glob("*/evidence.json")):
        evidence = json.loads(file.read_bytes())
        totals = evidence["score"]["totals"]
        if totals and totals["assertions"] and not totals["unsupported"]:
            return file.parent.name, min(evidence["proofs"])
    raise AssertionError("no such report")


def the_source(folder: Path) -> str:
    """A repository at `folder` that gives the program of this checkout; the value is its commit."""
    folder.mkdir()
    folder.joinpath("Makefile").write_text(MAKEFILE.format(program=program()), encoding="utf-8")
    shutil.copytree(REPOSITORY / "trust", folder / "trust")
    git = ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for step in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "The program"]):
        subprocess.run([*git, *step], check=True)
    return subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, encoding="utf-8"
    ).stdout.strip()


def test_the_makefile_has_the_target_that_the_page_names() -> None:
    """Dry: nothing is installed."""
    done = subprocess.run(
        ["make", "-n", "program"], cwd=REPOSITORY, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_proof_of_the_readme_is_one_of_the_site(rehearsal_site: Path, tmp_path: Path) -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    (block,) = re.findall(r"```console\n(\$ KIT=.*?)```", readme, re.DOTALL)
    script = re.sub(r"^\$ ", "", block, flags=re.MULTILINE)
    (tmp_path / "public").symlink_to(rehearsal_site)
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{program().parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nResult: passed: steps 1, 2, 3, 4, 5, 6; not asked for: step 7.\n")


def test_every_command_of_the_page_runs_on_a_copy_of_the_site(rehearsal_site: Path, tmp_path: Path) -> None:
    """On a site with an earlier publication: the copy takes it along, and every step reads it."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        requirements.absent("tools", f"not installed: {', '.join(missing)}")
    data, rehearsal_site = rehearsal_site.parent / "data", shutil.copytree(rehearsal_site, tmp_path / "site")
    commit = the_source(tmp_path / "source")
    built(data, rehearsal_site, "--source-commit", commit, now=LATER)
    assert (rehearsal_site / "publications/1/index.html").is_file()
    page: dict[str, Any] = json.loads((rehearsal_site / "challenges/prove-it/check/index.json").read_bytes())
    blocks = re.findall(r"```sh\n(.*?)```", page["contenu"]["markdown"], re.DOTALL)
    track = re.findall(r"^TRACK=(.*)$", "\n".join(blocks), re.MULTILINE)[0]
    season = json.loads((rehearsal_site / track).parent.joinpath("index.json").read_bytes())["contenu"]
    frozen = season["pistes"][0]["preenregistrement"]
    report_id, proof_id = the_report(rehearsal_site, track)
    base = page["url"].removesuffix("/challenges/prove-it/check/")
    with served(rehearsal_site) as address:
        script = "\n".join(blocks).replace(base, address.rstrip("/"))
        source = re.findall(r"git clone -q (\S+) ", script)
        assert source == ["https://git.arkforge.tech/proveit-index.git"]
        script = script.replace(source[0], str(tmp_path / "source"))
        for placeholder, value in (
            ("the-report-id", report_id),
            ("the-proof-id", proof_id),
            ("the-salt-on-the-page", frozen["cle"]["sel"]),
        ):
            assert placeholder in script
            script = script.replace(placeholder, value)
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "PATH": _without(program().parent)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    said = done.stdout
    assert (tmp_path / "index-copy/publications/1/index.html").is_file()
    assert "2 of 2 publications with the files that their manifests list" in said
    assert said.count("Result: every step passed.\n") == 4  # the copy, the address, what was known, sent
    assert said.count("Result: passed: steps 1, 2, 3, 4, 5, 6; not asked for: step 7.\n") == 1  # the proof
    assert said.count('"outcome": "passed"') >= 5  # the parts of the account, proofs of step 5 aside
    assert "Time stamp: " in said
    assert re.search(rf"^{proof_id}$", said, re.MULTILINE)
    assert f"{track}/{report_id}/evidence.json\n" in said
    assert f"{frozen['cle']['engagement']}  -\n" in said
    assert f"{frozen['bareme']['sha256']}  {track}/" in said
    assert f"{frozen['manifeste_sha256']}  {track}/kit/manifest.json\n" in said
    assert "Verification: OK\n" in said
    assert '"supported": ' in said
