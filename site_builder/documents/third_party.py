"""Where a document holds text that a stranger wrote (FORMATS §2, ``texte_de_tiers.champs``; PUB-12).

The list is computed by walking the document for :class:`ThirdPartyText`: the type was given where the
input was read, so that no page can forget to declare a field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from site_builder.kernel.canonical import json_text
from site_builder.kernel.third_party import ThirdPartyText, any_replaced_emoji, replaced_emoji

_PLAIN: Final = frozenset((str, int, bool, float, type(None)))


@dataclass(frozen=True, slots=True)
class Found:
    """JSON Pointers in document order, and the texts that they point to."""

    pointers: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def hold_emoji(self) -> bool:
        """Whether HTML replaces an emoji in one of the texts (PUB-08)."""
        return any_replaced_emoji(self.texts)


def find(value: object, at: str = "") -> Found:
    """Every third-party string below ``value``; ``at`` is the pointer of ``value`` itself."""
    found = Found()
    if type(value) is ThirdPartyText:
        found.pointers.append(at)
        found.texts.append(value)
    else:
        _walk(value, at, found.pointers, found.texts)
    return found


def pointers(value: object, at: str = "") -> list[str]:
    """The pointers alone."""
    return find(value, at).pointers


def structured_emoji(value: object) -> bool:
    """Whether a third-party JSON value holds an emoji anywhere, keys included."""
    return isinstance(value, dict | list) and replaced_emoji(json_text(value))


def _walk(value: object, at: str, places: list[str], texts: list[str]) -> None:
    if type(value) is dict:
        for key, item in value.items():
            kind = type(item)
            if kind in _PLAIN or (kind is list and _PLAIN.issuperset(map(type, item))):
                continue
            if "/" in key or "~" in key:
                key = key.replace("~", "~0").replace("/", "~1")
            if kind is ThirdPartyText:
                places.append(f"{at}/{key}")
                texts.append(item)
            elif item:
                _walk(item, f"{at}/{key}", places, texts)
    elif type(value) is list:
        for index, item in enumerate(value):
            if type(item) is ThirdPartyText:
                places.append(f"{at}/{index}")
                texts.append(item)
            elif type(item) not in _PLAIN:
                _walk(item, f"{at}/{index}", places, texts)
    elif type(value) not in _PLAIN:
        raise TypeError(f"a document holds JSON values only, not {type(value).__name__}")
