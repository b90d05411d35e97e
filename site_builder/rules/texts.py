"""A text of the inputs, judged where its author wrote it and not on the pages that show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from site_builder.kernel.findings import Finding
from site_builder.rules.facts import LanguageFacts


@dataclass(frozen=True, slots=True)
class TextCase:
    """``words``: those of the language that the text is in; ``report_ids``: sixteen letters chosen by a hash
    each, which are no words of it, whatever they begin with."""

    file: str
    text: str
    words: LanguageFacts
    pointer: str | None = None
    line: int | None = None
    element: str | None = None
    report_ids: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        return self.words.code

    @property
    def judged(self) -> str:
        """The text without report ids."""
        text = self.text
        for report_id in self.report_ids:
            text = text.replace(report_id, "")
        return text

    @property
    def is_address(self) -> bool:
        """Whether the text is an address that pages link to."""
        return (self.pointer or "").endswith("_url")

    def at(self, finding: Finding) -> Finding:
        """The finding, at the place of this text."""
        return replace(finding, file=self.file, pointer=self.pointer, line=self.line, element=self.element)
