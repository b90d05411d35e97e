"""JSON Schema (draft 2020-12) of the input files, made from the very models that read them.

What JSON Schema cannot say is said in ``$comment``: ``1.0`` is an integer to it and not to the reader,
and the rules that bind one field to another are publication rules, not a schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.corpus import Manifest
from site_builder.challenges.prove_it.inputs.correction import CORRECTION
from site_builder.challenges.prove_it.inputs.enrolments import Enrolments
from site_builder.challenges.prove_it.inputs.preregistration import Preregistration
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.submission import Received, Submission
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.kernel import instants

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
READERS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "season": TypeAdapter(Season),
    "track": TypeAdapter(Track),
    "answer-key": TypeAdapter(AnswerKey),
    "score": SCORE,
    "correction": CORRECTION,
    "manifest": TypeAdapter(Manifest),
    "submission": TypeAdapter(Submission),
    "received": TypeAdapter(Received),
    "preregistration": TypeAdapter(Preregistration),
    "enrolments": TypeAdapter(Enrolments),
}
NAMES: Final = tuple(READERS)
_TITLES: Final = {
    "season": "season.json, proveit-season-v1",
    "track": "track.json, proveit-track-v1",
    "answer-key": "answer-key.json",
    "score": "reference/*.json and community/*.json, proveit-score-v1",
    "correction": "one line of corrections.jsonl, proveit-correction-v1",
    "manifest": "manifest.json, proveit-corpus-v1",
    "submission": "submissions/<table>/<name>/<task_id>.json",
    "received": "submissions/<table>/<name>/received.json, proveit-received-v1",
    "preregistration": "preregistration.json, proveit-preregistration-v1",
    "enrolments": "enrolments.json, proveit-enrolments-v1",
}
_COMMENT: Final = (
    "The reader is stricter than JSON Schema can be: a number written 1.0 is not an integer, a key may stand "
    "once only, an instant must name a moment of the calendar, and something must be seen of every text."
)


def schema(name: str) -> dict[str, Any]:
    """The schema of one of :data:`NAMES`. Raises KeyError for another name."""
    made = READERS[name].json_schema(schema_generator=_Generator)
    definitions = made.get("$defs", {})
    if "Instant" in definitions:
        definitions["Instant"] = _INSTANT
    tidied = _tidy(made)
    return {"$schema": DIALECT, "title": _TITLES[name], "$comment": _COMMENT, **tidied}


class _Generator(GenerateJsonSchema):
    schema_dialect = DIALECT


_INSTANT: Final = {
    "type": "string",
    "format": "date-time",
    "pattern": f"^(?:{instants._RFC3339.pattern})$",
    "description": "RFC 3339, with Z or an offset.",
}


def _tidy(value: Any, *, names: bool = False) -> Any:
    """Without the titles that pydantic makes up, and with patterns that every engine reads alike.

    In Python's engine, ``$`` also matches before a final line feed; in ECMA 262 it does not. The look-ahead
    makes both mean the end of the text. ``names`` says that the keys of ``value`` are names, not keywords.
    """
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key, item in value.items():
        if names:
            result[key] = _tidy(item)
        elif key in ("properties", "$defs"):
            result[key] = _tidy(item, names=True)
        elif key == "patternProperties":
            result[key] = {_exact(pattern): _tidy(part) for pattern, part in item.items()}
            result["additionalProperties"] = False
        elif key == "pattern":
            result[key] = _exact(item)
        elif key not in ("title", "discriminator"):
            result[key] = _tidy(item)
    return result


def _exact(pattern: str) -> str:
    return pattern + "(?!\\n)" if pattern.endswith("$") else pattern
