"""Step 4: the RFC 3161 token over the anchored hash, judged at its own time (FORMATS §4).

``rfc3161-client`` (OpenSSL) judges the signature and the certificate chain at ``genTime``; no clock is
read, so a token does not die with its certificate. The signer's certificate is pinned: certificates
inside a token are taken out before it is judged, and one that is not pinned is refused.
What it proves: the hash existed at ``genTime``, on the authority's word. What it does not: that the
authority's clock was right, or that the certificate was not revoked since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from rfc3161_client import TimeStampResponse, VerificationError, VerifierBuilder, decode_timestamp_response

from site_builder.evidence.fields import member, standard_base64
from site_builder.evidence.steps import Recorder, Step
from site_builder.evidence.token_frame import DIGESTS, Token, read_token
from site_builder.evidence.trust import Authority, moment
from site_builder.kernel.remembered import of_short

PLACE = "/timestamp_authority/tsr_base64"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a valid token gives: the time, signed by a third party, and who signed it."""

    time: datetime
    authority: Authority


def check_timestamp(
    proof: Mapping[str, object], anchored: bytes | None, authorities: tuple[Authority, ...]
) -> tuple[Step, Stamp | None]:
    """Step 4, and the time when it passed. ``anchored``: the 32 bytes that the token must be about."""
    stated = member(proof, "timestamp_authority", "tsr_base64")
    step = Recorder(4)
    if step.formed("token_present", stated or None, stated, "a token in base64", PLACE) is None:
        return step.done(), None
    wanted = "the hash that the token is about"
    if step.formed("anchored_hash", anchored, None, wanted, "/batch_anchor/root") is None or anchored is None:
        return step.done(), None
    if not isinstance(stated, str):
        step.check("token_form", False, stated, "a token in base64", PLACE)
        return step.done(), None
    return _judged(stated, anchored, authorities)


# The proofs of a batch share one root and one token.
@of_short(most=512, longest=1 << 16)
def _judged(
    stated: str, anchored: bytes, authorities: tuple[Authority, ...]
) -> tuple[Step, Stamp | None]:
    step = Recorder(4)
    return judge(step, standard_base64(stated), anchored, authorities, PLACE)


def judge(
    step: Recorder, der: bytes | None, message: bytes, authorities: tuple[Authority, ...], place: str | None
) -> tuple[Step, Stamp | None]:
    """Records the checks of one token (DER) over ``message``; usable for any RFC 3161 token."""
    token = read_token(der) if der else None
    stamped = _stamped(token.bare) if token else None
    if token is None or stamped is None:
        step.check("token_form", False, "bytes that cannot be read", "an RFC 3161 response in DER", place)
        return step.done(), None
    step.equal("token_granted", token.status, 0, place)
    authority = next((a for a in authorities if token.signed_by(a.certificate)), None)
    if authority is None:
        step.check("known_authority", False, _signer(token), _names(authorities), place)
        return step.done(), None
    step.check("known_authority", True, authority.name, authority.name, place)
    _check_frame(step, token, authority, place)
    _check_imprint(step, stamped, message, place)
    _check_certificates(step, authority, stamped.time, place)
    _check_signature(step, stamped, authority, place)
    done = step.done()
    return done, Stamp(stamped.time, authority) if done.passed else None


def read_imprint(der: bytes) -> tuple[str, bytes] | None:
    """Algorithm and hash that a token says it is about, unjudged; ``None`` for what is no token."""
    token = read_token(der)
    stamped = _stamped(token.bare) if token else None
    if stamped is None or stamped.algorithm is None:
        return None
    return stamped.algorithm, stamped.imprint


@dataclass(frozen=True, slots=True)
class _Stamped:
    """What the library read: the response, and of its signed content the time and the imprint."""

    response: TimeStampResponse
    time: datetime
    algorithm: str | None
    imprint: bytes


def _stamped(der: bytes) -> _Stamped | None:
    try:
        response = decode_timestamp_response(der)
        info = response.tst_info  # parsed only now
        imprint = info.message_imprint
        algorithm = DIGESTS.get(imprint.hash_algorithm.dotted_string)
        return _Stamped(response, info.gen_time, algorithm, bytes(imprint.message))
    except (ValueError, TypeError, OverflowError):
        return None


def _check_frame(step: Recorder, token: Token, authority: Authority, place: str | None) -> None:
    for found, expected in token.oddities:
        step.check("token_frame", False, found, expected, place)
    strangers = [der for der in token.embedded if der not in authority.pinned()]
    if token.embedded:
        found = f"{len(strangers)} of {len(token.embedded)} embedded certificates are not pinned"
        step.check("embedded_certificates", not strangers, found, "none but the pinned ones", place)
    named = token.names(authority.certificate)
    step.check(
        "signing_certificate", named, "this certificate" if named else "another one", "the pinned one", place
    )


def _check_imprint(step: Recorder, stamped: _Stamped, message: bytes, place: str | None) -> None:
    algorithm = stamped.algorithm
    wanted = "SHA-256, SHA-384 or SHA-512"
    step.formed("imprint_algorithm", algorithm, "another algorithm", wanted, place)
    if algorithm is not None:
        expected = hashlib.new(algorithm, message).hexdigest()
        step.equal("imprint", stamped.imprint.hex(), expected, place)


def _check_certificates(step: Recorder, authority: Authority, time: datetime, place: str | None) -> None:
    for fault in signer_faults(authority.certificate):
        step.check("signer_use", False, fault, "critical time-stamping use alone, and not a CA", place)
    for certificate in (authority.certificate, *authority.chain):
        start, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
        if not start <= time <= end:
            expected = f"between {moment(start)} and {moment(end)}"
            step.check("certificate_valid", False, f"{moment(time)}, the token's time", expected, place)


def signer_faults(certificate: x509.Certificate) -> list[str]:
    """Why this certificate may not sign time-stamps (RFC 3161 §2.3); empty when it may."""
    faults = []
    try:
        extensions = certificate.extensions
    except ValueError:
        return ["extensions that cannot be read"]
    try:
        use = extensions.get_extension_for_class(x509.ExtendedKeyUsage)
        if not use.critical or list(use.value) != [ExtendedKeyUsageOID.TIME_STAMPING]:
            faults.append("an extended key use that is not critical time-stamping alone")
    except x509.ExtensionNotFound:
        faults.append("no extended key use")
    try:
        if extensions.get_extension_for_class(x509.BasicConstraints).value.ca:
            faults.append("a CA certificate")
    except x509.ExtensionNotFound:
        pass
    return faults


def _check_signature(step: Recorder, stamped: _Stamped, authority: Authority, place: str | None) -> None:
    """The library's judgement: CMS signature, certificate chain at ``genTime``, the signer's use."""
    if step.formed("pinned_root", authority.chain or None, None, "a pinned chain to a root") is None:
        return
    verifier = VerifierBuilder(
        tsa_certificate=authority.certificate,
        intermediates=list(authority.chain[:-1]),
        roots=list(authority.chain[-1:]),
    ).build()
    try:
        # Over the imprint as stated: that it is the right one is a check of its own.
        good = verifier.verify(stamped.response, stamped.imprint)
    except (VerificationError, ValueError, TypeError, OverflowError):
        good = False
    expected = f"signed by {authority.name}, its chain valid at the token's time"
    step.valid("token_signature", good, expected, place)


def _signer(token: Token) -> str:
    return f"a certificate of serial number {token.signer_serial} that is not pinned"


def _names(authorities: tuple[Authority, ...]) -> str:
    known = [f"{a.name}, serial number {a.certificate.serial_number}" for a in authorities]
    return "; ".join(known) or "no time-stamping authority is known"
