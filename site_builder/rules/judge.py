"""Every rule of a scope on one case, in the order of the codes: what the pipeline calls.

A page is judged in this order: :func:`judge_page`, then :func:`judge_output` on its HTML; the documents of
one page in all languages go together through :func:`judge_twins`. A large track is judged in parts, each
of which is a page in itself: its head with some of the rows, the last one of the part before first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding, in_order
from site_builder.rules import registry
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.rows import RowCase, rows_of
from site_builder.rules.site import FileCase, SiteCase


def judge(scope: str, *case: Any, challenge: str | None = None) -> list[Finding]:
    """The findings of every check of a scope (:data:`registry.SCOPES`), sorted by place."""
    found: list[Finding] = []
    for check in registry.checks(scope, challenge):
        found += check(*case)
    return in_order(found) if found else found


def judge_content(catalogue: Catalogue) -> list[Finding]:
    """Everything that the Index says, before any page is made of it."""
    return judge("content", catalogue)


def judge_page(page: PageCase) -> list[Finding]:
    """A page document, the rows that it holds included."""
    found = judge("page", page)
    for row in rows_of(page):
        found += judge_row(row)
    if not found:
        page.accepted()
    return found


def judge_row(case: RowCase) -> list[Finding]:
    """One row of a track's table; counts it in, so that the HTML of the page may show it."""
    found = judge("row", case)
    case.page.add_row(case.table["id"], case.row, case.pointer)
    return found


def judge_twins(pages: Sequence[PageCase]) -> list[Finding]:
    """The documents of one page, one for each language."""
    return judge("twins", pages)


def judge_output(output: OutputCase) -> list[Finding]:
    """The HTML of a page whose document was judged."""
    found = judge("output", output)
    if not found:
        output.accepted()
    return found


def judge_file(file: FileCase) -> list[Finding]:
    """A file beside the pages."""
    return judge("file", file)


def judge_site(site: SiteCase) -> list[Finding]:
    """The whole output."""
    return judge("site", site)
