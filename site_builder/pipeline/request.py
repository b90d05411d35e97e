"""What a build is asked for, and what it answers."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from site_builder.challenges.prove_it.inputs.tree import CHALLENGE
from site_builder.configuration import Configuration
from site_builder.content.catalogue import missing_languages
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant
from site_builder.languages import CODES
from site_builder.own_files import TEMPLATES
from site_builder.pipeline.differing import Differing

Advance = Callable[[int, int], None]
"""Called with (scores done, scores in all)."""


class Source(NamedTuple):
    """A file or folder that a build reads; ``whole``: with all that is below it, not its own names alone."""

    path: Path
    whole: bool = True


class Alone(NamedTuple):
    """A private report to be made for its participant alone: its id, and the folder for its files."""

    report_id: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Request:
    """Every input of a build, explicit: no clock, environment or repository is read further down.

    ``content``: the folder of the texts, then what is laid over it. ``output`` is ``None`` for a check;
    ``now`` is read by the closing gate alone (PUB-01). ``previous``: the published site whose ledger the new
    one continues, when it does not stand in the output. ``alone``: a private report that is wanted beside.
    """

    data: Path
    content: tuple[Path, ...]
    config: Path
    configuration: Configuration
    generated_at: str
    source_commit: str
    now: Instant
    jobs: int
    output: Path | None
    previous: Path | None = None
    alone: Alone | None = None

    @property
    def trust(self) -> Path:
        """The folder of the trust anchors."""
        return self.config.parent / self.configuration.trust.anchors

    def sources(self) -> tuple[Source, ...]:
        """What a build reads, as far as it looks: another folder that was named is not walked through."""
        return (
            Source(self.data, whole=False),
            Source(self.data / CHALLENGE),
            *(Source(folder, whole=len(missing_languages(folder)) < len(CODES)) for folder in self.content),
            Source(self.config),
            Source(self.trust),
            Source(TEMPLATES),
        )

    def with_output(self, output: Path) -> Request:
        return replace(self, output=output)


@dataclass(slots=True)
class Outcome:
    """Findings mean that nothing was written. ``held_back`` names the seasons whose scores were not read;
    ``unsealed``: scores of a real season are published, and the ledger's head has no time-stamp; ``reports``
    maps the id of each row that was read to whether all its reports are public; ``differences``: where scores
    differ from their rescoring (:mod:`site_builder.pipeline.differing`)."""

    findings: list[Finding] = field(default_factory=list)
    held_back: tuple[str, ...] = ()
    pages: int = 0
    files: int = 0
    bytes: int = 0
    publication: int = 0
    unsealed: bool = False
    reports: dict[str, bool] = field(default_factory=dict)
    differences: list[Differing] = field(default_factory=list)

    def reminder(self, output: Path | None) -> str | None:
        """What is left to do after a publication of scores: nobody but a third party can date it."""
        if not self.unsealed or output is None:
            return None
        return (
            "Scores are published, and the head of the ledger has no time-stamp. Seal it: "
            f"site-builder seal --output {shlex.quote(str(output))} --tsa URL"
        )

    def as_text(self, output: Path | None) -> str:
        pages = f"{self.pages} pages"
        if output is None:
            return f"Checked: {pages}, no finding."
        written = f"{self.files} files, {self.bytes / 1_000_000:.1f} MB in {output}"
        return f"Published: {pages}, {written}; publication {self.publication} of the ledger."
