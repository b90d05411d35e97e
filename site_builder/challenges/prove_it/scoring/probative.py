"""The fields that a criterion of the reference consumes, by collection (specification §5.7)."""

from __future__ import annotations

import re
from typing import Final

_N: Final = "(?:0|[1-9][0-9]*)"
OWN_COLLECTIONS: Final = ("/entites/", "/agrements/", "/attestations/", "/avenants/", "/beneficiaires/")
LICENSED: Final = "/listes/agrees/"
RESTRICTED: Final = "/mesures-restrictives/"
FIELDS: Final = {
    "/entites/": f"existe|statut|agrements(?:/{_N})?|attestations(?:/{_N})?|beneficiaires",
    "/agrements/": "existe|entite|activite|statut|date_debut|date_fin_validite",
    "/attestations/": f"existe|entite|type|date_emission|date_fin_validite|avenants(?:/{_N})?",
    "/avenants/": "existe|attestation|objet|date_effet|nouvelle_date_fin|activite_exclue",
    LICENSED: f"entrees/{_N}/(?:agrement|entite|statut)",
    "/beneficiaires/": f"statut_declaration|entrees/{_N}/(?:nom|prenoms|date_naissance)|page_suivante",
    RESTRICTED: f"entrees/{_N}/(?:nom|prenoms|date_naissance)",
}
_PROBATIVE: Final = re.compile("|".join(f"{place}[^/]+ /(?:{fields})" for place, fields in FIELDS.items()))


def is_probative(resource: str, field: str) -> bool:
    """Whether the frozen section lists this field for the resource's collection; no other text is a field."""
    return field.startswith("/") and _PROBATIVE.fullmatch(f"{resource} {field}") is not None
