"""Which rules there are: every rule file of this package and of each challenge, in the order of their codes.

A rule file is named by its code (``pub_01_…``, ``d012_…``). It holds ``CODE``, ``NAME`` (as findings print
it), its public page in English (the docstring) and in French (``FRENCH``), and check functions whose names
give their scope (:data:`SCOPES`). A file that holds ``PART_OF`` in place of ``CODE`` enforces, for one
challenge, a rule whose page stands here. A file without a check explains a code that is enforced elsewhere,
and says where.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final

import site_builder.challenges
import site_builder.rules
from site_builder.kernel.findings import Finding

Check = Callable[..., Iterable[Finding]]

# Scope → what its checks are given. The challenge scopes are typed by the challenge itself.
SCOPES: Final = {
    "season": "SeasonCase",
    "tracks": "SeasonCase, Sequence[TrackCase]",
    "track": "TrackCase",
    "corpus": "TrackCase, FrozenCorpus",
    "score": "ScoreCase",
    "rows": "TrackCase, Sequence[RowSummary]",
    "targets": "TrackCase, Sequence[RowSummary]: every row of the track",
    "content": "Catalogue",
    "text": "TextCase",
    "page": "PageCase",
    "row": "RowCase",
    "twins": "Sequence[PageCase]",
    "output": "OutputCase",
    "file": "FileCase",
    "site": "SiteCase",
}
LABELS: Final = {
    "en": ("Refuses", "Why", "Source", "Accepted", "Remedy"),
    "fr": ("Refuse", "Pourquoi", "Source", "Accepte", "Remède"),
}
_FILE: Final = re.compile(r"(?:pub_[0-9]{2}|[a-z][0-9]{3})_[a-z0-9_]+")
_CODE: Final = re.compile(r"PUB-[0-9]{2}|[A-Z][0-9]{3}")


class RegistryError(Exception):
    """A rule file is not made as this module says: a bug, found by any run."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """The public page of a rule in one language; every text is inline markdown on one line."""

    code: str
    name: str
    refuses: str
    why: str
    source: str
    accepted: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule file; ``checks`` maps a scope to its check."""

    code: str
    name: str
    module: str
    page: bool
    checks: dict[str, Check]
    pages: dict[str, RulePage]


@functools.cache
def rules() -> tuple[Rule, ...]:
    """Every rule file, by code and then by module. Raises :class:`RegistryError` for a malformed one."""
    found = sorted((_rule(module) for module in _modules()), key=lambda rule: (rule.code, rule.module))
    names: dict[str, str] = {}
    for rule in found:
        if rule.page and rule.code in names:
            raise RegistryError(f"{rule.module}: the code {rule.code} a second time")
        if rule.page:
            names[rule.code] = rule.name
    for rule in found:
        if names.get(rule.code) != rule.name:
            raise RegistryError(f"{rule.module}: no rule has the code {rule.code} and the name {rule.name}")
    return tuple(found)


@functools.cache
def checks(scope: str, challenge: str | None = None) -> tuple[Check, ...]:
    """The checks of a scope in the order of their codes: the general ones, or one challenge's alone."""
    if scope not in SCOPES:
        raise KeyError(scope)
    package = f"site_builder.challenges.{challenge}.rules." if challenge else "site_builder.rules."
    return tuple(r.checks[scope] for r in rules() if scope in r.checks and r.module.startswith(package))


def pages(language: str) -> list[RulePage]:
    """The list of rules that the site publishes: PUB first, then the others by code."""
    found = [rule.pages[language] for rule in rules() if rule.page]
    return sorted(found, key=lambda page: (not page.code.startswith("PUB-"), page.code))


def page(code: str, language: str = "en") -> RulePage | None:
    """The page of one code in any case, or None where no rule has it."""
    return next((p for p in pages(language) if p.code == code.upper()), None)


def parse_page(code: str, text: str, language: str) -> RulePage:
    """A page from its text: a title line, then five labelled paragraphs in their order."""
    labels = LABELS[language]
    text = _typographic(text) if language == "fr" else text
    title, _, body = text.strip().partition("\n")
    mark = "\u00a0:" if language == "fr" else ":"
    pieces = re.split(rf"^({'|'.join(labels)}){mark}", body, flags=re.MULTILINE)
    if tuple(pieces[1::2]) != labels or pieces[0].strip() or not all(p.strip() for p in pieces[2::2]):
        raise RegistryError(f"{code} ({language}): the paragraphs are not {', '.join(labels)}")
    return RulePage(code, title.rstrip("."), *(" ".join(_words(p)) for p in pieces[2::2]))


def _typographic(text: str) -> str:
    """French apostrophes; what stands between backticks is code and stays as it is."""
    pieces = text.split("`")
    return "`".join(piece if n % 2 else piece.replace("'", "\u2019") for n, piece in enumerate(pieces))


def _words(paragraph: str) -> list[str]:
    """Words of a wrapped paragraph; no-break spaces stay inside words."""
    return re.split(r"[ \n]+", paragraph.strip(" \n"))


def _modules() -> Iterator[ModuleType]:
    packages = [site_builder.rules]
    for entry in sorted(pkgutil.iter_modules(site_builder.challenges.__path__), key=lambda e: e.name):
        name = f"{site_builder.challenges.__name__}.{entry.name}.rules"
        if importlib.util.find_spec(name):
            packages.append(importlib.import_module(name))
    for package in packages:
        for name in sorted(entry.name for entry in pkgutil.iter_modules(package.__path__)):
            if _FILE.fullmatch(name):
                yield importlib.import_module(f"{package.__name__}.{name}")


def _rule(module: ModuleType) -> Rule:
    own = vars(module)
    code = own.get("CODE") or own.get("PART_OF")
    if not isinstance(code, str) or not _CODE.fullmatch(code) or ("CODE" in own) == ("PART_OF" in own):
        raise RegistryError(f"{module.__name__}: CODE or PART_OF")
    stem = code.replace("-", "_").lower()
    if not module.__name__.rpartition(".")[2].startswith(stem + "_"):
        raise RegistryError(f"{module.__name__}: the file is not named by its code {code}")
    found = {name.removeprefix("check_"): own[name] for name in own if name.startswith("check_")}
    if not found.keys() <= SCOPES.keys() or ("PART_OF" in own and not found):
        raise RegistryError(f"{module.__name__}: scopes {sorted(found)}")
    made = {}
    if "CODE" in own:
        texts = {"en": module.__doc__ or "", "fr": own.get("FRENCH", "")}
        made = {language: parse_page(code, text, language) for language, text in texts.items()}
    return Rule(code, own["NAME"], module.__name__, "CODE" in own, found, made)
