"""The readings that the Index takes where the specification decides nothing, each with a number for ever.

What each one is, why it was taken, and what the other reading would change stands in one place: the page
``readings`` of the content, in both languages (docs/readings.md). Here is what the program knows of them: the
sentence that leaves room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from site_builder.challenges.prove_it.scoring.sentences import SENTENCES, Sentence

PAGE: Final = "/challenges/prove-it/readings/"


@dataclass(frozen=True, slots=True)
class Reading:
    """``code``: that of its entry on the page of readings; ``sentence``: what leaves room."""

    code: str
    sentence: Sentence

    @property
    def address(self) -> str:
        """The path of its entry on the site, in English."""
        return f"{PAGE}#{self.code}"


_PROOFS: Final = Sentence(
    "5.2",
    "un triplet (ressource, champ, valeur) que l'agent affirme, accompagné d'un ou plusieurs proof_id.",
)
_FORMAT: Final = Sentence("4", "Schéma JSON strict, validé à l'entrée.")
_GRAPH: Final = Sentence(
    "5.2",
    "la fiche d'entité visée, ses agréments, ses attestations et leurs avenants, ses pages de bénéficiaires",
)

EVERY_PROOF: Final = Reading("R1", _PROOFS)
FAULT_BESIDE_ANSWER: Final = Reading("R2", SENTENCES["instrument_fault"])
FAULTS_AND_HALF: Final = Reading("R3", Sentence("4.1", "n'entre ni dans l'overclaim ni dans le minimum"))
REFUSED_BEFORE_WAITING: Final = Reading("R4", SENTENCES["pending"])
WAITING_ROW: Final = Reading("R5", SENTENCES["pending"])
NO_POINTER: Final = Reading(
    "R6", Sentence("4", "resource est l'URL canonique sans hôte ; field est un JSON Pointer (RFC 6901)")
)
NO_PROOF: Final = Reading("R7", _PROOFS)
PROOF_TWICE: Final = Reading("R8", _PROOFS)
SAME_IDS: Final = Reading("R9", _FORMAT)
NO_NARRATIVE: Final = Reading(
    "R10",
    Sentence("4", "champ libre, publié à côté du résultat pour le lecteur, ignoré par le scorer."),
)
NO_LIST_ENTRY: Final = Reading("R11", SENTENCES["unrelated_list_entry"])
SEVERAL_REASONS: Final = Reading("R12", SENTENCES["cap_exceeded"])
AMENDED_NAMED: Final = Reading("R13", _GRAPH)
BELONGS: Final = Reading("R14", _GRAPH)
WITHOUT_OWN: Final = Reading("R15", Sentence("6.6", "Identique au §5.7, sans aucune variation"))
READINGS: Final = (
    EVERY_PROOF, FAULT_BESIDE_ANSWER, FAULTS_AND_HALF, REFUSED_BEFORE_WAITING, WAITING_ROW, NO_POINTER,
    NO_PROOF, PROOF_TWICE, SAME_IDS, NO_NARRATIVE, NO_LIST_ENTRY, SEVERAL_REASONS, AMENDED_NAMED, BELONGS,
    WITHOUT_OWN,
)  # fmt: skip
