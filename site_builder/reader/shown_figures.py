"""What can be said of figures where another program wrote the page around them.

The words, the markup and the format of a page may differ from one version of the program to the next. Its
figures may not: a number, a fraction, an order of rows, an identifier, a text of a third party is the same in
every version.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from html import unescape
from typing import Any, Final

from site_builder.challenges.prove_it.scoring.difference import ABSENT, Difference
from site_builder.documents import table
from site_builder.kernel import pointer
from site_builder.kernel.findings import told
from site_builder.kernel.pointer import PointerError

# Members that name a thing or its state in words of the format, not of a language.
_NAMED: Final = frozenset(
    (
        "report_id", "task_id", "proof_id", "assertion_id", "id", "did", "sha256", "engagement", "sel",
        "etat", "statut", "cause", "motif", "verdict", "verdict_attendu", "fraction", "genre", "iso",
    )
)  # fmt: skip
_NUMBER: Final = re.compile(r"[0-9]+")
_CELL: Final = re.compile(r'<([a-z0-9]+)(?: [^<>]*)? data-json="([^"<>]*)"[^<>]*>(.*?)</\1>', re.DOTALL)
_TAG: Final = re.compile(r"<[^<>]*>")
_RATE: Final = frozenset(("etat", "numerateur", "denominateur", "affichage"))


def is_figure(place: Difference, third_party: Collection[str]) -> bool:
    """Whether a difference is one of figures: of what no version of the program writes in another way.

    ``third_party``: the pointers of the document's texts of third parties.
    """
    left, right = place.declared, place.recomputed
    if left is ABSENT or right is ABSENT:
        # A row, a task or an assertion more or less; a member more or less is the format's.
        return place.pointer.rpartition("/")[2].isdecimal() and _holds_figures(
            right if left is ABSENT else left
        )
    if not isinstance(left, str) or not isinstance(right, str):
        return True
    if place.pointer in third_party or place.pointer.rpartition("/")[2] in _NAMED:
        return True
    return _NUMBER.findall(left) != _NUMBER.findall(right)


def _holds_figures(value: object) -> bool:
    if isinstance(value, dict):
        return not _NAMED.isdisjoint(value) or any(map(_holds_figures, value.values()))
    if isinstance(value, list):
        return any(map(_holds_figures, value))
    return isinstance(value, int)


def differing_lines(published: bytes, made: bytes) -> Iterator[tuple[int, str, str]]:
    """(line, published, made) of the first record of two CSV files in which figures differ."""
    try:
        texts = (io.StringIO(data.decode(), newline="") for data in (published, made))
        left, right = (list(table.records(text)) for text in texts)
    except (UnicodeDecodeError, csv.Error):
        yield 1, "no CSV", "CSV"
        return
    if len(left) != len(right):
        yield min(len(left), len(right)) + 1, f"{len(left)} lines", f"{len(right)} lines"
        return
    for line, (one, other) in enumerate(zip(left, right, strict=True), start=1):
        if [_NUMBER.findall(cell) for cell in one] != [_NUMBER.findall(cell) for cell in other]:
            yield line, ",".join(one), ",".join(other)
            return


def false_cells(document: dict[str, Any], html: bytes) -> Iterator[tuple[str, str, str]]:
    """(pointer, shown, expected) of the figures that HTML shows otherwise than its document has them."""
    pointed = set()
    for _, place, inner in _CELL.findall(html.decode("utf-8", "replace")):
        at = unescape(place)
        pointed.add(at)
        try:
            value: object = pointer.resolve(document, at)
        except PointerError:
            yield at, "a figure", "nothing at that place of the document"
            continue
        shown = unescape(_TAG.sub(" ", inner))
        if set(_NUMBER.findall(shown)) != set(_NUMBER.findall(_text(value))):
            yield at, " ".join(shown.split()), _text(value)
    for at in _rates(document.get("contenu"), "/contenu"):
        if at not in pointed:
            yield at, "no such figure", "each rate of the document, with its place"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(str(value[key]) for key in ("fraction", "affichage") if value.get(key) is not None)
    return told(value)


def _rates(value: object, at: str) -> Iterator[str]:
    """The places of the rates of rows and reports."""
    if isinstance(value, dict):
        if value.keys() >= _RATE and at.rpartition("/")[0].endswith("/taux"):
            yield at
        for key, inner in value.items():
            yield from _rates(inner, f"{at}/{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _rates(inner, f"{at}/{number}")
