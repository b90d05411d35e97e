"""What the program says is what the content of this checkout holds; what one lacks is told."""

from __future__ import annotations

import pytest

from site_builder.content import catalogue as content
from site_builder.content import inventory
from site_builder.content.catalogue import Catalogue
from site_builder.content.inventory import Lack, lacks, needs
from tests.harness.command import REPOSITORY

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural={plural};\\n"\n\n'
)


def test_the_program_says_what_the_content_holds_and_nothing_else() -> None:
    catalogue, findings = content.load(REPOSITORY / "content")
    assert catalogue is not None, findings
    held = {
        (entry.file.rpartition("/")[2], key, entry.plural, entry.placeholders)
        for key, entry in catalogue.messages["en"].entries.items()
    }
    listed = [(f"{need.domain}.po", need.key, need.plural, need.placeholders) for need in needs()]
    assert set(listed) == held
    assert len(listed) == len(held)
    assert set(inventory.PAGES) == set(catalogue.pages["en"])
    assert lacks(catalogue) == []


def made(en: str, fr: str, pages: tuple[str, ...] = ()) -> Catalogue:
    files = {
        "en/messages/m.po": (HEADER.format(code="en", plural="(n != 1)") + en).encode(),
        "fr/messages/m.po": (HEADER.format(code="fr", plural="(n > 1)") + fr).encode(),
        **{f"{page}.md": b"# Title\n" for page in pages},
    }
    return content.from_files(files, lambda *_: None)


HELD = 'msgid "a.b"\nmsgstr "For {who}"\n'


@pytest.mark.parametrize(
    ("en", "fr", "expected"),
    [
        (HELD, HELD, []),
        (HELD, "", [("fr/messages/m.po", None, "no message 'a.b'", False)]),
        (
            "",
            "",
            [
                ("en/messages/m.po", None, "no message 'a.b'", True),
                ("fr/messages/m.po", None, "no message 'a.b'", True),
            ],
        ),
        (
            HELD,
            'msgid "a.b"\nmsgstr "Sans"\n',
            [("fr/messages/m.po", 7, "'a.b' without plural forms, placeholders (none)", False)],
        ),
        (
            'msgid "a.b"\nmsgid_plural "a.b"\nmsgstr[0] "{who}"\nmsgstr[1] "{n} {who}"\n',
            'msgid "a.b"\nmsgstr "Pour {qui}"\n',
            [
                ("en/messages/m.po", 7, "'a.b' with plural forms, placeholders n, who", True),
                ("fr/messages/m.po", 7, "'a.b' without plural forms, placeholders qui", True),
            ],
        ),
    ],
)
def test_what_a_message_lacks(
    monkeypatch: pytest.MonkeyPatch,
    en: str,
    fr: str,
    expected: list[tuple[str, int | None, str, bool]],
) -> None:
    monkeypatch.setattr(inventory, "_MESSAGES", {"m": "a.b{who}"})
    monkeypatch.setattr(inventory, "PAGES", ())
    wanted = "'a.b' without plural forms, placeholders who: a page says it"
    told = [Lack(file, line, found, wanted, everywhere) for file, line, found, everywhere in expected]
    assert lacks(made(en, fr)) == told


def test_what_a_page_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "_MESSAGES", {})
    monkeypatch.setattr(inventory, "PAGES", ("one", "two"))
    found = lacks(made("", "", ("en/pages/one", "fr/pages/two", "fr/pages/one")))
    assert [(lack.file, lack.found, lack.everywhere) for lack in found] == [
        ("en/pages/two.md", "no such page", False)
    ]
    found = lacks(made("", "", ("en/pages/one", "fr/pages/one")))
    assert [(lack.file, lack.everywhere) for lack in found] == [
        ("en/pages/two.md", True),
        ("fr/pages/two.md", True),
    ]
