"""The addresses of FORMATS §3, written out."""

from __future__ import annotations

import pytest

from site_builder.documents import addresses
from site_builder.documents.addresses import Challenge

IT = Challenge("prove-it")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (IT.home, "/challenges/prove-it/"),
        (IT.specification, "/challenges/prove-it/specification/"),
        (IT.specification_markdown, "/challenges/prove-it/specification.md"),
        (IT.specification_section(5), "/challenges/prove-it/specification/section-5.txt"),
        (IT.rules, "/challenges/prove-it/rules/"),
        (IT.check, "/challenges/prove-it/check/"),
        (IT.kit(1, "conformite"), "/challenges/prove-it/season-1/conformite/kit.json"),
        (
            IT.kit_file(1, "conformite", "corpus/x.json"),
            "/challenges/prove-it/season-1/conformite/kit/corpus/x.json",
        ),
        (
            IT.evidence(1, "conformite", "abcdefghijklmnop"),
            "/challenges/prove-it/season-1/conformite/abcdefghijklmnop/evidence.json",
        ),
        (IT.season(1), "/challenges/prove-it/season-1/"),
        (IT.track(1, "conformite"), "/challenges/prove-it/season-1/conformite/"),
        (IT.track_section(1, "conformite", 5), "/challenges/prove-it/season-1/conformite/section-5.txt"),
        (IT.answer_key(1, "conformite"), "/challenges/prove-it/season-1/conformite/answer-key.json"),
        (
            IT.report(1, "conformite", "abcdefghijklmnop"),
            "/challenges/prove-it/season-1/conformite/abcdefghijklmnop/",
        ),
        (
            IT.proofs(1, "conformite", "abcdefghijklmnop"),
            "/challenges/prove-it/season-1/conformite/abcdefghijklmnop/proofs.json",
        ),
        (
            IT.results(0, "generique", "community", "schema.json"),
            "/challenges/prove-it/season-0/generique/community/results.schema.json",
        ),
    ],
)
def test_paths(path: str, expected: str) -> None:
    assert path == expected


@pytest.mark.parametrize(
    ("path", "html", "document"),
    [
        ("/", "index.html", "index.json"),
        ("/fr/", "fr/index.html", "fr/index.json"),
        ("/fr/challenges/x/", "fr/challenges/x/index.html", "fr/challenges/x/index.json"),
        ("/404.html", "404.html", "404.json"),
        ("/fr/404.html", "fr/404.html", "fr/404.json"),
    ],
)
def test_files_of_a_page(path: str, html: str, document: str) -> None:
    assert addresses.html_file(path) == html
    assert addresses.json_file(path) == document


def test_languages() -> None:
    assert addresses.localised("en", "/x/") == "/x/"
    assert addresses.localised("fr", "/x/") == "/fr/x/"
    assert addresses.translations("https://index.example", "/x/") == {
        "en": "https://index.example/x/",
        "fr": "https://index.example/fr/x/",
    }
    assert addresses.file("/a/b.txt") == "a/b.txt"
