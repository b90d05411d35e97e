"""The recount of whole made seasons equals what their scorer declared, and small laws of the counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.kernel.canonical import json_equal
from site_builder.kernel.rate import NotApplicable, Pending, Ratio
from tests.harness.worlds import SeasonMaker, read_json
from tests.scoring.scores import absent, fact, key, score, statuses, submitted


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_made_seasons_recount_to_their_totals(make_season: SeasonMaker, seed: int) -> None:
    world = make_season(60, 3, seed=seed)
    tree, findings = read_tree(world)
    assert findings == []
    rows = 0
    for track in tree.seasons[0].tracks:
        assert track.key is not None
        for file in (*track.scores["reference"], *track.scores["community"]):
            model, found = read_score(world, file)
            assert found == []
            assert model is not None
            document = read_json(world / file)
            made = tally(model, track.key, 10)
            assert {name: getattr(made, name) for name in document["totals"]} == document["totals"]
            for task in document["tasks"]:
                if task["state"] == "submitted":
                    again = made.tasks[task["task_id"]]
                    assert again.exact is task["verdict_exact"]
                    assert again.grounded is task["verdict_grounded"]
                    facts = [
                        {"resource": f.resource, "field": f.field, "value": f.value} for f in again.missing
                    ]
                    assert json_equal(facts, task["missing_facts"])
            pending = any(task["state"] == "pending" for task in document["tasks"])
            assert isinstance(made.success, Pending if pending else Ratio)
            rows += 1
    assert rows == 2 * 63


TASKS = st.lists(st.text("spirvf", max_size=8) | st.none(), min_size=1, max_size=10)
EMPTY_KEY = key(t1=("oui", [[fact("a")]]))


@given(TASKS)
def test_every_assertion_is_counted_once(words: list[str | None]) -> None:
    tasks = [
        absent(f"t{n}") if word is None else submitted(f"t{n}", "oui", *statuses(word))
        for n, word in enumerate(words, 1)
    ]
    made = tally(score(*tasks), EMPTY_KEY, len(words))
    letters = "".join(word or "" for word in words)
    assert made.assertions == len(letters)
    assert made.unsupported == sum(letters.count(letter) for letter in "pirv")
    assert made.instrument_faults == letters.count("f")
    assert sum(made.causes.values()) == made.unsupported + made.instrument_faults
    counted = len(letters) - letters.count("f")
    assert made.overclaim == (Ratio(made.unsupported, counted) if counted else NotApplicable())


@given(TASKS)
def test_the_order_of_the_tasks_changes_nothing(words: list[str | None]) -> None:
    tasks = [submitted(f"t{n}", "oui", *statuses(word or "")) for n, word in enumerate(words, 1)]
    forward = tally(score(*tasks), EMPTY_KEY, 10)
    backward = tally(score(*reversed(tasks)), EMPTY_KEY, 10)
    assert (forward.overclaim, forward.success, forward.causes) == (
        backward.overclaim, backward.success, backward.causes,
    )  # fmt: skip


def test_the_key_of_a_made_season_is_read_whole(make_season: SeasonMaker) -> None:
    world = make_season(20, 3)
    for track in ("conformite", "generique"):
        document = read_json(world / f"prove-it/season-1/{track}/answer-key.json")
        answers = AnswerKey.model_validate(document).root
        assert list(answers) == list(document)
        assert [len(answer.grounds) for answer in answers.values()] == [
            len(entry["grounds"]) for entry in document.values()
        ]
