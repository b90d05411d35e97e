"""No model or provider name in a negative category.

Refuses: a model or provider name of the list `model-names.txt` in a title, a heading, a caption, a
group, a description, an address or a file name that the Index writes, or in one of its sentences about
unsupported claims, rejections, faults or failures; a word of an agent's or a run's name in a title or a
caption.

Why: the Index measures an agent's run, not a model; a name beside a failure would be read as a verdict
on its maker.

Source: PUB-07; specification §7.3.

Accepted: the name in its own cell of a row or a report, as third-party text; a neutral sentence that
names a provider outside titles and captions.

Remedy: name the report by its report id, and the group by what it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from site_builder.content.catalogue import Catalogue
from site_builder.content.lexicon import fold
from site_builder.kernel.findings import Finding
from site_builder.rules.cases import PageCase
from site_builder.rules.facts import LanguageFacts
from site_builder.rules.own_text import hits, sentences, shortened
from site_builder.rules.rows import rows_of
from site_builder.rules.site import SiteCase
from site_builder.rules.texts import TextCase

CODE: Final = "PUB-07"
NAME: Final = "no model name in a negative category"
FRENCH: Final = """Aucun nom de modèle ou de fournisseur dans une catégorie négative.

Refuse : un nom de modèle ou de fournisseur de la liste `model-names.txt` dans un titre, une légende, un
groupe, une description, une adresse ou un nom de fichier écrits par l'Index, ou dans l'une de ses
phrases sur des claims non étayés, des rejets, des défauts ou des échecs ; un mot du nom d'un agent ou
d'un run dans un titre ou une légende.

Pourquoi : l'Index mesure le run d'un agent, pas un modèle ; un nom à côté d'un échec se lirait comme un
verdict sur son fabricant.

Source : PUB-07 ; spécification §7.3.

Accepte : le nom dans sa propre cellule d'une ligne ou d'un rapport, comme texte de tiers ; une phrase
neutre qui nomme un fournisseur hors des titres et des légendes.

Remède : désigner le rapport par son identifiant, et le groupe par ce qu'il contient.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_NEGATIVE: Final = {
    "en": re.compile(
        r"\b(?:unsupported|overclaim|reject|refus|fault|fail|invalid|mismatch|pending|incident|missing"
        r"|not (?:exact|grounded|submitted|bound)|worst|below)",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:non étay|overclaim|rejet|refus|défaut|échou|échec|échoue|invalid|en attente|incident|manquant"
        r"|pas fond|non (?:exact|fond|rendu|lié)|inexact|sous le minimum)",
        re.IGNORECASE,
    ),
}
_WORD: Final = re.compile(r"[^\W_]+")
_TITLES: Final = re.compile(
    r"/titre|/contenu/description|.*/(?:titre|legende|nom|libelle|url|[a-z]+_url|resume)|/url|/traductions/.*"
)
_PROMPT: Final = re.compile(r".*/run/prompt_url|.*/agent/nom")
_HEADING: Final = re.compile(r"^ {0,3}#{1,6} .*$", re.MULTILINE)


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, messages in catalogue.messages.items():
        names = catalogue.names[code]
        for entry in messages.entries.values():
            for form in entry.forms:
                for match in names.find(form.source):
                    if _NEGATIVE[code].search(form.source) or entry.key.endswith(_TITLE_KEYS):
                        yield _found(f"content/{entry.file}", match.term, form.source, line=entry.line)
        for name, page in catalogue.pages[code].items():
            file = f"content/{code}/pages/{name}.md"
            for text in (page.title, *_HEADING.findall(page.markdown)):
                for match in names.find(text):
                    yield _found(file, match.term, text)
            for text in sentences(page.markdown):
                for match in names.find(text):
                    if _NEGATIVE[code].search(text):
                        line = page.first_line + page.markdown.count("\n", 0, page.markdown.index(text))
                        yield _found(file, match.term, text, line=line)


_TITLE_KEYS: Final = (".title", ".heading", ".label", ".description", ".name", ".caption")


def check_page(page: PageCase) -> Iterator[Finding]:
    names = page.words.names
    for hit in hits(page, lambda text: [match.term for match in names.find(text)]):
        if _PROMPT.fullmatch(hit.pointer):
            continue
        if _TITLES.fullmatch(hit.pointer):
            yield _found(page.file, hit.term, hit.text, pointer=hit.pointer)
            continue
        for text in _negative(hit.text, hit.term, page.words):
            yield _found(page.file, hit.term, text, pointer=hit.pointer)
    yield from _strangers(page)


def check_text(case: TextCase) -> Iterator[Finding]:
    if _PROMPT.fullmatch(case.pointer or ""):
        return
    for match in case.words.names.find(case.judged):
        for text in [case.text] if case.is_address else _negative(case.judged, match.term, case.words):
            yield case.at(_found(case.file, match.term, text))


def _negative(text: str, term: str, words: LanguageFacts) -> Iterator[str]:
    """The headings and negative sentences of a text that hold this name."""
    for piece in (*_HEADING.findall(text), *sentences(text)):
        named = any(match.term == term for match in words.names.find(piece))
        if named and (piece.lstrip().startswith("#") or _NEGATIVE[words.code].search(piece)):
            yield piece


def _strangers(page: PageCase) -> Iterator[Finding]:
    """Words of a title or a caption that are neither the Index's nor an identifier, but stand in a name."""
    texts = [("/titre", str(page.document["titre"]))]
    names: list[str] = []
    if page.type == "rapport" and not page.tombstone:
        content = page.content
        texts.append(("/contenu/description", str(content.get("description", ""))))
        names = [content["agent"]["nom"], *((content["run"] or {}).values())]
    elif page.type == "piste":
        tables = page.content["tableaux"]
        texts += [(f"/contenu/tableaux/{n}/legende", table["legende"]) for n, table in enumerate(tables)]
    for pointer, text in texts:
        foreign = _foreign(page.without_report_ids(text), page.words.words)
        if foreign:
            names = names or [name for case in rows_of(page) for name in _names(case.row)]
            theirs = foreign.intersection(_WORD.findall(fold("\n".join(names))))
            if theirs:
                yield _found(page.file, ", ".join(sorted(theirs)), text, pointer=pointer)


@lru_cache(maxsize=1024)
def _foreign(text: str, fixed: frozenset[str]) -> frozenset[str]:
    """The words of a text that are not among the Index's own."""
    return frozenset(word for word in _WORD.findall(fold(text)) if word not in fixed and not word.isdigit())


def _names(row: Mapping[str, Any]) -> list[str]:
    return [str(value) for key in ("agent", "run") for value in (row[key] or {}).values()]


def check_site(site: SiteCase) -> Iterator[Finding]:
    for code, language in site.facts.languages.items():
        own = [file for file in sorted(site.files) if file.startswith("fr/") == (code == "fr")]
        kept = {_SEGMENT.sub("", file) for file in own}  # few: most differ by the report id alone
        if not language.names.find("\n".join(kept)):
            continue
        for file in own:
            for match in language.names.find(_SEGMENT.sub("", file)):
                yield _found(file, match.term, file)


# A report id is made of letters by a hash: what it happens to spell is no name.
_SEGMENT: Final = re.compile(r"(?<=/)[a-z2-7]{16}(?=/)")


def _found(file: str, term: str, text: str, pointer: str | None = None, line: int | None = None) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        line=line,
        found=f"{term!r} in {shortened(text, term)!r}",
        expected="no model or provider name in a title, a caption, an address or a negative sentence",
        remedy="Leave the name out: a report is named by its id, and a group by what it holds.",
    )
