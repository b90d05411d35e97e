"""Rendering and judging one page: the rules see the documents, then the HTML made of what they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from site_builder.content.messages import Messages
from site_builder.documents import addresses
from site_builder.documents.envelope import Document, written
from site_builder.kernel.findings import Finding
from site_builder.render.document import load
from site_builder.render.html import html_of
from site_builder.rules.cases import OutputCase, PageCase, PageSummary
from site_builder.rules.facts import Facts
from site_builder.rules.judge import judge_file, judge_output, judge_page, judge_twins
from site_builder.rules.site import FileCase

About = tuple[int, str, str | None] | None
"""What a file is about: season, track, table."""


class MadeFile(NamedTuple):
    """A file of the output, not yet written."""

    path: str
    data: bytes


@dataclass(slots=True)
class Judged:
    """The files of a page in every language, what was refused, and what site-wide rules keep of it."""

    files: list[MadeFile] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    summaries: list[PageSummary] = field(default_factory=list)


@dataclass(frozen=True)
class Judge:
    """What judging a page takes, in every language. Given to every process."""

    messages: Mapping[str, Messages]
    facts: Facts

    def page(self, path: str, documents: Mapping[str, Document]) -> Judged:
        """The page at a path without a language, from its document in each language."""
        result = Judged()
        outputs: list[OutputCase] = []
        for code, document in documents.items():
            localised = addresses.localised(code, path)
            data, reads_back = written(document)
            shown = html_of(document if reads_back else load(data), self.messages[code])
            twin = outputs[0] if outputs else None
            case = PageCase(addresses.json_file(localised), document, self.facts, twin.page if twin else None)
            output = OutputCase(case, addresses.html_file(localised), shown, twin)
            outputs.append(output)
            result.files += [MadeFile(case.file, data), MadeFile(output.file, shown)]
            result.findings += judge_page(case) + judge_output(output)
            result.summaries.append(output.summary())
        result.findings += judge_twins([output.page for output in outputs])
        return result

    def file(self, path: str, data: bytes, about: About = None) -> list[Finding]:
        """What is refused of a file beside the pages."""
        return judge_file(FileCase(path, data, self.facts, about))
