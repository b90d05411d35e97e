"""Where every page and file of the site stands (FORMATS §3). No name of a stranger reaches an address.

A *path* is root-relative and without a language: ``/challenges/prove-it/season-1/``. A page's path is
turned into the one of a language by :func:`localised`, into a URL by :func:`absolute`, and into the
files that hold it by :func:`json_file` and :func:`html_file`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from site_builder.languages import LANGUAGES, language

PORTAL: Final = "/"
NOT_FOUND: Final = "/404.html"
SITEMAP: Final = "/sitemap.xml"
ROBOTS: Final = "/robots.txt"


@dataclass(frozen=True, slots=True)
class Challenge:
    """The addresses of one challenge; ``slug`` is its folder on the site."""

    slug: str

    @property
    def home(self) -> str:
        return f"/challenges/{self.slug}/"

    @property
    def specification(self) -> str:
        return f"{self.home}specification/"

    @property
    def specification_markdown(self) -> str:
        return f"{self.home}specification.md"

    @property
    def rules(self) -> str:
        return f"{self.home}rules/"

    def prose(self, name: str) -> str:
        """A page that is prose and nothing else, by its name in the content."""
        return f"{self.home}{name}/"

    def specification_section(self, section: int) -> str:
        """The frozen section as the exact bytes given: one file, whatever the language of the page."""
        return f"{self.specification}section-{section}.txt"

    def season(self, number: int) -> str:
        return f"{self.home}season-{number}/"

    def track(self, number: int, track: str) -> str:
        return f"{self.season(number)}{track}/"

    def track_section(self, number: int, track: str, section: int) -> str:
        """The section frozen for this season; one file for both languages."""
        return f"{self.track(number, track)}section-{section}.txt"

    def answer_key(self, number: int, track: str) -> str:
        """The revealed key, byte for byte; one file for both languages."""
        return f"{self.track(number, track)}answer-key.json"

    def report(self, number: int, track: str, report_id: str) -> str:
        return f"{self.track(number, track)}{report_id}/"

    def proofs(self, number: int, track: str, report_id: str) -> str:
        """The list of a row's proofs; one file for both languages."""
        return f"{self.report(number, track, report_id)}proofs.json"

    def evidence(self, number: int, track: str, report_id: str) -> str:
        """What a public report rests on; one file for both languages."""
        return f"{self.report(number, track, report_id)}evidence.json"

    def submissions(self, number: int, track: str) -> str:
        """The hashes of what a track received; one file for both languages."""
        return f"{self.track(number, track)}submissions.json"

    def kit(self, number: int, track: str) -> str:
        """The list of what a track is scored from; one file for both languages."""
        return f"{self.track(number, track)}kit.json"

    def kit_file(self, number: int, track: str, name: str) -> str:
        """A file of the kit, as given; one for both languages."""
        return f"{self.track(number, track)}kit/{name}"

    @property
    def check(self) -> str:
        """How a reader checks the site."""
        return f"{self.home}check/"

    def results(self, number: int, track: str, table: str, kind: str) -> str:
        """A download of one table; ``kind`` is ``csv``, ``schema.json``, ``json`` or ``xlsx``."""
        return f"{self.track(number, track)}{table}/results.{kind}"


def localised(code: str, path: str) -> str:
    """The path in a language: the default one has no prefix."""
    return language(code).prefix + path


def absolute(base_url: str, path: str) -> str:
    """The URL of a path; ``base_url`` has no final slash."""
    return base_url + path


def translations(base_url: str, path: str) -> dict[str, str]:
    """Language code → URL of the page in that language, itself included."""
    return {row.code: base_url + row.prefix + path for row in LANGUAGES}


def html_file(path: str) -> str:
    """The HTML file of a page path (of a language), relative to the output folder."""
    return path[1:] + "index.html" if path.endswith("/") else path[1:]


def json_file(path: str) -> str:
    """The document of a page path (of a language), relative to the output folder."""
    return path[1:] + "index.json" if path.endswith("/") else path[1:].removesuffix(".html") + ".json"


def file(path: str) -> str:
    """The output file of a path that is not a page."""
    return path[1:]
