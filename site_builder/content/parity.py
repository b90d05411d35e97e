"""Both languages or neither: what one language of ``content/`` holds and the other does not (PUB-18).

Compared, between the default language and each other one: files (catalogues and pages), message keys,
placeholders, plural or not, numbers in messages; in pages the levels and numbers of headings, the numbers in
the text under each heading, the links, and the language said to be authoritative. Words are a translator's
affair; figures, places and structure are not. Numbers and links that ``parity.toml`` says two official texts
do not share are accepted (:mod:`.accepted`); an entry that no longer differs is told.

Pure functions; the rule that owns the code PUB-18 passes its code and name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from site_builder.content import markdown
from site_builder.content.accepted import FILE, Accepted
from site_builder.content.catalogue import Catalogue, MarkdownPage
from site_builder.content.messages import Entry, Messages
from site_builder.kernel.findings import Finding, in_order
from site_builder.languages import DEFAULT, LANGUAGES

# A number with a decimal sign of either language ("7.3", "7,3") or grouped by thousands ("1,000", "1 000").
_NUMBER: Final = re.compile(r"\d+(?:[\u00a0\u202f]\d{3}(?!\d))*(?:[.,]\d+)*")
_GROUPED_EN: Final = re.compile(r"\d{1,3}(?:,\d{3})+")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two languages do not share, in the language ``code`` where it is to be mended."""

    code: str
    file: str
    line: int | None
    found: str
    expected: str
    remedy: str
    of: Held | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """What each language alone holds under one heading: ``only`` by language, of the kind that is named."""

    page: str
    section: str
    kind: str
    only: Mapping[str, Counter[str]]

    def is_accepted_by(self, entry: Accepted) -> bool:
        """Only the same values, as often, in the same place."""
        return (entry.page, entry.section, entry.kind) == (self.page, self.section, self.kind) and all(
            entry.only[code] == values for code, values in self.only.items()
        )


def findings(catalogue: Catalogue, code: str, name: str) -> list[Finding]:
    """Every difference that is not accepted as a finding of the rule ``code`` ``name``, and every entry of
    ``parity.toml`` that is about none."""
    found = list(differences(catalogue))
    told = [
        Finding(code, name, catalogue.place(f"{d.code}/{d.file}"), d.found, d.expected, d.remedy, line=d.line)
        for d in found
        if d.of is None or not any(map(d.of.is_accepted_by, catalogue.accepted))
    ]
    told += [
        Finding(
            code, name, catalogue.place(FILE),
            f"{entry.page}, {entry.section}: {entry.kind} that do not differ so",
            "a difference that the two texts have", "Take the entry out, or write what differs today.",
            line=entry.line,
        )
        for entry in catalogue.accepted
        if not any(d.of is not None and d.of.is_accepted_by(entry) for d in found)
    ]  # fmt: skip
    return in_order(told)


def differences(catalogue: Catalogue) -> Iterator[Difference]:
    """Every difference between the default language and each of the others."""
    for language in LANGUAGES:
        if language.code == DEFAULT:
            continue
        yield from message_differences(catalogue.messages[DEFAULT], catalogue.messages[language.code])
        model, copy = catalogue.pages[DEFAULT], catalogue.pages[language.code]
        for name in sorted(model.keys() | copy.keys()):
            if name not in copy:
                yield _missing_page(language.code, name, DEFAULT)
            elif name not in model:
                yield _missing_page(DEFAULT, name, language.code)
            else:
                yield from page_differences(model[name], copy[name], DEFAULT, language.code)


def message_differences(model: Messages, copy: Messages) -> Iterator[Difference]:
    """Keys, kinds, placeholders and numbers of the messages of two languages."""
    here, there = model.language.code, copy.language.code
    for key in sorted(model.entries.keys() | copy.entries.keys()):
        one, other = model.entries.get(key), copy.entries.get(key)
        if one is None or other is None:
            held, code = (one, there) if one else (other, here)
            if held is not None:
                yield _missing_key(held, code)
            continue
        yield from _entry_differences(one, other, here, there)


def _entry_differences(one: Entry, other: Entry, here: str, there: str) -> Iterator[Difference]:
    def differ(found: str, expected: str, remedy: str) -> Difference:
        return Difference(there, _own_path(other.file), other.line, found, expected, remedy)

    key = one.key
    if _own_path(one.file) != _own_path(other.file):
        yield differ(f"{key!r} in this file", f"{_own_path(one.file)}, as in {here}", "Move the entry.")
    if one.plural != other.plural:
        yield differ(
            f"{key!r} {_kind(other)}", f"{_kind(one)}, as in {here}", "Give the entry the same kind in both."
        )
    elif one.placeholders != other.placeholders:
        yield differ(
            f"{key!r} with placeholders {_listed(other.placeholders)}",
            f"{_listed(one.placeholders)}, as in {here}",
            "Use the same placeholders in both languages.",
        )
    numbers, copied = _entry_numbers(one), _entry_numbers(other)
    if numbers != copied:
        yield differ(
            f"{key!r} with numbers {_listed(copied)}",
            f"{_listed(numbers)}, as in {here}",
            "Write the same numbers in both languages.",
        )


def page_differences(
    model: MarkdownPage, copy: MarkdownPage, here: str, there: str
) -> Iterator[Difference]:
    """Structure and figures of one page in two languages."""
    file = f"pages/{copy.name}.md"
    if model.authority != copy.authority:
        yield Difference(
            there, file, 1, f"authority {copy.authority}", f"{model.authority}, as in {here}", _SAME_AUTHORITY
        )
    ours, theirs = _sections(model), _sections(copy)
    for one, other in zip_longest(ours, theirs):
        if one is None or other is None or one.shape != other.shape:
            line = other.line if other else None
            yield Difference(
                there,
                file,
                line,
                f"heading {other.title!r}" if other else "the end of the page",
                (f"a heading like {one.title!r}" if one else "the end of the page") + f", as in {here}",
                "Give both pages the same headings: levels, numbers and order.",
            )
            return
        for kind, ours_here, theirs_here, remedy in (
            ("numbers", one.numbers, other.numbers, "Write the same numbers in both languages, as often."),
            ("links", one.links, other.links, "Link to the same places in both languages."),
        ):
            if ours_here != theirs_here:
                only = {here: ours_here - theirs_here, there: theirs_here - ours_here}
                yield Difference(
                    there,
                    file,
                    other.line,
                    f"under {other.title!r} the {kind} {_listed(only[there])}",
                    f"{_listed(only[here])} instead, as in {here}",
                    remedy,
                    Held(copy.name, one.number, kind, only),
                )


_SAME_AUTHORITY: Final = "Name the same language as authoritative in both front matters."


def numbers(text: str) -> Counter[str]:
    """How often each number stands in a text, written one way: "7,3" and "7.3" are equal, so are "1,000",
    "1 000" and "1000"; hexadecimal and identifiers count by their digit runs."""
    return Counter(_plain(found) for found in _NUMBER.findall(text))


def _plain(number: str) -> str:
    number = re.sub("[\u00a0\u202f]", "", number)
    if _GROUPED_EN.fullmatch(number):
        return number.replace(",", "")
    return number.replace(",", ".")


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading and what stands under it, down to the next heading; the first has no heading."""

    title: str
    shape: tuple[int, str | None]
    line: int
    numbers: Counter[str]
    links: Counter[str]

    @property
    def number(self) -> str:
        """The heading's number ("2.4"), or its text where it has none."""
        anchor = self.shape[1] or ""
        return anchor[1:].replace("-", ".") if anchor.startswith("s") else self.title


def _sections(page: MarkdownPage) -> list[_Section]:
    starts = list(markdown.heading_lines(page.markdown))
    places = {heading.id: f"heading {at}" for at, (_, heading) in enumerate(starts, 1)}
    lines = [line for line, _ in starts]
    sections = [_Section(page.title, (0, None), page.first_line, Counter(), Counter())]
    sections += [
        _Section(h.text, (h.level, h.anchor), page.first_line + line - 1, Counter(), Counter())
        for line, h in starts
    ]

    def at(line: int) -> _Section:
        return sections[bisect_right(lines, line)]

    for line, text in markdown.text_blocks(page.markdown):
        at(line).numbers.update(numbers(text))
    for reference in markdown.references(page.markdown):
        target = reference.target
        if target.startswith("#"):
            target = "#" + places.get(target[1:], target[1:])
        at(reference.line).links[target] += 1
    return sections


def _entry_numbers(entry: Entry) -> Counter[str]:
    """Numbers outside placeholders; of a plural, those of its last form, which every language has."""
    return numbers(" ".join(entry.forms[-1].pieces[::2]))


def _missing_key(held: Entry, code: str) -> Difference:
    return Difference(
        code,
        _own_path(held.file),
        None,
        f"no message {held.key!r}",
        f"a translation, since {held.file} has it at line {held.line}",
        "Add the message in this language.",
    )


def _missing_page(code: str, name: str, other: str) -> Difference:
    return Difference(
        code,
        f"pages/{name}.md",
        None,
        "no such page",
        f"a page, since {other} has it",
        "Add the page in this language, or delete it in the other.",
    )


def _own_path(file: str) -> str:
    """The path below the language's folder."""
    return file.partition("/")[2]


def _kind(entry: Entry) -> str:
    return "with plural forms" if entry.plural else "without plural forms"


def _listed(values: Counter[str] | frozenset[str]) -> str:
    """In order, repeated ones as often as they stand."""
    each = sorted(values.elements() if isinstance(values, Counter) else values)
    return ", ".join(each) or "(none)"
