"""A build's workplace beside the output, and the moment at which it becomes the output.

Beside ``public`` stand, while a build runs: ``.public.lock`` (see :mod:`lock`), ``.public.staging-<16
hex>`` (the new tree; after the exchange, the old one, until it is removed) and, only where trees cannot
be exchanged in one call, ``.public.previous-<16 hex>``. What a dead build left of them is cleared by the
next one. Nothing else outside the output is ever touched: links are removed, never followed.

The output may lie behind a linked folder (a deployment's ``current -> releases/7``): the folder that
holds it is looked up once and kept open. The output itself may not be a link: exchanging it would
replace the link and leave the site it names as it was.
"""

from __future__ import annotations

import heapq
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

from site_builder.publish.errors import (
    DISTURBED,
    IN_THE_WAY,
    NOT_CONTINUED,
    NOT_OURS,
    UNREACHABLE,
    PublicationError,
    reason,
    unreachable,
    write_failed,
)
from site_builder.publish.exchange import exchange, replace, restore
from site_builder.publish.files import FOLDER_MODE, Entry, StreamedFile, open_file, write_file
from site_builder.publish.inventory import Inventory
from site_builder.publish.lock import lock
from site_builder.publish.manifest import MANIFEST, is_ours, write_manifest
from site_builder.publish.publications import LEDGER, check_continued
from site_builder.publish.tree import flush, is_folder, remove_tree, sizes

# Folders that hold somebody's work beside our pages: the whole output is replaced, they would go with it.
_VERSION_CONTROL: Final = frozenset({".git", ".hg", ".svn", ".jj"})
# The mode of a tree that nobody but this user may read: not yet published, or on its way out.
_PRIVATE: Final = 0o700
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class Staging:
    """One build's staging folder. ``with Staging.open(output) as staging: …; staging.publish()``."""

    def __init__(self, parent: Path, folder: int, name: str, given: str) -> None:
        token = secrets.token_hex(8)
        self._folder = folder
        self._name = name
        self._given = given
        self._staging = f".{name}.staging-{token}"
        self._previous = f".{name}.previous-{token}"
        self._manifest: Entry | None = None
        self.root: Final = parent / self._staging
        self.output: Final = parent / name
        self.inventory: Final = Inventory(self.root)

    @classmethod
    @contextmanager
    def open(cls, output: Path) -> Iterator[Self]:
        """A fresh staging folder beside ``output``; gone when the block ends, published or not.

        Raises :class:`PublicationError`: W001 the output is not ours, W002 something stands in the way,
        W003 another build is running, W004 no room, W005 the folder around the output cannot be used.
        """
        given = str(output)  # findings name the output as the user did
        parent, name = _place(output)
        try:
            folder = os.open(parent, _FOLDER)
        except OSError as error:
            raise unreachable(given, "cannot open the folder around the output", error) from error
        try:
            with lock(folder, f".{name}.lock", _beside(given, f".{name}.lock")):
                _clear(folder, name, given)
                _judge(folder, name, given)
                staging = cls(parent, folder, name, given)
                builder = os.getpid()
                try:
                    staging._make()
                    yield staging
                finally:
                    if os.getpid() == builder:  # not in a forked child that unwinds this block
                        staging.inventory.close()
                        with suppress(PublicationError):  # what stays, the next build clears or names
                            _clear(folder, name, given)
        finally:
            os.close(folder)

    def write(self, relative: str, data: bytes) -> Entry:
        """Write one file and take note of it (in a worker: :func:`write_file`, then :meth:`note` here)."""
        entry = write_file(self.root, relative, data)
        self.inventory.add(entry)
        return entry

    @contextmanager
    def stream(self, relative: str) -> Iterator[StreamedFile]:
        """The same for a file of any size, piece by piece."""
        with open_file(self.root, relative) as file:
            yield file
        self.inventory.add(file.entry)

    def note(self, entries: Iterable[Entry]) -> None:
        """Take note of files that worker processes wrote under ``root``."""
        self.inventory.extend(entries)

    def seal(self, *, genere_le: str, commit_source: str) -> Entry:
        """Write ``SHA256SUMS`` and ``manifest.json`` over what was noted; returns the manifest's entry."""
        self._manifest = write_manifest(
            self.root, self.inventory, genere_le=genere_le, commit_source=commit_source
        )
        return self._manifest

    def publish(self) -> None:
        """Make the sealed tree the output, whole or not at all, and remove the old one.

        Raises :class:`PublicationError` with the published site as it was: W006 when the tree is not what
        was noted, W001 or W002 when another thing has taken the output's place meanwhile, G003 when its
        ledger does not begin with that of the site in the output, W004.
        """
        if self._manifest is None:
            raise ValueError("a tree is sealed before it is published")
        self._compare(self._manifest)
        ledger = _ledger(self._folder, self._staging)
        try:
            os.chmod(self._staging, FOLDER_MODE, dir_fd=self._folder)
            flush(self.root)
        except OSError as error:
            raise write_failed(MANIFEST, error) from error
        _judge(self._folder, self._name, self._given)
        _judge_ledger(self._folder, self._name, ledger)
        try:
            old = replace(self._folder, self._staging, self._name, self._previous)
        except OSError as error:
            raise unreachable(self._given, "cannot put the new site in its place", error) from error
        if old is not None:
            self._judge_removed(old, ledger)
        with suppress(OSError):  # published; the old tree goes when the block ends
            os.fsync(self._folder)

    def _judge_removed(self, old: str, ledger: bytes) -> None:
        """What was taken out must be what was judged: somebody may have moved a folder in between."""
        try:
            _judge(self._folder, old, self._given)
            _judge_ledger(self._folder, old, ledger)
        except BaseException:
            if old == self._staging:
                exchange(self._folder, old, self._name)
            else:
                os.rename(self._name, self._staging, src_dir_fd=self._folder, dst_dir_fd=self._folder)
                os.rename(old, self._name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
            raise

    def _make(self) -> None:
        try:
            os.mkdir(self._staging, _PRIVATE, dir_fd=self._folder)
            os.chmod(self._staging, _PRIVATE, dir_fd=self._folder)
        except OSError as error:
            raise unreachable(self._given, "cannot make a folder beside the output", error) from error

    def _compare(self, manifest: Entry) -> None:
        written = sizes(self.root)
        for path, _, size in heapq.merge(self.inventory, [manifest]):
            found = next(written, None)
            if found == (path, size):
                continue
            if found is not None and found[0] < path:
                raise DISTURBED.error(found[0], "stands in the staging folder, but was not noted")
            is_there = found is not None and found[0] == path
            raise DISTURBED.error(path, f"another size than {size} bytes" if is_there else "is missing")
        for extra, _ in written:
            raise DISTURBED.error(extra, "stands in the staging folder, but was not noted")


def _place(output: Path) -> tuple[Path, str]:
    """The real folder that holds the output, and the output's own name in it."""
    given = str(output)
    try:
        if output.name in ("", ".."):
            output = output.resolve(strict=True)
        parent = output.parent.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        found = "the folder around the output does not exist or cannot be reached"
        raise UNREACHABLE.error(given, found) from error
    if not output.name:
        raise IN_THE_WAY.error(given, "the root of the file system")
    with suppress(FileNotFoundError):
        here = Path.cwd()
        if parent / output.name in (here, *here.parents):
            raise IN_THE_WAY.error(given, "the working folder lies in the output")
    return parent, output.name


def _beside(given: str, name: str) -> str:
    """The place of what stands beside the output, from the output's place as the user gave it."""
    path = Path(given)
    around = path / ".." if path.name in ("", "..") else path.parent
    return str(around / name)


def _judge(folder: int, name: str, shown: str) -> None:
    """Refuse a ``name`` in ``folder`` that a new site may not replace (W001, W002)."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if not stat.S_ISDIR(found.st_mode):
            what = "a symbolic link" if stat.S_ISLNK(found.st_mode) else "a file, not a folder"
            raise IN_THE_WAY.error(shown, what)
        if found.st_dev != os.fstat(folder).st_dev:
            raise IN_THE_WAY.error(shown, "a mount point")
        inside = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreachable(shown, "cannot look at the output", error) from error
    try:
        with os.scandir(inside) as children:
            names = {child.name for child in children}
        if names and not is_ours(inside):
            raise NOT_OURS.error(shown, f"a folder with {len(names)} entries and no {MANIFEST} of ours")
        if work := sorted(names & _VERSION_CONTROL):
            raise NOT_OURS.error(shown, f"a version-control folder, {work[0]}")
    except OSError as error:
        raise unreachable(shown, "cannot look at the output", error) from error
    finally:
        os.close(inside)


def _ledger(folder: int, name: str) -> bytes:
    """The ledger of the site ``name`` in ``folder``, as stored; nothing where it has none."""
    try:
        file = os.open(f"{name}/{LEDGER}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        with os.fdopen(file, "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise NOT_CONTINUED.error(LEDGER, f"cannot be read: {reason(error)}") from error


def _judge_ledger(folder: int, name: str, new: bytes) -> None:
    """Refuse a ``new`` ledger that does not begin with every line of that of the site ``name`` (G003)."""
    if published := _ledger(folder, name):
        check_continued(published, new)


def _clear(folder: int, name: str, given: str) -> None:
    """Remove the trees of dead builds; put the old site back where a crash left none. Under the lock only.

    Raises W005 naming what cannot be removed, W001 for a tree that is not of our making.
    """
    form = re.compile(rf"\.{re.escape(name)}\.(staging|previous)-[0-9a-f]{{16}}")
    with os.scandir(folder) as children:
        found = [match for child in children if (match := form.fullmatch(child.name))]
    for match in found:
        left = match[0]
        shown = _beside(given, left)
        try:
            if not is_folder(folder, left):
                continue  # not made by us: we make folders
            if match[1] == "previous" and restore(folder, left, name):
                continue
            if stat.S_IMODE(os.stat(left, dir_fd=folder).st_mode) != _PRIVATE:
                _judge(folder, left, shown)
                os.chmod(left, _PRIVATE, dir_fd=folder)  # once begun, a removal goes on after a crash
            remove_tree(folder, left)
        except OSError as error:
            raise unreachable(shown, "cannot remove what an earlier build left", error) from error
        except RecursionError as error:
            why = "cannot remove what an earlier build left: folders nested too deep"
            raise UNREACHABLE.error(shown, why) from error
