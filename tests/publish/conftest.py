"""Fixtures of the publication tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness import requirements
from tests.publish.sites import quick_folder


@pytest.fixture
def place() -> Iterator[Path]:
    """A quick, empty folder for an output and its neighbours."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def mount(place: Path) -> Iterator[Callable[..., Path]]:
    """`mount(folder, size="1m")`: a small file system at a folder of ``place``, until the test ends."""

    def mounted(folder: Path, **options: str) -> Path:
        folder.mkdir(exist_ok=True)
        said = ",".join(f"{name}={value}" for name, value in options.items())
        command = ["mount", "-t", "tmpfs", "-o", said, "tmpfs", str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            requirements.absent("mount", "no mount command on this machine")
        if done.returncode:
            requirements.absent("mount", f"this user may not mount a file system: {done.stderr.strip()}")
        return folder

    yield mounted
    table = Path("/proc/self/mounts")
    lines = table.read_text().splitlines() if table.exists() else []
    for point in [line.split()[1] for line in lines]:
        if point.startswith(f"{place}/"):
            subprocess.run(["umount", "--lazy", point], check=True)
