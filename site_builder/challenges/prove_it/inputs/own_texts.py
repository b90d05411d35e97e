"""The strings of an input that its organiser wrote: all but identifiers, and what a third party wrote."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from pydantic import BaseModel

from site_builder.kernel.third_party import ThirdPartyText

# Members in which no sentence can stand, or that name somebody's run: the format, a hash or a third party
# decides what they hold.
_IDENTIFIERS: Final = frozenset(
    (
        "schema", "track", "table", "report_id", "task_id", "kind", "status", "cause", "language", "file",
        "sha256", "proof_id", "salt", "manifest_sha256", "commitment", "verdicts", "expected_verdicts",
        "run_id", "anchors",
    )
)  # fmt: skip

Path = tuple[str | int, ...]


class OwnString(NamedTuple):
    """``path``: the members and indices that lead to it; ``language``: ``None`` where it is of none."""

    path: Path
    language: str | None
    text: str


def own_strings(model: BaseModel, languages: Collection[str]) -> Iterator[OwnString]:
    """Every string of a document that its organiser wrote, in the order of the document.

    ``languages``: the codes that name members which hold a text once in each language.
    """
    return _below(model, (), languages)


def _below(value: object, path: Path, languages: Collection[str]) -> Iterator[OwnString]:
    if isinstance(value, ThirdPartyText):
        return
    if isinstance(value, str):
        language = path[-1] if path and path[-1] in languages else None
        yield OwnString(path, None if language is None else str(language), value)
    for name, item in _members(value):
        if name not in _IDENTIFIERS:
            yield from _below(item, (*path, name), languages)


def _members(value: object) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return ((fields[name].alias or name, item) for name, item in value)
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()
