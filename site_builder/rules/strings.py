"""The strings of a page document, told apart by where they stand and not by their type.

The builder lists third-party text by the type that the inputs gave it; the rules find it again by the shape
of the document, so that a field whose type was lost is seen (PUB-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import is_
from typing import Any, Final, NamedTuple

from site_builder.kernel.canonical import json_text
from site_builder.kernel.pointer import render
from site_builder.kernel.third_party import any_replaced_emoji

# The key of an object, or of the list that holds it → which of its strings a third party wrote.
THIRD_PARTY: Final[Mapping[str, frozenset[str]]] = {
    "agent": frozenset(("nom", "did")),
    "stack": frozenset(("declaree",)),
    "run": frozenset(("modele", "version_modele", "cadre", "version_cadre", "run_id")),
    "claim": frozenset(("resource", "field")),
    "taches": frozenset(("verdict", "recit")),
    "assertions": frozenset(("id",)),
    "en_faute": frozenset(("id",)),
    "corrections": frozenset(("assertion_id",)),
}
# Lists of third-party strings, by their key.
THIRD_PARTY_LISTS: Final = frozenset(("preuves_impossibles",))
# Own strings in which no sentence can stand: identifiers, codes, hashes, figures and dates made by cells.
MARKS: Final = frozenset(
    (
        "schema", "langue", "genere_le", "commit_source", "iso", "utc", "paris", "affichage", "fraction",
        "report_id", "task_id", "sha256", "proof_id", "manifeste_sha256", "engagement", "sel", "etat",
        "statut", "cause", "code", "genre", "verdict_attendu", "verdict", "motif_code", "type", "id",
        "resource", "field", "autorite", "contact", "ancre",
    )
)  # fmt: skip
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(slots=True)
class Strings:
    """``own``: what the Index writes, sentences and addresses; ``marks``: its identifiers and figures;
    ``third``: third-party strings and ``pointers`` where they stand; ``values``: claim values, of any type;
    ``facts``: values of the answer key; ``numbers``: whole numbers in document order;
    ``keys``: the names of members, those inside claim values aside; ``shared``: what was found in the lists
    of assertions, which the documents of all languages may hold, the very same."""

    own: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    third: list[str] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    facts: list[Any] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    shared: dict[tuple[int, str], Shared] = field(default_factory=dict, repr=False)

    def add(self, node: Mapping[str, Any], kind: str, at: str) -> None:
        """Everything below an object; ``kind`` is the key that it, or its list, stands under."""
        third = THIRD_PARTY.get(kind, _NONE)
        self.keys.update(node)
        for key, value in node.items():
            if isinstance(value, str):
                if key in third:
                    self.third.append(value)
                    self.pointers.append(f"{at}/{key}")
                elif key == "value" and kind in _VALUED:
                    self._value(value, kind, f"{at}/value")
                elif key in MARKS:
                    self.marks.append(value)
                else:
                    self.own.append(value)
            elif value is None or value is True or value is False:
                if key == "value" and kind in _VALUED:
                    self._value(value, kind, f"{at}/value")
            elif key == "value" and kind in _VALUED:
                self._value(value, kind, f"{at}/value")
            elif type(value) is dict:
                self.add(value, key, f"{at}/{key}")
            elif type(value) is list:
                self._list(value, key, f"{at}/{key}")
            else:
                self.numbers.append(value)

    def _list(self, items: list[Any], key: str, at: str) -> None:
        if key == "assertions":
            self._assertions(items, at)
            return
        for index, item in enumerate(items):
            if type(item) is dict:
                self.add(item, key, f"{at}/{index}")
            elif isinstance(item, str) and key in THIRD_PARTY_LISTS:
                self.third.append(item)
                self.pointers.append(f"{at}/{index}")
            elif isinstance(item, str):
                (self.marks if key in ("preuves", "proof_ids", "champs", "ancres") else self.own).append(item)
            elif type(item) is int:
                self.numbers.append(item)

    def _assertions(self, items: list[Any], at: str) -> None:
        known = self.shared.get((id(items), at))
        if known is None:
            found = Strings()
            found._each_assertion(items, at)
            known = self.shared[id(items), at] = Shared(items, found)
        self.extend(known.found)

    def extend(self, more: Strings) -> None:
        """Adds what was found elsewhere."""
        self.own += more.own
        self.marks += more.marks
        self.third += more.third
        self.pointers += more.pointers
        self.values += more.values
        self.facts += more.facts
        self.numbers += more.numbers
        self.keys |= more.keys

    def _each_assertion(self, items: list[Any], at: str) -> None:
        """Most strings of a report stand here: the same as :meth:`add`, for members that are known."""
        for index, item in enumerate(items):
            claim = item["claim"]
            if item.keys() != _ASSERTION or claim.keys() != _CLAIM:
                self.add(item, "assertions", f"{at}/{index}")
                continue
            self.third += (item["id"], claim["resource"], claim["field"])
            here = f"{at}/{index}/claim"
            self.pointers += (f"{at}/{index}/id", f"{here}/resource", f"{here}/field")
            self._value(claim["value"], "claim", f"{here}/value")
            self.marks += (item["ancre"], item["statut"])
            self.marks += item["preuves"]
            for number, text in enumerate(item["preuves_impossibles"]):
                self.third.append(text)
                self.pointers.append(f"{at}/{index}/preuves_impossibles/{number}")
        if items:
            self.keys |= _ASSERTION | _CLAIM

    def _value(self, value: Any, kind: str, at: str) -> None:
        if kind == "faits_manquants":
            self.facts.append(value)
            return
        self.values.append(value)
        if isinstance(value, str):
            self.third.append(value)
            self.pointers.append(at)
        elif isinstance(value, dict | list):
            for pointer, text in inner_strings(value, at):
                self.third.append(text)
                self.pointers.append(pointer)


class Shared(NamedTuple):
    """A list, kept so that no other takes its identity, and the strings below it."""

    items: list[Any]
    found: Strings


_ASSERTION: Final = {"id", "ancre", "claim", "statut", "cause", "preuves", "preuves_impossibles"}
_CLAIM: Final = {"resource", "field", "value"}
_VALUED: Final = ("claim", "faits_manquants")


def same_third_party(one: Strings, other: Strings) -> bool:
    """Whether third-party strings are the same and, being shared, the very same claim values."""
    if one.third != other.third:
        return False
    mine, theirs = (*one.values, *one.facts), (*other.values, *other.facts)
    return len(mine) == len(theirs) and all(map(is_, mine, theirs))


def isolable(strings: Strings) -> frozenset[str]:
    """What an isolate may hold, but for what needs special care to be shown."""
    plain = [text for text in map(json_text, strings.facts) if text.isascii() and text.isprintable()]
    return frozenset((*strings.third, *map(claim_text, strings.values), *plain))


def hold_emoji(strings: Strings) -> bool:
    """Whether third-party text holds an emoji that HTML replaces."""
    structured = (json_text(value) for value in strings.values if isinstance(value, dict | list))
    return any_replaced_emoji([*strings.third, *structured])


_CONSTANTS: Final = {True: "true", False: "false"}


def claim_text(value: Any) -> str:
    """How a claim's value reads where it needs no special care."""
    if isinstance(value, str):
        return f'"{value}"'
    return _CONSTANTS[value] if type(value) is bool else json_text(value)


def inner_strings(value: Any, at: str) -> Iterator[tuple[str, str]]:
    """(pointer, string) of every string inside a JSON value, keys aside."""
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from inner_strings(item, at + render([key]))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from inner_strings(item, f"{at}/{index}")


def places(value: Any, text: str, at: str = "") -> Iterator[str]:
    """The pointers at which exactly this string stands: for messages, when something was found."""
    return (pointer for pointer, found in inner_strings(value, at) if found == text)


def without_rows(content: dict[str, Any]) -> dict[str, Any]:
    """The content of a page; of a track's, all but the rows of its tables."""
    if content.get("type") != "piste":
        return content
    tables = [
        {**table, "groupes": [{**group, "lignes": None} for group in table["groupes"]]}
        for table in content["tableaux"]
    ]
    return {**content, "tableaux": tables}
