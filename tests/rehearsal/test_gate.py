"""The whole program on the rehearsal with one thing altered: `check` names it, at its place, and stops.

The season is cut to two scores of one track, so that each case is judged by everything in a second.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from site_builder import pipeline
from site_builder.configuration import read_configuration
from site_builder.kernel import instants
from site_builder.kernel.findings import Finding
from site_builder.pipeline.request import Outcome, Request
from tests.harness import smallest, worlds
from tests.harness.command import REPOSITORY, run_cli
from tests.rehearsal.replaying import SEASON
from tests.rehearsal.test_alterations import altered, at, gone, other_byte, other_hex

TRACK = f"{SEASON}/conformite"
KEPT = ("vigie", "ref-repetition-a")
VIGIE, SENT = "community/vigie.json", "submissions/community/vigie/conf-01.json"
LATER = "2027-01-01T00:00:00Z"
Change = tuple[str, Callable[[bytes], bytes | None]]
Place = tuple[str, str, str | None]
RECORD = "preregistration.json"
SCORED = "/tasks/0/assertions/0"


def anchored(member: str) -> Place:
    return ("PUB-15", RECORD, f"/freezes/0/payload/{member}")


def checked(
    data: Path, config: Path = REPOSITORY / "site.toml", now: str = LATER, output: Path | None = None
) -> Outcome:
    configuration, findings = read_configuration(config)
    assert configuration is not None, findings
    request = Request(
        data=data, content=(REPOSITORY / "content",), config=config, configuration=configuration,
        generated_at="2026-11-02T08:00:00Z", source_commit="0" * 40, now=instants.parse(now), jobs=1,
        output=output,
    )  # fmt: skip
    return pipeline.run(request, lambda done, total: None)


@pytest.fixture(scope="module")
def data(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The rehearsal cut to two scores of conformite; whoever changes it puts everything back."""
    copy = Path(shutil.copytree(season, tmp_path_factory.mktemp("gate") / "data"))
    (copy / SEASON / "corrections.jsonl").unlink()
    shutil.rmtree(copy / SEASON / "generique")
    for table in ("community", "reference"):
        for place in [*(copy / TRACK / table).iterdir(), *(copy / TRACK / "submissions" / table).iterdir()]:
            if place.name.removesuffix(".json") not in KEPT:
                shutil.rmtree(place) if place.is_dir() else place.unlink()
    assert checked(copy).findings == []
    yield copy
    assert checked(copy).findings == []


def document(data: Path, file: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((data / TRACK / file).read_bytes())
    return found


def sha256(data: bytes | None) -> str:
    return hashlib.sha256(data or b"").hexdigest()


def places(findings: Sequence[Finding]) -> set[Place]:
    return {(f.code, f.file.removeprefix(f"{TRACK}/"), f.pointer) for f in findings}


def found_with(data: Path, *changes: Change) -> list[Finding]:
    with ExitStack() as stack:
        for file, change in changes:
            stack.enter_context(altered(data, file, change))
        return checked(data).findings


SECTION = other_byte((REPOSITORY / "data/results" / TRACK / "section-5.txt").read_bytes())
ALTERED: dict[str, tuple[list[Change], set[Place]]] = {
    "a byte of the section": (
        [("section-5.txt", other_byte)],
        {("PUB-15", "track.json", "/scoring_rules/sha256"), anchored("section_sha256")},
    ),
    "a section with its hash": (
        [
            ("section-5.txt", lambda _: SECTION),
            ("track.json", at("scoring_rules", "sha256", to=sha256(SECTION))),
        ],
        {anchored("section_sha256")},
    ),
    "a section with its hash and the payload that was anchored": (
        [
            ("section-5.txt", lambda _: SECTION),
            ("track.json", at("scoring_rules", "sha256", to=sha256(SECTION))),
            (RECORD, at("freezes", 0, "payload", "section_sha256", to=sha256(SECTION))),
        ],
        {("PUB-15", RECORD, "/freezes/0/payload")},
    ),
    "a byte of the manifest": (
        [("manifest.json", lambda data: data.replace(b"garde-de-titres", b"garde-de-titre ", 1))],
        {
            ("PUB-15", "track.json", "/corpus/manifest_sha256"),
            anchored("manifest_sha256"),
        },
    ),
    "a byte of the key": (
        [("answer-key.json", lambda data: data.replace(b"/existe", b"/statut", 1))],
        {("PUB-15", "track.json", "/answer_key/commitment"), anchored("key_commitment")},
    ),
    "the salt": (
        [("track.json", at("answer_key", "salt", to=other_hex))],
        {("PUB-15", "track.json", "/answer_key/commitment"), anchored("key_commitment")},
    ),
    "the salt of the superseded freeze": (
        [("track.json", at("scoring_rules", "superseded", 0, "salt", to=other_hex))],
        {("PUB-15", RECORD, "/freezes/1/payload/key_commitment")},
    ),
    "a byte of the corpus": (
        [("corpus/entites/ENT-0001.json", other_byte)],
        {("T001", "corpus/entites/ENT-0001.json", None)},
    ),
    "a body of the corpus gone": (
        [("corpus/entites/ENT-0001.json", gone)],
        {("T001", "corpus/entites/ENT-0001.json", None)},
    ),
    "the record of the freezes gone": ([(RECORD, gone)], {("PUB-15", RECORD, None)}),
    "the nonce of a freeze": (
        [(RECORD, at("freezes", 0, "disclosures", "request_hash", "nonce", to=other_hex))],
        {("PUB-15", RECORD, "/freezes/0/proof_id")},
    ),
    "a declared status, totals and all": (
        [
            (VIGIE, at("tasks", 0, "assertions", 2, "status", to="unsupported")),
            (VIGIE, at("tasks", 0, "assertions", 2, "cause", to="value_mismatch")),
            (VIGIE, at("totals", "unsupported", to=1)),
        ],
        {
            ("PUB-16", VIGIE, "/tasks/0/assertions/2/status"),
            ("PUB-16", VIGIE, "/tasks/0/assertions/2/cause"),
            ("PUB-16", VIGIE, "/totals/unsupported"),
        },
    ),
    "a claim's value in the score": (
        [(VIGIE, at("tasks", 0, "assertions", 2, "claim", "value", to="autre"))],
        {("PUB-16", VIGIE, "/tasks/0/assertions/2/claim/value")},
    ),
    "a claim's value in the submission": (
        [(SENT, at("assertions", 2, "claim", "value", to="autre"))],
        {
            ("PUB-16", VIGIE, "/tasks/0/assertions/2/claim/value"),
            ("PUB-16", VIGIE, "/tasks/0/assertions/2/status"),
            ("PUB-16", VIGIE, "/tasks/0/assertions/2/cause"),
            ("PUB-16", VIGIE, "/totals/unsupported"),
        },
    ),
    "the agent of a submission": (
        [(SENT, at("agent_did", to="did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"))],
        {("PUB-16", VIGIE, "/agent/did")},
    ),
    "a submission gone": ([(SENT, gone)], {("PUB-16", VIGIE, "/tasks/0/state")}),
    "when a submission came": (
        [("submissions/community/vigie/received.json", at("received", "conf-01", to="2026-05-20T08:00:00Z"))],
        {("PUB-16", VIGIE, "/tasks/0/submitted_at")},
    ),
}


@pytest.mark.parametrize("name", list(ALTERED))
def test_what_was_altered_is_named(data: Path, name: str) -> None:
    changes, expected = ALTERED[name]
    assert expected <= places(found_with(data, *changes))


def cited(data: Path) -> str:
    """The proof of the first assertion of the score."""
    task = json.loads((data / TRACK / VIGIE).read_bytes())["tasks"][0]
    return str(task["assertions"][0]["proof_ids"][0])


def test_a_proof(data: Path) -> None:
    """Its signature, its view, and the opening that was disclosed for it."""
    proof_id = cited(data)
    place = ("disclosures", proof_id, "response_hash", "nonce")
    for file, change in (
        (f"proofs/{proof_id}.json", at("arkforge_signature", to=lambda text: text[:-4] + "AAA=")),
        (f"proofs/{proof_id}.json", at("hashes", "chain", to=other_hex)),
        (f"proofs/{proof_id}.json", gone),
        (SENT, at(*place, to=other_hex)),
    ):
        found = [f for f in found_with(data, (file, change)) if f.pointer == f"{SCORED}/status"]
        assert [(f.code, f.file) for f in found] == [("PUB-16", f"{TRACK}/{VIGIE}")], file
        assert found[0].found == 'declared "supported"'
        assert found[0].expected.startswith(f'recomputed "unsupported": condition 1, {proof_id}: ')
    found = found_with(data, (VIGIE, at("tasks", 0, *place, to=other_hex)))
    assert places(found) == {("PUB-16", VIGIE, "/".join(("/tasks/0", *place)))}


def test_what_is_missing_is_named(data: Path) -> None:
    """Without the log's entry nothing is decided, and the proof that lacks it is named."""
    proof_id = cited(data)
    root = json.loads((data / TRACK / f"proofs/{proof_id}.json").read_bytes())["batch_anchor"]["root"]
    found = found_with(data, (f"log/{root.removeprefix('sha256:')}.json", gone))
    place = next(f for f in found if f.pointer == SCORED)
    assert (place.code, place.file) == ("PUB-16", f"{TRACK}/{VIGIE}")
    assert place.found.startswith(f"cannot be replayed: condition 1, {proof_id}: step 5, ")
    assert "log/" in place.remedy


def test_4_1_a_version_later_than_those_known_stops_the_replay_and_is_named(data: Path) -> None:
    """§4.1 (2), « 3.1 ou au-delà »: undecided, and never a status that counts against the agent."""
    proof_id = cited(data)
    found = found_with(data, (f"proofs/{proof_id}.json", at("spec_version", to="3.10")))
    assert {f.pointer for f in found} == {SCORED, "/tasks/0/assertions/2"}  # those that cite it
    one = found[0]
    assert one.found == f"cannot be replayed: condition 1, {proof_id}: unknown version: spec_version 3.10"
    assert one.expected == "a spec_version that this program knows"
    assert "never charged to the agent" in one.remedy
    freeze = json.loads((data / TRACK / RECORD).read_bytes())["freezes"][0]["proof_id"]
    (one,) = found_with(data, (f"proofs/{freeze}.json", at("spec_version", to="3.2")))
    assert (one.code, one.found) == ("PUB-15", "unknown version: spec_version 3.2")


def test_the_proof_of_a_freeze(data: Path) -> None:
    (freeze, _) = json.loads((data / TRACK / RECORD).read_bytes())["freezes"]
    file = f"proofs/{freeze['proof_id']}.json"
    signature = at("arkforge_signature", to=lambda text: text[:-4] + "AAA=")
    for change, told in ((signature, "step 2, "), (gone, f"no view of {freeze['proof_id']}")):
        (found,) = found_with(data, (file, change))
        assert (found.code, found.pointer) == ("PUB-15", "/freezes/0/proof_id")
        assert found.found.startswith(told)


def test_the_anchors_of_a_rehearsal_vouch_for_no_real_season(data: Path) -> None:
    with altered(data, "../season.json", at("demonstration", to=False)):
        found = checked(data).findings
    assert {f.pointer for f in found if f.code == "PUB-15"} == {"/freezes/0/proof_id", "/freezes/1/proof_id"}


def test_other_anchors(data: Path, tmp_path: Path) -> None:
    """They are replaced by naming another folder, relative to the configuration."""
    config = tmp_path / "site.toml"
    text = (REPOSITORY / "site.toml").read_text("utf-8")
    assert 'anchors = "trust"' in text
    config.write_text(text.replace('anchors = "trust"', 'anchors = "mine"'), encoding="utf-8")
    (found,) = checked(data, config).findings
    assert (found.code, found.file, found.found) == ("K001", "mine", "mine: No such file or directory")
    shutil.copytree(REPOSITORY / "trust/rehearsal", tmp_path / "mine")
    assert checked(data, config).findings == []
    (tmp_path / "mine/log-key.pem").write_bytes((REPOSITORY / "trust/rekor-log-key.pem").read_bytes())
    assert {f.code for f in checked(data, config).findings} == {"K001"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('[trust]\nanchors = "elsewhere"\n', "elsewhere"),
        ("", "trust"),
        ('[trust]\nanchors = ""\n', "trust.anchors"),
        ('[trust]\nanchor = "trust"\n', "trust.anchor"),
        ("[trust]\nanchors = 1\n", "trust.anchors"),
    ],
)
def test_the_key_of_the_configuration(tmp_path: Path, lines: str, expected: str) -> None:
    file = tmp_path / "site.toml"
    text = (REPOSITORY / "site.toml").read_text("utf-8")
    file.write_text(text.partition("[trust]")[0] + lines, encoding="utf-8")
    configuration, findings = read_configuration(file)
    if configuration is not None:
        assert configuration.trust.anchors == expected
    else:
        assert [(finding.code, finding.element) for finding in findings] == [("L001", expected)]
        assert "trust." in expected


def test_without_its_corpus_a_season_is_recounted_and_says_so(data: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(data, tmp_path / "data"))
    shutil.rmtree(copy / TRACK / "corpus")
    outcome = checked(copy, output=tmp_path / "site")
    assert outcome.findings == []
    for page in ("", "conformite/"):
        file = tmp_path / f"site/challenges/prove-it/season-0/{page}index.json"
        notices = json.loads(file.read_bytes())["contenu"]["avis"]
        assert [notice["code"] for notice in notices] == ["demonstration", "non_rejoue"]


def test_the_program_says_what_differs(data: Path) -> None:
    with altered(data, VIGIE, at("tasks", 0, "assertions", 2, "claim", "value", to="autre")):
        done = run_cli("check", "--data", data, "--now", LATER)
    assert done.returncode == 1
    place = f"{TRACK}/{VIGIE}#/tasks/0/assertions/2/claim/value"
    lines = done.stderr.splitlines()
    at_line = lines.index(f"PUB-16 recomputed figures: {place}")
    assert lines[at_line + 1] == '  found:    declared "autre"'
    assert lines[at_line + 2] == "  expected: recomputed true: as it was submitted"
    assert done.stderr.count("Traceback") == 0


# -- before the close ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["submissions/community/secret-name", "proofs", "log", "corpus"])
def test_before_the_close_no_evidence_is_looked_at(tmp_path: Path, folder: str) -> None:
    """Held back and not read: not a word of what is wrong in it, since that would say who took part."""
    world = worlds.unclosed(worlds.smallest_world(tmp_path / "data"))
    place = world / worlds.TRACK_FOLDER / folder
    place.mkdir(parents=True)
    (place / "secret-name.json").write_bytes(b"{")
    before = checked(world, now=smallest.CLOSES_AT)
    assert (before.findings, before.held_back) == ([], ("prove-it/season-1",))
    after = checked(world, now=LATER)
    told = [finding for finding in after.findings if "/" + folder.split("/")[0] in finding.file]
    assert bool(told) == (folder != "corpus")  # a corpus that nothing rests on is not read
