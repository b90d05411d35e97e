"""What was published of a row and is otherwise in the data, without an entry that says why (PUB-17, G009).

What a public report says of each assertion: `test_changed_assertions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import built, findings, places, refused
from tests.acceptance.site import track_rows
from tests.acceptance.test_corrections import DISMISSED, PARTICIPANT, RUN, TRACK, correction
from tests.acceptance.test_removals import AFTER, correct, withdrawal
from tests.harness import smallest, worlds
from tests.publish.sites import identity

pytestmark = pytest.mark.usefixtures("real_season")

AGAIN = ("--generated-at", "2026-12-02T08:00:00Z")
ASSERTION = {"task_id": "conf-02", "assertion_id": "a2"}
WRONG = {"status": "unsupported", "cause": "value_mismatch"}
RIGHT = {"status": "supported", "cause": None}
RECTIFIED = correction("rectification", ASSERTION, before=WRONG, after=RIGHT)
PLACE = ("G009", worlds.COMMUNITY, "/totals/unsupported")


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """The published site of the world: the participant's row says 1/4 and 1/3, of two tasks."""
    return built(world, place / "public").root


@pytest.fixture
def hidden(world: Path, place: Path) -> Path:
    """The same, with a private report: what is published of it is the row alone."""
    private(world)
    return built(world, place / "public").root


def change(world: Path, **changes: Any) -> None:
    """Set what the pointers (``__`` for ``/``) name in the participant's score."""
    for pointer, value in changes.items():
        worlds.mutate(world / worlds.COMMUNITY, "/" + pointer.replace("__", "/"), value)


def support(world: Path) -> None:
    """The participant's one unsupported assertion is supported now."""
    change(world, tasks__1__assertions__1__status="supported", tasks__1__assertions__1__cause=None,
           totals__unsupported=0)  # fmt: skip


def reject(world: Path, task: int, number: int, unsupported: int) -> None:
    """An assertion of the participant is unsupported now."""
    of = f"tasks__{task}__assertions__{number}__"
    change(world, **{f"{of}status": "unsupported", f"{of}cause": "resource_mismatch"},
           totals__unsupported=unsupported)  # fmt: skip


def row(site: Any) -> dict[str, Any]:
    rows = {row["report_id"]: row for row in track_rows(site.document(f"{TRACK}index.html"), "community")}
    return rows[PARTICIPANT]


def test_a_published_figure_changes_by_a_rectification_alone(world: Path, hidden: Path, place: Path) -> None:
    support(world)
    before = identity(hidden)
    previous = ("--previous", str(hidden))
    for done in (
        refused(world, hidden, *AFTER),
        refused(world, None, *AFTER, *previous),
        refused(world, place / "fresh", *AFTER, *previous),
    ):
        assert places(done) == [PLACE]
        (finding,) = findings(done)
        assert finding["found"] == (
            "overclaim 0/4, success 1/3, 2 tasks submitted, "
            "and no rectification of the row since publication 1"
        )
        assert finding["expected"] == (
            "overclaim 1/4, success 1/3, 2 tasks submitted, as publication 1 shows, or a rectification"
        )
        assert "rectification" in finding["remedy"]
    assert identity(hidden) == before
    correct(world, RECTIFIED)
    site = built(world, hidden, *AFTER)
    assert row(site)["taux"]["overclaim"]["fraction"] == "0/4"
    # What it explained is published: it explains no other change, and none is needed for the same again.
    reject(world, 0, 1, 1)
    assert places(refused(world, hidden, *AGAIN)) == [PLACE]
    change(world, tasks__0__assertions__1=smallest.community()["tasks"][0]["assertions"][1],
           totals__unsupported=0)  # fmt: skip
    built(world, hidden, *AGAIN)


OTHER_ROW = {"report_id": RUN, "table": "reference", "task_id": "conf-02", "assertion_id": "a3"}


@pytest.mark.parametrize(
    "line",
    [
        DISMISSED,
        correction("dispute_dismissed", OTHER_ROW),
    ],
    ids=["a dismissal", "another row"],
)
def test_no_other_entry_explains_it(world: Path, hidden: Path, line: dict[str, Any]) -> None:
    support(world)
    correct(world, line)
    assert places(refused(world, hidden, *AFTER)) == [PLACE]


def test_a_rectification_explains_what_it_is_about(world: Path, hidden: Path) -> None:
    """A cause was corrected, which changes no figure; the figure that changed is another assertion's."""
    other_cause = {"status": "unsupported", "cause": "resource_mismatch"}
    change(world, tasks__1__assertions__1__cause="resource_mismatch")
    correct(world, correction("rectification", ASSERTION, before=WRONG, after=other_cause))
    reject(world, 0, 1, 2)
    done = refused(world, hidden, *AFTER)
    assert places(done) == [PLACE]
    (finding,) = findings(done)
    assert finding["found"] == "overclaim 2/4, success 1/3, 2 tasks submitted"
    assert finding["expected"].startswith("overclaim 1/4: ")
    second = correction(
        "rectification", {"task_id": "conf-01", "assertion_id": "a2"}, 2, before=RIGHT, after=other_cause
    )
    correct(world, correction("rectification", ASSERTION, before=WRONG, after=other_cause), second)
    assert row(built(world, hidden, *AFTER))["taux"]["overclaim"]["fraction"] == "2/4"


def test_a_verdict_that_counts_no_more(world: Path, public: Path) -> None:
    change(world, tasks__0__verdict="non_conforme", tasks__0__verdict_exact=False, totals__verdicts_counted=0)
    done = refused(world, public, *AFTER)
    assert places(done) == [("G009", worlds.COMMUNITY, "/totals/verdicts_counted")]


def test_a_task_that_is_no_longer_submitted(world: Path, hidden: Path) -> None:
    change(world, tasks__0={"task_id": "conf-01", "state": "not_submitted", "reason": "below_minimum"},
           totals={"assertions": 3, "unsupported": 1, "instrument_faults": 1, "tasks_submitted": 1,
                   "verdicts_counted": 0})  # fmt: skip
    (finding,) = findings(refused(world, hidden, *AFTER))
    assert (finding["code"], finding["pointer"]) == ("G009", "/totals/assertions")
    assert finding["found"].startswith("overclaim 1/2, success 0/3, 1 tasks submitted")


def waiting() -> dict[str, Any]:
    """A third task, sent and not scored yet."""
    task = scored()
    task["state"] = task["assertions"][0]["status"] = "pending"
    for name in ("verdict_exact", "verdict_grounded", "missing_facts"):
        del task[name]
    return task


def scored() -> dict[str, Any]:
    return smallest.submitted(
        "conf-03", "indeterminable",
        [smallest.assertion(1, smallest.CERTIFICATE_ABSENT, "prf_20260310_095900_0c0006")],
    )  # fmt: skip


WITH_THREE = {
    "assertions": 6, "unsupported": 1, "instrument_faults": 1, "tasks_submitted": 3, "verdicts_counted": 2,
}  # fmt: skip


def test_what_was_pending_is_scored_at_last(world: Path, place: Path) -> None:
    """Neither rate was published while a task was pending, so none is corrected."""
    private(world)
    change(world, tasks__2=waiting())
    site = built(world, place / "public")
    assert row(site)["etat"] == "en_attente"
    change(world, tasks__2=scored(), totals=WITH_THREE)
    site = built(world, site.root, *AFTER)
    fractions = {name: rate["fraction"] for name, rate in row(site)["taux"].items()}
    assert fractions == {"overclaim": "1/5", "reussite": "2/3"}
    # And what was published then does not go back to pending.
    change(world, tasks__2=waiting(), totals=smallest.community()["totals"])
    done = refused(world, site.root, *AGAIN)
    assert places(done) == [("G009", worlds.COMMUNITY, "/tasks")]
    (finding,) = findings(done)
    assert finding["found"].startswith("overclaim pending, success pending, 2 tasks submitted")


def test_a_task_that_was_submitted_stays_so_while_another_is_pending(world: Path, place: Path) -> None:
    private(world)
    change(world, tasks__2=waiting())
    site = built(world, place / "public")
    change(world, tasks__0={"task_id": "conf-01", "state": "not_submitted", "reason": "below_minimum"},
           totals={"assertions": 3, "unsupported": 1, "instrument_faults": 1, "tasks_submitted": 1,
                   "verdicts_counted": 0})  # fmt: skip
    done = refused(world, site.root, *AFTER)
    assert places(done) == [("G009", worlds.COMMUNITY, "/totals/tasks_submitted")]


def test_an_invalidated_season_shows_no_figure_that_could_change(world: Path, public: Path) -> None:
    support(world)
    reason = {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-11-22T09:00:00Z", "reason": reason})
    built(world, public, *AFTER)
    reject(world, 0, 1, 1)
    built(world, public, *AGAIN)


def test_a_name_and_a_stack_are_no_figures(world: Path, public: Path) -> None:
    change(world, agent__name="Atelier Aubépine", stack__declared="pile-essai 4")
    built(world, public, *AFTER)


def test_a_row_that_is_withdrawn_needs_no_rectification(world: Path, public: Path) -> None:
    support(world)
    correct(world, withdrawal(PARTICIPANT))
    built(world, public, *AFTER)


def test_the_best_constant_answer_is_published_too(world: Path, public: Path) -> None:
    """No correction changes a key: the season is invalidated."""
    worlds.mutate(world / worlds.ANSWER_KEY, "/conf-03/verdict", "conforme")
    worlds.mutate(world / worlds.REFERENCE, "/tasks/2/verdict", "conforme")
    counts = {"conforme": 2, "non_conforme": 1, "indeterminable": 0}
    worlds.mutate(world / worlds.TRACK, "/expected_verdicts", counts)
    worlds.rehash(world / worlds.TRACK_FOLDER)
    done = refused(world, public, *AFTER)
    assert places(done) == [
        ("G010", worlds.ANSWER_KEY, None),
        ("G010", worlds.TRACK, "/answer_key/commitment"),
        ("G009", worlds.TRACK, "/expected_verdicts"),
    ]
    finding = findings(done)[-1]
    assert (finding["found"], finding["expected"]) == (
        "best constant answer 2/3", "best constant answer 1/3, as publication 1 shows"
    )  # fmt: skip


def private(world: Path) -> None:
    change(world, report__public=False)


def private_and_withdrawn(world: Path) -> None:
    private(world)
    correct(world, withdrawal(PARTICIPANT))


@pytest.mark.parametrize("hide", [private, private_and_withdrawn])
def test_a_published_report_keeps_its_page(world: Path, public: Path, hide: Callable[[Path], None]) -> None:
    hide(world)
    before = identity(public)
    done = refused(world, public, *AFTER)
    assert places(done) == [("G008", worlds.COMMUNITY, "/report/public")]
    (finding,) = findings(done)
    assert "withdrawal" in finding["remedy"]
    assert identity(public) == before
    # The remedy: the withdrawal, and its page.
    change(world, report__public=True)
    correct(world, withdrawal(PARTICIPANT))
    site = built(world, public, *AFTER)
    assert site.document(f"{TRACK}{PARTICIPANT}/index.html")["contenu"]["etat"] == "retire"


def test_a_private_report_may_be_published(world: Path, place: Path) -> None:
    private(world)
    site = built(world, place / "public")
    change(world, report__public=True)
    site = built(world, site.root, *AFTER)
    assert (site.root / TRACK / PARTICIPANT / "index.html").is_file()
