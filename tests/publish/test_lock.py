"""One build at a time: the lock falls with its holder, and touches nothing that is not a lock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.publish import PublicationError, Staging
from tests.harness.command import REPOSITORY
from tests.publish.sites import NEW, OLD, beside, contents, identity, publish

HOLDER = """
import os, sys, time
from pathlib import Path
from site_builder.publish import Staging
with Staging.open(Path(sys.argv[1])) as staging:
    staging.write("index.html", b"of the other build")
    if sys.argv[2] == "fork":
        if os.fork() == 0:
            os.write(1, b"ready %d\\n" % os.getpid())
            time.sleep(60)
            os._exit(0)
    else:
        os.write(1, b"ready\\n")
    sys.stdin.readline()
    staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
    staging.publish()
"""


def holder(output: Path, how: str = "alone") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(output), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_build_at_the_same_time_is_refused_and_the_first_goes_on(place: Path) -> None:
    publish(place / "public", OLD)
    before = identity(place / "public")
    with holder(place / "public") as first:
        assert said(first) == "ready"
        for _ in range(2):
            with pytest.raises(PublicationError) as caught, Staging.open(place / "public"):
                pytest.fail("opened")
            found = [(f.code, f.file) for f in caught.value.findings]
            assert found == [("W003", str(place / ".public.lock"))]
        assert identity(place / "public") == before
        first.communicate("\n")
    assert first.returncode == 0
    assert contents(place / "public") == {"index.html": b"of the other build"}
    assert beside(place / "public") == set()


def test_a_second_build_in_the_same_process_is_refused(place: Path) -> None:
    with Staging.open(place / "public"):
        with pytest.raises(PublicationError, match="W003"), Staging.open(place / "public"):
            pytest.fail("opened")
        with Staging.open(place / "public-2"):
            pass  # another output has its own lock


def test_a_killed_build_holds_nothing_and_the_next_clears_what_it_left(place: Path) -> None:
    publish(place / "public", OLD)
    with holder(place / "public") as first:
        assert said(first) == "ready"
        first.send_signal(signal.SIGKILL)
    assert len(beside(place / "public")) == 2  # its lock file and its staging folder
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW
    assert beside(place / "public") == set()


def test_a_worker_that_outlives_a_killed_build_does_not_hold_the_lock(place: Path) -> None:
    with holder(place / "public", "fork") as first:
        worker = int(said(first).split()[1])
        first.send_signal(signal.SIGKILL)
        first.wait()
        try:
            os.kill(worker, 0)  # it is there, with copies of its parent's descriptors
            publish(place / "public", NEW)
        finally:
            os.kill(worker, signal.SIGKILL)
    assert contents(place / "public") == NEW


def test_a_lock_file_left_by_a_dead_build_is_taken_over(place: Path) -> None:
    (place / ".public.lock").touch()
    publish(place / "public", NEW)
    assert beside(place / "public") == set()


@pytest.mark.parametrize("what", ["link", "dangling", "folder", "file", "hard link", "pipe"])
def test_something_else_under_the_name_of_the_lock_is_left_alone(place: Path, what: str) -> None:
    precious = place / "precious"
    precious.write_bytes(b"somebody's work")
    name = place / ".public.lock"
    match what:
        case "link":
            name.symlink_to(precious)
        case "dangling":
            name.symlink_to(place / "nowhere")
        case "folder":
            name.mkdir()
        case "file":
            name.write_bytes(b"notes")
        case "hard link":
            name.hardlink_to(precious)
        case _:
            os.mkfifo(name)
    before = identity(place)
    with pytest.raises(PublicationError) as caught:
        publish(place / "public", NEW)
    assert [(f.code, f.file) for f in caught.value.findings] == [("W002", str(place / ".public.lock"))]
    assert identity(place) == before


def test_many_builds_in_a_row_and_at_once_never_hold_the_lock_together(place: Path) -> None:
    """Four processes try for a second; a file created exclusively while holding proves each turn."""
    script = """
import os, sys, time
from site_builder.publish import PublicationError
from site_builder.publish.lock import lock
folder = os.open(sys.argv[1], os.O_RDONLY)
turns = 0
end = time.monotonic() + 1
while time.monotonic() < end:
    try:
        with lock(folder, ".public.lock", ".public.lock"):
            os.close(os.open("held", os.O_CREAT | os.O_EXCL, dir_fd=folder))
            os.unlink("held", dir_fd=folder)
            turns += 1
    except PublicationError:
        time.sleep(0.001)
print(turns)
"""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(place)], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY
        )
        for _ in range(4)
    ]
    turns = [int(process.communicate()[0]) for process in started]
    assert [process.returncode for process in started] == [0] * 4
    assert sum(turns) > 100
    assert list(place.iterdir()) == []
