"""Small sites to publish, and what stands in a folder, down to modes and inodes."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from site_builder.publish import Staging

OLD = {
    "404.html": b"<p>old 404</p>",
    "index.html": b"<p>old home</p>",
    "index.json": b'{"old":true}',
    "season-1/gone/index.html": b"<p>withdrawn later</p>",
}
NEW = {
    "404.html": b"<p>new 404</p>",
    "fr/index.html": b"<p>accueil</p>",
    "index.html": b"<p>new home</p>",
    "index.json": b'{"new":true}',
}
WRITTEN_BY_SEAL = {"SHA256SUMS", "manifest.json"}


def publish(output: Path, files: Mapping[str, bytes]) -> None:
    """Publish a site of these files."""
    with Staging.open(output) as staging:
        for path, data in files.items():
            staging.write(path, data)
        staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
        staging.publish()


def contents(folder: Path) -> dict[str, bytes]:
    """The files under ``folder`` but the two lists: what a site shows."""
    return {path: data for path, data in everything(folder).items() if path not in WRITTEN_BY_SEAL}


def everything(folder: Path) -> dict[str, bytes]:
    """Path and bytes of every file under ``folder``."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def identity(folder: Path) -> dict[str, tuple[int, int, int, bytes | str]]:
    """Inode, mode, links and content of ``folder`` and of all in it: equal only if nothing was touched."""
    found: dict[str, tuple[int, int, int, bytes | str]] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        content: bytes | str = b""
        if path.is_symlink():
            content = str(path.readlink())
        elif path.is_file():
            content = path.read_bytes()
        links = 0 if stat.S_ISDIR(status.st_mode) else status.st_nlink
        found[str(path.relative_to(folder))] = (status.st_ino, status.st_mode, links, content)
    return found


def modes(folder: Path) -> dict[str, int]:
    """Permission bits of ``folder`` and of all in it."""
    paths = (folder, *sorted(folder.rglob("*")))
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in paths}


def beside(output: Path) -> set[str]:
    """The names in the folder of ``output``, but its own."""
    return {path.name for path in output.parent.iterdir()} - {output.name}


def in_a_child(work: Callable[[], object]) -> int:
    """Run ``work`` in a forked process; its exit code, or minus the signal that ended it (99: it raised)."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            work()
            code = 0
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill_self() -> None:
    """End this process as a power cut would: no handler, no clean-up."""
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A new folder that every user may enter, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    base = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="publish-", dir=base))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
