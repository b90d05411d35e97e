"""The template language of this project: Jinja's syntax, with the meanings that a document needs.

* ``a.b`` and ``a["b"]`` are both the member ``b`` of a document, never a Python attribute: ``a.items`` is
  the key ``items``. A member that is absent raises, as an undefined name does.
* ``{{ x }}`` between tags is shown by the exact type of ``x`` (:mod:`.values`): ``None`` is not printed, it
  raises.
* ``a ~ b`` joins texts, and nothing else: a number, third-party text or ``None`` raises.
* ``a is none`` asks for ``None`` itself.

All are also the quickest way that Python has: a subscript, a local dictionary of functions, a join.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from site_builder.render.values import HTML_FILTERS


def member(value: Any, key: Any) -> Any:
    """A member of a document or of a list of it, for what Jinja looks up outside compiled code."""
    return value[key]


class Dialect(CodeGenerator):
    """Writes the Python code of a template."""

    def write_commons(self) -> None:
        """What every block begins with; the names of a template cannot clash, they all have a prefix."""
        super().write_commons()
        self.writeline("shown = environment.shown")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 (Jinja names it)
        self.visit(node.node, frame)
        self.write(f"[{node.attr!r}]")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write('"".join((')
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        if node.name != "none" or node.args or isinstance(node.node, nodes.Const):
            super().visit_Test(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(" is None)")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(" if _makes_html(node) else "shown[(l_shown := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")" if _makes_html(node) else ").__class__](l_shown)")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return node.data


def _makes_html(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Filter) and node.name in HTML_FILTERS
