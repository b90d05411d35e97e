"""The trust folder, from bytes: `trust.toml` files say what each anchor is, and vouches for.

Nothing is taken from a file that a manifest does not name; a file that none names is a finding, and so
is an anchor that its own certificate contradicts. Read by :mod:`site_builder.anchors`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Annotated, Literal

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_public_key
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from site_builder.evidence.fields import url_base64
from site_builder.evidence.timestamp import signer_faults
from site_builder.evidence.trust import Authority, IssuerKey, Log, SubmitterKey, TrustAnchors, moment
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import InstantError
from site_builder.kernel.instants import parse as parse_instant
from site_builder.kernel.strict_json import StrictJsonError
from site_builder.kernel.strict_json import parse as parse_json

MANIFEST = "trust.toml"
CODE, NAME = "K001", "trust anchors"
FileName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,99}$")]
Line = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class _Anchor(_Model):
    name: Line
    vouches_for: Line
    rehearsal: bool


class _Issuer(_Anchor):
    keys: FileName
    sha256: Hex


class _Authority(_Anchor):
    certificate: FileName
    chain: Annotated[list[FileName], Field(min_length=1)]
    sha256: Hex
    valid_from: datetime
    valid_until: datetime


class _Log(_Anchor):
    origin: Line
    key: FileName
    log_id: Hex


class _Manifest(_Model):
    trust: Literal["proveit-trust-v1"]
    issuer: list[_Issuer] = []
    authority: list[_Authority] = []
    log: list[_Log] = []


class _Key(_Model):
    kid: Line
    type: Literal["Ed25519"]
    public: Line
    valid_from: str
    retired_at: str | None


class _RekorKey(_Model):
    kid: Line
    type: Literal["ECDSA-P256-SHA256"]
    public_pem: str
    valid_from: str
    retired_at: str | None


class _Keys(_Model):
    keys: list[_Key]
    rekor_keys: list[_RekorKey]


class _ProblemError(ValueError):
    """An anchor that cannot be used: the file, what was found, what was expected."""

    def __init__(self, file: str, found: str, expected: str) -> None:
        super().__init__(found)
        self.file, self.found, self.expected = file, found, expected


class _Folder:
    """The files beside one manifest; remembers which it names."""

    def __init__(self, manifest: str, files: Mapping[str, bytes], used: set[str]) -> None:
        self._files, self._used, self._parent = files, used, PurePosixPath(manifest).parent

    def path(self, name: str) -> str:
        return str(self._parent.joinpath(name))

    def claim(self, *names: str) -> None:
        """Remembers that the manifest names these files, whether or not they turn out to be usable."""
        self._used.update(self.path(name) for name in names)

    def content(self, name: str) -> bytes:
        path = self.path(name)
        if path not in self._files:
            raise _ProblemError(path, "no such file", "the file that the manifest names")
        return self._files[path]

    def certificate(self, name: str) -> x509.Certificate:
        data = self.content(name)
        try:
            return x509.load_pem_x509_certificate(data)
        except ValueError as error:
            raise _ProblemError(self.path(name), "not a certificate", "one certificate in PEM") from error


def read_anchors(files: Mapping[str, bytes]) -> tuple[TrustAnchors | None, list[Finding]]:
    """The anchors of a trust folder: its files by path (``trust.toml``, ``rehearsal/trust.toml``, …)."""
    problems: list[_ProblemError] = []
    used: set[str] = set()
    manifests = sorted(name for name in files if PurePosixPath(name).name == MANIFEST)
    if not manifests:
        problems.append(_ProblemError(MANIFEST, "no such file", "a manifest of the trust anchors"))
    anchors = TrustAnchors()
    for name in manifests:
        anchors += _of_manifest(name, files[name], _Folder(name, files, used), problems)
    for name in sorted(files.keys() - used - set(manifests)):
        if PurePosixPath(name).name != "README.md":
            problems.append(_ProblemError(name, "a file that no manifest names", "only files that one names"))
    remedy = "compare the file with the anchor as its owner publishes it (docs/evidence.md, trust anchors)"
    findings = [Finding(CODE, NAME, p.file, p.found, p.expected, remedy) for p in problems]
    return (None if findings else anchors), sorted(findings, key=Finding.sort_key)


def _of_manifest(
    path: str, data: bytes, folder: _Folder, problems: list[_ProblemError]
) -> TrustAnchors:
    try:
        manifest = _Manifest.model_validate(tomllib.loads(data.decode("utf-8")))
    except ValidationError as error:
        problems += _of_model(path, error)
        return TrustAnchors()
    except ValueError as error:  # not UTF-8, or not TOML
        problems.append(_ProblemError(path, str(error), "TOML in UTF-8"))
        return TrustAnchors()
    anchors = TrustAnchors()
    for entry in (*manifest.issuer, *manifest.authority, *manifest.log):
        try:
            if isinstance(entry, _Issuer):
                anchors += _issuer(entry, folder)
            elif isinstance(entry, _Authority):
                anchors += TrustAnchors(authorities=(_authority(entry, folder),))
            elif isinstance(entry, _Log):
                anchors += TrustAnchors(logs=(_log(entry, folder),))
        except ValidationError as error:
            problems += _of_model(folder.path(entry.keys if isinstance(entry, _Issuer) else MANIFEST), error)
        except _ProblemError as problem:
            problems.append(problem)
    return anchors


def _of_model(path: str, error: ValidationError) -> list[_ProblemError]:
    places = [".".join(str(part) for part in e["loc"]) + ": " + e["msg"] for e in error.errors()]
    return [_ProblemError(path, place, "a value of the right form") for place in places]


def _issuer(entry: _Issuer, folder: _Folder) -> TrustAnchors:
    folder.claim(entry.keys)
    data = folder.content(entry.keys)
    path = folder.path(entry.keys)
    _same(path, hashlib.sha256(data).hexdigest(), entry.sha256)
    try:
        keys = _Keys.model_validate(parse_json(data))
    except StrictJsonError as error:
        raise _ProblemError(path, str(error), "strict JSON") from error
    issuer_keys, submitter_keys = [], []
    for key in keys.keys:
        raw = url_base64(key.public.removeprefix("ed25519:"))
        if raw is None or len(raw) != 32 or not key.public.startswith("ed25519:"):
            raise _ProblemError(path, key.public, "ed25519: and 32 bytes in base64url")
        public = Ed25519PublicKey.from_public_bytes(raw)
        issuer_keys.append(IssuerKey(key.kid, *_dates(path, key), entry.rehearsal, public))
    for pem_key in keys.rekor_keys:
        pem = _p256(path, pem_key.public_pem.encode("utf-8"))
        submitter_keys.append(SubmitterKey(pem_key.kid, *_dates(path, pem_key), entry.rehearsal, pem))
    return TrustAnchors(issuer_keys=tuple(issuer_keys), submitter_keys=tuple(submitter_keys))


def _dates(path: str, key: _Key | _RekorKey) -> tuple[datetime, datetime | None]:
    try:
        start = parse_instant(key.valid_from).utc
        return start, parse_instant(key.retired_at).utc if key.retired_at is not None else None
    except InstantError as error:
        found = f"{key.kid}: valid_from {key.valid_from!r}, retired_at {key.retired_at!r}"
        raise _ProblemError(path, found, str(error)) from error


def _authority(entry: _Authority, folder: _Folder) -> Authority:
    folder.claim(entry.certificate, *entry.chain)
    certificate = folder.certificate(entry.certificate)
    path = folder.path(entry.certificate)
    _same(path, hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest(), entry.sha256)
    _same(path, moment(certificate.not_valid_before_utc), moment(entry.valid_from))
    _same(path, moment(certificate.not_valid_after_utc), moment(entry.valid_until))
    for fault in signer_faults(certificate):
        raise _ProblemError(path, fault, "critical time-stamping use alone, and not a CA")
    chain = tuple(folder.certificate(name) for name in entry.chain)
    names = [entry.certificate, *entry.chain]
    for n, child in enumerate((certificate, *chain)):
        parent = chain[min(n, len(chain) - 1)]  # the last one is a root, and its own issuer
        try:
            child.verify_directly_issued_by(parent)
        except (ValueError, TypeError, InvalidSignature) as error:
            where = folder.path(names[n])
            raise _ProblemError(where, "not signed by the next of the chain", "a chain to a root") from error
    return Authority(entry.name, certificate, chain, entry.rehearsal)


def _log(entry: _Log, folder: _Folder) -> Log:
    folder.claim(entry.key)
    path = folder.path(entry.key)
    log = Log(entry.name, entry.origin, _p256(path, folder.content(entry.key)), entry.rehearsal)
    _same(path, log.key_id().hex(), entry.log_id)
    return log


def _p256(path: str, pem: bytes) -> EllipticCurvePublicKey:
    try:
        key = load_pem_public_key(pem)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _ProblemError(path, "not a public key", "an ECDSA P-256 key in PEM") from error
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise _ProblemError(path, "another kind of key", "an ECDSA P-256 key in PEM")
    return key


def _same(path: str, found: str, stated: str) -> None:
    if found != stated:
        raise _ProblemError(path, found, f"{stated}, as the manifest says")
