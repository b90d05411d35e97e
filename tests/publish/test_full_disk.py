"""No room left: a finding, the old site as it was, nothing left behind."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.publish import PublicationError
from tests.publish.sites import beside, contents, identity, publish

PAGE = b"x" * 20_000


def site(pages: int) -> dict[str, bytes]:
    return {f"season-1/{n:02}/index.html": PAGE for n in range(pages)}


def refusal(output: Path, files: dict[str, bytes]) -> list[str]:
    """The codes with which publishing is refused, if it is."""
    try:
        publish(output, files)
    except PublicationError as error:
        return [finding.code for finding in error.findings]
    return []


def test_a_full_disk_leaves_the_old_site(mount: Callable[..., Path], place: Path) -> None:
    disk = mount(place / "disk", size="1m")
    publish(disk / "public", site(10))
    before = identity(disk / "public")
    with pytest.raises(PublicationError) as caught:
        publish(disk / "public", site(60))
    (finding,) = caught.value.findings
    assert (finding.code, finding.found) == ("W004", "No space left on device")
    assert finding.file in site(60)
    assert identity(disk / "public") == before
    assert beside(disk / "public") == set()
    publish(disk / "public", site(11))
    assert contents(disk / "public") == site(11)


@pytest.mark.parametrize("what", ["size", "nr_inodes"])
def test_whatever_the_room_the_site_is_old_or_new_and_whole(
    mount: Callable[..., Path], place: Path, what: str
) -> None:
    """From no room at all to enough, by single pages or inodes: each build is done or refused, never half."""
    outcomes = []
    old = {"index.html": b"old", "season-1/index.html": PAGE}
    files = {f"{n}/index.html": bytes([65 + n]) * 100 for n in range(6)} | {"page.html": PAGE}
    for room in range(5, 40):
        folder = place / f"disk-{room}"
        disk = mount(folder, **{what: f"{room * 4}k" if what == "size" else str(room)})
        if refusal(disk / "public", old) == ["W004"]:
            assert list(disk.iterdir()) == []
            outcomes.append("no first site")
            continue
        before = identity(disk / "public")
        if refusal(disk / "public", files) == ["W004"]:
            assert identity(disk / "public") == before
            outcomes.append("refused")
        else:
            assert contents(disk / "public") == files
            outcomes.append("published")
        assert beside(disk / "public") == set()
    assert list(dict.fromkeys(outcomes)) == ["no first site", "refused", "published"]
    assert outcomes == sorted(outcomes, key=["no first site", "refused", "published"].index)


def test_a_disk_that_became_read_only(mount: Callable[..., Path], place: Path) -> None:
    disk = mount(place / "disk", size="1m")
    publish(disk / "public", site(2))
    before = identity(disk / "public")
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(PublicationError) as caught:
        publish(disk / "public", site(3))
    assert [(f.code, f.found) for f in caught.value.findings] == [
        ("W005", "cannot create the lock file: Read-only file system")
    ]
    assert identity(disk / "public") == before
