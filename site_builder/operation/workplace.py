"""Changing a season's tree all at once: a copy beside it is changed and judged, and takes its place in one
call.

The copy stands in ``.season-<n>.change-<16 hex>`` of the data folder, a name that no reader looks at. Files
that do not change are carried over by name, not by content. Two changes at a time are one too many (W003).
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from site_builder.challenges.prove_it.inputs.tree import CHALLENGE
from site_builder.operation.refusal import RefusedError
from site_builder.publish.errors import IN_THE_WAY, PublicationError, unreachable, write_failed
from site_builder.publish.exchange import replace
from site_builder.publish.lock import lock
from site_builder.publish.tree import flush, remove_tree

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_LEFT: Final = re.compile(r"\.season-[0-9]+\.(?:change|before)-[0-9a-f]{16}")


class Workplace:
    """The copy of one season. ``data`` is a data folder that holds it and nothing else."""

    def __init__(self, data: Path, name: str, folder: int) -> None:
        token = secrets.token_hex(8)
        self._folder = folder
        self._name = name
        self._real = data / CHALLENGE / name
        self._token = token
        self.data: Final = data / f".{name}.change-{token}"
        self.season: Final = self.data / CHALLENGE / name
        self.changed: dict[str, str] = {}
        """Path below the season → ``added`` or ``changed``."""

    def write(self, relative: str, data: bytes) -> None:
        """Put a file in the copy; one that holds these bytes already is left alone."""
        path = self.season / relative
        try:
            if path.is_file() and path.read_bytes() == data:
                return
            self.changed[relative] = "changed" if path.exists() else "added"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)  # the name is this copy's own, the content may be shared
            path.write_bytes(data)
        except OSError as error:
            raise write_failed(f"{CHALLENGE}/{self._name}/{relative}", error) from error

    def commit(self) -> None:
        """Put the copy in the place of the season's tree, whole."""
        if not self.changed:
            return
        place, mine = f"{CHALLENGE}/{self._name}", f"{self.data.name}/{CHALLENGE}/{self._name}"
        try:
            flush(self.season)
            (self._real.parent).mkdir(exist_ok=True)
            replace(self._folder, mine, place, f".{self._name}.before-{self._token}")
        except OSError as error:
            raise unreachable(place, "cannot put the changed season in its place", error) from error

    def fill(self) -> None:
        """Carry over what the season's tree holds."""
        place = f"{CHALLENGE}/{self._name}"
        if self._real.is_symlink() or (self._real.exists() and not self._real.is_dir()):
            raise IN_THE_WAY.error(place, "no folder of its own")
        try:
            self.season.parent.mkdir(parents=True)
            if self._real.is_dir():
                shutil.copytree(self._real, self.season, symlinks=True, copy_function=_carry)
            else:
                self.season.mkdir()
        except (OSError, shutil.Error) as error:
            cause = error if not isinstance(error, shutil.Error) else OSError(str(error))
            raise unreachable(place, "cannot be copied", cause) from error


@contextmanager
def workplace(data: Path, number: int) -> Iterator[Workplace]:
    """A copy of the season of this number, gone when the block ends, unless it took the season's place.

    Raises :class:`RefusedError`: W002 to W005, as publishing a site does.
    """
    name = f"season-{number}"
    try:
        try:
            data.mkdir(parents=True, exist_ok=True)
            folder = os.open(data, _FOLDER)
        except OSError as error:
            raise unreachable(str(data), "cannot open the data folder", error) from error
        try:
            with lock(folder, f".{name}.lock", f".{name}.lock"):
                _clear(folder, data)
                work = Workplace(data, name, folder)
                try:
                    work.fill()
                    yield work
                finally:
                    _clear(folder, data)
        finally:
            os.close(folder)
    except PublicationError as error:
        raise RefusedError(error.findings) from error


def _clear(folder: int, data: Path) -> None:
    """Remove the copies that this change, or one that was killed, left; never a season."""
    for name in os.listdir(folder):
        if not _LEFT.fullmatch(name):
            continue
        season = name[1:].partition(".")[0]
        if ".before-" in name and not (data / CHALLENGE / season).exists():
            os.rename(name, f"{CHALLENGE}/{season}", src_dir_fd=folder, dst_dir_fd=folder)
            continue
        try:
            remove_tree(folder, name)
        except OSError as error:
            raise unreachable(name, "cannot remove what an earlier change left", error) from error


def _carry(source: str, target: str) -> str:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # another file system, or no links here
        shutil.copy2(source, target, follow_symlinks=False)
    return target
