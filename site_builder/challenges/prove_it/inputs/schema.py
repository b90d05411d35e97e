"""From strict JSON bytes to a model, or to findings that name the place, what was found and expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from site_builder.kernel import identifiers, strict_json
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render

M = TypeVar("M")

_REMEDY = "Correct the file where it is written (the scorer, or by hand for season.json) and run again."
_PATTERNS = {
    identifiers.SHA256: "64 lowercase hexadecimal digits",
    identifiers.PROOF_ID: "a proof id: prf_YYYYMMDD_HHMMSS_ and 6 hexadecimal digits",
    identifiers.RUN_ID: "a run id: 1 to 64 of a-z, 0-9 and '-'",
    identifiers.REPORT_ID: "a report id: 16 of a-z and 2-7",
    identifiers.TASK_ID: "a task id such as conf-03",
    identifiers.DID: "a did:key (Ed25519, z6Mk…) or a did:web",
    identifiers.HTTPS_URL: "an absolute https URL",
    identifiers.PROOF_URL: "an absolute https URL that holds {proof_id}",
    identifiers.EMAIL: "an e-mail address",
}
_DISCRIMINATORS = ("table", "state", "kind")


def read_model(data: bytes, file: str, validate: Callable[[object], M]) -> tuple[M | None, list[Finding]]:
    """The model of these bytes, or every problem: strict JSON first (J001), then the schema (S001)."""
    try:
        document = strict_json.parse(data)
    except strict_json.StrictJsonError as error:
        return None, [_strict(problem, file) for problem in error.problems]
    try:
        return validate(document), []
    except ValidationError as error:
        return None, [_finding(document, file, details) for details in error.errors(include_url=False)]


def _strict(problem: strict_json.Problem, file: str) -> Finding:
    return Finding(
        "J001",
        "strict JSON",
        file,
        problem.found,
        f"{problem.expected} (column {problem.column})",
        "Write the file again with a JSON library that refuses what JSON does not allow.",
        pointer=problem.pointer,
        line=problem.line,
    )


def _finding(document: object, file: str, details: ErrorDetails) -> Finding:
    pointer, key = _place(document, details["loc"])
    kind = details["type"]
    if kind == "missing":
        found, expected = "nothing", f"the key {key!r}"
    elif kind == "extra_forbidden":
        found, expected = f"the unknown key {key!r}", "only the keys that the format names"
    else:
        found, expected = _shortened(details["input"]), _expected(details)
    return Finding("S001", "schema", file, found, expected, _REMEDY, pointer=pointer)


def _expected(details: ErrorDetails) -> str:
    pattern = str(details.get("ctx", {}).get("pattern", ""))
    for known, words in _PATTERNS.items():
        if pattern == f"^(?:{known})$":
            return words
    message = details["msg"].removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def _shortened(value: object) -> str:
    text = json_text(value) if _plain(value) else type(value).__name__
    return text if len(text) <= 120 else text[:117] + "…"


def _plain(value: object) -> bool:
    return not isinstance(value, dict | list)


def _place(document: object, loc: tuple[int | str, ...]) -> tuple[str, str]:
    """The pointer of an error, without the names of union members that pydantic puts in its path."""
    value, tokens = document, list[str | int]()
    for step in loc:
        if isinstance(value, dict):
            if step in value:
                value = value[step]
            elif any(value.get(name) == step for name in _DISCRIMINATORS) or step == "[key]":
                continue
            else:
                value = None
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif step == "[key]":
            continue
        else:
            value = None
        tokens.append(step)
    return render(tokens), str(tokens[-1]) if tokens else ""
