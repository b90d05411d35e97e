"""Lists of terms, one a line, that anyone can read, and a matcher for them (PUB-07, PUB-10).

The format of a list::

    # a comment
    lie               the whole word, in any case, with or without accents
    fraud*            a stem: every word that begins with it
    double dealing    several words: any spaces, a line break or a hyphen may stand between them
    ! false positive  an exception: where it stands, nothing inside it is refused

Text and terms are compared after the same folding: compatibility forms composed or not (NFC, NFD), case,
accents, ligatures, typographic apostrophes and hyphens, soft hyphens and other invisible characters make no
difference. A word ends where letters and digits end, so ``fake`` is found in ``fake_proof`` and not in
``fakir``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple


class Match(NamedTuple):
    """One occurrence: the term as the list writes it, and where it stands in the text given."""

    term: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LexiconProblem:
    """One faulty line of a list; ``line`` counts from 1."""

    line: int
    found: str
    expected: str
    remedy: str


_SPECIAL: Final = {"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ł": "l", "ı": "i"}
_SPECIAL_SIGNS: Final = dict.fromkeys("\u2019\u2018\u02bc\u2032", "'") | dict.fromkeys(
    "\u2010\u2011\u2012\u2013\u2212", "-"
)


class _Folding(dict[int, str]):
    """Folds one character, for ``str.translate``; each is worked out once."""

    def __missing__(self, code: int) -> str:
        folded = "".join(
            _SPECIAL_SIGNS.get(part, _SPECIAL.get(part, part))
            for part in unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", chr(code)).casefold())
            if unicodedata.category(part) not in ("Mn", "Cf")
        )
        self[code] = folded
        return folded


_FOLDING: Final = _Folding()
_NOT_ASCII: Final = re.compile("[^\x00-\x7f]+")


def fold(text: str) -> str:
    """The form in which texts and terms are compared."""
    if text.isascii():
        return text.lower()
    return _NOT_ASCII.sub(lambda run: run.group().translate(_FOLDING), text).lower()


class Lexicon:
    """A list of terms as one compiled expression. Immutable; safe to share between processes.

    Cost: about 50 nanoseconds a character; callers that judge many pages keep the answer per distinct string.
    """

    __slots__ = ("_expression", "exceptions", "terms")

    def __init__(self, terms: Iterable[str], exceptions: Iterable[str] = ()) -> None:
        """At one place an exception wins over a term, and a longer term over a shorter one.

        Raises ValueError for a term that :func:`parse` would refuse."""
        self.terms: Final = tuple(dict.fromkeys(terms))
        self.exceptions: Final = tuple(dict.fromkeys(exceptions))
        patterns = [pattern for pattern, _ in _alternatives(self.exceptions) + _alternatives(self.terms)]
        self._expression: Final = re.compile(rf"(?<![^\W_])(?:{_by_first_letter(patterns)})(?![^\W_])")

    def __reduce__(self) -> tuple[object, ...]:
        return (Lexicon, (self.terms, self.exceptions))

    def find(self, text: str) -> list[Match]:
        """Every term in the text, in order; ``start`` and ``end`` index the text as given."""
        hits = list(self._expression.finditer(fold(text)))
        if not hits:
            return []
        places = _places(text)
        named = [(self._term(hit.group()), hit) for hit in hits]
        return [
            Match(term, places[hit.start()], places[hit.end() - 1] + 1)
            for term, hit in named
            if term is not None
        ]

    def _term(self, hit: str) -> str | None:
        """The term that a hit is an occurrence of, or None for an exception."""
        if any(re.fullmatch(pattern, hit) for pattern, _ in _alternatives(self.exceptions)):
            return None
        return next(term for pattern, term in _alternatives(self.terms) if re.fullmatch(pattern, hit))


def parse(text: str) -> tuple[Lexicon, list[LexiconProblem]]:
    """A list read from its text, and everything that is wrong with it. Raises nothing on bad input."""
    terms: list[str] = []
    exceptions: list[str] = []
    problems: list[LexiconProblem] = []
    seen: dict[str, int] = {}
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        excepted = line.startswith("!")
        term = line.removeprefix("!").strip()
        fault = _fault(term)
        if fault:
            found = f"{raw.strip()!r}: {fault}"
            problems.append(LexiconProblem(number, found, "a word, words, or a stem*", _SYNTAX))
            continue
        identity = ("!" if excepted else "") + fold(term)
        if identity in seen:
            problems.append(
                LexiconProblem(
                    number,
                    f"{term!r} again, after line {seen[identity]}",
                    "each term once",
                    "Delete one of the two lines.",
                )
            )
            continue
        seen[identity] = number
        (exceptions if excepted else terms).append(term)
    if not terms and not problems:
        problems.append(LexiconProblem(1, "no term", "at least one term", "Add the terms, one a line."))
    return Lexicon(terms, exceptions), problems


_SYNTAX: Final = "One term a line; * only at the end of a word; ! before an exception; # before a comment."


def _fault(term: str) -> str | None:
    words = _words(term)
    if not words:
        return "no word"
    for word in words:
        stem = word.removesuffix("*")
        if "*" in stem:
            return "* inside a word"
        if not re.match(r"[^\W_]", stem):
            return "a word that begins with neither a letter nor a digit"
        if word.endswith("*") and len(stem) < 3:
            return "a stem shorter than three letters"
    return None


def _words(term: str) -> list[str]:
    return [word for word in re.split(r"[\s-]+", fold(term)) if word]


def _alternatives(terms: Iterable[str]) -> list[tuple[str, str]]:
    """(pattern, term) pairs, longest first, so that the longest term is found where several begin."""
    made = []
    for term in terms:
        fault = _fault(term)
        if fault:
            raise ValueError(f"{term!r}: {fault}")
        parts = [
            re.escape(word.removesuffix("*")) + (r"[^\W_]*" if word.endswith("*") else "")
            for word in _words(term)
        ]
        made.append((r"(?:[\s-]+)".join(parts), term))
    return sorted(made, key=lambda pair: (-len(pair[0]), pair[0]))


def _by_first_letter(patterns: Iterable[str]) -> str:
    """One alternation that looks at each first letter once; the order within a letter is kept."""
    groups: dict[str, list[str]] = {}
    for pattern in patterns:
        groups.setdefault(pattern[0], []).append(pattern[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items()) or "(?!)"


def _places(text: str) -> list[int]:
    """For each character of the folded text, the index of the character of the text that it comes from."""
    return [index for index, char in enumerate(text) for _ in _FOLDING[ord(char)]]
