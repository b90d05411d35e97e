"""The AI Act label stands on every page, in every format.

Refuses: a page without `mention_ia`, with another text than the configured one for its language, or
whose HTML lacks the label as visible text or as metadata.

Why: article 50 of the European regulation asks for a label that people and machines can read, and a
page travels alone.

Source: PUB-09; specification §7.3; [AI Act](https://eur-lex.europa.eu/eli/reg/2024/1689/oj), art. 50.

Accepted: the same text in `mention_ia`, in the visible HTML and in the structured data (`creditText`),
beside `<meta name="ai-disclosure">`.

Remedy: set the label of both languages in `site.toml`, and keep it in the page's template.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import OutputCase, PageCase

CODE: Final = "PUB-09"
NAME: Final = "AI Act label"
FRENCH: Final = """La mention de l'AI Act figure sur chaque page, dans chaque format.

Refuse : une page sans `mention_ia`, avec un autre texte que celui réglé pour sa langue, ou dont le HTML
ne porte pas la mention en texte visible ou en métadonnée.

Pourquoi : l'article 50 du règlement européen demande une mention lisible par les personnes et par les
machines, et une page voyage seule.

Source : PUB-09 ; spécification §7.3 ; [AI Act](https://eur-lex.europa.eu/eli/reg/2024/1689/oj), art. 50.

Accepte : le même texte dans `mention_ia`, dans le HTML visible et dans les données structurées
(`creditText`), à côté de `<meta name="ai-disclosure">`.

Remède : régler la mention des deux langues dans `site.toml`, et la garder dans le gabarit de la page.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_META: Final = 'meta name="ai-disclosure" content="ai-generated"'


def check_page(page: PageCase) -> Iterator[Finding]:
    label = page.document.get("mention_ia")
    if label != page.words.ai_label or not label:
        yield _finding(
            file=page.file,
            pointer="/mention_ia",
            found=told(label or None),
            expected=page.words.ai_label,
            remedy="Set the label of this language in site.toml; it stands on every page.",
        )


def check_output(output: OutputCase) -> Iterator[Finding]:
    label = output.page.words.ai_label
    note = partial(_finding, file=output.file, remedy="Keep the label in the template of every page.")
    if not output.shows(label):
        yield note(element="body", found="no visible label", expected=label)
    if _META not in output.fresh.tags:
        yield note(element="head", found="no metadata", expected=f"<{_META}>")
    if not any(_credits(text) == label for text in output.fresh.data):
        yield note(element="head script", found="no label in the data", expected=f"creditText: {label}")


def _credits(text: str) -> object:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value.get("creditText") if isinstance(value, dict) else None
