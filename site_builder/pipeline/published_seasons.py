"""The page of a season as it was published, as far as facts that may not be rewritten go (G010).

Its bytes are those that the ledger seals (:mod:`site_builder.publish.publications`). What they say is read
strictly all the same: another version of the program may have written another form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn

import orjson

from site_builder.kernel.instants import Instant, InstantError, parse
from site_builder.publish.errors import OTHERWISE_WRITTEN, PublicationError


class Superseded(NamedTuple):
    """A superseded freeze; ``reason`` in the language of the page."""

    version: str
    proof_id: str
    salt: str | None
    reason: str


class Frozen(NamedTuple):
    """What a track had frozen; ``salt`` once it was shown."""

    version: str
    sha256: str
    proof_id: str
    manifest: str
    commitment: str
    salt: str | None
    superseded: tuple[Superseded, ...]


class PublishedSeason(NamedTuple):
    """A season in one language; ``invalidation`` is the sentence that says when and why."""

    opens_at: Instant
    closes_at: Instant
    published_at: Instant | None
    window_days: int
    decision_days: int
    contact: str
    invalidation: str | None
    tracks: Mapping[str, Frozen]


_TEXT: Final = (str,)
_TEXT_OR_NOTHING: Final = (str, type(None))


def season(stream: BinaryIO, path: str) -> PublishedSeason:
    """What a published page says; ``path`` is where it stands.

    Raises :class:`PublicationError` (G002) for what is no page of a season with the members that are needed.
    """
    try:
        value = orjson.loads(stream.read())
    except orjson.JSONDecodeError as error:
        raise _unknown(path, "no JSON") from error
    return _Reader(path).season(value)


class _Reader:
    def __init__(self, path: str) -> None:
        self._path = path

    def season(self, value: object) -> PublishedSeason:
        at = self._at
        dates, terms = (at(value, f"contenu/{name}", (dict,)) for name in ("dates", "contestation"))
        decided = at(dates, "publication", (dict, type(None))) is not None
        return PublishedSeason(
            self._instant(dates, "ouverture/iso"),
            self._instant(dates, "cloture/iso"),
            self._instant(dates, "publication/iso") if decided else None,
            at(terms, "jours", (int,)),
            at(terms, "jours_decision", (int,)),
            at(terms, "contact", _TEXT),
            self._invalidation(value),
            {at(t, "id", _TEXT): self._frozen(t) for t in at(value, "contenu/pistes", (list,))},
        )

    def _invalidation(self, value: object) -> str | None:
        if not self._at(value, "contenu/saison/invalidee", (bool,)):
            return None
        for notice in self._at(value, "contenu/avis", (list,)):
            if self._at(notice, "code", _TEXT) == "invalidation":
                text: str = self._at(notice, "texte", _TEXT)
                return text
        raise _unknown(self._path, "no notice of the invalidation")

    def _frozen(self, track: object) -> Frozen:
        at, panel = self._at, self._at(track, "preenregistrement", (dict,))
        return Frozen(
            at(panel, "bareme/version", _TEXT),
            at(panel, "bareme/sha256", _TEXT),
            at(panel, "bareme/proof_id", _TEXT),
            at(panel, "manifeste_sha256", _TEXT),
            at(panel, "cle/engagement", _TEXT),
            at(panel, "cle/sel", _TEXT_OR_NOTHING),
            tuple(self._superseded(freeze) for freeze in at(panel, "remplaces", (list,))),
        )

    def _superseded(self, freeze: object) -> Superseded:
        at = self._at
        return Superseded(
            at(freeze, "version", _TEXT),
            at(freeze, "proof_id", _TEXT),
            at(freeze, "sel", _TEXT_OR_NOTHING),
            at(freeze, "motif", _TEXT),
        )

    def _instant(self, value: object, place: str) -> Instant:
        try:
            return parse(self._at(value, place, _TEXT))
        except InstantError:
            self._refuse(f"no instant {place}")

    def _at(self, value: Any, place: str, types: tuple[type, ...]) -> Any:
        for name in place.split("/"):
            if not isinstance(value, dict) or name not in value:
                self._refuse(f"no member {place}")
            value = value[name]
        if not isinstance(value, types):
            self._refuse(f"a member {place} of another kind")
        return value

    def _refuse(self, found: str) -> NoReturn:
        raise _unknown(self._path, found)


def missing(path: str) -> PublicationError:
    """What is raised (G002) for a publication that has no page of a season at ``path``."""
    return _unknown(path, "no such file")


def _unknown(path: str, found: str) -> PublicationError:
    return OTHERWISE_WRITTEN.error(path, found, "a page of a season, as this program writes it")
