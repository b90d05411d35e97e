"""A build that dies: at every single system call that changes something, and at random moments."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.publish import PublicationError, Staging, write_file
from site_builder.publish import exchange as exchange_module
from tests.harness.command import REPOSITORY
from tests.publish.sites import NEW, OLD, beside, contents, in_a_child, kill_self, publish
from tests.publish.test_exchange import unsupported

CHANGES = ("open", "write", "mkdir", "chmod", "fchmod", "rename", "unlink", "rmdir")


def dying_at(moment: int, count: list[int] | None = None) -> None:
    """From now on this process dies at change number ``moment``: even ones before, odd ones after it."""
    done = 0

    def wrap(call: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any, **options: Any) -> Any:
            nonlocal done
            if done == moment:
                kill_self()
            result = call(*arguments, **options)
            if done + 1 == moment:
                kill_self()
            done += 2
            if count is not None:
                count[0] = done
            return result

        return changed

    for name in CHANGES:
        setattr(os, name, wrap(getattr(os, name)))
    exchange_module.exchange = wrap(exchange_module.exchange)


def without_the_call() -> None:
    exchange_module.exchange = unsupported  # type: ignore[assignment]


def moments(output: Path, prepare: Callable[[], None]) -> int:
    """How many moments a build of NEW over what stands at ``output`` has."""
    reader, writer = os.pipe()

    def work() -> None:
        count = [0]
        prepare()
        dying_at(-1, count)
        publish(output, NEW)
        total = count[0]
        os.write(writer, str(total).encode())

    assert in_a_child(work) == 0
    os.close(writer)
    with os.fdopen(reader) as said:
        return int(said.read())


@pytest.mark.parametrize(
    ("before", "prepare"),
    [
        pytest.param(None, lambda: None, id="first publication"),
        pytest.param(OLD, lambda: None, id="exchange"),
        pytest.param(OLD, without_the_call, id="two renames"),
    ],
)
def test_dying_at_every_change_leaves_the_old_site_or_the_new_one(
    place: Path, before: dict[str, bytes] | None, prepare: Callable[[], None]
) -> None:
    output = place / "public"
    whole = [before, NEW]
    if before is not None:
        publish(output, before)
    total = moments(output, prepare)
    assert total > 50
    seen = []
    for moment in range(total):
        if before is not None:
            publish(output, before)
        elif output.exists():
            shutil.rmtree(output)

        def work(moment: int = moment) -> None:
            prepare()
            dying_at(moment)
            publish(output, NEW)

        assert in_a_child(work) == -signal.SIGKILL, moment
        found = contents(output) if output.exists() else None
        if found is None and before is not None:
            assert prepare is without_the_call, moment  # the one gap that the fallback has
            with pytest.raises(ZeroDivisionError), Staging.open(output):
                raise ZeroDivisionError  # the next build, even one that is refused, mends it first
            found = contents(output)
            assert found == before
        assert found in whole, moment
        seen.append(found)
        publish(output, {"index.html": b"the next build"})
        assert contents(output) == {"index.html": b"the next build"}
        assert beside(output) == set()
    assert seen[0] == before
    assert seen[-1] == NEW
    assert seen == sorted(seen, key=whole.index)  # once new, never old again


BUILDER = """
import itertools
import sys
from pathlib import Path
from site_builder.publish import Staging, write_file

def pages(root, which, first):
    return [write_file(root, f"season-1/{n}/index.html", which * 2000) for n in range(first, first + 40)]

output = Path(sys.argv[1])
for which in itertools.cycle([b"new", b"old"]):
    with Staging.open(output) as staging:
        for first in range(0, 120, 40):
            staging.note(pages(staging.root, which, first))
        staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
        staging.publish()
    print("published", flush=True)
"""


def site(which: bytes) -> dict[str, bytes]:
    return {f"season-1/{n}/index.html": which * 2000 for n in range(120)}


def test_killed_at_twenty_random_moments_the_site_is_whole(place: Path) -> None:
    output = place / "public"
    chance = random.Random(20)
    found: list[int] = []
    whole = [site(b"old"), site(b"new")]
    for _ in range(20):
        with subprocess.Popen(
            [sys.executable, "-c", BUILDER, str(output)], stdout=subprocess.PIPE, cwd=REPOSITORY
        ) as builder:
            assert builder.stdout is not None
            assert builder.stdout.readline() == b"published\n"
            started = time.monotonic()
            assert builder.stdout.readline() == b"published\n"
            one_build = time.monotonic() - started
            time.sleep(chance.uniform(0, 2 * one_build))
            builder.kill()
        found.append(whole.index(contents(output)))  # ValueError: a mix
    assert set(found) == {0, 1}
    publish(output, NEW)
    assert contents(output) == NEW
    assert beside(output) == set()


def test_a_crash_during_clearing_is_cleared_by_the_build_after(place: Path) -> None:
    """Three builds die one after another, each while it removes what the one before left."""
    output = place / "public"
    publish(output, OLD)
    left = set()
    for _ in range(3):

        def work() -> None:
            unlink = os.unlink

            def last_breath(*arguments: Any, **options: Any) -> None:
                unlink(*arguments, **options)
                kill_self()

            os.unlink = last_breath
            publish(output, NEW)

        assert in_a_child(work) == -signal.SIGKILL
        left = beside(output)
    assert contents(output) == NEW
    assert len(left) == 2
    publish(output, OLD)
    assert beside(output) == set()


def test_a_worker_of_a_dead_build_cannot_write_into_the_next(place: Path) -> None:
    roots = []
    with Staging.open(place / "public") as staging:
        roots.append(staging.root)
    with Staging.open(place / "public") as staging:
        with pytest.raises(PublicationError, match="W004"):
            write_file(roots[0], "late/index.html", b"from the dead build")
        staging.write("index.html", b"x")
        staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
        staging.publish()
    assert contents(place / "public") == {"index.html": b"x"}
