from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import Content, Page, Whole, World, reword
from tests.rules.tables.changes import CORRECTIONS, PARTICIPANT, REFERENCE, explained, put
from tests.rules.tables.changes import SEASON as INPUT_SEASON
from tests.rules.tables.documents import REPORT, RUN_REPORT, SEASON, TRACK, at, keep

NO_NAME = "no model or provider name in a title, a caption, an address or a negative sentence"


def named_like_the_site(world: Path) -> None:
    """An agent that calls itself what every title says: no reason to refuse a build."""
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", f"Report {PARTICIPANT} Compliance")


def named_like_a_model(world: Path) -> None:
    worlds.mutate(world / worlds.REFERENCE, "/run/model", "Claude Opus 4")
    worlds.mutate(world / worlds.COMMUNITY, "/stack/declared", "GPT-5 failed me")


ACCEPTED = [
    World("a neutral reason", explained("The organiser asked Claude's maker.")),
    World("a model in the address of a prompt", put(REFERENCE, "/run/prompt_url", "https://index.example/gemini")),
    Page("an agent named like our titles", "rapport:community", keep, variant=named_like_the_site),
    Page("a model in its own cell", "rapport:reference", keep, variant=named_like_a_model),
    Page("a model in a row", "piste", keep, variant=named_like_a_model),
    Page("a neutral sentence", "saison", at("/contenu/service/texte", "Reference runs use Claude.")),
    Content("a neutral message", reword("en/messages/season.po", "Dates", "Dates of the Claude runs")),
    Whole("the files of a season", lambda case: None),
]
REFUSED = [
    World(
        "a reason that names a provider beside a failure",
        explained("It stands. OpenAI failed.", "Rejet de Mistral."),
        (
            (CORRECTIONS, "1 /reason/en", "'OpenAI' in 'OpenAI failed.'", NO_NAME),
            (CORRECTIONS, "1 /reason/fr", "'Mistral' in 'Rejet de Mistral.'", NO_NAME),
        ),
    ),
    World(
        "two names, one of them beside a failure",
        explained("We asked Mistral. OpenAI failed."),
        ((CORRECTIONS, "1 /reason/en", "'OpenAI' in 'OpenAI failed.'", NO_NAME),),
    ),
    World(
        "an address of the season that names a model",
        put(INPUT_SEASON, "/proof_url", "https://gemini.example/{proof_id}"),
        ((INPUT_SEASON, "/proof_url", "'Gemini' in 'https://gemini.example/{proof_id}'", NO_NAME),),
    ),
    Page(
        "a provider in a title",
        "saison",
        at("/titre", "Season 1 with OpenAI"),
        ((SEASON, "/titre", "'OpenAI' in 'Season 1 with OpenAI'", NO_NAME),),
    ),
    Page(
        "a model in a negative sentence",
        "saison",
        at("/contenu/service/texte", "All went well. Claude made unsupported claims."),
        (
            (
                SEASON,
                "/contenu/service/texte",
                "'Claude*' in 'Claude made unsupported claims.'",
                NO_NAME,
            ),
        ),
    ),
    Page(
        "a model in an address",
        "saison",
        at("/contenu/service/url", "https://index.example/gemini/season-1"),
        (
            (
                SEASON,
                "/contenu/service/url",
                "'Gemini' in 'https://index.example/gemini/season-1'",
                NO_NAME,
            ),
        ),
    ),
    Page(
        "an agent's name in the title of its report",
        "rapport:community",
        at("/titre", "Report of Atelier Églantine"),
        ((REPORT, "/titre", "'atelier, eglantine' in 'Report of Atelier Églantine'", NO_NAME),),
    ),
    Page(
        "a run's model in a caption",
        "piste",
        at("/contenu/tableaux/0/legende", "Rows of modele-essai"),
        ((TRACK, "/contenu/tableaux/0/legende", "'essai, modele' in 'Rows of modele-essai'", NO_NAME),),
    ),
    Page(
        "a French sentence about failures",
        "rapport:reference",
        at("/contenu/recit_mention", "Mistral a échoué."),
        (("fr/" + RUN_REPORT, "/contenu/recit_mention", "'Mistral' in 'Mistral a échoué.'", NO_NAME),),
        language="fr",
    ),
    Content(
        "a message about failures",
        reword("en/messages/season.po", "Dates", "Claude failed"),
        (("content/en/messages/season.po", 18, "'Claude*' in 'Claude failed'", NO_NAME),),
    ),
    Whole(
        "a file named after a provider",
        lambda case: case.files.add("challenges/prove-it/openai/index.html"),
        (
            (
                "challenges/prove-it/openai/index.html",
                None,
                "'OpenAI' in 'challenges/prove-it/openai/index.html'",
                NO_NAME,
            ),
        ),
    ),
]
NOT_APPLICABLE = [
    Page("the specification", "specification", keep),
    Page("in French", "specification", keep, language="fr"),
]
