"""The frozen section on the page of the specification: that of a real season (specification §8), or none."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

from tests.acceptance.builds import build, built
from tests.acceptance.site import Site, text
from tests.harness import smallest, worlds

PAGES = ("challenges/prove-it/specification", "fr/challenges/prove-it/specification")
FILE = "challenges/prove-it/specification/section-5.txt"
PANELS = ("The frozen section", "La section gelée")
SHOWN = {
    "url": f"/{FILE}",
    "sha256": hashlib.sha256(smallest.SECTION).hexdigest(),
    "proof_id": "prf_20260301_080000_0a0b0c",
    "langue": "fr",
}


def sections(site: Site) -> list[Any]:
    return [site.document(f"{page}/index.html")["contenu"]["section_5"] for page in PAGES]


def panels(site: Site) -> list[bool]:
    """Whether the page of each language has the panel of the frozen section."""
    pages = [text(site.tree(f"{page}/index.html")) for page in PAGES]
    return [panel in page for panel, page in zip(PANELS, pages, strict=True)]


def demonstration_beside(world: Path) -> None:
    """A demonstration as season 0; its section is another."""
    folder = world / "prove-it/season-0"
    shutil.copytree(worlds.smallest_world(world.parent / "other") / "prove-it/season-1", folder)
    for path in folder.rglob("*.json"):
        path.write_text(path.read_text().replace('"season": 1,', '"season": 0,'))
    (folder / "conformite/section-5.txt").write_bytes(b"5. Section of a demonstration\n")
    worlds.rehash(folder / "conformite")


def test_that_of_a_real_season_is_the_exact_bytes(world: Path, tmp_path: Path) -> None:
    site = built(worlds.under_way(world), tmp_path / "site")
    assert sections(site) == [SHOWN, SHOWN]
    assert panels(site) == [True, True]
    assert (site.root / FILE).read_bytes() == smallest.SECTION
    assert not (site.root / "fr" / FILE).exists()


def test_a_demonstration_has_none_there_and_its_own_on_the_page_of_its_track(smallest_site: Site) -> None:
    assert sections(smallest_site) == [None, None]
    assert panels(smallest_site) == [False, False]
    assert not (smallest_site.root / FILE).exists()
    for prefix in ("", "fr/"):
        page = f"{prefix}challenges/prove-it/season-1/conformite/index.html"
        content = smallest_site.document(page)["contenu"]
        assert content["bareme"]["sha256"] == SHOWN["sha256"]
        assert content["avis"][0]["code"] == "demonstration"
    track = smallest_site.root / "challenges/prove-it/season-1/conformite/section-5.txt"
    assert track.read_bytes() == smallest.SECTION


def test_of_a_demonstration_and_a_real_season_that_of_the_real_one(world: Path, tmp_path: Path) -> None:
    demonstration_beside(worlds.under_way(world))
    site = built(world, tmp_path / "site")
    assert sections(site) == [SHOWN, SHOWN]
    assert (site.root / FILE).read_bytes() == smallest.SECTION


def test_it_comes_with_the_first_real_season(world: Path, tmp_path: Path) -> None:
    real = worlds.under_way(worlds.smallest_world(tmp_path / "real"))
    shutil.move(real / "prove-it/season-1", tmp_path / "waiting")
    demonstration_beside(real)
    site = built(real, tmp_path / "site")
    assert sections(site) == [None, None]
    shutil.move(tmp_path / "waiting", real / "prove-it/season-1")
    done = build(real, tmp_path / "site")
    assert done.returncode == 0, done.stdout
    assert sections(Site(tmp_path / "site")) == [SHOWN, SHOWN]
