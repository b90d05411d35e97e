"""What the Index says in its own words, judged before the first page asks for it."""

from __future__ import annotations

from pathlib import Path

from site_builder.content import catalogue as content
from site_builder.content.catalogue import Catalogue
from site_builder.content.inventory import lacks
from site_builder.kernel.findings import Finding, in_order
from site_builder.rules.judge import judge_content


def read_content(root: Path, *over: Path) -> tuple[Catalogue | None, list[Finding]]:
    """The content below ``root`` and what is laid ``over`` it, or ``None`` and every reason why no page can
    be made of it (M001, PUB-18).

    What else the rules say of a content that is whole is found beside the scores: it takes time.
    """
    catalogue, findings = content.load(root, *over)
    if catalogue is None:
        return None, findings
    lacking = lacks(catalogue)
    if not lacking:
        return catalogue, findings
    findings += judge_content(catalogue)
    findings += [
        Finding(
            content.CODE, content.NAME, f"content/{lack.file}", lack.found, lack.expected,
            "Write it in every language, or take it from the content of this repository.", line=lack.line,
        )
        for lack in lacking
        if lack.everywhere
    ]  # fmt: skip
    return None, in_order(findings)
