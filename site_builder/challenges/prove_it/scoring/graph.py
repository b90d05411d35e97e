"""The graph of a task: which resources an assertion may be about (specification §5.2).

Computed from the frozen corpus alone. A reference inside the corpus is a resource (``/agrements/AGR-1``) or
its last part (``AGR-1``). What a record lists and what points back to the record both belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from site_builder.challenges.prove_it.inputs.corpus import EntityGraph, TaskGraph
from site_builder.challenges.prove_it.scoring.probative import LICENSED, OWN_COLLECTIONS, RESTRICTED
from site_builder.kernel.canonical import identity, json_equal

# The values of the corpus, parsed from the bytes served, by resource.
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Graph:
    """``own``: the resources that concern the entity alone; ``None`` where the rules name none.

    ``concerning``: for each common list of the graph, the numbers of its entries that concern the entity.
    """

    resources: frozenset[str]
    own: frozenset[str] | None = None
    concerning: Mapping[str, frozenset[int]] = field(default_factory=dict)


def graph_of(task: TaskGraph, values: Values, *, amended_named: bool = False) -> Graph:
    """The graph of one task of the manifest.

    ``amended_named``: whether a certificate that the question names brings its amendments with it, which is
    not how the Index reads the section (reading R13).
    """
    if not isinstance(task, EntityGraph):
        return Graph(frozenset(task.resources))
    record = _member(values.get(task.entity))
    licences = {
        *_references(record, "agrements", "/agrements/"),
        *_pointing(values, "/agrements/", "entite", "/entites/", {task.entity}),
    }
    certificates = {
        *_references(record, "attestations", "/attestations/"),
        *_pointing(values, "/attestations/", "entite", "/entites/", {task.entity}),
    }
    named = {name for name in task.named if name.startswith(OWN_COLLECTIONS)}
    amended = certificates | {name for name in named if amended_named and name.startswith("/attestations/")}
    amendments = {
        *(a for c in amended for a in _references(_member(values.get(c)), "avenants", "/avenants/")),
        *_pointing(values, "/avenants/", "attestation", "/attestations/", amended),
    }
    pages = _pages(record, values)
    own = frozenset({task.entity, *licences, *certificates, *amendments, *pages, *named})
    licensed = {
        name: _entries_of(values[name], task.entity)
        for name in values
        if name.startswith(LICENSED) and json_equal(_member(values[name]).get("activite"), task.activity)
    }
    people = {person for page in pages for person in _people(values.get(page))}
    restricted = {
        name: frozenset(n for n, entry in _entries(values[name]) if _person(entry) in people)
        for name in values
        if name.startswith(RESTRICTED)
    }
    common = licensed | restricted
    return Graph(own | common.keys() | set(task.named), own, common)


def _member(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _reference(value: object, collection: str) -> str | None:
    if not isinstance(value, str) or not value:
        return None
    return value if value.startswith("/") else collection + value


def _references(record: Mapping[str, object], name: str, collection: str) -> Iterator[str]:
    listed = record.get(name)
    for value in listed if isinstance(listed, list) else []:
        if reference := _reference(value, collection):
            yield reference


def _pointing(
    values: Values, collection: str, name: str, targets_in: str, targets: set[str]
) -> Iterator[str]:
    """The resources of a collection whose member ``name`` refers to one of the targets."""
    for resource, value in values.items():
        if resource.startswith(collection) and _reference(_member(value).get(name), targets_in) in targets:
            yield resource


def _pages(record: Mapping[str, object], values: Values) -> list[str]:
    """The pages of beneficiaries: the first that the record names, then each by the one before."""
    pages: list[str] = []
    page = _reference(record.get("beneficiaires"), "/beneficiaires/")
    while page is not None and page not in pages:
        pages.append(page)
        page = _reference(_member(values.get(page)).get("page_suivante"), "/beneficiaires/")
    return pages


def _entries(page: object) -> Iterator[tuple[int, Mapping[str, object]]]:
    listed = _member(page).get("entrees")
    for number, entry in enumerate(listed if isinstance(listed, list) else []):
        yield number, _member(entry)


def _entries_of(page: object, entity: str) -> frozenset[int]:
    return frozenset(n for n, e in _entries(page) if _reference(e.get("entite"), "/entites/") == entity)


def _people(page: object) -> Iterator[str]:
    for _, entry in _entries(page):
        if (person := _person(entry)) is not None:
            yield person


def _person(entry: Mapping[str, object]) -> str | None:
    """The surname and the given names, exactly; ``None`` for an entry that lacks one."""
    if "nom" not in entry or "prenoms" not in entry:
        return None
    return identity([entry["nom"], entry["prenoms"]])
