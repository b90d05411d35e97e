"""Which program this is, and whether it is the one that built a site.

A site names the commit that it was built from. What only the same program can check (pages made again byte
for byte, formats, texts of rules) says something where this program is that one, and nothing where it is not.
Two commits are the same program when no file that a site is made with differs between them: a commit that
changes data, tests or documentation makes no other program.

The answer comes from the checkout (``git``, where the program runs in one) or from what the installer noted
(PEP 610). Nothing is fetched: a commit that is not at hand is unknown.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import Final

from site_builder.configuration import read_configuration
from site_builder.kernel import identifiers
from site_builder.own_files import CONFIGURATION, ROOT

# What a site is made with, beside its data: code, templates, texts, and the versions of libraries.
MADE_WITH: Final = ("site_builder", "templates", "content", "requirements.lock")
_QUIET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1"}


class Likeness(Enum):
    """Whether this program is the one of a commit."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Program:
    """``commit``: where it is known; ``modified``: files of its own differ from that commit; ``checkout``:
    the git checkout that it runs in."""

    version: str
    commit: str | None = None
    modified: bool = False
    checkout: Path | None = None

    def likeness(self, commit: str) -> Likeness:
        """Of this program and the one at a commit that a site names, whatever the site wrote there."""
        if not identifiers.matches(identifiers.COMMIT, commit):
            return Likeness.UNKNOWN
        if self.checkout is None:
            if self.commit is None:
                return Likeness.UNKNOWN
            return Likeness.SAME if self.commit == commit else Likeness.OTHER
        if _git(self.checkout, "cat-file", "-e", f"{commit}^{{commit}}") is None:
            return Likeness.UNKNOWN
        changed = _git(
            self.checkout, "diff", "--quiet", "--no-ext-diff", "--no-textconv", commit, "--", *MADE_WITH
        )
        return Likeness.OTHER if changed is None or _untracked(self.checkout) else Likeness.SAME

    def told(self) -> str:
        """In words, for the first lines of an account."""
        at = f"commit {self.commit}" if self.commit is not None else "a commit that it cannot tell"
        changes = ", with local changes" if self.modified else ""
        return f"version {self.version}, {at}{changes}"

    def requirement(self) -> str:
        """What ``pip`` installs to have this very program: its commit where it is known, else its version."""
        if self.commit is None:
            return f"site-builder=={self.version}"
        configuration, findings = read_configuration(CONFIGURATION)
        assert configuration is not None, findings
        return f"site-builder @ git+{configuration.source.repository}@{self.commit}"

    def as_json(self) -> dict[str, object]:
        """In a fixed order."""
        return {"version": self.version, "commit": self.commit, "modified": self.modified}


def this_program(root: Path = ROOT) -> Program:
    """The program whose files stand in ``root``."""
    try:
        version = metadata.version("site-builder")
    except metadata.PackageNotFoundError:
        version = "unknown"
    top = _git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != root:  # no checkout, or that of a project that we serve
        return Program(version, _installed_commit())
    commit = _git(root, "rev-parse", "HEAD")
    changed = commit is not None and _git(root, "diff", "--quiet", commit, "--", *MADE_WITH) is None
    return Program(version, commit, changed or _untracked(root), root)


def _untracked(root: Path) -> bool:
    return bool(_git(root, "ls-files", "--others", "--exclude-standard", "--", *MADE_WITH))


def _installed_commit() -> str | None:
    """The commit that the installer took the program from, where it came from a repository (PEP 610)."""
    try:
        noted = metadata.distribution("site-builder").read_text("direct_url.json")
        commit = json.loads(noted or "{}")["vcs_info"]["commit_id"]
    except (metadata.PackageNotFoundError, LookupError, TypeError, ValueError):
        return None
    return commit if isinstance(commit, str) else None


def _git(root: Path, *arguments: str) -> str | None:
    """What ``git`` says; ``None`` where it ends with an error, or is not there."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(
            command, env=outside | _QUIET, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return None
    return os.fsdecode(done.stdout).strip() if done.returncode == 0 else None
