"""Word lists: which forms are found, which are let through, and where."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.content.catalogue import Catalogue, load
from site_builder.content.lexicon import Lexicon, Match, fold, parse
from tests.harness.command import REPOSITORY


def found(lexicon: Lexicon, text: str) -> list[tuple[str, str]]:
    """(term, the characters of the text that it covers)."""
    return [(match.term, text[match.start : match.end]) for match in lexicon.find(text)]


SMALL = Lexicon(["lie", "fraud*", "bad faith", "délibéré*", "o1"], ["lie with", "fraud proof"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A lie.", [("lie", "lie")]),
        ("LIE", [("lie", "LIE")]),
        ("believe, client, lied, lien", []),
        ("a_lie_here", [("lie", "lie")]),
        ("Frauds and FRAUDULENT", [("fraud*", "Frauds"), ("fraud*", "FRAUDULENT")]),
        ("defraud", []),
        ("in bad  faith", [("bad faith", "bad  faith")]),
        ("in bad\nfaith, in bad-faith", [("bad faith", "bad\nfaith"), ("bad faith", "bad-faith")]),
        ("bad and faith", []),
        ("délibéré", [("délibéré*", "délibéré")]),
        ("DELIBERE", [("délibéré*", "DELIBERE")]),
        ("de\u0301libe\u0301re\u0301ment", [("délibéré*", "de\u0301libe\u0301re\u0301ment")]),
        ("délibérément", [("délibéré*", "délibérément")]),
        ("fr\u00adaud", [("fraud*", "fr\u00adaud")]),
        ("f\u200braud", [("fraud*", "f\u200braud")]),
        ("𝐟𝐫𝐚𝐮𝐝", [("fraud*", "𝐟𝐫𝐚𝐮𝐝")]),
        ("the facts lie with the corpus", []),
        ("a fraud proof, a fraud", [("fraud*", "fraud")]),
        ("a fraud proofs", [("fraud*", "fraud")]),
        ("o1-mini", [("o1", "o1")]),
        ("conf-o10", []),
        ("", []),
    ],
)
def test_forms(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(SMALL, text) == expected


def test_places_index_the_text_as_given() -> None:
    assert SMALL.find("œuf, ﬁn, a lie") == [Match("lie", 11, 14)]


def test_the_longest_term_is_named() -> None:
    lexicon = Lexicon(["bad", "bad faith"])
    assert found(lexicon, "bad faith, bad") == [("bad faith", "bad faith"), ("bad", "bad")]


def test_a_lexicon_travels_to_another_process() -> None:
    assert found(pickle.loads(pickle.dumps(SMALL)), "lie, lie with") == [("lie", "lie")]


@given(st.text())
def test_any_text_is_searched(text: str) -> None:
    for match in SMALL.find(text):
        assert 0 <= match.start < match.end <= len(text)
    assert fold(fold(text)) == fold(text)


def test_a_list_is_read_with_its_comments() -> None:
    lexicon, problems = parse("# title\n\nlie   # one word\nfraud*\n! lie with\n")
    assert problems == []
    assert (lexicon.terms, lexicon.exceptions) == (("lie", "fraud*"), ("lie with",))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("lie\nfr*ud\n", 2, "* inside a word"),
        ("*\n", 1, "neither a letter nor a digit"),
        ("ab*\n", 1, "shorter than three letters"),
        ("!\n", 1, "no word"),
        ("lie\n(lie)\n", 2, "neither a letter nor a digit"),
        ("délibéré\ndelibere\n", 2, "again, after line 1"),
        ("# only a comment\n", 1, "no term"),
        ("", 1, "no term"),
    ],
)
def test_a_faulty_list_is_refused_at_its_line(text: str, line: int, what: str) -> None:
    _, problems = parse(text)
    assert [p.line for p in problems] == [line]
    assert what in problems[0].found


# --- the lists of the checkout ---


@pytest.fixture(scope="module")
def content() -> Catalogue:
    catalogue, findings = load(REPOSITORY / "content")
    assert findings == []
    assert catalogue is not None
    return catalogue


@pytest.mark.parametrize(
    ("code", "sentence", "terms"),
    [
        ("en", "The agent lied about its calls.", ["lied"]),
        ("en", "A liar, a cheater and a fraudster.", ["liar*", "cheat*", "fraud*"]),
        ("en", "Fake receipts were fabricated dishonestly.", ["fake*", "fabricat*", "dishonest*"]),
        ("en", "It deceived the reader on purpose.", ["deceiv*", "on purpose"]),
        ("en", "An hallucinated value.", ["hallucinat*"]),
        ("fr", "L’agent a menti.", ["menti"]),
        ("fr", "Un mensonge, une tricherie, une fraude.", ["mensong*", "trich*", "fraud*"]),
        ("fr", "Il trompe le lecteur, de mauvaise foi.", ["trompe", "mauvaise foi"]),
        ("fr", "Preuve falsifiée par un menteur malhonnête.", ["falsifi*", "menteur*", "malhonnête*"]),
        ("fr", "LE PARTICIPANT A TRICHE", ["trich*"]),
    ],
)
def test_words_that_impute_an_intention_are_found(
    content: Catalogue, code: str, sentence: str, terms: list[str]
) -> None:
    assert [match.term for match in content.lexicons[code].find(sentence)] == terms


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Misleading plausibility; a problem of instrumentation, not of honesty; a complacent agent."),
        ("en", "The fault lies with the service; the time lies between two bounds."),
        ("en", "Unsupported claims, overclaim rate, gap between declaration and receipts."),
        ("en", "We believe the client's earlier relief."),
        ("fr", "Plausibilité trompeuse ; un problème d’instrumentation, pas d’honnêteté."),
        ("fr", "Un agent mal instrumenté et un agent complaisant laissent la même trace."),
        ("fr", "Le lecteur peut se tromper ; un agent qui se trompe n’a rien voulu."),
        ("fr", "Claims non étayés, taux d’overclaim, écart entre déclaration et reçus, jugement, document."),
    ],
)
def test_words_that_impute_nothing_are_let_through(content: Catalogue, code: str, sentence: str) -> None:
    assert content.lexicons[code].find(sentence) == []


def test_the_official_texts_are_let_through(content: Catalogue, shared: Path) -> None:
    seeds = shared / "seeds"
    page = json.loads((seeds / "page-specification.en.json").read_text(encoding="utf-8"))
    texts = {
        ("en", page["contenu"]["markdown"]),
        ("en", (seeds / "specification.en.md").read_text(encoding="utf-8")),
        ("fr", (seeds / "specification.fr.txt").read_text(encoding="utf-8")),
        ("fr", (seeds / "section-5.txt").read_text(encoding="utf-8")),
    }
    assert [match for code, text in texts for match in content.lexicons[code].find(text)] == []


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Rejected runs of Claude 3.5 and GPT-4o", ["Claude*", "GPT*"]),
        ("gemini, LLAMA3, Mistral, grok", ["Gemini", "Llama*", "Mistral", "Grok*"]),
        ("Qwen2.5, DeepSeek-R1", ["Qwen*", "DeepSeek*"]),
        ("OpenAI, Anthropic, Google, Meta AI", ["OpenAI", "Anthropic", "Google", "Meta AI"]),
        ("xAI, Cohere", ["xAI", "Cohere"]),
        ("Command R, Phi-3, o1-mini", ["Command R", "Phi 3", "o1"]),
        ("meta description, a command, phi, a falcon, nova", []),
        ("prf_20261002_101233_ab12cd did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK conf-01", []),
    ],
)
def test_model_names(content: Catalogue, code: str, text: str, terms: list[str]) -> None:
    assert [match.term for match in content.names[code].find(text)] == terms


def test_both_languages_hold_the_same_names(content: Catalogue) -> None:
    assert content.names["en"].terms == content.names["fr"].terms
