"""JSON Schema of the parts that several page types share: rows, tasks, corrections, notices, references."""

from __future__ import annotations

from typing import Final

from site_builder.challenges.prove_it.inputs.score import CAUSES
from site_builder.challenges.prove_it.pages.words import FAMILIES, KINDS, REASONS, STATUSES, TABLES
from site_builder.documents.schema import (
    ANY_TEXT,
    COUNT,
    FLAG,
    POSITIVE,
    PROOF_ID,
    REPORT_ID,
    SHA256,
    TASK_ID,
    TEXT,
    URL,
    Schema,
    array,
    exactly,
    nullable,
    one_of,
    record,
    ref,
)

RATE: Final = ref("taux")
DATE: Final = ref("date")
CAUSE: Final = one_of(*CAUSES)
STATUS: Final = one_of(*STATUSES)
TABLE_ID: Final = one_of(*TABLES)
VERDICTS: Final = array(record({"verdict": TEXT, "nombre": COUNT}))
LICENCE: Final = record({"donnees": TEXT, "textes": TEXT})
FAMILY: Final = nullable(record({"code": one_of(*FAMILIES), "nom": TEXT}))
RULES_FILE: Final = {
    "version": TEXT,
    "section": POSITIVE,
    "sha256": SHA256,
    "proof_id": PROOF_ID,
    "proof_url": URL,
    "fichier_url": URL,
    "langue": exactly("fr"),
}
ASSESSMENT: Final = nullable(
    record(
        {
            "statut": STATUS,
            "statut_libelle": TEXT,
            "cause": nullable(CAUSE),
            "cause_libelle": nullable(TEXT),
        }
    )
)
REPORT_LINK: Final = record({"report_id": REPORT_ID, "url": nullable(URL)})
CLAIM: Final = record({"resource": ANY_TEXT, "field": ANY_TEXT, "value": {}})
# The places of the page where something stands: ids of tasks, or of assertions as "<task id>.<rank>".
ANCHORS: Final = array(TEXT, minItems=1)
EXPLAINED: Final = {"libelle": TEXT, "message": TEXT, "action": TEXT, "ancres": ANCHORS}
REJECTION: Final = record({"code": one_of(*REASONS), "libelle": TEXT, "message": TEXT, "ancres": ANCHORS})
RUN: Final = {
    "modele": ANY_TEXT,
    "version_modele": ANY_TEXT,
    "cadre": ANY_TEXT,
    "version_cadre": ANY_TEXT,
    "prompt_url": URL,
    "etiquette": TEXT,
}
STACK: Final = nullable(record({"declaree": ANY_TEXT, "etiquette": TEXT}))
PAIR: Final = record({"overclaim": RATE, "reussite": RATE})
COUNTED: Final = nullable(record({"nombre": COUNT, "sur": POSITIVE, "affichage": TEXT}))
AGENT: Final = record({"nom": ANY_TEXT, "did": ANY_TEXT})
_CONSTANT: Final = record({"libelle": TEXT, "etiquette": TEXT, "verdict": TEXT, "taux": PAIR})
_COUNTS: Final = nullable(
    array(
        record({"task_id": TASK_ID, "rendues": COUNT, "exactes": COUNT, "fondees": COUNT, "comptees": COUNT})
    )
)
_COLUMNS: Final = ("agent", "did", "overclaim", "reussite", "taches_rendues", "stack", "preuves")
TABLE: Final = record(
    {
        "id": TABLE_ID,
        "nom": TEXT,
        "etiquette": TEXT,
        "description": TEXT,
        "legende": TEXT,
        "colonnes": record(dict.fromkeys(_COLUMNS, TEXT)),
        "constante": _CONSTANT,
        "telechargements": record(dict.fromkeys(("csv", "schema", "json", "tableur"), record({"url": URL}))),
        "taches": _COUNTS,
        "rapports_comptes": nullable(COUNT),
        "groupes": array(
            record({"reussite": nullable(RATE), "titre": TEXT, "lignes": array(ref("ligne"), minItems=1)})
        ),
    }
)

DEFINITIONS: Final[dict[str, Schema]] = {
    "avis": array(
        record(
            {
                "code": one_of(
                    "demonstration",
                    "invalidation",
                    "correction",
                    "retrait",
                    "remplacement",
                    "emoji_remplaces",
                    "non_rejoue",
                    "prive",
                ),
                "texte": TEXT,
            }
        )
    ),
    "rejeu": nullable(record({"code": one_of("rejoue", "assertions_rejouees"), "texte": TEXT})),
    "corrections": array(
        record(
            {
                "n": POSITIVE,
                "date": DATE,
                "genre": one_of(*KINDS),
                "genre_libelle": TEXT,
                "motif": TEXT,
                "task_id": nullable(TASK_ID),
                "assertion_id": nullable(ANY_TEXT),
                "avant": ASSESSMENT,
                "apres": ASSESSMENT,
                "rapport": REPORT_LINK,
                "remplacant": nullable(REPORT_LINK),
            }
        )
    ),
    "contestation": record(
        {
            "texte": TEXT,
            "objet": TEXT,
            "jusqu_au": nullable(DATE),
            "decision_avant": nullable(DATE),
            "contact": TEXT,
            "jours": POSITIVE,
            "jours_decision": POSITIVE,
        }
    ),
    "limites": record({"url": URL, "texte": TEXT}),
    "saison_ref": record({"numero": COUNT, "url": URL, "nom": TEXT}),
    "piste_ref": record({"id": TEXT, "nom": TEXT, "url": URL}),
    "tableau_ref": record({"id": TABLE_ID, "nom": TEXT, "etiquette": TEXT}),
    "dates": record({"ouverture": DATE, "cloture": DATE, "publication": nullable(DATE)}),
    "ligne": record(
        {
            "etat": one_of("publie", "en_attente", "retire", "remplace"),
            "report_id": REPORT_ID,
            "agent": nullable(AGENT),
            "taux": nullable(PAIR),
            "taches_rendues": COUNTED,
            "stack": STACK,
            "run": nullable(record(RUN)),
            "rapport_url": nullable(URL),
            "preuves": nullable(record({"url": URL, "texte": TEXT})),
            "mentions": array(TEXT),
        }
    ),
    "tache": record(
        {
            "task_id": TASK_ID,
            "etat": one_of("submitted", "not_submitted", "rejected", "pending"),
            "minimum": POSITIVE,
            "plafond": POSITIVE,
            "famille": FAMILY,
            "controle": FLAG,
            "verdict_attendu": nullable(TEXT),
            "motif": nullable(one_of(*REASONS)),
            "defauts": nullable(record({"nombre": POSITIVE, "comptees": COUNT, "texte": TEXT})),
            "en_faute": nullable(record({"id": ANY_TEXT, "claim": CLAIM})),
            "rendue_le": nullable(DATE),
            "verdict": nullable(ANY_TEXT),
            "verdict_exact": nullable(FLAG),
            "verdict_fonde": nullable(FLAG),
            "compte": nullable(FLAG),
            "non_etayees": COUNTED,
            "faits_manquants": array(CLAIM),
            "assertions": array(
                record(
                    {
                        "id": ANY_TEXT,
                        "ancre": TEXT,
                        "claim": CLAIM,
                        "statut": STATUS,
                        "cause": nullable(CAUSE),
                        "preuves": array(PROOF_ID),
                        "preuves_impossibles": array(ANY_TEXT),
                    }
                )
            ),
            "recit": nullable(ANY_TEXT),
        }
    ),
}
