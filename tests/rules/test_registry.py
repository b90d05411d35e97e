"""Every rule file is what a rule is, and every code that the program can print is explained."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.rules import registry
from tests.harness.command import REPOSITORY

PACKAGE = REPOSITORY / "site_builder"
CODE = re.compile(r"PUB-[0-9]{2}|[A-Z][0-9]{3}")
LANGUAGES = ("en", "fr")
# What French typography puts a no-break space before, or after.
BEFORE = re.compile(r"(?<![\u00a0:])(?:[;?!»]|:(?=\s))")
AFTER = re.compile(r"«(?!\u00a0)")
# Code marks keep what they quote as it is.
QUOTED = re.compile(r"`[^`]*`")


def pages() -> list[tuple[str, registry.RulePage]]:
    return [(language, page) for language in LANGUAGES for page in registry.pages(language)]


PAGES = pytest.mark.parametrize(
    ("language", "page"), pages(), ids=lambda v: v if isinstance(v, str) else v.code
)


def test_the_twenty_publication_rules_come_first() -> None:
    codes = [page.code for page in registry.pages("en")]
    assert codes[:20] == [f"PUB-{n:02d}" for n in range(1, 21)]
    assert codes == [page.code for page in registry.pages("fr")]
    assert len(set(codes)) == len(codes)


def test_each_publication_rule_is_enforced() -> None:
    for n in range(1, 21):
        rules = [rule for rule in registry.rules() if rule.code == f"PUB-{n:02d}"]
        assert any(rule.checks for rule in rules), n


@PAGES
def test_a_page_says_all_five_things(language: str, page: registry.RulePage) -> None:
    for text in (page.name, page.refuses, page.why, page.source, page.accepted, page.remedy):
        assert text.strip() == text
        assert "\n" not in text
        assert "  " not in text
    assert len(page.refuses) > 40
    assert len(page.why) > 30


@PAGES
def test_typography(language: str, page: registry.RulePage) -> None:
    for text in (page.name, page.refuses, page.why, page.accepted, page.remedy):
        plain = QUOTED.sub("", text)
        if language == "fr":
            assert not BEFORE.search(plain), plain
            assert not AFTER.search(plain), plain
        else:
            assert "\u00a0" not in plain


def test_both_languages_quote_the_same_code_and_numbers() -> None:
    for english, french in zip(registry.pages("en"), registry.pages("fr"), strict=True):
        for part in ("refuses", "accepted", "remedy"):
            one, other = (getattr(page, part) for page in (english, french))
            assert sorted(QUOTED.findall(one)) == sorted(QUOTED.findall(other)), (english.code, part)


@pytest.mark.parametrize("code", ["PUB-01", "pub-16", "d027", "W003"])
def test_a_page_is_found_by_its_code_in_any_case(code: str) -> None:
    page = registry.page(code)
    assert page is not None
    assert page.code == code.upper()


def test_an_unknown_code_has_no_page() -> None:
    assert registry.page("Z999") is None


def printed() -> Iterator[tuple[str, str, Path]]:
    """(code, name, file) of every finding that the package can make."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        constants = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(node.value, ast.Constant)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("Finding", "Refusal"):
                continue
            values = [*node.args[:2], *(k.value for k in node.keywords if k.arg in ("code", "name"))]
            found = [
                v.value if isinstance(v, ast.Constant) else constants.get(getattr(v, "id", ""))
                for v in values
            ]
            if len(found) >= 2 and isinstance(found[0], str) and CODE.fullmatch(found[0]):
                yield found[0], str(found[1]), path


def _text(value: ast.expr, constants: dict[str, object]) -> object:
    return value.value if isinstance(value, ast.Constant) else constants.get(getattr(value, "id", ""))


def test_every_code_that_can_be_printed_is_explained_under_its_name() -> None:
    known = {rule.code: rule.name for rule in registry.rules() if rule.page}
    every = list(printed())
    assert {code for code, _, _ in every} >= {"J001", "S001", "T001", "L001", "W001", "W007"}
    for code, name, path in every:
        assert code in known, f"{path}: {code}"
        assert name == known[code], f"{path}: {code} {name}"


def test_every_code_in_the_sources_is_explained() -> None:
    known = {rule.code for rule in registry.rules() if rule.page}
    for path in sorted(PACKAGE.rglob("*.py")):
        for code in re.findall(r'"(PUB-[0-9]{2}|[A-Z][0-9]{3})"', path.read_text()):
            assert code in known, f"{path}: {code}"


def test_a_rule_file_without_a_check_says_where_it_is_enforced() -> None:
    for rule in registry.rules():
        if not rule.checks:
            assert "`" in rule.pages["en"].refuses, rule.code


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Title.\n\nRefuses: a\n\nWhy: b\n\nSource: c\n\nAccepted: d\n", "en"),
        ("Title.\n\nWhy: b\n\nRefuses: a\n\nSource: c\n\nAccepted: d\n\nRemedy: e\n", "en"),
        ("Title.\n\nmore\n\nRefuses: a\n\nWhy: b\n\nSource: c\n\nAccepted: d\n\nRemedy: e\n", "en"),
        ("Titre.\n\nRefuse : a\n\nPourquoi : b\n\nSource : c\n\nAccepte : d\n\nRemède : e\n", "fr"),
    ],
)
def test_a_malformed_page_is_refused(text: str, language: str) -> None:
    with pytest.raises(registry.RegistryError):
        registry.parse_page("X001", text, language)


def test_a_page_is_read_from_its_text() -> None:
    text = "A title.\n\nRefuses: one\ntwo.\n\nWhy: b: c.\n\nSource: s\n\nAccepted: d\n\nRemedy: e\n"
    page = registry.parse_page("X001", text, "en")
    assert page == registry.RulePage("X001", "A title", "one two.", "b: c.", "s", "d", "e")
