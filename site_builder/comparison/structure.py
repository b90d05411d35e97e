"""Differences of two JSON values, place by place.

Equality is that of JSON values, types included: ``1``, ``1.0``, ``true`` and ``"1"`` all differ. Items of a
list that name themselves (``report_id``, ``task_id``, …) are matched by that name and not by their
position. A rate cell is one value, a *figure*: its parts never change alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from site_builder.kernel.canonical import identity, json_text
from site_builder.kernel.pointer import render

# What an item of a list may be known by, the surest first.
_NAMES: Final = ("report_id", "task_id", "id", "n", "code", "proof_id", "titre")
_CELL: Final = frozenset({"etat", "numerateur", "denominateur", "fraction", "affichage"})

Tokens = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: JSON text before and after, ``None`` where there was or is nothing.

    ``pointer`` is its place in the new document, or in the old one for what is gone.
    """

    pointer: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One rate cell that differs, each side as it is displayed: ``3/41 (7.3%)``."""

    pointer: str
    before: str | None
    after: str | None


def differences(before: object, after: object, at: Tokens = ()) -> Iterator[Change | Figure]:
    """Every place at which two JSON values differ, in the order of the new one; none if they are equal."""
    if isinstance(before, dict) and isinstance(after, dict):
        left, right = displayed(before), displayed(after)
        if left is not None and right is not None and left != right:
            yield Figure(render(at), left, right)
            return
        for name in before:
            if name not in after:
                yield gone(before[name], (*at, name))
        for name, value in after.items():
            if name in before:
                yield from differences(before[name], value, (*at, name))
            else:
                yield new(value, (*at, name))
    elif isinstance(before, list) and isinstance(after, list):
        name = _name(before, after)
        yield from _in_list(before, after, at) if name is None else _by_name(before, after, name, at)
    elif not _same(before, after):
        yield Change(render(at), json_text(before), json_text(after))


def displayed(cell: object) -> str | None:
    """A rate cell in one line: fraction and percentage, or the words that stand in their place."""
    if not isinstance(cell, dict) or cell.keys() != _CELL:
        return None
    return f"{cell['fraction']} ({cell['affichage']})" if cell["fraction"] else str(cell["affichage"])


def gone(value: object, at: Tokens) -> Change | Figure:
    """What stood only in the old value."""
    cell = displayed(value)
    return Change(render(at), json_text(value), None) if cell is None else Figure(render(at), cell, None)


def new(value: object, at: Tokens) -> Change | Figure:
    """What stands only in the new value."""
    cell = displayed(value)
    return Change(render(at), None, json_text(value)) if cell is None else Figure(render(at), None, cell)


def _name(before: Sequence[Any], after: Sequence[Any]) -> str | None:
    """The member that tells the items of both lists apart, if there is one."""
    items = [*before, *after]
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    for name in _NAMES:
        if all(isinstance(item.get(name), str | int) for item in items) and all(
            len({identity(item[name]) for item in side}) == len(side) for side in (before, after)
        ):
            return name
    return None


def _by_name(before: list[Any], after: list[Any], name: str, at: Tokens) -> Iterator[Change | Figure]:
    old = {identity(item[name]): (place, item) for place, item in enumerate(before)}
    names = [identity(item[name]) for item in after]
    kept = set(names)
    for key, (place, item) in old.items():
        if key not in kept:
            yield gone(item, (*at, place))
    for place, (key, item) in enumerate(zip(names, after, strict=True)):
        if key in old:
            yield from differences(old[key][1], item, (*at, place))
        else:
            yield new(item, (*at, place))
    stayed = [key for key in names if key in old]
    order = [key for key in old if key in kept]
    if order != stayed:
        yield Change(render(at), f"[{', '.join(order)}]", f"[{', '.join(stayed)}]")


def _in_list(before: list[Any], after: list[Any], at: Tokens) -> Iterator[Change | Figure]:
    """Past the items that begin and end both lists alike: pair by pair, then what is left over."""
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and _same(before[start], after[start]):
        start += 1
    end = 0
    while end < shorter - start and _same(before[-1 - end], after[-1 - end]):
        end += 1
    old, fresh = before[start : len(before) - end], after[start : len(after) - end]
    for place, (left, right) in enumerate(zip(old, fresh, strict=False), start):
        yield from differences(left, right, (*at, place))
    for place in range(start + len(fresh), start + len(old)):
        yield gone(before[place], (*at, place))
    for place in range(start + len(old), start + len(fresh)):
        yield new(after[place], (*at, place))


def _same(left: object, right: object) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, str | int | None):  # most values by far, and quick to compare
        return left == right
    return identity(left) == identity(right)
