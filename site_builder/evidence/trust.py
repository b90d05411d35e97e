"""Trust anchors: whose word counts, for what, and from when to when.

A verification trusts these and nothing that travels with a proof. Anchors marked as *rehearsal* vouch
for rehearsals alone: :meth:`TrustAnchors.admitted` leaves them out unless they are asked for.
An anchor is equal to itself alone, so that what was verified against it can be remembered.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from site_builder.evidence.fields import url_text


def moment(time: datetime) -> str:
    """An instant in UTC as RFC 3339, with fractions of a second only where there are some."""
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")


@dataclass(frozen=True, slots=True, eq=False)
class _Dated:
    """A key with its dates: valid from the first instant, and before the second if there is one."""

    kid: str
    valid_from: datetime
    retired_at: datetime | None
    rehearsal: bool

    def valid_at(self, time: datetime) -> bool:
        """Whether the key was in use at this instant: from ``valid_from``, until just before its end."""
        return self.valid_from <= time and (self.retired_at is None or time < self.retired_at)

    def validity(self) -> str:
        """The key's name and dates, for a reader."""
        end = f" to {moment(self.retired_at)}" if self.retired_at else ""
        return f"{self.kid}, valid from {moment(self.valid_from)}{end}"


@dataclass(frozen=True, slots=True, eq=False)
class IssuerKey(_Dated):
    """An Ed25519 key that the issuer published for proofs."""

    public: Ed25519PublicKey

    def text(self) -> str:
        """The key as proofs write it, for comparison with their flat copy."""
        return "ed25519:" + url_text(self.public.public_bytes_raw())


@dataclass(frozen=True, slots=True, eq=False)
class SubmitterKey(_Dated):
    """An ECDSA P-256 key that the issuer published for its log entries."""

    public: EllipticCurvePublicKey


@dataclass(frozen=True, slots=True, eq=False)
class Authority:
    """A time-stamping authority: its own certificate, pinned, and the issuers up to a root."""

    name: str
    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]
    rehearsal: bool

    def pinned(self) -> frozenset[bytes]:
        """The DER of every certificate that is pinned here."""
        return frozenset(c.public_bytes(Encoding.DER) for c in (self.certificate, *self.chain))


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """A transparency log: the first words of its checkpoints, and its key."""

    name: str
    origin: str
    public: EllipticCurvePublicKey
    rehearsal: bool

    def key_id(self) -> bytes:
        """SHA-256 of the key's DER: the ``logID`` of entries, and four bytes of it in checkpoints."""
        der = self.public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return hashlib.sha256(der).digest()


@dataclass(frozen=True, slots=True)
class TrustAnchors:
    """Everything that a verification may rely on."""

    issuer_keys: tuple[IssuerKey, ...] = ()
    submitter_keys: tuple[SubmitterKey, ...] = ()
    authorities: tuple[Authority, ...] = ()
    logs: tuple[Log, ...] = ()

    def __add__(self, other: TrustAnchors) -> TrustAnchors:
        return TrustAnchors(
            self.issuer_keys + other.issuer_keys,
            self.submitter_keys + other.submitter_keys,
            self.authorities + other.authorities,
            self.logs + other.logs,
        )

    def admitted(self, *, rehearsal: bool) -> TrustAnchors:
        """The anchors that may vouch: all of them in a rehearsal, else only the real ones."""
        if rehearsal:
            return self
        return TrustAnchors(
            tuple(k for k in self.issuer_keys if not k.rehearsal),
            tuple(k for k in self.submitter_keys if not k.rehearsal),
            tuple(a for a in self.authorities if not a.rehearsal),
            tuple(x for x in self.logs if not x.rehearsal),
        )
