from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import Content, Page, World, reword
from tests.rules.tables.changes import CORRECTIONS, PARTICIPANT, REFERENCE, explained, put
from tests.rules.tables.changes import SEASON as INPUT_SEASON
from tests.rules.tables.changes import TRACK as INPUT_TRACK
from tests.rules.tables.documents import SEASON, at, keep

NO_WORD = "no word that imputes an intention"


def angry_participant(world: Path) -> None:
    """A participant's own words are left as they were written."""
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", "Fraud & Lies")
    worlds.mutate(world / worlds.COMMUNITY, "/tasks/0/narrative", "The corpus is a lie, you cheat.")


ACCEPTED = [
    World("a report id in a reason", explained(f"See {PARTICIPANT}.")),
    Page("third-party text", "rapport:community", keep, variant=angry_participant),
    Page("third-party text in a table", "piste", keep, variant=angry_participant),
    Page("our own words", "saison", at("/contenu/service/texte", "unsupported claims, overclaim rate")),
    Page("an exception of the list", "saison", at("/contenu/service/texte", "The gap lies in the receipts.")),
    Content("a message", reword("en/messages/season.po", "Dates", "What is misleading")),
]
REFUSED = [
    World(
        "a reason that imputes an intention",
        explained("It is a lie.", "C’est une fraude."),
        (
            (CORRECTIONS, "1 /reason/en", "'lie' in 'It is a lie.'", NO_WORD),
            (CORRECTIONS, "1 /reason/fr", "'fraud*' in 'C’est une fraude.'", NO_WORD),
        ),
    ),
    World(
        "the reason of an invalidation",
        put(
            INPUT_SEASON,
            "/invalidated",
            {"at": "2026-03-22T08:00:00Z", "reason": {"fr": "Une fraude.", "en": "The corpus changed."}},
        ),
        ((INPUT_SEASON, "/invalidated/reason/fr", "'fraud*' in 'Une fraude.'", NO_WORD),),
    ),
    World(
        "the reason of an earlier freeze, and its version",
        put(
            INPUT_TRACK,
            "/scoring_rules/superseded",
            [
                {
                    "version": "fraud-v1",
                    "proof_id": "prf_20260301_080000_0a0b0d",
                    "salt": "5a17" * 16,
                    "reason": {"fr": "Une faute.", "en": "A fraud."},
                }
            ],
        ),
        (
            (INPUT_TRACK, "/scoring_rules/superseded/0/reason/en", "'fraud*' in 'A fraud.'", NO_WORD),
            (INPUT_TRACK, "/scoring_rules/superseded/0/version", "'fraud*' in 'fraud-v1'", NO_WORD),
        ),
    ),
    World(
        "the address of a prompt",
        put(REFERENCE, "/run/prompt_url", "https://index.example/fraud"),
        ((REFERENCE, "/run/prompt_url", "'fraud*' in 'https://index.example/fraud'", NO_WORD),),
    ),
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
