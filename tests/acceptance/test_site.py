"""The whole site: documents, HTML, links, languages, labels and downloads agree with one another."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from site_builder.content import markdown
from site_builder.kernel.third_party import shown
from tests.acceptance.builds import GENERATED_AT, report_id
from tests.acceptance.catalogue import messages
from tests.acceptance.site import (
    Json,
    Site,
    attributes,
    elements,
    exact_text,
    is_element,
    own_text,
    parsed,
    row_of,
    rows,
    spaces,
    text,
    track_rows,
    walk,
)
from tests.harness import nu_validator, worlds
from tests.harness.command import run_cli, tree_digests

BASE_URL = "https://proveit.arkforge.tech"
LABELS = {
    "en": {"community": "declared stack, not verified", "reference": "calibration, not a ranking"},
    "fr": {"community": "stack déclarée, non vérifiée", "reference": "calibration, pas un classement"},
}


@pytest.fixture(scope="module", params=["season", "demonstration"])
def site(request: pytest.FixtureRequest, season_site: Site) -> Site:
    """Each test below holds for a made season and for the demonstration season."""
    if request.param == "season":
        return season_site
    found: Site = request.getfixturevalue("demonstration_site")
    return found


# Documents.


def schema(name: str) -> Draft202012Validator:
    document = json.loads(run_cli("schema", name).stdout)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_every_document_validates_against_the_published_schema(site: Site) -> None:
    validator = schema("page")
    for page in site.pages:
        problems = [
            f"{page}#{e.json_path}: {e.message[:200]}" for e in validator.iter_errors(site.document(page))
        ]
        assert problems == []


def test_the_page_schema_refuses(season_site: Site) -> None:
    """A schema that accepts everything would pass the test above."""
    validator = schema("page")
    good = season_site.document(season_site.of_type("piste", "en")[0])
    for change in (
        {"schema": "proveit-page-v2"}, {"langue": "de"}, {"titre": None}, {"mention_ia": ""}, {"extra": 1},
        {"commit_source": "HEAD"}, {"genere_le": 1}, {"traductions": {"en": good["url"]}},
        {"contenu": {**good["contenu"], "type": "nosuch"}}, {"contenu": {"type": "piste"}},
    ):  # fmt: skip
        assert list(validator.iter_errors({**good, **change})), change
    for name in good:
        assert list(validator.iter_errors({key: value for key, value in good.items() if key != name})), name


def test_the_input_schemas_accept_and_refuse(make_season: worlds.SeasonMaker, world: Path) -> None:
    season = make_season(20, 3) / "prove-it/season-1"
    files = {
        "season": [season / "season.json", world / worlds.SEASON],
        "track": [*season.glob("*/track.json"), world / worlds.TRACK],
        "score": [
            *season.glob("*/community/p-00000[12].json"),
            *season.glob("*/reference/*-001.json"),
            world / worlds.COMMUNITY,
            world / worlds.REFERENCE,
        ],
    }
    for name, paths in files.items():
        validator = schema(name)
        for path in paths:
            document = json.loads(path.read_bytes())
            assert [e.message for e in validator.iter_errors(document)] == [], path
        for path in paths[-2:]:
            document = json.loads(path.read_bytes())
            for key in document:
                assert list(validator.iter_errors({k: v for k, v in document.items() if k != key})), key
            assert list(validator.iter_errors({**document, "nosuch": 1}))
            assert list(validator.iter_errors({**document, "season": "1"}))
    assert list(schema("correction").iter_errors({}))


def test_the_envelope_is_in_its_order(site: Site) -> None:
    order = ["schema", "langue", "url", "traductions", "titre", "mention_ia", "genere_le", "commit_source",
             "etat_saison", "texte_de_tiers", "contenu"]  # fmt: skip
    for page in site.pages:
        assert list(site.document(page)) == order
        assert site.document(page)["url"] == BASE_URL + site.url_path(page)


@pytest.mark.nu
def test_every_html_file_is_valid(site: Site) -> None:
    nu_validator.require()
    problems = nu_validator.validate(site.root / page for page in site.pages)
    # Third-party text is shown as it was written, composed or not.
    assert [line for line in problems if not line.endswith("not in Unicode Normalization Form C.")] == []


# Links.


def test_no_dead_link_or_anchor(site: Site) -> None:
    files = set(tree_digests(site.root))
    ids = {
        page: {value for _, name, value in attributes(site.tree(page)) if name == "id"} for page in site.pages
    }
    dead, checked = [], 0
    for page in site.pages:
        for element, name, value in attributes(site.tree(page)):
            if name not in ("href", "src", "action", "cite", "poster", "data", "srcset"):
                continue
            url = urljoin(BASE_URL + site.url_path(page), value)
            parts = urlsplit(url)
            if parts.scheme == "mailto" or (parts.scheme == "https" and not url.startswith(f"{BASE_URL}/")):
                continue
            checked += 1
            assert parts.scheme == "https", (page, value)
            assert not parts.query, (page, value)
            path = unquote(parts.path)
            target = path[1:] + ("index.html" if path.endswith("/") else "")
            anchor = unquote(parts.fragment)
            if target not in files or (anchor and anchor not in ids.get(target, set())):
                dead.append((page, value))
            if element.tag == "a" and target.endswith(".html"):
                expected = element.get("hreflang") or site.document(page)["langue"]
                assert site.document(target)["langue"] == expected, (page, value)
    assert dead == []
    assert checked > 1000


def test_ids_are_unique_and_references_to_them_land(site: Site) -> None:
    for page in site.pages:
        found = [value for _, name, value in attributes(site.tree(page)) if name == "id"]
        assert len(found) == len(set(found)), page
        for _, name, value in attributes(site.tree(page)):
            if name in ("aria-labelledby", "aria-describedby", "aria-controls", "for", "headers"):
                assert set(value.split()) <= set(found), (page, value)


def test_every_page_can_be_reached(site: Site) -> None:
    """From the front page, by links alone: every page of both languages but the two of errors."""
    todo, seen = ["index.html"], set()
    while todo:
        page = todo.pop()
        if page in seen:
            continue
        seen.add(page)
        for link in elements(site.tree(page), "a"):
            url = urljoin(BASE_URL + site.url_path(page), link.get("href") or "")
            path = urlsplit(url).path
            if url.startswith(f"{BASE_URL}/") and path.endswith("/"):
                todo.append(path[1:] + "index.html")
    assert set(site.pages) - seen == {"404.html", "fr/404.html"}


def test_addresses_in_documents_exist(site: Site) -> None:
    files = set(tree_digests(site.root))
    for page in site.pages:
        for at, value in walk(site.document(page)["contenu"]):
            if isinstance(value, str) and at.endswith("url") and value.startswith("/"):
                path = unquote(urlsplit(value).path)
                assert path[1:] + ("index.html" if path.endswith("/") else "") in files, (page, at, value)


def test_the_sitemap_lists_every_page_in_both_languages(site: Site) -> None:
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    root = ElementTree.parse(site.root / "sitemap.xml").getroot()
    listed = {}
    for url in root.findall("s:url", names):
        links = {str(e.get("hreflang")): e.get("href") for e in url.findall("x:link", names)}
        assert links.pop("x-default") == links["en"]
        location = url.findtext("s:loc", None, names)
        assert location not in listed
        listed[location] = links
        assert url.findtext("s:lastmod", None, names) == GENERATED_AT
    documents = [site.document(page) for page in site.pages if not page.endswith("404.html")]
    assert listed == {d["url"]: d["traductions"] for d in documents}
    robots = (site.root / "robots.txt").read_text()
    assert f"Sitemap: {BASE_URL}/sitemap.xml" in robots
    assert not re.search(r"^Disallow: *\S", robots, re.M)


# Figures.


def resolve(document: Any, pointer: str) -> Any:
    value = document
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def is_rate(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {
        "etat", "numerateur", "denominateur", "fraction", "affichage"
    }  # fmt: skip


def test_every_figure_in_html_is_the_document_s(site: Site) -> None:
    counted = 0
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        shown_at: dict[str, list[str]] = {}
        for element in elements(tree):
            pointer = element.get("data-json")
            if pointer is None:
                continue
            value = resolve(document, pointer)
            read = " ".join(spaces(exact_text(element)).split())
            shown_at.setdefault(pointer, []).append(read)
            if is_rate(value):
                counted += 1
                words = spaces(value["affichage"])
                both = (f"{value['fraction']} {words}", f"{words} {value['fraction']}")
                assert read in both if value["fraction"] else read == words, (page, pointer)
            elif isinstance(value, dict):
                assert read == value["affichage"], (page, pointer)
            elif value is None:
                assert read == "", (page, pointer)
            else:
                assert read == str(value), (page, pointer)
        rates = {at for at, value in walk(document) if is_rate(value)}
        # A group's own success is in its heading.
        missing = {at for at in rates - set(shown_at) if not re.fullmatch(r".*/groupes/\d+/reussite", at)}
        assert missing == set(), page
    assert counted > 200


def test_every_rate_is_what_its_integers_say(site: Site) -> None:
    """Half-even to one decimal, by exact fractions; the ends only when exact; 0/0 has no figure."""
    for page in site.pages:
        document = site.document(page)
        for at, value in walk(document):
            if not is_rate(value):
                continue
            assert isinstance(value, dict)
            if value["etat"] != "calcule":
                assert (value["numerateur"], value["denominateur"], value["fraction"]) == (None, None, None)
                assert not re.search(r"\d", value["affichage"]), (page, at)
                continue
            n, d = value["numerateur"], value["denominateur"]
            assert 0 <= n <= d
            assert d > 0
            assert value["fraction"] == f"{n}/{d}"
            tenths = round(Fraction(n, d) * 1000)  # Python rounds a Fraction half-even
            plain = spaces(value["affichage"]).replace(" ", "").replace(",", ".").removesuffix("%")
            if tenths == 0 and n:
                assert plain == "<0.1"
            elif tenths == 1000 and n < d:
                assert plain == ">99.9"
            else:
                assert Fraction(plain) == Fraction(tenths, 10), (page, at, value)
            mark = "\u00a0%" if document["langue"] == "fr" else "%"
            assert re.fullmatch(r"[<>]?[ \u00a0\u202f]?\d+([.,]\d)?(\u202f|\u00a0|)%", value["affichage"])
            assert value["affichage"].endswith((mark, "\u202f%" if document["langue"] == "fr" else "%"))


def test_the_figures_are_those_of_the_assertions(make_season: worlds.SeasonMaker, season_site: Site) -> None:
    """Counted again here from the input files, by other code."""
    for track in ("conformite", "generique"):
        document = season_site.document(f"challenges/prove-it/season-1/{track}/index.html")
        found = {row["agent"]["did"]: row for row in rows(document)}
        paths = sorted((make_season(20, 3) / "prove-it/season-1" / track).glob("*/*.json"))
        scores = [json.loads(path.read_bytes()) for path in paths]
        assert len(scores) == len(found) == 23
        for score in scores:
            row = found[score["agent"]["did"]]
            if any(task["state"] == "pending" for task in score["tasks"]):
                assert {row["taux"][name]["etat"] for name in ("overclaim", "reussite")} == {"en_attente"}
                continue
            submitted = [task for task in score["tasks"] if task["state"] == "submitted"]
            statuses = [a["status"] for task in submitted for a in task["assertions"]]
            unsupported, counted = (
                statuses.count("unsupported"),
                len(statuses) - statuses.count("instrument_fault"),
            )
            overclaim, success = row["taux"]["overclaim"], row["taux"]["reussite"]
            if counted:
                assert overclaim["fraction"] == f"{unsupported}/{counted}"
            else:
                assert overclaim["etat"] == "sans_objet"
            exact = sum(task["verdict_exact"] and task["verdict_grounded"] for task in submitted)
            assert success["fraction"] == f"{exact}/10"
            assert row["taches_rendues"]["nombre"] == len(submitted)
            assert row["taches_rendues"]["sur"] == 10


def test_rows_are_in_the_order_of_the_rule(site: Site) -> None:
    """Success descending; in a group overclaim ascending, not applicable last; pending; the removed."""
    for page in site.of_type("piste"):
        for table in site.document(page)["contenu"]["tableaux"]:
            assert table["constante"]["taux"]["overclaim"]["etat"] == "sans_objet"
            keys = []
            for group in table["groupes"]:
                successes: set[Fraction | None] = set()
                for row in group["lignes"]:
                    rates = row["taux"]
                    if rates is None or rates["reussite"]["etat"] != "calcule":
                        keys.append((2 if rates is None else 1, Fraction(0), 0, Fraction(0)))
                        successes.add(None)
                        continue
                    success = Fraction(rates["reussite"]["numerateur"], rates["reussite"]["denominateur"])
                    successes.add(success)
                    over = rates["overclaim"]
                    figure = over["etat"] == "calcule"
                    ratio = Fraction(over["numerateur"], over["denominateur"]) if figure else Fraction(0)
                    keys.append((0, -success, 0 if figure else 1, ratio))
                assert len(successes) == 1, page
            assert keys == sorted(keys), page


def test_the_best_constant_answer_is_first_in_every_table(site: Site) -> None:
    for page in site.of_type("piste"):
        document = site.document(page)
        expected = {v["verdict"]: v["nombre"] for v in document["contenu"]["verdicts_attendus"]}
        best = max(expected.values())
        tables = [t for t in elements(site.tree(page), "table") if "did:" in exact_text(t)]
        assert len(tables) == len([t for t in document["contenu"]["tableaux"] if t["groupes"]])
        for table, element in zip(document["contenu"]["tableaux"], tables, strict=False):
            success = table["constante"]["taux"]["reussite"]
            assert success["fraction"] == f"{best}/{sum(expected.values())}"
            assert expected[table["constante"]["verdict"]] == best
            bodies = list(elements(element, "tbody"))
            first = text(next(elements(bodies[0], "tr")))
            assert table["constante"]["libelle"] in first
            assert success["fraction"] in first


# Languages.


def test_both_languages_hold_the_same_numbers_in_the_same_places(site: Site) -> None:
    pairs = list(site.english_and_french())
    assert len(pairs) * 2 == len(site.pages)
    for english, french in pairs:
        one, two = site.document(english), site.document(french)
        if "rapport" in one["contenu"].get("type", "") or one["contenu"].get("type") == "piste":
            assert one["texte_de_tiers"]["champs"] == two["texte_de_tiers"]["champs"]
        shapes = [
            {at: v if isinstance(v, int | float | type(None)) else type(v) for at, v in walk(d["contenu"])}
            for d in (one, two)
        ]
        assert shapes[0] == shapes[1], english
        assert one["titre"] != "" != two["titre"]
        assert one["traductions"] == two["traductions"]


def test_third_party_strings_are_the_same_in_both_languages(site: Site) -> None:
    for english, french in site.english_and_french():
        one, two = site.document(english), site.document(french)
        for pointer in one["texte_de_tiers"]["champs"]:
            assert resolve(one, pointer) == resolve(two, pointer)


# What HTML may show.


def plain(value: str) -> str:
    return " ".join(value.split())


def test_html_shows_nothing_that_is_not_in_the_document(site: Site) -> None:
    """Every text node is a whole string or integer of the document, or a whole message."""
    catalogues = {code: messages(code) | {"English", "Français"} for code in ("en", "fr")}
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        strings = {plain(v) for _, v in walk(document) if isinstance(v, str)}
        numbers = {str(v) for _, v in walk(document) if isinstance(v, int) and not isinstance(v, bool)}
        allowed = strings | numbers | catalogues[document["langue"]] | own_headings(document) | {""}
        outside = [
            (page, piece)
            for piece in map(plain, free_text(tree))
            if piece not in allowed and re.search(r"\w", piece)
        ]
        assert outside == []


def own_headings(document: Json) -> set[str]:
    """What a table of contents shows: the headings of the page's own markdown."""
    text_of_page = document["contenu"].get("markdown")
    if text_of_page is None:
        return set()
    return {plain(heading.text) for heading in markdown.render(text_of_page).headings}


def free_text(element: ElementTree.Element) -> Iterator[str]:
    """Text nodes of the body, but those inside third-party text and rendered blocks."""
    if element.tag in ("script", "style", "bdi") or element.get("data-md") is not None:
        return
    yield element.text or ""
    for child in element:
        if is_element(child):
            yield from free_text(child)
        yield child.tail or ""


def test_rendered_blocks_are_the_document_s_markdown(site: Site) -> None:
    counted = 0
    for page in site.pages:
        document = site.document(page)
        for element in elements(site.tree(page)):
            pointer = element.get("data-md")
            if pointer is None:
                continue
            counted += 1
            source = resolve(document, pointer)
            rendered = parsed(markdown.render(source).html)
            assert plain(exact_text(element)) == plain(exact_text(rendered)), (page, pointer)
            assert [e.get("href") for e in elements(element, "a")] == [
                e.get("href") for e in elements(rendered, "a")
            ]
    assert counted >= 6


def test_attributes_show_nothing_else_either(site: Site) -> None:
    catalogues = {code: messages(code) for code in ("en", "fr")}
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        strings = {plain(v) for _, v in walk(document) if isinstance(v, str)} | catalogues[document["langue"]]
        for element, name, value in attributes(tree):
            if name in ("title", "alt", "aria-label", "aria-description", "data-l", "label", "placeholder"):
                assert plain(value) in strings, (page, element.tag, name, value)
            if element.tag == "meta" and name == "content" and element.get("name") == "description":
                assert plain(value) in strings, (page, value)
        for script in elements(tree, "script"):
            assert script.get("type") == "application/ld+json"
            for at, found in walk(json.loads(exact_text(script))):
                if isinstance(found, str) and not at.endswith(("@type", "@context")):
                    known = plain(found) in strings or found.startswith("https://schema.org/")
                    assert known, (page, at, found)


# Third-party text.


def test_third_party_text_is_marked_isolated_and_listed(site: Site) -> None:
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        fields = document["texte_de_tiers"]["champs"]
        assert fields == list(dict.fromkeys(fields))
        values = [resolve(document, pointer) for pointer in fields]
        assert all(isinstance(value, str) for value in values)
        isolated = [exact_text(bdi) for bdi in elements(tree, "bdi")]
        whole = {shown(value) for value in values}
        whole |= {shown(json.dumps(v, ensure_ascii=False)) for v in claim_values(document)}
        assert {piece for piece in isolated if piece not in whole} == set(), page
        if fields:
            assert document["texte_de_tiers"]["marque"] in text(tree)
        for value in values:
            inside = shown(value) in isolated or any(
                shown(json.dumps(value, ensure_ascii=False)) in b for b in isolated
            )
            inside = inside or any(json_piece(value) in piece for piece in isolated)
            assert inside, (page, value)


def claim_values(document: Json) -> list[Any]:
    found = []
    for _, value in walk(document["contenu"]):
        if isinstance(value, dict) and {"resource", "field", "value"} <= set(value):
            found.append(value["value"])
    return found


def json_piece(value: str) -> str:
    return shown(json.dumps(value, ensure_ascii=False)[1:-1]) if value else '""'


def strangers(data: Path) -> set[str]:
    """Names of agents, models, frameworks and runs, and declared stacks."""
    found = set()
    for path in data.rglob("*/*.json"):
        if path.parent.name in ("reference", "community"):
            score = json.loads(path.read_bytes())
            found.add(score["agent"]["name"])
            found |= {
                str(v)
                for v in (score.get("run") or score["stack"]).values()
                if not str(v).startswith("https:")
            }
    return {name for name in found if len(name) > 4}


def test_no_stranger_s_name_stands_in_a_heading_title_or_address(
    make_season: worlds.SeasonMaker, season_site: Site
) -> None:
    names = strangers(make_season(20, 3))
    assert len(names) > 50
    for page in season_site.pages:
        tree = season_site.tree(page)
        told = [
            exact_text(e) for e in elements(tree, "title", "caption", "h1", "h2", "h3", "h4", "h5", "summary")
        ]
        told += [exact_text(e) for e in elements(tree, "th") if e.get("scope") in ("col", "rowgroup")]
        told += [value for _, _, value in attributes(tree)]
        told += [page, *(exact_text(e) for e in elements(tree, "script"))]
        for piece in told:
            hits = [name for name in names if name in piece]
            assert not hits or "/prompts/" in piece, (page, piece)


# Labels and notices.


def test_every_row_bears_its_label_and_both_rates(site: Site) -> None:
    for page in site.of_type("piste"):
        document, tree = site.document(page), site.tree(page)
        for table in ("reference", "community"):
            label = next(t["etiquette"] for t in document["contenu"]["tableaux"] if t["id"] == table)
            assert label == LABELS[document["langue"]][table]
            for row in track_rows(document, table):
                if row["agent"] is None:
                    continue
                element = row_of(tree, row["agent"]["did"])
                assert label in text(element)
                cells = [e.get("data-json", "").rpartition("/")[2] for e in elements(element, "td")]
                assert cells.count("overclaim") == cells.count("reussite") == 1
                if table == "reference":
                    for part in ("modele", "version_modele", "cadre", "version_cadre"):
                        assert shown(row["run"][part]) in exact_text(element)
                    assert row["run"]["prompt_url"] in [e.get("href") for e in elements(element, "a")]
                else:
                    assert shown(row["stack"]["declaree"]) in [
                        exact_text(e) for e in elements(element, "bdi")
                    ]


def test_the_columns_are_those_of_the_rule(site: Site) -> None:
    for page in site.of_type("piste"):
        tables = [t for t in elements(site.tree(page), "table") if "did:" in exact_text(t)]
        for table in tables:
            header = [text(e) for e in elements(next(elements(table, "thead")), "th")]
            assert len(header) == 7
            for row in elements(table, "tr"):
                spans = sum(int(e.get("colspan") or 1) for e in elements(row, "td", "th"))
                assert spans == 7


def test_the_ai_act_label_is_on_every_page(site: Site) -> None:
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        body = next(elements(tree, "body"))
        assert document["mention_ia"] in text(body)
        assert "AI Act" in document["mention_ia"]
        machine = [json.loads(exact_text(e)) for e in elements(tree, "script")]
        assert document["mention_ia"] in json.dumps(machine, ensure_ascii=False)


def test_demonstration_is_said_first_wherever_results_are(site: Site) -> None:
    for kind in ("saison", "piste", "rapport"):
        for page in site.of_type(kind):
            notices = site.document(page)["contenu"]["avis"]
            assert "demonstration" in {notice["code"] for notice in notices}
            main = text(next(elements(site.tree(page), "main")))
            told = next(n["texte"] for n in notices if n["code"] == "demonstration")
            assert plain(told) in spaces(main)
            assert re.search("demonstration|démonstration", site.document(page)["titre"])
    for file in site.files:
        if file.endswith("results.csv"):
            with (site.root / file).open(encoding="utf-8", newline="") as stream:
                assert all(re.search("d[ée]monstration", row["avis"]) for row in csv.DictReader(stream))


def test_every_table_and_report_is_one_link_from_its_limits_and_says_how_to_dispute(site: Site) -> None:
    for kind in ("piste", "rapport", "saison", "accueil"):
        for page in site.of_type(kind):
            prefix = "/fr" if page.startswith("fr/") else ""
            targets = [e.get("href") for e in elements(next(elements(site.tree(page), "main")), "a")]
            assert f"{prefix}/challenges/prove-it/specification/#s10" in targets, page
    for page in site.of_type("rapport"):
        content = site.document(page)["contenu"]
        dispute = content["contestation"]
        read = spaces(text(site.tree(page)))
        assert dispute["contact"] in read
        for date in (dispute["jusqu_au"], dispute["decision_avant"]):
            assert spaces(date["utc"]) in read
        assert (dispute["jours"], dispute["jours_decision"]) == (14, 30)


def test_pending_and_faults_are_never_causes(site: Site) -> None:
    causes = {"invalid_proof", "identity_not_bound", "resource_mismatch", "value_mismatch"}
    told: dict[str, dict[str, set[str]]] = {}
    for page in site.of_type("rapport"):
        document = site.document(page)
        content = document["contenu"]
        for cause in content.get("causes", []):
            assert cause["code"] in causes
            kinds = told.setdefault(document["langue"], {})
            kinds.setdefault(cause["message"], set()).add(cause["code"])
            kinds.setdefault(cause["action"], set()).add(cause["code"])
            read = spaces(text(site.tree(page)))
            assert spaces(plain(cause["message"])) in read
            assert spaces(plain(cause["action"])) in read
        if content.get("instrument"):
            assert content["instrument"]["message"] not in {c["message"] for c in content["causes"]}
    for kinds in told.values():
        # Four causes, each with a message and an action of its own.
        assert all(len(codes) == 1 for codes in kinds.values())
        assert len(kinds) == 2 * len(causes)


def test_no_page_freezes_the_state_of_the_season(site: Site) -> None:
    claim = re.compile(
        r"(season|saison) ([^.]{0,20})?(is|est) (now |currently |actuellement )?"
        r"(open|closed|ouverte|close|fermée|terminée)\b",
        re.I,
    )
    for page in site.pages:
        document = site.document(page)
        assert set(document["etat_saison"]) == {"lire", "note"}
        keys = {at.rpartition("/")[2] for at, _ in walk(document)}
        assert not keys & {"ouverte", "fermee", "close", "open", "closed", "en_cours"}
        if document["contenu"].get("type") in ("saison", "piste", "rapport", "accueil"):
            assert not claim.search(own_text(site.tree(page)).replace(document["etat_saison"]["note"], "")), (
                page
            )


def test_the_page_of_errors_speaks_both_languages(site: Site) -> None:
    for page, language in (("404.html", "en"), ("fr/404.html", "fr")):
        tree = site.tree(page)
        assert next(elements(tree, "html")).get("lang") == language
        assert f"{'/fr' if language == 'fr' else ''}/" in [e.get("href") for e in elements(tree, "a")]
        other = {"en": "fr", "fr": "en"}[language]
        assert other in [e.get("hreflang") for e in elements(tree, "a")]
        assert "noindex" in [e.get("content") for e in elements(tree, "meta")]
        # It is served at any address: no relative link would hold.
        assert all(v.startswith(("/", "#", "https:")) for _, n, v in attributes(tree) if n in ("href", "src"))


# Structure that a reader without a mouse or eyes needs.


def test_pages_can_be_read_without_scripts_and_by_structure(site: Site) -> None:
    for page in site.pages:
        tree = site.tree(page)
        assert [
            e.get("src") for e in elements(tree, "script") if e.get("type") != "application/ld+json"
        ] == []
        assert not [n for _, n, _ in attributes(tree) if n.startswith("on") or n in ("style", "hidden")]
        assert len(list(elements(tree, "h1"))) == 1
        # A table of contents may stand before the title that it belongs to.
        contents = {id(e) for nav in elements(tree, "nav") for e in elements(nav)}
        headings = [e for e in elements(tree, "h1", "h2", "h3", "h4", "h5", "h6") if id(e) not in contents]
        levels = [int(e.tag[1]) for e in headings]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), (
            page,
            levels,
        )
        for table in elements(tree, "table"):
            assert list(elements(table, "th")), page


# Downloads.


def downloads(site: Site) -> Iterator[tuple[str, str, str]]:
    """(track page, table, folder) of each."""
    for page in site.of_type("piste"):
        for table in site.document(page)["contenu"]["tableaux"]:
            yield page, table["id"], f"{page.removesuffix('index.html')}{table['id']}"


def test_the_downloads_agree_with_the_page(site: Site) -> None:
    for page, table, folder in downloads(site):
        expected = track_rows(site.document(page), table)
        document = json.loads((site.root / folder / "results.json").read_bytes())
        assert document["lignes"] == expected
        assert document["mention_ia"] == site.document(page)["mention_ia"]
        for pointer in document["texte_de_tiers"]["champs"]:
            assert isinstance(resolve(document, pointer), str)
        constant, *lines = read_csv(site.root / folder / "results.csv")
        assert constant["etat"] == "constante"
        assert constant["overclaim_etat"] == "sans_objet"
        assert len(lines) == len(expected)
        for line, row in zip(lines, expected, strict=True):
            assert line["report_id"] == row["report_id"]
            assert line["etat"] == row["etat"]
            assert line["tableau"] == table
            if row["agent"] is None:
                assert {
                    line["agent"],
                    line["did"],
                    line["overclaim_numerateur"],
                    line["reussite_numerateur"],
                } == {""}
                continue
            assert line["etiquette"] == (row["stack"] or row["run"])["etiquette"]
            assert inert(shown(row["agent"]["nom"])) == line["agent"]
            assert line["did"] == row["agent"]["did"]
            for name in ("overclaim", "reussite"):
                for part in ("numerateur", "denominateur"):
                    figure = row["taux"][name][part]
                    assert line[f"{name}_{part}"] == ("" if figure is None else str(figure))
                assert line[f"{name}_etat"] == row["taux"][name]["etat"]
            assert line["taches_rendues"] == str(row["taches_rendues"]["nombre"])


def inert(value: str) -> str:
    """What a spreadsheet would run as a formula is preceded by an apostrophe."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def read_csv(path: Path) -> list[dict[str, str]]:
    """RFC 4180, strictly: CRLF at the end of every record, no byte-order mark, as many cells as names."""
    data = path.read_bytes()
    assert data.endswith(b"\r\n")
    assert not data.startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8", newline="") as stream:
        header, *lines = list(csv.reader(stream, strict=True))
    assert len(header) == len(set(header))
    assert all(len(line) == len(header) for line in lines)
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_the_csv_follows_its_table_schema(site: Site) -> None:
    for _, _, folder in downloads(site):
        table_schema = json.loads((site.root / folder / "results.schema.json").read_bytes())
        lines = read_csv(site.root / folder / "results.csv")
        fields = table_schema["fields"]
        assert [field["name"] for field in fields] == list(lines[0])
        empty = set(table_schema.get("missingValues", [""]))
        for field in fields:
            assert field["title"]
            for line in lines:
                value = line[field["name"]]
                rules = field.get("constraints", {})
                if value in empty:
                    assert not rules.get("required"), field
                    continue
                if field["type"] == "integer":
                    assert re.fullmatch(r"-?(0|[1-9][0-9]*)", value)
                    assert int(value) >= rules.get("minimum", 0)
                else:
                    assert field["type"] in ("string", "boolean", "date", "datetime")
                if "enum" in rules:
                    assert value in rules["enum"]
                if "pattern" in rules:
                    assert re.fullmatch(rules["pattern"], value)
        key = table_schema.get("primaryKey")
        if key:
            names = [key] if isinstance(key, str) else key
            assert len({tuple(line[name] for name in names) for line in lines}) == len(lines)


def test_proof_lists_hold_the_proofs_of_their_row(make_season: worlds.SeasonMaker, season_site: Site) -> None:
    counted = 0
    for path in sorted((make_season(20, 3) / "prove-it/season-1").glob("*/*/*.json")):
        score = json.loads(path.read_bytes())
        subject = score["run"]["run_id"] if score["table"] == "reference" else score["agent"]["did"]
        folder = season_site.root / f"challenges/prove-it/season-1/{score['track']}/{report_id(subject)}"
        cited = {p for t in score["tasks"] for a in t.get("assertions", []) for p in a["proof_ids"]}
        listed = json.loads((folder / "proofs.json").read_bytes())
        assert listed["proof_ids"] == sorted(cited)
        public = score["table"] == "reference" or score["report"]["public"]
        assert (folder / "index.html").exists() == public
        counted += not public
    assert counted >= 4


def test_frozen_files_are_the_exact_bytes(make_season: worlds.SeasonMaker, season_site: Site) -> None:
    for track, section in (("conformite", "section-5.txt"), ("generique", "section-6.txt")):
        source = make_season(20, 3) / "prove-it/season-1" / track
        published = season_site.root / "challenges/prove-it/season-1" / track
        assert (published / section).read_bytes() == (source / section).read_bytes()
        assert (published / "answer-key.json").read_bytes() == (source / "answer-key.json").read_bytes()


def test_the_specification_page_and_its_twin(site: Site) -> None:
    for page in site.of_type("specification"):
        document = site.document(page)
        content = document["contenu"]
        assert list(content) == ["langue", "autorite", "markdown_url", "markdown", "section_5"]
        assert content["autorite"] == "fr"
        twin = site.root / urlsplit(content["markdown_url"]).path.lstrip("/")
        assert twin.read_text(encoding="utf-8") == content["markdown"]
        anchors = {value for _, name, value in attributes(site.tree(page)) if name == "id"}
        assert {f"s{n}" for n in range(1, 11)} <= anchors
