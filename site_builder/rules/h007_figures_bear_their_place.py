"""A figure bears its place in the document.

Refuses: a `data-json` that points at nothing in the document; a report or a track with scores whose
rates bear none.

Why: a reader must be able to go from the figure on the page to the figure in the JSON.

Source: PUB-16; RFC 6901.

Accepted: the JSON Pointer of the cell in `data-json`.

Remedy: write the pointer of the cell that the element shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding
from site_builder.rules.cases import OutputCase

CODE: Final = "H007"
NAME: Final = "figures bear their place"
FRENCH: Final = """Un chiffre porte sa place dans le document.

Refuse : un `data-json` qui ne désigne rien dans le document ; un rapport ou une piste à scores dont les
taux n'en portent pas.

Pourquoi : le lecteur doit pouvoir aller du chiffre de la page au chiffre du JSON.

Source : PUB-16 ; RFC 6901.

Accepte : le JSON Pointer de la cellule dans `data-json`.

Remède : écrire le pointeur de la cellule que montre l'élément.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_RATES: Final = ("/contenu/taux/overclaim", "/contenu/taux/reussite")


def check_output(output: OutputCase) -> Iterator[Finding]:
    pointers = output.fresh.values("data-json")
    document = output.page.document
    for pointer in sorted(pointers):
        if not _holds(document, pointer):
            yield _finding(
                file=output.file,
                element=f'[data-json="{pointer}"]',
                found="nothing at that place of the document",
                expected="a JSON Pointer of the document",
                remedy="Write the pointer of the cell that the element shows.",
            )
    if output.page.type == "rapport" and not output.page.tombstone:
        for pointer in _RATES:
            if pointer not in pointers:
                yield _finding(
                    file=output.file,
                    element=f'[data-json="{pointer}"]',
                    found="no element",
                    expected="an element that shows the rate",
                    remedy="Give the element of the rate its data-json.",
                )


def _holds(document: Any, pointer: str) -> bool:
    value = document
    try:
        for token in pointer.split("/")[1:]:
            value = value[int(token)] if isinstance(value, list) else value[token]
    except (LookupError, TypeError, ValueError):
        return False
    return True
