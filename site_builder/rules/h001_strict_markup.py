"""The HTML has one reading.

Refuses: a tag that is not written plainly (lower case, double quotes, no comment), a stray `<`, an
isolate that holds an element, an element that a page has no use for.

Why: what a browser parses must be what the rules judged.

Source: PUB-12; [HTML standard](https://html.spec.whatwg.org/multipage/).

Accepted: the tags of the templates; entities for `& < > " '`.

Remedy: write the tag plainly in the template.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.rules.cases import OutputCase

CODE: Final = "H001"
NAME: Final = "strict markup"
FRENCH: Final = """Le HTML n'a qu'une lecture.

Refuse : une balise qui n'est pas écrite simplement (minuscules, guillemets doubles, pas de
commentaire), un `<` égaré, un isolat qui contient un élément, un élément dont une page n'a pas l'usage.

Pourquoi : ce qu'un navigateur analyse doit être ce que les règles ont jugé.

Source : PUB-12 ; [norme HTML](https://html.spec.whatwg.org/multipage/).

Accepte : les balises des gabarits ; des entités pour `& < > " '`.

Remède : écrire la balise simplement dans le gabarit.
"""
_finding = partial(Finding, code=CODE, name=NAME)
# The elements that a page may be made of; bdi holds third-party text and nothing else.
ELEMENTS: Final = frozenset(
    (
        "a", "article", "b", "bdi", "blockquote", "body", "br", "caption", "code", "dd", "details", "div",
        "dl", "dt", "em", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i",
        "li", "link", "main", "meta", "nav", "ol", "p", "pre", "s", "script", "section", "small", "span",
        "strong", "summary", "table", "tbody", "td", "th", "thead", "time", "title", "tr", "ul",
    )
)  # fmt: skip


def check_output(output: OutputCase) -> Iterator[Finding]:
    remedy = "Write the tag plainly in the template, and let the engine escape values."
    note = partial(_finding, file=output.file, element="html", remedy=remedy)
    expected = "plain tags, and text without '<'"
    if not output.html.startswith(b"<!doctype html>\n<html "):
        yield note(found=ascii(output.text[:40]), expected="<!doctype html>, then <html …>")
    for problem in output.fresh.problems:
        yield note(found=problem, expected=expected)
    if output.garbled:
        yield note(found="bytes that are not UTF-8", expected="UTF-8")
    if output.fresh.problems:
        return  # what is not a tag names no element
    strange = _names(output.fresh_tags).difference(ELEMENTS, ("!doctype",))
    for name in sorted(strange):
        yield note(found=f"the element {name}", expected="an element that pages use")


def _names(tags: set[str]) -> set[str]:
    return {tag.partition(" ")[0].removeprefix("/") for tag in tags}
