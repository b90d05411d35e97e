"""The steps of each proof that a report cites, as the replay found them: numbers and outcomes, no words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from site_builder.evidence.account import Account


class VerifiedProof(NamedTuple):
    """One proof: the outcomes of its steps, 1 to 7, and the time that a third party signed, in UTC."""

    proof_id: str
    outcomes: tuple[str, ...]
    time: str | None


def verified(accounts: Mapping[str, Account]) -> tuple[VerifiedProof, ...]:
    """Every proof that was examined, by id."""
    from site_builder.evidence.trust import moment  # loaded where proofs are, and long to load

    return tuple(
        VerifiedProof(
            proof_id,
            tuple(step.status.value for step in account.steps),
            moment(account.time) if account.time is not None else None,
        )
        for proof_id, account in sorted(accounts.items())
    )


def content(proofs: Sequence[VerifiedProof] | None) -> list[dict[str, Any]] | None:
    """The part of a report's document; ``None`` where nothing was replayed."""
    if proofs is None:
        return None
    return [
        {
            "proof_id": proof.proof_id,
            "etapes": [{"numero": n, "etat": outcome} for n, outcome in enumerate(proof.outcomes, 1)],
            "heure": proof.time,
        }
        for proof in proofs
    ]
