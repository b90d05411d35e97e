"""Nothing raises: any bytes, any JSON, any value in any place of a proof or of a log entry."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import MAX_SHOWN, Recorder, Status
from site_builder.evidence.timestamp import judge
from site_builder.evidence.trust import TrustAnchors
from tests.evidence.local_issuer import TIME, LocalIssuer, as_bytes, disclosures

ISSUER = LocalIssuer()
ANCHORS = ISSUER.anchors()
PROOF = ISSUER.proof()
ENTRY = ISSUER.entry(PROOF)
TOKEN = ISSUER.authority.token(b"\x07" * 32, TIME)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(1 << 70), max_value=1 << 70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=80)
    | st.sampled_from(["3.1", "sha256:" + "0" * 64, "0" * 64, "anchored", "ed25519:" + "A" * 86]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def paths(document: Any, prefix: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [prefix] if prefix else []
    keys: list[Any] = list(document) if isinstance(document, dict) else []
    if isinstance(document, list):
        keys = list(range(len(document)))
    for key in keys:
        found += paths(document[key], (*prefix, key))
    return found


def with_value(document: Any, path: tuple[Any, ...], value: object) -> Any:
    altered = copy.deepcopy(document)
    parent = altered
    for part in path[:-1]:
        parent = parent[part]
    parent[path[-1]] = value
    return altered


def judged(account: Account) -> Account:
    text = json.dumps(account.to_json())
    assert text.isascii()
    assert len(account.steps) == 7
    for step in account.steps:
        assert (step.status is Status.PASSED) == (step.cause is None)
        assert not step.passed or step.checks
    return account


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    assert judged(examine(data, ANCHORS, log_entry=data, disclosures=data)).refusal is not None


@given(JSON)
def test_any_json(value: object) -> None:
    account = judged(examine(as_bytes(value), ANCHORS, log_entry=as_bytes(value), disclosures=value))
    assert account.verdict is not Status.PASSED


@settings(max_examples=600)
@given(st.sampled_from(paths(PROOF)), JSON)
def test_any_value_anywhere_in_a_proof(path: tuple[Any, ...], value: object) -> None:
    altered = with_value(PROOF, path, value)
    judged(examine(as_bytes(altered), ANCHORS, log_entry=as_bytes(ENTRY), disclosures=disclosures()))


@settings(max_examples=600)
@given(st.sampled_from(paths(ENTRY)), JSON)
def test_any_value_anywhere_in_an_entry(path: tuple[Any, ...], value: object) -> None:
    altered = with_value(ENTRY, path, value)
    account = judged(examine(as_bytes(PROOF), ANCHORS, log_entry=as_bytes(altered)))
    assert account.step(5).status is Status.FAILED or altered == ENTRY


@given(st.sampled_from(paths(disclosures())), JSON | st.builds(object) | st.just(float("inf")))
def test_any_value_anywhere_in_disclosures(path: tuple[Any, ...], value: object) -> None:
    judged(examine(as_bytes(PROOF), ANCHORS, disclosures=with_value(disclosures(), path, value)))


@settings(max_examples=400)
@given(st.data())
def test_any_splice_of_a_token(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TOKEN)))
    end = data.draw(st.integers(start, min(len(TOKEN), start + 40)))
    spliced = TOKEN[:start] + data.draw(st.binary(max_size=40)) + TOKEN[end:]
    step, _ = judge(Recorder(4), spliced, b"\x07" * 32, ANCHORS.authorities, None)
    assert step.passed == (spliced == TOKEN)


@pytest.mark.parametrize("size", [1, 10_000])
def test_long_text_is_shown_short(size: int) -> None:
    account = examine(as_bytes({"spec_version": "9" * size}), TrustAnchors())
    assert account.refusal is not None
    assert len(account.refusal.found) <= MAX_SHOWN + 1
