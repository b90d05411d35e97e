"""The template engine: one environment per language, its messages compiled into the templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from site_builder.content.messages import Messages
from site_builder.render import values
from site_builder.render.compiled import CompiledTemplates
from site_builder.render.context import InContext
from site_builder.render.dialect import Dialect, member

TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates"


def whole(block: Markup) -> Markup:
    """``{% filter whole %}``: the block is made in one piece, which is quicker than many small ones."""
    return block


def numbered(items: Iterable[object]) -> Iterator[tuple[str, object]]:
    """``{% for i, item in items|numbered %}``: the place of each in its list, as a JSON Pointer writes it."""
    return zip(map(str, count()), items, strict=False)


class Engine(Environment):
    """Jinja, with :mod:`.dialect` for meanings, :mod:`.context` for places and :mod:`.values` for types."""

    code_generator_class = Dialect
    shown: Final = values.SHOWN

    def getattr(self, obj: object, attribute: str) -> object:
        return member(obj, attribute)

    def getitem(self, obj: object, argument: object) -> object:
        return member(obj, argument)


def engine(messages: Messages, templates: Path = TEMPLATES) -> Engine:
    """A new engine for the language of ``messages``; templates are compiled as they are first asked for."""
    made = Engine(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        cache_size=-1,
    )
    # What is not given cannot be misused: no filter, test or global of Jinja's own beyond these.
    filters: dict[str, Callable[..., object]] = {
        **values.HTML_FILTERS,
        "numbered": numbered,
        "whole": whole,
    }
    made.filters.clear()
    made.filters.update(filters)
    made.globals.clear()
    made.globals["t"] = messages.table
    made.add_extension(InContext)
    return made


@lru_cache(maxsize=8)
def _engine_of(messages: Messages) -> Engine:
    made = engine(messages)
    made.bytecode_cache = CompiledTemplates(TEMPLATES, messages)
    return made


def template(messages: Messages, name: str) -> Template:
    """The compiled template ``name`` in the language of ``messages``."""
    return _engine_of(messages).get_template(name)
