"""Before the close, bounds included, nothing of a score is in any file, message or stream (PUB-01)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from site_builder.kernel import instants
from tests.acceptance.builds import Builds, Done, build, built, findings, refused, report_id
from tests.acceptance.site import Site, rows, walk
from tests.harness import worlds
from tests.harness.command import run_cli, tree_digests

SEASON_FOLDER = "prove-it/season-1"
CLOSES_AT = "2026-10-31T22:59:59Z"
TRACKS = ("conformite", "generique")
BEFORE = {
    "before it opens": "2026-01-01T00:00:00Z",
    "one second before": "2026-10-31T22:59:58Z",
    "at the very instant, in another zone": "2026-11-01T00:59:59+02:00",
}
ONE_SECOND_AFTER = "2026-10-31T23:00:00Z"


@pytest.fixture(scope="module")
def scored(make_season: worlds.SeasonMaker) -> Path:
    """A closed season of both tracks, with its keys and salts."""
    world = make_season(4, 2)
    assert worlds.read_json(world / SEASON_FOLDER / "season.json")["closes_at"] == CLOSES_AT
    return world


@pytest.fixture(scope="module")
def sealed(scored: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same tree with its scores and without its secrets: what an early run of the scorer leaves."""
    return worlds.without_secrets(worlds.copied(scored, tmp_path_factory.mktemp("sealed") / "data"))


@pytest.fixture(scope="module")
def early(sealed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Site, Done]]:
    """What is built at each of the instants before the close."""
    folder = tmp_path_factory.mktemp("early")
    found = {}
    for number, (name, now) in enumerate(BEFORE.items()):
        done = build(sealed, folder / str(number), now=now)
        assert done.returncode == 3, done.stdout + done.stderr
        found[name] = (Site(folder / str(number)), done)
    return found


def scores(world: Path) -> list[dict[str, Any]]:
    return [
        worlds.read_json(path)
        for table in ("reference", "community")
        for path in sorted((world / SEASON_FOLDER).glob(f"*/{table}/*.json"))
    ]


def traces(world: Path) -> dict[str, str]:
    """What would betray a score → what it is: names, identifiers, addresses, texts and proofs."""
    found: dict[str, str] = {}
    for score in scores(world):
        subject = score["run"]["run_id"] if score["table"] == "reference" else score["agent"]["did"]
        found[report_id(subject)] = "row id"
        found[score["agent"]["did"]] = "DID"
        found[score["agent"]["name"]] = "agent name"
        for text in (score.get("run") or score["stack"]).values():
            if len(text) > 6:
                found[text] = "stack or run"
        for task in score["tasks"]:
            for proof in task.get("disclosures", {}):
                found[proof] = "proof id"
            if "narrative" in task:
                found[task["narrative"][:40]] = "narrative"
            for assertion in task.get("assertions", []):
                found[assertion["claim"]["resource"]] = "resource"
    return found


def test_the_traces_are_in_the_closed_site(scored: Path, builds: Builds) -> None:
    """The search of the other tests finds what it looks for, where it must be found."""
    text = everything(builds(scored).root)
    missing = {what for trace, what in traces(scored).items() if not holds(text, trace)}
    # Resources and narratives of private reports are not published.
    assert missing <= {"resource", "narrative"}
    assert not holds(text, "no such thing")


def everything(folder: Path) -> str:
    return "\n".join(
        f"{path.relative_to(folder)}\n{path.read_bytes().decode('utf-8', 'replace')}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )


def holds(text: str, trace: str) -> bool:
    """The trace itself, or as JSON or HTML writes it."""
    forms = {trace, json.dumps(trace)[1:-1], json.dumps(trace, ensure_ascii=False)[1:-1]}
    forms |= {form.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;") for form in forms}
    return any(form in text for form in forms)


@pytest.mark.parametrize("when", BEFORE)
def test_before_the_close_nothing_of_a_score_is_anywhere(
    sealed: Path, early: dict[str, tuple[Site, Done]], when: str
) -> None:
    site, done = early[when]
    text = everything(site.root) + done.stdout + done.stderr
    assert {trace: what for trace, what in traces(sealed).items() if holds(text, trace)} == {}
    assert site.of_type("piste", "en") == [
        f"challenges/prove-it/season-1/{track}/index.html" for track in TRACKS
    ]
    assert site.of_type("rapport") == []
    for page in site.of_type("piste"):
        content = site.document(page)["contenu"]
        assert content["scores_publies"] is False
        assert content["scores_texte"]
        assert rows(site.document(page)) == []
        # The public bounds stand; what the key would tell does not.
        assert [task["task_id"] for task in content["taches"]]
        for task in content["taches"]:
            assert task["minimum"] >= 1
            assert task["plafond"] >= task["minimum"]
            told = {key for key, value in task.items() if value not in (None, [], {})}
            assert told == {"task_id", "minimum", "plafond"}
    assert not [file for file in site.files if file.endswith((".csv", "answer-key.json", "proofs.json"))]


def test_scores_that_lie_there_change_no_byte(sealed: Path, tmp_path: Path) -> None:
    """Not a count, not a size, not a word: with the scores, with others or without, it is the same site."""
    bare = worlds.copied(sealed, tmp_path / "bare")
    wrong = worlds.copied(sealed, tmp_path / "wrong")
    for track in TRACKS:
        for table in ("reference", "community"):
            shutil.rmtree(bare / SEASON_FOLDER / track / table)
            for path in (wrong / SEASON_FOLDER / track / table).glob("*.json"):
                path.write_bytes(b'{"totals":{"unsupported":17},')
    (wrong / SEASON_FOLDER / "corrections.jsonl").write_text(
        '{"n": 1, "reason": "a1 of conf-03 was wrong"}\n'
    )
    answers = {}
    for name, world in (("sealed", sealed), ("bare", bare), ("wrong", wrong)):
        output = tmp_path / "out" / name / "public"
        output.parent.mkdir(parents=True)
        done = run_cli(
            "build", "--data", world, "--output", output,
            "--generated-at", CLOSES_AT, "--source-commit", "a" * 40, "--now", CLOSES_AT,
        )  # fmt: skip
        streams = (done.stdout + done.stderr).replace(str(output), "OUTPUT")
        answers[name] = (done.returncode, streams, tree_digests(output))
    assert answers["sealed"][0] == 3
    assert answers["sealed"] == answers["wrong"]
    # With nothing to hold back the exit code says so, to the operator and nobody else.
    assert answers["bare"][0] == 0
    assert answers["bare"][2] == answers["sealed"][2]


def test_time_alone_changes_no_byte_before_the_close(early: dict[str, tuple[Site, Done]]) -> None:
    """PUB-14: no page says whether the season is open, so none changes when it opens."""
    sites = [tree_digests(site.root) for site, _ in early.values()]
    assert len(sites) == len(BEFORE)
    assert all(site == sites[0] for site in sites)


def test_one_second_after_everything_is_there(scored: Path, builds: Builds, tmp_path: Path) -> None:
    site = built(scored, tmp_path / "public", now=ONE_SECOND_AFTER)
    assert tree_digests(site.root) == tree_digests(builds(scored).root)
    for track in TRACKS:
        page = f"challenges/prove-it/season-1/{track}/index.html"
        expected = {s["agent"]["did"] for s in scores(scored) if s["track"] == track}
        assert len(expected) == 6
        for prefix in ("", "fr/"):
            document = site.document(prefix + page)
            assert {row["agent"]["did"] for row in rows(document)} == expected
            assert document["contenu"]["scores_publies"] is True
        assert f"challenges/prove-it/season-1/{track}/answer-key.json" in site.files


def test_a_fraction_of_a_second_counts(scored: Path, sealed: Path, tmp_path: Path) -> None:
    assert build(sealed, tmp_path / "a", now="2026-10-31T22:59:58.999999Z").returncode == 3
    assert build(scored, tmp_path / "b", now="2026-10-31T22:59:59.000001Z").returncode == 0


@pytest.mark.parametrize("decided", [None, "2026-11-02T08:00:00Z"], ids=["not decided", "decided"])
def test_after_the_close_scores_wait_for_the_decision(
    scored: Path, tmp_path: Path, decided: str | None
) -> None:
    world = worlds.copied(scored, tmp_path / "data")
    worlds.mutate(world / SEASON_FOLDER / "season.json", "/published_at", decided)
    done = build(world, tmp_path / "public", now="2027-01-01T00:00:00Z")
    site = Site(tmp_path / "public")
    counts = [len(rows(site.document(page))) for page in site.of_type("piste")]
    if decided:
        assert done.returncode == 0
        assert counts == [6, 6, 6, 6]
        return
    # The key and the salts are public from the close on; no score is before publication is decided.
    assert done.returncode in (0, 3), done.stderr
    assert counts == [0, 0, 0, 0]
    assert site.of_type("rapport") == []
    text = everything(site.root) + done.stdout + done.stderr
    of_rows = {"row id", "DID", "agent name", "stack or run", "proof id", "narrative"}
    assert {t: what for t, what in traces(world).items() if what in of_rows and holds(text, t)} == {}


# Secrets in a tree that is not closed.


Change = Callable[[Path, Path], tuple[str, str | None, list[str]]]


def salt_of_the_key(world: Path, closed: Path) -> tuple[str, str | None, list[str]]:
    file = f"{SEASON_FOLDER}/conformite/track.json"
    salt = worlds.read_json(closed / file)["answer_key"]["salt"]
    worlds.mutate(world / file, "/answer_key/salt", salt)
    return file, "/answer_key/salt", [salt]


def salt_of_a_superseded_freeze(world: Path, closed: Path) -> tuple[str, str | None, list[str]]:
    file = f"{SEASON_FOLDER}/conformite/track.json"
    salt = worlds.read_json(closed / file)["scoring_rules"]["superseded"][0]["salt"]
    worlds.mutate(world / file, "/scoring_rules/superseded/0/salt", salt)
    return file, "/scoring_rules/superseded/0/salt", [salt]


def the_key(world: Path, closed: Path) -> tuple[str, str | None, list[str]]:
    file = f"{SEASON_FOLDER}/conformite/answer-key.json"
    (world / file).write_bytes((closed / file).read_bytes())
    key = worlds.read_json(closed / file)
    values = {
        str(form[part])
        for answer in key.values() for ground in answer["grounds"] for form in ground["any_of"]
        for part in ("resource", "value")
    }  # fmt: skip
    return file, None, sorted(value for value in values if len(value) > 8)


def product_references(world: Path, closed: Path) -> tuple[str, str | None, list[str]]:
    file = f"{SEASON_FOLDER}/generique/track.json"
    expected = worlds.read_json(closed / file)["expected_verdicts"]
    worlds.mutate(world / file, "/expected_verdicts", expected)
    return file, "/expected_verdicts", [name for name in expected if name != "aucune_option_valide"]


@pytest.mark.parametrize(
    "change", [salt_of_the_key, salt_of_a_superseded_freeze, the_key, product_references]
)
def test_a_secret_before_the_close_is_refused_and_never_printed(
    scored: Path, sealed: Path, tmp_path: Path, change: Change
) -> None:
    world = worlds.copied(sealed, tmp_path / "data")
    file, pointer, secrets = change(world, scored)
    assert secrets
    done = refused(world, tmp_path / "public", now=CLOSES_AT)
    said = build(world, tmp_path / "public", now=BEFORE["one second before"])
    assert said.returncode == 1
    assert ("PUB-01", file, pointer) in [(f["code"], f["file"], f["pointer"]) for f in findings(done)]
    for secret in secrets:
        assert secret not in done.stdout + done.stderr + said.stdout + said.stderr
    assert "PUB-01" in said.stderr
    assert file in said.stderr
    assert not (tmp_path / "public").exists()


def test_the_whole_closed_tree_one_second_too_early(scored: Path, tmp_path: Path) -> None:
    done = refused(scored, tmp_path / "public", now=BEFORE["one second before"])
    found = {(f["code"], f["file"], f["pointer"]) for f in findings(done)}
    conformite, generique = (f"{SEASON_FOLDER}/{track}" for track in TRACKS)
    assert {place for place in found if place[0] == "PUB-01"} == {
        ("PUB-01", f"{conformite}/track.json", "/answer_key/salt"),
        ("PUB-01", f"{conformite}/track.json", "/scoring_rules/superseded/0/salt"),
        ("PUB-01", f"{conformite}/answer-key.json", None),
        ("PUB-01", f"{generique}/track.json", "/answer_key/salt"),
        ("PUB-01", f"{generique}/track.json", "/expected_verdicts"),
        ("PUB-01", f"{generique}/answer-key.json", None),
    }
    said = done.stdout + done.stderr
    betrayed = [trace for trace, what in traces(scored).items() if what != "resource" and holds(said, trace)]
    assert betrayed == []


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("answer-key.json", b'{"conf-01":{"verdict":"S3CRET","family":"S3CRET","grounds":"S3CRET"}}'),
        ("answer-key.json", b'{"conf-01":"S3CRET",}'),
        ("answer-key.json", b'{"S3CRET":{"S3CRET":1,"S3CRET":2}}'),
    ],
    ids=["wrong values", "no JSON", "a key twice"],
)  # fmt: skip
def test_a_broken_secret_is_not_printed_either(
    sealed: Path, tmp_path: Path, file: str, content: bytes
) -> None:
    world = worlds.copied(sealed, tmp_path / "data")
    (world / SEASON_FOLDER / "conformite" / file).write_bytes(content)
    done = refused(world, tmp_path / "public", now=CLOSES_AT)
    assert ("PUB-01", f"{SEASON_FOLDER}/conformite/{file}") in [
        (f["code"], f["file"]) for f in findings(done)
    ]
    assert "S3CRET" not in done.stdout + done.stderr
    assert not (tmp_path / "public").exists()


@pytest.mark.parametrize(
    "pointer",
    ["/answer_key/salt", "/scoring_rules/superseded/0/salt", "/answer_key/key", "/expected_verdicts/S3CRET"],
)
def test_a_secret_in_another_form_is_not_printed_either(sealed: Path, tmp_path: Path, pointer: str) -> None:
    world = worlds.copied(sealed, tmp_path / "data")
    worlds.mutate(
        world / SEASON_FOLDER / "conformite/track.json", pointer, "S3CRET salt in no hexadecimal form"
    )
    done = refused(world, tmp_path / "public", now=CLOSES_AT)
    assert findings(done)
    assert "S3CRET salt" not in done.stdout + done.stderr


def test_a_season_whose_close_cannot_be_read_is_taken_for_open(scored: Path, tmp_path: Path) -> None:
    world = worlds.copied(scored, tmp_path / "data")
    worlds.mutate(world / SEASON_FOLDER / "season.json", "/closes_at", "soon")
    for path in (world / SEASON_FOLDER).glob("*/community/*.json"):
        worlds.mutate(path, "/totals/unsupported", 99)
    done = refused(world, tmp_path / "public")
    assert f"{SEASON_FOLDER}/season.json" in {f["file"] for f in findings(done)}
    betrayed = [trace for trace in traces(scored) if holds(done.stdout + done.stderr, trace)]
    assert betrayed == []
    assert "/community/" not in done.stdout


# Several seasons.


def test_an_open_season_beside_a_closed_one(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    """The closed one keeps all its scores, the open one shows none, and the exit code says so."""
    world = worlds.copied(make_season(3, 1), tmp_path / "data")
    second = make_season(3, 1, season=2)
    shutil.copytree(second / "prove-it/season-2", world / "prove-it/season-2")
    closes = instants.parse(worlds.read_json(world / "prove-it/season-2/season.json")["closes_at"])
    for track in TRACKS:
        folder = world / "prove-it/season-2" / track
        (folder / "answer-key.json").unlink()
        document = worlds.read_json(folder / "track.json")
        del document["answer_key"]["salt"]
        for freeze in document["scoring_rules"]["superseded"]:
            del freeze["salt"]
        if document["verdicts"] is None:
            document["expected_verdicts"] = {"aucune_option_valide": 3}
        worlds.write_json(folder / "track.json", document)
    now = (closes.utc - timedelta(seconds=1)).isoformat()
    done = build(world, tmp_path / "public", now=now)
    assert done.returncode == 3, done.stderr
    assert "season-2" in done.stderr
    site = Site(tmp_path / "public")
    for page in site.of_type("piste"):
        assert len(rows(site.document(page))) == (4 if "season-1" in page else 0)
    assert {page for page in site.of_type("rapport") if "season-2" in page} == set()
    assert [
        at for page in site.of_type("saison") for at, _ in walk(site.document(page)) if "sel" in at.split("/")
    ]


@pytest.mark.parametrize("folder", ["community", "reference"])
def test_what_lies_beside_the_scores_is_not_named_before_the_close(
    sealed: Path, tmp_path: Path, folder: str
) -> None:
    """File names there are names of participants: after the close what does not belong there is told."""
    world = worlds.copied(sealed, tmp_path / "data")
    place = world / SEASON_FOLDER / "conformite" / folder
    (place / "Alice Agent.txt").touch()
    (place / "Bob").mkdir()
    early = run_cli("check", "--data", world, "--now", "2026-10-31T22:59:58Z")
    assert early.returncode == 3
    for name in ("Alice", "Bob"):
        assert name not in early.stdout + early.stderr
    late = run_cli("check", "--data", world, "--now", ONE_SECOND_AFTER)
    assert late.returncode == 1
    for name in ("Alice Agent.txt", "Bob"):
        assert f"conformite/{folder}/{name}" in late.stderr
