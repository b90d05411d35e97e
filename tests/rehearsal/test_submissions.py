"""A submission is judged by the words of the text (specification §4, §4.1, §5.7), and none blocks a season.

Each case is one change to what a participant of the rehearsal sent. The score that the rescoring gives for it
is put in the score's place, and the whole program must find nothing to say against the two.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import html5lib
import pytest

from site_builder.challenges.prove_it.scoring.score_document import score_bytes
from site_builder.evidence.trust import TrustAnchors
from tests.harness.command import run_cli
from tests.rehearsal.replaying import SEASON, replay
from tests.rehearsal.test_alterations import altered, at
from tests.rehearsal.test_gate import LATER, TRACK, checked

VIGIE = "community/vigie.json"
SENT = "submissions/community/vigie/conf-01.json"
RECEIVED = "submissions/community/vigie/received.json"
DISGUISED = 'prf_"><script>alert(1)</script>'
Json = dict[str, Any]
Change = Callable[[Json], object]


@pytest.fixture(scope="module")
def data(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The rehearsal cut to one score; whoever changes it puts everything back."""
    copy = Path(shutil.copytree(season, tmp_path_factory.mktemp("sent") / "data"))
    (copy / SEASON / "corrections.jsonl").unlink()
    shutil.rmtree(copy / SEASON / "generique")
    for table in ("community", "reference"):
        for place in [*(copy / TRACK / table).iterdir(), *(copy / TRACK / "submissions" / table).iterdir()]:
            if place.name.removesuffix(".json") != "vigie":
                shutil.rmtree(place) if place.is_dir() else place.unlink()
    yield copy
    assert checked(copy).findings == []


def changed(change: Change) -> Callable[[bytes], bytes]:
    def made(data: bytes) -> bytes:
        document = json.loads(data)
        change(document)
        return json.dumps(document, ensure_ascii=False).encode()

    return made


def cite(document: Json, number: int, *proof_ids: str) -> None:
    """The assertion cites these, each disclosed as the first one of the submission is."""
    document["assertions"][number]["proof_ids"] = list(proof_ids)
    cited = {proof_id for one in document["assertions"] for proof_id in one["proof_ids"]}
    known = document["disclosures"]
    first = next(iter(known.values()))
    document["disclosures"] = {proof_id: known.get(proof_id, first) for proof_id in sorted(cited)}


def nonce(document: Json, value: object) -> None:
    proof_id = document["assertions"][1]["proof_ids"][0]
    document["disclosures"][proof_id]["response_hash"]["nonce"] = value


def opened(document: Json, value: str) -> None:
    proof_id = document["assertions"][1]["proof_ids"][0]
    document["disclosures"][proof_id]["request_hash"]["value"] = value


def twice(document: Json) -> None:
    (proof_id,) = document["assertions"][1]["proof_ids"]
    cite(document, 1, proof_id, proof_id)


def claim(document: Json, **parts: str) -> None:
    document["assertions"][1]["claim"].update(parts)


INVALID = ("unsupported", "invalid_proof")
SUPPORTED = ("supported", None)
JUDGED: dict[str, tuple[Change, tuple[str, str | None]]] = {
    # §4: « chacun {nonce, value} en chaînes »; what does not open its commitment is condition 1 of §4.1.
    "a nonce that is no hex": (lambda d: nonce(d, "pas un nonce"), INVALID),
    "an empty nonce": (lambda d: nonce(d, ""), INVALID),
    "a value that is no hex": (lambda d: opened(d, "<script>"), INVALID),
    # §4.1 (1): « Chaque proof_id existe ».
    "a proof that does not exist": (lambda d: cite(d, 1, "prf_20990101_000000_000000"), INVALID),
    "an id that no proof has": (lambda d: cite(d, 1, "prf_made_up"), INVALID),
    "an id that is markup": (lambda d: cite(d, 1, DISGUISED), INVALID),
    "an id that is a path": (lambda d: cite(d, 1, "../../../track"), INVALID),
    "an empty id": (lambda d: cite(d, 1, ""), INVALID),
    "one that exists and one that does not": (
        lambda d: cite(d, 1, d["assertions"][1]["proof_ids"][0], "prf_made_up"),
        INVALID,
    ),
    # §1: « affirmations … qui ne s'appuient sur aucun appel enregistré ».
    "no proof": (lambda d: cite(d, 1), INVALID),
    "one proof twice": (twice, SUPPORTED),
    "two assertions with one id": (lambda d: d["assertions"][1].update(id="a1"), SUPPORTED),
    "an id that is empty": (lambda d: d["assertions"][1].update(id=""), SUPPORTED),
    "a long id": (lambda d: d["assertions"][1].update(id="a" * 4000), SUPPORTED),
    "no narrative": (lambda d: d.pop("narrative"), SUPPORTED),
    "a narrative that is null": (lambda d: d.update(narrative=None), SUPPORTED),
}


def rescored(data: Path, anchors: TrustAnchors) -> Json:
    made = replay(data, anchors, "conformite", only=VIGIE)
    assert made.findings == []
    (one,) = made.scores.values()
    assert one.undecided == ()
    return one.document


@pytest.mark.parametrize("name", list(JUDGED))
def test_4_1_a_submission_is_judged_and_refused_by_nobody(
    data: Path, rehearsal_anchors: TrustAnchors, name: str
) -> None:
    change, expected = JUDGED[name]
    with ExitStack() as stack:
        stack.enter_context(altered(data, SENT, changed(change)))
        document = rescored(data, rehearsal_anchors)
        task = document["tasks"][0]
        assert task["state"] == "submitted"
        assert (task["assertions"][1]["status"], task["assertions"][1]["cause"]) == expected
        assert [(a["status"], a["cause"]) for a in task["assertions"][::2]] == [SUPPORTED] * 2
        assert document["totals"]["unsupported"] == (expected == INVALID)
        stack.enter_context(altered(data, VIGIE, lambda _: score_bytes(document)))
        assert checked(data).findings == []


FIELDS: dict[str, tuple[Change, str]] = {
    # §5.7: « un champ qu'aucun critère du référentiel ne consomme »; a text that is no pointer is no field.
    "a field without a slash": (lambda d: d["assertions"][0]["claim"].update(field="statut"), "a1"),
    "a field with a loose tilde": (lambda d: d["assertions"][0]["claim"].update(field="/~2"), "a1"),
    "a field of a list without a slash": (lambda d: claim(d, field="entrees/0/statut"), "a2"),
    "a field that would pass with what is before it": (lambda d: claim(d, field="x /statut"), "a2"),
}


@pytest.mark.parametrize("name", list(FIELDS))
def test_5_7_a_field_that_is_no_pointer_is_no_field_that_a_criterion_consumes(
    data: Path, rehearsal_anchors: TrustAnchors, name: str
) -> None:
    change, at_fault = FIELDS[name]
    rejected(data, rehearsal_anchors, change, "non_probative_field", at_fault)


@pytest.mark.parametrize("resource", ["https://corpus.example/entites/ENT-0001", "entites/ENT-0001", ""])
def test_5_7_a_resource_that_is_none_is_outside_the_graph(
    data: Path, rehearsal_anchors: TrustAnchors, resource: str
) -> None:
    rejected(data, rehearsal_anchors, lambda d: claim(d, resource=resource), "outside_graph", "a2")


def rejected(data: Path, anchors: TrustAnchors, change: Change, reason: str, at_fault: str) -> None:
    with ExitStack() as stack:
        stack.enter_context(altered(data, SENT, changed(change)))
        document = rescored(data, anchors)
        task = document["tasks"][0]
        assert (task["state"], task["reason"], task["at_fault"]["id"]) == ("rejected", reason, at_fault)
        stack.enter_context(altered(data, VIGIE, lambda _: score_bytes(document)))
        assert checked(data).findings == []


def test_4_1_where_no_field_is_probative_a_field_that_is_no_pointer_carries_no_value(
    season: Path, rehearsal_anchors: TrustAnchors, tmp_path: Path
) -> None:
    """§4.1 (4): « la ressource figée porte bien claim.value dans claim.field »; §6 names no fields."""
    copy = Path(shutil.copytree(season, tmp_path / "data"))
    sent = copy / SEASON / "generique/submissions/community/vigie/gen-01.json"
    sent.write_bytes(changed(lambda d: d["assertions"][0]["claim"].update(field="prix"))(sent.read_bytes()))
    made = replay(copy, rehearsal_anchors, "generique", only=VIGIE)
    first = next(iter(made.scores.values())).document["tasks"][0]["assertions"][0]
    assert (first["status"], first["cause"]) == ("unsupported", "value_mismatch")


# What the text rejects at entry by name was never taken in (§4).


def again(document: Json) -> None:
    document["assertions"].append(document["assertions"][1] | {"id": "a9"})


NEVER_TAKEN_IN: dict[str, Change] = {
    "a claim twice": again,
    "a proof without its disclosure": lambda d: d["disclosures"].popitem(),
    "a disclosure of a proof that is not cited": lambda d: d["disclosures"].update(
        {"prf_20990101_000000_000000": next(iter(d["disclosures"].values()))}
    ),
    "a disclosure that is not exactly the two": lambda d: next(iter(d["disclosures"].values())).popitem(),
    "a nonce that is no string": lambda d: nonce(d, 1),
}


@pytest.mark.parametrize("name", list(NEVER_TAKEN_IN))
def test_4_what_the_text_rejects_at_entry_is_no_submission(
    data: Path, rehearsal_anchors: TrustAnchors, name: str
) -> None:
    """Its file cannot be what the service took in; where `received.json` says that the service refused it,
    the task was not sent."""
    with ExitStack() as stack:
        stack.enter_context(altered(data, SENT, changed(NEVER_TAKEN_IN[name])))
        found = checked(data).findings
        assert {(f.code, f.file) for f in found} == {("S001", f"{TRACK}/{SENT}")}
        assert 'under "rejected" in received.json' in found[0].remedy

        def refused(record: Json) -> None:
            del record["received"]["conf-01"]
            record["rejected"] = {"conf-01": {"at": "2026-05-07T08:01:00Z", "reason": "format"}}

        stack.enter_context(altered(data, RECEIVED, changed(refused)))
        document = rescored(data, rehearsal_anchors)
        assert document["tasks"][0] == {
            "task_id": "conf-01", "state": "not_submitted", "reason": "nothing_sent",
        }  # fmt: skip
        (state,) = [f for f in checked(data).findings if f.pointer == "/tasks/0/state"]
        assert "the service rejected it at entry (format)" in state.expected
        stack.enter_context(altered(data, VIGIE, lambda _: score_bytes(document)))
        assert checked(data).findings == []


def test_7_4_a_sending_that_was_rejected_leaves_the_earlier_one(data: Path) -> None:
    """§7.4: « la dernière fait foi »; one that was refused before anything was kept is none."""
    refused = {"rejected": {"conf-01": {"at": "2026-05-30T08:01:00Z", "reason": "cap_exceeded"}}}
    with altered(data, RECEIVED, changed(lambda record: record.update(refused))):
        assert checked(data).findings == []


@pytest.mark.parametrize("value", [{"at": "2026-05-07T08:01:00Z"}, {"at": "x", "reason": "format"}, "format"])
def test_a_rejection_has_its_form(data: Path, value: object) -> None:
    with altered(data, RECEIVED, changed(lambda record: record.update(rejected={"conf-01": value}))):
        assert {(f.code, f.file) for f in checked(data).findings} == {("S001", f"{TRACK}/{RECEIVED}")}


def test_4_a_score_that_says_nothing_was_sent_reads_the_form_otherwise(data: Path) -> None:
    """The service may have refused what the text does not reject by name: that is a reading, and no error."""
    nothing = {"task_id": "conf-01", "state": "not_submitted", "reason": "nothing_sent"}
    for change, code in ((JUDGED["no narrative"][0], "R10"), (JUDGED["one proof twice"][0], "R8")):
        with altered(data, SENT, changed(change)), altered(data, VIGIE, at("tasks", 0, to=nothing)):
            found = [f for f in checked(data).findings if f.pointer == "/tasks/0/state"]
        assert len(found) == 1
        assert f"({code}, /challenges/prove-it/readings/#{code})" in found[0].remedy
    with altered(data, VIGIE, at("tasks", 0, to=nothing)):
        found = [f for f in checked(data).findings if f.pointer == "/tasks/0/state"]
    assert found[0].remedy.startswith("Run the scorer again")


LISTED: dict[str, tuple[str, str]] = {
    "R11: no entry at all": ("/pages", "unrelated_list_entry"),
    "R11: the whole list": ("", "unrelated_list_entry"),
    "its own reading": ("/pages", "non_probative_field"),
}


@pytest.mark.parametrize("name", list(LISTED))
def test_5_7_on_a_list_a_field_that_is_no_entry_is_rejected_under_either_name(data: Path, name: str) -> None:
    """§5.7: « viser une entrée qui concerne l'entité, sinon rejet », and no figure moves."""
    field, reason = LISTED[name]
    with altered(data, SENT, changed(lambda d: claim(d, field=field))):
        made = {"task_id": "conf-01", "state": "rejected", "reason": reason}
        with altered(data, VIGIE, at("tasks", 0, to=made)):
            found = checked(data).findings
            assert {f.pointer.split("/")[1] for f in found if f.pointer} == {"totals"}
        with altered(data, VIGIE, at("tasks", 0, to=made | {"reason": "outside_graph"})):
            (one,) = [f for f in checked(data).findings if f.pointer == "/tasks/0/reason"]
            assert one.remedy.startswith("Run the scorer again")


# On the page.


def everything(document: Json) -> None:
    cite(document, 1, DISGUISED, "../../../track", document["assertions"][1]["proof_ids"][0], "prf_a\u202eb")
    document["assertions"][1]["id"] = "a1"
    del document["narrative"]
    nonce(document, "<b>")


def test_what_no_proof_has_for_an_id_is_text_on_the_page_and_nowhere_else(
    data: Path, rehearsal_anchors: TrustAnchors, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        stack.enter_context(altered(data, SENT, changed(everything)))
        document = rescored(data, rehearsal_anchors)
        stack.enter_context(altered(data, VIGIE, lambda _: score_bytes(document)))
        site = tmp_path / "site"
        done = run_cli("build", "--data", data, "--output", site, "--now", LATER)
        assert done.returncode == 0, done.stderr
    (folder,) = [place.parent for place in site.glob("challenges/prove-it/season-0/*/*/evidence.json")]
    page = json.loads((folder / "index.json").read_bytes())
    made = page["contenu"]["taches"][0]["assertions"][1]
    wrong = [DISGUISED, "../../../track", "prf_a\u202eb"]
    assert made["preuves_impossibles"] == wrong
    assert len(made["preuves"]) == 1
    place = "/contenu/taches/0/assertions/1/preuves_impossibles"
    assert {f"{place}/{n}" for n in range(3)} <= set(page["texte_de_tiers"]["champs"])
    assert page["contenu"]["taches"][0]["recit"] is None
    tree = html5lib.parse((folder / "index.html").read_bytes(), namespaceHTMLElements=False)
    isolated = ["".join(element.itertext()) for element in tree.iter("bdi")]
    assert set(wrong) <= set(isolated)
    values = [value for element in tree.iter() for value in element.attrib.values()]
    assert not [value for value in values if any(text in value for text in ("script>", "../", "prf_a"))]
    assert {a.get("href") for a in tree.iter("a")} >= {"#conf-01.1", "#conf-01.2"}
    listed = json.loads((folder / "proofs.json").read_bytes())["proof_ids"]
    assert not set(wrong) & set(listed)
    assert set(json.loads((folder / "evidence.json").read_bytes())["proofs"]) == set(listed)
    done = run_cli("verify", site)
    assert done.returncode in (0, 3), done.stdout
    assert "FAILED" not in done.stdout
