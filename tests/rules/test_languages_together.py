"""A page is judged quicker beside its twin and after others of its kind; what is wrong is found all the same.

Every breach here is in the French page alone, after the process has accepted the same page several times.
"""

from __future__ import annotations

import copy
import dataclasses
import re
from collections.abc import Callable

import pytest

from site_builder.documents.envelope import dump
from site_builder.kernel import markup
from site_builder.kernel.findings import Finding
from site_builder.render.html import html
from site_builder.rules import judge, units
from site_builder.rules.cases import OutputCase, PageCase
from tests.rules import sites
from tests.rules.running import LATER, forgetful, nothing, site_of

Change = Callable[[bytes], bytes]
KIND = "rapport:community"


def unchanged(page: bytes) -> bytes:
    return page


def pair(site: sites.Site, *changes: Change) -> list[OutputCase]:
    """The English and the French report, whose documents share their tasks, with changed HTML."""
    files = [site.of_type(KIND, code) for code in ("en", "fr")]
    documents = copy.deepcopy([site.pages[file] for file in files])
    for one, other in zip(*(document["contenu"]["taches"] for document in documents), strict=True):
        assert one["assertions"] == other["assertions"]
        other["assertions"] = one["assertions"]  # as in a build
    outputs: list[OutputCase] = []
    for file, document, change in zip(files, documents, changes, strict=True):
        twin = outputs[0] if outputs else None
        page = PageCase(file, document, site.facts, twin.page if twin else None)
        data = html(dump(document), sites.content().messages[page.language])
        outputs.append(OutputCase(page, file.replace(".json", ".html"), change(data), twin))
    return outputs


def judged(outputs: list[OutputCase]) -> list[list[Finding]]:
    found = []
    for output in outputs:
        found.append(judge.judge_page(output.page) + judge.judge_output(output))
        output.summary()
    return found


def practised() -> sites.Site:
    """The smallest world's site, its report accepted often enough that most of its lines are known."""
    site = forgetful(site_of(nothing, LATER))
    for _ in range(3):
        assert judged(pair(site, unchanged, unchanged)) == [[], []]
    return site


def swap(old: str, new: str) -> Change:
    def change(page: bytes) -> bytes:
        assert old.encode() in page, old
        return page.replace(old.encode(), new.encode(), 1)

    return change


def another_proof(page: bytes) -> bytes:
    """The first proof that the page links to, in its link and its name, is another."""
    found = re.search(rb"prf_[0-9_]+[0-9a-f]{6}", page)
    assert found
    return page.replace(found.group(), OTHER.encode())


BREACHES: dict[str, tuple[Change, set[str]]] = {
    "a heading of the other language": (swap(">Les deux taux<", ">The two rates<"), {"H002"}),
    "a cell of the other language": (
        swap("<td>oui</td>", "<td>yes</td>"),
        {"H002"},
    ),
    "a text of no document": (swap("</section>", "<p>Trust me</p>\n</section>"), {"H002"}),
    "a text between two known lines": (swap("</section>\n", "</section>\nConfiance\n"), {"H002"}),
    "a sign that is not escaped": (swap("<bdi>", "<bdi>1 < 2"), {"H001", "PUB-12"}),
    "an element in an isolate": (swap("<bdi>", "<bdi><b>x</b>"), {"H001", "PUB-12"}),
    "an isolate that goes on": (swap("</bdi>", "\n</p></bdi>"), {"H001", "PUB-12"}),
    "an attribute of an isolate": (swap("<bdi>", '<bdi dir="rtl">'), {"H001", "H002"}),
    "an element that pages have no use for": (swap("</section>", "<img>\n</section>"), {"H001"}),
    "an attribute in capitals": (swap("<main ", '<main TITLE="x" '), {"H001"}),
    "bytes that are not UTF-8": (lambda page: page.replace(b"<bdi>", b"<bdi>\xff", 1), {"H001", "PUB-12"}),
    "a known line twice": (
        swap('<h2 id="page_rates">', '<h2 id="page_rates">Les deux taux</h2>\n<h2 id="page_rates">'),
        {"H003"},
    ),
    "a link to no place of the page": (swap("</section>", '<a href="#nowhere"></a>\n</section>'), {"H004"}),
    "the other language": (swap('<html lang="fr">', '<html lang="en">'), {"H005"}),
    "a handler": (swap("<main ", '<main onclick="x" '), {"H006"}),
    "a place that the document has not": (
        swap('data-json="/contenu/taches_rendues"', 'data-json="/contenu/rang"'),
        {"H007"},
    ),
    "a text of nobody, isolated": (swap("<bdi>", "<bdi>Nobody</bdi> <bdi>"), {"PUB-12"}),
    "a proof that the document does not cite": (another_proof, {"H002"}),
    "a date that the document does not give": (swap(" UTC</time>", " TU</time>"), {"H002"}),
    "an instant of no document": (swap('<time datetime="20', '<time datetime="19'), {"H002"}),
    "no label": (swap(f">{sites.AI_LABEL['fr']}<", "><"), {"PUB-09"}),
}


@pytest.mark.parametrize("name", BREACHES)
def test_what_is_wrong_in_the_second_language_is_found(name: str) -> None:
    change, codes = BREACHES[name]
    site = practised()
    first, second = judged(pair(site, unchanged, change))
    assert first == []
    assert {finding.code for finding in second} == codes
    assert {finding.file for finding in second} == {"fr/" + site.of_type(KIND).replace(".json", ".html")}
    # As alone, in a process that knows nothing.
    output = pair(forgetful(site), unchanged, change)[1]
    page = PageCase(output.page.file, output.page.document, forgetful(site).facts)
    alone = OutputCase(page, output.file, output.html)
    assert judge.judge_page(page) + judge.judge_output(alone) == second


def test_what_both_pages_hold_must_be_right_in_each() -> None:
    both = swap("<tbody>", "<tbody>\n<tr><td>yes</td><td></td></tr>")
    first, second = judged(pair(practised(), both, both))
    assert first == []
    assert [(finding.code, finding.found) for finding in second] == [("H002", "'yes'")]


def test_documents_that_share_their_tasks_have_the_same_strings_as_apart() -> None:
    site = forgetful(site_of(nothing, LATER))
    shared = pair(site, unchanged, unchanged)[1].page
    apart = PageCase(shared.file, copy.deepcopy(shared.document), site.facts)
    assert shared.twin is not None
    assert shared.strings.shared is shared.twin.strings.shared
    assert not set(shared.strings.shared) & set(apart.strings.shared)
    mine, theirs = (dataclasses.replace(page.strings, shared={}) for page in (shared, apart))
    assert mine == theirs
    assert shared.isolable == apart.isolable


def test_a_claim_that_differs_in_the_second_document_is_its_own() -> None:
    site = practised()
    first, second = pair(site, unchanged, unchanged)
    task = next(task for task in second.page.content["taches"] if task["assertions"])
    task["assertions"] = copy.deepcopy(task["assertions"])
    task["assertions"][0]["claim"]["value"] = "another value"
    assert judge.judge_page(first.page) + judge.judge_output(first) == []
    judge.judge_page(second.page)
    assert {finding.code for finding in judge.judge_output(second)} == {"PUB-12"}
    assert {finding.code for finding in judge.judge_twins([first.page, second.page])} == {"PUB-18"}


def asked(*texts: str, pointers: tuple[str, ...] = (), links: tuple[str, ...] = ()) -> units.Demands:
    return units.Demands(frozenset(texts), frozenset(pointers), frozenset(links))


@pytest.mark.parametrize(
    ("line", "demands"),
    [
        ("p>Hello</p>", asked()),
        ('td class="x">Hello</td><td>(2)</td>', asked("(2)")),
        ('nav aria-label="Hello">', asked()),
        ('nav aria-label="Good bye">', asked("Good bye")),
        ("p>Good bye</p><p>…</p>", asked("Good bye")),
        ("p><bdi></bdi></p>", asked()),
        ("p><bdi></bdi> Good bye</p>", asked("Good bye")),
        ("td><a></a> </td>", asked()),
        ('a href="/known/">Hello</a>', asked()),
        ('a href="/known/#part">Hello</a>', asked(links=("/known/#part",))),
        ('a href="#part">Hello</a>', asked(links=("#part",))),
        ('a href="https://elsewhere.example/">Hello</a>', asked(links=("https://elsewhere.example/",))),
        ('p data-json="/contenu">Hello</p>', asked(pointers=("/contenu",))),
        ('p onclick="x">Hello</p>', None),
        ('p title="<bdi></bdi>">Hello</p>', None),
        ("title>Hello</title>", None),
        ('meta name="description" content="Hello">', None),
        ('html lang="en">', None),
        ("p>Hello", asked()),
        ("p Hello", None),
    ],
)
def test_a_line_is_remembered_by_what_it_demands(line: str, demands: units.Demands | None) -> None:
    assert units.demands(line.encode(), {"Hello"}, {("/known/", "")}) == demands


def test_what_recurs_is_judged_by_the_document_of_each_page() -> None:
    """A line that was right on other pages is wrong where the document does not hold what it shows."""
    site = practised()
    second = pair(site, unchanged, unchanged)[1]
    task = second.page.content["taches"][0]
    recurring = second.page.facts.memory.units["fr"].demanding
    assert any(f'<h3 id="{task["task_id"]}">'.encode() in unit for unit in recurring)
    assert b'tr><th scope="row"><a href="#conf-01">conf-01</a></th>' in {
        unit[: unit.find(b"<td>")] for unit in recurring
    }
    task["task_id"] = second.page.content["controle"]["task_id"] = "conf-99"
    judge.judge_page(second.page)
    assert [(f.code, f.found) for f in judge.judge_output(second)] == [("H002", "'conf-01'")]


PROOF_URL = "https://trust.example/v1/proof/{proof_id}?view=public&lang=en"
PROOF = "prf_20261012_144917_4dbc8a"
OTHER = "prf_20261012_145016_d21061"


def linked(proof_id: str, text: str) -> str:
    return f'<a href="https://trust.example/v1/proof/{proof_id}?view=public&amp;lang=en">{text}</a>'


def held(outline: units.Outline, known: units.Recurring | None = None) -> markup.Markup:
    found = (known or units.Recurring()).read(outline)
    assert found is not None
    return found


def test_an_outline_holds_what_the_page_holds() -> None:
    page = (
        '<!doctype html>\n<html lang="en">\n<p>a <b>b</b>\n</p>\n<tr><td>1</td><td><bdi>x\ny</bdi></td><td>2'
        f"</td></tr>\n<tr><td>1</td><td><bdi>&lt;z&gt;</bdi> e {linked(PROOF, PROOF)} "
        '<a id="conf-01.2" href="#conf-01.2">conf-01.2</a></td></tr>\n</html>\n'
    )
    whole = markup.read(page)
    outline = units.outline(page.encode(), PROOF_URL)
    assert outline is not None
    assert outline.named == {PROOF, "conf-01.2"}
    assert outline.isolated == whole.isolated == {"x\ny", "<z>"}
    found = held(outline)
    assert found.isolated == whole.isolated
    assert found.texts == {"a", "b", "1", "2", "e"} == whole.texts - {PROOF, "conf-01.2"}
    assert found.tags - {"\n"} == {"a", *(tag for tag in whole.tags if not tag.startswith("a "))}
    known = units.Recurring()
    known.still |= {b"p>a <b>b</b>"}
    assert held(outline, known).texts == {"1", "2", "e"}
    unit = b'html lang="en">'
    known.demanding[unit] = frozenset("b")
    known.pointing[unit], known.linking[unit] = frozenset(("/contenu",)), frozenset(("#a",))
    found = held(outline, known)
    assert found.texts == {"b", "1", "2", "e"}
    assert found.values("data-json") == {"/contenu"}
    assert found.values("href") == {"#a"}


@pytest.mark.parametrize(
    "link",
    [
        linked(PROOF, OTHER),
        linked("prf_1", "prf_1"),
        linked(PROOF, PROOF).replace("trust.example", "elsewhere.example"),
        linked(PROOF, PROOF).replace('">', '" onclick="x">'),
        linked(PROOF, PROOF).replace("&amp;", "&"),
        '<a id="a" href="#b">a</a><a href="https://x.example/">x</a>',
    ],
)
def test_what_is_not_the_link_of_a_proof_by_its_name_is_read(link: str) -> None:
    page = f"<main>\n<p>{link}</p>\n</main>"
    outline = units.outline(page.encode(), PROOF_URL)
    assert outline is not None
    assert outline.named == set()
    found = units.Recurring().read(outline) or markup.read(page)
    assert any(tag.startswith(("a href=", "a id=")) for tag in found.tags)


@pytest.mark.parametrize(
    "body",
    [
        "<p><bdi>a<b></bdi></p>",
        "<p><bdi>a",
        "<p>a</bdi>",
        "<p><bdi>a\n<b>c\n</bdi></p>",
        "<p><bdi><bdi>a</bdi></bdi></p>",
    ],
)
def test_an_isolate_that_does_not_end_is_left_to_the_reader_of_the_whole(body: str) -> None:
    outline = units.outline(f"<main>\n{body}".encode(), None)
    assert outline is not None
    assert units.Recurring().read(outline) is None
    assert markup.read(f"<main>\n{body}").problems


@pytest.mark.parametrize(
    "body",
    [
        b"<p>\xff</p>",
        b"<p><bdi>\xff</bdi></p>",
        b'<time datetime="\xff">a</time> <span class="local">b</span>',
        b'<p><a id="\xe9" href="#\xe9">\xe9</a></p>',
    ],
)
def test_bytes_that_are_no_text_are_left_to_the_reader_of_the_whole(body: bytes) -> None:
    outline = units.outline(b"<main>\n" + body, PROOF_URL)
    assert outline is None or units.Recurring().read(outline) is None
    known = units.Recurring()
    known.learn({b"main>", body[1:]}, set(), set())
    assert outline is None or known.read(outline) is None


@pytest.mark.parametrize("body", [b"text\n<p>a</p>", b"<p>a</p>\n<", b"<p>a</p>\n<\n<p>b</p>", b"<<p>a</p>"])
def test_what_is_malformed_is_left_to_the_reader_of_the_whole(body: bytes) -> None:
    outline = units.outline(body, None)
    assert outline is not None
    assert units.Recurring().read(outline) is None
    assert markup.read(body.decode()).problems
