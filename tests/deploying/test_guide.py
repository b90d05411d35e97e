"""Each command of docs/deploying.md: run as it stands, or marked as needing an account of the operator's."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.deploying.conftest import AFTER, require
from tests.deploying.season import Deployment, publishable_change
from tests.deploying.test_servers import GUIDE
from tests.harness.command import program

FENCE = re.compile(r"^( *)```(\S[^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [
        re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)
        for indent, found, text in FENCE.findall(GUIDE)
        if found == kind
    ]


def test_no_block_is_of_an_unknown_kind() -> None:
    kinds = {kind for _, kind, _ in FENCE.findall(GUIDE)}
    assert kinds == {"sh", "sh account", "text", "text _headers", "nginx", "caddy", "yaml"}


def test_what_needs_an_account_is_little_and_named() -> None:
    first_words = [text.split()[0] for text in blocks("sh account")]
    assert first_words == ["ssh-keyscan", "aws", "gh"]


def test_every_other_command_does_what_the_guide_says(season: Deployment, tmp_path: Path) -> None:
    """In the order of the guide, in one shell, with another folder than /srv; a second publication comes
    between, so that there is one to go back to."""
    require("ssh-keygen")
    host = tmp_path / "srv/index"
    host.mkdir(parents=True)
    first, again, key, branch, back = (text.replace("/srv/", f"{tmp_path}/srv/") for text in blocks("sh"))
    environment = {
        **os.environ, "PATH": f"{program().parent}:{os.environ['PATH']}", "PUBLISH_NOW": AFTER,
        "DEPLOY_URL": season.variables["DEPLOY_URL"], "DEPLOY_WAIT": "0",
    }  # fmt: skip
    (tmp_path / "host").rmdir()
    (tmp_path / "host").symlink_to(host)  # what is served

    def run(script: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", script], cwd=season.checkout, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    assert "Publication 1" in run(first)
    publishable_change(season)
    assert "Publication 2" in run(f"export DEPLOY_KIND=rsync DEPLOY_TO={host}; {again}")
    run(key)
    assert (season.checkout / "deploy-key.pub").read_text(encoding="utf-8").startswith("ssh-ed25519 ")
    run(branch)
    run(back)
    assert (host / "current").readlink().name.startswith("1-")
    assert (host / "head").readlink().name.startswith("2-")
