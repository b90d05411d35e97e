"""The template engine: one environment per language, its messages compiled into the templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Final

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from site_builder.content.messages import Messages
from site_builder.kernel.third_party import ThirdPartyText
from site_builder.own_files import TEMPLATES
from site_builder.render import values
from site_builder.render.compiled import CompiledTemplates
from site_builder.render.context import InContext
from site_builder.render.dialect import Dialect, member


def whole(block: Markup) -> Markup:
    """``{% filter whole %}``: the block is made in one piece, which is quicker than many small ones."""
    return block


def numbered(items: Iterable[object]) -> Iterator[tuple[str, object]]:
    """``{% for i, item in items|numbered %}``: the place of each in its list, from "0", as text.

    Text as a JSON Pointer has it, since ``~`` joins nothing else.
    """
    return zip(map(str, count()), items, strict=False)


class Engine(Environment):
    """Jinja, with :mod:`.dialect` for meanings, :mod:`.context` for places and :mod:`.values` for types."""

    code_generator_class = Dialect
    shown: Final = (values.shown_value, *values.HTML_FILTERS.values())
    third_party: Final = (ThirdPartyText, values.refused, values.tuples)

    def getattr(self, obj: object, attribute: str) -> object:
        return member(obj, attribute)

    def getitem(self, obj: object, argument: object) -> object:
        return member(obj, argument)


def engine(messages: Messages, templates: Path = TEMPLATES) -> Engine:
    """A new engine for the language of ``messages``; templates are compiled as they are first asked for.

    They are read here and now: what is compiled later is what :mod:`.compiled` knows it by.
    """
    texts = {file.relative_to(templates).as_posix(): file.read_text("utf-8") for file in _below(templates)}
    made = Engine(
        loader=FunctionLoader(lambda name: _source(templates, texts, name)),
        bytecode_cache=CompiledTemplates(templates, texts, messages),
        autoescape=True,
        optimized=False,  # it would join and compare constants by Jinja's meanings
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
    none = made.tests["none"]
    made.tests.clear()
    made.tests["none"] = none
    made.globals.clear()
    made.globals["t"] = messages.table
    made.add_extension(InContext)
    return made


def _below(templates: Path) -> list[Path]:
    return sorted(templates.rglob("*.html"))


def _source(
    templates: Path, texts: Mapping[str, str], name: str
) -> tuple[str, str, Callable[[], bool]] | None:
    return (texts[name], str(templates / name), lambda: True) if name in texts else None


@lru_cache(maxsize=8)
def _engine_of(messages: Messages) -> Engine:
    return engine(messages)


def template(messages: Messages, name: str) -> Template:
    """The compiled template ``name`` in the language of ``messages``."""
    return _engine_of(messages).get_template(name)
