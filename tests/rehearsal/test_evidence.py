"""The rehearsal's proofs as evidence: every step passes, and no single alteration of any does."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import TrustAnchors
from tests.evidence import alterations
from tests.evidence.alterations import Evidence
from tests.evidence.local_issuer import as_bytes
from tests.rehearsal.replaying import SEASON

MANY = 2_000


def account_of(evidence: Evidence, anchors: TrustAnchors) -> Account:
    return examine(
        as_bytes(evidence.proof),
        anchors,
        log_entry=as_bytes(evidence.entry),
        disclosures=evidence.disclosures,
        rehearsal=True,
    )


@pytest.fixture(scope="module")
def proofs(season: Path) -> list[Evidence]:
    """One proof of every batch, with its log entry and what its submission discloses."""
    found: dict[str, Evidence] = {}
    for track in ("conformite", "generique"):
        folder = season / SEASON / track
        for place in sorted((folder / "submissions").glob("*/*/*-*.json")):
            for proof_id, disclosed in json.loads(place.read_bytes())["disclosures"].items():
                view = folder / "proofs" / f"{proof_id}.json"
                proof: dict[str, Any] = json.loads(view.read_bytes()) if view.exists() else {}
                root = str(proof.get("batch_anchor", {}).get("root", "")).removeprefix("sha256:")
                if root and root not in found and proof["spec_version"] == "3.1":
                    entry = json.loads((folder / "log" / f"{root}.json").read_bytes())
                    found[root] = Evidence(proof, entry, disclosed)
    return list(found.values())


def test_every_witness_of_every_batch_holds(proofs: list[Evidence], rehearsal_anchors: TrustAnchors) -> None:
    assert len(proofs) > 20
    for evidence in proofs:
        account = account_of(evidence, rehearsal_anchors)
        assert [step.status for step in account.steps] == [Status.PASSED] * 7


def test_no_single_alteration_passes(proofs: list[Evidence], rehearsal_anchors: TrustAnchors) -> None:
    chance = random.Random(20260504)
    done, failed = 0, set()
    while done < MANY:
        evidence = proofs[done % len(proofs)]
        places = alterations.places(evidence)
        altered, alteration = alterations.alter(evidence, places[chance.randrange(len(places))], chance)
        if alterations.same_shape(evidence, altered):
            continue  # nothing tells two batch sizes of one shape apart (docs/evidence.md)
        done += 1
        account = account_of(altered, rehearsal_anchors)
        if account.unknown_version is not None:  # a later version is undecided (§4.1), and passes nothing
            assert (alteration.path, account.verdict) == (("spec_version",), Status.NOT_CHECKED)
            continue
        assert account.verdict is Status.FAILED, alteration
        if account.refusal is None:
            assert account.step(alteration.step).status is Status.FAILED, alteration
            failed.add(alteration.step)
    assert failed == {1, 2, 3, 4, 5, 6, 7}


def test_the_log_is_append_only(season: Path) -> None:
    """Every entry of both tracks is a leaf of one growing tree, and the checkpoints agree on it."""
    leaves: dict[int, str] = {}
    roots: dict[int, set[str]] = {}
    for track in ("conformite", "generique"):
        for place in (season / SEASON / track / "log").iterdir():
            ((name, entry),) = json.loads(place.read_bytes()).items()
            inclusion = entry["verification"]["inclusionProof"]
            leaves[inclusion["logIndex"]] = name[16:]
            roots.setdefault(inclusion["treeSize"], set()).add(inclusion["rootHash"])
    assert sorted(leaves) == list(range(min(leaves), max(leaves) + 1))
    assert all(len(found) == 1 for found in roots.values())
    assert len(roots) > 3
