"""The graph of a task, from a corpus small enough to read: what is in it, what is own, who is concerned."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.corpus import EntityGraph, ListedGraph
from site_builder.challenges.prove_it.scoring.graph import Graph, graph_of

ENTITY = "/entites/ENT-1"
# ENT-1 lists a licence by its last part and a certificate by its path; AGR-3 points back to it unlisted.
CORPUS: dict[str, Any] = {
    ENTITY: {
        "existe": True, "agrements": ["AGR-1", "AGR-404"], "attestations": ["/attestations/ATT-1"],
        "beneficiaires": "/beneficiaires/ENT-1?page=1",
    },
    "/entites/ENT-2": {"agrements": ["AGR-2"], "attestations": ["ATT-2"], "beneficiaires": None},
    "/agrements/AGR-1": {"entite": "ENT-1", "activite": "change"},
    "/agrements/AGR-2": {"entite": "ENT-2", "activite": "change"},
    "/agrements/AGR-3": {"entite": "/entites/ENT-1", "activite": "courtage"},
    "/agrements/AGR-404": {"existe": False},
    "/agrements/AGR-405": {"existe": False},
    "/attestations/ATT-1": {"entite": "ENT-1", "avenants": ["AVE-1"]},
    "/attestations/ATT-2": {"entite": "ENT-2", "avenants": ["AVE-2"]},
    "/avenants/AVE-1": {"attestation": "ATT-1"},
    "/avenants/AVE-2": {"attestation": "ATT-2"},
    "/avenants/AVE-3": {"attestation": "ATT-1"},
    "/beneficiaires/ENT-1?page=1": {
        "entrees": [{"nom": "Roy", "prenoms": "Ana"}], "page_suivante": "/beneficiaires/ENT-1?page=2",
    },
    "/beneficiaires/ENT-1?page=2": {
        "entrees": [{"nom": "Li", "prenoms": "Wei"}, {"nom": "Solo"}],
        # A page that names itself again must not be followed for ever.
        "page_suivante": "/beneficiaires/ENT-1?page=1",
    },
    "/beneficiaires/ENT-2?page=1": {"entrees": [{"nom": "Roy", "prenoms": "Eve"}], "page_suivante": None},
    "/listes/agrees/change?page=1": {
        "activite": "change",
        "entrees": [
            {"entite": "ENT-2", "agrement": "AGR-2"}, {"entite": "ENT-1", "agrement": "AGR-1"},
            {"entite": "ENT-10", "agrement": "AGR-1"},
        ],
    },
    "/listes/agrees/change?page=2": {"activite": "change", "entrees": [{"entite": "/entites/ENT-1"}]},
    "/listes/agrees/courtage?page=1": {"activite": "courtage", "entrees": [{"entite": "ENT-1"}]},
    "/mesures-restrictives/p1": {
        "entrees": [
            {"nom": "Roy", "prenoms": "Ana", "date_naissance": "1990-01-01"},
            {"nom": "Roy", "prenoms": "Eve"}, {"nom": "ROY", "prenoms": "Ana"}, {"nom": "Solo"},
        ],
    },
    "/mesures-restrictives/p2": {
        "entrees": [{"nom": "Zed", "prenoms": "Zoé"}, {"nom": "Li", "prenoms": "Wei"}],
    },
    "/referentiel": {"criteres": []},
    "/_systeme/403": {"erreur": "x"},
}  # fmt: skip


def graph(activity: str = "change", named: list[str] | None = None) -> Graph:
    task = EntityGraph(graph="entity", entity=ENTITY, activity=activity, named=named or [])
    return graph_of(task, CORPUS)


OWN = {
    ENTITY, "/agrements/AGR-1", "/agrements/AGR-404", "/agrements/AGR-3", "/attestations/ATT-1",
    "/avenants/AVE-1", "/avenants/AVE-3", "/beneficiaires/ENT-1?page=1", "/beneficiaires/ENT-1?page=2",
}  # fmt: skip
LISTS = {
    "/listes/agrees/change?page=1", "/listes/agrees/change?page=2",
    "/mesures-restrictives/p1", "/mesures-restrictives/p2",
}  # fmt: skip


def test_the_graph_of_an_entity() -> None:
    made = graph()
    assert made.own == frozenset(OWN)
    assert made.resources == OWN | LISTS


@pytest.mark.parametrize(
    "outside",
    [
        "/entites/ENT-2", "/agrements/AGR-2", "/attestations/ATT-2", "/avenants/AVE-2", "/agrements/AGR-405",
        "/beneficiaires/ENT-2?page=1", "/listes/agrees/courtage?page=1", "/referentiel", "/_systeme/403",
        "/agrements/AGR-999", "/agrements/AGR-1/", "/agrements/AGR-1?",
    ],
)  # fmt: skip
def test_what_is_no_part_of_it(outside: str) -> None:
    assert outside not in graph().resources


def test_another_activity_has_another_public_list() -> None:
    assert graph("courtage").resources - OWN == {
        "/listes/agrees/courtage?page=1", "/mesures-restrictives/p1", "/mesures-restrictives/p2",
    }  # fmt: skip
    assert graph("pêche").resources - OWN == {"/mesures-restrictives/p1", "/mesures-restrictives/p2"}


def test_a_resource_that_the_question_names_is_the_entity_s_own() -> None:
    made = graph(named=["/agrements/AGR-405"])
    assert made.own == frozenset(OWN | {"/agrements/AGR-405"})
    assert made.resources == OWN | LISTS | {"/agrements/AGR-405"}


def test_a_common_list_that_the_question_names_is_not_own() -> None:
    made = graph(named=["/listes/agrees/courtage?page=1"])
    assert made.own == frozenset(OWN)
    assert "/listes/agrees/courtage?page=1" in made.resources


def test_the_entries_that_concern_the_entity() -> None:
    assert graph().concerning == {
        "/listes/agrees/change?page=1": {1},
        "/listes/agrees/change?page=2": {0},
        "/mesures-restrictives/p1": {0},
        "/mesures-restrictives/p2": {1},
    }


HOSTILE: list[object] = [
    None,
    [],
    "x",
    {"agrements": "AGR-1"},
    {"agrements": [None, 1, "", []]},
    {"entrees": 3},
]


@pytest.mark.parametrize("record", HOSTILE)
def test_a_record_of_any_shape_gives_a_graph(record: object) -> None:
    task = EntityGraph(graph="entity", entity=ENTITY, activity="change", named=[])
    assert graph_of(task, {ENTITY: record}).own == frozenset({ENTITY})


def test_a_listed_graph_names_no_own_resources() -> None:
    made = graph_of(ListedGraph(graph="listed", resources=["/produits/P-1", "/produits/P-2"]), CORPUS)
    assert made == Graph(frozenset({"/produits/P-1", "/produits/P-2"}), own=None, concerning={})
