"""The specification (FORMATS §2): the markdown as it is, and the frozen section it refers to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.content.catalogue import MarkdownPage
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope
from site_builder.languages import AUTHORITATIVE

# The track whose scoring rules are section 5 of the specification (FORMATS §2, ``section_5``).
_TRACK: Final = "conformite"


@dataclass(frozen=True, slots=True)
class FrozenSection:
    """The exact bytes of the frozen section, and the proof that anchors their hash."""

    number: int
    content: bytes
    proof_id: str
    language: str = AUTHORITATIVE


class Freeze(NamedTuple):
    """The section that a track froze; ``demonstration``: for a season whose results are invented."""

    demonstration: bool
    track: str
    section: FrozenSection


def frozen_section(freezes: Iterable[Freeze]) -> FrozenSection | None:
    """The one that the specification publishes, of freezes in order of season: the latest real season's.

    A demonstration's section is invented like its results, and stands on the page of its track alone.
    """
    real = [freeze.section for freeze in freezes if freeze.track == _TRACK and not freeze.demonstration]
    return real[-1] if real else None


def document(
    build: BuildContext, page: MarkdownPage, language: str, season_service: str, section: FrozenSection | None
) -> Document:
    """The specification in one language; the hash of the section is recomputed from its bytes.

    ``section`` is null as long as no real season has a track whose section the specification numbers.
    """
    content: dict[str, Any] = {
        "langue": language,
        "autorite": AUTHORITATIVE,
        "markdown_url": localised(language, PROVE_IT.specification_markdown),
        "markdown": page.markdown,
        "section_5": None,
    }
    if section is not None:
        content["section_5"] = {
            "url": PROVE_IT.specification_section(section.number),
            "sha256": hashlib.sha256(section.content).hexdigest(),
            "proof_id": section.proof_id,
            "langue": section.language,
        }
    return envelope(build.site, language, PROVE_IT.specification, page.title, season_service, content, ())
