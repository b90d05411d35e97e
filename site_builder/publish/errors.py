"""What a user can meet while a site is written, each as a finding (DESIGN, "Findings and exit codes")."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from site_builder.kernel.findings import Finding


class PublicationError(Exception):
    """Nothing was published; ``findings`` says why. Travels between processes."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings: list[Finding] = list(findings)

    def __str__(self) -> str:
        return "; ".join(f"{f.code} {f.file}: {f.found}" for f in self.findings)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One kind of finding about writing: its code, its name, what is expected and what to do."""

    code: str
    name: str
    expected: str
    remedy: str

    def finding(self, file: str, found: str, expected: str | None = None, line: int | None = None) -> Finding:
        """What is refused of ``file`` (relative to the output, or the output as the user named it)."""
        return Finding(
            code=self.code,
            name=self.name,
            file=shown(file),
            line=line,
            found=found,
            expected=expected or self.expected,
            remedy=self.remedy,
        )

    def error(
        self, file: str, found: str, expected: str | None = None, line: int | None = None
    ) -> PublicationError:
        """The same, to be raised."""
        return PublicationError([self.finding(file, found, expected, line)])


NOT_OURS: Final = Refusal(
    "W001",
    "output-not-ours",
    "no folder yet, an empty folder, or the site of an earlier build (a manifest.json of schema "
    "proveit-manifest-v1 at its root, and no version-control folder)",
    "Name another folder with --output, or move this one away: a build replaces the whole folder.",
)
IN_THE_WAY: Final = Refusal(
    "W002",
    "output-in-the-way",
    "a plain folder that can be exchanged with the new one",
    "Remove what stands there, or name the real folder with --output.",
)
BUSY: Final = Refusal(
    "W003",
    "another-build-is-running",
    "one build at a time for each output folder",
    "Wait until the other build has ended, or name another folder with --output.",
)
WRITE_FAILED: Final = Refusal(
    "W004",
    "write-failed",
    "every file written in full",
    "Make room on the disk that holds the output, or mend it, then build again; the published site is "
    "as it was.",
)
UNREACHABLE: Final = Refusal(
    "W005",
    "output-unreachable",
    "an existing folder around the output, in which this user may create, rename and remove folders",
    "Create the folder, mend its permissions, or name another place with --output.",
)
DISTURBED: Final = Refusal(
    "W006",
    "staging-disturbed",
    "the files that this build wrote, all of them and no other",
    "Stop the program that writes in the staging folder beside the output (editor, synchroniser, virus "
    "scanner), then build again.",
)
REFUSALS: Final = (NOT_OURS, IN_THE_WAY, BUSY, WRITE_FAILED, UNREACHABLE, DISTURBED)

LEDGER_BROKEN: Final = Refusal(
    "G001",
    "ledger-broken",
    "the ledger as publications wrote it, every line sealed and linked to the one before",
    "Put the published ledger back from a copy that verifies: it is never rewritten.",
)
PUBLICATION_NOT_WHOLE: Final = Refusal(
    "G002",
    "publication-not-whole",
    "every file of every publication, as its manifest in the ledger has it",
    "Put the file back from a copy of the published site, or name an intact copy with --previous.",
)
OTHERWISE_WRITTEN: Final = Refusal(
    PUBLICATION_NOT_WHOLE.code,
    PUBLICATION_NOT_WHOLE.name,
    "a published file in a form that this program knows",
    "Build with the version of this program that made this publication, or name a copy of the site that this "
    "version made with --previous.",
)
NOT_CONTINUED: Final = Refusal(
    "G003",
    "ledger-not-continued",
    "a ledger that begins with every line of the published one",
    "Build onto the site as it was last published, or name its folder with --previous.",
)
TOKEN_REFUSED: Final = Refusal(
    "G005",
    "time-stamp-refused",
    "a time-stamp of the ledger's head, by an authority of the trust folder",
    "Try again, name another authority with --tsa, or add its certificates to the trust folder.",
)
DATED_BACK: Final = Refusal(
    "G007",
    "publication-dated-back",
    "an instant not before that of the last publication",
    "Give the instant of this publication with --generated-at, or build somewhere else with --output.",
)
LEDGER_REFUSALS: Final = (LEDGER_BROKEN, PUBLICATION_NOT_WHOLE, NOT_CONTINUED, TOKEN_REFUSED, DATED_BACK)

_DISK: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def write_failed(file: str, error: OSError) -> PublicationError:
    """``file`` (relative to the output) could not be written in full."""
    return WRITE_FAILED.error(file, reason(error))


def unreachable(name: str, doing: str, error: OSError) -> PublicationError:
    """What the user gave as ``name`` could not be reached while ``doing``; a disk without room is W004."""
    refusal = WRITE_FAILED if error.errno in _DISK else UNREACHABLE
    return refusal.error(name, f"{doing}: {reason(error)}")


def reason(error: OSError) -> str:
    """The system's words for an error, without the path (findings name no place of this machine)."""
    return os.strerror(error.errno) if error.errno else "unknown error"


def shown(name: str) -> str:
    """A file name as text: bytes that are not UTF-8 are escaped, so that it can be printed anywhere."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
