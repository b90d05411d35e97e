"""``explain`` and ``schema``: what the rules and the formats are."""

from __future__ import annotations

from typing import Final

import click
import orjson

from site_builder import pipeline
from site_builder.languages import CODES
from site_builder.rules import registry


@click.command()
@click.argument("code")
@click.option("--language", type=click.Choice(CODES), default="en", show_default=True)
def explain(code: str, language: str) -> None:
    """Print the page of the rule CODE (such as PUB-16)."""
    page = registry.page(code, language)
    if page is None:
        known = ", ".join(p.code for p in registry.pages(language))
        raise click.BadParameter(f"no rule {code!r}. The rules are: {known}.", param_hint="CODE")
    click.echo(f"{page.code}  {page.name}")
    texts = (page.refuses, page.why, page.source, page.accepted, page.remedy)
    for label, text in zip(registry.LABELS[language], texts, strict=True):
        click.echo(f"\n{label}\n{click.wrap_text(text, 92, '  ', '  ')}")


@click.command()
@click.argument("name", type=click.Choice(pipeline.SCHEMAS))
def schema(name: str) -> None:
    """Print the JSON Schema (draft 2020-12) of a format."""
    click.echo(orjson.dumps(pipeline.schema(name), option=orjson.OPT_INDENT_2))


COMMANDS: Final = (explain, schema)
