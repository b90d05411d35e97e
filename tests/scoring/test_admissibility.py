"""Rejections and shortfalls: each reason, the assertion at fault, and the order of the reasons."""

from __future__ import annotations

import pytest

from site_builder.challenges.prove_it.inputs.score import Claim
from site_builder.challenges.prove_it.inputs.track import TaskBounds
from site_builder.challenges.prove_it.scoring.admissibility import rejection, shortfall
from site_builder.challenges.prove_it.scoring.graph import Graph

ENTITY, LICENCE = "/entites/ENT-1", "/agrements/AGR-1"
LISTED, RESTRICTED = "/listes/agrees/change", "/mesures-restrictives/p1"
GRAPH = Graph(
    frozenset({ENTITY, LICENCE, LISTED, RESTRICTED}),
    frozenset({ENTITY, LICENCE}),
    {LISTED: frozenset({2}), RESTRICTED: frozenset({0, 10})},
)
OPEN = Graph(frozenset({"/produits/P-1"}))
GOOD = (ENTITY, "/statut")


def claims(*places: tuple[str, str]) -> list[Claim]:
    return [Claim(resource=resource, field=field, value="x") for resource, field in places]


def bounds(minimum: int = 2, cap: int = 4) -> TaskBounds:
    return TaskBounds(task_id="conf-01", minimum=minimum, cap=cap)


def rejected(*places: tuple[str, str], graph: Graph = GRAPH, cap: int = 4) -> tuple[str, int | None] | None:
    found = rejection(claims(*places), bounds(cap=cap), graph)
    return (found.reason, found.at_fault) if found else None


ADMITTED = [
    (ENTITY, "/existe"), (ENTITY, "/agrements"), (ENTITY, "/agrements/0"), (ENTITY, "/beneficiaires"),
    (LICENCE, "/date_fin_validite"), (LISTED, "/entrees/2/agrement"), (LISTED, "/entrees/2/statut"),
    (RESTRICTED, "/entrees/0/nom"), (RESTRICTED, "/entrees/10/date_naissance"),
]  # fmt: skip


@pytest.mark.parametrize("place", ADMITTED)
def test_what_is_admitted(place: tuple[str, str]) -> None:
    assert rejected(place) is None


REFUSED = [
    (("/entites/ENT-2", "/statut"), "outside_graph"),
    (("/referentiel", "/criteres"), "outside_graph"),
    ((LICENCE + "/", "/statut"), "outside_graph"),
    ((LISTED, "/entrees/1/statut"), "unrelated_list_entry"),
    ((LISTED, "/entrees/99/statut"), "unrelated_list_entry"),
    ((LISTED, "/entrees/1"), "unrelated_list_entry"),
    ((LISTED, "/entrees/1/nom_inconnu"), "unrelated_list_entry"),
    ((RESTRICTED, "/entrees/1/nom"), "unrelated_list_entry"),
    ((LISTED, "/entrees/2/nom_inconnu"), "non_probative_field"),
    ((LISTED, "/entrees/2"), "non_probative_field"),
    ((LISTED, "/entrees/02/statut"), "non_probative_field"),
    ((LISTED, "/entrees"), "non_probative_field"),
    ((LISTED, "/page_suivante"), "non_probative_field"),
    ((LISTED, ""), "non_probative_field"),
    ((ENTITY, ""), "non_probative_field"),
    ((ENTITY, "/"), "non_probative_field"),
    ((ENTITY, "/denomination"), "non_probative_field"),
    ((ENTITY, "/forme"), "non_probative_field"),
    ((ENTITY, "/siege"), "non_probative_field"),
    ((ENTITY, "/agrements/00"), "non_probative_field"),
    ((ENTITY, "/statut/0"), "non_probative_field"),
    ((LICENCE, "/agrements"), "non_probative_field"),
]


@pytest.mark.parametrize(("place", "reason"), REFUSED)
def test_each_rejection_and_the_assertion_at_fault(place: tuple[str, str], reason: str) -> None:
    assert rejected(place) == (reason, 0)
    assert rejected(GOOD, place, place) == (reason, 1)


def test_the_cap() -> None:
    assert rejected(*[GOOD] * 4) is None
    assert rejected(*[GOOD] * 5) == ("cap_exceeded", None)


OUTSIDE, UNRELATED, TRIVIAL = ("/x", "/y"), (LISTED, "/entrees/0/statut"), (ENTITY, "/siege")


def test_the_order_of_the_reasons_is_that_of_the_format_and_not_of_the_assertions() -> None:
    assert rejected(TRIVIAL, UNRELATED, OUTSIDE) == ("outside_graph", 2)
    assert rejected(TRIVIAL, UNRELATED) == ("unrelated_list_entry", 1)
    assert rejected(TRIVIAL, UNRELATED, OUTSIDE, cap=2) == ("cap_exceeded", None)


def test_a_listed_graph_knows_the_cap_the_graph_and_the_whole_document_alone() -> None:
    assert rejected(("/produits/P-1", "/anything"), graph=OPEN) is None
    assert rejected(("/produits/P-2", "/prix"), graph=OPEN) == ("outside_graph", 0)
    assert rejected(("/produits/P-1", ""), graph=OPEN) == ("non_probative_field", 0)


OWN, COMMON = (LICENCE, "/statut"), (LISTED, "/entrees/2/statut")
SHORTFALLS = [
    # (minimum, own, common) → reason
    (2, 2, 0, None), (2, 1, 1, None), (2, 0, 2, "own_resources_below_half"), (2, 1, 0, "below_minimum"),
    (2, 0, 0, "below_minimum"), (3, 2, 1, None), (3, 1, 2, "own_resources_below_half"),
    (3, 2, 0, "below_minimum"),
    (4, 2, 2, None), (4, 1, 3, "own_resources_below_half"), (4, 1, 2, "below_minimum"), (1, 1, 0, None),
    (1, 0, 1, "own_resources_below_half"),
]  # fmt: skip


@pytest.mark.parametrize(("minimum", "own", "common", "reason"), SHORTFALLS)
def test_the_minimum_and_its_half_rounded_up(minimum: int, own: int, common: int, reason: str | None) -> None:
    found = shortfall(claims(*[OWN] * own, *[COMMON] * common), bounds(minimum, 9), GRAPH)
    assert (found.reason if found else None) == reason


def test_a_listed_graph_has_no_half() -> None:
    assert shortfall(claims(("/produits/P-1", "/prix")), bounds(1, 2), OPEN) is None
    found = shortfall([], bounds(1, 2), OPEN)
    assert found is not None
    assert found.reason == "below_minimum"
