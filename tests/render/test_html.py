"""Documents of every type, state and language as pages."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from site_builder.documents.envelope import Document, dump
from site_builder.kernel import pointer
from site_builder.kernel.strict_json import StrictJsonError
from site_builder.languages import CODES
from site_builder.render.document import DocumentError
from site_builder.render.html import html, track_html
from site_builder.render.values import ShowError
from tests.harness import loaded
from tests.harness.sample_documents import Sample
from tests.render.shown_pages import html_of, parsed, put, text_of

_TREES: dict[tuple[str, str], Any] = {}


def page_tree(page: Sample) -> Any:
    """The parsed page of a sample, made once: read it, never change it."""
    place = (page.name, page.language)
    if place not in _TREES:
        _TREES[place] = parsed(html_of(page.document))
    return _TREES[place]


TYPES = {
    "portail",
    "accueil",
    "specification",
    "regles",
    "saison",
    "piste",
    "rapport",
    "introuvable",
    "verification",
    "texte",
}


IN_THE_HEAD = ("page_rates", "page_identity")


def test_the_samples_are_of_every_type_and_language(pages: list[Sample]) -> None:
    assert {(page.page_type, page.language) for page in pages} == {(t, c) for t in TYPES for c in CODES}


def test_the_same_bytes_give_the_same_bytes(pages: list[Sample]) -> None:
    for page in pages:
        data = page.data
        messages = loaded.content().messages[page.language]
        first = html(data, messages)
        assert html(bytes(bytearray(data)), copy.deepcopy(messages)) == first
        assert data == page.data


def test_head(pages: list[Sample]) -> None:
    for page in pages:
        tree, document = page_tree(page), page.document
        assert tree.get("lang") == page.language
        links: dict[str, list[dict[str, str]]] = {}
        for link in tree.iter("link"):
            links.setdefault(link.attrib["rel"], []).append(dict(link.attrib))
        assert [link["href"] for link in links["canonical"]] == [document["url"]]
        alternates = {link["hreflang"]: link["href"] for link in links["alternate"] if "hreflang" in link}
        assert alternates == {**document["traductions"], "x-default": document["traductions"]["en"]}
        (twin,) = (link["href"] for link in links["alternate"] if link.get("type") == "application/json")
        assert twin == _json_path(document)
        metas = {m.get("name") or m.get("http-equiv"): m.get("content") for m in tree.iter("meta")}
        assert metas["ai-disclosure"] == "ai-generated"
        assert metas["color-scheme"] == "light dark"
        assert str(metas["Content-Security-Policy"]).startswith("default-src 'none'; style-src 'self';")
        assert not re.search(r"\d[\s\u00a0]*%|\d/\d", str(metas["description"]))
        assert ("robots" in metas) == (page.page_type == "introuvable")


def _json_path(document: Document) -> str:
    path = str(document["url"]).removeprefix("https://index.example")
    return path + "index.json" if path.endswith("/") else path.replace(".html", ".json")


def test_what_every_page_says(pages: list[Sample]) -> None:
    for page in pages:
        document = page.document
        tree = page_tree(page)
        texts = {text_of(element) for element in tree.iter()}
        envelope = {document[name] for name in ("mention_ia", "genere_le", "commit_source", "titre")}
        assert envelope <= texts
        read_it = {"en": "in the field named “ouverte”.", "fr": "dans le champ nommé «\u00a0ouverte\u00a0»."}
        assert document["texte_de_tiers"]["marque"] in texts
        assert any(text.endswith(read_it[page.language]) for text in texts)
        targets = {a.get("href") for a in tree.iter("a")}
        assert document["etat_saison"]["lire"] in targets
        assert _json_path(document) in targets
        assert any(str(target).endswith("/specification/#s10") for target in targets)
        assert any(str(target).endswith("/rules/") for target in targets)
        (other,) = {code for code in CODES if code != page.language}
        assert document["traductions"][other].removeprefix("https://index.example") in targets
        assert len(list(tree.iter("h1"))) == 1


def test_ids_are_unique_and_anchors_land(pages: list[Sample]) -> None:
    for page in pages:
        tree = page_tree(page)
        ids = [element.get("id") for element in tree.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), page.name
        for element in tree.iter():
            for name in ("aria-labelledby", "aria-describedby"):
                assert element.get(name) in {None, *ids}
            target = element.get("href") or ""
            assert not target.startswith("#") or target[1:] in ids, (page.name, target)


def test_a_report_leads_to_its_parts_after_the_rates(pages: list[Sample]) -> None:
    """The two rates come first, then the links to the parts, then who it is about."""
    for page in pages:
        if page.page_type != "rapport" or "taux" not in page.document["contenu"]:
            continue
        tree = page_tree(page)
        (parts,) = [nav for nav in tree.iter("nav") if nav.get("class") == "parts"]
        assert [a.get("href") for a in parts.iter("a")] == [
            "#page_causes", "#page_tasks", "#preuves", "#page_dispute", "#page_corrections",
        ]  # fmt: skip
        order = list(tree.iter())
        rates, identity = (next(e for e in order if e.get("id") == name) for name in IN_THE_HEAD)
        assert order.index(rates) < order.index(parts) < order.index(identity)
        causes = [e for e in order if e.get("class") == "cause"]
        assert len(causes) == len(page.document["contenu"]["causes"])
        for cause in causes:
            assert [a.get("href") for a in cause.iter("a")][-1] == "#page_dispute"


def test_how_to_dispute_is_said_once(pages: list[Sample]) -> None:
    for page in pages:
        block = page.document["contenu"].get("contestation")
        if block is None:
            continue
        sections = page_tree(page).iter("section")
        (section,) = [e for e in sections if e.get("aria-labelledby") == "page_dispute"]
        said = text_of(section)
        assert said.count(block["objet"]) == said.count(block["texte"]) == 1
        for date in (block["jusqu_au"], block["decision_avant"]):
            assert date is None or said.count(date["utc"]) == 1
        assert [a.get("href") for a in section.iter("a")] == [f"mailto:{block['contact']}"]


def test_a_tombstone_and_a_season_lead_to_the_ledger(pages: list[Sample]) -> None:
    seen = set()
    for page in pages:
        content = page.document["contenu"]
        targets = [a.get("href") for a in page_tree(page).iter("a")]
        wanted = page.page_type == "saison" or content.get("etat") in ("retire", "remplace")
        assert ("/ledger.jsonl" in targets) == wanted or page.page_type == "verification"
        seen.add(content.get("etat"))
    assert {"retire", "remplace", "publie"} <= seen


def test_rules_are_folded_under_their_names_and_a_code_leads_into_its_fold(pages: list[Sample]) -> None:
    for page in pages:
        if page.page_type != "regles":
            continue
        rules = page.document["contenu"]["regles"]
        folds = list(page_tree(page).iter("details"))
        assert len(folds) == len(rules) > 0
        for fold, rule in zip(folds, rules, strict=True):
            summary, body = fold
            assert text_of(summary).split() == [rule["code"], *rule["nom"].split()]
            assert (body.tag, body.get("id")) == ("dl", rule["code"])
            assert len(list(body.iter("dd"))) == 5


def test_nothing_active(pages: list[Sample]) -> None:
    for page in pages:
        for element in page_tree(page).iter():
            assert element.tag not in ("style", "iframe", "img", "form", "object")
            assert element.tag != "script" or element.get("type") == "application/ld+json"
            assert not [name for name in element.attrib if name.startswith("on") or name == "style"]


def test_a_figure_leads_to_its_cell(pages: list[Sample]) -> None:
    """An element that names a rate shows its fraction and its percentage, one that names a count shows it."""
    shown = 0
    for page in pages:
        for element in page_tree(page).iter():
            at = element.get("data-json")
            if at is None:
                continue
            shown += 1
            cell: Any = pointer.resolve(page.document, at)
            text = " ".join(text_of(element).split("\n")).strip()
            if isinstance(cell, dict) and "etat" in cell:
                parts = [cell["fraction"], cell["affichage"]]
                assert sorted(filter(None, parts)) == sorted(_pieces(element)), (page.name, at)
            elif isinstance(cell, dict):
                assert text == cell["affichage"]
            else:
                assert text == ("" if cell is None else str(cell)), (page.name, at)
    assert shown > 300


def _pieces(element: Any) -> list[str]:
    return [text.strip() for text in element.itertext() if text.strip()]


def test_both_rates_of_every_row_and_report(pages: list[Sample]) -> None:
    for page in pages:
        content = page.document["contenu"]
        named = set(re.findall(r'data-json="([^"]*)"', html_of(page.document).decode()))
        if page.page_type == "rapport" and "taux" in content:
            assert {"/contenu/taux/overclaim", "/contenu/taux/reussite"} <= named
        for i, table in enumerate(content.get("tableaux", ())):
            places = [f"/contenu/tableaux/{i}/constante"]
            for j, group in enumerate(table["groupes"]):
                places += [
                    f"/contenu/tableaux/{i}/groupes/{j}/lignes/{k}"
                    for k, row in enumerate(group["lignes"]) if row["taux"]
                ]  # fmt: skip
            for place in places:
                assert {f"{place}/taux/overclaim", f"{place}/taux/reussite"} <= named


def test_the_constant_answer_is_the_first_row_and_every_row_says_its_label(pages: list[Sample]) -> None:
    for page in pages:
        tables = page.document["contenu"].get("tableaux", ())
        made = [t for t in page_tree(page).iter("table") if t.get("class") == "rows"]
        assert len(made) == len(tables)
        for table, element in zip(tables, made, strict=True):
            bodies = list(element.iter("tbody"))
            assert table["constante"]["libelle"] in text_of(bodies[0])
            for body, group in zip(bodies[1:], table["groupes"], strict=True):
                head, *lines = body.iter("tr")
                assert text_of(head).strip() == group["titre"]
                assert len(lines) == len(group["lignes"])
                for line, row in zip(lines, group["lignes"], strict=True):
                    assert row["agent"] is None or table["etiquette"] in text_of(line)
                    for mention in row["mentions"]:
                        assert mention in text_of(line)


def test_frozen_french_says_its_language(pages: list[Sample]) -> None:
    for page in pages:
        for link in page_tree(page).iter("a"):
            if str(link.get("href")).endswith("section-5.txt"):
                assert link.get("hreflang") == "fr"


def test_long_integers_and_types_are_kept(pages: list[Sample]) -> None:
    page = next(p for p in pages if p.name == "report-rich-community-awkward" and p.language == "en")
    text = text_of(page_tree(page))
    assert '{"a~b/c": [123456789012345678901234567890, "é"]}' in text


# -- the page of a track, row by row ------------------------------------------------------------------


def head_and_rows(document: Document) -> tuple[bytes, list[bytes]]:
    head, rows = copy.deepcopy(document), list[bytes]()
    for table in head["contenu"]["tableaux"]:
        for group in table["groupes"]:
            rows += [dump(row) for row in group["lignes"]]
            group["lignes"] = len(group["lignes"])
    champs = head["texte_de_tiers"]["champs"]
    head["texte_de_tiers"]["champs"] = [at for at in champs if not at.startswith("/contenu/tableaux/")]
    return dump(head), rows


def test_a_track_row_by_row_is_the_same_page(pages: list[Sample]) -> None:
    tracks = [page for page in pages if page.page_type == "piste"]
    for page in tracks:
        head, rows = head_and_rows(page.document)
        pieces = track_html(head, iter(rows), loaded.content().messages[page.language])
        assert b"".join(pieces) == html_of(page.document)
    assert sum(len(head_and_rows(page.document)[1]) for page in tracks) > 20


def test_rows_are_taken_as_they_are_written(pages: list[Sample]) -> None:
    """The page is not held in memory: most of it has left before the last row is asked for."""
    page = next(p for p in pages if p.page_type == "piste" and p.name == "track-rich")
    document = copy.deepcopy(page.document)
    group = document["contenu"]["tableaux"][1]["groupes"][0]
    row = dump(group["lignes"][0])
    many = 2000
    document["contenu"]["tableaux"][1]["groupes"] = [{**group, "lignes": many}]
    document["contenu"]["tableaux"][0]["groupes"] = []
    document["texte_de_tiers"]["champs"] = []
    document["contenu"]["corrections"] = []
    asked = 0

    def one_by_one() -> Any:
        nonlocal asked
        for _ in range(many):
            asked += 1
            yield row

    made = track_html(dump(document), one_by_one(), loaded.content().messages[page.language])
    left = [(len(piece), asked) for piece in made]
    assert asked == many
    assert sum(size for size, before in left if before < many) > 0.8 * sum(size for size, _ in left)


@pytest.mark.parametrize("change", [-1, 1])
def test_rows_that_are_more_or_fewer_than_announced(pages: list[Sample], change: int) -> None:
    page = next(p for p in pages if p.name == "track-rich")
    head, rows = head_and_rows(page.document)
    given = rows[:-1] if change < 0 else [*rows, rows[0]]
    with pytest.raises(DocumentError):
        list(track_html(head, given, loaded.content().messages[page.language]))


# -- documents that are not what they say -------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "value", "error"),
    [
        ("/texte_de_tiers/champs/0", "/contenu/agent/none", DocumentError),
        ("/texte_de_tiers/champs/0", "/contenu/agent", DocumentError),
        ("/texte_de_tiers/champs/0", "contenu", DocumentError),
        ("/texte_de_tiers/champs/0", "/contenu/taches/99/verdict", DocumentError),
        ("/texte_de_tiers/champs/0", "/contenu/agent/did", DocumentError),  # named twice
        ("/contenu/type", "autre", DocumentError),
        ("/langue", "fr", DocumentError),
        ("/contenu/preuves_url", "https://a.example/", DocumentError),
    ],
)
def test_a_wrong_document_is_refused(
    pages: list[Sample], at: str, value: str, error: type[Exception]
) -> None:
    page = next(p for p in pages if p.name.startswith("report-rich-community") and p.language == "en")
    document = copy.deepcopy(page.document)
    put(document, at, value)
    with pytest.raises(error):
        html(dump(document), loaded.content().messages["en"])


LISTED = {
    "verification": ("markdown", "type"),
    "texte": ("markdown", "type"),
    "specification": ("markdown",),
    "accueil": ("markdown", "texte", "type"),
    "regles": ("regles/0/pourquoi", "regles/0/refuse", "regles/0/remede", "type"),
    "rapport": ("preuves_url", "taches/0/assertions/0/cause", "type"),
}


@pytest.mark.parametrize(("kind", "place"), [(kind, at) for kind, places in LISTED.items() for at in places])
def test_what_the_index_says_is_not_third_party_text(pages: list[Sample], kind: str, place: str) -> None:
    """A document that lists it makes no page: nothing of a stranger's becomes markdown or an address."""
    of_kind = (p for p in pages if p.page_type == kind and p.language == "en")
    page = next(p for p in of_kind if kind != "rapport" or p.name.startswith("report-rich-community"))
    document = copy.deepcopy(page.document)
    if place.endswith("cause"):
        put(document, f"/contenu/{place}", "value_mismatch")
        put(document, "/contenu/taches/0/assertions/0/statut", "unsupported")
    document["texte_de_tiers"]["champs"].append(f"/contenu/{place}")
    with pytest.raises((DocumentError, ShowError)):
        html(dump(document), loaded.content().messages["en"])


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"a":1,"a":2}', b"\xff", b'{"a":NaN}'])
def test_bytes_that_are_no_document(data: bytes) -> None:
    with pytest.raises((StrictJsonError, DocumentError, KeyError)):
        html(data, loaded.content().messages["en"])


def test_no_member_may_be_missing(pages: list[Sample]) -> None:
    """A document without a member that its page shows raises; nothing is printed in its place."""
    page = next(p for p in pages if p.page_type == "rapport" and p.name.endswith("participant-one"))
    for name in ("agent", "taux", "causes", "taches", "contestation", "limites", "identite"):
        document = copy.deepcopy(page.document)
        del document["contenu"][name]
        document["texte_de_tiers"]["champs"] = [
            at for at in document["texte_de_tiers"]["champs"] if not at.startswith(f"/contenu/{name}/")
        ]
        with pytest.raises(LookupError):
            html(dump(document), loaded.content().messages[page.language])


def test_the_number_of_an_assertion_is_its_address_and_each_cause_leads_there(pages: list[Sample]) -> None:
    page = next(p for p in pages if p.name == "report-rich-community-equal" and p.language == "fr")
    tree = page_tree(page)
    rows = [row for table in tree.iter("table") if table.get("class") == "claims" for row in table.iter("tr")]
    numbers = [link for row in rows for link in row.findall("./th/a")]
    assert [text_of(link) for link in numbers] == [
        "conf-01.1", "conf-01.2", "conf-02.1", "conf-02.2", "conf-02.3",
    ]  # fmt: skip
    for link in numbers:
        assert link.attrib == {"id": text_of(link), "href": f"#{text_of(link)}"}
    anchors = [part for part in tree.iter("p") if part.get("class") == "anchors"]
    assert [[(text_of(a), a.get("href")) for a in part.iter("a")] for part in anchors] == [
        [("conf-02.2", "#conf-02.2")],
        [("conf-02.3", "#conf-02.3")],
        [("conf-03", "#conf-03")],
    ]


def test_the_overview_counts_the_unsupported_assertions_of_each_task(pages: list[Sample]) -> None:
    page = next(p for p in pages if p.name == "report-rich-community-equal" and p.language == "en")
    overview = next(table for table in page_tree(page).iter("table") if table.get("class") == "tasks")
    assert [[text_of(cell) for cell in row] for row in overview.iter("tr")] == [
        ["Task", "State", "Unsupported", "Counts toward success"],
        ["conf-01", "submitted", "0/2", "yes"],
        ["conf-02", "submitted", "1/2", "no"],
        ["conf-03", "not submitted", "", "no"],
    ]


@pytest.mark.parametrize(
    ("code", "other", "title"), [("en", "fr", "Page introuvable"), ("fr", "en", "Page not found")]
)
def test_the_other_language_of_an_address_without_a_page_is_marked_as_such(
    pages: list[Sample], code: str, other: str, title: str
) -> None:
    page = next(p for p in pages if p.name == "not_found" and p.language == code)
    (section,) = list(page_tree(page).iter("section"))
    assert [text_of(heading) for heading in section.iter("h2")] == [title]
    parts = [part for part in section.iter() if part.tag in ("h2", "p", "a")]
    assert {part.get("lang") for part in parts} == {other}
    assert {link.get("hreflang") for link in section.iter("a")} == {other}


@pytest.mark.parametrize(
    ("code", "prefix", "name"), [("en", "", "Specification"), ("fr", "/fr", "Spécification")]
)
def test_the_specification_has_a_breadcrumb_too(
    pages: list[Sample], code: str, prefix: str, name: str
) -> None:
    page = next(p for p in pages if p.name == "specification" and p.language == code)
    (trail,) = [nav for nav in page_tree(page).iter("nav") if nav.get("class") == "crumbs"]
    links = [(text_of(a), a.get("href"), a.get("aria-current")) for a in trail.iter("a")]
    assert links[1:] == [
        ("PROVE IT", f"{prefix}/challenges/prove-it/", None),
        (name, f"{prefix}/challenges/prove-it/specification/", "page"),
    ]
    assert links[0][1] == f"{prefix}/"
