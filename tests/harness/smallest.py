"""The smallest valid world, as documents: one track, three tasks, one reference run, one participant.

Every figure is small and differs from every other one that it could be mistaken for, so that a test which
expects it fails when two of them are exchanged:

=============  =========  ===========  ======  =========  =========  ========  =======
row            assertions unsupported  faults  submitted  counted    overclaim success
=============  =========  ===========  ======  =========  =========  ========  =======
reference      7          1            0       3          3          1/7       3/3
community      5          1            1       2          1          1/4       1/3
=============  =========  ===========  ======  =========  =========  ========  =======

Each function returns a document of its own: a test may change it freely.
"""

from __future__ import annotations

import hashlib
from typing import Any

# A tree of JSON values, as `json.loads` returns it; tests reach into it freely.
Document = dict[str, Any]

SECTION: bytes = (
    "5. Barème\n\nTexte inventé pour les essais, figé octet par octet.\n\n"
    "| tâche | minimum | plafond |\n|---|---|---|\n"
    "| conf-01 | 2 | 4 |\n| conf-02 | 2 | 4 |\n| conf-03 | 1 | 2 |\n"
).encode()
KEY_SALT = "5a17" * 16
# Nothing is scored on them: what their hash says is all that a freeze is about.
MANIFEST, OTHER_MANIFEST = '{"corpus":"one"}', '{"corpus":"another"}'
OPENS_AT = "2026-03-02T00:00:00Z"
CLOSES_AT = "2026-03-20T22:59:59Z"
PUBLISHED_AT = "2026-03-23T09:00:00Z"

REFERENCE_DID = "did:key:z6MkoJYnbxvgknfUG2Gbpj4mL2UP5gzsuYdo8haq1KNPBfz8"
COMMUNITY_DID = "did:key:z6MkuNugVFxBdAD1fjhKeWhfExbKiwyNMveVKJsHxyYeh693"
SPARE_DID = "did:key:z6MkfR9nSXTShvE3pBw2kLvtjVNqfZAe2ajJobd75WnGPxpp"

# The facts that decide the tasks, and one that decides nothing.
ENTITY_ACTIVE = {"resource": "/entites/ENT-0001", "field": "/statut", "value": "active"}
APPROVAL_SUSPENDED = {"resource": "/agrements/AGR-0002", "field": "/statut", "value": "suspendu"}
LISTED_SUSPENDED = {"resource": "/listes/agrees/2026", "field": "/entrees/0/statut", "value": "suspendu"}
APPROVAL_START = {"resource": "/agrements/AGR-0002", "field": "/date_debut", "value": "2025-06-01"}
CERTIFICATE_ABSENT = {"resource": "/attestations/ATT-0003", "field": "/existe", "value": False}
ENTITY_EXISTS = {"resource": "/entites/ENT-0001", "field": "/existe", "value": True}
APPROVAL_HOLDER = {"resource": "/agrements/AGR-0002", "field": "/entite", "value": "ENT-0002"}
THIRD_ENTITY = {"resource": "/entites/ENT-0003", "field": "/statut", "value": "radiee"}


def digest(text: str) -> str:
    """64 hex digits that stand for some hash: SHA-256 of `text`."""
    return hashlib.sha256(text.encode()).hexdigest()


def season() -> Document:
    return {
        "schema": "proveit-season-v1", "season": 1, "demonstration": True,
        "opens_at": OPENS_AT, "closes_at": CLOSES_AT, "published_at": PUBLISHED_AT,
        "season_service": "https://index.example/v1/season/1",
        "proof_url": "https://trust.example/v1/proof/{proof_id}",
        "disputes": {"window_days": 14, "decision_days": 30, "contact": "disputes@index.example"},
        "licence": {"data": "CC-BY-4.0", "text": "CC-BY-4.0"},
        "invalidated": None,
    }  # fmt: skip


def track() -> Document:
    """`sha256` and `commitment` are left empty: `worlds.rehash` fills them from the bytes on disk."""
    return {
        "schema": "proveit-track-v1", "season": 1, "track": "conformite",
        "scoring_rules": {
            "version": "essai-bareme-v1", "section": 5, "language": "fr", "file": "section-5.txt",
            "sha256": "", "proof_id": "prf_20260301_080000_0a0b0c", "superseded": [],
        },
        "corpus": {"manifest_sha256": digest(MANIFEST)},
        "answer_key": {"file": "answer-key.json", "commitment": "", "salt": KEY_SALT},
        "verdicts": ["conforme", "non_conforme", "indeterminable"],
        "expected_verdicts": {"conforme": 1, "non_conforme": 1, "indeterminable": 1},
        "tasks": [
            {"task_id": "conf-01", "minimum": 2, "cap": 4},
            {"task_id": "conf-02", "minimum": 2, "cap": 4},
            {"task_id": "conf-03", "minimum": 1, "cap": 2},
        ],
    }  # fmt: skip


def answer_key() -> Document:
    """One ground a task; the one of conf-02 has two equivalent forms."""
    return {
        "conf-01": {
            "verdict": "conforme", "family": None, "control": True,
            "grounds": [{"any_of": [dict(ENTITY_ACTIVE)]}],
        },
        "conf-02": {
            "verdict": "non_conforme", "family": "P2", "control": False,
            "grounds": [{"any_of": [dict(APPROVAL_SUSPENDED), dict(LISTED_SUSPENDED)]}],
        },
        "conf-03": {
            "verdict": "indeterminable", "family": "P1", "control": False,
            "grounds": [{"any_of": [dict(CERTIFICATE_ABSENT)]}],
        },
    }  # fmt: skip


def assertion(number: int, claim: Document, proof_id: str, cause: str | None = None) -> Document:
    """`a<number>`: supported when `cause` is None, else the status that the cause implies."""
    status = {None: "supported", "instrument_fault": "instrument_fault"}.get(cause, "unsupported")
    return {
        "id": f"a{number}", "claim": dict(claim), "proof_ids": [proof_id], "status": status, "cause": cause,
    }  # fmt: skip


def disclosures(*proof_ids: str) -> Document:
    return {
        proof_id: {
            side: {"nonce": digest(f"{proof_id} {side} nonce"), "value": digest(f"{proof_id} {side} value")}
            for side in ("request_hash", "response_hash")
        }
        for proof_id in proof_ids
    }


def submitted(
    task_id: str, verdict: str, assertions: list[Document], *,
    exact: bool = True, missing: list[Document] | None = None,
) -> Document:  # fmt: skip
    """A submitted task; it is grounded when `missing` names no fact."""
    cited = [proof_id for made in assertions for proof_id in made["proof_ids"]]
    return {
        "task_id": task_id, "state": "submitted", "submitted_at": "2026-03-10T10:00:00Z",
        "verdict": verdict, "verdict_exact": exact, "verdict_grounded": not missing,
        "missing_facts": missing or [], "assertions": assertions, "disclosures": disclosures(*cited),
        "narrative": f"Récit de la tâche {task_id}.",
    }  # fmt: skip


def reference() -> Document:
    def proof(number: int) -> str:
        return f"prf_20260309_100000_0f000{number}"

    return {
        "schema": "proveit-score-v1", "season": 1, "track": "conformite", "table": "reference",
        "agent": {"name": "Essai de calibrage", "did": REFERENCE_DID},
        "run": {
            "run_id": "ref-one", "model": "modele-essai", "model_version": "2026-02",
            "framework": "cadre-essai", "framework_version": "0.9",
            "prompt_url": "https://index.example/prompts/ref-one.txt",
        },
        "tasks": [
            submitted("conf-01", "conforme", [
                assertion(1, ENTITY_ACTIVE, proof(1)), assertion(2, ENTITY_EXISTS, proof(2))]),
            submitted("conf-02", "non_conforme", [
                assertion(1, APPROVAL_SUSPENDED, proof(3)), assertion(2, APPROVAL_HOLDER, proof(4)),
                assertion(3, APPROVAL_START, proof(5), "resource_mismatch")]),
            submitted("conf-03", "indeterminable", [
                assertion(1, CERTIFICATE_ABSENT, proof(6)), assertion(2, THIRD_ENTITY, proof(7))]),
        ],
        "totals": {"assertions": 7, "unsupported": 1, "instrument_faults": 0,
                   "tasks_submitted": 3, "verdicts_counted": 3},
    }  # fmt: skip


def community() -> Document:
    def proof(number: int) -> str:
        return f"prf_20260310_095900_0c000{number}"

    return {
        "schema": "proveit-score-v1", "season": 1, "track": "conformite", "table": "community",
        "agent": {"name": "Atelier Églantine", "did": COMMUNITY_DID},
        "stack": {"declared": "pile-essai 3"},
        "report": {"public": True},
        "tasks": [
            submitted("conf-01", "conforme", [
                assertion(1, ENTITY_ACTIVE, proof(1)), assertion(2, ENTITY_EXISTS, proof(2))]),
            submitted("conf-02", "non_conforme", [
                assertion(1, APPROVAL_HOLDER, proof(3)),
                assertion(2, APPROVAL_START, proof(4), "value_mismatch"),
                assertion(3, APPROVAL_SUSPENDED, proof(5), "instrument_fault")],
                missing=[dict(APPROVAL_SUSPENDED)]),
            {"task_id": "conf-03", "state": "not_submitted", "reason": "below_minimum"},
        ],
        "totals": {"assertions": 5, "unsupported": 1, "instrument_faults": 1,
                   "tasks_submitted": 2, "verdicts_counted": 1},
    }  # fmt: skip
