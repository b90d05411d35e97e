"""Step 5: whose entry it is, which index counts, and what binds the two."""

from __future__ import annotations

import base64
import copy
import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import SubmitterKey, TrustAnchors
from tests.evidence.local_issuer import START, TIME, TREE, LocalIssuer, as_bytes, with_log_copies

Json = dict[str, Any]


def refused(account: Account) -> set[str]:
    step = account.step(5)
    assert step.status is Status.FAILED
    return {check.name for check in step.checks if not check.holds}


def inner(entry: Json) -> Json:
    (answer,) = entry.values()
    assert isinstance(answer, dict)
    return answer


# The real entry, as is and altered (real-world input B29).


@pytest.fixture
def judged(old_proof: Json, real_anchors: TrustAnchors) -> Callable[[Any], Account]:
    return lambda entry: examine(as_bytes(old_proof), real_anchors, log_entry=as_bytes(entry))


def test_the_real_entry(judged: Callable[[Any], Account], old_entry: Json) -> None:
    account = judged(old_entry)
    assert account.step(5).passed
    assert account.incidents == ()
    # The leaf is the hash of the decoded body.
    (name,) = old_entry
    body = base64.b64decode(inner(old_entry)["body"])
    assert name[16:] == hashlib.sha256(b"\x00" + body).hexdigest()


def test_the_global_index_is_not_the_shard_s(judged: Callable[[Any], Account], old_entry: Json) -> None:
    entry = copy.deepcopy(old_entry)
    answer = inner(entry)
    proof = answer["verification"]["inclusionProof"]
    answer["logIndex"], proof["logIndex"] = proof["logIndex"], answer["logIndex"]
    assert refused(judged(entry)) == {"signed_entry_timestamp", "log_root"}


def test_only_the_inclusion_index_exchanged(judged: Callable[[Any], Account], old_entry: Json) -> None:
    entry = copy.deepcopy(old_entry)
    inner(entry)["verification"]["inclusionProof"]["logIndex"] = inner(entry)["logIndex"]
    assert refused(judged(entry)) == {"log_root"}


def test_a_dropped_hash(judged: Callable[[Any], Account], old_entry: Json) -> None:
    for place in (0, 15, 31):
        entry = copy.deepcopy(old_entry)
        del inner(entry)["verification"]["inclusionProof"]["hashes"][place]
        assert refused(judged(entry)) == {"path_length"}


def test_a_hash_of_31_bytes(judged: Callable[[Any], Account], old_entry: Json) -> None:
    entry = copy.deepcopy(old_entry)
    hashes = inner(entry)["verification"]["inclusionProof"]["hashes"]
    hashes[3] = hashes[3][:62]
    assert refused(judged(entry)) == {"path_form"}


def test_the_name_with_and_without_the_tree_s_number(
    judged: Callable[[Any], Account], old_entry: Json
) -> None:
    (name, answer), *_ = old_entry.items()
    assert len(name) == 80
    account = judged({name[16:]: answer})
    assert account.step(5).passed
    assert account.incidents == ()
    assert refused(judged({"0" * 16 + name[16:]: answer})) == {"checkpoint_tree"}
    assert refused(judged({name[:16] + "0" * 64: answer})) == {"entry_name"}
    assert refused(judged({"uuid": answer})) == {"entry_name"}


# An entry of the tests' own log.


@pytest.fixture(scope="module")
def pair(issuer: LocalIssuer) -> tuple[Json, Json]:
    proof = issuer.proof()
    entry = issuer.entry(proof)
    return with_log_copies(proof, entry), entry


def judge(issuer: LocalIssuer, proof: Json, entry: object, anchors: TrustAnchors | None = None) -> Account:
    return examine(as_bytes(proof), anchors or issuer.anchors(), log_entry=as_bytes(entry))


def test_another_genuine_entry_does_not_pass(issuer: LocalIssuer, pair: tuple[Json, Json]) -> None:
    other = issuer.entry(issuer.proof(time=TIME + dt.timedelta(days=1)), artifact=b"a" * 64)
    account = judge(issuer, pair[0], other)
    assert refused(account) == {"artifact", "entry_signature"}
    assert account.step(5).cause == "artifact"


def test_the_real_entry_says_nothing_about_another_proof(
    freeze_proof: Json, old_entry: Json, real_anchors: TrustAnchors
) -> None:
    account = examine(as_bytes(freeze_proof), real_anchors, log_entry=as_bytes(old_entry))
    assert account.step(5).cause == "artifact"
    # A failed entry is compared with nothing.
    assert account.incidents == ()


def test_the_artifact_is_the_hex_text_and_not_the_bytes(issuer: LocalIssuer, pair: tuple[Json, Json]) -> None:
    raw = bytes.fromhex(pair[0]["batch_anchor"]["root"].removeprefix("sha256:"))
    assert judge(issuer, pair[0], issuer.entry(pair[0], artifact=raw)).step(5).cause == "artifact"


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ({"kind": "rekord"}, "entry_kind"),
        ({"apiVersion": "0.0.2"}, "entry_kind"),
        ({"algorithm": "sha512"}, "artifact_algorithm"),
    ],
)
def test_an_entry_of_another_kind(
    issuer: LocalIssuer, pair: tuple[Json, Json], body: dict[str, Any], cause: str
) -> None:
    assert refused(judge(issuer, pair[0], issuer.entry(pair[0], **body))) == {cause}


def test_an_entry_that_a_stranger_submitted(issuer: LocalIssuer, pair: tuple[Json, Json]) -> None:
    stranger = LocalIssuer(log_key=issuer.log_key)
    assert refused(judge(issuer, pair[0], stranger.entry(pair[0]))) == {"submitter_key"}


def test_another_log(issuer: LocalIssuer, pair: tuple[Json, Json]) -> None:
    other = LocalIssuer(submitting=issuer.submitting)
    assert refused(judge(issuer, pair[0], other.entry(pair[0]))) == {"known_log"}


SUBMITTER_DATES = [
    (TIME, None, set()),
    (START, TIME, {"submitter_key_valid"}),
    (TIME + dt.timedelta(seconds=1), None, {"submitter_key_valid"}),
]


@pytest.mark.parametrize(("start", "end", "causes"), SUBMITTER_DATES)
def test_the_submitter_s_key_is_judged_when_the_log_took_the_entry_in(
    issuer: LocalIssuer,
    pair: tuple[Json, Json],
    start: dt.datetime,
    end: dt.datetime | None,
    causes: set[str],
) -> None:
    key = SubmitterKey("rekor-t", start, end, rehearsal=False, public=issuer.submitting.public_key())
    account = judge(issuer, *pair, replace(issuer.anchors(), submitter_keys=(key,)))
    if causes:
        assert refused(account) == causes
    else:
        assert account.step(5).passed


def _in_proof(name: str, value: object) -> Callable[[Json], None]:
    def alter(answer: Json) -> None:
        answer["verification"]["inclusionProof"][name] = value

    return alter


def _checkpoint(change: Callable[[str], str]) -> Callable[[Json], None]:
    def alter(answer: Json) -> None:
        proof = answer["verification"]["inclusionProof"]
        proof["checkpoint"] = change(proof["checkpoint"])

    return alter


ALTERED: list[tuple[str, Callable[[Json], None], set[str]]] = [
    ("no promise", lambda a: a["verification"].pop("signedEntryTimestamp"), {"signed_entry_timestamp"}),
    ("no inclusion", lambda a: a["verification"].pop("inclusionProof"), {"index_form", "checkpoint_form"}),
    ("nothing to verify", lambda a: a.pop("verification"), {"signed_entry_timestamp", "index_form"}),
    ("size as text", _in_proof("treeSize", "22"), {"size_form", "checkpoint_size"}),
    ("another size", _in_proof("treeSize", 23), {"path_length", "checkpoint_size"}),
    ("size true", _in_proof("treeSize", True), {"size_form"}),
    ("index outside", _in_proof("logIndex", 22), {"index_in_tree"}),
    ("negative index", _in_proof("logIndex", -1), {"index_form"}),
    ("no path", _in_proof("hashes", []), {"path_length"}),
    ("a path of 64", _in_proof("hashes", ["0" * 64] * 64), {"path_form"}),
    ("another root", _in_proof("rootHash", "0" * 64), {"log_root", "checkpoint_root"}),
    ("no checkpoint", _in_proof("checkpoint", None), {"checkpoint_form"}),
    ("origin", _checkpoint(lambda t: t.replace("log.test -", "log.best -")), {"checkpoint_origin"}),
    ("tree", _checkpoint(lambda t: t.replace(str(TREE), str(TREE + 1))), {"checkpoint_tree"}),
    ("size in it", _checkpoint(lambda t: t.replace("\n22\n", "\n23\n")), {"checkpoint_size"}),
    ("size 022", _checkpoint(lambda t: t.replace("\n22\n", "\n022\n")), {"checkpoint_form"}),
    ("two signatures", _checkpoint(lambda t: t + t.rpartition("\n\n")[2]), {"checkpoint_form"}),
    ("no signature", _checkpoint(lambda t: t.partition("\n\n")[0] + "\n\n"), {"checkpoint_form"}),
    ("signer", _checkpoint(lambda t: t.replace("— log.test", "— lug.test")), {"checkpoint_key"}),
    ("other words", _checkpoint(lambda t: t.replace("\n\n", "\nmore\n\n")), {"checkpoint_signature"}),
    ("global index", lambda a: a.update(logIndex=a["logIndex"] + 1), {"signed_entry_timestamp"}),
    ("time", lambda a: a.update(integratedTime=a["integratedTime"] + 1), {"signed_entry_timestamp"}),
    ("time as text", lambda a: a.update(integratedTime=str(a["integratedTime"])), {"time_form"}),
    ("far time", lambda a: a.update(integratedTime=1 << 62), {"time_form"}),
    ("body", lambda a: a.update(body=a["body"][:-4] + "e30K"), {"body_readable", "entry_name"}),
    ("empty body", lambda a: a.update(body=""), {"body_form"}),
]


@pytest.mark.parametrize(("alter", "causes"), [a[1:] for a in ALTERED], ids=[a[0] for a in ALTERED])
def test_altered_entries(
    issuer: LocalIssuer, pair: tuple[Json, Json], alter: Callable[[Json], None], causes: set[str]
) -> None:
    entry = copy.deepcopy(pair[1])
    alter(inner(entry))
    assert causes <= refused(judge(issuer, pair[0], entry))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"a":{},"b":{}}', b'{"a":null}', b'{"a":{"body":1}}'])
def test_what_is_no_entry(issuer: LocalIssuer, pair: tuple[Json, Json], data: bytes) -> None:
    account = examine(as_bytes(pair[0]), issuer.anchors(), log_entry=data)
    assert account.step(5).status is Status.FAILED


COPIES = [
    ("uuid", "0" * 80),
    ("uuid", "0" * 64),
    ("uuid", None),
    ("log_index", 7),
    ("log_index", True),
    ("integrated_time", "1"),
]


@pytest.mark.parametrize(("name", "value"), COPIES)
def test_flat_copies_of_the_entry(
    issuer: LocalIssuer, pair: tuple[Json, Json], name: str, value: object
) -> None:
    proof = copy.deepcopy(pair[0])
    proof["transparency_log"][name] = value
    account = judge(issuer, proof, pair[1])
    assert account.step(5).passed
    assert [incident.pointer for incident in account.incidents] == [f"/transparency_log/{name}"]
