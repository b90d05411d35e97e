"""Steps 2, 3 and 4: the documents have their format, the HTML is theirs, and the rules hold on both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from site_builder.challenges.prove_it.pages import schema
from site_builder.content.catalogue import Catalogue
from site_builder.content.messages import Messages
from site_builder.documents import addresses
from site_builder.kernel import instants, strict_json
from site_builder.kernel.instants import Instant
from site_builder.languages import CODES
from site_builder.publish.publications import LEDGER, of_publication
from site_builder.reader.account import Account, Step
from site_builder.reader.document_schema import DocumentSchema
from site_builder.reader.file_subjects import subject
from site_builder.reader.published_facts import FactsError, season_content, site_facts, site_labels
from site_builder.reader.shown_figures import false_cells
from site_builder.reader.site import Site, both
from site_builder.reader.source import SourceError
from site_builder.render.document import Document, DocumentError, parse
from site_builder.render.html import html
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.f002_sitemap import locations
from site_builder.rules.facts import Facts
from site_builder.rules.judge import judge_file, judge_output, judge_page, judge_site, judge_twins
from site_builder.rules.site import FileCase, SiteCase

_SITEMAP: Final = "sitemap"


@dataclass(slots=True)
class _Counts:
    documents: int = 0
    pages: int = 0
    judged: int = 0
    files: int = 0


@dataclass(slots=True)
class _Check:
    """What the pass over the pages needs and gathers."""

    site: Site
    messages: Mapping[str, Messages]
    base: str
    facts: Facts | None
    documents: Step
    rendering: Step
    rules: Step
    whole: SiteCase | None
    counts: _Counts = field(default_factory=_Counts)


@cache
def page_schema() -> DocumentSchema:
    """The schema that every page document validates against, compiled once."""
    return DocumentSchema(schema.schema())


def check_publication(site: Site, catalogue: Catalogue, account: Account, now: Instant) -> None:
    """Every page, then every file beside the pages, then the site as a whole."""
    documents, rendering, rules = (account.step(number) for number in (2, 3, 4))
    try:
        base, _ = site_labels(site)
        facts: Facts | None = site_facts(site, catalogue)
    except FactsError as error:
        base, facts = "", None
        rules.unchecked.append(f"The rules need facts that the site does not give: {error}.")
    except Exception as error:  # a hostile document: whatever it makes our code do is no reason to stop
        base, facts = "", None
        rules.unchecked.append(f"The season's documents cannot be read: {type(error).__name__}.")
    whole = SiteCase(facts) if facts is not None else None
    check = _Check(site, catalogue.messages, base, facts, documents, rendering, rules, whole)
    for path in site.pages():
        _page(check, path)
    _files(check)
    if check.whole is not None:
        check.whole.files = {path for path in site.entries if of_publication(path)} | {LEDGER}
        rules.differing(judge_site(check.whole))
    counts = check.counts
    if not site.pages():
        for step in (documents, rendering, rules):
            step.unchecked.append("The site has no page.")
    if counts.documents:
        documents.compared.append(f"{counts.documents} documents with the page schema, address and stamp")
    if counts.pages:
        rendering.compared.append(
            f"{counts.pages} HTML pages with what this program's templates make of their documents"
        )
    if counts.judged:
        rules.compared.append(
            f"{counts.judged} pages and {counts.files} other files with the rules of this program"
        )
    if facts is not None:
        _closed(site, facts, rules, now)


def _page(check: _Check, path: str) -> None:
    cases = []
    for code in CODES:
        json_file, html_file = both(code, path)
        data = _read(check.site, json_file, check.documents)
        if data is None:
            continue
        check.counts.documents += 1
        document = _document(check, code, path, json_file, data)
        shown = _read(check.site, html_file, check.rendering)
        if shown is not None and check.rendering.other_program:
            _figures(check, data, html_file, shown)
        if document is None:
            check.rendering.unchecked.append(f"{html_file}: its document has another format.")
            check.rules.unchecked.append(f"{json_file}: it has another format.")
            continue
        if shown is not None:
            _rendered(check, code, data, html_file, shown)
        if check.facts is not None:
            case = PageCase(json_file, document, check.facts)
            _judged(check, case, html_file, shown)
            cases.append(case)
    if len(cases) == len(CODES):
        try:
            check.rules.differing(judge_twins(cases))
        except Exception as error:  # as above
            check.rules.differs(cases[0].file, f"the rules stop: {type(error).__name__}", "a page like ours")


def _read(site: Site, file: str, step: Step) -> bytes | None:
    try:
        return site.read(file)
    except SourceError as error:
        step.wrong(file, str(error), "the file of a page")
        return None


def _document(check: _Check, code: str, path: str, file: str, data: bytes) -> Document | None:
    """The document, if it has the format and stands where it says."""
    step = check.documents
    try:
        value = parse(data)
    except (strict_json.StrictJsonError, DocumentError, RecursionError) as error:
        step.wrong(file, f"not strict JSON: {error}"[:200], "strict JSON")
        return None
    breaches = page_schema().breaches(value)
    for breach in breaches:
        step.differs(file, breach.found, breach.expected, breach.pointer)
    if breaches or not isinstance(value, dict):
        return None
    stamp = {
        "langue": code,
        "url": addresses.absolute(check.base, addresses.localised(code, path)),
        "traductions": addresses.translations(check.base, path),
        "genere_le": check.site.genere_le,
        "commit_source": check.site.commit_source,
    }
    for key, expected in stamp.items():
        if value[key] != expected:
            step.wrong(file, str(value[key]), f"{expected}, for a page of this address", f"/{key}")
    return value if value["langue"] == code else None


def _rendered(check: _Check, code: str, data: bytes, file: str, shown: bytes) -> None:
    try:
        made = html(data, check.messages[code])
    except Exception as error:  # as above
        check.rendering.differs(file, f"its document cannot be rendered: {type(error).__name__}", "a page")
        return
    check.counts.pages += 1
    if made != shown:
        line, found, expected = _first_difference(shown, made)
        check.rendering.differs(file, found, expected, f"line {line}")


def _figures(check: _Check, data: bytes, file: str, shown: bytes) -> None:
    """Where another program made the page, its figures at least are those of its document."""
    try:
        value = parse(data)
    except (strict_json.StrictJsonError, DocumentError, RecursionError):
        return  # step 2 says so
    if isinstance(value, dict):
        for place, found, expected in false_cells(value, shown):
            check.rendering.wrong(file, found[:200], expected[:200], f'[data-json="{place}"]')


def _first_difference(shown: bytes, made: bytes) -> tuple[int, str, str]:
    left, right = shown.split(b"\n"), made.split(b"\n")
    for number, (found, expected) in enumerate(zip(left, right, strict=False), start=1):
        if found != expected:
            return number, _around(found, expected), _around(expected, found)
    return min(len(left), len(right)) + 1, f"{len(left)} lines", f"{len(right)} lines"


def _around(line: bytes, other: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(line, other, strict=False)) if a != b), 0)
    return line[max(at - 40, 0) : at + 60].decode("utf-8", "backslashreplace")


def _judged(check: _Check, case: PageCase, file: str, shown: bytes | None) -> None:
    try:
        check.rules.differing(judge_page(case))
        if shown is not None:
            output = OutputCase(case, file, shown)
            check.rules.differing(judge_output(output))
            if check.whole is not None:
                check.whole.add(output.summary())
        check.counts.judged += 1
    except Exception as error:  # as above
        check.rules.differs(case.file, f"the rules stop: {type(error).__name__}", "a page like ours")


def _files(check: _Check) -> None:
    if check.facts is None:
        return
    for path in check.site.files():
        data = check.site.find(path)
        if data is None:
            continue  # step 1 said so
        if path.endswith(".json") and len(data) > strict_json.MAX_BYTES:
            check.rules.unchecked.append(f"{path}: {len(data)} bytes, too large to be judged in one piece.")
            continue
        try:
            check.rules.differing(judge_file(FileCase(path, data, check.facts, subject(path))))
            if check.whole is not None and path.startswith(_SITEMAP):
                check.whole.listed += locations(data)
            check.counts.files += 1
        except Exception as error:  # as above
            check.rules.differs(path, f"the rules stop: {type(error).__name__}", "a file like ours")


def _closed(site: Site, facts: Facts, rules: Step, now: Instant) -> None:
    """PUB-01 with the reader's clock: nothing of a season that has not closed yet."""
    for number, season in facts.seasons.items():
        closes = season_content(site, number)["dates"]["cloture"]["iso"]
        if season.closed and not _before(closes, now):
            rules.wrong(
                both(CODES[0], f"/challenges/prove-it/season-{number}/")[0],
                f"scores or secrets, and a close at {closes}",
                f"none before the close; the clock here says {now.text}",
                "/contenu/dates/cloture",
            )


def _before(closes: str, now: Instant) -> bool:
    try:
        return instants.parse(closes) < now
    except instants.InstantError:
        return False
