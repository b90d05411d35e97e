"""What the pages of one language say again and again, made once per language."""

from __future__ import annotations

from typing import Any, Final

from site_builder.challenges.prove_it.inputs.score import CAUSES, Cause
from site_builder.content.messages import Messages
from site_builder.documents.cells import Cells

Entry = dict[str, Any]

TABLES: Final = ("reference", "community")
REASONS: Final = (
    "nothing_sent",
    "below_minimum",
    "own_resources_below_half",
    "cap_exceeded",
    "outside_graph",
    "unrelated_list_entry",
    "non_probative_field",
)
STATUSES: Final = ("supported", "unsupported", "instrument_fault", "pending")
FAMILIES: Final = ("P1", "P2", "P3", "P4", "P5")
KINDS: Final = ("rectification", "dispute_dismissed", "withdrawal", "superseded_run")


class Words:
    """The messages and cells of one language. What it holds is shared: read it, never change it."""

    def __init__(self, messages: Messages) -> None:
        t = messages
        self.messages: Final = t
        self.code: Final = t.language.code
        self.cells: Final = Cells(t)
        self.causes: Final[dict[Cause, Entry]] = {
            code: {
                "code": code,
                "libelle": t[f"cause.{code}.label"],
                "message": t[f"cause.{code}.message"],
                "action": t[f"cause.{code}.action"],
            }
            for code in CAUSES
        }
        self.lost: Final = {
            "libelle": t["lost.label"],
            "message": t["lost.message"],
            "action": t["lost.action"],
        }
        self.pending: Final = {
            "libelle": t["pending.label"],
            "message": t["pending.message"],
            "action": t["pending.action"],
        }
        self.reasons: Final[dict[str, Entry]] = {
            code: {
                "code": code,
                "libelle": t[f"reason.{code}.label"],
                "message": t[f"reason.{code}.message"],
            }
            for code in REASONS
        }
        self.statuses: Final = {code: t[f"status.{code}"] for code in STATUSES}
        self.kinds: Final = {kind: t[f"correction.{kind}"] for kind in KINDS}
        self.families: Final[dict[str, Entry]] = {
            code: {"code": code, "nom": t[f"family.{code.lower()}"]} for code in FAMILIES
        }
        self.tables: Final[dict[str, Entry]] = {
            table: {"id": table, "nom": t[f"table.{table}.name"], "etiquette": t[f"table.{table}.label"]}
            for table in TABLES
        }

    def __reduce__(self) -> tuple[object, ...]:
        return (Words, (self.messages,))

    def track_name(self, track: str) -> str:
        """The name alone, "Compliance"; a track that the catalogue does not know keeps its code."""
        return self.messages.table.get(f"track.{track}", track)
