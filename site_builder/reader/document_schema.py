"""A page document against the published JSON Schema, with the few keywords that the schema uses.

The schema is compiled to functions once: twenty thousand pages are judged one after the other, and a general
validator takes several times as long. A keyword that is not known here is an error of the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from site_builder.kernel import instants
from site_builder.kernel.canonical import json_equal, json_text
from site_builder.kernel.instants import InstantError
from site_builder.kernel.pointer import render
from site_builder.reader.schema_forms import (
    TYPES,
    Breach,
    Check,
    Form,
    Found,
    Schema,
    alternatives,
    shown_value,
)

_NOTED: Final = frozenset(("$schema", "$defs", "title", "description", "required"))


class DocumentSchema:
    """A compiled schema: :meth:`breaches` of a document, none when it validates."""

    def __init__(self, schema: Schema) -> None:
        self._definitions: Schema = schema.get("$defs", {})
        self._compiled: dict[str, Check] = {}
        self._check = self._compile(schema)

    def breaches(self, document: object) -> list[Breach]:
        """What is not as the schema has it, in document order."""
        found: Found = []
        self._check(document, (), found)
        return found

    def _compile(self, schema: Schema) -> Check:
        checks = [self._keyword(name, schema) for name in schema if name not in _NOTED]
        if len(checks) == 1:
            return checks[0]

        def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
            for one in checks:
                before = len(found)
                one(value, at, found)
                if len(found) > before:
                    return

        return check

    def _keyword(self, name: str, schema: Schema) -> Check:
        given = schema[name]
        match name:
            case "$ref":
                return self._reference(given.removeprefix("#/$defs/"))
            case "type":
                return _simple(TYPES[given], f"a value of type {given}")
            case "const":
                return _simple(lambda v: json_equal(v, given), json_text(given))
            case "enum":
                known = frozenset(given)
                expected = "one of " + ", ".join(map(json_text, given))
                return _simple(lambda v: isinstance(v, str) and v in known, expected)
            case "minimum":
                return _simple(lambda v: isinstance(v, int) and v >= given, f"at least {given}")
            case "minLength":
                return _simple(lambda v: isinstance(v, str) and len(v) >= given, "a longer text")
            case "minItems":
                return _simple(lambda v: isinstance(v, list) and len(v) >= given, f"{given} items or more")
            case "maxItems":
                return _simple(lambda v: isinstance(v, list) and len(v) <= given, f"at most {given} items")
            case "uniqueItems":
                return _simple(_unique, "each item once")
            case "pattern":
                search = re.compile(given).search
                return _simple(lambda v: isinstance(v, str) and search(v) is not None, f"as {given}")
            case "format":
                return _simple(_date_time, "an instant, RFC 3339")
            case "items":
                return _items(self._compile(given))
            case "properties":
                members = {key: self._compile(inner) for key, inner in given.items()}
                return _properties(members, frozenset(schema.get("required", ())))
            case "additionalProperties":
                return _closed(frozenset(schema["properties"]))
            case "anyOf" | "oneOf":
                forms = [self._form(inner) for inner in given]
                return alternatives(forms, exactly_one=name == "oneOf")
        raise ValueError(f"a keyword of JSON Schema that is not known here: {name}")

    def _form(self, schema: Schema) -> Form:
        referred = schema.get("$ref", "").removeprefix("#/$defs/")
        return Form.of(self._compile(schema), self._definitions[referred] if referred else schema)

    def _reference(self, name: str) -> Check:
        def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
            known = self._compiled.get(name)
            if known is None:
                known = self._compiled[name] = self._compile(self._definitions[name])
            known(value, at, found)

        return check


def _simple(holds: Callable[[object], bool], expected: str) -> Check:
    def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
        if not holds(value):
            found.append(Breach(render(at), shown_value(value), expected))

    return check


def _items(inner: Check) -> Check:
    def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
        if isinstance(value, list):
            for number, item in enumerate(value):
                inner(item, (*at, number), found)

    return check


def _properties(members: Mapping[str, Check], required: frozenset[str]) -> Check:
    def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
        if isinstance(value, dict):
            for key, inner in members.items():
                if key in value:
                    inner(value[key], (*at, key), found)
                elif key in required:
                    found.append(Breach(render(at), "nothing", f"the key {json_text(key)}"))

    return check


def _closed(names: frozenset[str]) -> Check:
    def check(value: object, at: tuple[str | int, ...], found: Found) -> None:
        if isinstance(value, dict) and not value.keys() <= names:
            for key in value.keys() - names:
                found.append(Breach(render((*at, key)), "a key that the format does not name", "no such key"))

    return check


def _unique(value: object) -> bool:
    return not isinstance(value, list) or len(set(map(json_text, value))) == len(value)


def _date_time(value: object) -> bool:
    try:
        instants.parse(value if isinstance(value, str) else "")
    except InstantError:
        return False
    return True
