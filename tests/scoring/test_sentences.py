"""What a score rests on is quoted from the official text, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.challenges.prove_it.inputs.score import CAUSES
from site_builder.challenges.prove_it.scoring.readings import READINGS
from site_builder.challenges.prove_it.scoring.sentences import (
    AS_SENT,
    REJECTED_AT_ENTRY,
    SENTENCES,
    Sentence,
    rests_on,
)
from tests.harness import smallest

QUOTED = [*SENTENCES.values(), AS_SENT, REJECTED_AT_ENTRY, *(reading.sentence for reading in READINGS)]


HEADINGS = {
    "4": "4. Format de rendu", "4.1": "4.1 Statut d'une assertion", "5": "5. PISTE CONFORMITÉ",
    "5.2": "5.2 Définitions", "5.3": "5.3 Ensemble", "5.7": "5.7 Calcul du score", "5.8": "5.8 Ce que",
    "6.6": "6.6 Calcul du score", "7": "7. Index public", "7.4": "7.4 Publication", "7.5": "7.5 Rapport",
}  # fmt: skip


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


@pytest.mark.parametrize("sentence", sorted(set(QUOTED)), ids=lambda s: f"{s.section} {s.text[:30]}")
def test_each_sentence_stands_in_the_french_text_in_its_section(shared: Path, sentence: Sentence) -> None:
    text = plain((shared / "seeds/specification.fr.txt").read_text("utf-8"))
    start = text.index(HEADINGS[sentence.section])
    ends = [text.index(heading) for heading in HEADINGS.values()]
    end = min((end for end in ends if end > start), default=len(text))
    assert plain(sentence.text) in text[start:end]


def test_each_outcome_that_a_score_can_state_rests_on_a_sentence() -> None:
    for cause in CAUSES:
        assert SENTENCES[cause].section == "4.1"
    for name in smallest.community()["totals"]:
        assert name in SENTENCES


PLACES = [
    ("/tasks/1/assertions/1/status", "value_mismatch"),
    ("/tasks/1/assertions/1/cause", "value_mismatch"),
    ("/tasks/1/assertions/0/status", "supported"),
    ("/tasks/1/state", "submitted"),
    ("/tasks/2/state", "below_minimum"),
    ("/tasks/2/reason", "below_minimum"),
    ("/tasks/1/missing_facts/0", "missing_facts"),
    ("/tasks/1/verdict_grounded", "verdict_grounded"),
    ("/totals/verdicts_counted", "verdicts_counted"),
]


@pytest.mark.parametrize(("pointer", "name"), PLACES)
def test_the_sentence_of_a_place(pointer: str, name: str) -> None:
    assert rests_on(smallest.community(), pointer) is SENTENCES[name]


def test_a_place_without_a_rule() -> None:
    score = smallest.community()
    assert rests_on(score, "/tasks/0/narrative") == AS_SENT
    assert rests_on(score, "/tasks/0/assertions/0/claim/value") == AS_SENT
    for pointer in ("/agent/did", "/tasks/9/state", "/tasks", "/tasks/x/state", "/tasks/0"):
        assert rests_on(score, pointer) is None
