"""Where in the HTML an expression of a template stands, found when the template is compiled.

One escaping for every place is the classic fault: what is harmless between tags is not in an attribute, and
what is harmless in an attribute is not in an address. So the place decides, and the author of a template
cannot forget it. Between tags an expression is shown (:mod:`.values`); in an attribute it goes through the
filter ``attribute``; at the start of ``href`` or ``src`` through ``address``, and after the start, which says
where it leads, through ``attribute`` (whether an anchor is there, H004 asks); in a data block through
``data_block``. Everywhere else (an attribute's name, an unquoted value, an event handler, a style, a script)
an expression is refused.

``{{ t["key"] }}`` is a message of the page's language. It is replaced by its text here and now: a key that
the catalogue does not hold is an error of the template, not of the page that happens to meet it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from jinja2 import BaseLoader, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from site_builder.render.values import escaped

_STEP: Final = re.compile(
    r"(?P<open><(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*))|(?P<end>/?>)"
    r'|(?P<quote>")|(?P<attribute>[^\s"\'<>/=]+)(?==)|(?P<cut></?$|<!--)'
)
_ADDRESSES: Final = frozenset({"href", "src", "action", "formaction", "cite", "poster", "data"})
_FORBIDDEN: Final = re.compile(r"on.*|style|srcdoc|srcset")
_RAW: Final = frozenset({"script", "style"})


class Place:
    """The state of a small HTML reader: the open ``tag`` or None; ``quoted`` while a value is open."""

    def __init__(self) -> None:
        self.tag: str | None = None
        self.closing = False
        self.raw: str | None = None
        self.attribute: str | None = None
        self.quoted = False
        self.started = False
        self.cut = False

    def read(self, text: str) -> None:
        """Go past a piece of template text."""
        at = 0
        while at < len(text):
            if self.quoted:
                end = text.find('"', at)
                self.started = self.started or end != at
                if end < 0:
                    return
                self.quoted, self.attribute, at = False, None, end + 1
                continue
            found = _STEP.search(text, at)
            if not found:
                return
            at = found.end()
            self._step(found)

    def _step(self, found: re.Match[str]) -> None:
        if found["cut"]:
            self.cut = True
        elif self.tag is None:
            if found["open"] and (self.raw is None or found["name"].lower() == self.raw):
                self.tag, self.closing = found["name"].lower(), bool(found["close"])
        elif found["end"]:
            self.raw = self.tag if self.tag in _RAW and not self.closing else None
            self.tag = self.attribute = None
        elif found["attribute"]:
            self.attribute = found["attribute"].lower()
        elif found["quote"]:
            self.quoted, self.started = True, False

    def filter(self) -> str | None:
        """The filter of an expression that stands here, None between tags. ValueError: it may not."""
        if self.cut:
            raise ValueError("an expression after a '<' that begins no tag, or after a comment")
        if self.raw == "script" and self.tag is None:
            return "data_block"
        if self.raw == "style":
            raise ValueError("an expression in a style sheet")
        if self.tag is None:
            return None
        if not self.quoted or self.attribute is None:
            raise ValueError("an expression in a tag, outside a double-quoted value")
        if _FORBIDDEN.fullmatch(self.attribute):
            raise ValueError(f"an expression in the attribute {self.attribute}")
        return "address" if self.attribute in _ADDRESSES and not self.started else "attribute"


_INCLUDE: Final = re.compile(r"\{% include \"([a-z_/.]+)\" %\}\n?")


class InContext(Extension):
    """Gives each expression the filter of its place, and each message its text (see the module).

    ``{% include "partials/x.html" %}`` is replaced by the text of the partial before anything is compiled: a
    page is one flat piece of code, and the place of each expression is known across the files.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        if "{% include" not in source:
            return source
        return self.preprocess(_INCLUDE.sub(self._included, source), name, filename)

    def _included(self, found: re.Match[str]) -> str:
        text = cast(BaseLoader, self.environment.loader).get_source(self.environment, found[1])[0]
        return text.removesuffix("\n") if not found[0].endswith("\n") else text

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        place = Place()
        table = cast(Mapping[str, str], self.environment.globals["t"])
        for token in stream:
            if token.type == "data":
                place.read(token.value)
                yield token
            elif token.type == "variable_begin":
                yield from self._expression(list(_until_end(token, stream)), place, table, stream)
            elif token.type == "block_begin" and place.quoted and place.attribute in _ADDRESSES:
                # Which of two branches begins the address is not known here, and the beginning decides.
                raise TemplateSyntaxError("a block in an address", token.lineno, stream.name, stream.filename)
            else:
                yield token

    def _expression(
        self, tokens: list[Token], place: Place, table: Mapping[str, str], stream: TokenStream
    ) -> Iterator[Token]:
        line = tokens[0].lineno
        try:
            name = place.filter()
        except ValueError as error:
            raise TemplateSyntaxError(str(error), line, stream.name, stream.filename) from None
        key = _message(tokens)
        if key is not None:
            if key not in table:
                raise TemplateSyntaxError(f"no message {key!r}", line, stream.name, stream.filename)
            if name in ("address", "data_block"):
                raise TemplateSyntaxError("a message as an address", line, stream.name, stream.filename)
            yield Token(line, "data", escaped(table[key]))
        elif name is None:
            yield from tokens
        else:
            yield tokens[0]
            yield Token(line, "lparen", "(")
            yield from tokens[1:-1]
            yield Token(line, "rparen", ")")
            yield Token(line, "pipe", "|")
            yield Token(line, "name", name)
            yield tokens[-1]
        place.started = True


def _until_end(first: Token, stream: TokenStream) -> Iterator[Token]:
    yield first
    for token in stream:
        yield token
        if token.type == "variable_end":
            return


def _message(tokens: list[Token]) -> str | None:
    """The key of an expression that is ``t["key"]`` and nothing else."""
    kinds = [token.type for token in tokens]
    whole = ["variable_begin", "name", "lbracket", "string", "rbracket", "variable_end"]
    return str(tokens[3].value) if kinds == whole and tokens[1].value == "t" else None
