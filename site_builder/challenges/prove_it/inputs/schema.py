"""From strict JSON bytes to a model, or to findings that name the place, what was found and expected.

The messages are written for the person who writes the files: no regular expression, no name of a Python
class, the allowed values in JSON's own notation, one finding for one mistake.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from site_builder.challenges.prove_it.inputs.fields import PATTERN_WORDS
from site_builder.kernel import strict_json
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render
from site_builder.kernel.third_party import is_blank

M = TypeVar("M")

_TYPES = {
    "string_type": "a string",
    "int_type": "an integer, without a fraction and without quotes",
    "bool_type": "true or false",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "none_required": "null",
}
_STRICT = "Correct the place, or write the file with a JSON library that refuses what JSON does not allow."
_LIMIT = "Keep to the limit: nothing that the formats hold needs more."
# Keys whose value may be null: the error of the other alternative is the one that is told.
_NULLABLE = frozenset((
    "published_at", "invalidated", "verdicts", "salt", "family", "cause", "at_fault", "lost_to_faults",
    "narrative",
))  # fmt: skip
# The keys that say which form an object has, and their values; also steps of pydantic's error paths.
_FORMS = {
    "table": ("community", "reference"),
    "state": ("submitted", "pending", "not_submitted", "rejected"),
    "graph": ("entity", "listed"),
    "kind": ("rectification", "dispute_dismissed", "withdrawal", "superseded_run"),
}


def read_model(
    data: bytes, file: str, validate: Callable[[object], M], schema: str | None = None
) -> tuple[M | None, list[Finding]]:
    """The model of these bytes, or every problem: strict JSON first (J001), then the schema (S001).

    ``schema`` is the name under which the program prints the format of this file, where it has one.
    """
    try:
        document = strict_json.parse(data, bounded=True)  # models are closed, and values have their own bound
        try:
            return validate(document), []
        except ValidationError as error:
            strict_json.parse(data)
            remedy = _remedy(schema)
            return None, [
                _finding(document, file, details, remedy) for details in error.errors(include_url=False)
            ]
    except strict_json.StrictJsonError as error:
        return None, [_strict(problem, file) for problem in error.problems]


def _strict(problem: strict_json.Problem, file: str) -> Finding:
    return Finding(
        "J001",
        "strict JSON",
        file,
        problem.found,
        problem.expected,
        _LIMIT if problem.limit else _STRICT,
        pointer=problem.pointer,
        line=problem.line,
        element=f"column {problem.column}",
    )


def _remedy(schema: str | None) -> str:
    remedy = "Correct the file where it is written, by the scorer or by hand, and run again"
    if schema == "submission":  # what a stranger sent is never edited
        refused = 'if the service refused it at entry, name the task under "rejected" in received.json'
        remedy = f"Restore what was sent; {refused}"
    return f"{remedy}; `site-builder schema {schema}` prints its format." if schema else f"{remedy}."


def _finding(document: object, file: str, details: ErrorDetails, remedy: str) -> Finding:
    context = details.get("ctx", {})
    tokens, parent = _place(document, details["loc"])
    kind = details["type"]
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        key = str(context["discriminator"]).strip("'")
        form = details["input"]
        tokens = (*tokens, key)
        found = _json(form[key]) if isinstance(form, dict) and key in form else "nothing"
        expected = _one_of(_FORMS[key])
    elif kind == "missing":
        found, expected = "nothing", f"the key {_json(tokens[-1])}"
    elif kind == "extra_forbidden":
        form = next((f"{key} is {_json(parent[key])}" for key in _FORMS if key in parent), "")
        expected = "only the keys that the format names" + (f" where {form}" if form else "")
        found = f"the unknown key {_json(tokens[-1])}"
    else:
        found = _json(details["input"])
        expected = _expected(kind, context, details["msg"])
        if tokens and tokens[-1] in _NULLABLE and kind != "none_required":
            expected += ", or null"
    return Finding("S001", "schema", file, found, expected, remedy, pointer=render(tokens))


def misplaced(file: str, pointer: str, found: object, expected: str, schema: str) -> Finding:
    """S001 of a value that its model takes, and that does not agree with another place of the file."""
    return Finding("S001", "schema", file, _json(found), expected, _remedy(schema), pointer=pointer)


def _expected(kind: str, context: Mapping[str, object], message: str) -> str:
    if kind in _TYPES:
        return _TYPES[kind]
    if kind == "string_pattern_mismatch":
        return PATTERN_WORDS[str(context["pattern"])]
    if kind == "literal_error":
        return str(context["expected"]).replace("'", '"').replace("True", "true")
    if kind in ("string_too_short", "too_short"):
        of_object = context.get("field_type") == "Dictionary"
        what = "character" if kind == "string_too_short" else "member" if of_object else "element"
        return f"at least {context['min_length']} {what}"
    if kind in ("string_too_long", "too_long"):
        return f"at most {context['max_length']} {'characters' if kind == 'string_too_long' else 'elements'}"
    if kind == "greater_than_equal":
        return f"an integer not less than {context['ge']}"
    if kind == "less_than_equal":
        return f"an integer not greater than {context['le']}"
    return message.removeprefix("Value error, ")


def _one_of(values: tuple[str, ...]) -> str:
    *first, last = (f'"{value}"' for value in values)
    return f"{', '.join(first)} or {last}"


def _json(value: object) -> str:
    """A value as a message shows it: on one line, and not longer than needed to be recognised."""
    if isinstance(value, dict):
        return "an object" if value else "an empty object"
    if isinstance(value, list):
        return "an array" if value else "an empty array"
    blank = isinstance(value, str) and is_blank(value)
    text = json.dumps(value) if blank else json_text(value)  # what cannot be seen is told by its numbers
    return text if len(text) <= 120 else text[:119] + "…"


def _place(
    document: object, path: tuple[int | str, ...]
) -> tuple[tuple[str | int, ...], Mapping[str, object]]:
    """The tokens of an error's pointer, and the object that holds its last one.

    pydantic's path also names the forms of objects and ``[key]``, which are no places of the document.
    """
    value, tokens = document, list[str | int]()
    parent: object = None
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            if step not in value and (step == "[key]" or _is_form(value, step)):
                continue
            parent, value = value, value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            parent, value = value, value[step]
        else:
            continue
        tokens.append(step)
    return tuple(tokens), parent if isinstance(parent, dict) else {}


def _is_form(value: dict[str, object], step: str) -> bool:
    return any(value.get(key) == step for key in _FORMS)
