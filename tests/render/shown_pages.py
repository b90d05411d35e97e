"""HTML of documents, and what a browser's parser makes of it."""

from __future__ import annotations

import copy
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

from site_builder.documents.envelope import Document, dump
from site_builder.kernel import pointer
from site_builder.render.html import html
from tests.harness import loaded


def html_of(document: Document) -> bytes:
    return html(dump(document), loaded.content().messages[document["langue"]])


def parsed(made: bytes) -> Element:
    """The tree that html5lib, a browser's parser, makes; refuses what it has to repair."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree: Element = parser.parse(made, transport_encoding="utf-8")
    return tree


def text_of(element: Element) -> str:
    return "".join(element.itertext())


Skeleton = list[tuple[str, tuple[tuple[str, str], ...], int, str, str]]


def skeleton(tree: Element) -> Skeleton:
    """Everything of a tree but what its isolates hold: element, attributes, children, text, text after it."""
    return [
        (
            str(element.tag),
            tuple(sorted(element.attrib.items())),
            len(element),
            "" if element.tag == "bdi" else element.text or "",
            element.tail or "",
        )
        for element in tree.iter()
    ]


def put(document: Document, at: str, value: Any) -> None:
    """Replace the value at a pointer."""
    *above, last = pointer.parse(at)
    box: Any = pointer.resolve(document, pointer.render(above))
    box[int(last) if isinstance(box, list) else last] = value


def strangers(document: Document) -> list[str]:
    """The pointers of what strangers wrote."""
    pointers: list[str] = document["texte_de_tiers"]["champs"]
    return pointers


def with_texts(document: Document, texts: list[str]) -> Document:
    """The document with these texts in the places of strangers, in their order."""
    changed = copy.deepcopy(document)
    for at, text in zip(strangers(document), texts, strict=True):
        put(changed, at, text)
    return changed
