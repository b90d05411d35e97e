"""JSON Schema of the contents of each page type: the format that templates, rules and readers rely on."""

from __future__ import annotations

from typing import Any, Final

from site_builder.challenges.prove_it.pages.schema_parts import (
    AGENT,
    CAUSE,
    COUNTED,
    DEFINITIONS,
    EXPLAINED,
    FAMILY,
    LICENCE,
    PAIR,
    REJECTION,
    RULES_FILE,
    RUN,
    STACK,
    TABLE,
    TABLE_ID,
    VERDICTS,
)
from site_builder.documents import schema as base
from site_builder.documents.schema import (
    ANY_TEXT,
    COUNT,
    FLAG,
    LINKS,
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

# Of the steps of a proof's verification (docs/evidence.md).
_STEP: Final = record({"numero": POSITIVE, "etat": one_of("passed", "failed", "not_checked", "pending")})


def _content(page_type: str, properties: dict[str, Any]) -> Schema:
    return record({"type": exactly(page_type), "description": TEXT, **properties})


_ENTRY: Final = record(
    {"id": TEXT, "nom": TEXT, "url": URL, "resume": nullable(TEXT), "tableaux": LINKS}
)
_NOT_FOUND: Final = {"texte": TEXT, "liens": LINKS}
_OTHER: Final = {"langue": TEXT, "titre": TEXT}
_REPORT: Final = {
    "avis": ref("avis"),
    "fil": LINKS,
    "saison": ref("saison_ref"),
    "piste": ref("piste_ref"),
    "tableau": ref("tableau_ref"),
    "report_id": REPORT_ID,
}

CONTENTS: Final[dict[str, Schema]] = {
    "specification": record(
        {
            "langue": TEXT,
            "autorite": exactly("fr"),
            "markdown_url": URL,
            "markdown": TEXT,
            "section_5": nullable(
                record({"url": URL, "sha256": SHA256, "proof_id": PROOF_ID, "langue": exactly("fr")})
            ),
        }
    ),
    "portail": _content(
        "portail",
        {
            "fil": LINKS,
            "texte": TEXT,
            "challenges": array(record({"nom": TEXT, "url": URL, "resume": TEXT})),
        },
    ),
    "introuvable": _content(
        "introuvable", {"fil": LINKS, **_NOT_FOUND, "autres": array(record({**_OTHER, **_NOT_FOUND}))}
    ),
    "accueil": _content(
        "accueil",
        {
            "avis": ref("avis"),
            "fil": LINKS,
            "texte": TEXT,
            "markdown": ANY_TEXT,
            "saisons": array(
                record(
                    {
                        "numero": COUNT,
                        "nom": TEXT,
                        "url": URL,
                        "demonstration": FLAG,
                        "invalidee": FLAG,
                        "dates": ref("dates"),
                        "pistes": array(_ENTRY),
                    }
                )
            ),
            "specification_url": URL,
            "regles_url": URL,
            "limites": ref("limites"),
            "licence": LICENCE,
            "citation": record({"texte": TEXT}),
        },
    ),
    "verification": _content("verification", {"fil": LINKS, "markdown": TEXT, "limites": ref("limites")}),
    "texte": _content("texte", {"fil": LINKS, "markdown": TEXT, "limites": ref("limites")}),
    "regles": _content(
        "regles",
        {
            "fil": LINKS,
            "texte": TEXT,
            "nombre_texte": TEXT,
            "regles": array(
                record(
                    dict.fromkeys(
                        ("code", "nom", "refuse", "pourquoi", "source", "accepte", "remede"), TEXT
                    )
                )
            ),
        },
    ),
    "saison": _content(
        "saison",
        {
            "avis": ref("avis"),
            "fil": LINKS,
            "saison": record({"numero": COUNT, "nom": TEXT, "demonstration": FLAG, "invalidee": FLAG}),
            "dates": ref("dates"),
            "service": record({"url": URL, "texte": TEXT}),
            "pistes": array(
                record(
                    {
                        "id": TEXT,
                        "nom": TEXT,
                        "url": URL,
                        "bornes": array(
                            record({"task_id": TASK_ID, "minimum": POSITIVE, "plafond": POSITIVE})
                        ),
                        "verdicts_attendus": VERDICTS,
                        "verdicts_note": nullable(TEXT),
                        "rejeu": ref("rejeu"),
                        "soumissions": nullable(
                            record({"nombre": nullable(COUNT), "url": nullable(URL), "texte": TEXT})
                        ),
                        "preenregistrement": record(
                            {
                                "ancrage": record(
                                    {
                                        "code": one_of("a_venir", "verifie", "non_verifie"),
                                        "texte": TEXT,
                                    }
                                ),
                                "bareme": record(RULES_FILE),
                                "manifeste_sha256": SHA256,
                                "cle": record(
                                    {"engagement": SHA256, "sel": nullable(SHA256), "url": nullable(URL)}
                                ),
                                "remplaces": array(
                                    record(
                                        {
                                            "version": TEXT,
                                            "proof_id": PROOF_ID,
                                            "proof_url": URL,
                                            "sel": nullable(SHA256),
                                            "motif": TEXT,
                                        }
                                    )
                                ),
                            }
                        ),
                    }
                )
            ),
            "contestation": ref("contestation"),
            "corrections": ref("corrections"),
            "incidents": array(
                record(
                    {
                        "genre": one_of("defaut_instrument", "tache_perdue", "copie_divergente"),
                        "piste": record({"id": TEXT, "nom": TEXT}),
                        "tableau": record({"id": TABLE_ID, "nom": TEXT}),
                        "nombre": POSITIVE,
                        "texte": TEXT,
                    }
                )
            ),
            "licence": LICENCE,
            "limites": ref("limites"),
        },
    ),
    "piste": _content(
        "piste",
        {
            "avis": ref("avis"),
            "fil": LINKS,
            "saison": ref("saison_ref"),
            "piste": record({"id": TEXT, "nom": TEXT, "resume": nullable(TEXT)}),
            "lecture": ref("limites"),
            "rejeu": ref("rejeu"),
            "bareme": record(RULES_FILE),
            "scores_publies": FLAG,
            "scores_texte": nullable(TEXT),
            "verdicts_attendus": VERDICTS,
            "taches": array(
                record(
                    {
                        "task_id": TASK_ID,
                        "minimum": POSITIVE,
                        "plafond": POSITIVE,
                        "famille": FAMILY,
                        "controle": nullable(FLAG),
                        "verdict_attendu": nullable(TEXT),
                    }
                )
            ),
            "tableaux": array(TABLE, maxItems=2),
            "regle_ordre": TEXT,
            "corrections": ref("corrections"),
            "limites": ref("limites"),
        },
    ),
    "rapport": record(
        {
            "type": exactly("rapport"),
            "etat": one_of("publie", "en_attente"),
            "description": TEXT,
            **_REPORT,
            "agent": AGENT,
            "identite": TEXT,
            "stack": STACK,
            "run": nullable(record({**RUN, "run_id": TEXT})),
            "rejeu": ref("rejeu"),
            "taux": PAIR,
            "taches_rendues": COUNTED,
            "totaux": nullable(
                record(
                    dict.fromkeys(
                        (
                            "assertions",
                            "non_etayees",
                            "defauts_instrument",
                            "taches_rendues",
                            "verdicts_comptes",
                        ),
                        COUNT,
                    )
                )
            ),
            "causes": array(record({"code": CAUSE, "nombre": nullable(POSITIVE), **EXPLAINED})),
            "instrument": nullable(record({"nombre": nullable(POSITIVE), **EXPLAINED})),
            "taches_perdues": nullable(record({"nombre": nullable(POSITIVE), **EXPLAINED})),
            "attente": nullable(record({"nombre": nullable(POSITIVE), **EXPLAINED})),
            "rejets": array(REJECTION),
            "controle": nullable(record({"task_id": TASK_ID, "reussi": nullable(FLAG), "texte": TEXT})),
            "taches": array(ref("tache")),
            "contestation": ref("contestation"),
            "corrections": ref("corrections"),
            "preuves_url": {"type": "string", "pattern": "\\{proof_id\\}"},
            "preuves_verifiees": nullable(
                array(
                    record(
                        {
                            "proof_id": PROOF_ID,
                            "etapes": array(_STEP, minItems=7, maxItems=7),
                            "heure": nullable(TEXT),
                        }
                    )
                )
            ),
            "recit_mention": TEXT,
            "limites": ref("limites"),
        }
    ),
    "rapport_retire": record(
        {
            "type": exactly("rapport"),
            "etat": one_of("retire", "remplace"),
            "description": TEXT,
            **_REPORT,
            "corrections": ref("corrections"),
            "contestation": ref("contestation"),
            "limites": ref("limites"),
        }
    ),
}


def schema() -> Schema:
    """The schema that every page document validates against."""
    return base.page(CONTENTS, DEFINITIONS)
