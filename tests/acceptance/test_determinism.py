"""Same input, same bytes: whatever the process, hash seed, locale, time zone, umask, folder or file order."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import COMMIT, LATER, Builds, built, sources
from tests.acceptance.site import Site, current
from tests.harness import worlds
from tests.harness.command import REPOSITORY, run_cli, tree_digests

# Everything that a machine can differ by, in two machines that share nothing, and one without a home.
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "one machine": {
        "env": {
            "PYTHONHASHSEED": "0", "TZ": "America/Los_Angeles", "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
        },
        "umask": 0o077,
    },
    "another": {
        "env": {
            "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "fr_FR.UTF-8", "LANG": "fr_FR.UTF-8",
            "LANGUAGE": "fr",
        },
        "umask": 0o000,
    },
    "no home": {
        "env": {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent", "USER": "", "COLUMNS": "20"},
    },
}  # fmt: skip


def modes(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): stat.S_IMODE(path.lstat().st_mode)
        for path in (folder, *folder.rglob("*"))
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return worlds.smallest_world(tmp_path_factory.mktemp("determinism") / "data")


@pytest.fixture(scope="module")
def expected(data: Path, builds: Builds) -> Site:
    return builds(data)


def test_files_and_folders_can_be_served_by_any_user(expected: Site) -> None:
    found = modes(expected.root)
    assert {mode for path, mode in found.items() if (expected.root / path).is_dir()} == {0o755}
    assert {mode for path, mode in found.items() if (expected.root / path).is_file()} == {0o644}


@pytest.mark.parametrize("how", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
def test_the_environment_changes_no_byte_and_no_mode(
    data: Path, expected: Site, tmp_path: Path, how: dict[str, Any]
) -> None:
    site = built(data, tmp_path / "public", **how)
    assert tree_digests(site.root) == tree_digests(expected.root)
    assert modes(site.root) == modes(expected.root)


def test_another_folder_and_another_order_of_files(data: Path, expected: Site, tmp_path: Path) -> None:
    other = tmp_path / "élsewhere with a space"
    copy = other / "data"
    for path in sorted((p for p in data.rglob("*") if p.is_file()), reverse=True):
        to = copy / path.relative_to(data)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(path.read_bytes())
        os.utime(to, (1, 1))
        to.chmod(0o600)
    project = tmp_path / "project"
    shutil.copytree(REPOSITORY / "content", project / "content")
    shutil.copy(REPOSITORY / "site.toml", project)
    here = tmp_path / "work"
    here.mkdir()
    (here / "out").mkdir()
    built(copy, Path("out/public"), *sources(project), "--jobs", "1", cwd=here)
    assert tree_digests(here / "out/public") == tree_digests(expected.root)


def test_rebuilding_over_a_site_and_from_nothing_give_the_same(
    data: Path, expected: Site, tmp_path: Path
) -> None:
    output = tmp_path / "public"
    changed = worlds.copied(data, tmp_path / "changed")
    worlds.mutate(changed / worlds.COMMUNITY, "/report/public", False)
    assert current(built(changed, output).root) != current(expected.root)
    built(data, output)
    assert current(output) == current(expected.root)
    before = tree_digests(output)
    built(data, output)
    assert tree_digests(output) == before  # the same again is not another publication


def test_a_season_on_one_process_and_on_two(
    make_season: worlds.SeasonMaker, season_site: Site, tmp_path: Path
) -> None:
    """Twenty participants in two tracks: enough pages for two processes to finish in any order."""
    data = make_season(20, 3)
    one = built(data, tmp_path / "one", "--jobs", "1", env={"PYTHONHASHSEED": "2"})
    three = built(data, tmp_path / "three", "--jobs", "3", env={"PYTHONHASHSEED": "3"})
    assert tree_digests(one.root) == tree_digests(season_site.root)
    assert tree_digests(three.root) == tree_digests(season_site.root)
    assert modes(one.root) == modes(three.root)


def test_sites_that_differ_by_their_date_alone_are_the_same_pages(data: Path, tmp_path: Path) -> None:
    """Whatever shows the date of a build is known to the comparison of two sites."""
    earlier, later = tmp_path / "earlier", tmp_path / "later"
    built(data, earlier)
    done = run_cli(
        "build", "--data", data, "--output", later,
        "--generated-at", "2026-11-05T07:06:05+01:00", "--source-commit", COMMIT, "--now", LATER,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    said = run_cli("diff", earlier, later).stdout
    assert "Pages: 0 added, 0 removed, 0 changed" in said
