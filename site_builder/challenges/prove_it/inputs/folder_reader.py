"""Reading one folder of plain files: what there is, what it holds, and every problem as a finding.

Symbolic links are refused: the tree is what is published, not what it points to. Names that start with a
dot are not looked at.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.kernel import strict_json
from site_builder.kernel.findings import Finding
from site_builder.kernel.names_aside import aside

M = TypeVar("M")

# A named pipe is opened without waiting for its writer, and a link not at all.
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FolderReader:
    """Reads below one folder; paths are relative to it, and ``findings`` grows."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.findings: list[Finding] = []

    # -- what there is ---------------------------------------------------------------------------

    def names(self, folder: str) -> list[str]:
        try:
            with os.scandir(self.data / folder) as entries:
                return sorted(entry.name for entry in entries if not aside(entry.name))
        except OSError as error:
            self.note(
                folder or ".", error.strerror or str(error), "a readable folder", "Check its permissions."
            )
            return []

    def kind(self, path: str) -> str:
        try:
            mode = (self.data / path).lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return "missing"
        except OSError:
            return "place that cannot be read"
        if stat.S_ISLNK(mode):
            return "symbolic link"
        return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "special file"

    def is_folder(self, path: str) -> bool:
        return self._is_a("folder", path)

    def is_file(self, path: str) -> bool:
        return self._is_a("file", path)

    def _is_a(self, wanted: str, path: str) -> bool:
        kind = self.kind(path)
        if kind == "missing":
            self.missing(path, f"a {wanted}")
        elif kind != wanted:
            self.note(path, f"a {kind}", f"a plain {wanted}", f"Put the {wanted} itself here.")
        return kind == wanted

    def folders(self, folder: str, wanted: dict[str, bool]) -> bool:
        """Whether every wanted name is a folder; other names are findings."""
        if not (self.data / folder).is_dir():  # the data folder itself may be a link: its user named it
            self.note(folder or ".", "no such folder", "the data folder", "Name it with --data.")
            return False
        for name in self.names(folder):
            if name not in wanted:
                self.unknown(f"{folder}/{name}".lstrip("/"), ", ".join(sorted(wanted)))
        return all(self.is_folder(f"{folder}/{name}".lstrip("/")) for name in wanted)

    def read(self, path: str) -> bytes | None:
        """The bytes of a plain file: what was opened is what is judged, and no link is followed."""
        try:
            descriptor = os.open(os.path.join(self.data, path), _OPEN)  # noqa: PTH118 - tens of thousands
        except OSError as error:
            if self.is_file(path):
                self.note(path, error.strerror or str(error), "a readable file", "Check its permissions.")
            return None
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            os.close(descriptor)
            self.is_file(path)
            return None
        with open(descriptor, "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor
            if status.st_size <= strict_json.MAX_BYTES:
                return file.readall()
        limit = f"{strict_json.MAX_BYTES} bytes"
        self.note(path, f"more than {limit}", f"at most {limit}", "Look for what made the file so large.")
        return None

    def model(self, path: str, schema: str | None, validate: Callable[[object], M]) -> M | None:
        raw = self.read(path)
        if raw is None:
            return None
        model, findings = read_model(raw, path, validate, schema)
        self.findings += findings
        return model

    # -- findings --------------------------------------------------------------------------------

    def note(
        self, path: str, found: str, expected: str, remedy: str,
        pointer: str | None = None, line: int | None = None,
    ) -> None:  # fmt: skip
        self.findings.append(
            Finding("T001", "input tree", path, found, expected, remedy, pointer=pointer, line=line)
        )

    def unknown(self, path: str, expected: str) -> None:
        self.note(
            path, f"a {self.kind(path)} that the format does not name", expected, "Remove or rename it."
        )

    def missing(self, path: str, expected: str) -> None:
        self.note(path, "nothing", expected, "Add it.")
