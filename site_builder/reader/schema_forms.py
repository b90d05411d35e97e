"""One of several forms of a JSON Schema (``anyOf``, ``oneOf``): which one a value was meant to have.

What a reader is told of a value that has none of them is what parts it from the nearest: of the same JSON
type, with the same discriminating members, and with most of its members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from site_builder.kernel.canonical import json_text
from site_builder.kernel.pointer import render

Schema = Mapping[str, Any]


class Breach(NamedTuple):
    """A value that is not as the schema has it."""

    pointer: str
    found: str
    expected: str


Found = list[Breach]
Check = Callable[[object, tuple[str | int, ...], Found], None]
TYPES: Final[Mapping[str, Callable[[object], bool]]] = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
}


@dataclass(frozen=True, slots=True)
class Form:
    """One alternative. ``members``: those of an object, with the values (as JSON text) that a constant or
    an enumeration allows, or ``None`` where any may stand."""

    check: Check
    type: str | None
    members: Mapping[str, frozenset[str] | None]
    required: frozenset[str]

    @classmethod
    def of(cls, check: Check, schema: Schema) -> Form:
        """From the compiled alternative and its schema, references followed."""
        members = {key: _allowed(inner) for key, inner in schema.get("properties", {}).items()}
        return cls(check, schema.get("type"), members, frozenset(schema.get("required", ())))

    def excludes(self, value: object, telling: Iterable[str]) -> bool:
        """Whether its type or a discriminating member rules the form out, without looking further."""
        if self.type is not None and not TYPES[self.type](value):
            return True
        if not isinstance(value, dict):
            return False
        return any(
            (allowed := self.members.get(key)) is not None
            and key in value
            and json_text(value[key]) not in allowed
            for key in telling
        )


def alternatives(forms: Sequence[Form], *, exactly_one: bool) -> Check:
    """The check of ``anyOf``, or of ``oneOf``."""
    telling = _discriminators(forms)

    def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
        holding = 0
        for form in forms:
            if form.excludes(value, telling):
                continue
            attempt: Found = []
            form.check(value, at, attempt)
            holding += not attempt
            if holding and not exactly_one:
                return
        if holding > 1:
            found.append(Breach(render(at), "several forms at once", "one"))
        elif not holding:
            found.extend(_nearest(forms, telling, value, at))

    return check


def _nearest(
    forms: Sequence[Form], telling: Mapping[str, frozenset[str]], value: object, at: tuple[str | int, ...]
) -> Found:
    for key, values in telling.items():
        if isinstance(value, dict) and key in value and json_text(value[key]) not in values:
            # A value of no form at all: then none is the one that was meant.
            expected = "one of " + ", ".join(sorted(values))
            return [Breach(render((*at, key)), shown_value(value[key]), expected)]
    distances = [_distance(form, value, telling) for form in forms]
    attempts: list[Found] = []
    for form, distance in zip(forms, distances, strict=True):
        if distance == min(distances):
            attempts.append([])
            form.check(value, at, attempts[-1])
    return min(attempts, key=len)


def _allowed(schema: Schema) -> frozenset[str] | None:
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return None if values is None else frozenset(map(json_text, values))


def _discriminators(forms: Sequence[Form]) -> dict[str, frozenset[str]]:
    """The members whose values part the forms, each with every value that some form allows."""
    found: dict[str, frozenset[str]] = {}
    for key in {key: None for form in forms for key in form.members}:
        allowed = [values for form in forms if (values := form.members.get(key)) is not None]
        if len(set(allowed)) > 1:
            found[key] = frozenset[str]().union(*allowed)
    return found


def _distance(form: Form, value: object, telling: Mapping[str, object]) -> tuple[bool, int, int]:
    """Of another type; discriminating members of another form; members missing and not named."""
    if form.type is not None and not TYPES[form.type](value):
        return True, 0, 0
    if not isinstance(value, dict):
        return False, 0, 0
    other = sum(key in value and not _fits(form, key, value[key]) for key in telling)
    return False, other, len(form.required - value.keys()) + len(value.keys() - form.members.keys())


def _fits(form: Form, key: str, value: object) -> bool:
    if key not in form.members:
        return False
    allowed = form.members[key]
    return allowed is None or json_text(value) in allowed


def shown_value(value: object) -> str:
    """A value as a breach shows it, on one line."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    text = json_text(value)
    return text if len(text) <= 120 else text[:119] + "…"
