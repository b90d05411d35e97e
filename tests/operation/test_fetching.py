"""``season fetch-list``: exactly what a replay needs, from where, whatever a service does to whoever asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.evidence.trust_manifest import read_anchors
from site_builder.operation import drafts
from site_builder.operation.fetching import Addresses, Client, fetch
from site_builder.operation.wanted import Examiner, wanted
from tests.harness.command import REPOSITORY, tree_digests
from tests.operation import service as behaviours
from tests.operation.challenge import TRACK
from tests.operation.conftest import Operator
from tests.operation.service import Service, served


@pytest.fixture
def service(closed: Operator) -> Iterator[Service]:
    """The Trust Layer and the log, which hold everything; the operator's site.toml names them."""
    with served(closed.challenge.answers()) as running:
        text = running.configuration((REPOSITORY / "site.toml").read_text("utf-8"))
        closed.config.write_text(text.replace('anchors = "trust"', 'anchors = "given/trust"'), "utf-8")
        yield running


def listed(operator: Operator, *options: str, code: int) -> dict[str, Any]:
    found = operator.done("fetch-list", *options, "--format", "json", code=code)
    assert found["exit_code"] == code
    return {item["path"].rpartition(f"{TRACK}/")[2]: item for item in found["items"]}


def fast(*options: str) -> tuple[str, ...]:
    return ("--fetch", "--rate", "100000", *options)


def cited(operator: Operator) -> set[str]:
    """Every proof that anybody cites, from what was sent: found without the program's own readers."""
    found = set()
    for path in (operator.track / "submissions").rglob("conf-*.json"):
        for assertion in json.loads(path.read_bytes())["assertions"]:
            found |= set(assertion["proof_ids"])
    return found | {path.stem for path in (operator.track / "proofs").glob("[!.]*.json")}


def test_it_lists_exactly_what_is_cited_and_asks_nobody(closed: Operator, service: Service) -> None:
    before = tree_digests(closed.season)
    items = listed(closed, code=3)
    proofs = {name for name in items if name.startswith("proofs/")}
    assert proofs == {f"proofs/{proof_id}.json" for proof_id in cited(closed)}
    one = next(item for item in items.values() if item["state"] == "missing")
    proof_id = Path(one["path"]).stem
    assert one["url"] == f"{service.address}/v1/proof/{proof_id}"
    assert service.asked == []
    assert tree_digests(closed.season) == before
    text = closed.done("fetch-list", code=3)
    assert f"missing: {one['path']}\n  from: {one['url']}" in text
    assert text.splitlines()[-1].startswith(
        f"{len(proofs)} proof views: {len(proofs) - 1} missing, 1 there; "
    )


def test_everything_is_had_once(closed: Operator, service: Service) -> None:
    items = listed(closed, *fast(), code=3)
    assert {item["state"] for item in items.values()} == {"there", "waiting", "no such proof"}
    (waiting,) = [item for item in items.values() if item["state"] == "waiting"]
    (absent,) = [item for item in items.values() if item["state"] == "no such proof"]
    asked = list(service.asked)
    assert len(asked) == len(set(asked))
    for name in ("proofs", "log"):
        for path in (closed.track / name).glob("[!.]*.json"):
            assert path.read_bytes() in service.answers.values()
    again = listed(closed, *fast(), code=3)
    assert again == items
    assert service.asked[len(asked) :] == [waiting["url"].removeprefix(service.address)]
    # The batch closes: the last view comes, and its entry.
    proof_id = Path(waiting["path"]).stem
    other = next(p for p in (closed.track / "proofs").glob("[!.]*.json") if p.stem not in (proof_id,))
    view = json.loads(other.read_bytes()) | {"proof_id": proof_id}
    service.answers[f"/v1/proof/{proof_id}"] = json.dumps(view).encode()
    assert listed(closed, *fast(), code=0)[f"proofs/{proof_id}.json"]["state"] == "there"
    assert Path(absent["path"]).stem not in {p.stem for p in (closed.track / "proofs").glob("[!.]*.json")}


def first(closed: Operator) -> str:
    """The path at the service of an anchored proof that the operator lacks."""
    there = {path.stem for path in (closed.track / "proofs").iterdir()}
    views = closed.challenge.views
    lacking = (one for one in sorted(views) if one not in there and "root" in views[one]["batch_anchor"])
    return f"/v1/proof/{next(lacking)}"


@pytest.mark.parametrize(
    "fault",
    [
        behaviours.status(500), behaviours.status(503, Retry_After="0"),
        behaviours.status(429, Retry_After="0"),
        behaviours.cut, behaviours.hang_up,
    ],
    ids=["500", "503", "429", "cut", "hang up"],
)  # fmt: skip
def test_what_passes_is_asked_for_again(closed: Operator, service: Service, fault: Any) -> None:
    path = first(closed)
    service.faults[path] = [fault]
    operator_waits: list[float] = []
    made = fetched(closed, service, operator_waits.append)
    assert made[f"proofs/{path.rpartition('/')[2]}.json"].state == "there"
    assert service.asked.count(path) >= 2
    assert len(operator_waits) == service.asked.count(path) - 1 or fault is behaviours.hang_up


def fetched(
    operator: Operator,
    service: Service,
    sleep: Any,
    *,
    rate: int = 100_000,
    now: Any = None,
    timeout: int = 20,
) -> dict[str, Any]:
    """Fetched inside this process, on a clock of the test's own."""
    folder = operator.folder / "given" / "trust"
    if not folder.is_dir():
        folder = operator.challenge.folder / "trust"
    anchors, _ = read_anchors({path.name: path.read_bytes() for path in folder.iterdir()})
    assert anchors is not None
    examiner, draft = Examiner(anchors, True), drafts.read(operator.data, 0)
    made = wanted(draft, examiner)
    log = f"{service.address}/api/v1/log/entries/{{uuid}}"
    addresses = Addresses(f"{service.address}/v1/proof/{{proof_id}}", log)
    said: list[str] = []
    client = Client(rate, 3, timeout, said.append, sleep=sleep, **({"now": now} if now else {}))
    fetch(draft, made, addresses, client, examiner)
    return {item.path.rpartition(f"{TRACK}/")[2]: item for item in made.items}


def test_waits_grow_and_a_server_says_how_long(closed: Operator, service: Service) -> None:
    path = first(closed)
    service.faults[path] = [behaviours.status(500), behaviours.status(429, Retry_After="1800")]
    waits: list[float] = []
    fetched(closed, service, waits.append)
    assert waits == [2.0, 1800.0]


def test_no_more_than_so_many_an_hour(closed: Operator, service: Service) -> None:
    time, waits = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        time[0] += seconds

    fetched(closed, service, sleep, rate=40, now=lambda: time[0])
    total = len(service.asked)
    assert total > 40
    assert len(waits) == (total - 1) // 40
    assert all(3500 < wait <= 3600 for wait in waits)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (behaviours.instead(b"<!doctype html><title>Maintenance</title>"), "no strict JSON: line 1: "),
        (behaviours.instead(b'{"proof_id": "prf_20260101_000000_000000"}'), "the view of prf_20260101_0000"),
        (behaviours.instead(b"[]"), "JSON, and no object"),
        (behaviours.instead(b'{"a": 1, "a": 2}'), "no strict JSON: line 1: "),
        (behaviours.instead(b" " * (1 << 21)), "an answer of 1048576 bytes or more"),
        (behaviours.status(301, Location="https://a.example/"), "the server answers 301, and sends"),
        (behaviours.status(403), "the server answers 403"),
    ],
    ids=["html", "another proof", "an array", "a key twice", "too long", "elsewhere", "forbidden"],
)  # fmt: skip
def test_a_wrong_answer_is_told_and_not_stored(
    closed: Operator, service: Service, fault: Any, why: str
) -> None:
    path = first(closed)
    name = f"proofs/{path.rpartition('/')[2]}.json"
    service.faults[path] = [fault]
    item = listed(closed, *fast(), code=1)[name]
    assert item["state"] == "wrong"
    assert item["why"].startswith(why)
    assert not (closed.track / name).exists()
    assert listed(closed, *fast(), code=3)[name]["state"] == "there"


def test_a_server_that_stays_down_leaves_the_rest_to_the_next_run(closed: Operator, service: Service) -> None:
    path = first(closed)
    service.faults[path] = [behaviours.status(503, Retry_After="0")] * 5
    items = listed(closed, *fast("--attempts", "2"), code=3)
    missing = [name for name, item in items.items() if item["state"] == "missing"]
    assert missing == [f"proofs/{path.rpartition('/')[2]}.json"]
    assert items[missing[0]]["why"] == "the server answers 503"


def test_a_slow_drip_is_cut(closed: Operator, service: Service) -> None:
    path = first(closed)
    service.faults[path] = [behaviours.drip]
    waits: list[float] = []
    made = fetched(closed, service, waits.append, timeout=1)
    assert made[f"proofs/{path.rpartition('/')[2]}.json"].state == "there"
    assert waits == [2.0]


def test_an_entry_about_another_batch_is_not_stored(closed: Operator, service: Service) -> None:
    entries = [path for path in service.answers if path.startswith("/api/")]
    known = next(p for p in service.answers if p == entries[0])
    service.answers[known] = service.answers[entries[1]]
    items = listed(closed, *fast(), code=1)
    (wrong,) = [item for item in items.values() if item["state"] == "wrong"]
    assert wrong["kind"] == "log"
    assert wrong["why"].startswith("step 5, ")
    assert not (closed.data / wrong["path"]).exists()


def test_a_file_that_was_cut_in_the_tree_is_asked_for_again(closed: Operator, service: Service) -> None:
    listed(closed, *fast(), code=3)
    view = next((closed.track / "proofs").glob("[!.]*.json"))
    whole = view.read_bytes()
    view.write_bytes(whole[:100])
    assert listed(closed, code=1)[f"proofs/{view.name}"]["state"] == "wrong"
    assert listed(closed, *fast(), code=3)[f"proofs/{view.name}"]["state"] == "there"
    assert view.read_bytes() == whole


def test_a_proof_that_does_not_verify_is_kept_as_served_and_told(closed: Operator, service: Service) -> None:
    path = first(closed)
    view = json.loads(service.answers[path])
    view["timestamp_authority"] = {"status": "skipped"}
    service.answers[path] = json.dumps(view).encode()
    item = listed(closed, *fast(), code=3)[f"proofs/{path.rpartition('/')[2]}.json"]
    assert (item["state"], item["fails"]) == ("there", "step 4, timestamp: token_present")
    assert (closed.data / item["path"]).read_bytes() == service.answers[path]
