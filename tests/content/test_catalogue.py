"""The reader of ``content/``: the smallest tree, and every way in which it can be wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.content.catalogue import load, split_front_matter
from tests.content import smallest

Tree = dict[str, bytes]


def write(root: Path, files: Tree) -> Path:
    for path, data in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return root


def refused(tmp_path: Path, change: Callable[[Tree], object]) -> list[tuple[str, int | None, str]]:
    files = smallest.files()
    change(files)
    catalogue, findings = load(write(tmp_path / "content", files))
    assert catalogue is None
    assert {(f.code, f.name) for f in findings} == {("M001", "catalogue")}
    assert all(f.expected and f.remedy for f in findings)
    return [(f.file, f.line, f.found) for f in findings]


def test_the_smallest_tree(tmp_path: Path) -> None:
    catalogue, findings = load(write(tmp_path / "content", smallest.files()))
    assert findings == []
    assert catalogue is not None
    assert catalogue.messages["fr"]["nav.home"] == "Accueil"
    page = catalogue.pages["en"]["home"]
    assert (page.title, page.authority) == ("Home", "fr")
    assert page.markdown == "# Home\n\nSee [one](#s1).\n\n## 1. One\n\nText 7.3.\n"
    assert page.first_line == 5
    assert catalogue.lexicons["fr"].terms == ("mentir",)
    assert catalogue.names["en"].terms == ("Claude*",)


def test_files_that_begin_with_a_dot_are_not_content(tmp_path: Path) -> None:
    catalogue, findings = load(write(tmp_path / "content", smallest.files() | {"en/.draft": b"\xff"}))
    assert (catalogue is None, findings) == (False, [])


def test_a_missing_folder(tmp_path: Path) -> None:
    catalogue, findings = load(tmp_path / "content")
    assert catalogue is None
    assert [f.found for f in findings] == ["No such file or directory"]


def test_a_folder_without_the_languages_is_another_place(tmp_path: Path) -> None:
    """Nothing below it is looked at: it may be a whole disk."""
    (tmp_path / "content" / "en").mkdir(parents=True)
    (tmp_path / "content" / "elsewhere").mkdir(mode=0)
    (tmp_path / "content" / "notes.txt").write_bytes(b"")
    catalogue, findings = load(tmp_path / "content")
    assert catalogue is None
    assert [(f.file, f.found) for f in findings] == [("content/fr", "no such folder")]
    (tmp_path / "content" / "en").rmdir()
    _, findings = load(tmp_path / "content")
    assert [f.file for f in findings] == ["content/en", "content/fr"]


@pytest.mark.parametrize(
    "path",
    ["readme.md", "en/notes.txt", "en/pages/x.html", "de/pages/home.md", "en/pages/a/b.md", "en/pages/Ü.md"],
)
def test_a_file_of_another_kind(tmp_path: Path, path: str) -> None:
    assert refused(tmp_path, lambda files: files.update({path: b"# x\n"})) == [
        (f"content/{path}", None, "a file that is not content")
    ]


def test_a_key_in_two_files(tmp_path: Path) -> None:
    def change(files: Tree) -> None:
        files["en/messages/other.po"] = files["en/messages/interface.po"]

    assert refused(tmp_path, change) == [
        ("content/en/messages/other.po", line, f"key {key!r}, which en/messages/interface.po holds too")
        for line, key in ((7, "nav.home"), (10, "dispute.until"), (13, "count.tasks"))
    ]


def test_a_faulty_message_is_told_with_its_file(tmp_path: Path) -> None:
    def change(files: Tree) -> None:
        files["fr/messages/interface.po"] = files["fr/messages/interface.po"].replace(b"Accueil", b"")

    assert refused(tmp_path, change) == [("content/fr/messages/interface.po", 7, "'nav.home' empty")]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("fr/messages/interface.po", ("content/fr/messages", None, "no catalogue")),
        ("fr/refused-vocabulary.txt", ("content/fr/refused-vocabulary.txt", None, "no such file")),
        ("en/model-names.txt", ("content/en/model-names.txt", None, "no such file")),
    ],
)
def test_what_every_language_has(tmp_path: Path, path: str, found: tuple[str, int | None, str]) -> None:
    assert refused(tmp_path, lambda files: files.pop(path)) == [found]


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("Text without a heading.\n", 1, "no title"),
        ("---\ntitle: \u200b\n---\n# A\n", 1, "no title"),
        ("---\nauthority: fr\n", 1, "a front matter that never ends"),
        ("---\nauthority fr\n---\n# A\n", 2, "the line 'authority fr'"),
        ("---\nauthor: me\n---\n# A\n", 2, "the line 'author: me'"),
        ("---\ntitle:\n---\n# A\n", 2, "the line 'title:'"),
        ("---\ntitle: A\ntitle: B\n---\n# A\n", 3, "'title' again"),
        ("---\nauthority: de\n---\n# A\n", 1, "authority 'de'"),
        ("# A\n\n![drawing](x.png)\n", 3, "image 'x.png'"),
        ("---\ntitle: A\n---\n\n# A\n\n- one\n- [b](http://plain.example/)\n", 8, "link 'http://plain.example/'"),
        ("# A\r\n", 1, "a byte order mark, a carriage return or a NUL"),
        ("\ufeff# A\n", 1, "a byte order mark, a carriage return or a NUL"),
    ],
)
def test_a_faulty_page(tmp_path: Path, text: str, line: int, found: str) -> None:
    if found == "a front matter that never ends":
        text += "# A\n"
    assert refused(tmp_path, lambda files: files.update({"en/pages/home.md": text.encode()})) == [
        ("content/en/pages/home.md", line, found)
    ]


def test_a_page_that_is_not_utf_8(tmp_path: Path) -> None:
    assert refused(tmp_path, lambda files: files.update({"en/pages/home.md": b"# A\n\n\xe9\n"})) == [
        ("content/en/pages/home.md", 3, "bytes that are not UTF-8")
    ]


def test_a_faulty_list(tmp_path: Path) -> None:
    assert refused(tmp_path, lambda files: files.update({"en/model-names.txt": b"# names\nCl*ude\n"})) == [
        ("content/en/model-names.txt", 2, "'Cl*ude': * inside a word")
    ]


def test_all_findings_are_told_in_order_of_place(tmp_path: Path) -> None:
    def change(files: Tree) -> None:
        files["fr/model-names.txt"] = b""
        files["en/pages/home.md"] = b"none"
        files["zz.txt"] = b""

    assert [file for file, _, _ in refused(tmp_path, change)] == [
        "content/en/pages/home.md",
        "content/fr/model-names.txt",
        "content/zz.txt",
    ]


def test_a_link_to_a_file_is_refused(tmp_path: Path) -> None:
    root = write(tmp_path / "content", smallest.files())
    (tmp_path / "outside.md").write_text("# Outside\n", encoding="utf-8")
    (root / "en/pages/outside.md").symlink_to(tmp_path / "outside.md")
    catalogue, findings = load(root)
    assert catalogue is None
    assert [(f.file, f.found) for f in findings] == [
        ("content/en/pages/outside.md", "neither a file nor a folder")
    ]


def test_the_order_of_the_folder_makes_no_difference(tmp_path: Path) -> None:
    one = write(tmp_path / "one" / "content", smallest.files())
    other = write(tmp_path / "other" / "content", dict(reversed(smallest.files().items())))
    os.utime(other / "en/pages/home.md", (0, 0))
    first, second = load(one)[0], load(other)[0]
    assert first is not None
    assert second is not None
    assert first.pages == second.pages
    assert list(first.messages["en"].entries) == list(second.messages["en"].entries)


@pytest.mark.parametrize(
    ("text", "values", "body", "line"),
    [
        ("# A\n", {}, "# A\n", 1),
        ("---\ntitle: A: b\n---\n# A\n", {"title": "A: b"}, "# A\n", 4),
        ("---\ntitle: A\n---\n\n# A\n", {"title": "A"}, "# A\n", 5),
        ("---\n---\n\n\n# A\n", {}, "\n# A\n", 4),
        ("# A\n\n---\n\nb\n", {}, "# A\n\n---\n\nb\n", 1),
    ],
)
def test_front_matter(text: str, values: dict[str, str], body: str, line: int) -> None:
    assert split_front_matter(text) == (values, body, line, [])
