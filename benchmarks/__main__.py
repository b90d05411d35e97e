"""``python -m benchmarks [PARTICIPANTS …]``: builds seasons and prints a table.

Each season is built by the command line in a process of its own, all checks on. Columns: pages, files and
megabytes of the site, wall and CPU seconds, pages per second, the largest memory of any one process,
and the ratio to writing the same files again with a plain loop, on the same disk.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import DEMONSTRATION, ROOT
from benchmarks.seasons import multiply

_COLUMNS = (
    "per track", "pages", "files", "MB", "wall s", "CPU s", "pages/s", "MiB per process",
    "plain writes s", "ratio",
)  # fmt: skip


@click.command()
@click.argument("sizes", nargs=-1, type=click.IntRange(1), metavar="[PARTICIPANTS]...")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Build this data folder instead of multiplied seasons.",
)
@click.option(
    "--work",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where to work [default: a temporary folder].",
)
@click.option("--jobs", type=int, help="Processes of the build.")
def main(sizes: tuple[int, ...], data: Path | None, work: Path | None, jobs: int | None) -> None:
    """Build seasons of PARTICIPANTS per track (100, 1000 and 10000 unless named) and print the figures."""
    click.echo(_row(*_COLUMNS) + "\n|" + "---:|" * len(_COLUMNS))
    with tempfile.TemporaryDirectory(dir=work) as folder:
        for label, source in _sources(Path(folder), sizes or (100, 1000, 10000), data):
            click.echo(_measure(label, source, Path(folder), jobs))


def _sources(folder: Path, sizes: tuple[int, ...], data: Path | None) -> Iterator[tuple[str, Path]]:
    if data is not None:
        yield data.name, data
        return
    for size in sizes:
        source = folder / f"data-{size}"
        multiply(DEMONSTRATION, size, source)
        yield str(size), source


def _measure(label: str, data: Path, folder: Path, jobs: int | None) -> str:
    output = folder / "public"
    command = [
        sys.executable, "-m", "site_builder", "build", "--data", str(data), "--output", str(output),
        "--generated-at", "2026-11-02T08:00:00Z", "--source-commit", "0" * 40,
        *(("--jobs", str(jobs)) if jobs else ()),
    ]  # fmt: skip
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ, "CI": "1"})
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status:
        raise click.ClickException(f"the build of {label} ended with {os.waitstatus_to_exitcode(status)}")
    files = [path for path in output.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files)
    floor = _plain(output, files, folder / "plain")
    cpu = usage.ru_utime + usage.ru_stime
    memory, ratio = usage.ru_maxrss / 1024, wall / floor
    return _row(
        label, str(pages), str(len(files)), f"{size / 1e6:.1f}", f"{wall:.2f}", f"{cpu:.2f}",
        f"{pages / wall:.0f}", f"{memory:.0f}", f"{floor:.2f}", f"{ratio:.1f}",
    )  # fmt: skip


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(root: Path, files: list[Path], target: Path) -> float:
    """Seconds that a plain loop takes to write the same bytes under the same names."""
    seconds = 0.0
    for file in files:
        data = file.read_bytes()
        copy = target / file.relative_to(root)
        start = time.perf_counter()
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
        seconds += time.perf_counter() - start
    return seconds


if __name__ == "__main__":
    main()
