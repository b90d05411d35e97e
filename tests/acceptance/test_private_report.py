"""Specification §7.5: each participant receives the detail, and may publish it. `site-builder report`."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.acceptance.builds import GENERATED_AT, LATER, Done, built, findings, fixed, places, refused
from tests.acceptance.site import Site, is_element, parsed, spaces, text
from tests.harness import smallest, worlds
from tests.harness.command import run_cli, tree_digests
from tests.rules.tables.changes import PARTICIPANT, partly_pending

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOME = "season-1/conformite/"
PAGE = f"challenges/prove-it/{HOME}{PARTICIPANT}/"
HELD_BACK = "not closed; what its folder holds of scores and evidence is held back until closes_at."
AFTER = ("--generated-at", "2026-11-03T08:00:00Z")
AGAIN = ("--generated-at", "2026-11-04T08:00:00Z")


def keep_private(world: Path, public: bool = False) -> None:
    worlds.mutate(world / worlds.COMMUNITY, "/report/public", public)


def report(data: Path, output: Path, *options: str, report_id: str = PARTICIPANT, now: str = LATER) -> Done:
    return run_cli("report", report_id, "--data", data, "--output", output, *fixed(now), *options)


def problems(done: Done) -> list[tuple[str, str]]:
    assert done.stdout.startswith("{"), done.stderr
    return [(finding["code"], finding["found"]) for finding in findings(done)]


@pytest.fixture
def private(world: Path) -> Path:
    """The smallest season, whose participant keeps the report private."""
    keep_private(world)
    return world


@pytest.fixture
def made(private: Path, tmp_path: Path) -> Path:
    done = report(private, tmp_path / "for-them")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'for-them'}/{HOME}fr/index.html", f"{tmp_path / 'for-them'}/{HOME}index.html",
    ]  # fmt: skip
    return tmp_path / "for-them"


def test_it_is_the_public_page_that_says_it_is_private(made: Path, private: Path, tmp_path: Path) -> None:
    """From the same code: the public one differs by the notice, and by nothing else."""
    keep_private(private, public=True)
    public = built(private, tmp_path / "public")
    for code, folder, prefix in (("en", "", ""), ("fr", "fr/", "fr/")):
        own = json.loads((made / f"{HOME}{folder}index.json").read_bytes())
        first, *notices = own["contenu"].pop("avis")
        assert first["code"] == "prive"
        assert smallest.season()["disputes"]["contact"] in first["texte"]
        assert own["url"] in first["texte"]
        page = public.document(f"{prefix}{PAGE}index.html")
        assert notices == page["contenu"].pop("avis")
        assert own == page
        html = (made / f"{HOME}{folder}index.html").read_text(encoding="utf-8")
        assert f'<html lang="{code}">' in html
        assert '<meta name="robots" content="noindex">' in html
        assert spaces(first["texte"]) in spaces(text(parsed(html)))
    assert (made / HOME / "proofs.json").read_bytes() == (public.root / PAGE / "proofs.json").read_bytes()
    evidence = [
        json.loads((folder / "evidence.json").read_bytes()) for folder in (made / HOME, public.root / PAGE)
    ]
    assert [one["score"]["report"].pop("public") for one in evidence] == [False, True]
    assert evidence[0] == evidence[1]


def test_nothing_in_the_folder_needs_a_server(made: Path) -> None:
    """Every relative link is a file of the folder; every other one is of the web."""
    for page in made.rglob("*.html"):
        for link in links(page):
            address, _, anchor = link.partition("#")
            if address.startswith(("https://", "mailto:")) or not address:
                continue
            target = (page.parent / address).resolve()
            assert target.is_relative_to(made.resolve())
            assert target.is_file(), link
            assert not anchor or f'id="{anchor}"' in target.read_text(encoding="utf-8")
    assert (made / "assets/site.css").is_file()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700


def links(page: Path) -> Iterator[str]:
    for element in parsed(page.read_bytes()).iter():
        if is_element(element):
            yield from (value for name, value in element.items() if name in ("href", "src"))


def test_it_opens_in_a_browser_without_a_server(made: Path, chromium: Browser) -> None:
    failed: list[str] = []
    for width in (1280, 375):
        context = chromium.new_context(viewport={"width": width, "height": 900})
        try:
            page = context.new_page()
            page.on("requestfailed", lambda request: failed.append(request.url))
            page.on("console", lambda message: failed.append(message.text))
            page.goto((made / HOME / "fr/index.html").as_uri())
            styled = "getComputedStyle(document.querySelector('.notice')).borderLeftStyle"
            assert page.evaluate(styled) == "solid"
            assert page.evaluate("document.documentElement.scrollWidth") == width
            page.get_by_role("link", name="English").click()
            assert page.evaluate("document.documentElement.lang") == "en"
        finally:
            context.close()
    assert failed == []


def test_a_private_report_stays_off_the_site(private: Path, tmp_path: Path) -> None:
    site = built(private, tmp_path / "public")
    before = tree_digests(site.root)
    assert not (site.root / PAGE / "index.html").exists()
    assert report(private, tmp_path / "for-them").returncode == 0
    assert tree_digests(site.root) == before
    done = report(private, site.root / "for-them", "--format", "json")
    assert problems(done) == [("W002", "a folder inside a published site")]
    assert tree_digests(site.root) == before


def test_a_pending_private_report(private: Path, tmp_path: Path) -> None:
    partly_pending(private)
    assert report(private, tmp_path / "for-them").returncode == 0
    content = json.loads((tmp_path / "for-them" / HOME / "index.json").read_bytes())["contenu"]
    assert (content["etat"], content["totaux"]) == ("en_attente", None)


@pytest.mark.parametrize(
    ("report_id", "said"),
    [
        (f"{PARTICIPANT[:-1]}7", f"no row of a published season with this id; the nearest: {PARTICIPANT}"),
        (PARTICIPANT.upper(), f"no row of a published season with this id; the nearest: {PARTICIPANT}"),
        ("\x1b[31m", "no row of a published season with this id"),
    ],
)
def test_an_id_that_nobody_has(private: Path, tmp_path: Path, report_id: str, said: str) -> None:
    done = report(private, tmp_path / "for-them", "--format", "json", report_id=report_id)
    assert problems(done) == [("N001", said)]
    assert not (tmp_path / "for-them").exists()
    assert "\x1b" not in report(private, tmp_path / "for-them", report_id=report_id).stderr


def test_a_public_report_is_on_the_site_already(world: Path, tmp_path: Path) -> None:
    done = report(world, tmp_path / "for-them", "--format", "json")
    assert problems(done) == [("N001", "the id of a public report, which is a page of the site")]


def test_before_the_close_nothing_is_looked_at(private: Path, tmp_path: Path) -> None:
    worlds.without_secrets(private)
    output = tmp_path / "for-them"
    for report_id in (PARTICIPANT, "somebodyelse2345"):
        done = report(private, output, report_id=report_id, now=smallest.CLOSES_AT)
        assert done.returncode == 3
        assert done.stdout == ""
        assert done.stderr.splitlines() == [
            f"No published season has a report {report_id}; nothing was written.",
            f"prove-it/season-1: {HELD_BACK}",
        ]
        assert not output.exists()


def test_closed_and_not_decided(private: Path, tmp_path: Path) -> None:
    worlds.mutate(private / worlds.SEASON, "/published_at", None)
    done = report(private, tmp_path / "for-them", "--format", "json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["status"] == "refused"


def test_what_stops_a_build_stops_the_report(private: Path, tmp_path: Path) -> None:
    worlds.mutate(private / worlds.COMMUNITY, "/totals/unsupported", 0)
    done = report(private, tmp_path / "for-them", "--format", "json")
    assert problems(done) == [("PUB-16", "declared 0")]
    assert not (tmp_path / "for-them").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_folder_is_new_or_empty(private: Path, tmp_path: Path) -> None:
    output = tmp_path / "for-them"
    output.mkdir()
    assert report(private, output).returncode == 0  # empty
    before = tree_digests(output)
    done = report(private, output, "--format", "json")
    assert problems(done) == [("W001", "a folder that holds something, or no folder")]
    assert tree_digests(output) == before
    done = report(private, tmp_path / "nowhere/for-them", "--format", "json")
    assert [code for code, _ in problems(done)] == ["W005"]
    done = report(private, private / "for-them", "--format", "json")
    assert problems(done) == [("W002", "a folder inside --data")]


def test_both_tracks_of_one_participant(private: Path, tmp_path: Path) -> None:
    """One DID has one id in both tracks: a report for each that is private."""
    from tests.acceptance.test_disappearances import second_track

    second_track(private)
    done = report(private, tmp_path / "for-them")
    assert done.returncode == 0, done.stderr
    assert [re.sub(r".*for-them/", "", line) for line in done.stdout.splitlines()] == [
        "season-1/conformite/fr/index.html", "season-1/conformite/index.html",
        "season-1/generique/fr/index.html", "season-1/generique/index.html",
    ]  # fmt: skip


# -- consent -------------------------------------------------------------------------------------------------


def test_consent_is_given_later_and_never_taken_back_silently(private: Path, tmp_path: Path) -> None:
    """false → true is accepted as it is; true → false is refused, and a withdrawal is the way (G008)."""
    worlds.real(private)
    output = tmp_path / "public"
    assert row(built(private, output))["rapport_url"] is None
    keep_private(private, public=True)
    site = built(private, output, *AFTER)
    assert row(site)["rapport_url"] == f"/{PAGE}"
    assert (site.root / PAGE / "index.html").is_file()
    keep_private(private)
    done = refused(private, output, *AGAIN)
    assert places(done) == [("G008", worlds.COMMUNITY, "/report/public")]
    assert GENERATED_AT not in done.stdout
    withdrawal = {
        "schema": "proveit-correction-v1", "n": 1, "at": "2026-11-03T09:00:00Z", "kind": "withdrawal",
        "concerns": {"track": "conformite", "table": "community", "report_id": PARTICIPANT},
        "reason": {"fr": "À la demande du participant.", "en": "At the participant's request."},
    }  # fmt: skip
    worlds.write_json_lines(private / worlds.CORRECTIONS, [withdrawal])
    keep_private(private, public=True)
    gone = built(private, output, *AGAIN).document(f"{PAGE}index.html")["contenu"]
    assert gone["etat"] == "retire"


def row(site: Site) -> dict[str, Any]:
    table = site.document(f"challenges/prove-it/{HOME}index.html")["contenu"]["tableaux"][1]
    (found,) = [row for group in table["groupes"] for row in group["lignes"]]
    result: dict[str, Any] = found
    return result
