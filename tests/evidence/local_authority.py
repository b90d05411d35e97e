"""A time-stamping authority of the tests' own, which stamps at any instant and can be made to misbehave."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from site_builder.evidence.trust import Authority

SHA256 = "2.16.840.1.101.3.4.2.1"
SHA512 = "2.16.840.1.101.3.4.2.3"


def der(tag: int, *parts: bytes) -> bytes:
    """One DER value."""
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + content


def der_int(value: int) -> bytes:
    return der(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def der_oid(dotted: str) -> bytes:
    first, second, *rest = (int(part) for part in dotted.split("."))
    content = b""
    for arc in (first * 40 + second, *rest):
        septets = [arc & 0x7F]
        while arc := arc >> 7:
            septets.insert(0, 0x80 | arc & 0x7F)
        content += bytes(septets)
    return der(0x06, content)


def _attribute(oid: str, value: bytes) -> bytes:
    return der(0x30, der_oid(oid), der(0x31, value))


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass
class Misbehaviour:
    """What a token may have wrong; each field is one fault."""

    pki_status: int = 0
    embedded: tuple[x509.Certificate, ...] = ()
    unsigned_attribute: bool = False
    signer_version: int = 1
    data_version: int = 3
    digests: tuple[str, ...] = (SHA256,)
    signature_oid: str = "1.2.840.10045.4.3.2"
    named_certificate: x509.Certificate | None = None
    name_certificate: bool = True
    content_type: str = "1.2.840.113549.1.9.16.1.4"
    status_text: bool = False
    signers: int = 1


@dataclass
class LocalAuthority:
    """A root, and a certificate that signs tokens. ``valid``: the years of both."""

    name: str = "tsa.test"
    valid: tuple[int, int] = (2020, 2050)
    signer_valid: tuple[int, int] | None = None
    critical: bool = True
    uses: tuple[x509.ObjectIdentifier, ...] = (ExtendedKeyUsageOID.TIME_STAMPING,)
    is_ca: bool = False
    serial: int = 4711
    root_key: ec.EllipticCurvePrivateKey = field(default_factory=new_key)
    key: ec.EllipticCurvePrivateKey = field(default_factory=new_key)

    def __post_init__(self) -> None:
        root_name = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, f"{self.name} root")])
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, self.name)])
        self.root = self._certificate(root_name, root_name, self.root_key, 1, self.valid, ca=True)
        self.certificate = self._certificate(
            name, root_name, self.key, self.serial, self.signer_valid or self.valid, ca=self.is_ca
        )

    def _certificate(
        self,
        subject: x509.Name,
        issuer: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        serial: int,
        years: tuple[int, int],
        *,
        ca: bool,
    ) -> x509.Certificate:
        start, end = (dt.datetime(year, 1, 1, tzinfo=dt.UTC) for year in years)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(serial)
            .not_valid_before(start)
            .not_valid_after(end)
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        )
        if subject != issuer and self.uses:
            builder = builder.add_extension(x509.ExtendedKeyUsage(self.uses), critical=self.critical)
        return builder.sign(self.root_key, hashes.SHA256())

    def anchor(self, *, rehearsal: bool = False) -> Authority:
        """This authority as a trust anchor."""
        return Authority(self.name, self.certificate, (self.root,), rehearsal)

    def token(self, message: bytes, time: dt.datetime, fault: Misbehaviour | None = None) -> bytes:
        """An RFC 3161 response over SHA-256 of ``message``, at ``time``."""
        fault = fault or Misbehaviour()
        info = der(
            0x30,
            der_int(1),
            der_oid("1.2.3.4.1"),
            der(
                0x30,
                der(0x30, der_oid(SHA256), der(0x05)),
                der(0x04, hashlib.sha256(message).digest()),
            ),
            der_int(99),
            der(0x18, time.strftime("%Y%m%d%H%M%SZ").encode("ascii")),
        )
        signed = self._signed_attributes(info, fault)
        signature = self.key.sign(der(0x31, signed), ec.ECDSA(hashes.SHA256()))
        signer = der(
            0x30,
            der_int(fault.signer_version),
            der(0x30, self.certificate.issuer.public_bytes(), der_int(self.certificate.serial_number)),
            der(0x30, der_oid(SHA256), der(0x05)),
            der(0xA0, signed),
            der(0x30, der_oid(fault.signature_oid)),
            der(0x04, signature),
            der(0xA1, _attribute("1.2.3.4.5", der_int(1))) if fault.unsigned_attribute else b"",
        )
        embedded = b"".join(c.public_bytes(Encoding.DER) for c in fault.embedded)
        data = der(
            0x30,
            der_int(fault.data_version),
            der(0x31, *sorted(der(0x30, der_oid(oid), der(0x05)) for oid in fault.digests)),
            der(0x30, der_oid(fault.content_type), der(0xA0, der(0x04, info))),
            der(0xA0, embedded) if embedded else b"",
            der(0x31, *sorted([signer, *self._more_signers(signed, fault)][: fault.signers])),
        )
        content = der(0x30, der_oid("1.2.840.113549.1.7.2"), der(0xA0, data))
        words = der(0x30, der(0x0C, b"granted")) if fault.status_text else b""
        return der(0x30, der(0x30, der_int(fault.pki_status), words), content)

    def _more_signers(self, signed: bytes, fault: Misbehaviour) -> list[bytes]:
        """The same signature again, by a name that signed nothing."""
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "another")]).public_bytes()
        signature = self.key.sign(der(0x31, signed), ec.ECDSA(hashes.SHA256()))
        parts = (
            der_int(1),
            der(0x30, name, der_int(self.certificate.serial_number)),
            der(0x30, der_oid(SHA256), der(0x05)),
            der(0xA0, signed),
            der(0x30, der_oid(fault.signature_oid)),
            der(0x04, signature),
        )
        return [der(0x30, *parts)]

    def _signed_attributes(self, info: bytes, fault: Misbehaviour) -> bytes:
        named = (fault.named_certificate or self.certificate).public_bytes(Encoding.DER)
        identifier = der(0x30, der(0x30, der(0x30, der(0x04, hashlib.sha256(named).digest()))))
        attributes = [
            _attribute("1.2.840.113549.1.9.3", der_oid(fault.content_type)),
            _attribute("1.2.840.113549.1.9.4", der(0x04, hashlib.sha256(info).digest())),
        ]
        if fault.name_certificate:
            attributes.append(_attribute("1.2.840.113549.1.9.16.2.47", identifier))
        return b"".join(sorted(attributes))
