"""A time-stamp of the ledger's head, from a real authority (`openssl ts`) over HTTP on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from site_builder import anchors
from site_builder.evidence.ledger_seal import SealError, judge_seal, read_seal
from site_builder.evidence.trust import Authority
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import SeasonState
from site_builder.publish import PublicationError, Staging
from site_builder.publish.authority import AuthorityError, ask, check_address
from site_builder.publish.ledger import record
from site_builder.publish.publications import opener
from site_builder.publish.seal import read_seal_at, seal
from tests.harness.openssl_tsa import Answer, OpensslAuthority
from tests.publish.sites import beside, everything, identity, in_a_child, kill_self
from tests.publish.test_crash import CHANGES
from tests.publish.test_ledger import ONE, TWO, publish, shown, whole


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> OpensslAuthority:
    return OpensslAuthority(tmp_path_factory.mktemp("tsa") / "authority")


@pytest.fixture(scope="module")
def trusted(
    authority: OpensslAuthority, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[bool], tuple[Authority, ...]]:
    """`trusted(rehearsal)`: the authority as an anchor."""
    folder = tmp_path_factory.mktemp("trust")

    def made(rehearsal: bool) -> tuple[Authority, ...]:
        place = folder / str(rehearsal)
        if not place.exists():
            authority.trust(place, rehearsal=rehearsal)
        found, findings = read_anchors(anchors.read(place))
        assert found is not None, findings
        return found.authorities

    return made


@pytest.fixture
def real(trusted: Callable[[bool], tuple[Authority, ...]]) -> tuple[Authority, ...]:
    return trusted(False)


@pytest.fixture
def site(place: Path) -> Path:
    publish(place / "public", ONE)
    publish(place / "public", TWO, at="2026-11-03T08:00:00Z")
    return place / "public"


def refused(site: Path, url: str, authorities: tuple[Authority, ...]) -> list[Finding]:
    before = identity(site)
    with pytest.raises(PublicationError) as caught:
        seal(site, partial(ask, url, timeout=2), authorities)
    assert identity(site) == before
    assert beside(site) == set()
    return caught.value.findings


def test_a_token_of_the_head_is_published_beside_the_ledger(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    before = everything(site)
    with authority.served() as url:
        made = seal(site, partial(ask, url), real)
    after = everything(site)
    assert made.new
    assert after.keys() - before.keys() == {"ledger/2.tsr", "ledger/2.json"}
    assert {path for path in before if before[path] != after[path]} == {"manifest.json", "SHA256SUMS"}
    said = json.loads(after["ledger/2.json"])
    ledger = after["ledger.jsonl"]
    assert (said["lines"], said["sha256"]) == (2, sha256(ledger).hexdigest())
    assert said["link"] == json.loads(ledger.splitlines()[1])["link"]
    assert (said["authority"], said["rehearsal"]) == ("authority.test", False)
    assert said["token_sha256"] == sha256(after["ledger/2.tsr"]).hexdigest()
    whole(site)
    done = subprocess.run(
        ["openssl", "ts", "-verify", "-data", "/dev/stdin", "-in", "ledger/2.tsr",
         "-CAfile", str(authority.folder / "root.pem"), "-untrusted", str(authority.folder / "tsa.pem")],
        cwd=site, input=ledger, capture_output=True, check=False,
    )  # fmt: skip
    assert b"Verification: OK" in done.stdout + done.stderr


def test_a_head_that_is_sealed_gets_no_second_token(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    with authority.served() as url:
        first = seal(site, partial(ask, url), real)
        before = identity(site)
        again = seal(site, partial(ask, url), real)
    assert (first.new, again.new) == (True, False)
    assert again.seal == first.seal
    assert identity(site) == before


def test_seals_are_carried_on_and_hold_for_ever(
    site: Path, place: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    with authority.served() as url:
        seal(site, partial(ask, url), real)
        sealed = everything(site)
        publish(site, TWO, at="2026-11-03T08:00:00Z")
        assert everything(site) == sealed
        publish(site, ONE, at="2026-11-04T08:00:00Z")
        seal(site, partial(ask, url), real)
    publish(place / "elsewhere", TWO, at="2026-11-05T08:00:00Z", previous=site)
    for output in (site, place / "elsewhere"):
        files = everything(output)
        assert files["ledger/2.tsr"] == sealed["ledger/2.tsr"]
        for lines in (2, 3):
            made, token = read_seal_at(opener(output), lines)
            step, stamp = judge_seal(made, token, files["ledger.jsonl"], real)
            assert step.passed
            assert stamp is not None
        whole(output)


@pytest.mark.parametrize("name", ["ledger/2.tsr", "ledger/2.json"])
@pytest.mark.parametrize("damage", ["altered", "missing"])
def test_a_seal_that_was_touched_stops_the_next_build(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...], name: str, damage: str
) -> None:
    with authority.served() as url:
        seal(site, partial(ask, url), real)
    content = (site / name).read_bytes()
    (site / name).unlink()
    if damage == "altered":
        (site / name).write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    with pytest.raises(PublicationError) as caught:
        publish(site, ONE, at="2026-11-04T08:00:00Z")
    assert [(f.code, f.file) for f in caught.value.findings] == [("G002", name)]


def test_every_statement_of_a_seal_is_checked(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    with authority.served() as url:
        seal(site, partial(ask, url), real)
    files = everything(site)
    ledger, token, said = files["ledger.jsonl"], files["ledger/2.tsr"], json.loads(files["ledger/2.json"])
    changes = {
        "token_sha256": ("0" * 64, "token_bytes"),
        "lines": (1, "ledger_sha256"),
        "sha256": ("0" * 64, "ledger_sha256"),
        "link": ("0" * 64, "ledger_link"),
        "time": ("2026-11-02T08:00:00Z", "seal_time"),
        "authority": ("freetsa.org", "seal_authority"),
        "rehearsal": (True, "seal_rehearsal"),
    }
    for name, (value, cause) in changes.items():
        made = read_seal(json.dumps({**said, name: value}, indent=1).encode() + b"\n")
        step, stamp = judge_seal(made, token, ledger, real)
        assert (step.passed, step.cause, stamp) == (False, cause, None)
    made = read_seal(json.dumps({**said, "lines": 3}, indent=1).encode() + b"\n")
    assert judge_seal(made, token, ledger, real)[0].cause == "ledger_prefix"
    good = read_seal(files["ledger/2.json"])
    assert judge_seal(good, token, ledger, ())[0].cause == "known_authority"
    assert judge_seal(good, token[:-1], ledger, real)[0].cause == "token_bytes"


@pytest.mark.parametrize("spoil", [b"", b"[]", b"{}", b"null", b'{"schema": NaN}'])
def test_a_seal_in_another_form(spoil: bytes) -> None:
    with pytest.raises(SealError):
        read_seal(spoil)


# What is refused


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((500, "text/plain", b"sorry"), "HTTP status 500"),
        ((302, "text/plain", b"http://127.0.0.1:9/"), "HTTP status 302"),
        ((200, "text/html", b"<p>sign in</p>"), "an answer of type text/html"),
        ((200, "application/timestamp-reply", b""), "holds no time-stamp"),
        ((200, "application/timestamp-reply", b"\x30\x03\x02\x01\x00"), "holds no time-stamp"),
        ((200, "application/timestamp-reply", b"0" * 70_000), "more than 65536 bytes"),
    ],
)
def test_another_answer_is_refused(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...], answer: Answer, said: str
) -> None:
    with authority.served(lambda _reply: answer) as url:
        (finding,) = refused(site, url, real)
    assert (finding.code, finding.file) == ("G005", "ledger/2.tsr")
    assert said in finding.found


def test_the_answer_to_another_request_is_refused(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    earlier: list[bytes] = []

    def replay(reply: bytes) -> Answer:
        earlier.append(reply)
        return 200, "application/timestamp-reply", earlier[0]

    with authority.served(replay) as url:
        ask(url, (site / "ledger.jsonl").read_bytes())
        (finding,) = refused(site, url, real)
    assert "nonce differs" in finding.found


def test_a_token_over_other_bytes_is_refused(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    with authority.served() as url, pytest.raises(PublicationError) as caught:
        seal(site, lambda ledger: ask(url, ledger[:-1]), real)
    assert [(f.code, f.found.split(":")[0]) for f in caught.value.findings] == [("G005", "imprint")]


def test_an_authority_that_is_not_pinned_is_refused(
    site: Path, authority: OpensslAuthority, tmp_path: Path
) -> None:
    other = OpensslAuthority(tmp_path / "other").trust(tmp_path / "trust")
    found, _ = read_anchors(anchors.read(other))
    assert found is not None
    with authority.served() as url:
        assert {f.code for f in refused(site, url, found.authorities)} == {"G005"}
        assert [f.found.split(":")[0] for f in refused(site, url, ())] == ["known authority"]


def test_a_rehearsal_authority_seals_demonstrations_alone(
    site: Path, place: Path, authority: OpensslAuthority, trusted: Callable[[bool], tuple[Authority, ...]]
) -> None:
    with authority.served() as url:
        assert [f.found.split(":")[0] for f in refused(site, url, trusted(True))] == ["known authority"]
        with Staging.open(place / "invented") as staging:
            staging.write("index.html", b"x")
            season = SeasonState(0, demonstration=True, corrections=0, invalidated=False)
            record(staging, None, [season], genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
            staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
            staging.publish()
        assert seal(place / "invented", partial(ask, url), trusted(True)).seal.rehearsal


def test_an_authority_that_does_not_answer(site: Path, real: tuple[Authority, ...]) -> None:
    (finding,) = refused(site, "http://127.0.0.1:9/", real)
    assert (finding.code, finding.found) == ("G005", "no answer: Connection refused")


def test_an_authority_that_takes_its_time(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    def late(reply: bytes) -> Answer:
        time.sleep(3)
        return 200, "application/timestamp-reply", reply

    with authority.served(late) as url:
        (finding,) = refused(site, url, real)
    assert "no answer within 2 seconds" in finding.found


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://freetsa.org/tsr", True),
        ("https://tsa.example:8443/a?b=c", True),
        ("http://127.0.0.1:318/tsr", True),
        ("http://[::1]/tsr", True),
        ("http://localhost/tsr", True),
        ("http://freetsa.org/tsr", False),
        ("http://127.0.0.1.example.org/", False),
        ("http://localhost.example.org/", False),
        ("http://169.254.169.254/", False),
        ("http://[::ffff:10.0.0.1]/", False),
        ("ftp://127.0.0.1/", False),
        ("file:///etc/passwd", False),
        ("https://user:secret@tsa.example/", False),
        ("https://", False),
        ("https://[", False),
        ("//127.0.0.1/", False),
        ("", False),
    ],
)
def test_where_a_token_may_be_asked_for(url: str, good: bool) -> None:
    assert (check_address(url) is None) is good
    if not good:
        with pytest.raises(AuthorityError):
            ask(url, b"x")


# The site around it


@pytest.mark.parametrize("what", ["nothing", "an empty folder", "a damaged ledger"])
def test_a_site_without_a_whole_ledger_is_not_sealed(place: Path, what: str) -> None:
    def never(_ledger: bytes) -> bytes:
        pytest.fail("asked for a token of what cannot be sealed")

    if what == "an empty folder":
        (place / "public").mkdir()
    elif what == "a damaged ledger":
        publish(place / "public", ONE)
        (place / "public/ledger.jsonl").write_bytes(b"{}\n")
    with pytest.raises(PublicationError) as caught:
        seal(place / "public", never, ())
    assert [(f.code, f.file) for f in caught.value.findings] == [("G001", "ledger.jsonl")]
    assert beside(place / "public") == set()


def test_a_site_with_a_file_missing_is_not_sealed(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    (site / "404.html").unlink()
    with authority.served() as url:
        (finding,) = refused(site, url, real)
    assert (finding.code, finding.file) == ("G002", "404.html")


def test_dying_while_sealing_leaves_the_site_with_or_without_the_seal(
    site: Path, authority: OpensslAuthority, real: tuple[Authority, ...]
) -> None:
    with authority.served() as url:
        ledger = (site / "ledger.jsonl").read_bytes()
        token = ask(url, ledger)
    seen = []
    for moment in range(1, 400, 3):

        def work(moment: int = moment) -> None:
            done = 0

            def wrap(name: str) -> None:
                call = getattr(os, name)

                def changed(*arguments: object, **options: object) -> object:
                    nonlocal done
                    done += 1
                    if done == moment:
                        kill_self()
                    return call(*arguments, **options)

                setattr(os, name, changed)

            for name in (*CHANGES, "link"):
                wrap(name)
            seal(site, lambda _ledger: token, real)

        code = in_a_child(work)
        assert shown(site) == TWO
        whole(site)
        seen.append((site / "ledger/2.tsr").exists())
        if code == 0 or seen[-1]:
            break
    assert seen[-1]
    assert len(seen) > 10
