from __future__ import annotations

from tests.rules.running import Content, Page, World, reword
from tests.rules.tables.changes import CORRECTIONS, explained
from tests.rules.tables.documents import REPORT, SEASON, at, keep, withdrawn

STATEMENT = (
    "ArkForge observed a DID binding, committed to it before anchoring, and can no longer go back on it."
)
NO_CLAIM = "no claim that an identity is verified"
TEXT = "/contenu/service/texte"
ACCEPTED = [
    World("a reason that denies it", explained("No identity is verified.")),
    Page("the sentence of the specification", "rapport:community", keep),
    Page("in French", "rapport:community", keep, language="fr"),
    Page("a denial", "saison", at(TEXT, "The identity is not verified by a third party.")),
    Page("a French denial", "saison", at(TEXT, "Aucun tiers ne vérifie l'identité."), language="fr"),
    Content("another message", reword("en/messages/season.po", "Dates", "What is verified")),
]
REFUSED = [
    World(
        "a reason that claims it",
        explained("Well. The identity was verified."),
        ((CORRECTIONS, "1 /reason/en", "Well. The identity was verified.", NO_CLAIM),),
    ),
    Page(
        "another sentence",
        "rapport:community",
        at("/contenu/identite", "Identity known."),
        ((REPORT, "/contenu/identite", "Identity known.", STATEMENT),),
    ),
    Page(
        "an identity verified",
        "saison",
        at(TEXT, "The identity of each agent is verified."),
        ((SEASON, TEXT, "The identity of each agent is verified.", NO_CLAIM),),
    ),
    Page(
        "a third party that certifies",
        "saison",
        at(TEXT, "A third party certifies the DID binding."),
        ((SEASON, TEXT, "A third party certifies the DID binding.", NO_CLAIM),),
    ),
    Page(
        "a verified identity in French",
        "saison",
        at(TEXT, "Chaque agent a une identité vérifiée."),
        (("fr/" + SEASON, TEXT, "Chaque agent a une identité vérifiée.", NO_CLAIM),),
        language="fr",
    ),
    Content(
        "a message",
        reword("en/messages/season.po", "Dates", "Identities are guaranteed"),
        (("content/en/messages/season.po", 18, "Identities are guaranteed", NO_CLAIM),),
    ),
    Content(
        "the statement without its terms",
        reword("en/messages/interface.po", "committed to it before anchoring, ", ""),
        (
            (
                "content/en",
                None,
                "identity.statement without 'before anchoring'",
                "DID binding, observed, before anchoring, go back on",
            ),
        ),
    ),
]
NOT_APPLICABLE = [
    Page("a tombstone", "rapport", keep, variant=withdrawn),
    Page("the specification", "specification", keep),
    Page("the list of rules", "regles", keep),
]
