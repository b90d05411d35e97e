"""The shape of an RFC 3161 response, as strict DER: what no signature covers is read here.

An OpenSSL-based verifier ignores much of what surrounds the signed bytes: the list of digests, the
versions, the letter case of the signer's name, certificates that nobody asked for. Here all of it has
one right value, so that no byte of a token can change without a step failing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated

from cryptography import x509
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import ObjectIdentifier

SIGNED_DATA = ObjectIdentifier("1.2.840.113549.1.7.2")
TST_INFO = ObjectIdentifier("1.2.840.113549.1.9.16.1.4")
_CERTIFICATE_V1 = ObjectIdentifier("1.2.840.113549.1.9.16.2.12")
_CERTIFICATE_V2 = ObjectIdentifier("1.2.840.113549.1.9.16.2.47")
DIGESTS = {
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
}
# What a signer may name beside its digest: ECDSA or RSA with that digest, or RSA without saying it.
_SIGNATURES = {
    "sha256": {"1.2.840.10045.4.3.2", "1.2.840.113549.1.1.11", "1.2.840.113549.1.1.1"},
    "sha384": {"1.2.840.10045.4.3.3", "1.2.840.113549.1.1.12", "1.2.840.113549.1.1.1"},
    "sha512": {"1.2.840.10045.4.3.4", "1.2.840.113549.1.1.13", "1.2.840.113549.1.1.1"},
}


@asn1.sequence
class _Algorithm:
    oid: ObjectIdentifier
    parameters: asn1.Null | None


@asn1.sequence
class _Attribute:
    oid: ObjectIdentifier
    values: asn1.SetOf[asn1.TLV]


@asn1.sequence
class _Signer:
    issuer: asn1.TLV
    serial: int


@asn1.sequence
class _SignerInfo:
    version: int
    signer: _Signer
    digest: _Algorithm
    signed: Annotated[list[_Attribute], asn1.Implicit(0)]
    algorithm: _Algorithm
    signature: bytes
    unsigned: Annotated[list[_Attribute] | None, asn1.Implicit(1)]


@asn1.sequence
class _Content:
    oid: ObjectIdentifier
    content: Annotated[bytes, asn1.Explicit(0)]


@asn1.sequence
class _SignedData:
    version: int
    digests: asn1.SetOf[_Algorithm]
    content: _Content
    # A list, not a set: authorities write the certificates in any order.
    certificates: Annotated[list[asn1.TLV] | None, asn1.Implicit(0)]
    signers: asn1.SetOf[_SignerInfo]


@asn1.sequence
class _ContentInfo:
    oid: ObjectIdentifier
    content: Annotated[_SignedData, asn1.Explicit(0)]


@asn1.sequence
class _Status:
    status: int
    # RFC 3161 allows words and a failure here. A granted token needs neither, and nothing signs them.


@asn1.sequence
class _Response:
    status: _Status
    token: _ContentInfo


@asn1.sequence
class _IssuerSerial:
    names: list[asn1.TLV]
    serial: int


@asn1.sequence
class _EssCertificate:
    digest: bytes
    issuer_serial: _IssuerSerial | None


@asn1.sequence
class _EssCertificateV2:
    algorithm: _Algorithm | None
    digest: bytes
    issuer_serial: _IssuerSerial | None


@asn1.sequence
class _EssList:
    certificates: list[_EssCertificate]
    policies: list[asn1.TLV] | None


@asn1.sequence
class _EssListV2:
    certificates: list[_EssCertificateV2]
    policies: list[asn1.TLV] | None


@dataclass(frozen=True, slots=True)
class Token:
    """A response whose every byte was accounted for. ``bare`` is the same without certificates."""

    status: int
    signer_issuer: bytes
    signer_serial: int
    embedded: tuple[bytes, ...]
    oddities: tuple[tuple[str, str], ...]
    named_certificate: tuple[str, bytes] | None
    bare: bytes

    def signed_by(self, certificate: x509.Certificate) -> bool:
        """Whether the token names this certificate as its signer's: issuer and serial, byte for byte."""
        issuer = certificate.issuer.public_bytes()
        return certificate.serial_number == self.signer_serial and issuer == self.signer_issuer

    def names(self, certificate: x509.Certificate) -> bool:
        """Whether the signed certificate identifier (RFC 5035) is this certificate's."""
        if self.named_certificate is None:
            return False
        algorithm, digest = self.named_certificate
        return hashlib.new(algorithm, certificate.public_bytes(Encoding.DER)).digest() == digest


def read_token(der: bytes) -> Token | None:
    """The token, or ``None`` when the bytes are not exactly one RFC 3161 response in DER."""
    try:
        response = asn1.decode_der(_Response, der)
        if asn1.encode_der(response) != der:  # whatever the reader may forgive
            return None
        return _token(response, der)
    except (ValueError, TypeError, OverflowError):
        return None


def _token(response: _Response, der: bytes) -> Token | None:
    data = response.token.content
    signers = data.signers.as_list()
    if len(signers) != 1:
        return None
    signer = signers[0]
    embedded = tuple(asn1.encode_der(certificate) for certificate in data.certificates or [])
    bare = der
    if data.certificates is not None:
        data.certificates = None
        bare = asn1.encode_der(response)
    return Token(
        status=response.status.status,
        signer_issuer=asn1.encode_der(signer.signer.issuer),
        signer_serial=signer.signer.serial,
        embedded=embedded,
        oddities=tuple(_oddities(response.token, signer)),
        named_certificate=_named_certificate(signer),
        bare=bare,
    )


def _oddities(info: _ContentInfo, signer: _SignerInfo) -> list[tuple[str, str]]:
    """What is not signed and is not as RFC 3161 and RFC 5652 have it: (found, expected)."""
    data = info.content
    digest = DIGESTS.get(signer.digest.oid.dotted_string, "")
    listed = [item.oid for item in data.digests.as_list()]
    expected: list[tuple[bool, str, str]] = [
        (info.oid == SIGNED_DATA, f"content type {info.oid.dotted_string}", "signed data"),
        (data.content.oid == TST_INFO, f"content {data.content.oid.dotted_string}", "time-stamp information"),
        (data.version == 3, f"signed data version {data.version}", "version 3"),
        (signer.version == 1, f"signer version {signer.version}", "version 1"),
        (bool(digest), f"digest {signer.digest.oid.dotted_string}", "SHA-256, SHA-384 or SHA-512"),
        (listed == [signer.digest.oid], "another list of digests", "the signer's digest alone"),
        (
            signer.algorithm.oid.dotted_string in _SIGNATURES.get(digest, set()),
            f"signature algorithm {signer.algorithm.oid.dotted_string}",
            "ECDSA or RSA with the signer's digest",
        ),
        (signer.unsigned is None, "unsigned attributes", "none"),
    ]
    return [(found, wanted) for holds, found, wanted in expected if not holds]


def _named_certificate(signer: _SignerInfo) -> tuple[str, bytes] | None:
    for attribute in signer.signed:
        values = attribute.values.as_list()
        if len(values) != 1:
            continue
        if attribute.oid == _CERTIFICATE_V2:
            named = values[0].parse(_EssListV2).certificates
            if named:
                given = named[0].algorithm
                algorithm = DIGESTS.get(given.oid.dotted_string) if given else "sha256"
                return (algorithm, named[0].digest) if algorithm else None
        if attribute.oid == _CERTIFICATE_V1:
            older = values[0].parse(_EssList).certificates
            return ("sha1", older[0].digest) if older else None
    return None
