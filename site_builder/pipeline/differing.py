"""Scores that differ from their rescoring, as a file for the organiser: both sides, and what each rests on.

A difference has two legal ways on, and the file says them: the scorer is mended and run again, or the program
is. Taking the evidence away is none: what was published with it is refused without (G011).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson

from site_builder.challenges.prove_it.scoring.difference import ABSENT, Difference
from site_builder.challenges.prove_it.scoring.sentences import Sentence

SCHEMA: Final = "proveit-differences-v1"
WAYS: Final = (
    "The scorer is wrong, or reads the text otherwise: mend it and run it again, for every participant.",
    (
        "The program is wrong, or its reading is given up: that is changed in a version of its own, in the "
        "open, and every score is checked with it. The text decides (docs/readings.md)."
    ),
)

Differing = dict[str, Any]


def entries(file: str, differences: Iterable[Difference]) -> list[Differing]:
    """The differences of one score file, in their order, as JSON; a value that is not there is left out."""
    return [
        {
            "file": file,
            "pointer": one.pointer,
            "declared": _side(one.declared, one.declared_by),
            "recomputed": {**_side(one.recomputed, one.recomputed_by), "why": one.why},
            "reading": one.reading and {"code": one.reading.code, "address": one.reading.address},
        }
        for one in differences
    ]


def document(found: Iterable[Differing]) -> bytes:
    """The file: every difference by score file, and the ways on."""
    ordered = sorted(found, key=lambda entry: entry["file"])  # stable: a score's own order stays
    return (
        orjson.dumps({"schema": SCHEMA, "ways": WAYS, "differences": ordered}, option=orjson.OPT_INDENT_2)
        + b"\n"
    )


def _side(value: object, rests_on: Sentence | None) -> Differing:
    side: Differing = {} if value is ABSENT else {"value": value}
    side["rests_on"] = rests_on and {"section": rests_on.section, "text": rests_on.text}
    return side
