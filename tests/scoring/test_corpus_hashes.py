from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash, response_hash, served_value

URL = "https://corpus.test/entites/ENT-0001"


def test_a_request_by_hand() -> None:
    text = (
        '{"amount":0.0,"currency":"eur","method":"GET","payload":{},'
        '"target":"https://corpus.test/entites/ENT-0001"}'
    )
    assert request_hash(URL, "GET", {}) == hashlib.sha256(text.encode("ascii")).hexdigest()


@given(st.text(), st.sampled_from(["GET", "POST"]), st.none() | st.dictionaries(st.text(), st.text()))
def test_a_request_as_json_writes_it(target: str, method: str, payload: object) -> None:
    data = {"target": target, "method": method, "payload": payload, "amount": 0.0, "currency": "eur"}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert request_hash(target, method, payload) == hashlib.sha256(text.encode("ascii")).hexdigest()


@pytest.mark.parametrize("other", [URL + "/", URL + "?", URL.upper(), URL + "#x", URL + " "])
def test_the_address_counts_to_the_character(other: str) -> None:
    assert request_hash(other, "GET", {}) != request_hash(URL, "GET", {})


def test_the_method_and_the_payload_count() -> None:
    payloads: tuple[object, ...] = ({}, None)
    hashes = {request_hash(URL, method, payload) for method in ("GET", "get") for payload in payloads}
    assert len(hashes) == 4


# Bodies and the canonical text that is hashed: non-ASCII escaped, numbers as Python reads and writes them.
BODIES = [
    ('{"b": 1, "a": "é"}', '{"a":"\\u00e9","b":1}'),
    ('{"n": 2.0}', '{"n":2.0}'),
    ('{"n": 1e3}', '{"n":1000.0}'),
    ('{"n": 12345678901234567890}', '{"n":12345678901234567890}'),
    ('{"n": null, "o": {"z": true, "a": []}}', '{"n":null,"o":{"a":[],"z":true}}'),
    ('"\\ud83d\\ude00"', '"\\ud83d\\ude00"'),
]


@pytest.mark.parametrize(("body", "canonical"), BODIES)
def test_a_response_by_hand(body: str, canonical: str) -> None:
    assert response_hash(body.encode("utf-8")) == hashlib.sha256(canonical.encode("ascii")).hexdigest()


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff\xfe", b"[" * 100_000])
def test_bytes_that_are_not_json(body: bytes) -> None:
    with pytest.raises(ValueError):
        served_value(body)
    with pytest.raises(ValueError):
        response_hash(body)
