from __future__ import annotations

from tests.rules import sites
from tests.rules.running import Content, Page, reword
from tests.rules.tables.changes import COMMUNITY, invalidated, partly_pending, pending, put
from tests.rules.tables.documents import REPORT, all_of, at, keep, withdrawn

lost = put(COMMUNITY, "/tasks/2/lost_to_faults", {"assertions": 1, "instrument_faults": 1})
EN = sites.content().messages["en"].table
CAUSE = "/contenu/causes/0"
ACTION = EN["cause.value_mismatch.action"]
MESSAGE = EN["cause.value_mismatch.message"]
ORDER = "those present of invalid_proof, identity_not_bound, resource_mismatch, value_mismatch, in this order"
OWN = "its own label, message and action for each cause and for pending"
ACCEPTED = [
    Page("a cause and a fault apart", "rapport:community", keep),
    Page("pending apart", "rapport:community", keep, variant=pending),
    Page("a task lost to faults apart", "rapport:community", keep, variant=lost),
    Page("causes without numbers in a pending row", "rapport:community", keep, variant=partly_pending),
    Page("no number in an invalidated season", "rapport:community", keep, variant=invalidated),
    Content("another message", reword("en/messages/season.po", "Dates", "Days")),
]
REFUSED = [
    Page(
        "a task lost to faults that is not counted apart",
        "rapport:community",
        at("/contenu/taches_perdues", None),
        ((REPORT, "/contenu/taches_perdues", "nothing", "1"),),
        variant=lost,
    ),
    Page(
        "that leads nowhere, with the action of the assertions",
        "rapport:community",
        all_of(
            at("/contenu/taches_perdues/ancres", []),
            at("/contenu/taches_perdues/action", EN["cause.instrument_fault.action"]),
        ),
        (
            (
                REPORT,
                "/contenu/taches_perdues/action",
                EN["cause.instrument_fault.action"],
                EN["lost.action"],
            ),
            (REPORT, "/contenu/taches_perdues/ancres", "", "conf-03"),
        ),
        variant=lost,
    ),
    Page(
        "pending as a cause",
        "rapport:community",
        at(f"{CAUSE}/code", "pending"),
        (
            (REPORT, "/contenu/causes", "nothing (value_mismatch)", "1"),
            (REPORT, "/contenu/causes", "pending", ORDER),
            (REPORT, f"{CAUSE}/action", ACTION, "nothing"),
            (REPORT, f"{CAUSE}/ancres", "conf-02.2", ""),
            (REPORT, f"{CAUSE}/message", MESSAGE, "nothing"),
        ),
    ),
    Page(
        "a fault among the unsupported",
        "rapport:community",
        all_of(at(f"{CAUSE}/nombre", 2), at("/contenu/instrument", None)),
        (
            (REPORT, "/contenu/causes", "2 (value_mismatch)", "1"),
            (REPORT, "/contenu/instrument", "nothing", "1"),
        ),
    ),
    Page(
        "the number of pending tasks left out",
        "rapport:community",
        at("/contenu/attente/nombre", None),
        ((REPORT, "/contenu/attente", "nothing", "1"),),
        variant=pending,
    ),
    Page(
        "numbers of causes in a pending row",
        "rapport:community",
        all_of(at(f"{CAUSE}/nombre", 1), at("/contenu/instrument/nombre", 1)),
        (
            (REPORT, "/contenu/causes", "1 (value_mismatch)", "nothing"),
            (REPORT, "/contenu/instrument", "1", "nothing"),
        ),
        variant=partly_pending,
    ),
    Page(
        "the action of another cause",
        "rapport:community",
        at(f"{CAUSE}/action", "Wait."),
        ((REPORT, f"{CAUSE}/action", "Wait.", ACTION),),
    ),
    Page(
        "a cause that leads to the assertion of another",
        "rapport:community",
        at(f"{CAUSE}/ancres", ["conf-02.3"]),
        ((REPORT, f"{CAUSE}/ancres", "conf-02.3", "conf-02.2"),),
    ),
    Page(
        "a fault that leads to fewer assertions than met it",
        "rapport:community",
        at("/contenu/instrument/ancres", []),
        ((REPORT, "/contenu/instrument/ancres", "", "conf-02.3"),),
    ),
    Content(
        "two causes with one label",
        reword("en/messages/interface.po", '"identity not bound"', '"invalid proof"'),
        (
            (
                "content/en",
                None,
                "cause.identity_not_bound.label with the text of cause.invalid_proof.label",
                OWN,
            ),
        ),
    ),
]
NOT_APPLICABLE = [
    Page("a tombstone", "rapport", keep, variant=withdrawn),
    Page("a run without a fault", "rapport:reference", keep),
]
