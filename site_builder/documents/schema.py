"""JSON Schema (draft 2020-12) of what every page document has: building blocks, cells, envelope.

Each object is closed: a key that the schema does not name is refused, so that no figure can reach a
page without a place in the format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from site_builder.documents import envelope
from site_builder.kernel import identifiers
from site_builder.languages import CODES

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def record(properties: Mapping[str, Schema]) -> Schema:
    """A closed object with exactly these members, all of them present."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def array(items: Schema, **limits: int) -> Schema:
    return {"type": "array", "items": items, **limits}


def nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(*values: str) -> Schema:
    return {"enum": list(values)}


def exactly(value: str) -> Schema:
    return {"const": value}


def whole(pattern: str) -> Schema:
    """A string that is of this pattern from end to end, in Python's engine and in ECMA 262."""
    return {"type": "string", "pattern": f"^(?:{pattern})$(?!\\n)"}


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


TEXT: Final[Schema] = {"type": "string", "minLength": 1}
# Text of a stranger or of an input file may be empty.
ANY_TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
POSITIVE: Final[Schema] = {"type": "integer", "minimum": 1}
FLAG: Final[Schema] = {"type": "boolean"}
SHA256: Final = whole(identifiers.SHA256)
PROOF_ID: Final = whole(identifiers.PROOF_ID)
REPORT_ID: Final = whole(identifiers.REPORT_ID)
TASK_ID: Final = whole(identifiers.TASK_ID)
INSTANT: Final[Schema] = {"type": "string", "format": "date-time"}
# A path of the site from its root, or an absolute address.
URL: Final = whole(r"(?:/|https?://)[^\s\"<>\\^`|]*")

DATE: Final = record({"iso": INSTANT, "utc": TEXT, "paris": TEXT})
LINK: Final = record({"nom": TEXT, "url": URL})
LINKS: Final = array(LINK)


def _rate() -> Schema:
    null: Schema = {"type": "null"}
    computed = record(
        {
            "etat": exactly("calcule"),
            "numerateur": COUNT,
            "denominateur": POSITIVE,
            "fraction": whole("[0-9]+/[0-9]+"),
            "affichage": TEXT,
        }
    )
    without = record(
        {
            "etat": one_of("sans_objet", "en_attente", "saison_invalidee"),
            "numerateur": null,
            "denominateur": null,
            "fraction": null,
            "affichage": TEXT,
        }
    )
    return {"oneOf": [computed, without]}


DEFINITIONS: Final[Mapping[str, Schema]] = {"taux": _rate(), "date": DATE, "lien": LINK}


def page(contents: Mapping[str, Schema], definitions: Mapping[str, Schema]) -> Schema:
    """The schema of a page: the envelope (FORMATS §2) around one of ``contents``."""
    made = record(
        {
            "schema": exactly(envelope.SCHEMA),
            "langue": one_of(*CODES),
            "url": URL,
            "traductions": record(dict.fromkeys(CODES, URL)),
            "titre": TEXT,
            "mention_ia": TEXT,
            "genere_le": INSTANT,
            "commit_source": whole(identifiers.COMMIT),
            "etat_saison": record({"lire": URL, "note": TEXT}),
            "texte_de_tiers": record(
                {"marque": TEXT, "champs": array(whole("(?:/(?:[^~/]|~[01])*)+"), uniqueItems=True)}
            ),
            "contenu": {"oneOf": [ref(name) for name in contents]},
        }
    )
    return {
        "$schema": DIALECT,
        "title": f"A page of the Index, {envelope.SCHEMA}",
        **made,
        "$defs": {**DEFINITIONS, **definitions, **contents},
    }
