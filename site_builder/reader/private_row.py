"""What follows from a row whose report is private: its place in the table, and a mark on it."""

from __future__ import annotations

from site_builder.challenges.prove_it.pages import rows
from site_builder.challenges.prove_it.pages.rows import RowOrder
from site_builder.documents.envelope import Document
from site_builder.kernel import collation
from site_builder.kernel.third_party import replaced_emoji


def order_of(row: Document) -> RowOrder:
    """The place of a row whose report is private, from its own cells."""
    base, name = collation.sort_key(row["agent"]["nom"])
    identity = (base, str(name), str(row["agent"]["did"]), str(row["report_id"]))
    success, overclaim = row["taux"]["reussite"], row["taux"]["overclaim"]
    if success["etat"] != "calcule":
        return RowOrder(rows.PENDING, 0, 0, *identity)
    place = rows.SCALE + 1
    if overclaim["etat"] == "calcule":
        place = overclaim["numerateur"] * rows.SCALE // overclaim["denominateur"]
    return RowOrder(rows.SCORED, -success["numerateur"], place, *identity)


def has_emoji(row: Document) -> bool:
    """Whether an emoji of a third party was replaced in it."""
    texts = [row["agent"]["nom"], *(row["stack"] or {}).values(), *(row["run"] or {}).values()]
    return any(isinstance(text, str) and replaced_emoji(text) for text in texts)
