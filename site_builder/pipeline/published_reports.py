"""The reports of the last publication: the seals of their evidence, read where the bytes differ (PUB-17).

``evidence.json`` bears no date: the same score and the same evidence give the same bytes, whenever they are
published. What a report said is therefore known without reading it, unless its evidence is another file now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from site_builder.challenges.prove_it.inputs.score import SCORE, Score
from site_builder.kernel import strict_json
from site_builder.publish import Entry, publications
from site_builder.publish.errors import OTHERWISE_WRITTEN

_DIGEST: Final = 32


def seal(entry: Entry) -> bytes:
    """The hash and the size of a file: what is kept of ten thousand of them, and no more."""
    return bytes.fromhex(entry.sha256) + entry.size.to_bytes(8)


@dataclass(frozen=True, slots=True)
class PublishedReports:
    """The reports of the seasons that publication ``n`` shows for real; any process may ask for one.

    ``site`` holds their files, ``corrections`` is how many each season had, ``seals`` what the sealed
    manifest says of each ``evidence.json``, by path.
    """

    site: Path
    n: int
    corrections: Mapping[int, int]
    seals: Mapping[str, bytes]

    def same(self, path: str, data: bytes) -> bool:
        """Whether the evidence published at ``path`` is these bytes."""
        return self.seals[path] == sha256(data).digest() + len(data).to_bytes(8)

    def score(self, path: str) -> Score:
        """The score in the evidence published at ``path``.

        Raises :class:`PublicationError` (G002) for a file that is not what was published, and for one of
        another form: another version of the program may have written it.
        """
        sealed = self.seals[path]
        entry = Entry(path, sealed[:_DIGEST].hex(), int.from_bytes(sealed[_DIGEST:]))
        with publications.published(publications.opener(self.site), entry, path) as stream:
            data = stream.read()
        try:
            document = strict_json.parse(data)
            return SCORE.validate_python(document.get("score") if isinstance(document, dict) else None)
        except (strict_json.StrictJsonError, ValidationError) as error:
            raise OTHERWISE_WRITTEN.error(path, "no score that can be read", "a score at /score") from error
