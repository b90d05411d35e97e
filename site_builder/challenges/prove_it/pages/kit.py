"""The replay kit of a track: what its scores are counted and scored from, as given (docs/verify.md).

``kit.json`` says how far the scores were replayed (``replay``, as ``TrackCase`` has it), and lists every
file by its name in the data folder (FORMATS §1), its address on the site, its SHA-256 and its size. Bodies of
the corpus stand under their hash: the name of a resource is no address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.documents.envelope import dump

SCHEMA: Final = "proveit-kit-v1"


@dataclass(frozen=True, slots=True)
class KitFile:
    """``name``: path below the season's data folder, or below ``trust/``; ``address``: path on the site."""

    name: str
    address: str
    data: bytes
    new: bool = True
    """Whether the kit adds the file to the site; else it stands there already."""


def kit_files(context: TrackContext, given: Mapping[str, bytes]) -> Iterator[KitFile]:
    """What the kit lists, in order of name.

    ``given`` maps names below the season's folder, and below ``trust/``, to their bytes.
    """
    number, track = context.season.number, context.name
    rules, key = context.case.track.scoring_rules, context.case.track.answer_key
    published = {
        f"{track}/{rules.file}": PROVE_IT.track_section(number, track, rules.section),
        f"{track}/{key.file}": PROVE_IT.answer_key(number, track),
    }
    for name, data in sorted(given.items()):
        if name in published:
            yield KitFile(name, published[name], data, new=False)
        else:
            yield KitFile(name, PROVE_IT.kit_file(number, track, _place(name, track, data)), data)


def _place(name: str, track: str, data: bytes) -> str:
    below = place_in_kit(name, track)
    return f"corpus/{sha256(data).hexdigest()}.json" if below.startswith("corpus/") else below


def place_in_kit(name: str, track: str) -> str:
    """The path below ``kit/`` of a file that is no body of the corpus."""
    return name.removeprefix(f"{track}/")


def kit_list(context: TrackContext, files: list[KitFile]) -> bytes:
    """``kit.json``."""
    listed: list[dict[str, Any]] = [
        {"name": f.name, "path": f.address, "sha256": sha256(f.data).hexdigest(), "size": len(f.data)}
        for f in files
    ]
    return dump(
        {
            "schema": SCHEMA,
            "season": context.season.number,
            "track": context.name,
            "demonstration": context.season.season.demonstration,
            "replay": context.case.replay,
            "files": listed,
        }
    )
