from __future__ import annotations

from site_builder.kernel.identifiers import report_id
from tests.harness import smallest
from tests.rules.running import File, Page
from tests.rules.tables.changes import invalidated, pending
from tests.rules.tables.documents import REPORT, at, keep, withdrawn

NONE = "none while a task is pending"
FOLDER = "challenges/prove-it/season-1/conformite/"
CSV, JSON = f"{FOLDER}community/results.csv", f"{FOLDER}community/results.json"
EVIDENCE = f"{FOLDER}{report_id(smallest.COMMUNITY_DID)}/evidence.json"
TOTALS = {"assertions": 2, "non_etayees": 0, "verdicts_comptes": 1}
RATES = b"en_attente,,,en_attente,,,"
ACCEPTED = [
    Page("tasks submitted, and no total", "rapport:community", keep, variant=pending),
    Page("in French", "rapport:community", keep, language="fr", variant=pending),
    Page("totals once every task is decided", "rapport:community", keep),
    File("a line without figures", "community/results.csv", lambda data: data, variant=pending),
    File("the same in JSON", "community/results.json", lambda data: data, variant=pending),
    File("evidence without totals", EVIDENCE, lambda data: data, variant=pending),
    File("evidence with totals", EVIDENCE, lambda data: data),
]
REFUSED = [
    Page(
        "totals of a report",
        "rapport:community",
        at("/contenu/totaux", TOTALS),
        ((REPORT, "/contenu/totaux", "assertions 2, non_etayees 0, verdicts_comptes 1", NONE),),
        variant=pending,
    ),
    File(
        "a figure in the line of a pending row",
        "community/results.csv",
        lambda data: data.replace(RATES, b"en_attente,0,2,en_attente,,,"),
        ((CSV, 3, "0, 2", NONE),),
        variant=pending,
    ),
    File(
        "a fraction in the JSON of a pending row",
        "community/results.json",
        lambda data: data.replace(b'"en_attente","numerateur":null,"denominateur":null,"fraction":null',
                                  b'"en_attente","numerateur":0,"denominateur":2,"fraction":"0/2"', 1),
        ((JSON, "/lignes/0/taux/overclaim/fraction", "0/2", NONE),),
        variant=pending,
    ),
    File(
        "the totals of the score in the evidence",
        EVIDENCE,
        lambda data: data.replace(b'"totals":null', b'"totals":{"assertions":2,"unsupported":0}'),
        ((EVIDENCE, "/score/totals", "assertions 2, unsupported 0", NONE),),
        variant=pending,
    ),
]  # fmt: skip
NOT_APPLICABLE = [
    Page("a tombstone", "rapport", keep, variant=withdrawn),
    Page("an invalidated season", "rapport:community", keep, variant=invalidated),
    Page("the home", "accueil", keep),
]
