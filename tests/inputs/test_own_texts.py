"""Which strings of an input are its organiser's, and where they stand."""

from __future__ import annotations

from site_builder.challenges.prove_it.inputs.correction import CORRECTION
from site_builder.challenges.prove_it.inputs.own_texts import own_strings
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from tests.acceptance.test_corrections import REASON, RECTIFICATION
from tests.harness import smallest

CODES = ("en", "fr")


def test_a_correction_has_its_reasons_alone() -> None:
    correction = CORRECTION.validate_python(RECTIFICATION)
    assert list(own_strings(correction, CODES)) == [
        (("reason", "fr"), "fr", REASON["fr"]),
        (("reason", "en"), "en", REASON["en"]),
    ]


def test_a_season_has_names_and_addresses() -> None:
    season = Season.model_validate(smallest.season())
    assert [(string.path, string.language) for string in own_strings(season, CODES)] == [
        (("season_service",), None),
        (("proof_url",), None),
        (("disputes", "contact"), None),
        (("licence", "data"), None),
        (("licence", "text"), None),
    ]


def test_what_a_run_says_of_itself_is_not_the_organisers() -> None:
    score = SCORE.validate_python(smallest.reference())
    assert score.table == "reference"
    assert [string.path for string in own_strings(score.run, CODES)] == [("prompt_url",)]
