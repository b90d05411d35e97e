"""What was published of an assertion and is otherwise in its report, without a rectification of it (G009).

Each change here leaves every figure of the row as it was, unless a test says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.pipeline.published_reports import PublishedReports
from tests.acceptance.builds import anchors, build, built, findings, fixed, invoked, places, refused
from tests.acceptance.test_changed_figures import (
    AGAIN,
    ASSERTION,
    RIGHT,
    WITH_THREE,
    WRONG,
    change,
    private,
    scored,
    support,
    waiting,
)
from tests.acceptance.test_corrections import PARTICIPANT, RUN, SUPERSEDED, TRACK, correction, with_other_run
from tests.acceptance.test_removals import AFTER, correct, withdrawal
from tests.harness import smallest, worlds
from tests.publish.sites import identity

pytestmark = pytest.mark.usefixtures("real_season")

OTHER_CAUSE = {"status": "unsupported", "cause": "resource_mismatch"}
FIRST = {"task_id": "conf-02", "assertion_id": "a1"}
AT_FIRST = ("G009", worlds.COMMUNITY, "/tasks/1/assertions/0")
AT_SECOND = ("G009", worlds.COMMUNITY, "/tasks/1/assertions/1")
EVIDENCE = f"{TRACK}{PARTICIPANT}/evidence.json"


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """The published site: of conf-02, a1 is supported, a2 is not, and a3 met a fault."""
    return built(world, place / "public").root


def assess(world: Path, task: int, number: int, to: dict[str, Any]) -> None:
    of = f"tasks__{task}__assertions__{number}__"
    change(world, **{f"{of}status": to["status"], f"{of}cause": to["cause"]})


def swap(world: Path) -> None:
    assess(world, 1, 0, WRONG)
    assess(world, 1, 1, RIGHT)


def rectify(of: dict[str, Any], before: Any, after: Any, n: int = 1) -> dict[str, Any]:
    return correction("rectification", of, n, before=before, after=after)


def lines(found: list[dict[str, Any]]) -> list[tuple[str, str | None, int | None]]:
    return [(one["file"], one["pointer"], one["line"]) for one in found]


def test_two_assertions_that_exchange_their_scores(world: Path, public: Path, place: Path) -> None:
    swap(world)
    before = identity(public)
    previous = ("--previous", str(public))
    for done in (
        refused(world, public, *AFTER),
        refused(world, None, *AFTER, *previous),
        refused(world, place / "fresh", *AFTER, *previous),
        build(world, public, *AFTER, "--jobs", "2", "--format", "json"),
    ):
        assert places(done) == [AT_FIRST, AT_SECOND]
        first, second = findings(done)
        assert first["found"] == (
            "unsupported with cause value_mismatch, and no rectification of the assertion since publication 1"
        )
        assert first["expected"] == "supported with cause null, as publication 1 shows, or a rectification"
        assert second["expected"].startswith("unsupported with cause value_mismatch, as publication 1")
        assert "rectification" in second["remedy"]
    assert identity(public) == before
    # One of them explained is not both.
    correct(world, rectify(FIRST, RIGHT, WRONG))
    assert places(refused(world, public, *AFTER)) == [AT_SECOND]
    correct(world, rectify(FIRST, RIGHT, WRONG), rectify(ASSERTION, WRONG, RIGHT, 2))
    built(world, public, *AFTER)
    built(world, public, *AGAIN)
    # What was explained is published, and explains no other change.
    assess(world, 1, 0, RIGHT)
    assess(world, 1, 1, WRONG)
    done = refused(world, public, "--generated-at", "2026-12-03T08:00:00Z")
    assert {finding["code"] for finding in findings(done)} <= {"D044", "G009"}


def test_two_assertions_with_one_id_are_told_apart_by_their_rank(world: Path, place: Path) -> None:
    """Ids are the participant's words, and may be equal: the second changed, and the third did not."""
    change(world, tasks__1__assertions__2__id="a2")
    public = built(world, place / "public").root
    assess(world, 1, 1, OTHER_CAUSE)
    assert places(refused(world, public, *AFTER)) == [AT_SECOND]
    correct(world, rectify(ASSERTION, WRONG, OTHER_CAUSE))
    done = refused(world, public, *AFTER)
    assert {finding["code"] for finding in findings(done)} == {"D043", "G009"}
    correct(world, rectify(ASSERTION | {"rank": 3}, WRONG, OTHER_CAUSE))
    assert "D044" in {finding["code"] for finding in findings(refused(world, public, *AFTER))}
    correct(world, rectify(ASSERTION | {"rank": 2}, WRONG, OTHER_CAUSE))
    built(world, public, *AFTER)


def test_another_cause(world: Path, public: Path) -> None:
    assess(world, 1, 1, OTHER_CAUSE)
    done = refused(world, public, *AFTER)
    assert places(done) == [AT_SECOND]
    (finding,) = findings(done)
    assert finding["found"].startswith("unsupported with cause resource_mismatch, ")
    correct(world, rectify(ASSERTION, WRONG, OTHER_CAUSE))
    built(world, public, *AFTER)


def test_a_figure_of_the_row_that_changed_is_told_where_it_comes_from(world: Path, public: Path) -> None:
    support(world)
    assert places(refused(world, public, *AFTER)) == [AT_SECOND]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([rectify(FIRST, WRONG, RIGHT)], [("/before", 1)]),
        ([rectify(ASSERTION, OTHER_CAUSE, WRONG)], [("/before", 1)]),
        (
            [rectify(ASSERTION, WRONG, RIGHT), rectify(ASSERTION, RIGHT, WRONG, 2)],
            [("/concerns/assertion_id", 1), ("/concerns/assertion_id", 2)],
        ),
    ],
    ids=["a supported one", "a cause", "there and back"],
)
@pytest.mark.parametrize("evidence", ["the same evidence", "other evidence"])
def test_a_rectification_of_what_did_not_change(
    world: Path, public: Path, given: list[dict[str, Any]], told: list[tuple[str, int]], evidence: str
) -> None:
    correct(world, *given)
    if evidence == "other evidence":
        change(world, agent__name="Atelier Aubépine")
    for done in (
        refused(world, public, *AFTER),
        refused(world, None, *AFTER, "--previous", str(public)),
    ):
        assert lines(findings(done)) == [(worlds.CORRECTIONS, *place) for place in told]
        assert {finding["code"] for finding in findings(done)} == {"G009"}
        assert all("publication 1 shows" in f["found"] + f["expected"] for f in findings(done))
    correct(world)
    built(world, public, *AFTER)


def test_a_rectification_of_another_assertion_than_the_one_that_changed(world: Path, public: Path) -> None:
    assess(world, 1, 1, OTHER_CAUSE)
    correct(world, rectify(FIRST, OTHER_CAUSE, RIGHT))
    done = refused(world, public, *AFTER)
    assert lines(findings(done)) == [
        (worlds.COMMUNITY, AT_SECOND[2], None),
        (worlds.CORRECTIONS, "/before", 1),
    ]


def test_a_rectification_of_another_row(world: Path, public: Path) -> None:
    """The reference run has an assertion of the same name."""
    assess(world, 1, 1, OTHER_CAUSE)
    of = {**ASSERTION, "table": "reference", "report_id": RUN}
    correct(world, rectify(of, OTHER_CAUSE, RIGHT))
    done = refused(world, public, *AFTER)
    assert lines(findings(done)) == [
        (worlds.COMMUNITY, AT_SECOND[2], None),
        (worlds.CORRECTIONS, "/before", 1),
    ]


def test_a_rectification_of_what_was_not_published(world: Path, public: Path) -> None:
    support(world)
    correct(world, rectify(ASSERTION, OTHER_CAUSE, RIGHT))
    done = refused(world, public, *AFTER)
    assert lines(findings(done)) == [(worlds.CORRECTIONS, "/before", 1)]
    (finding,) = findings(done)
    assert finding["found"] == "unsupported with cause resource_mismatch"
    assert finding["expected"] == "unsupported with cause value_mismatch, as publication 1 shows"
    correct(world, rectify(ASSERTION, WRONG, RIGHT))
    built(world, public, *AFTER)


def test_several_rectifications_of_one_assertion(world: Path, public: Path) -> None:
    support(world)
    chain = [rectify(ASSERTION, WRONG, OTHER_CAUSE), rectify(ASSERTION, OTHER_CAUSE, RIGHT, 2)]
    correct(world, *chain)
    built(world, public, *AFTER)
    # One more, of what is published now.
    assess(world, 1, 1, WRONG)
    change(world, totals__unsupported=1)
    correct(world, *chain, rectify(ASSERTION, RIGHT, WRONG, 3))
    built(world, public, *AGAIN)


def test_tasks_that_were_pending_are_decided_freely(world: Path, place: Path) -> None:
    change(world, tasks__2=waiting())
    site = built(world, place / "public")
    change(world, tasks__2=scored(), totals=WITH_THREE)
    assess(world, 1, 1, OTHER_CAUSE)
    assert places(refused(world, site.root, *AFTER)) == [AT_SECOND]
    assess(world, 1, 1, WRONG)
    site = built(world, site.root, *AFTER)
    # What is decided does not go back to pending.
    change(world, tasks__2=waiting(), totals=smallest.community()["totals"])
    done = refused(world, site.root, *AGAIN)
    assert places(done) == [("G009", worlds.COMMUNITY, "/tasks/2/assertions/0")]
    (finding,) = findings(done)
    assert finding["found"].startswith("pending with cause null, ")


def test_a_pending_task_may_be_rejected(world: Path, place: Path) -> None:
    change(world, tasks__2=waiting())
    site = built(world, place / "public")
    change(world, tasks__2={"task_id": "conf-03", "state": "rejected", "reason": "outside_graph"})
    built(world, site.root, *AFTER)


def test_an_assertion_of_another_name(world: Path, public: Path) -> None:
    change(world, tasks__1__assertions__1__id="b2")
    done = refused(world, public, *AFTER)
    assert places(done) == [("G009", worlds.COMMUNITY, "/tasks/1/assertions"), AT_SECOND]
    gone, new = findings(done)
    assert gone["found"] == "no assertion 'a2'"
    assert new["expected"] == "no such assertion, as publication 1 shows"


def test_a_task_that_takes_the_place_of_another(world: Path, public: Path) -> None:
    """As many tasks are submitted as before, and the same figures come of them."""
    first = smallest.community()["tasks"][0]
    change(world, tasks__0={"task_id": "conf-01", "state": "not_submitted", "reason": "below_minimum"})
    change(world, tasks__2={**first, "task_id": "conf-03", "verdict": "indeterminable",
                            "assertions": [{**first["assertions"][0], "claim": smallest.CERTIFICATE_ABSENT},
                                           first["assertions"][1]]})  # fmt: skip
    done = refused(world, public, *AFTER)
    assert places(done) == [("G009", worlds.COMMUNITY, f"/tasks/{at}/state") for at in (0, 2)]
    assert findings(done)[0]["expected"] == "submitted, as publication 1 shows, or a rectification"


def test_a_demonstration_may_change(world: Path, place: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/demonstration", True)
    site = built(world, place / "public")
    swap(world)
    built(world, site.root, *AFTER)


def test_a_report_that_was_private(world: Path, place: Path) -> None:
    private(world)
    site = built(world, place / "public")
    swap(world)
    site = built(world, site.root, *AFTER)
    change(world, report__public=True)
    assess(world, 1, 1, OTHER_CAUSE)
    assess(world, 1, 0, RIGHT)
    site = built(world, site.root, *AGAIN)
    swap(world)
    done = refused(world, site.root, "--generated-at", "2026-12-03T08:00:00Z")
    assert places(done) == [AT_FIRST, AT_SECOND]


def withdrawn(world: Path) -> None:
    swap(world)
    correct(world, withdrawal(PARTICIPANT))


def invalidated(world: Path) -> None:
    swap(world)
    reason = {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-11-22T09:00:00Z", "reason": reason})


def superseded(world: Path) -> None:
    with_other_run(world)
    worlds.real(world)
    for at, to in ((1, WRONG), (2, RIGHT)):
        for name, value in to.items():
            worlds.mutate(world / worlds.REFERENCE, f"/tasks/1/assertions/{at}/{name}", value)
    correct(world, SUPERSEDED)


@pytest.mark.parametrize("change_of", [withdrawn, superseded, invalidated])
def test_what_shows_no_assertion_has_none_that_could_change(
    world: Path, public: Path, change_of: Callable[[Path], None]
) -> None:
    change_of(world)
    built(world, public, *AFTER)
    built(world, public, *AGAIN)


def test_published_evidence_that_was_damaged(world: Path, public: Path) -> None:
    path = public / EVIDENCE
    path.write_bytes(path.read_bytes().replace(b"value_mismatch", b"invalid_proof"))
    swap(world)
    found = places(refused(world, None, *AFTER, "--previous", str(public)))
    assert found == [("G002", EVIDENCE, None)]


def test_published_evidence_of_another_form(
    world: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of the program may have written it."""
    site = place / "public"
    how = anchors(world, ())
    with monkeypatch.context() as earlier:
        earlier.setattr(
            "site_builder.challenges.prove_it.pages.evidence.evidence_file", lambda *_given: b'{"score":{}}'
        )
        made = invoked("build", "--data", world, "--output", site, *fixed(), *how, "--jobs", "1")
        assert made.exit_code == 0, made.output
    done = refused(world, site, *AFTER)
    found = findings(done)
    assert {finding["code"] for finding in found} == {"G002"}
    assert EVIDENCE in [finding["file"] for finding in found]
    assert "--previous" in found[0]["remedy"]


def test_reports_are_read_only_where_they_changed(
    world: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    score = PublishedReports.score

    def noted(self: PublishedReports, path: str) -> Score:
        read.append(path)
        return score(self, path)

    monkeypatch.setattr(PublishedReports, "score", noted)
    how = (*fixed(), *AFTER, "--jobs", "1", "--previous", str(public), *anchors(world, ()))
    assert invoked("check", "--data", world, *how).exit_code == 0
    assert read == []
    change(world, agent__name="Atelier Aubépine")
    assert invoked("check", "--data", world, *how).exit_code == 0
    assert read == [EVIDENCE]


def test_the_score_is_the_published_one(public: Path, world: Path) -> None:
    """What the comparison rests on: the evidence holds the score, and bears no date."""
    published = (public / EVIDENCE).read_bytes()
    assert json.loads(published)["score"] == json.loads((world / worlds.COMMUNITY).read_bytes())
    built(world, public, *AFTER)
    assert (public / EVIDENCE).read_bytes() == published


def test_a_rectification_of_what_was_pending(world: Path, place: Path) -> None:
    """Nobody read another score of it than pending."""
    change(world, tasks__2=waiting())
    site = built(world, place / "public")
    change(world, tasks__2=scored(), totals=WITH_THREE)
    of = {"task_id": "conf-03", "assertion_id": "a1"}
    correct(world, rectify(of, WRONG, RIGHT))
    done = refused(world, site.root, *AFTER)
    assert lines(findings(done)) == [(worlds.CORRECTIONS, "/before", 1)]
    assert findings(done)[0]["expected"] == "pending with cause null, as publication 1 shows"
