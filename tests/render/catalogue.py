"""The interface messages of the checkout, without the rest of ``content/``."""

from __future__ import annotations

from typing import Final

from site_builder.content import messages
from site_builder.languages import LANGUAGES
from tests.harness.command import REPOSITORY


def _load() -> dict[str, messages.Messages]:
    loaded = {}
    for language in LANGUAGES:
        entries: list[messages.Entry] = []
        for path in sorted((REPOSITORY / "content" / language.code / "messages").glob("*.po")):
            found, problems = messages.parse(path.read_bytes(), path.name, language)
            assert not problems, problems
            entries += found
        loaded[language.code] = messages.Messages(language, entries)
    return loaded


MESSAGES: Final = _load()
