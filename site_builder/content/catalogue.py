"""Everything that the Index says in its own words, read from ``content/`` once (the only reader of it).

    content/<language>/messages/<domain>.po      interface messages, one file per domain
    content/<language>/pages/<name>.md           prose, with an optional front matter
    content/<language>/refused-vocabulary.txt    terms that impute an intention (PUB-10)
    content/<language>/model-names.txt           model and provider names (PUB-07)
    content/parity.toml                          where two official texts differ, and why (optional)

A further folder is laid over the first: what it holds stands in place of what the first has of that name.

What is missing, faulty or unknown is a finding of rule M001, whose page says what is refused and why; what
differs between two languages is PUB-18's affair (:mod:`.parity`), what no language has :mod:`.inventory`'s.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from site_builder.content import accepted as differences
from site_builder.content import lexicon as lexicons
from site_builder.content import markdown
from site_builder.content import messages as catalogues
from site_builder.content.accepted import Accepted
from site_builder.content.lexicon import Lexicon
from site_builder.content.messages import Messages
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.names_aside import aside
from site_builder.kernel.third_party import is_blank
from site_builder.languages import LANGUAGES, Language

CODE: Final = "M001"
NAME: Final = "catalogue"
VOCABULARY: Final = "refused-vocabulary.txt"
MODEL_NAMES: Final = "model-names.txt"
_FILE_NAME: Final = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
_PAGE_KEYS: Final = ("title", "description", "authority")
_CODES: Final = frozenset(row.code for row in LANGUAGES)


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    """A page of prose. ``markdown`` is the file after its front matter, character for character.

    ``title`` is the front matter's, or else the text of the first heading of level 1; ``authority`` is the
    language that decides when two versions disagree, ``description`` one sentence for whoever has not opened
    the page: None where its front matter says nothing of it.
    ``first_line`` is the line of the file at which ``markdown`` begins, from 1."""

    name: str
    title: str
    markdown: str
    authority: str | None = None
    first_line: int = 1
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The content of every language; each mapping is by language code, pages by name as well.

    ``accepted``: the differences of the two texts that are accepted; ``folders``: which folder each file
    stands in, by its path below it."""

    messages: Mapping[str, Messages]
    pages: Mapping[str, Mapping[str, MarkdownPage]]
    lexicons: Mapping[str, Lexicon]
    names: Mapping[str, Lexicon]
    accepted: tuple[Accepted, ...] = ()
    folders: Mapping[str, str] = field(default_factory=dict)

    def place(self, path: str) -> str:
        """A file of the content with the name of the folder that it stands in."""
        return f"{self.folders.get(path, 'content')}/{path}"


class _Refusals:
    """Findings on their way; the name of the folder that a file stands in goes before it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.folders: dict[str, str] = {}
        self.found: list[Finding] = []

    def add(self, file: str, line: int | None, found: str, expected: str, remedy: str) -> None:
        folder = self.folders.get(file, self.folder)
        self.found.append(
            Finding(
                code=CODE,
                name=NAME,
                file=f"{folder}/{file}" if folder else file,
                line=line,
                found=found,
                expected=expected,
                remedy=remedy,
            )
        )


def load(root: Path, *over: Path) -> tuple[Catalogue | None, list[Finding]]:
    """The content below ``root`` (the folder ``content``), or None and every finding, sorted by place.

    ``over``: folders with some of the files of a content, each laid over what stands before it."""
    refusals = _Refusals(root.name)
    files: dict[str, bytes] = {}
    for folder in (root, *over):
        refusals.folder = folder.name
        try:
            os.scandir(folder).close()  # no folder at all, or none that can be read, is told first
            for path, data in _read(folder, refusals, whole=folder is root):
                files[path], refusals.folders[path] = data, folder.name
        except OSError as error:
            refusals.add("", None, error.strerror or "an unreadable folder", "the content folder", _NO_FOLDER)
            return None, refusals.found
    refusals.folder = root.name
    if refusals.found and not files:
        return None, refusals.found
    catalogue = replace(from_files(files, refusals.add), folders=refusals.folders)
    findings = in_order(refusals.found)
    return (None if findings else catalogue), findings


Refuse = Callable[[str, int | None, str, str, str], None]
_NO_FOLDER: Final = "Name the content folder with --content."


def from_files(files: Mapping[str, bytes], refuse: Refuse) -> Catalogue:
    """The content of a tree given as ``{"fr/messages/interface.po": bytes}``; pure."""
    messages: dict[str, Messages] = {}
    pages: dict[str, Mapping[str, MarkdownPage]] = {}
    vocabulary: dict[str, Lexicon] = {}
    names: dict[str, Lexicon] = {}
    for path in sorted(files):
        _judge_place(path, refuse)
    for language in LANGUAGES:
        code = language.code
        messages[code] = Messages(language, _entries(files, language, refuse))
        pages[code] = {page.name: page for page in _pages(files, code, refuse)}
        vocabulary[code] = _lexicon(files, f"{code}/{VOCABULARY}", refuse)
        names[code] = _lexicon(files, f"{code}/{MODEL_NAMES}", refuse)
    return Catalogue(messages, pages, vocabulary, names, _accepted(files, refuse))


def split_front_matter(text: str) -> tuple[dict[str, str], str, int, list[tuple[int, str]]]:
    """(values, markdown, line at which it begins, faults as (line, what)) of a page's text.

    A front matter is what stands between a first line ``---`` and the next one, as ``key: value`` lines; one
    empty line after it belongs to it. A text without one is returned whole."""
    lines = text.split("\n")
    if lines[0] != "---":
        return {}, text, 1, []
    if "---" not in lines[1:]:
        return {}, text, 1, [(1, "a front matter that never ends")]
    end = lines.index("---", 1)
    values: dict[str, str] = {}
    faults: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:end], 2):
        key, colon, value = line.partition(":")
        if not colon or key not in _PAGE_KEYS or not value.strip():
            faults.append((number, f"the line {line!r}"))
        elif key in values:
            faults.append((number, f"{key!r} again"))
        else:
            values[key] = value.strip()
    start = end + 1
    if start < len(lines) and not lines[start].strip():
        start += 1
    return values, "\n".join(lines[start:]), start + 1, faults


def missing_languages(root: Path) -> list[str]:
    """The languages that have no folder in ``root``: with any of them it is not the folder of the content."""
    return [code for code in sorted(_CODES) if not (root / code).is_dir()]


def _read(root: Path, refusals: _Refusals, *, whole: bool) -> Iterator[tuple[str, bytes]]:
    """Every file by its path below ``root``, in sorted order; names that start with a dot are not content.

    Without the folder of each language, a ``whole`` content is in another place, and one that is laid over
    it without a folder of any: nothing below is looked at."""
    missing = missing_languages(root)
    if not whole and len(missing) < len(_CODES):
        missing = []
    for code in missing:
        refusals.add(code, None, "no such folder", "one folder for each language", _NO_FOLDER)
    pending = [root]
    while pending and not missing:
        for entry in sorted(os.scandir(pending.pop()), key=lambda e: e.name):
            path = Path(entry.path).relative_to(root).as_posix()
            if aside(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                pending.append(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                yield path, Path(entry.path).read_bytes()
            else:
                refusals.add(path, None, "neither a file nor a folder", "plain files", "Put a file there.")


def _judge_place(path: str, refuse: Refuse) -> None:
    parts = path.split("/")
    stem, _, suffix = parts[-1].rpartition(".")
    kind = "/".join(parts[1:-1])
    named = (kind, suffix) in (("messages", "po"), ("pages", "md")) and _FILE_NAME.fullmatch(stem)
    if path == differences.FILE:
        return
    if parts[0] not in _CODES or not (named or (kind == "" and parts[-1] in (VOCABULARY, MODEL_NAMES))):
        refuse(
            path,
            None,
            "a file that is not content",
            f"<language>/messages/*.po, <language>/pages/*.md, a word list or {differences.FILE}",
            "Move or delete the file.",
        )


def _below(files: Mapping[str, bytes], folder: str, suffix: str) -> Iterator[tuple[str, str]]:
    """(path, name without suffix) of the files directly in a folder, sorted."""
    for path in sorted(files):
        parent, _, name = path.rpartition("/")
        if parent == folder and name.endswith(suffix):
            yield path, name.removesuffix(suffix)


def _entries(
    files: Mapping[str, bytes], language: Language, refuse: Refuse
) -> Iterable[catalogues.Entry]:
    kept: dict[str, catalogues.Entry] = {}
    found_any = False
    for path, _ in _below(files, f"{language.code}/messages", ".po"):
        found_any = True
        entries, problems = catalogues.parse(files[path], path, language)
        for problem in problems:
            refuse(path, problem.line, problem.found, problem.expected, problem.remedy)
        for entry in entries:
            other = kept.setdefault(entry.key, entry)
            if other is not entry:
                refuse(
                    path,
                    entry.line,
                    f"key {entry.key!r}, which {other.file} holds too",
                    "a key in one file only",
                    "Delete one of the two entries.",
                )
    if not found_any:
        refuse(f"{language.code}/messages", None, "no catalogue", "at least one .po file", "Add it.")
    return kept.values()


def _pages(files: Mapping[str, bytes], code: str, refuse: Refuse) -> Iterator[MarkdownPage]:
    for path, name in _below(files, f"{code}/pages", ".md"):
        text = _text(files[path], path, refuse)
        if text is None:
            continue
        values, body, first_line, faults = split_front_matter(text)
        for line, fault in faults:
            keys = ", ".join(_PAGE_KEYS)
            refuse(path, line, fault, f"key: value, once each, keys {keys}", "Correct the front matter.")
        authority = values.get("authority")
        if authority is not None and authority not in _CODES:
            refuse(path, 1, f"authority {authority!r}", f"one of {sorted(_CODES)}", "Name a language's code.")
        first = next((h.text for h in markdown.headings(body) if h.level == 1), None)
        title = values.get("title") or first
        if title is None or is_blank(title):
            refuse(path, 1, "no title", "a heading of level 1, or a title", "Begin with '# Title'.")
            continue
        for reference in markdown.references(body):
            if not reference.allowed:
                refuse(
                    path,
                    first_line + reference.line - 1,
                    f"{reference.kind} {reference.target!r}",
                    "no image; a link to https:, to a path of the site, or to #anchor",
                    "Remove it, write text instead, or correct the address.",
                )
        yield MarkdownPage(name, title, body, authority, first_line, values.get("description"))


def _lexicon(files: Mapping[str, bytes], path: str, refuse: Refuse) -> Lexicon:
    if path not in files:
        refuse(path, None, "no such file", "a list of terms", "Add the file.")
        return Lexicon(())
    text = _text(files[path], path, refuse)
    if text is None:
        return Lexicon(())
    made, problems = lexicons.parse(text)
    for problem in problems:
        refuse(path, problem.line, problem.found, problem.expected, problem.remedy)
    return made


def _accepted(files: Mapping[str, bytes], refuse: Refuse) -> tuple[Accepted, ...]:
    text = _text(files[differences.FILE], differences.FILE, refuse) if differences.FILE in files else None
    entries, problems = differences.parse(text) if text is not None else ((), [])
    for problem in problems:
        refuse(differences.FILE, problem.line, problem.found, problem.expected, differences.REMEDY)
    return entries


def _text(data: bytes, path: str, refuse: Refuse) -> str | None:
    """The text of a file, or None after a finding: UTF-8, no mark at its beginning, lines end with LF."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        refuse(path, line, "bytes that are not UTF-8", "UTF-8", "Save the file as UTF-8.")
        return None
    if "\r" in text or text.startswith("\ufeff") or "\x00" in text:
        refuse(path, 1, "a byte order mark, a carriage return or a NUL", "plain text, LF", "Save it again.")
        return None
    return text
