"""A time-stamping authority of the rehearsal's own (RFC 3161), which stamps the same hash alike for ever.

Certificates have fixed serial numbers and dates, tokens a serial number that follows from the hash, and
ECDSA signatures are deterministic (RFC 6979), so that nothing has to be stored to be made again.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from rehearsal import seed

NAME = "tsa.rehearsal.example"
_SHA256 = "2.16.840.1.101.3.4.2.1"
_ECDSA_SHA256 = "1.2.840.10045.4.3.2"
_POLICY = "2.999.3161"  # 2.999 is the arc of examples
_START, _END = dt.datetime(2026, 1, 1, tzinfo=dt.UTC), dt.datetime(2036, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Authority:
    """A root that signs one certificate, and the certificate that signs tokens."""

    root: x509.Certificate
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def token(self, message: bytes, time: dt.datetime) -> bytes:
        """A granted response over SHA-256 of ``message``, at a whole second."""
        digest = hashlib.sha256(message).digest()
        info = _sequence(
            _integer(1),
            _oid(_POLICY),
            _sequence(_sequence(_oid(_SHA256), _der(0x05)), _der(0x04, digest)),
            _integer(int.from_bytes(digest[:8])),
            _der(0x18, time.strftime("%Y%m%d%H%M%SZ").encode("ascii")),
        )
        named = hashlib.sha256(self.certificate.public_bytes(Encoding.DER)).digest()
        attributes = b"".join(
            sorted(
                (
                    _attribute("1.2.840.113549.1.9.3", _oid("1.2.840.113549.1.9.16.1.4")),
                    _attribute("1.2.840.113549.1.9.4", _der(0x04, hashlib.sha256(info).digest())),
                    _attribute(
                        "1.2.840.113549.1.9.16.2.47", _sequence(_sequence(_sequence(_der(0x04, named))))
                    ),
                )
            )
        )
        signer = _sequence(
            _integer(1),
            _sequence(self.certificate.issuer.public_bytes(), _integer(self.certificate.serial_number)),
            _sequence(_oid(_SHA256), _der(0x05)),
            _der(0xA0, attributes),
            _sequence(_oid(_ECDSA_SHA256)),
            _der(0x04, sign(self.key, _der(0x31, attributes))),
        )
        data = _sequence(
            _integer(3),
            _der(0x31, _sequence(_oid(_SHA256), _der(0x05))),
            _sequence(_oid("1.2.840.113549.1.9.16.1.4"), _der(0xA0, _der(0x04, info))),
            _der(0x31, signer),
        )
        return _sequence(_sequence(_integer(0)), _sequence(_oid("1.2.840.113549.1.7.2"), _der(0xA0, data)))


def authority() -> Authority:
    """The rehearsal's authority."""
    root_key, key = seed.p256("tsa root"), seed.p256("tsa")
    issuer = _name("PROVE IT rehearsal", "Rehearsal time-stamping root")
    root = _certificate(issuer, issuer, root_key, root_key, 1)
    certificate = _certificate(_name("PROVE IT rehearsal", NAME), issuer, key, root_key, 2)
    return Authority(root, certificate, key)


def sign(key: ec.EllipticCurvePrivateKey, message: bytes) -> bytes:
    """A deterministic ECDSA signature (DER) over SHA-256 of the message."""
    return key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))


def _name(organisation: str, common: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, organisation),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    signer: ec.EllipticCurvePrivateKey,
    serial: int,
) -> x509.Certificate:
    is_root = subject == issuer
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(serial)
        .not_valid_before(_START)
        .not_valid_after(_END)
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
    )
    if not is_root:
        use = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(use, critical=True)
    return builder.sign(signer, hashes.SHA256(), ecdsa_deterministic=True)


def _der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes((tag, 0x80 | len(length))) + length + content


def _sequence(*parts: bytes) -> bytes:
    return _der(0x30, *parts)


def _integer(value: int) -> bytes:
    return _der(0x02, value.to_bytes(value.bit_length() // 8 + 1))


def _oid(dotted: str) -> bytes:
    first, second, *rest = (int(part) for part in dotted.split("."))
    content = b""
    for arc in (first * 40 + second, *rest):
        septets = [arc & 0x7F]
        while arc := arc >> 7:
            septets.insert(0, 0x80 | arc & 0x7F)
        content += bytes(septets)
    return _der(0x06, content)


def _attribute(oid: str, value: bytes) -> bytes:
    return _sequence(_oid(oid), _der(0x31, value))
