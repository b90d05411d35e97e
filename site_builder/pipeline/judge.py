"""Rendering and judging one page: the rules see the document, then the HTML made from its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.content.messages import Messages
from site_builder.documents.envelope import Document
from site_builder.kernel.findings import Finding
from site_builder.render.html import html


@dataclass(frozen=True)
class Judge:
    """What judging a page takes, in every language."""

    messages: Mapping[str, Messages]

    def page(self, path: str, language: str, document: Document, data: bytes) -> tuple[bytes, list[Finding]]:
        """The HTML of a document's bytes, and what the page and output rules refuse."""
        made = html(data, self.messages[language])
        return made, []
