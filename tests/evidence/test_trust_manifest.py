"""The trust folder: what is read, and what is refused rather than trusted by halves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from site_builder import anchors
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from tests.evidence.local_authority import LocalAuthority
from tests.evidence.local_issuer import LocalIssuer

Files = dict[str, bytes]


@pytest.fixture
def files(repository: Path) -> Files:
    """The files of the real anchors: those of the rehearsal stand in a folder of their own."""
    return {name: data for name, data in anchors.read(repository / "trust").items() if "/" not in name}


def refusals(files: Files) -> list[tuple[str, str]]:
    read, findings = read_anchors(files)
    assert (read is None) == bool(findings)
    assert {finding.code for finding in findings} <= {"K001"}
    return [(finding.file, finding.found) for finding in findings]


def replaced(files: Files, old: str, new: str, name: str = "trust.toml") -> Files:
    text = files[name].decode("utf-8")
    assert old in text
    return files | {name: text.replace(old, new).encode("utf-8")}


def test_the_repository_s_anchors(real_anchors: TrustAnchors) -> None:
    real = real_anchors.admitted(rehearsal=False)
    assert [key.kid for key in real.issuer_keys] == ["key-1", "key-2", "key-3"]
    assert [key.kid for key in real.submitter_keys] == ["rekor-1", "rekor-2"]
    assert [authority.name for authority in real.authorities] == ["freetsa.org"]
    assert [log.origin for log in real.logs] == ["rekor.sigstore.dev"]


def test_the_repository_s_rehearsal_anchors_are_marked(real_anchors: TrustAnchors) -> None:
    real = real_anchors.admitted(rehearsal=False)
    assert [k.kid for k in real_anchors.issuer_keys if k not in real.issuer_keys] == ["rehearsal-1"]
    assert [k.kid for k in real_anchors.submitter_keys if k.rehearsal] == ["rehearsal-log-1"]
    assert [a.name for a in real_anchors.authorities if a.rehearsal] == ["tsa.rehearsal.example"]
    assert [x.origin for x in real_anchors.logs if x.rehearsal] == ["log.rehearsal.example"]


ALTERED: list[tuple[str, Callable[[Files], Files], str, str]] = [
    ("no manifest", lambda f: dict(list(f.items())[:-1]), "trust.toml", "no such file"),
    ("not TOML", lambda f: f | {"trust.toml": b"= 1"}, "trust.toml", "Invalid statement"),
    ("not UTF-8", lambda f: f | {"trust.toml": b"\xff"}, "trust.toml", "can't decode"),
    ("unknown key", lambda f: replaced(f, "origin =", "other = 1\norigin ="), "trust.toml", "log.0.other"),
    ("no mark", lambda f: replaced(f, "rehearsal = false\norigin", "origin"), "trust.toml", "rehearsal"),
    ("text mark", lambda f: replaced(f, "rehearsal = false", 'rehearsal = "no"'), "trust.toml", "rehearsal"),
    ("another form", lambda f: replaced(f, "proveit-trust-v1", "proveit-trust-v2"), "trust.toml", "trust"),
    ("a path", lambda f: replaced(f, '"freetsa-tsa.crt"', '"../x.crt"'), "trust.toml", "certificate"),
    ("no chain", lambda f: replaced(f, '["freetsa-cacert.pem"]', "[]"), "trust.toml", "chain"),
    ("no file", lambda f: replaced(f, "freetsa-tsa.crt", "tsa.crt"), "tsa.crt", "no such file"),
    ("a stranger", lambda f: f | {"more.pem": b""}, "more.pem", "a file that no manifest names"),
    ("fingerprint", lambda f: replaced(f, "32e841a9", "32e841a8"), "freetsa-tsa.crt", "32e841a9"),
    ("dates", lambda f: replaced(f, "2040-02-02", "2041-02-02"), "freetsa-tsa.crt", "2040-02-02T19:44:22Z"),
    ("log id", lambda f: replaced(f, "c0d23d6a", "c0d23d6b"), "rekor-log-key.pem", "c0d23d6a"),
    ("keys", lambda f: f | {"issuer-keys.json": b"{}"}, "issuer-keys.json", "44136fa355b3"),
    ("no certificate", lambda f: f | {"freetsa-cacert.pem": b"x"}, "freetsa-cacert.pem", "not a certificate"),
    ("no key", lambda f: f | {"rekor-log-key.pem": b"x"}, "rekor-log-key.pem", "not a public key"),
]


@pytest.mark.parametrize(("alter", "file", "found"), [a[1:] for a in ALTERED], ids=[a[0] for a in ALTERED])
def test_what_is_refused(files: Files, alter: Callable[[Files], Files], file: str, found: str) -> None:
    assert any(where == file and found in what for where, what in refusals(alter(files)))


def pem(authority: LocalAuthority) -> tuple[bytes, bytes]:
    return authority.certificate.public_bytes(Encoding.PEM), authority.root.public_bytes(Encoding.PEM)


def manifest(authority: LocalAuthority, rehearsal: str = "true") -> bytes:
    digest = hashlib.sha256(authority.certificate.public_bytes(Encoding.DER)).hexdigest()
    return f"""
trust = "proveit-trust-v1"
[[authority]]
name = "tsa.test"
vouches_for = "the time, in a rehearsal"
rehearsal = {rehearsal}
certificate = "tsa.crt"
chain = ["root.pem"]
sha256 = "{digest}"
valid_from = 2020-01-01T00:00:00Z
valid_until = 2050-01-01T00:00:00Z
""".encode()


def test_a_rehearsal_s_anchors_stand_in_a_folder_of_their_own(files: Files) -> None:
    authority = LocalAuthority()
    certificate, root = pem(authority)
    added = {
        "rehearsal/trust.toml": manifest(authority),
        "rehearsal/tsa.crt": certificate,
        "rehearsal/root.pem": root,
        "rehearsal/README.md": b"words",
    }
    read, findings = read_anchors(files | added)
    assert findings == []
    assert read is not None
    assert [(a.name, a.rehearsal) for a in read.authorities] == [("tsa.test", True), ("freetsa.org", False)]
    assert [a.name for a in read.admitted(rehearsal=False).authorities] == ["freetsa.org"]


AUTHORITIES = [
    (LocalAuthority(is_ca=True), "a CA certificate"),
    (LocalAuthority(critical=False), "an extended key use that is not critical time-stamping alone"),
    (LocalAuthority(uses=()), "no extended key use"),
]


@pytest.mark.parametrize(("authority", "found"), AUTHORITIES, ids=[a[1] for a in AUTHORITIES])
def test_a_certificate_that_may_not_stamp(authority: LocalAuthority, found: str) -> None:
    certificate, root = pem(authority)
    files = {"trust.toml": manifest(authority), "tsa.crt": certificate, "root.pem": root}
    assert refusals(files) == [("tsa.crt", found)]


def test_a_chain_that_does_not_hold() -> None:
    authority = LocalAuthority()
    certificate, _ = pem(authority)
    files = {"trust.toml": manifest(authority), "tsa.crt": certificate, "root.pem": pem(LocalAuthority())[1]}
    assert refusals(files) == [("tsa.crt", "not signed by the next of the chain")]
    # A chain must end in a root: a certificate that signed itself.
    headless = {"trust.toml": manifest(authority), "tsa.crt": certificate, "root.pem": certificate}
    assert refusals(headless)


KEYS = [
    ('"ed25519:', '"ed25518:', "ed25518:"),
    ('"type": "Ed25519"', '"type": "RSA"', "keys.0.type"),
    ('"retired_at": null', '"retired": null', "retired"),
    ("2026-02-26T00:00:00Z", "2026-02-26T00:00:00", "key-1"),
    ("BEGIN PUBLIC", "BEGIN PRIVATE", "not a public key"),
    ('{\n  "keys"', '{\n  "keys": [], "keys"', "key"),
]


@pytest.mark.parametrize(("old", "new", "found"), KEYS)
def test_published_keys_of_another_form(files: Files, old: str, new: str, found: str) -> None:
    before = hashlib.sha256(files["issuer-keys.json"]).hexdigest()
    altered = replaced(files, old, new, "issuer-keys.json")
    after = hashlib.sha256(altered["issuer-keys.json"]).hexdigest()
    names = refusals(replaced(altered, before, after))
    assert [name for name, what in names if found in what] != []
    assert {name for name, _ in names} == {"issuer-keys.json"}


def test_a_log_key_of_another_kind(files: Files) -> None:
    public = LocalIssuer().signing.public_key()
    data = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert refusals(files | {"rekor-log-key.pem": data}) == [("rekor-log-key.pem", "another kind of key")]


# The reader.


def test_the_reader_refuses_what_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "trust.toml").write_bytes(b"x")
    (tmp_path / ".hidden").write_bytes(b"x")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/trust.toml").write_bytes(b"y")
    assert anchors.read(tmp_path) == {"trust.toml": b"x", "inner/trust.toml": b"y"}
    (tmp_path / "inner/deeper").mkdir()
    with pytest.raises(anchors.TrustFolderError, match="inner/deeper"):
        anchors.read(tmp_path)


def test_the_reader_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "trust.toml").symlink_to("/dev/zero")
    with pytest.raises(anchors.TrustFolderError, match="symbolic link"):
        anchors.read(tmp_path)


def test_the_reader_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(anchors.TrustFolderError, match="No such file"):
        anchors.read(tmp_path / "none")


def test_the_reader_of_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "large.pem").write_bytes(b"x" * (anchors.MAX_FILE + 1))
    with pytest.raises(anchors.TrustFolderError, match="large"):
        anchors.read(tmp_path)
