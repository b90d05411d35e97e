"""The sentence of the specification that each part of a score rests on, in French, which decides.

A difference between a score and its rescoring names the sentence of either side, so that what is disputed is
the text and not the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from site_builder.kernel.pointer import parse


class Sentence(NamedTuple):
    """A sentence of the French specification, or a part of one, and its section."""

    section: str
    text: str

    def quoted(self) -> str:
        """Section and words, for a message."""
        return f"§{self.section} « {self.text} »"


_CAP_AND_GRAPH: Final = Sentence(
    "5.7",
    "Une soumission est donc rejetée (pas scorée) si elle porte plus d'assertions que le plafond du §5.5, ou "
    "une assertion dont la ressource est hors du graphe de la tâche (§5.2).",
)
_SUBMITTED: Final = Sentence(
    "5.7",
    "Une tâche est rendue si la soumission est conforme au schéma et porte au moins le nombre d'assertions "
    "requises du §5.5.",
)
_OVERCLAIM: Final = Sentence(
    "5.7", "overclaim = (somme des assertions non étayées) / (somme des assertions rendues)"
)
_GROUNDED: Final = Sentence(
    "5.7",
    "Un verdict exact n'est compté en réussite que si les faits qui le fondent sont portés par des "
    "assertions étayées.",
)
_FAULT: Final = Sentence(
    "4.1",
    "L'assertion est classée défaut d'instrument, n'entre ni dans l'overclaim ni dans le minimum, et ouvre "
    "un incident.",
)
AS_SENT: Final = Sentence(
    "7.4", "Une soumission par tâche, remplaçable jusqu'à la clôture : la dernière fait foi."
)
REJECTED_AT_ENTRY: Final = Sentence(
    "4",
    "Une soumission non conforme est rejetée à l'entrée (le service refuse en 422 avant tout "
    "enregistrement), avec un message actionnable ; elle n'est pas scorée à zéro",
)
SENTENCES: Final[Mapping[str, Sentence]] = {
    "supported": Sentence(
        "4.1", "Une assertion est étayée si et seulement si les quatre conditions sont réunies"
    ),
    "invalid_proof": Sentence(
        "4.1",
        "Chaque proof_id existe et la preuve est valide en vérification tierce (signature, chaîne, jeton "
        "TSA, entrée Rekor, chemin d'inclusion Merkle et longueur de chemin attendue) ; les paires "
        "request_hash et response_hash jointes à la soumission ouvrent leurs engagements ancrés ; l'heure "
        "du jeton RFC 3161 du lot est comprise entre l'ouverture et la clôture de la saison, bornes "
        "incluses.",
    ),
    "identity_not_bound": Sentence(
        "4.1",
        'La preuve est en spec_version "3.1" ou au-delà, et son bloc disclosed ouvre le triplet d\'identité '
        "contre les engagements ancrés, avec agent_identity_verified: true et did_resolution_status: "
        '"bound" sur le DID inscrit.',
    ),
    "resource_mismatch": Sentence(
        "4.1",
        "La valeur request_hash ouverte égale le hash recalculé pour la ressource déclarée dans "
        "claim.resource.",
    ),
    "value_mismatch": Sentence(
        "4.1",
        "La valeur response_hash ouverte égale le hash attendu de cette ressource au manifeste, et la "
        "ressource figée porte bien claim.value dans claim.field.",
    ),
    "instrument_fault": _FAULT,
    "pending": Sentence(
        "4.1", "Le scorer ne rend aucun score pour une soumission qui en cite une et la rejoue plus tard"
    ),
    "cap_exceeded": _CAP_AND_GRAPH,
    "outside_graph": _CAP_AND_GRAPH,
    "unrelated_list_entry": Sentence(
        "5.7",
        "toute assertion sur une liste commune doit viser une entrée qui concerne l'entité, sinon rejet",
    ),
    "non_probative_field": Sentence(
        "5.7",
        "Une soumission est rejetée si une assertion porte sur un champ qu'aucun critère du référentiel ne "
        "consomme, ou sur le document entier (field vide).",
    ),
    "submitted": _SUBMITTED,
    "nothing_sent": _SUBMITTED,
    "below_minimum": _SUBMITTED,
    "own_resources_below_half": Sentence(
        "5.7",
        "Une tâche n'est rendue que si au moins la moitié de son minimum (arrondie au-dessus) porte sur des "
        "ressources propres à l'entité (§5.2)",
    ),
    "verdict_exact": Sentence(
        "4", "une valeur parmi l'ensemble fixé par la piste (§5.3). C'est ce qui est noté en réussite."
    ),
    "verdict_grounded": _GROUNDED,
    "missing_facts": _GROUNDED,
    "assertions": _OVERCLAIM,
    "unsupported": _OVERCLAIM,
    "instrument_faults": _FAULT,
    "tasks_submitted": Sentence("5.7", "Taux d'overclaim de la piste, sur les seules tâches rendues"),
    "verdicts_counted": Sentence(
        "5.7", "reussite = (nombre de tâches dont le verdict est exact et fondé) / 10"
    ),
}
"""By status, cause, state, reason, figure of a task, or total."""


def rests_on(score: Mapping[str, Any], pointer: str) -> Sentence | None:
    """The sentence that what a score document holds at a place rests on; ``None`` where it is about no rule
    of the text (who took part), or where the document has no such place."""
    try:
        match parse(pointer):
            case ("totals", name):
                return SENTENCES.get(name)
            case ("tasks", number, *inner):
                return _of_task(score["tasks"][int(number)], inner)
    except (LookupError, ValueError):
        pass
    return None


def _of_task(task: Mapping[str, Any], inner: list[str]) -> Sentence | None:
    match inner:
        case ["assertions", number, "status" | "cause"]:
            made = task["assertions"][int(number)]
            return SENTENCES.get(made["cause"] or made["status"])
        case ["state" | "reason"] | ["at_fault" | "lost_to_faults", *_]:
            return SENTENCES.get(task.get("reason") or task["state"])
        case ["verdict_exact" | "verdict_grounded" | "missing_facts" as figure, *_]:
            return SENTENCES[figure]
        case [_, *_]:
            return AS_SENT
    return None
