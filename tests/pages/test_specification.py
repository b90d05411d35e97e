"""The specification page: the published one is reproduced exactly from its inputs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from site_builder.challenges.prove_it.pages import specification
from site_builder.challenges.prove_it.pages.context import build_context
from site_builder.challenges.prove_it.pages.specification import FrozenSection
from site_builder.content.catalogue import MarkdownPage
from site_builder.documents.envelope import dump, site_facts
from tests.harness import loaded


def test_the_published_page_is_reproduced(shared: Path) -> None:
    published = json.loads((shared / "seeds/page-specification.en.json").read_bytes())
    markdown = (shared / "seeds/specification.en.md").read_text(encoding="utf-8")
    section = (shared / "seeds/section-5.txt").read_bytes()
    messages = loaded.content().messages
    facts = site_facts(
        messages,
        base_url="https://proveit.arkforge.tech",
        generated_at="2026-09-23T11:55:30+02:00",
        source_commit="92765cb01ba9092b6d69d60dbbd3f62e225414af",
        publisher="ArkForge",
        ai_label=dict.fromkeys(messages, published["mention_ia"]),
    )
    page = MarkdownPage("specification", "PROVE IT challenge specification", markdown)
    made = specification.document(
        build_context(facts, messages),
        page,
        "en",
        "https://proveit.arkforge.tech/v1/season/1",
        FrozenSection(5, section, "prf_20260915_072014_61cef2"),
    )
    read = json.loads(dump(made))
    assert read == published
    assert json.dumps(read) == json.dumps(published)  # the same key order


def test_the_hash_is_recomputed_from_the_bytes_given() -> None:
    section = FrozenSection(5, b"5. Section\n", "prf_20260915_072014_61cef2")
    for code, prefix in (("en", ""), ("fr", "/fr")):
        page = MarkdownPage("specification", "Titre", "# Titre\n")
        made = specification.document(loaded.build(), page, code, "https://index.example/s", section)
        assert made["titre"] == "Titre"
        assert made["contenu"] == {
            "langue": code,
            "autorite": "fr",
            "markdown_url": f"{prefix}/challenges/prove-it/specification.md",
            "markdown": "# Titre\n",
            "section_5": {
                "url": "/challenges/prove-it/specification/section-5.txt",
                "sha256": hashlib.sha256(b"5. Section\n").hexdigest(),
                "proof_id": "prf_20260915_072014_61cef2",
                "langue": "fr",
            },
        }


def test_without_a_frozen_section() -> None:
    page = MarkdownPage("specification", "Titre", "# Titre\n")
    made = specification.document(loaded.build(), page, "fr", "https://index.example/s", None)
    assert made["contenu"]["section_5"] is None
