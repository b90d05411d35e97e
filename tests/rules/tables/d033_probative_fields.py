from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, GENERIC_FOLDER, both, generique, put

AT = "/tasks/0/assertions/1/claim"
LISTED = "a field that the frozen section lists for its collection"


def about(resource: str, field: str) -> Callable[[Path], None]:
    value = {"resource": resource, "field": field, "value": "x"}
    return lambda world: worlds.mutate(world / COMMUNITY, AT, value)


def refused(resource: str, field: str) -> World:
    shown = ascii(f"{resource} {field}")
    return World(f"{resource} {field}", about(resource, field), ((COMMUNITY, AT, shown, LISTED),))


ACCEPTED = [
    World(f"{resource} {field}", about(resource, field))
    for resource, field in (
        ("/entites/ENT-1", "/agrements/12"),
        ("/attestations/ATT-1", "/avenants"),
        ("/avenants/AVE-1", "/activite_exclue"),
        ("/listes/agrees/change-p2", "/entrees/0/entite"),
        ("/beneficiaires/ENT-1-p1", "/page_suivante"),
        ("/mesures-restrictives/p1", "/entrees/19/date_naissance"),
    )
]
REFUSED = [
    refused("/entites/ENT-1", ""),
    refused("/entites/ENT-1", "/denomination"),
    refused("/entites/ENT-1", "/agrements/01"),
    refused("/entites/ENT-1", "/agrements/٣"),
    refused("/entites/", "/statut"),
    refused("/entites/a/b", "/statut"),
    refused("/listes/agrees/change-p2", "/page_suivante"),
    refused("/mesures-restrictives/p1", "/entrees/0/sexe"),
    refused("/referentiel", "/criteres/0"),
    refused("/entites/ENT-1", "/statut\n"),
]
NOT_APPLICABLE = [
    World(
        "generique",
        both(
            generique,
            put(f"{GENERIC_FOLDER}/community/participant-one.json", f"{AT}/resource", "/produits/PRD-1"),
        ),
    )
]
