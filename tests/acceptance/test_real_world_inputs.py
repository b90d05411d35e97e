"""Inputs that broke other tools, each through the command line, as `expect.json` says it must behave.

The entries that are tables for one function, or verdicts on a proof, are tested beside that function; the
first test here makes sure that every entry has a test somewhere.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.content import markdown
from site_builder.kernel.third_party import shown
from tests.acceptance.builds import built, findings, refused, report_id
from tests.acceptance.catalogue import messages
from tests.acceptance.site import (
    Site,
    attributes,
    cell,
    dids,
    elements,
    exact_text,
    own_text,
    parsed,
    row_of,
    rows,
    spaces,
    text,
    track_rows,
    walk,
)
from tests.harness import worlds
from tests.harness.command import tree_digests
from tests.harness.worlds import REAL_INPUTS

RealData = Callable[[str], Path]
RealSite = Callable[[str], Site]

TRACK = "challenges/prove-it/season-1/conformite/index.html"
SEASON = "challenges/prove-it/season-1/index.html"
LANGUAGES = ["", "fr/"]
BASE_PARTICIPANT = "did:key:z6MkvG98XAeBk76CXgtJ2B8hauKA7UV5BLuXE9Uha9Zhza7f"
# The official rates: `%` after no more than a space.
HUNDRED = re.compile(r"(?<![\d.,/])100(?:[.,]0+)? ?%")
ZERO = re.compile(r"(?<![\d.,/])0(?:[.,]0+)? ?%")

BUILT_HERE = {
    "B09", "B19/same-assertion-id", "B20", "B26/q-valid-pair", "B31", "B34/a-offset", "B34/b-dst-day",
    "B37/a-third-party", "B38", "B40",
}  # fmt: skip
REFUSED_HERE = {
    **{
        f"B26/{name}": ("community/x.json", None)
        for name in (
            "a-duplicate-key", "b-duplicate-key-escaped", "c-lone-surrogate", "d-reversed-pair",
            "e-surrogate-in-key", "f-nan", "g-minus-infinity", "h-bom", "i-utf16", "j-latin1",
            "k-trailing-garbage", "l-trailing-comma", "m-unknown-key", "n-raw-control", "o-empty",
            "p-stack-in-reference",
        )
    },
    **{f"B37/b-prompt-url-{n}": ("reference/ref-alpha.json", "/run/prompt_url") for n in range(5)},
    "B37/c-proof-url": ("season.json", "/proof_url"),
}  # fmt: skip
TESTED_ELSEWHERE = {
    "B19/sample.fr.md": (__file__, "test_b19_markdown_keeps_every_text"),
    "B21/a-flipped-signature": ("tests/evidence/test_timestamp.py", "test_real_world_tokens"),
    "B21/b-other-root": ("tests/evidence/test_timestamp.py", "test_real_world_tokens"),
    "B21/c-lookalike-tsa": ("tests/evidence/test_timestamp.py", "test_real_world_tokens"),
    "B21/d-no-token": ("tests/evidence/test_timestamp.py", "test_real_world_tokens"),
    "B21/shared-proof": ("tests/evidence/test_account.py", "test_the_freeze_proof_passes_all_that_it_holds"),
    "B39/cases.json": ("tests/kernel/test_pointer.py", "test_the_cases_that_broke_other_tools"),
    # Procedures, which expect.json does not list.
    "B25": ("tests/acceptance/test_publication.py", "test_what_leaves_a_demonstration_leaves_no_trace"),
    "B29": ("tests/evidence/test_rekor.py", "test_the_global_index_is_not_the_shard_s"),
    "B32": (__file__, "test_b32_language_links_answer_each_other"),
    "B35": (__file__, "test_b35_percentages_in_two_languages"),
}


def test_every_entry_has_its_test(shared: Path, repository: Path) -> None:
    expected = json.loads((shared / REAL_INPUTS / "expect.json").read_bytes())
    behaviour = {entry["id"]: entry["expect"] for entry in expected}
    assert {name for name, what in behaviour.items() if what == "build"} == BUILT_HERE
    assert {name for name, what in behaviour.items() if what == "refuse"} == set(REFUSED_HERE)
    assert set(behaviour) - BUILT_HERE - set(REFUSED_HERE) <= set(TESTED_ELSEWHERE)
    told = {name.split("/")[0] for name in BUILT_HERE | set(REFUSED_HERE) | set(TESTED_ELSEWHERE)}
    assert told == {
        "B09", "B19", "B20", "B21", "B25", "B26", "B29", "B31", "B32", "B34", "B35", "B37", "B38", "B39",
        "B40",
    }  # fmt: skip
    for file, name in TESTED_ELSEWHERE.values():
        assert f"def {name}(" in (repository / file).read_text(encoding="utf-8")


def score(data: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = worlds.read_json(data / worlds.TRACK_FOLDER / "community" / f"{name}.json")
    return found


def report_page(did: str) -> str:
    return f"challenges/prove-it/season-1/conformite/{report_id(did)}/index.html"


# Refusals.


@pytest.fixture(scope="module")
def published(builds: Any, real_world_data: RealData, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A published site, which no refusal may touch."""
    return worlds.copied(
        builds(real_world_data("_base")).root, tmp_path_factory.mktemp("published") / "public"
    )


@pytest.mark.parametrize("name", sorted(REFUSED_HERE))
def test_a_refusal_names_the_place_and_leaves_the_site_alone(
    real_world_data: RealData, published: Path, name: str
) -> None:
    file, pointer = REFUSED_HERE[name]
    before = tree_digests(published)
    done = refused(real_world_data(name), published)
    found = findings(done)
    base = worlds.TRACK_FOLDER if "/" in file else f"{worlds.TRACK_FOLDER}/.."
    expected = os.path.normpath(f"{base}/{file}")
    assert {finding["file"] for finding in found} == {expected}
    for finding in found:
        assert finding["line"] is not None or finding["pointer"] is not None
        assert all(finding[part] for part in ("code", "name", "found", "expected", "remedy"))
    if pointer is not None:
        assert pointer in {finding["pointer"] for finding in found}
    assert tree_digests(published) == before
    assert [path.name for path in published.parent.iterdir()] == ["public"]


def test_b26_an_escaped_pair_is_one_character(real_world_site: RealSite) -> None:
    site = real_world_site("B26/q-valid-pair")
    did = "did:key:z6MktxY2AJsEco59fNmtxczvrUT2x65pg4pNrP7y8HSuEydC"
    for prefix in LANGUAGES:
        report = site.document(prefix + report_page(did))
        assert report["contenu"]["agent"]["nom"] == "\U0001f600"
        # PUB-08: on the page its name stands in its place, and the page says so.
        page = site.tree(prefix + report_page(did))
        assert "[GRINNING FACE]" in text(page)
        assert "\U0001f600" not in exact_text(page)
        assert "emoji_remplaces" in {notice["code"] for notice in report["contenu"]["avis"]}


# B09.


@pytest.mark.parametrize("prefix", LANGUAGES)
def test_b09_only_the_exact_ends_read_as_ends(
    real_world_data: RealData, real_world_site: RealSite, prefix: str
) -> None:
    data, site = real_world_data("B09"), real_world_site("B09")
    for name, fraction, displayed in (
        ("almost-all", "2499/2500", {"en": ">99.9%", "fr": ">99,9 %"}),
        ("almost-none", "1/2500", {"en": "<0.1%", "fr": "<0,1 %"}),
    ):
        did = score(data, name)["agent"]["did"]
        for page in (prefix + TRACK, prefix + report_page(did)):
            tree = site.tree(page)
            shown_in = row_of(tree, did) if page.endswith(TRACK) else tree
            read = spaces(text(shown_in))
            assert fraction in read
            assert not HUNDRED.search(read), read
            assert not ZERO.search(read), read
            overclaim = spaces(text(cell(shown_in, "/taux/overclaim"))).replace(" ", "")
            assert displayed[site.document(page)["langue"]].replace(" ", "") in overclaim


# B19.


def test_b19_one_assertion_id_in_three_tasks(real_world_data: RealData, real_world_site: RealSite) -> None:
    data, site = real_world_data("B19/same-assertion-id"), real_world_site("B19/same-assertion-id")
    did = score(data, "x")["agent"]["did"]
    for prefix in LANGUAGES:
        document = site.document(prefix + report_page(did))
        assert [a["id"] for t in document["contenu"]["taches"] for a in t["assertions"]].count("a1") == 3
        ids = [value for _, name, value in attributes(site.tree(prefix + report_page(did))) if name == "id"]
        assert len(ids) == len(set(ids))


def test_b19_markdown_keeps_every_text(shared: Path) -> None:
    sample = (shared / REAL_INPUTS / "B19/sample.fr.md").read_text(encoding="utf-8")
    html = markdown.render(sample).html
    tree = parsed(html)
    read = exact_text(tree)
    for kept in (
        "<n>", "<chemin>", "--option", '"droits"', "(c)", "1 -- 2", "{{ 7*7 }}", "proof_id_avec_tirets_bas",
        "<script>alert(1)</script>", '<b onclick="x()">brut</b>', "http://proveit.example/nu",
        "www.proveit.example", "index.md",
    ):  # fmt: skip
        assert kept in read
    table = next(elements(tree, "table"))
    assert [len(list(elements(row, "td", "th"))) for row in elements(table, "tr")] == [3, 3, 3]
    assert "a|b" in [exact_text(e) for e in elements(table, "code")]
    assert not list(elements(tree, "script", "b", "img"))
    assert not [name for _, name, _ in attributes(tree) if name.startswith("on")]
    links = [(exact_text(a), a.get("href")) for a in elements(tree, "a") if a.get("href")]
    ids = [value for _, name, value in attributes(tree) if name == "id"]
    assert len(ids) == len(set(ids))
    inside = [href[1:] for _, href in links if href and href.startswith("#")]
    assert "définitions" in inside
    assert set(inside) <= set(ids)
    assert [word for word, href in links if href and not href.startswith("#")] == []


def test_b19_the_official_table_of_fields_keeps_its_placeholders(shared: Path) -> None:
    section = (shared / "seeds/section-5.txt").read_text(encoding="utf-8")
    tree = parsed(markdown.render(section).html)
    fields = next(table for table in elements(tree, "table") if "/agrements/<n>" in exact_text(table))
    placeholders = [line.count("<n>") for line in section.splitlines() if line.startswith("|")]
    assert [count for count in placeholders if count] == [2, 1, 3, 3, 3]
    assert exact_text(fields).count("<n>") == 12
    assert exact_text(tree).count("<n>") == section.count("<n>") == 13


# B20.


def test_b20_names_that_deceive_the_eye(real_world_data: RealData, real_world_site: RealSite) -> None:
    data, site = real_world_data("B20"), real_world_site("B20")
    names = {}
    for path in sorted((data / worlds.TRACK_FOLDER / "community").glob("*.json")):
        agent = worlds.read_json(path)["agent"]
        names[agent["did"]] = agent["name"]
    assert len(names) == 9
    for prefix in LANGUAGES:
        document, tree = site.document(prefix + TRACK), site.tree(prefix + TRACK)
        assert {
            row["agent"]["did"]: row["agent"]["nom"] for row in track_rows(document, "community")
        } == names
        for did, name in names.items():
            row = row_of(tree, did)
            report = site.document(prefix + report_page(did))
            assert report["contenu"]["agent"] == {"nom": name, "did": did}
            isolated = [exact_text(bdi) for bdi in elements(row, "bdi")]
            assert shown(name) in isolated
            assert not is_invisible(shown(name))
            assert name == shown(name) or is_invisible(name)
        for page in (prefix + TRACK, *(prefix + report_page(did) for did in names)):
            for link in elements(site.tree(page), "a"):
                assert not is_invisible(exact_text(link)), page
            overrides_stay_isolated(site, page)


def is_invisible(text: str) -> bool:
    return all(unicodedata.category(c) in ("Cf", "Zs", "Cc") or c in "\u3164\u2800" for c in text)


def overrides_stay_isolated(site: Site, page: str) -> None:
    """A bidirectional control stands inside an isolate, so that it cannot act on what follows it."""
    tree = site.tree(page)
    inside = sum(exact_text(bdi).count("\u202e") for bdi in elements(tree, "bdi"))
    assert exact_text(tree).count("\u202e") == inside
    assert not [value for _, _, value in attributes(tree) if "\u202e" in value]


# B31.


def test_b31_equal_rows_keep_one_order(
    real_world_data: RealData, real_world_site: RealSite, tmp_path: Path
) -> None:
    data, site = real_world_data("B31"), real_world_site("B31")
    english = site.document(TRACK)
    order = [row["agent"]["did"] for row in rows(english)]
    names = [row["agent"]["nom"] for row in track_rows(english, "community")]
    assert names == ["alpha", "eole", "Éole", "mu", "zeta", "Agent de démonstration A"]
    for prefix in LANGUAGES:
        assert [row["agent"]["did"] for row in rows(site.document(prefix + TRACK))] == order
        assert dids(site.tree(prefix + TRACK)) == order
        numbers = [
            exact_text(e).strip().rstrip(".)")
            for row in elements(site.tree(prefix + TRACK), "tr")
            if "did:" in exact_text(row)
            for e in elements(row, "td", "th")
        ]
        assert not [number for number in numbers if number.isdigit()]
    # The same rows, made in another order, under other names, from another folder, in another environment.
    other = tmp_path / "other" / "data"
    for path in sorted((p for p in data.rglob("*") if p.is_file()), reverse=True):
        to = other / path.relative_to(data)
        if to.parent.name == "community":
            to = to.with_name(f"{path.stem[::-1]}.json")
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(path.read_bytes())
    again = built(
        other, tmp_path / "public",
        env={"LC_ALL": "fr_FR.UTF-8", "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
    )  # fmt: skip
    assert tree_digests(again.root) == tree_digests(site.root)


# B32.


@pytest.mark.parametrize("made", ["_base", "B34/a-offset"])
def test_b32_language_links_answer_each_other(real_world_site: RealSite, made: str) -> None:
    site = real_world_site(made)
    alternates = {}
    for page in site.pages:
        document, tree = site.document(page), site.tree(page)
        links = [e for e in elements(tree, "link") if e.get("rel") == "alternate" and e.get("hreflang")]
        found = {str(e.get("hreflang")): str(e.get("href")) for e in links}
        found.pop("x-default", None)
        assert found == document["traductions"], page
        assert list(found) == ["en", "fr"]
        assert document["url"] == found[document["langue"]]
        canonical = [e.get("href") for e in elements(tree, "link") if e.get("rel") == "canonical"]
        assert canonical == [document["url"]], page
        assert next(elements(tree, "html")).get("lang") == document["langue"]
        assert document["langue"] == ("fr" if page.startswith("fr/") else "en")
        alternates[document["url"]] = found
    for found in alternates.values():
        for target in found.values():
            assert alternates[target] == found


def test_b32_parts_in_another_language_say_so(real_world_site: RealSite) -> None:
    site = real_world_site("_base")
    for page in site.pages:
        for link in elements(site.tree(page), "a"):
            if re.search(r"/section-[0-9]+\.txt$", link.get("href") or ""):
                assert link.get("hreflang") == "fr", page
    # What only the other catalogue holds stands on no page of a language, the names of languages aside.
    catalogues = {code: messages(code) for code in ("en", "fr")}
    for page in site.pages:
        language = site.document(page)["langue"]
        other = {"en": "fr", "fr": "en"}[language]
        foreign = catalogues[other] - catalogues[language] - {"English", "Français"}
        read = {
            " ".join(piece.split())
            for e in elements(site.tree(page))
            if e.get("lang") in (None, language) and e.tag not in ("bdi", "code", "script", "style")
            for piece in (e.text or "", *(child.tail or "" for child in e))
        }
        assert not {piece for piece in read if len(piece) > 12} & foreign, page


# B34.


MONTHS = {
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ),
    "fr": (
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
        "novembre", "décembre",
    ),
}  # fmt: skip


def instant_shown(shown_date: str, language: str) -> tuple[str, str]:
    """('2026-10-31T22:59:59', rest) of '31 October 2026, 22:59:59 UTC'."""
    found = re.search(
        r"(\d{1,2})(?:er|st|nd|rd|th)? (\w+) (\d{4})\D+?(\d\d:\d\d:\d\d)(.*)", spaces(shown_date)
    )
    assert found, shown_date
    month = MONTHS[language].index(found[2]) + 1
    return f"{found[3]}-{month:02}-{int(found[1]):02}T{found[4]}", found[5]


@pytest.mark.parametrize(
    ("name", "utc", "paris", "offset"),
    [
        ("B34/a-offset", "2026-10-31T22:59:59", "2026-10-31T23:59:59", "+01:00"),
        ("B34/b-dst-day", "2026-10-25T01:30:00", "2026-10-25T02:30:00", "+01:00"),
    ],
)
def test_b34_the_instant_shown_is_the_one_enforced(
    real_world_site: RealSite, name: str, utc: str, paris: str, offset: str
) -> None:
    site = real_world_site(name)
    for prefix, language in (("", "en"), ("fr/", "fr")):
        closing = site.document(prefix + SEASON)["contenu"]["dates"]["cloture"]
        assert instant_shown(closing["utc"], language)[0] == utc
        assert "UTC" in closing["utc"]
        shown_time, rest = instant_shown(closing["paris"], language)
        assert shown_time == paris
        assert offset in rest
        read = text(site.tree(prefix + SEASON))
        assert spaces(closing["utc"]) in spaces(read)
        assert spaces(closing["paris"]) in spaces(read)


def test_b34_the_machine_s_zone_changes_nothing(
    real_world_data: RealData, real_world_site: RealSite, tmp_path: Path
) -> None:
    expected = tree_digests(real_world_site("B34/b-dst-day").root)
    for zone in ("America/Los_Angeles", "Asia/Tokyo"):
        output = tmp_path / zone.rpartition("/")[2]
        assert (
            tree_digests(built(real_world_data("B34/b-dst-day"), output, env={"TZ": zone}).root) == expected
        )


# B35 and B40.


def test_b35_percentages_in_two_languages(real_world_data: RealData, real_world_site: RealSite) -> None:
    data, site = real_world_data("B40"), real_world_site("B40")
    did = score(data, "pooled")["agent"]["did"]
    for page in (TRACK, report_page(did)):
        assert "12.5%" in text(site.tree(page))
        assert "12,5" not in own_text(site.tree(page))
        assert re.search("12,5[\u202f\u00a0]%", exact_text(site.tree("fr/" + page)))
        assert "12.5" not in own_text(site.tree("fr/" + page))
    for english, french in site.english_and_french():
        numbers = [
            {at: v for at, v in walk(site.document(page)) if isinstance(v, int | float)}
            for page in (english, french)
        ]
        assert numbers[0] == numbers[1], english


COMPOSITE = re.compile(
    r"composite|combin|moyenne|average|mean\b|overall|global|rang\b|rank|classement|medaille|score_"
)
COMPOSITE_WORDS = re.compile(
    r"\b((overall|combined|global|average|total) (score|rate)|score (global|combiné|moyen)|taux moyen)\b",
    re.I,
)


def test_b40_counts_are_pooled(real_world_data: RealData, real_world_site: RealSite) -> None:
    data, site = real_world_data("B40"), real_world_site("B40")
    did = score(data, "pooled")["agent"]["did"]
    for prefix, displayed in (("", "12.5%"), ("fr/", "12,5 %")):
        row = next(r for r in rows(site.document(prefix + TRACK)) if r["agent"]["did"] == did)
        overclaim = row["taux"]["overclaim"]
        assert (overclaim["numerateur"], overclaim["denominateur"], overclaim["fraction"]) == (1, 8, "1/8")
        for page in (TRACK, report_page(did)):
            tree = site.tree(prefix + page)
            read = spaces(text(row_of(tree, did) if page == TRACK else tree))
            assert "1/8" in read
            assert displayed in read
            assert "25 %" not in read.replace("%", " %").replace("  ", " ")
            assert not COMPOSITE_WORDS.search(own_text(tree))
            keys = {at.rpartition("/")[2] for at, _ in walk(site.document(prefix + page))}
            assert not [key for key in keys if COMPOSITE.search(key)]


# B37.


def test_b37_third_party_text_is_inert(real_world_data: RealData, real_world_site: RealSite) -> None:
    data, site = real_world_data("B37/a-third-party"), real_world_site("B37/a-third-party")
    hostile = score(data, "x")
    did, name = hostile["agent"]["did"], hostile["agent"]["name"]
    for prefix in LANGUAGES:
        report = site.tree(prefix + report_page(did))
        bdis = [exact_text(e) for e in elements(report, "bdi")]
        claim = hostile["tasks"][0]["assertions"][1]["claim"]["value"]
        assert name in bdis
        assert hostile["stack"]["declared"] in bdis
        assert hostile["tasks"][0]["narrative"] in bdis
        assert json.dumps(claim, ensure_ascii=False) in bdis
        assert name in [exact_text(e) for e in elements(site.tree(prefix + TRACK), "bdi")]
    for page in site.pages:
        tree = site.tree(page)
        assert not list(elements(tree, "img", "iframe", "object", "embed", "form", "base", "svg"))
        for script in elements(tree, "script"):
            assert script.get("type") == "application/ld+json" or (script.get("src") or "").startswith(
                "/assets/"
            )
            if script.get("src") is None:
                json.loads(exact_text(script))
        for element, attribute, value in attributes(tree):
            assert not attribute.startswith("on"), page
            assert attribute not in ("style", "srcdoc"), page
            assert "evil.example" not in value
            assert "alert(1)" not in value
            assert not re.match(r"\s*(javascript|data|vbscript):", value, re.I)
            if attribute in ("href", "src"):
                assert re.match(r"https://|mailto:|(?![a-z]+:|//)", value), (page, element.tag, value)
        assert not list(elements(tree, "style"))


# B38.


@pytest.mark.parametrize("prefix", LANGUAGES)
def test_b38_nothing_submitted_is_not_zero(
    real_world_data: RealData, real_world_site: RealSite, prefix: str
) -> None:
    data, site = real_world_data("B38"), real_world_site("B38")
    did = score(data, "zero")["agent"]["did"]
    words = {"": "not applicable", "fr/": "sans objet"}[prefix]
    for page in (prefix + TRACK, prefix + report_page(did)):
        tree = site.tree(page)
        place = row_of(tree, did) if page.endswith(TRACK) else tree
        overclaim = text(cell(place, "/taux/overclaim"))
        assert words in overclaim
        assert not re.search(r"%|NaN|None|null|undefined", overclaim)
        assert "0/3" in text(cell(place, "/taux/reussite"))
    row = next(r for r in rows(site.document(prefix + TRACK)) if r["agent"]["did"] == did)
    assert row["taux"]["overclaim"] == {
        "etat": "sans_objet", "numerateur": None, "denominateur": None, "fraction": None, "affichage": words,
    }  # fmt: skip
    constant = site.document(prefix + TRACK)["contenu"]["tableaux"][0]["constante"]["taux"]["overclaim"]
    assert constant["affichage"] == words
    # "Not applicable" is ordered, and last of its group.
    assert [r["agent"]["did"] for r in track_rows(site.document(prefix + TRACK), "community")] == [
        BASE_PARTICIPANT, did,
    ]  # fmt: skip
