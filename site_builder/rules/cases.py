"""What rules on pages judge: a document, a row of it, its HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urljoin

from site_builder.kernel import markup
from site_builder.kernel.markup import Markup
from site_builder.languages import DEFAULT, LANGUAGES, language
from site_builder.rules.facts import Facts, LanguageFacts, SeasonFacts, TrackFacts, remember
from site_builder.rules.strings import Strings, hold_emoji, isolable, same_third_party, without_rows
from site_builder.rules.units import Outline, Recurring, outline

_SEPARATOR: Final = "\n|\n"
_ABSOLUTE: Final = ("/", "#", "https:", "mailto:")
_RELATIVE: Final = re.compile(r"(?![a-z][a-z0-9+.-]*:)[^/#?].*")
TOMBSTONES: Final = ("retire", "remplace")


@dataclass(eq=False)
class PageCase:
    """A page document and its file, relative to the output (``fr/challenges/…/index.json``).

    ``document`` is the parsed bytes of ``index.json``, or the value that was dumped to make them; ``twin``
    the same page in another language, whose document may share what no language changes.
    """

    file: str
    document: Mapping[str, Any]
    facts: Facts
    twin: PageCase | None = None

    @cached_property
    def language(self) -> str:
        return str(self.document["langue"])

    @cached_property
    def words(self) -> LanguageFacts:
        return self.facts.languages[self.language]

    @cached_property
    def content(self) -> dict[str, Any]:
        content: dict[str, Any] = self.document["contenu"]
        return content

    @cached_property
    def type(self) -> str:
        """The page type; the specification's content has none (FORMATS §2)."""
        return str(self.content.get("type", "specification"))

    @property
    def tombstone(self) -> bool:
        return self.type == "rapport" and self.content["etat"] in TOMBSTONES

    @cached_property
    def pending(self) -> int:
        """How many tasks of a report wait for the anchoring of a proof."""
        return sum(task["etat"] == "pending" for task in self.content.get("taches", ()))

    @cached_property
    def season(self) -> SeasonFacts | None:
        """The season that the page is about, if it is about one."""
        found = self.content.get("saison")
        return self.facts.seasons.get(found["numero"]) if isinstance(found, dict) else None

    @cached_property
    def track(self) -> TrackFacts | None:
        found = self.content.get("piste")
        return self.season.tracks.get(found["id"]) if self.season and isinstance(found, dict) else None

    @cached_property
    def strings(self) -> Strings:
        """The strings of the document; those of a track's rows come in one by one through :meth:`add_row`."""
        found = Strings(shared=self.twin.strings.shared) if self.twin else Strings()
        document = self.document
        found.own += [document["titre"], document["url"], *document["traductions"].values()]
        found.own += [document["mention_ia"], document["texte_de_tiers"]["marque"]]
        found.own += [text for text in document["etat_saison"].values() if isinstance(text, str)]
        found.marks += [document["langue"], document["genere_le"], document["commit_source"]]
        found.add(without_rows(self.content), "contenu", "/contenu")
        return found

    def add_row(self, table: str, row: Mapping[str, Any], pointer: str) -> None:
        """Counts a row of a table in: its strings may stand in the HTML, and its label must."""
        self.strings.extend(self.strings_of_row(row, pointer))
        if row["agent"] is not None:
            self.labelled_rows[table] = self.labelled_rows.get(table, 0) + 1

    def strings_of_row(self, row: Mapping[str, Any], pointer: str) -> Strings:
        """The strings of a row of a table, found once."""
        found = self._row_strings.get(pointer)
        if found is None:
            found = self._row_strings[pointer] = Strings()
            found.add(row, "lignes", pointer)
        return found

    @cached_property
    def _row_strings(self) -> dict[str, Strings]:
        return {}

    @cached_property
    def fresh(self) -> dict[str, str]:
        """Own strings that this process has not found clean yet, each with its text without report ids:
        sixteen letters chosen by a hash are no word, whatever they begin with."""
        clean = self._clean
        found = {text: self.without_report_ids(text) for text in set(self.strings.own).difference(clean)}
        return {text: bare for text, bare in found.items() if bare not in clean}

    @cached_property
    def fresh_text(self) -> str:
        """The fresh strings as one text; nothing that spans two of them can match a term."""
        return _SEPARATOR.join(self.fresh.values())

    def without_report_ids(self, text: str) -> str:
        """A text without the report ids that the page names."""
        for report_id in self._report_ids:
            text = text.replace(report_id, "")
        return text

    @cached_property
    def _report_ids(self) -> frozenset[str]:
        found: set[str | None] = {self.content.get("report_id")}
        for entry in self.content.get("corrections") or ():
            for key in ("rapport", "remplacant"):
                found.add(entry[key]["report_id"] if entry.get(key) else None)
        return frozenset(report_id for report_id in found if report_id)

    def accepted(self) -> None:
        """To be called when no rule found anything: the fresh strings are clean from now on."""
        remember(self._clean, self.fresh.values())

    @property
    def _clean(self) -> set[str]:
        return self.facts.memory.clean[self.language]

    @cached_property
    def path(self) -> str:
        """The path of the page without its language."""
        return str(self.document["traductions"][DEFAULT]).removeprefix(self.facts.base_url)

    @property
    def localised_path(self) -> str:
        """The path of the page in its language."""
        return language(self.language).prefix + self.path

    @cached_property
    def third_party_emoji(self) -> bool:
        """Whether third-party text of the document, its rows aside, holds an emoji that HTML replaces."""
        if self._same is not None:
            return self._same.third_party_emoji
        return hold_emoji(self.strings)

    @cached_property
    def isolable(self) -> frozenset[str]:
        """What an isolate may hold, but for what needs special care to be shown."""
        if self._same is not None:
            return self._same.isolable
        return isolable(self.strings)

    @cached_property
    def _same(self) -> PageCase | None:
        """The twin, if it holds the same third-party text."""
        return self.twin if self.twin and same_third_party(self.strings, self.twin.strings) else None

    def says(self, notice: str) -> bool:
        """Whether the page has a notice of this code."""
        return any(entry["code"] == notice for entry in self.content.get("avis") or ())

    @cached_property
    def labelled_rows(self) -> dict[str, int]:
        """Table → rows that stand, tombstones aside, as :meth:`add_row` counted them."""
        return {}


@dataclass(frozen=True, slots=True)
class PageSummary:
    """What the site-wide rules keep of a page: its addresses and, once each in the site, its links.

    ``ids`` are those of the page in one text, each on a line: there are fifty, and few pages are linked to
    at one of them.
    """

    file: str
    path: str
    language: str
    ids: str
    links: frozenset[tuple[str, str]]


@dataclass(eq=False)
class OutputCase:
    """The HTML that was rendered from a page's document; ``file`` is relative to the output, ``twin`` the
    same page in another language."""

    page: PageCase
    file: str
    html: bytes
    twin: OutputCase | None = None

    @cached_property
    def text(self) -> str:
        return self.html.decode("utf-8", "replace")

    @cached_property
    def markup(self) -> Markup:
        """The whole page, for a rule that looks for something in it."""
        return markup.read(self.text)

    @cached_property
    def fresh(self) -> Markup:
        """What the page holds in which a rule can find something amiss: all but links by name and what
        was accepted on other pages and demands nothing of this one."""
        return self._outlined or self.markup

    @cached_property
    def _outlined(self) -> Markup | None:
        return self.outline and self._recurring.read(self.outline)

    @cached_property
    def outline(self) -> Outline | None:
        twin = self.twin.outline if self.twin else None
        return outline(self.html, self.page.content.get("preuves_url"), twin)

    @property
    def named_links(self) -> frozenset[str]:
        """The ids of proofs, and of places of the page, that are their own links."""
        return self.outline.named if self.outline else frozenset()

    @property
    def dates(self) -> frozenset[str]:
        """The texts of dates that the page shows, and the instants in their tags."""
        return self.outline.dates if self.outline else frozenset()

    @property
    def garbled(self) -> bool:
        """Whether bytes of the page are not UTF-8."""
        return self._outlined is None and "\ufffd" in self.text and self.text.encode() != self.html

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every id of the page in order, repeated ones too."""
        return markup.ids(self.html)

    def shows(self, text: str) -> bool:
        """Whether the page shows this text, the whole of it, outside isolates."""
        return markup.has_text(self.html, text) or text.strip() in self.markup.texts

    def links_to(self, target: str) -> bool:
        """Whether the page has a link to this address, written so."""
        return markup.has_value(self.html, "href", target) or target in self.markup.values("href")

    @property
    def _recurring(self) -> Recurring:
        return self.page.facts.memory.units[self.page.language]

    @cached_property
    def targets(self) -> frozenset[str]:
        """The addresses that the page links to or loads, but for those that are known or stand still; a
        relative path as the path that it leads to."""
        found = (self.fresh.values("href") | self.fresh.values("src")) - self.known_targets
        relative = {t for t in found if not t.startswith(_ABSOLUTE) and _RELATIVE.fullmatch(t)}
        return (found - relative) | {urljoin(self.page.localised_path, target) for target in relative}

    @cached_property
    def fresh_tags(self) -> set[str]:
        """The tags that this process has not found acceptable yet."""
        return set(self.fresh.tags) - self.page.facts.memory.tags

    def accepted(self) -> None:
        """To be called when no rule found anything: the fresh tags are acceptable from now on."""
        memory = self.page.facts.memory
        remember(memory.tags, self.fresh_tags)
        if self.outline:
            self._recurring.learn(self.outline.units, self.page.words.shown_texts, memory.links)

    @cached_property
    def known_targets(self) -> frozenset[str]:
        """Absolute addresses that the inputs or the document hold, and that are judged there."""
        document = self.page.document
        return frozenset((*document["traductions"].values(), document["etat_saison"]["lire"]))

    def summary(self) -> PageSummary:
        """What site-wide rules keep of this page; a link that this process reported already is left out."""
        page = self.page
        own = {page.path, *(row.prefix + page.path for row in LANGUAGES)}
        links = set()
        for target in self.targets - own:
            if target.startswith("/"):
                path, _, anchor = target.partition("#")
                if path == self.path_of_json or (path in own and not anchor):
                    continue
                links.add((path, anchor))
        reported = page.facts.memory.links
        fresh = frozenset(links - reported)
        reported.update(fresh)
        return PageSummary(self.file, page.path, page.language, "\n".join(self.ids), fresh)

    @property
    def path_of_json(self) -> str:
        """The address of the page's own document."""
        return "/" + self.page.file
