"""Step 7: what a submission discloses opens the request and the response (specification §4, §4.1).

What it proves: this call asked for that, and got that. What it does not: that anyone read the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.evidence.fields import hash_bytes, mapping, member
from site_builder.evidence.identity import open_commitment
from site_builder.evidence.steps import Incident, Recorder, Step, shown

FIELDS = ("request_hash", "response_hash")


def check_disclosures(
    proof: Mapping[str, object], disclosures: object
) -> tuple[Step, dict[str, str], list[Incident]]:
    """Step 7; the opened hashes (64 hex digits each) when it passed; flat copies that differ.

    ``disclosures``: ``{"request_hash": {"nonce", "value"}, "response_hash": {…}}``, exactly these two.
    """
    step = Recorder(7)
    if disclosures is None:
        reason = "only a submission discloses what opens these hashes"
        return step.not_checked("no_submission", reason), {}, []
    given = mapping(disclosures)
    exact = given is not None and given.keys() == set(FIELDS)
    step.check(
        "disclosure_names", exact, sorted(given) if given else disclosures, "request_hash and response_hash"
    )
    commitments = mapping(proof.get("commitments")) or {}
    opened: dict[str, str] = {}
    for name in FIELDS:
        value = member(given, name, "value")
        opens = open_commitment(step, name, member(given, name), commitments, f"/disclosures/{name}")
        if opens and step.check("hash_form", hash_bytes(value) is not None, value, "64 hex digits"):
            opened[name] = str(value)
    done = step.done()
    if not done.passed:
        return done, {}, []
    incidents = []
    for name, flat_name in zip(FIELDS, ("request", "response"), strict=True):
        flat = member(proof, "hashes", flat_name)
        if flat != "sha256:" + opened[name]:
            incidents.append(Incident(f"/hashes/{flat_name}", shown(flat), "sha256:" + opened[name]))
    return done, opened, incidents
