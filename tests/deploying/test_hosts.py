"""Every kind of host, with the real programs: ssh, git, a store of objects."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.deploying.conftest import AFTER, require
from tests.deploying.season import Deployment, git, publishable_change, step
from tests.harness.command import tree_digests

UPLOAD = "Upload beside what is published"


def lines(site: Path) -> int:
    return len((site / "ledger.jsonl").read_text(encoding="utf-8").splitlines())


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def ssh_server(folder: Path) -> Iterator[tuple[int, str, str]]:
    """A server for this user alone: its port, the private key that it takes, and the line of its own key."""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    port = free_port()
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {folder}/host\nPidFile none\nStrictModes no\n"
        f"AuthorizedKeysFile {folder}/user.pub\nPasswordAuthentication no\nPermitRootLogin yes\nUsePAM no\n",
        encoding="utf-8",
    )
    Path("/run/sshd").mkdir(exist_ok=True)
    command = ["/usr/sbin/sshd", "-D", "-e", "-f", str(folder / "sshd_config")]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert time.monotonic() < until
                assert server.poll() is None
                time.sleep(0.05)
        host = (folder / "host.pub").read_text(encoding="utf-8")
        yield port, (folder / "user").read_text(encoding="utf-8"), f"[127.0.0.1]:{port} {host}"
    finally:
        server.terminate()
        server.wait(timeout=10)


@pytest.mark.skipif(os.geteuid() != 0, reason="a server of ssh takes another user's key as root alone")
def test_a_host_over_ssh_by_its_own_key_alone(published: Deployment, tmp_path: Path) -> None:
    require("ssh", "ssh-keygen", "rsync")
    if not Path("/usr/sbin/sshd").exists():
        require("sshd")
    host = tmp_path / "host"
    keys = tmp_path / "keys"
    keys.mkdir()
    with ssh_server(keys) as (port, key, known):
        published.variables |= {
            "DEPLOY_TO": f"root@127.0.0.1:{host}", "DEPLOY_PORT": str(port), "DEPLOY_KNOWN_HOSTS": known,
        }  # fmt: skip
        published.secrets["DEPLOY_KEY"] = key
        publishable_change(published)
        done = published.run(now=AFTER)
        assert done.failed is None, done.logs
        assert lines(host / "current") == 2
        assert key.splitlines()[1] not in "".join(done.logs.values())
        published.variables["DEPLOY_KNOWN_HOSTS"] = known.replace("AAAAC3", "AAAAC4")
        refused = published.run(now=AFTER)
        assert refused.failed == "Fetch what is published"
        assert "the host does not answer" in refused.logs[refused.failed]


def served_branch(folder: Path, branch: str, www: Path) -> Path:
    """A repository whose host serves a branch as soon as it moves."""
    git(folder.parent, "init", "--quiet", "--bare", str(folder))
    hook = folder / "hooks/post-receive"
    hook.write_text(
        f"#!/bin/sh\nmkdir -p {www} && git --work-tree={www} checkout -q -f {branch} -- .\n", encoding="utf-8"
    )
    hook.chmod(0o755)
    return folder


def test_a_branch_moves_whole_and_is_never_forced(
    season: Deployment, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    www = tmp_path / "www"
    remote = served_branch(tmp_path / "published.git", "main", www)
    season.variables |= {"DEPLOY_KIND": "git", "DEPLOY_TO": f"{remote}#main", "DEPLOY_URL": serve(www)}
    first = season.first(now=AFTER)
    assert first.failed is None, first.logs
    publishable_change(season)
    assert season.run(now=AFTER, until="Switch").failed is None
    assert lines(www) == 1
    other = tmp_path / "other"
    git(tmp_path, "clone", "--quiet", str(remote), str(other))
    git(other, "commit", "--quiet", "--allow-empty", "--message", "another publication")
    git(other, "push", "--quiet", "origin", "HEAD:main")
    log, _ = season.runner("push", {}, {}).start(*step("Switch")).communicate(timeout=60)
    assert "the branch was not moved" in log
    assert lines(www) == 1
    mended = season.run(now=AFTER)
    assert mended.failed is None, mended.logs
    assert lines(www) == 2
    assert git(remote, "log", "--format=%s", "main").splitlines()[0].startswith("2-")


def test_pages_gets_what_the_branch_records_even_after_a_deployment_that_failed(
    season: Deployment, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    www, artifact = tmp_path / "www", tmp_path / "artifact"
    git(tmp_path, "init", "--quiet", "--bare", "origin.git")
    git(season.checkout, "remote", "add", "origin", str(tmp_path / "origin.git"))

    def upload(given: Mapping[str, Any]) -> None:
        shutil.rmtree(artifact, ignore_errors=True)
        shutil.copytree(season.checkout / given["path"], artifact)

    def deploy(_: Mapping[str, Any]) -> None:
        shutil.rmtree(www, ignore_errors=True)
        shutil.copytree(artifact, www)

    season.variables |= {"DEPLOY_KIND": "pages", "DEPLOY_TO": "", "DEPLOY_URL": serve(www)}
    season.uses |= {"upload-pages-artifact": upload, "deploy-pages": deploy}
    assert season.first(now=AFTER).failed is None
    assert lines(www) == 1
    publishable_change(season)
    assert season.run(now=AFTER, until="Have GitHub Pages switch").failed is None
    assert lines(www) == 1
    mended = season.run("schedule", now=AFTER)
    assert mended.failed is None, mended.logs
    assert lines(www) == 2
    assert git(tmp_path / "origin.git", "rev-list", "--count", "published") == "2"


def test_a_store_of_objects_is_compared_and_then_copied_to_what_is_served(
    season: Deployment, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    require("rclone")
    store = tmp_path / "store"
    store.mkdir()
    season.variables |= {
        "DEPLOY_KIND": "rclone", "DEPLOY_TO": f":local:{store}", "DEPLOY_URL": serve(store / "live"),
    }  # fmt: skip
    first = season.first(now=AFTER)
    assert first.failed is None, first.logs
    old = tree_digests(store / "live")
    publishable_change(season)
    assert season.run(now=AFTER, until="Switch").failed is None
    assert tree_digests(store / "live") == old
    done = season.run("schedule", now=AFTER)
    assert done.failed is None, done.logs
    assert lines(store / "live") == 2
    (head,) = (store / "head").read_text(encoding="utf-8").split()
    assert tree_digests(store / "releases" / head) == tree_digests(store / "live")


def test_a_store_behind_a_network_is_switched_by_the_operators_command(
    season: Deployment, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    require("rclone")
    store = tmp_path / "store"
    store.mkdir()
    season.variables |= {
        "DEPLOY_KIND": "rclone", "DEPLOY_TO": f":local:{store}", "DEPLOY_URL": serve(store / "origin"),
        "DEPLOY_SWITCH": f'ln -sfn "releases/$RELEASE" {store}/origin',
    }  # fmt: skip
    done = season.first(now=AFTER)
    assert done.failed is None, done.logs
    assert not (store / "live").exists()


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"DEPLOY_KIND": ""}, "DEPLOY_KIND is rsync, git, pages or rclone; it is ''"),
        ({"DEPLOY_KIND": "ftp"}, "it is 'ftp'"),
        ({"DEPLOY_TO": ""}, "DEPLOY_TO is user@host:/folder"),
        ({"DEPLOY_TO": "host:/srv/$(id)"}, "DEPLOY_TO is user@host:/folder"),
        ({"DEPLOY_KIND": "git", "DEPLOY_TO": "--upload-pack=id#main"}, "DEPLOY_TO is <remote>#<branch>"),
        ({"DEPLOY_KIND": "rclone", "DEPLOY_TO": "bucket"}, "DEPLOY_TO is :s3:bucket/folder"),
    ],
)
def test_an_address_that_is_none_is_told(published: Deployment, variables: dict[str, str], told: str) -> None:
    published.variables |= variables
    done = published.run()
    assert done.failed == "Fetch what is published"
    assert told in done.logs[done.failed]
