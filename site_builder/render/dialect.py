"""The template language of this project: Jinja's syntax, with the meanings that a document needs.

* ``a.b`` and ``a["b"]`` are both the member ``b`` of a document, never a Python attribute: ``a.items`` is
  the key ``items``. A member that is absent raises, as an undefined name does.
* ``{{ x }}`` between tags is shown by the exact type of ``x`` (:mod:`.values`): ``None`` is not printed, it
  raises.
* ``a ~ b`` joins texts, and nothing else: a number, third-party text or ``None`` raises.
* ``a is none`` asks for ``None`` itself.
* Third-party text is shown between tags, compared, and asked whether it is none. Anything else raises: it is
  no condition, no key, nothing to go through, to cut, to unpack or to join. What the project's templates have
  no use for, arithmetic, slices and calls among it, does not compile.
* What makes HTML (``x|claim_value``) is all of its ``{{ }}``: no part of an expression takes HTML for text.

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
_OWN: Final = ("(l_own if (l_own := ", ").__class__ is not third_party else refused(l_own))")
_TUPLES: Final = ("tuples(", ")")
# What these make is a truth value, or asks for itself that its parts are not third-party text.
_TRUTHS: Final = (nodes.Compare, nodes.Test, nodes.And, nodes.Or, nodes.Not, nodes.Const)


def member(value: Any, key: Any) -> Any:
    """A member of a document or of a list of it, for what Jinja looks up outside compiled code."""
    return value[key]


class Dialect(CodeGenerator):
    """Writes the Python code of a template."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # What is written around a part, by identity: Jinja holds alike nodes to be equal.
        self._around: dict[int, tuple[str, str]] = {}
        self._printed: set[int] = set()

    def visit(self, node: nodes.Node, *args: Any, **options: Any) -> None:
        """Every part of a template comes through here."""
        fault = _fault(node)
        if fault:
            self.fail(fault, node.lineno or 1)
        self._around.update((id(part), _OWN) for part in _own_parts(node) if not isinstance(part, _TRUTHS))
        if isinstance(node, nodes.For) and isinstance(node.target, nodes.Tuple):
            self._around[id(node.iter)] = _TUPLES
        if isinstance(node, nodes.Output):
            self._printed.update(map(id, node.nodes))
        before, after = self._around.get(id(node), ("", ""))
        self.write(before)
        super().visit(node, *args, **options)
        self.write(after)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802 (Jinja names it)
        if node.name not in HTML_FILTERS:
            super().visit_Filter(node, frame)
            return
        if node.node is None or node.args or node.kwargs:
            self.fail(f"{node.name} is a filter of one value", node.lineno)
        if id(node) not in self._printed:
            self.fail(f"what {node.name} makes is printed, and nothing else", node.lineno)
        self.write(f"{node.name}[(l_shown := ")
        self.visit(node.node, frame)
        self.write(").__class__](l_shown)")

    def write_commons(self) -> None:
        """What every block begins with; the names of a template cannot clash, they all have a prefix."""
        super().write_commons()
        self.writeline(f"{', '.join(('shown', *HTML_FILTERS))} = environment.shown")
        self.writeline("third_party, refused, tuples = environment.third_party")

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
        if node.args or isinstance(node.node, nodes.Const):
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


def _fault(node: nodes.Node) -> str | None:
    """Why a node may not be in a template, if it may not."""
    match node:
        case nodes.Test(name=name) if name != "none":
            return f"no test {name!r} in a template"
        case nodes.Extends(template=template) if not isinstance(template, nodes.Const):
            return "a template extends one that it names"
        case nodes.Tuple(ctx="store", items=items) if any(isinstance(item, nodes.Tuple) for item in items):
            return "a tuple in a tuple is not unpacked"
        case nodes.Assign(target=nodes.Tuple()):
            return "one name is given to one value"
        case nodes.With(targets=targets) if any(isinstance(target, nodes.Tuple) for target in targets):
            return "one name is given to one value"
    return None if type(node) in _LANGUAGE else f"no {type(node).__name__} in a template"


def _own_parts(node: nodes.Node) -> Iterable[nodes.Node]:
    """The parts of a node that may not be third-party text."""
    match node:
        case nodes.If():
            return (node.test, *(branch.test for branch in node.elif_))
        case nodes.CondExpr():
            return (node.test,)
        case nodes.And() | nodes.Or():
            return (node.left, node.right)
        case nodes.Not():
            return (node.node,)
        case nodes.Getitem():
            return (node.node, node.arg)
        case nodes.For():
            return (node.iter,) if node.test is None else (node.iter, node.test)
        case nodes.Concat():
            return node.nodes
        case nodes.Filter(node=nodes.Expr() as value, name=name) if name not in HTML_FILTERS:
            return (value,)
        case _:
            return ()
