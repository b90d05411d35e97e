"""Step 6: the proof opens the identity that it committed to (specification §4.1, condition 2; §10).

Asked for is the triplet. What else ``disclosed`` opens stands for nothing here and is no fault, as long as it
opens: an opening that does not, or of what was never committed to, is an altered proof.

What it proves: the issuer observed a DID binding, committed to it before anchoring, and can no longer
go back on it. What it does not: that the binding took place; a reader who wants that resolves the DID.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.evidence.commitments import CONSISTENT, IDENTITY, Version, commitment
from site_builder.evidence.fields import hash_bytes, mapping, member, prefixed, prefixed_hash
from site_builder.evidence.steps import Incident, Recorder, Step, shown
from site_builder.kernel.canonical import json_equal


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity as opened. The flat fields of the proof are never read for it."""

    did: object
    verified: object
    resolution: object

    def bound_to(self, did: str) -> bool:
        """Condition 2's values (specification §4.1): verified, bound, and this very DID."""
        return (
            self.verified is True
            and isinstance(self.resolution, str)
            and self.resolution == "bound"
            and isinstance(self.did, str)
            and self.did == did
        )

    def to_json(self) -> dict[str, object]:
        """The three values for machines, under their own names."""
        return dict(zip(IDENTITY, (self.did, self.verified, self.resolution), strict=True))


def check_identity(
    proof: Mapping[str, object], version: Version
) -> tuple[Step, Identity | None, list[Incident]]:
    """Step 6; the identity when it passed; flat fields that differ from what was opened."""
    step = Recorder(6)
    disclosed = proof.get("disclosed")
    if not version.anchors_identity:
        step.check("no_openings", disclosed is None, disclosed, "nothing, in this version", "/disclosed")
        reason = "no anchor covers the identity in this version: it is not admissible"
        return step.not_checked("identity_not_admissible", reason), None, []
    openings = step.formed("openings_present", mapping(disclosed), disclosed, "an object", "/disclosed")
    if openings is None:
        return step.done(), None, []
    commitments = mapping(proof.get("commitments")) or {}
    for name in sorted(set(IDENTITY) | openings.keys()):
        if name in IDENTITY or name in commitments:
            open_commitment(step, name, openings.get(name), commitments, f"/disclosed/{name}")
        else:
            step.check("opening_names", False, name, "a field that was committed to", "/disclosed")
    done = step.done()
    if not done.passed:
        return done, None, []
    incidents = [
        Incident(f"/{name}", shown(proof.get(name)), shown(member(openings, name, "value")))
        for name in sorted(openings)
        if (name in (*IDENTITY, CONSISTENT) or name in proof)
        and not json_equal(proof.get(name), member(openings, name, "value"))
    ]
    did, verified, resolution = (member(openings, name, "value") for name in IDENTITY)
    return done, Identity(did, verified, resolution), incidents


def open_commitment(
    step: Recorder, name: str, opening: object, commitments: Mapping[str, object], place: str
) -> bool:
    """Records whether ``{"nonce", "value"}`` opens the commitment of this field."""
    pair = opening if isinstance(opening, Mapping) and opening.keys() == {"nonce", "value"} else None
    nonce = hash_bytes(member(pair, "nonce"))
    if nonce is None:
        wanted = "a nonce of 64 hex digits, and a value"
        return step.check("opening_form", False, opening, wanted, place)
    stated = commitments.get(name)
    target = prefixed_hash(stated)
    try:
        found = commitment(name, nonce, member(pair, "value"))
    except (TypeError, ValueError, RecursionError):
        return step.check("opening_form", False, "a value that is not JSON", "a JSON value", place)
    return step.check("opens", target == found, prefixed(found), stated or "a commitment", place)
