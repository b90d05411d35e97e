"""Five causes, five messages, five next actions.

Refuses: a cause without its own message or its own next action, or two causes with the same; "pending"
among the causes; an instrument fault among the unsupported claims; causes whose numbers do not add up
to the unsupported claims, or that lead to other assertions than those that met them.

Why: a state that will pass, a fault of the instrument and an unsupported claim call for three different
actions; shown alike, each is taken for the other.

Source: PUB-11; specification §4.1, §7.5.

Accepted: `invalid_proof`, `identity_not_bound`, `resource_mismatch` and `value_mismatch` among the
causes, in this order; the instrument fault and the pending tasks each in a place of their own; causes
and faults without a number in a row that is pending.

Remedy: give each cause its own message and action in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.score import CAUSES
from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase

CODE: Final = "PUB-11"
NAME: Final = "five causes"
FRENCH: Final = """Cinq causes, cinq messages, cinq actions.

Refuse : une cause sans son propre message ou sa propre action, ou deux causes qui les partagent ; « en
attente » parmi les causes ; un défaut d'instrument parmi les claims non étayés ; des causes dont les
nombres ne totalisent pas les claims non étayés, ou qui mènent à d'autres assertions que les leurs.

Pourquoi : un état qui passera, un défaut d'instrument et un claim non étayé appellent trois actions
différentes ; affichés pareil, on les prend l'un pour l'autre.

Source : PUB-11 ; spécification §4.1, §7.5.

Accepte : `invalid_proof`, `identity_not_bound`, `resource_mismatch` et `value_mismatch` parmi les
causes, dans cet ordre ; le défaut d'instrument et les tâches en attente chacun à sa propre place ; des
causes et des défauts sans nombre dans une ligne en attente.

Remède : donner à chaque cause son message et son action dans le catalogue.
"""
_finding = partial(Finding, code=CODE, name=NAME)
REFUSALS: Final = CAUSES[:4]


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, messages in catalogue.messages.items():
        for part in ("label", "message", "action"):
            first: dict[str, str] = {}
            for name in (*(f"cause.{cause}" for cause in CAUSES), "lost", "pending"):
                key = f"{name}.{part}"
                text = messages.table.get(key, "")
                if not text or text in first:
                    yield _finding(
                        file=f"content/{code}",
                        found=f"{key} with the text of {first[text]}" if text else f"no message {key}",
                        expected="its own label, message and action for each cause and for pending",
                        remedy="Write the message in the catalogue.",
                    )
                first.setdefault(text, key)


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type != "rapport" or page.tombstone:
        return
    content, table = page.content, page.words.table
    note = partial(_finding, file=page.file, remedy="Take cause, message and action from the catalogue.")
    codes = [cause["code"] for cause in content["causes"]]
    if codes != [code for code in REFUSALS if code in codes]:
        expected = f"those present of {', '.join(REFUSALS)}, in this order"
        yield note(pointer="/contenu/causes", found=", ".join(map(told, codes)), expected=expected)
    blocks = [(f"/contenu/causes/{n}", f"cause.{c['code']}", c) for n, c in enumerate(content["causes"])]
    blocks.append(("/contenu/instrument", "cause.instrument_fault", content["instrument"]))
    blocks.append(("/contenu/taches_perdues", "lost", content["taches_perdues"]))
    blocks.append(("/contenu/attente", "pending", content["attente"]))
    for at, name, block in blocks:
        for part in ("message", "action") if block else ():
            wanted = table.get(f"{name}.{part}")
            if block[part] != wanted:
                yield note(pointer=f"{at}/{part}", found=told(block[part]), expected=told(wanted))
    yield from _numbers(page, content)
    yield from _anchors(page, content)


def _anchors(page: PageCase, content: dict[str, Any]) -> Iterator[Finding]:
    """Each cause leads to its own assertions, to all of them, and to no other."""
    submitted = [task for task in content["taches"] if task["etat"] == "submitted"]
    blocks = [(f"/contenu/causes/{n}", cause["code"], cause) for n, cause in enumerate(content["causes"])]
    blocks.append(("/contenu/instrument", "instrument_fault", content["instrument"]))
    met: dict[str | None, list[str]] = {}
    for task in submitted:
        for assertion in task["assertions"]:
            if assertion["cause"] is not None:
                met.setdefault(assertion["cause"], []).append(assertion["ancre"])
    met["lost"] = [task["task_id"] for task in content["taches"] if task["defauts"]]
    blocks.append(("/contenu/taches_perdues", "lost", content["taches_perdues"]))
    for at, code, block in blocks:
        wanted = met.get(code, [])
        if block and block["ancres"] != wanted:
            yield _finding(
                file=page.file,
                pointer=f"{at}/ancres",
                found=", ".join(block["ancres"]),
                expected=", ".join(wanted),
                remedy="Name under each cause the assertions that met it, in the order of the page.",
            )


def _numbers(page: PageCase, content: dict[str, Any]) -> Iterator[Finding]:
    counts = dict.fromkeys((*CAUSES, None), 0)
    lost = sum(task["defauts"]["nombre"] for task in content["taches"] if task["defauts"])
    for task in content["taches"]:
        for assertion in task["assertions"]:
            if task["etat"] == "submitted":
                counts[assertion["cause"]] = counts.get(assertion["cause"], 0) + 1
    invalidated = page.season is not None and page.season.invalidated
    hidden = invalidated or page.pending > 0
    declared = {cause["code"]: cause["nombre"] for cause in content["causes"]}
    shown = [(f"/contenu/causes ({code})", declared.get(code), counts[code], hidden) for code in REFUSALS]
    faults, waiting = content["instrument"], content["attente"]
    shown.append(("/contenu/instrument", faults and faults["nombre"], counts["instrument_fault"], hidden))
    gone = content["taches_perdues"]
    shown.append(("/contenu/taches_perdues", gone and gone["nombre"], lost, invalidated))
    shown.append(("/contenu/attente", waiting and waiting["nombre"], page.pending, invalidated))
    for at, found, count, unsaid in shown:
        wanted = None if unsaid or not count else count
        if found != wanted:
            yield _finding(
                file=page.file,
                pointer=at.partition(" ")[0],
                found=f"{told(found)} {at.partition(' ')[2]}".strip(),
                expected=told(wanted),
                remedy="Count each cause, the instrument faults and the pending tasks apart.",
            )
