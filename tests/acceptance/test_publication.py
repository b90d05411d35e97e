"""What happens to the published site: kept whole by every refusal and crash, replaced as a whole."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import (
    COMMIT,
    GENERATED_AT,
    LATER,
    build,
    built,
    findings,
    fixed,
    heed_interrupts,
    invoked,
    places,
    refused,
    report_id,
    sources,
)
from tests.acceptance.site import Site, current
from tests.acceptance.test_corrections import correction
from tests.harness import requirements, smallest, worlds
from tests.harness.command import REPOSITORY, program, run_cli, tree_digests
from tests.publish.sites import beside, identity

SECOND_DID = smallest.SPARE_DID
GONE = report_id(smallest.COMMUNITY_DID)
NAN = b'{"schema":"proveit-score-v1","season":NaN}'


@pytest.fixture
def site(smallest_site: Site, place: Path) -> Site:
    """The published site of the smallest world, in a folder of its own."""
    return Site(worlds.copied(smallest_site.root, place / "public"))


def with_two(world: Path) -> Path:
    """The smallest world with a second participant, who did the same."""
    row = smallest.community()
    row["agent"] = {"name": "Atelier Glycine", "did": SECOND_DID}
    worlds.write_json(world / worlds.TRACK_FOLDER / "community/participant-two.json", row)
    return world


# What is withdrawn from the tree.


def test_what_is_withdrawn_leaves_a_tombstone_alone(world: Path, place: Path) -> None:
    site = built(with_two(world), place / "public")
    assert [file for file in site.files if GONE in file and "evidence" in file]
    (world / worlds.COMMUNITY).unlink()
    lines = [correction("withdrawal", {"report_id": GONE})]
    worlds.write_json_lines(world / worlds.CORRECTIONS, lines)
    site = built(world, place / "public")
    tombstone = f"challenges/prove-it/season-1/conformite/{GONE}/index"
    pages = {f"{prefix}{tombstone}.{kind}" for prefix in ("", "fr/") for kind in ("html", "json")}
    assert {file for file in site.files if GONE in file} == pages
    for file in site.files:
        assert smallest.COMMUNITY_DID.encode() not in (site.root / file).read_bytes(), file
    for name in ("manifest.json", "SHA256SUMS"):
        listed = [line for line in (site.root / name).read_text().splitlines() if GONE in line]
        assert len([line for line in listed if "publications/1/" not in line]) == len(pages)
    assert [file for file in site.files if report_id(SECOND_DID) in file]
    assert current(site.root) == current(built(world, place / "fresh").root)


def test_what_leaves_a_demonstration_leaves_no_trace(world: Path, place: Path) -> None:
    worlds.mutate(with_two(world) / worlds.SEASON, "/demonstration", True)
    site = built(world, place / "public")
    assert [file for file in site.files if GONE in file]
    (world / worlds.COMMUNITY).unlink()
    site = built(world, place / "public")
    assert [file for file in site.files if GONE in file] == []
    for file in site.files:
        data = (site.root / file).read_bytes()
        assert GONE.encode() not in data, file
        assert smallest.COMMUNITY_DID.encode() not in data, file
    assert current(site.root) == current(built(world, place / "fresh").root)


def test_a_private_report_leaves_its_row(world: Path, place: Path) -> None:
    worlds.mutate(world / worlds.COMMUNITY, "/report/public", False)
    site = built(world, place / "public")
    left = [file for file in site.files if GONE in file]
    assert left == [f"challenges/prove-it/season-1/conformite/{GONE}/proofs.json"]
    assert GONE not in (site.root / "sitemap.xml").read_text()
    for page in site.of_type("piste"):
        html = (site.root / page).read_text()
        assert smallest.COMMUNITY_DID in html
        assert f"{GONE}/proofs.json" in html
        assert f'{GONE}/"' not in html
    listed = json.loads((site.root / left[0]).read_bytes())
    assert listed["proof_ids"] == [f"prf_20260310_095900_0c000{n}" for n in range(1, 6)]


# Refusals.


def test_a_refusal_leaves_the_site_as_it_was(world: Path, site: Site) -> None:
    before = identity(site.root)
    (world / worlds.TRACK_FOLDER / "community/x.json").write_bytes(NAN)
    done = build(world, site.root)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "community/x.json:1" in done.stderr
    assert "nothing was published" in done.stderr
    assert identity(site.root) == before
    assert beside(site.root) == set()


def test_every_problem_is_reported_sorted_by_place(world: Path, place: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/season", "1")
    worlds.mutate(world / worlds.TRACK, "/extra", 1)
    worlds.mutate(world / worlds.REFERENCE, "/run/prompt_url", "http://index.example/x")
    (world / worlds.TRACK_FOLDER / "community/y.json").write_bytes(NAN)
    (world / worlds.TRACK_FOLDER / "notes.txt").write_text("?")
    found = places(build(world, place / "public", "--format", "json"))
    wanted = [
        (f"{worlds.TRACK_FOLDER}/notes.txt", None),
        (worlds.TRACK, "/extra"),
        (worlds.SEASON, "/season"),
    ]
    assert [(file, pointer) for _, file, pointer in found if (file, pointer) in wanted] == wanted
    # Unless the season cannot be read (whether it is closed is then unknown), scores are judged too.
    worlds.mutate(world / worlds.SEASON, "/season", 1)
    worlds.mutate(world / worlds.TRACK, "/extra", worlds.DELETE)
    found = places(build(world, place / "public", "--format", "json"))
    files = [file for _, file, _ in found]
    assert files == [
        f"{worlds.TRACK_FOLDER}/community/y.json", f"{worlds.TRACK_FOLDER}/notes.txt", worlds.REFERENCE,
    ]  # fmt: skip
    assert not (place / "public").exists()


def test_a_refusal_on_a_page_leaves_the_site_too(world: Path, site: Site, tmp_path: Path) -> None:
    """The last arrow: everything is read and counted, and a text of the Index breaks a rule."""
    before = identity(site.root)
    content = tmp_path / "content"
    shutil.copytree(REPOSITORY / "content", content)
    file = content / "en/messages/track.po"
    file.write_text(
        file.read_text().replace("Read the two rates together", "The liars, and the two rates together")
    )
    done = build(world, site.root, "--content", str(content), "--format", "json")
    found = findings(done)
    assert "PUB-10" in {finding["code"] for finding in found}
    assert identity(site.root) == before
    assert beside(site.root) == set()


# Crashes.


@pytest.fixture
def two_states(world: Path, tmp_path: Path, place: Path) -> tuple[list[Path], list[dict[str, str]], float]:
    """Two worlds that may follow each other both ways, the digests of their sites, a build's seconds."""
    other = worlds.copied(world, tmp_path / "other")
    worlds.mutate(other / worlds.COMMUNITY, "/agent/name", "Atelier Glycine")
    trees, took = [], 0.0
    for number, data in enumerate((world, other)):
        start = time.monotonic()
        trees.append(current(built(data, place / f"made-{number}").root))
        took = max(took, time.monotonic() - start)
        shutil.rmtree(place / f"made-{number}")
    assert trees[0] != trees[1]
    return [world, other], trees, took


def in_session(session: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z" and int(fields[3]) == session:
                found.append(int(folder.name))
    return found


def start(data: Path, output: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(program()), "build", "--data", str(data), "--output", str(output), *fixed(), "--jobs", "2"],
        cwd=REPOSITORY, start_new_session=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def test_twenty_kills_at_random_moments(
    two_states: tuple[list[Path], list[dict[str, str]], float], place: Path
) -> None:
    """The site is the old one or the new one, complete; the next build finds nothing in its way."""
    if not Path("/proc/self/stat").exists():
        requirements.absent("proc", "no /proc to look for processes in")
    data, trees, took = two_states
    output = place / "public"
    chance = random.Random(25)
    expected = [trees[0]]
    built(data[0], output)
    killed = 0
    for turn in range(60):  # a machine that was busy when a build was timed lets some of them end
        if turn >= 20 and killed >= 10:
            break
        wanted = (turn + 1) % 2
        process = start(data[wanted], output)
        time.sleep(chance.uniform(0.3, 1.05) * took)
        process.kill()  # SIGKILL
        killed += process.wait() == -signal.SIGKILL
        assert process.stdout is not None
        deadline = time.monotonic() + 15
        while (left := in_session(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for orphan in left:
            os.kill(orphan, signal.SIGKILL)
        assert left == [], "processes of a killed build live on"
        process.stdout.close()
        found = current(output)
        assert found in (expected[-1], trees[wanted])
        sums_hold(output)
        expected.append(found)
        for path in place.iterdir():
            mode = path.lstat().st_mode & 0o777
            # A whole site, on its way in or out at that very moment, may be as readable as the published one.
            whole = (path / "manifest.json").exists()
            assert path.name == "public" or mode in (0o700, 0o600) or (mode == 0o755 and whole), path.name
    assert killed >= 10
    built(data[1], output)
    assert current(output) == trees[1]
    sums_hold(output)
    assert beside(output) == set()


def sums_hold(output: Path) -> None:
    """Every file is in SHA256SUMS with its digest, earlier publications too, and none is missing."""
    listed = dict(line.split("  ")[::-1] for line in (output / "SHA256SUMS").read_text().splitlines())
    found = tree_digests(output)
    assert found.pop("SHA256SUMS")
    assert found.pop("manifest.json")
    assert found == listed


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=["interrupted", "terminated"])
def test_a_build_that_is_stopped_says_so_without_a_traceback(
    make_season: worlds.SeasonMaker, site: Site, sent: signal.Signals
) -> None:
    """As a terminal does it: the signal goes to the program and to its workers."""
    heed_interrupts()
    before = identity(site.root)
    process = start(make_season(20, 3), site.root)
    deadline = time.monotonic() + 60
    while not any("staging" in name for name in beside(site.root)) and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.1)
    os.killpg(process.pid, sent)
    if sent == signal.SIGINT:  # who is impatient does it again
        time.sleep(0.05)
        os.killpg(process.pid, sent)
    said = process.communicate(timeout=60)[0].decode()
    # Whoever is impatient may end the interpreter itself while it says so.
    assert process.returncode in ((130, -signal.SIGINT) if sent == signal.SIGINT else (-signal.SIGTERM,))
    assert "Traceback" not in said
    assert identity(site.root) == before
    if process.returncode == 130:
        assert said.splitlines()[-1] == "Interrupted."
        assert beside(site.root) == set()


def test_a_full_disk(
    two_states: tuple[list[Path], list[dict[str, str]], float], mount: Callable[..., Path], place: Path
) -> None:
    data, trees, _ = two_states
    measured = built(data[0], place / "measured").root
    blocks = sum(-(-path.stat().st_size // 4096) for path in measured.rglob("*") if path.is_file())
    # Room for one site and half of another.
    disk = mount(place / "disk", size=f"{blocks * 4 * 3 // 2}k")
    built(data[0], disk / "public")
    before = identity(disk / "public")
    done = build(data[1], disk / "public", "--format", "json")
    found = findings(done)
    assert {finding["code"] for finding in found} == {"W004"}
    assert "No space left on device" in found[0]["found"]
    assert identity(disk / "public") == before
    assert beside(disk / "public") == set()
    assert current(disk / "public") == trees[0]


# Somebody else.


def test_a_second_build_at_the_same_time(make_season: worlds.SeasonMaker, world: Path, place: Path) -> None:
    output = place / "public"
    first = start(make_season(80, 3), output)
    try:
        deadline = time.monotonic() + 60
        while not (place / ".public.lock").exists() and time.monotonic() < deadline:
            assert first.poll() is None
            time.sleep(0.005)
        assert places(build(world, output, "--format", "json")) == [
            ("W003", str(place / ".public.lock"), None)
        ]
    finally:
        said = first.communicate(timeout=120)[0]
    assert first.returncode == 0, said
    assert len(Site(output).of_type("rapport")) > 40
    assert beside(output) == set()


def test_an_output_that_is_not_ours(world: Path, place: Path) -> None:
    output = place / "public"
    output.mkdir()
    (output / "thesis.txt").write_text("my only copy")
    before = identity(output)
    assert places(build(world, output, "--format", "json")) == [("W001", str(output), None)]
    assert identity(output) == before
    assert beside(output) == set()


@pytest.mark.parametrize("what", ["a folder", "nothing", "a published site"])
def test_an_output_that_is_a_link(world: Path, place: Path, what: str) -> None:
    target = place / "target"
    if what == "a folder":
        target.mkdir()
    elif what == "a published site":
        built(world, target)
    (place / "public").symlink_to(target)
    before = identity(target) if target.exists() else None
    done = build(world, place / "public", "--format", "json")
    assert places(done) == [("W002", str(place / "public"), None)]
    assert (place / "public").is_symlink()
    assert (identity(target) if target.exists() else None) == before
    assert beside(place / "public") == {"target"} - (set() if target.exists() else {"target"})


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ("data/public", ["a folder inside --data"]),
        ("data/prove-it/public", ["a folder inside --data"]),
        ("data", ["a folder that is --data"]),
        ("content/public", ["a folder inside --content"]),
        ("content", ["a folder that is --content"]),
        ("trust/public", ["a folder inside the trust anchors"]),
        ("link/public", ["a folder inside --data"]),
        ("earlier/public", ["a folder inside --previous"]),
        (
            "../workplace",
            ["a folder around --config", "a folder around --content", "a folder around --data",
             "a folder around --previous", "a folder around the trust anchors"],
        ),
    ],
)  # fmt: skip
def test_an_output_in_what_the_build_reads(
    world: Path, tmp_path: Path, output: str, found: list[str]
) -> None:
    """The next build would read the site as data; around the data, this one would take their place."""
    work = tmp_path / "workplace"
    shutil.copytree(world, work / "data")
    for name in ("content", "trust"):
        shutil.copytree(REPOSITORY / name, work / name)
    shutil.copy(REPOSITORY / "site.toml", work)
    (work / "link").symlink_to("data/prove-it")
    built(world, work / "earlier")
    if output == "../workplace":  # even where the output is a site of ours
        for file in ("manifest.json", "SHA256SUMS", "ledger.jsonl"):
            shutil.copy(work / "earlier" / file, work)
    before = identity(work)
    done = run_cli(
        "build", "--data", "data", "--output", output, "--previous", "earlier", "--format", "json", *fixed(),
        *sources(work), cwd=work,
    )  # fmt: skip
    assert [(f["code"], f["file"], f["found"]) for f in findings(done)] == [
        ("W002", output, text) for text in found
    ]
    assert identity(work) == before


def test_an_output_beside_what_the_build_reads(world: Path, tmp_path: Path) -> None:
    """A name that only begins like another is no overlap, nor is the site that goes on."""
    data = tmp_path / "public-data"
    shutil.copytree(world, data)
    built(data, tmp_path / "public")
    built(data, tmp_path / "public", "--previous", str(tmp_path / "public"))


def test_links_inside_the_output_are_removed_and_never_followed(world: Path, site: Site, place: Path) -> None:
    outside = place / "outside"
    outside.mkdir()
    (outside / "keep.txt").write_text("keep")
    (site.root / "challenges" / "link").symlink_to(outside)
    (site.root / "loop").symlink_to(site.root)
    before = identity(outside)
    built(world, site.root)
    assert identity(outside) == before
    assert not (site.root / "loop").is_symlink()


def test_a_link_in_the_data_is_refused(world: Path, place: Path) -> None:
    secret = place / "secret.json"
    secret.write_bytes((world / worlds.COMMUNITY).read_bytes())
    (world / worlds.COMMUNITY).unlink()
    (world / worlds.COMMUNITY).symlink_to(secret)
    assert [file for _, file, _ in places(build(world, place / "public", "--format", "json"))] == [
        worlds.COMMUNITY
    ]


# The manifest.


def test_the_manifest_names_every_file(site: Site) -> None:
    manifest = json.loads((site.root / "manifest.json").read_bytes())
    assert manifest["schema"] == "proveit-manifest-v1"
    assert manifest["genere_le"] == GENERATED_AT
    assert manifest["commit_source"] == COMMIT
    digests = tree_digests(site.root)
    digests.pop("manifest.json")
    assert {path: entry["sha256"] for path, entry in manifest["files"].items()} == digests
    assert {path: entry["size"] for path, entry in manifest["files"].items()} == {
        path: (site.root / path).stat().st_size for path in digests
    }
    assert manifest["count"] == len(digests)
    assert manifest["bytes"] == sum((site.root / path).stat().st_size for path in digests)


def test_sha256sum_accepts_the_sums(site: Site) -> None:
    if shutil.which("sha256sum") is None:
        requirements.absent("sha256sum", "no sha256sum on the PATH")
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"],
        cwd=site.root,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    sums = (site.root / "SHA256SUMS").read_bytes()
    assert b"\r" not in sums
    lines = sums.decode().splitlines()
    paths = [line[66:] for line in lines]
    assert paths == sorted(paths, key=str.encode)
    assert set(paths) == set(tree_digests(site.root)) - {"SHA256SUMS", "manifest.json"}
    (site.root / "index.html").write_bytes(b"touched")
    done = subprocess.run(
        ["sha256sum", "--check", "SHA256SUMS"], cwd=site.root, capture_output=True, check=False
    )
    assert done.returncode == 1


def test_every_page_bears_the_same_date_and_commit(site: Site) -> None:
    stamps = {(d["genere_le"], d["commit_source"]) for d in map(site.document, site.pages)}
    assert stamps == {(GENERATED_AT, COMMIT)}


# Other commands.


def test_check_writes_nothing(world: Path, place: Path) -> None:
    here = place / "here"
    here.mkdir()
    temporary = place / "tmp"
    temporary.mkdir()
    before = identity(world)
    done = run_cli(
        "check", "--data", world, *sources(), *fixed(), cwd=here, env={"TMPDIR": str(temporary)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(here.iterdir()) == []
    assert list(temporary.iterdir()) == []
    assert identity(world) == before


def test_check_and_build_refuse_with_the_same_words(world: Path, place: Path) -> None:
    worlds.mutate(world / worlds.COMMUNITY, "/totals/unsupported", 3)
    refused = build(world, place / "public", "--format", "json")
    checked = run_cli("check", "--data", world, *fixed(), "--format", "json")
    assert checked.returncode == refused.returncode == 1
    assert checked.stdout == refused.stdout
    found = findings(refused)
    assert [(f["code"], f["file"], f["pointer"]) for f in found] == [
        ("PUB-16", worlds.COMMUNITY, "/totals/unsupported")
    ]
    assert "3" in found[0]["found"]
    assert "1" in found[0]["expected"]


def test_diff_tells_the_row_and_the_figure(world: Path, place: Path) -> None:
    old = built(world, place / "old")
    # The value mismatch is mended: 1/4 unsupported becomes 0/4.
    community = worlds.read_json(world / worlds.COMMUNITY)
    made = community["tasks"][1]["assertions"][1]
    assert made["cause"] == "value_mismatch"
    made["status"], made["cause"] = "supported", None
    community["totals"]["unsupported"] = 0
    worlds.write_json(world / worlds.COMMUNITY, community)
    new = built(world, place / "new")
    assert run_cli("diff", old.root, old.root).returncode == 0
    done = run_cli("diff", old.root, new.root)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    for told in (GONE, "1/4 (25.0%)", "0/4 (0.0%)", "challenges/prove-it/season-1/conformite"):
        assert told in done.stdout or told.replace(".0", "") in done.stdout, told
    machine = json.loads(run_cli("diff", old.root, new.root, "--format", "json").stdout)
    text = json.dumps(machine)
    assert GONE in text
    assert "1/4" in text
    assert "0/4" in text
    # What did not change is not told.
    assert "specification" not in done.stdout
    assert report_id("ref-one") not in done.stdout


def test_diff_refuses_what_is_no_site(site: Site, place: Path) -> None:
    (place / "empty").mkdir()
    done = run_cli("diff", site.root, place / "empty")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "manifest.json" in done.stderr


# Exit codes, streams, names.


@pytest.mark.parametrize(
    "arguments",
    [
        ("--now", "yesterday"), ("--now", "2026-10-31T22:59:59"), ("--generated-at", "2026-13-01T00:00:00Z"),
        ("--generated-at", "1999-12-31T23:59:59Z"), ("--generated-at", "3000-01-01T00:00:00Z"),
        ("--generated-at", "2000-01-01T00:30:00+01:00"), ("--now", "1999-12-31T23:59:59Z"),
        ("--source-commit", "abc"), ("--source-commit", "0" * 39 + "G"), ("--jobs", "0"), ("--jobs", "two"),
        ("--format", "yaml"), ("--nosuch",), ("extra",),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_wrong_command(world: Path, place: Path, arguments: tuple[str, ...]) -> None:
    done = invoked("build", "--data", world, "--output", place / "public", *fixed(), *arguments)
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert "Usage" in done.stderr
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [("nosuch",), ("explain", "PUB-99"), ("explain",), ("schema", "nosuch"), ("diff", "one")],
    ids=" ".join,
)
def test_another_wrong_command(arguments: tuple[str, ...]) -> None:
    done = invoked(*arguments)
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert "Usage" in done.stderr


def test_a_data_folder_that_is_not_there(place: Path) -> None:
    done = build(place / "absent", place / "public")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "--data" in done.stderr
    assert list(place.iterdir()) == []


def test_streams_of_a_build_that_succeeds(world: Path, place: Path) -> None:
    done = build(world, place / "public")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert done.stdout.count("\n") == 1
    machine = build(world, place / "public", "--format", "json")
    assert machine.returncode == 0
    assert machine.stderr == ""
    report = json.loads(machine.stdout)
    assert report["schema"] == "proveit-findings-v1"
    assert (report["status"], report["exit_code"]) == ("published", 0)
    assert (report["held_back"], report["findings"]) == ([], [])


def test_the_form_of_a_finding(world: Path, place: Path) -> None:
    worlds.mutate(world / worlds.TRACK, "/scoring_rules/sha256", "0" * 64)
    (finding,) = findings(build(world, place / "public", "--format", "json"))
    assert set(finding) == {
        "code",
        "name",
        "file",
        "line",
        "pointer",
        "element",
        "found",
        "expected",
        "remedy",
    }
    assert (finding["code"], finding["file"], finding["pointer"]) == (
        "PUB-15",
        worlds.TRACK,
        "/scoring_rules/sha256",
    )
    said = build(world, place / "public").stderr
    for part in ("PUB-15", f"{worlds.TRACK}#/scoring_rules/sha256", "found:", "expected:", "do:"):
        assert part in said
    assert str(place) not in said
    explained = run_cli("explain", "pub-15")
    assert explained.returncode == 0
    assert finding["name"]
    for label in ("Refuses", "Why", "Source", "Accepted", "Remedy"):
        assert label in explained.stdout
    french = run_cli("explain", "PUB-15", "--language", "fr")
    assert "Pourquoi" in french.stdout


def test_every_rule_is_explained_and_listed(smallest_site: Site) -> None:
    (english,) = smallest_site.of_type("regles", "en")
    (french,) = smallest_site.of_type("regles", "fr")
    rules = {r["code"]: r for r in smallest_site.document(english)["contenu"]["regles"]}
    assert set(rules) >= {f"PUB-{number:02}" for number in range(1, 21)}
    assert rules.keys() == {r["code"] for r in smallest_site.document(french)["contenu"]["regles"]}
    for code, rule in rules.items():
        if code.startswith("PUB-"):
            explained = invoked("explain", code)
            assert explained.exit_code == 0
            assert explained.stdout.startswith(code)
            for part in ("nom", "refuse", "pourquoi", "accepte", "remede"):
                assert letters(rule[part]) in letters(explained.stdout), (code, part)


def letters(text: str) -> str:
    """Without the wrapping of lines and the marks of code."""
    return "".join(char for char in text if char.isalnum())


HOSTILE = "evil\x1b[2J\x07\u202egnp.\u2066\r\nFAKE-01 finding: all is well\u200b.json"


def test_hostile_names_are_printed_safely(world: Path, place: Path) -> None:
    folder = world / worlds.TRACK_FOLDER / "community"
    (folder / HOSTILE).write_bytes(b'{"\x1b]0;title\x07": "\xe2\x80\xae", "\\u001b[31m": NaN}')
    (folder / os.fsdecode(b"\xff\xfe.json")).write_bytes(b"\x1b[31m")
    worlds.mutate(world / worlds.COMMUNITY, "/schema", "\x1b[31m\u202e\nFAKE-02 finding")
    worlds.mutate(world / worlds.COMMUNITY, "/\x1b[31m\u202e", 1)
    done = build(world, place / "public")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    for char in done.stdout + done.stderr:
        assert char == "\n" or (char >= " " and char not in "\x7f\u202e\u2066\u200b"), repr(char)
    assert not [line for line in done.stderr.splitlines() if line.startswith("FAKE")]
    machine = findings(build(world, place / "public", "--format", "json"))
    assert {f["file"] for f in machine} >= {f"{worlds.TRACK_FOLDER}/community/{HOSTILE}"}


@pytest.mark.parametrize("what", ["data", "content", "config"])
def test_an_input_that_is_a_file_or_cannot_be_read(world: Path, place: Path, what: str) -> None:
    (place / "file").write_bytes(b"\xff\x00")
    options: dict[str, Any] = {
        "data": world,
        "content": REPOSITORY / "content",
        "config": REPOSITORY / "site.toml",
    }
    options[what] = place / "file"
    arguments = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    done = run_cli("build", *arguments, "--output", place / "public", *fixed())
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    assert not (place / "public").exists()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda text: text + "\nnosuch = 1\n", "nosuch"),
        (lambda text: text.replace('base_url = "https:', 'base_url = "http:'), "base_url"),
        (lambda text: text.replace("en = ", "de = ", 1), "names.site"),
        (lambda text: text.replace("base_url", "base_uri"), "base_uri"),
        (lambda text: text + "\n[", None),
    ],
    ids=["unknown key", "http", "another language", "misspelt", "no TOML"],
)
def test_site_toml_is_read_strictly(
    world: Path, place: Path, change: Callable[[str], str], key: str | None
) -> None:
    config = place / "site.toml"
    config.write_text(change((REPOSITORY / "site.toml").read_text()))
    found = findings(refused(world, place / "public", "--config", str(config)))
    assert {(finding["code"], finding["file"]) for finding in found} == {("L001", str(config))}
    if key is not None:
        assert any(key in (finding["element"] or "") for finding in found), found
    assert not (place / "public").exists()


def test_the_commit_is_asked_for_where_there_is_none(world: Path, place: Path) -> None:
    done = run_cli(
        "build", "--data", world, "--output", place / "public", "--now", LATER, *sources(),
        cwd=place, env={"GIT_CEILING_DIRECTORIES": "/"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "git: not a git repository" in done.stderr
    assert "--generated-at" in done.stderr


def test_what_git_said_of_a_checkout_that_it_does_not_read(world: Path) -> None:
    """A checkout of another user has a commit: why git does not tell it is what helps."""
    env = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "LC_ALL": "C", "GIT_CONFIG_GLOBAL": os.devnull}
    done = run_cli("check", "--data", world, env=env)
    assert done.returncode == 2
    assert "detected dubious ownership" in done.stderr
    assert "--generated-at" in done.stderr
    without = run_cli("check", "--data", world, env={"PATH": "/nonexistent"})
    assert without.returncode == 2
    assert "git: No such file or directory" in without.stderr


def test_a_commit_of_another_millennium_gives_no_date(world: Path, place: Path) -> None:
    dates = {"GIT_COMMITTER_DATE": "915148800 +0000", "GIT_CEILING_DIRECTORIES": "/"}
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.example")
    for command in (("init", "-q"), (*identity, "commit", "-q", "--allow-empty", "-m", "First")):
        subprocess.run(["git", *command], cwd=place, env={**os.environ, **dates}, check=True)
    done = run_cli("build", "--data", world, "--output", place / "public", *sources(), cwd=place)
    assert done.returncode == 2
    assert "1999-01-01" in done.stderr
    assert "--generated-at" in done.stderr
    assert not (place / "public").exists()


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_a_stream_of_another_encoding(world: Path, place: Path, encoding: str) -> None:
    """What a terminal cannot show is escaped; JSON is UTF-8 everywhere."""
    worlds.mutate(world / worlds.COMMUNITY, "/clé 中 \U0001f600", 1)
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    arguments = [str(program()), "build", "--data", str(world), "--output", str(place / "public"), *fixed()]
    how: dict[str, Any] = {"cwd": REPOSITORY, "env": {**os.environ, **env}, "capture_output": True}
    machine = subprocess.run([*arguments, "--format", "json"], check=False, **how)
    assert machine.returncode == 1, machine.stderr
    (finding,) = json.loads(machine.stdout.decode("utf-8"))["findings"]
    assert finding["pointer"] == "/clé 中 \U0001f600"
    said = subprocess.run(arguments, check=False, **how)
    assert said.returncode == 1
    assert b"Traceback" not in said.stderr
    assert worlds.COMMUNITY.encode() in said.stderr
    page = subprocess.run([str(program()), "explain", "PUB-10", "--language", "fr"], check=False, **how)
    assert page.returncode == 0, page.stderr
