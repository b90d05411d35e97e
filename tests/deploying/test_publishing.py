"""The workflow `publish`, step by step: before and after the close, killed, crossed, on a faulty host."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploying.conftest import AFTER, require
from tests.deploying.season import (
    INSTALL,
    WORKFLOW,
    Deployment,
    committed,
    publishable_change,
    season_repository,
    step,
)
from tests.deploying.workflow import Context, read_yaml
from tests.harness import worlds
from tests.harness.command import REPOSITORY, run_cli, tree_digests
from tests.harness.openssl_tsa import OpensslAuthority


def served(host: Path) -> dict[str, str]:
    return tree_digests((host / "current").resolve())


def lines(host: Path) -> int:
    return len((host / "current/ledger.jsonl").read_text(encoding="utf-8").splitlines())


def shows_scores(host: Path) -> bool:
    return any((host / "current").rglob("results.csv"))


@pytest.mark.slow
def test_before_the_close_the_scores_are_held_back_and_after_it_everything_is_published(
    tmp_path: Path, host: Path, serve: Callable[[Path], str]
) -> None:
    """The demonstration with all its evidence, from an early run of the scorer to a reader's verification."""
    require("rsync", "flock", "curl")
    close, after = "2026-05-24T21:59:59Z", "2026-05-27T08:00:00Z"
    address = serve(host / "current")
    checkout = season_repository(tmp_path / "season", REPOSITORY / "data/results")
    season = Deployment(
        checkout, {"DEPLOY_KIND": "rsync", "DEPLOY_TO": str(host), "DEPLOY_URL": address, "DEPLOY_WAIT": "1"}
    )
    data = checkout / "data/results"
    whole = worlds.copied(data, tmp_path / "whole")
    worlds.without_secrets(data)
    committed(checkout, "Before the close: scores, and no key")

    early = season.first(now=close)
    assert early.failed is None, early.logs
    assert (lines(host), shows_scores(host)) == (1, False)
    assert "scores and evidence are held back" in early.summary
    assert "The first: a ledger begins." in early.summary
    first = served(host)

    again = season.run("schedule", now=close)
    assert again.failed is None, again.logs
    assert "Nothing changed since" in again.summary
    assert served(host) == first

    shutil.rmtree(data)
    shutil.copytree(whole, data)
    committed(checkout, "The key and its salt", at=after)
    refused = season.run(now=close)
    assert refused.failed == "Build"
    assert "::error file=data/results/prove-it/season-0/conformite/answer-key.json" in refused.logs["Build"]
    assert served(host) == first

    closed = season.run("schedule", now=after)
    assert closed.failed is None, closed.logs
    assert (lines(host), shows_scores(host)) == (2, True)
    assert "held back" not in closed.summary
    assert "+ row community" in closed.summary
    assert "Result: every step passed." in closed.logs["Verify what is served"]
    assert sorted(path.name.partition("-")[0] for path in (host / "releases").iterdir()) == ["1", "2"]


def test_only_a_run_by_hand_starts_a_ledger(season: Deployment, host: Path) -> None:
    for event in ("push", "schedule", "workflow_dispatch"):
        done = season.run(event, now=AFTER)
        assert done.failed == "Fetch what is published"
        assert "nothing is published at the host" in done.logs[done.failed]
    assert list(host.iterdir()) == []


def test_a_host_that_does_not_answer_is_no_empty_one(season: Deployment, host: Path) -> None:
    host.rename(host.parent / "moved")
    done = season.first(now=AFTER)
    assert done.failed == "Fetch what is published"
    assert "the host does not answer" in done.logs[done.failed]


def test_another_commit_alone_publishes_nothing(published: Deployment, tmp_path: Path) -> None:
    host = tmp_path / "host"
    first = served(host)
    (published.checkout / "notes.txt").write_text("nothing of the site", encoding="utf-8")
    committed(published.checkout, "Notes", at="2026-04-02T08:00:00Z")
    done = published.run(now=AFTER)
    assert done.failed is None, done.logs
    assert "Nothing changed since" in done.summary
    assert served(host) == first


def test_a_deploy_killed_before_the_switch_leaves_the_old_site_and_the_next_run_mends_it(
    published: Deployment, tmp_path: Path
) -> None:
    host = tmp_path / "host"
    old = served(host)
    publishable_change(published)
    assert published.run(now=AFTER, until="Switch").failed is None
    with (host / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the switch waits at its very beginning
        process = published.runner("push", {}, {}).start(*step("Switch"))
        time.sleep(0.5)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=10)
    assert served(host) == old
    assert run_cli("verify", published.variables["DEPLOY_URL"]).returncode in (0, 3)
    mended = published.run("schedule", now=AFTER)
    assert mended.failed is None, mended.logs
    assert (lines(host), served(host) != old) == (2, True)


def test_a_deploy_killed_in_mid_upload_leaves_the_old_site_and_the_next_run_mends_it(
    published: Deployment, tmp_path: Path
) -> None:
    host = tmp_path / "host"
    old = served(host)
    publishable_change(published)
    assert published.run(now=AFTER, until="Upload beside what is published").failed is None
    slow = tmp_path / "slow"
    slow.mkdir()
    script = f'#!/bin/sh\nexec {shutil.which("rsync")} --bwlimit=50 "$@"\n'
    (slow / "rsync").write_text(script, encoding="utf-8")
    (slow / "rsync").chmod(0o755)
    runner = published.runner("push", {}, {"PATH": f"{slow}:{os.environ['PATH']}"})
    process = runner.start(*step("Upload beside what is published"))
    deadline = time.monotonic() + 30
    while not any((host / "releases").glob("2-*/**/*.*")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
    (half,) = (host / "releases").glob("2-*")
    assert not (half / "sitemap.xml").exists()
    assert served(host) == old
    mended = published.run("schedule", now=AFTER)
    assert mended.failed is None, mended.logs
    assert lines(host) == 2
    assert list((host / "current").glob("**/.*")) == []  # nothing of the half upload


def test_two_deploys_that_cross_are_one_after_the_other(
    published: Deployment, tmp_path: Path
) -> None:
    host = tmp_path / "host"
    other = Deployment(tmp_path / "elsewhere/season", published.variables, skipped=published.skipped)
    shutil.copytree(published.checkout, other.checkout)
    publishable_change(published, 3)
    publishable_change(other, 4)
    assert published.run(now=AFTER, until="Switch").failed is None
    assert other.run(now=AFTER).failed is None
    theirs = served(host)
    process = published.runner("push", {}, {}).start(*step("Switch"))
    log, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "came between" in log
    assert served(host) == theirs


@pytest.mark.parametrize(
    ("kept", "named"), [("everything of the same size", "404.html"), ("one page", "fr/index.html")]
)
def test_a_host_that_keeps_a_page_of_the_same_size_is_caught_after(
    published: Deployment, serve: Callable[[Path], str], tmp_path: Path, kept: str, named: str
) -> None:
    """The host copies what was switched to the folder that it serves, and looks at sizes alone."""
    host, mirror = tmp_path / "host", tmp_path / "mirror"
    published.variables |= {"DEPLOY_URL": serve(mirror), "DEPLOY_WAIT": "1"}
    shutil.copytree(host / "current", mirror)
    page = (mirror / "fr/index.html").read_bytes()
    publishable_change(published)
    assert published.run(now=AFTER, until="Verify what is served").failed is None
    size_only = ["--size-only"] if kept != "one page" else ["--checksum"]
    subprocess.run(["rsync", "-r", *size_only, f"{host}/current/", f"{mirror}/"], check=True)
    if kept == "one page":
        assert len(page) == (mirror / "fr/index.html").stat().st_size
        (mirror / "fr/index.html").write_bytes(page)
    process = published.runner("push", {}, {}).start(*step("Verify what is served"))
    log, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "does not serve this publication" in log
    assert f"::{named}%0Afound" in log


def test_bytes_that_the_host_lost_are_put_back(published: Deployment, tmp_path: Path) -> None:
    host = tmp_path / "host"
    whole = served(host)
    page = host / "current/fr/index.html"
    page.write_bytes(page.read_bytes().replace(b"html", b"HTML", 1))
    done = published.run("schedule", now=AFTER)
    assert done.failed is None, done.logs
    assert served(host) == whole


def test_the_recipe_to_go_back_switches_and_the_next_run_continues_the_newest(
    published: Deployment, tmp_path: Path
) -> None:
    host = tmp_path / "host"
    first = (host / "current").readlink()
    publishable_change(published)
    assert published.run(now=AFTER).failed is None
    subprocess.run(f"cd {host} && ln -sfn {first} .back && mv -fT .back current", shell=True, check=True)
    assert lines(host) == 1
    done = published.run("schedule", now=AFTER)
    assert done.failed is None, done.logs
    assert lines(host) == 2
    assert "Nothing changed since `2-" in done.summary


def test_the_schedule_that_will_sleep_is_told(published: Deployment) -> None:
    upload = "Upload beside what is published"
    done = published.run("schedule", now=AFTER, until=upload)
    assert "switched off on 2026-04-30" in done.summary
    assert "::warning title=The schedule sleeps" not in "".join(done.logs.values())
    file = published.checkout / "data/results" / worlds.SEASON
    worlds.mutate(file, "/published_at", "2026-07-01T00:00:00Z")
    worlds.mutate(file, "/closes_at", "2026-06-30T00:00:00Z")
    published.skipped |= {"Fetch what is published", "Build"}
    done = published.run(now=AFTER, until=upload)
    log = "".join(done.logs.values())
    assert "::warning title=The schedule sleeps::Switched off on 2026-04-30 without a commit." in log
    assert "A season has a date after it: 2026-06-30T00:00:00Z." in log


def test_a_season_is_installed_from_its_requirements(season: Deployment, tmp_path: Path) -> None:
    """The step as it stands; the environment that runs the tests stands for the registry."""
    ours = sysconfig.get_path("purelib")
    inside = season.checkout / ".venv" / Path(ours).relative_to(sys.prefix)
    inside.mkdir(parents=True)
    (inside / "registry.pth").write_text(f"{ours}\n", encoding="utf-8")
    season.skipped = frozenset()
    python = Path(sys.base_prefix) / "bin"
    environment = {"PIP_NO_INDEX": "1", "PATH": f"{python}:{os.environ['PATH']}"}
    done = season.run(until="Fetch what is published", environment=environment)
    assert done.codes == {INSTALL: 0}, done.logs


def test_a_pull_request_is_checked_and_deploys_nothing(season: Deployment, host: Path) -> None:
    checked = season.run("pull_request", job="check")
    assert checked.codes == {"Check everything that a build would refuse": 0}, checked.logs
    worlds.mutate(season.checkout / "data/results" / worlds.COMMUNITY, "/totals/unsupported", 7)
    refused = season.run("pull_request", job="check")
    assert refused.failed == "Check everything that a build would refuse"
    assert "::error file=data/results/prove-it/season-1/conformite/community/" in refused.logs[refused.failed]
    assert list(host.iterdir()) == []


@pytest.mark.parametrize(
    ("event", "ref", "jobs"),
    [
        ("push", "refs/heads/main", ["publish"]),
        ("schedule", "refs/heads/main", ["publish"]),
        ("workflow_dispatch", "refs/heads/main", ["publish"]),
        ("workflow_dispatch", "refs/heads/draft", []),
        ("pull_request", "refs/pull/7/merge", ["check"]),
    ],
)
def test_what_does_not_deploy_stands_in_another_queue(event: str, ref: str, jobs: list[str]) -> None:
    workflow = read_yaml(WORKFLOW)
    context = Context(event, ref)
    assert [name for name, job in workflow["jobs"].items() if context.holds(job["if"])] == jobs
    deploys = context.text(workflow["concurrency"]["group"]) == "publish-refs/heads/main"
    assert deploys == ("publish" in jobs)
    assert workflow["concurrency"]["cancel-in-progress"] is False


def test_a_name_closes_no_fence_of_the_summary(published: Deployment) -> None:
    file = published.checkout / "data/results" / worlds.COMMUNITY
    worlds.mutate(file, "/agent/name", "````\n\n<b>bold</b> ##[add-mask]x ::stop-commands::y")
    committed(published.checkout, "A name", at="2026-04-03T08:00:00Z")
    done = published.run(now=AFTER, until="Upload beside what is published")
    assert done.failed is None, done.logs
    fences = [line for line in done.summary.splitlines() if line.lstrip().startswith("```")]
    assert fences == ["````text", "````"]
    assert "<b>bold</b>" in done.summary
    assert "add-mask" not in "".join(done.logs.values())


def test_the_head_is_sealed_and_an_authority_that_is_silent_delays_nothing(
    published: Deployment, tmp_path: Path
) -> None:
    """The token is published with the next run, and then kept."""
    authority = OpensslAuthority(tmp_path / "authority")
    shutil.rmtree(published.checkout / "trust")
    authority.trust(published.checkout / "trust")
    committed(published.checkout, "Whose word counts")
    host = tmp_path / "host"
    published.variables["SEAL_TSA"] = "http://127.0.0.1:9/"
    silent = published.run(now=AFTER)
    assert silent.failed is None, silent.logs
    assert "::warning title=Not sealed::" in silent.logs["Have the ledger time-stamped"]
    with authority.served() as address:
        published.variables["SEAL_TSA"] = address
        assert published.run("schedule", now=AFTER, until="Verify what is served").failed is None
        assert (host / "current/ledger/1.tsr").is_file()
        sealed = tree_digests((host / "current").resolve())
    published.variables["SEAL_TSA"] = "http://127.0.0.1:9/"
    again = published.run("schedule", now=AFTER)
    assert again.failed is None, again.logs
    assert "Not sealed" not in again.logs["Have the ledger time-stamped"]
    assert served(host) == sealed
