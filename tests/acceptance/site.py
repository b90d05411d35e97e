"""A built site as its readers meet it: files, page documents, and HTML as html5lib reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

from tests.harness.command import tree_digests

# A tree of JSON values, as `json.loads` returns it; tests reach into it freely.
Json = dict[str, Any]

UNSEEN = frozenset({"script", "style", "template", "head", "title"})
BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "div",
        "dl", "dt", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
        "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
        "tfoot", "th", "thead", "tr", "ul",
    }
)  # fmt: skip


# What a site keeps of its earlier publications, and the lists that name those files too.
EARLIER = re.compile(r"publications/.*|ledger\.jsonl|manifest\.json|SHA256SUMS")


def current(root: Path) -> dict[str, str]:
    """Path and SHA-256 of what is published now: the same whatever was published before."""
    return {path: digest for path, digest in tree_digests(root).items() if not EARLIER.fullmatch(path)}


class Site:
    """What `root` publishes now; what was parsed once is kept, since many tests read the same pages."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> list[str]:
        """Relative POSIX paths of every file, earlier publications aside."""
        return sorted(current(self.root))

    @cached_property
    def pages(self) -> list[str]:
        """Relative paths of the HTML files."""
        return [path for path in self.files if path.endswith(".html")]

    def of_type(self, kind: str, language: str | None = None) -> list[str]:
        """HTML files whose document's `contenu.type` is `kind`; the specification page has no type."""
        return [
            page
            for page in self.pages
            if self.document(page)["contenu"].get("type", "specification") == kind
            and language in (None, self.document(page)["langue"])
        ]

    @cache  # noqa: B019 (a site lives as long as the session)
    def document(self, page: str) -> Json:
        """The JSON document of an HTML file."""
        document: Json = json.loads((self.root / page).with_suffix(".json").read_bytes())
        return document

    @cache  # noqa: B019
    def tree(self, page: str) -> Element:
        """The HTML file as html5lib reads it, without namespaces."""
        return parsed((self.root / page).read_bytes())

    def url_path(self, page: str) -> str:
        """The path at which a web server answers with this file."""
        return "/" + page.removesuffix("index.html")

    def english_and_french(self) -> Iterator[tuple[str, str]]:
        """Each page's two files."""
        return ((page, f"fr/{page}") for page in self.pages if not page.startswith("fr/"))


def parsed(html: bytes | str) -> Element:
    tree: Element = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    return tree


def elements(root: Element, *names: str) -> Iterator[Element]:
    """Elements of these names (all of them without a name), in document order, `root` included."""
    return (e for e in root.iter() if is_element(e) and (not names or e.tag in names))


def is_element(node: Element) -> bool:
    """Not a comment: ElementTree gives a function as the tag of one."""
    tag: object = node.tag
    return isinstance(tag, str)


def attributes(root: Element) -> Iterator[tuple[Element, str, str]]:
    return ((e, name, value) for e in elements(root) for name, value in e.attrib.items())


def exact_text(root: Element) -> str:
    """Every character of the element's text, nothing added."""
    return "".join(root.itertext())


def text(root: Element, *, without: tuple[str, ...] = ()) -> str:
    """What a person reads: blocks apart, runs of white space as one plain space, no-break spaces too."""
    return " ".join("".join(_pieces(root, UNSEEN | set(without))).split())


def own_text(root: Element) -> str:
    """What a person reads of what the Index wrote: third-party text left out."""
    return text(root, without=("bdi",))


def _pieces(element: Element, unseen: frozenset[str] | set[str]) -> Iterator[str]:
    if not is_element(element) or element.tag in unseen:
        return
    apart = element.tag in BLOCKS
    if apart:
        yield "\n"
    yield element.text or ""
    for child in element:
        yield from _pieces(child, unseen)
        yield child.tail or ""
    if apart:
        yield "\n"


def row_of(tree: Element, did: str) -> Element:
    """The one table row that holds this DID as a whole text."""
    found = [
        row
        for row in elements(tree, "tr")
        if any(exact_text(cell).strip() == did for cell in elements(row) if cell is not row)
    ]
    assert len(found) == 1, f"{len(found)} rows of {did}"
    return found[0]


def cell(tree: Element, pointer_end: str) -> Element:
    """The one element whose `data-json` ends so."""
    found = [e for e in elements(tree) if e.get("data-json", "").endswith(pointer_end)]
    assert len(found) == 1, f"{len(found)} elements with data-json …{pointer_end}"
    return found[0]


def dids(tree: Element) -> list[str]:
    """The DIDs of the rows of tables, in the order shown."""
    return [
        did
        for row in elements(tree, "tr")
        for did in dict.fromkeys(re.findall(r"did:(?:key|web):[A-Za-z0-9.%:_-]+", text(row)))
    ]


def walk(value: object, at: str = "") -> Iterator[tuple[str, object]]:
    """(JSON Pointer, value) of everything in a JSON value, itself included."""
    yield at, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from walk(item, f"{at}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from walk(item, f"{at}/{index}")


def rows(document: Json) -> list[Json]:
    """The rows of a track page, in the order of the document, both tables."""
    return [
        row
        for table in document["contenu"]["tableaux"]
        for group in table["groupes"]
        for row in group["lignes"]
    ]


def track_rows(document: Json, table: str) -> list[Json]:
    """The rows of one table of a track page."""
    return [
        row
        for found in document["contenu"]["tableaux"]
        if found["id"] == table
        for group in found["groupes"]
        for row in group["lignes"]
    ]


def spaces(html_text: str) -> str:
    """No-break spaces as plain ones."""
    return html_text.replace("\u00a0", " ").replace("\u202f", " ")
