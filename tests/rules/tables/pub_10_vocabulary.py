from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import Content, Page, reword
from tests.rules.tables.documents import SEASON, at, keep

NO_WORD = "no word that imputes an intention"


def angry_participant(world: Path) -> None:
    """A participant's own words are left as they were written."""
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", "Fraud & Lies")
    worlds.mutate(world / worlds.COMMUNITY, "/tasks/0/narrative", "The corpus is a lie, you cheat.")


ACCEPTED = [
    Page("third-party text", "rapport:community", keep, variant=angry_participant),
    Page("third-party text in a table", "piste", keep, variant=angry_participant),
    Page("our own words", "saison", at("/contenu/service/texte", "unsupported claims, overclaim rate")),
    Page("an exception of the list", "saison", at("/contenu/service/texte", "The gap lies in the receipts.")),
    Content("a message", reword("en/messages/season.po", "Dates", "What is misleading")),
]
REFUSED = [
    Page(
        "a word",
        "saison",
        at("/contenu/service/texte", "Agents that lie."),
        ((SEASON, "/contenu/service/texte", "'lie' in 'Agents that lie.'", NO_WORD),),
    ),
    Page(
        "a form of a stem, in another case, with accents",
        "saison",
        at("/contenu/service/texte", "Ce run est FRAÙDULEUX."),
        (("fr/" + SEASON, "/contenu/service/texte", "'fraud*' in 'Ce run est FRAÙDULEUX.'", NO_WORD),),
        language="fr",
    ),
    Page(
        "in a title",
        "accueil",
        at("/titre", "Cheating agents"),
        (("challenges/prove-it/index.json", "/titre", "'cheat*' in 'Cheating agents'", NO_WORD),),
    ),
    Content(
        "a message that imputes",
        reword("fr/messages/season.po", "Dates", "Mensonges"),
        (("content/fr/messages/season.po", 18, "'mensong*' in 'Mensonges'", NO_WORD),),
    ),
]
NOT_APPLICABLE = [
    Page("the specification", "specification", keep, language="fr"),
    Page("the list of rules", "regles", keep, language="fr"),
]
