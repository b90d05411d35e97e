"""From a staging folder to the output: what is replaced, what is refused, what is never touched."""

from __future__ import annotations

import importlib
import os
import pickle
import pkgutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import site_builder.rules
from site_builder.kernel.findings import Finding
from site_builder.publish import PathError, PublicationError, Staging
from site_builder.publish import staging as module
from site_builder.publish.errors import REFUSALS
from site_builder.publish.exchange import replace, replace_in_two_renames
from tests.publish.sites import (
    NEW,
    OLD,
    beside,
    contents,
    everything,
    identity,
    in_a_child,
    modes,
    publish,
)

HEX = "0123456789abcdef"


def refused(output: Path, files: dict[str, bytes] = NEW) -> Finding:
    """The one finding with which publishing is refused."""
    with pytest.raises(PublicationError) as caught:
        publish(output, files)
    (finding,) = caught.value.findings
    return finding


def seal(staging: Staging) -> None:
    staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)


# What is published


def test_the_first_publication(place: Path) -> None:
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW
    assert beside(place / "public") == set()


def test_no_stale_page_survives(place: Path) -> None:
    publish(place / "public", OLD)
    (place / "public/by-hand.html").write_text("not in any manifest")
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW
    assert beside(place / "public") == set()


def test_an_empty_output_is_replaced(place: Path) -> None:
    (place / "public").mkdir()
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW


def test_nothing_is_visible_before_publish_and_nothing_is_readable_by_others(place: Path) -> None:
    publish(place / "public", OLD)
    before = identity(place / "public")
    with Staging.open(place / "public") as staging:
        staging.write("index.html", b"new")
        seal(staging)
        assert identity(place / "public") == before
        assert modes(staging.root)["."] == 0o700
        staging.publish()
        assert contents(place / "public") == {"index.html": b"new"}
    assert modes(place / "public")["."] == 0o755


def test_a_block_that_ends_without_publishing_leaves_all_as_it_was(place: Path) -> None:
    publish(place / "public", OLD)
    before = identity(place)
    with Staging.open(place / "public") as staging:
        staging.write("index.html", b"refused by a rule")
    with suppress(KeyboardInterrupt), Staging.open(place / "public") as staging:
        staging.write("index.html", b"broken off")
        seal(staging)
        raise KeyboardInterrupt
    assert identity(place) == before


def test_a_tree_is_sealed_before_it_is_published(place: Path) -> None:
    with Staging.open(place / "public") as staging:
        staging.write("index.html", b"x")
        with pytest.raises(ValueError, match="sealed"):
            staging.publish()
    assert list(place.iterdir()) == []


def test_streamed_and_noted_files_are_in_the_site(place: Path) -> None:
    with Staging.open(place / "public") as staging:
        with staging.stream("fr/track.html") as out:
            out.write(b"a" * 300_000)
            out.write(b"b")
        with pytest.raises(PathError, match="written twice"):
            staging.write("fr/track.html", b"")
        seal(staging)
        staging.publish()
    assert contents(place / "public") == {"fr/track.html": b"a" * 300_000 + b"b"}


def test_the_same_files_give_the_same_bytes_in_any_order(place: Path) -> None:
    publish(place / "one", NEW)
    publish(place / "two", dict(reversed(NEW.items())))
    assert everything(place / "one") == everything(place / "two")
    assert modes(place / "one") == modes(place / "two")


@pytest.mark.parametrize("umask", [0o000, 0o027, 0o077, 0o777])
def test_modes_are_the_same_under_any_umask(place: Path, umask: int) -> None:
    def build() -> None:
        os.umask(umask)
        publish(place / "public", {"fr/season-1/index.html": b"x"})

    assert in_a_child(build) == 0
    assert modes(place / "public") == {
        ".": 0o755,
        "SHA256SUMS": 0o644,
        "fr": 0o755,
        "fr/season-1": 0o755,
        "fr/season-1/index.html": 0o644,
        "manifest.json": 0o644,
    }


@pytest.mark.parametrize(
    "name", ["public", "a+(b)[c]$", ".hidden", "with space", "é", b"\xff\xfe", "x" * 220]
)
def test_an_output_may_have_any_name(place: Path, name: str | bytes) -> None:
    output = place / (os.fsdecode(name))
    publish(output, OLD)
    publish(output, NEW)
    assert contents(output) == NEW
    assert beside(output) == set()


def test_an_output_behind_a_linked_folder_is_published_there(place: Path) -> None:
    (place / "releases/7").mkdir(parents=True)
    (place / "current").symlink_to("releases/7")
    publish(place / "current/public", OLD)
    publish(place / "current/public", NEW)
    assert contents(place / "releases/7/public") == NEW
    assert (place / "current").readlink() == Path("releases/7")
    assert beside(place / "releases/7/public") == set()


def test_a_link_swapped_in_above_during_the_build_changes_nothing(place: Path) -> None:
    (place / "a").mkdir()
    (place / "b").mkdir()
    (place / "current").symlink_to("a")
    with Staging.open(place / "current/public") as staging:
        staging.write("index.html", b"x")
        seal(staging)
        (place / "current").unlink()
        (place / "current").symlink_to("b")
        staging.publish()
    assert contents(place / "a/public") == {"index.html": b"x"}
    assert list((place / "b").iterdir()) == []


# What is never touched


def test_links_in_the_old_site_are_removed_and_what_they_name_is_not(place: Path) -> None:
    outside = place / "outside"
    (outside / "folder").mkdir(parents=True, mode=0o750)
    (outside / "folder/file").write_text("keep")
    (outside / "file").write_text("keep")
    (outside / "file").chmod(0o600)
    publish(place / "public", OLD)
    (place / "public/to-folder").symlink_to(outside / "folder")
    (place / "public/season-1/to-parent").symlink_to("../..")
    (place / "public/to-file").symlink_to(outside / "file")
    before = identity(outside)
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW
    assert identity(outside) == before
    assert beside(place / "public") == {"outside"}


def test_a_hard_link_in_the_old_site_leaves_the_other_name_whole(place: Path) -> None:
    precious = place / "precious"
    precious.write_text("keep")
    precious.chmod(0o440)
    before = (precious.stat().st_ino, precious.stat().st_mode, precious.stat().st_nlink)
    publish(place / "public", OLD)
    (place / "public/linked.html").hardlink_to(precious)
    publish(place / "public", NEW)
    assert (precious.stat().st_ino, precious.stat().st_mode, precious.stat().st_nlink) == before
    assert precious.read_text() == "keep"


def test_a_file_system_mounted_inside_the_old_site_is_not_emptied(
    place: Path, mount: Callable[..., Path]
) -> None:
    publish(place / "public", OLD)
    (place / "public/mounted").mkdir()
    mount(place / "public/mounted", size="64k")
    (place / "public/mounted/file").write_text("keep")
    publish(place / "public", NEW)
    assert contents(place / "public") == NEW
    (left,) = beside(place / "public") - {".public.lock"}
    assert (place / left / "mounted/file").read_text() == "keep"
    finding = refused(place / "public", OLD)
    assert (finding.code, finding.file) == ("W005", str(place / left))
    assert contents(place / "public") == NEW
    subprocess.run(["umount", str(place / left / "mounted")], check=True)
    publish(place / "public", OLD)
    assert beside(place / "public") == set()
    assert contents(place / "public") == OLD


def test_what_dead_builds_left_goes_and_what_only_looks_like_it_stays(place: Path) -> None:
    publish(place / "public", OLD)
    for name in (f".public.staging-{HEX}", f".public.previous-{HEX}"):
        (place / name / "deep/er").mkdir(parents=True)
        (place / name / "deep/er/file").write_text("half a page")
        (place / name).chmod(0o700)
    outside = place / "outside"
    outside.mkdir(mode=0o700)
    (outside / "file").write_text("keep")
    (place / f".public.staging-{HEX[::-1]}").symlink_to(outside)
    (place / ".public.staging-notes").mkdir(mode=0o700)
    (place / f".public.staging-{HEX}0").mkdir(mode=0o700)
    (place / f".public2.staging-{HEX}").mkdir(mode=0o700)
    (place / f".public.staging-{HEX.upper()}").write_text("a file")
    (place / f".public.staging-{'a' * 16}").write_text("a file")
    publish(place / "public", NEW)
    assert beside(place / "public") == {
        "outside",
        ".public.staging-notes",
        f".public.staging-{HEX[::-1]}",
        f".public.staging-{HEX}0",
        f".public2.staging-{HEX}",
        f".public.staging-{HEX.upper()}",
        f".public.staging-{'a' * 16}",
    }
    assert (outside / "file").read_text() == "keep"


def test_a_folder_of_somebody_under_a_name_of_ours_is_kept_and_named(place: Path) -> None:
    mine = place / f".public.staging-{HEX}"
    mine.mkdir(mode=0o755)
    (mine / "thesis.txt").write_text("keep")
    before = identity(mine)
    finding = refused(place / "public")
    assert (finding.code, finding.file) == ("W001", str(mine))
    assert identity(mine) == before
    assert not (place / "public").exists()


def test_an_old_site_set_aside_by_a_crash_comes_back_before_anything_else(place: Path) -> None:
    publish(place / "public", OLD)
    before = identity(place / "public")
    (place / "public").rename(place / f".public.previous-{HEX}")
    with pytest.raises(ZeroDivisionError), Staging.open(place / "public"):
        raise ZeroDivisionError
    assert identity(place / "public") == before
    assert beside(place / "public") == set()


# What is refused


def not_ours(output: Path) -> None:
    output.mkdir()
    (output / "thesis.txt").write_text("years of work")


def foreign_manifest(output: Path) -> None:
    output.mkdir()
    (output / "manifest.json").write_text('{"name": "An application", "display": "standalone"}')


def other_schema(output: Path) -> None:
    publish(output, OLD)
    manifest = output / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"manifest-v1", b"manifest-v9"))


def linked_manifest(output: Path) -> None:
    publish(output.parent / "ours", OLD)
    output.mkdir()
    (output / "manifest.json").symlink_to("../ours/manifest.json")


def nested_manifest(output: Path) -> None:
    output.mkdir()
    publish(output / "site", OLD)


def working_tree(output: Path) -> None:
    publish(output, OLD)
    (output / ".git").write_text("gitdir: /elsewhere/.git/worktrees/public")


def link_to_ours(output: Path) -> None:
    publish(output.parent / "ours", OLD)
    output.symlink_to("ours")


def link_to_empty(output: Path) -> None:
    (output.parent / "empty").mkdir()
    output.symlink_to("empty")


def dangling(output: Path) -> None:
    output.symlink_to("nowhere")


def a_file(output: Path) -> None:
    output.write_text("a file")


def a_pipe(output: Path) -> None:
    os.mkfifo(output)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (not_ours, "W001"),
        (foreign_manifest, "W001"),
        (other_schema, "W001"),
        (linked_manifest, "W001"),
        (nested_manifest, "W001"),
        (working_tree, "W001"),
        (link_to_ours, "W002"),
        (link_to_empty, "W002"),
        (dangling, "W002"),
        (a_file, "W002"),
        (a_pipe, "W002"),
    ],
)
def test_an_output_that_is_not_ours_to_replace(place: Path, make: Callable[[Path], None], code: str) -> None:
    make(place / "public")
    before = identity(place)
    finding = refused(place / "public")
    with pytest.raises(PublicationError), Staging.open(place / "public"):
        pytest.fail("a whole build would have run before it was refused")
    assert (finding.code, finding.file) == (code, str(place / "public"))
    assert identity(place) == before


def test_a_mount_point_is_refused(place: Path, mount: Callable[..., Path]) -> None:
    output = mount(place / "public", size="64k")
    finding = refused(output)
    assert (finding.code, finding.found) == ("W002", "a mount point")


@pytest.mark.parametrize("below", [".", "fr", "fr/season-1"])
def test_the_working_folder_is_not_replaced_under_the_user(
    place: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    publish(place / "public", {"fr/season-1/index.html": b"x"})
    before = identity(place)
    monkeypatch.chdir(place / "public" / below)
    for output in (place / "public", Path(os.path.relpath(place / "public"))):
        finding = refused(output)
        assert (finding.code, finding.file) == ("W002", str(output))
    assert identity(place) == before


def test_the_root_is_refused() -> None:
    assert refused(Path("/")).code == "W002"


@pytest.mark.parametrize("output", ["missing/public", "a-file/public", "loop/public", "missing/../public"])
def test_the_folder_around_the_output_must_exist(place: Path, output: str) -> None:
    (place / "a-file").write_text("x")
    (place / "loop").symlink_to("loop")
    before = identity(place)
    finding = refused(place / output)
    assert (finding.code, finding.file) == ("W005", str(place / output))
    assert str(place) not in finding.found
    assert identity(place) == before


@pytest.mark.parametrize(
    ("output", "refusal"),
    [
        ("a/site", ("W002", "a/site")),
        ("a/../a/site", ("W002", "a/../a/site")),
        ("linked/site", ("W002", "linked/site")),
        ("no/folder", ("W005", "no/folder")),
        ("b/site", ("W002", "b/.site.lock")),
        ("b/site/inner/..", ("W002", "b/site/inner/../../.site.lock")),
    ],
)
def test_the_output_is_named_as_the_user_named_it(
    place: Path, monkeypatch: pytest.MonkeyPatch, output: str, refusal: tuple[str, str]
) -> None:
    """Enough to find it, and no path of this machine that was not given."""
    (place / "a").mkdir()
    (place / "a/site").write_text("x")
    (place / "linked").symlink_to("a")
    (place / "b/site/inner").mkdir(parents=True)
    (place / "b/.site.lock").write_text("x")
    monkeypatch.chdir(place)
    finding = refused(Path(output))
    assert (finding.code, finding.file) == refusal


def test_a_folder_in_which_this_user_may_not_write(place: Path) -> None:
    (place / "closed").mkdir(mode=0o555)
    (place / "theirs").mkdir()
    publish(place / "theirs/public", OLD)
    before = identity(place)

    def build() -> None:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        else:
            (place / "theirs").chmod(0o555)
        for folder in ("closed", "theirs"):
            finding = refused(place / folder / "public")
            assert (finding.code, finding.file) == ("W005", str(place / folder / ".public.lock"))
            assert finding.found == "cannot create the lock file: Permission denied"

    assert in_a_child(build) == 0
    (place / "theirs").chmod(0o755)
    assert identity(place) == before


def test_a_name_too_long_for_its_neighbours(place: Path) -> None:
    finding = refused(place / ("x" * 240))
    assert (finding.code, finding.found) == (
        "W005",
        "cannot make a folder beside the output: File name too long",
    )
    assert list(place.iterdir()) == []


def test_every_refusal_is_complete_and_its_code_its_own() -> None:
    assert [refusal.code for refusal in REFUSALS] == [f"W00{n}" for n in range(1, 7)]
    for refusal in REFUSALS:
        assert refusal.name
        assert refusal.expected
        assert refusal.remedy.endswith(".")


def test_every_refusal_has_its_page_under_the_same_name() -> None:
    stems = [entry.name for entry in pkgutil.iter_modules(site_builder.rules.__path__)]
    pages = [importlib.import_module(f"site_builder.rules.{stem}") for stem in stems if stem[:2] == "w0"]
    names = {page.CODE: page.NAME for page in pages}
    assert {refusal.code: refusal.name for refusal in REFUSALS}.items() <= names.items()


def test_a_refusal_travels_between_processes(place: Path) -> None:
    (place / "public").write_text("x")
    with pytest.raises(PublicationError) as caught:
        publish(place / "public", NEW)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.findings == caught.value.findings
    assert str(copy) == f"W002 {place}/public: a file, not a folder"


# What changes while a build runs


@pytest.mark.parametrize("make", [not_ours, working_tree, a_file, link_to_ours])
def test_an_output_that_appears_during_the_build_is_judged_again(
    place: Path, make: Callable[[Path], None]
) -> None:
    with Staging.open(place / "public") as staging:
        staging.write("index.html", b"x")
        seal(staging)
        (place / "other").mkdir()
        make(place / "other/public")
        (place / "other/public").rename(place / "public")
        before = identity(place / "public")
        with pytest.raises(PublicationError) as caught:
            staging.publish()
    assert [f.code for f in caught.value.findings] in (["W001"], ["W002"])
    assert identity(place / "public") == before


@pytest.mark.parametrize("two_renames", [False, True])
def test_a_folder_swapped_in_at_the_last_moment_is_put_back(
    place: Path, monkeypatch: pytest.MonkeyPatch, two_renames: bool
) -> None:
    """Between the last judgement and the exchange: what was taken out is judged, and goes back."""
    publish(place / "public", OLD)
    not_ours(place / "mine")
    before = identity(place / "mine")

    def late(folder: int, new: str, output: str, previous: str) -> str | None:
        (place / "public").rename(place / "away")
        (place / "mine").rename(place / "public")
        if two_renames:
            replace_in_two_renames(folder, new, output, previous)
            return previous
        return replace(folder, new, output, previous)

    monkeypatch.setattr(module, "replace", late)
    finding = refused(place / "public")
    assert (finding.code, finding.file) == ("W001", str(place / "public"))
    assert identity(place / "public") == before
    assert beside(place / "public") == {"away"}


def add(root: Path) -> None:
    (root / "extra.html").write_text("x")


def add_hidden(root: Path) -> None:
    (root / "fr/.DS_Store").write_text("x")


def remove(root: Path) -> None:
    (root / "fr/index.html").unlink()


def cut(root: Path) -> None:
    (root / "fr/index.html").write_bytes(b"")


def link(root: Path) -> None:
    (root / "fr/index.html").unlink()
    (root / "fr/index.html").symlink_to("../index.html")


def last(root: Path) -> None:
    (root / "zz.html").write_text("x")


@pytest.mark.parametrize(
    ("disturb", "file", "found"),
    [
        (add, "extra.html", "stands in the staging folder, but was not noted"),
        (add_hidden, "fr/.DS_Store", "stands in the staging folder, but was not noted"),
        (last, "zz.html", "stands in the staging folder, but was not noted"),
        (remove, "fr/index.html", "is missing"),
        (cut, "fr/index.html", "another size than 14 bytes"),
        (link, "fr/index.html", "another size than 14 bytes"),
    ],
)
def test_only_what_was_noted_is_published(
    place: Path, disturb: Callable[[Path], None], file: str, found: str
) -> None:
    publish(place / "public", OLD)
    before = identity(place / "public")
    with Staging.open(place / "public") as staging:
        for path, data in NEW.items():
            staging.write(path, data)
        disturb(staging.root)
        seal(staging)
        with pytest.raises(PublicationError) as caught:
            staging.publish()
    assert [(f.code, f.file, f.found) for f in caught.value.findings] == [("W006", file, found)]
    assert identity(place / "public") == before
    assert beside(place / "public") == set()
