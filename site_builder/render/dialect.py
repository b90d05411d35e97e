"""The template language of this project: Jinja's syntax, with the meanings that a document needs.

* ``a.b`` and ``a["b"]`` are both the member ``b`` of a document, never a Python attribute: ``a.items`` is
  the key ``items``. A member that is absent raises, as an undefined name does.
* ``{{ x }}`` between tags is shown by the exact type of ``x`` (:mod:`.values`): ``None`` is not printed, it
  raises.
* ``a ~ b`` joins texts, and nothing else: a number, third-party text or ``None`` raises.
* ``a is none`` asks for ``None`` itself.
* Third-party text is shown between tags, compared, and asked whether it is none. Anything else raises: it is
  no condition, nothing to go through, to cut or to join. What the project's templates have no use for,
  arithmetic, slices and calls among it, does not compile.

All are also the quickest way that Python has: a subscript, a local dictionary of functions, a join.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from site_builder.render.values import HTML_FILTERS

_LANGUAGE: Final = frozenset(
    (
        nodes.Template, nodes.Extends, nodes.Block, nodes.Output, nodes.TemplateData, nodes.If, nodes.For,
        nodes.With, nodes.Assign, nodes.FilterBlock, nodes.Filter, nodes.Name, nodes.Const, nodes.Getattr,
        nodes.Getitem, nodes.Concat, nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.Test, nodes.And,
        nodes.Or, nodes.Not, nodes.Tuple,
    )
)  # fmt: skip
# What these make is a truth value, or asks for itself that its parts are not third-party text.
_TRUTHS: Final = (nodes.Compare, nodes.Test, nodes.And, nodes.Or, nodes.Not, nodes.Const)


def member(value: Any, key: Any) -> Any:
    """A member of a document or of a list of it, for what Jinja looks up outside compiled code."""
    return value[key]


class Dialect(CodeGenerator):
    """Writes the Python code of a template."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._own: set[int] = set()  # by identity: Jinja holds alike nodes to be equal

    def visit(self, node: nodes.Node, *args: Any, **options: Any) -> None:
        """Every part of a template comes through here."""
        if type(node) not in _LANGUAGE:
            self.fail(f"no {type(node).__name__} in a template", node.lineno)
        self._own.update(id(part) for part in _own_parts(node) if not isinstance(part, _TRUTHS))
        if id(node) in self._own:
            self.write("(l_own if (l_own := ")
            super().visit(node, *args, **options)
            self.write(").__class__ is not third_party else refused(l_own))")
        else:
            super().visit(node, *args, **options)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802 (Jinja names it)
        if node.name not in HTML_FILTERS:
            super().visit_Filter(node, frame)
            return
        if node.node is None or node.args or node.kwargs:
            self.fail(f"{node.name} is a filter of one value", node.lineno)
        self.write(f"{node.name}[(l_shown := ")
        self.visit(node.node, frame)
        self.write(").__class__](l_shown)")

    def write_commons(self) -> None:
        """What every block begins with; the names of a template cannot clash, they all have a prefix."""
        super().write_commons()
        self.writeline(f"{', '.join(('shown', *HTML_FILTERS))} = environment.shown")
        self.writeline("third_party, refused = environment.third_party")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
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


def _own_parts(node: nodes.Node) -> Iterable[nodes.Node]:
    """The parts of a node that may not be third-party text."""
    match node:
        case nodes.If():
            return (node.test, *(branch.test for branch in node.elif_))
        case nodes.CondExpr():
            return (node.test,)
        case nodes.And() | nodes.Or():
            return (node.left, node.right)
        case nodes.Not() | nodes.Getitem():
            return (node.node,)
        case nodes.For():
            return (node.iter,)
        case nodes.Concat():
            return node.nodes
        case nodes.Filter(node=nodes.Expr() as value, name=name) if name not in HTML_FILTERS:
            return (value,)
        case _:
            return ()
