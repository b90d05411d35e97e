"""The invented corpus of conformite: ten entities, one for each task; every family of traps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rehearsal.world import Json, Place, Task, World, facts_of

EXAMINED = "2026-04-30"
CASH, CHANGE, CUSTODY = "transport-de-fonds", "change-manuel", "garde-de-titres"
BOUNDS = ((2, 4), (3, 6), (2, 4), (3, 6), (4, 8), (4, 8), (3, 6), (4, 8), (3, 6), (3, 6))

REFERENCE = {
    "date_examen": EXAMINED,
    "criteres": [
        "C1 : la fiche de l'entité existe et son statut est « active ».",
        "C2 : un agrément de l'entité couvre l'activité visée, est « actif », et couvre la date d'examen.",
        "C3 : la liste publique des agréés de l'activité donne à cet agrément le même statut.",
        "C4 : une attestation d'assurance couvre l'activité visée à la date d'examen, avenants en vigueur.",
        "C5 : aucun bénéficiaire n'est sur la liste des mesures restrictives (nom, prénoms, naissance).",
    ],
    "precedence": "Un critère faux : non_conforme. Sinon un critère sans source : indeterminable.",
}

# The ten entities: name, seat, activity, and what differs from an entity without any trap.
ENTITIES: Sequence[tuple[str, str, str, Mapping[str, object]]] = (
    ("Convoyage des Trois Rives", "Nantes", CASH, {}),
    ("Comptoir Éloïse & Fils", "Dijon", CHANGE, {"licence_absent": True}),
    ("Garde Lumière", "Lyon", CUSTODY, {"until": "2026-03-31"}),
    ("Fourgons du Ponant", "Brest", CASH, {"listed": "suspendu"}),
    ("Escorte Azuréenne", "Nice", CASH, {"amendments": "exclusion"}),
    ("Change de la Halle", "Lille", CHANGE, {"owner": ("Lefèvre", "Anaïs", "1971-04-12")}),
    ("Dépôt Saint-Aubin", "Rouen", CUSTODY, {"certificate_absent": True}),
    ("Titres du Vieux Pont", "Albi", CUSTODY, {"second_page": ("Østergaard", "Søren", "1966-11-30")}),
    ("Relais Monnaie Claire", "Metz", CHANGE, {"until": "2026-02-28", "amendments": "extension"}),
    ("Coffres d'Armorique", "Vannes", CUSTODY, {"licensed_for": CHANGE}),
)
QUESTIONS = (
    "ENT-0001 peut-elle transporter des fonds à la date d'examen ?",
    "ENT-0002 se prévaut de l'agrément AGR-2201 : est-elle en règle pour le change manuel ?",
    "ENT-0003 est-elle en règle pour la garde de titres ?",
    "ENT-0004 est-elle agréée pour le transport de fonds ?",
    "ENT-0005 est-elle assurée pour le transport de fonds ?",
    "Un bénéficiaire d'ENT-0006 est-il visé par une mesure restrictive ?",
    "ENT-0007 produit l'attestation ATT-7999 : est-elle assurée pour la garde de titres ?",
    "ENT-0008 est-elle en règle pour la garde de titres ?",
    "ENT-0009 est-elle encore assurée pour le change manuel ?",
    "ENT-0010 est-elle agréée pour la garde de titres ?",
)
FAMILIES = (None, "P1", "P2", "P3", "P4", "P5", "P1", "P4", "P5", "P5")
VERDICTS = (
    "conforme", "indeterminable", "non_conforme", "indeterminable", "non_conforme",
    "conforme", "indeterminable", "non_conforme", "conforme", "non_conforme",
)  # fmt: skip
OWNERS = (
    ("Marchand", "Paul", "1962-01-09"), ("Diallo", "Awa", "1980-07-21"), ("Kowalska", "Zofia", "1975-02-14"),
    ("Haddad", "Karim", "1969-10-03"), ("Nguyễn", "Thị Hà", "1983-05-17"), ("Petit", "Jeanne", "1959-12-24"),
    ("Morel", "Louis", "1978-03-30"), ("Garnier", "Odile", "1964-08-08"), ("Tanaka", "Haruto", "1972-06-02"),
    ("Rossi", "Chiara", "1986-09-19"),
)  # fmt: skip


def world() -> World:
    """The corpus, its tasks and its key."""
    made = World(
        "conformite", "https://corpus.rehearsal.example", ["conforme", "non_conforme", "indeterminable"]
    )
    made.put("/referentiel", **REFERENCE)
    licensed: dict[str, list[Json]] = {CASH: [], CHANGE: [], CUSTODY: []}
    for number, (name, seat, activity, traps) in enumerate(ENTITIES, 1):
        _entity(made, number, name, seat, activity, traps)
        status = str(traps.get("listed", "actif"))
        if "licence_absent" not in traps:
            entry = {"agrement": f"AGR-{number}201", "entite": f"ENT-{number:04d}", "statut": status}
            licensed[str(traps.get("licensed_for", activity))].append(entry)
    for activity, entries in licensed.items():
        _list(made, f"/listes/agrees/{activity}", entries, activite=activity)
    _list(made, "/mesures-restrictives/liste", _restricted())
    for number in range(1, 11):
        made.add(_task(made, number))
    return made


def _entity(made: World, n: int, name: str, seat: str, activity: str, traps: Mapping[str, object]) -> None:
    entity, licence, certificate = f"ENT-{n:04d}", f"AGR-{n}201", f"ATT-{n}301"
    first = f"/beneficiaires/{entity}?page=1"
    has_certificate = "certificate_absent" not in traps
    made.put(
        f"/entites/{entity}", existe=True, denomination=name, forme="SAS", siege=seat, statut="active",
        agrements=[licence], attestations=[certificate] if has_certificate else [], beneficiaires=first,
    )  # fmt: skip
    if "licence_absent" in traps:
        made.put(f"/agrements/{licence}", existe=False)
    else:
        made.put(
            f"/agrements/{licence}", existe=True, entite=entity, statut="actif",
            activite=traps.get("licensed_for", activity),
            date_debut="2023-01-01", date_fin_validite="2027-12-31",
        )  # fmt: skip
    if has_certificate:
        amendments = [f"AVE-{n}401", f"AVE-{n}402"] if "amendments" in traps else []
        made.put(
            f"/attestations/{certificate}", existe=True, entite=entity, type="assurance",
            date_emission="2024-05-02", date_fin_validite=traps.get("until", "2027-06-30"),
            avenants=amendments,
        )  # fmt: skip
        for k, amendment in enumerate(amendments):
            _amendment(made, amendment, certificate, activity if k else None, str(traps["amendments"]))
    else:
        made.put("/attestations/ATT-7999", existe=False)
    second = traps.get("second_page")
    following = f"/beneficiaires/{entity}?page=2" if second else None
    owner = traps.get("owner", OWNERS[n - 1])
    _page(made, first, owner, following)
    if following:
        _page(made, following, second, None)


def _amendment(made: World, name: str, certificate: str, activity: str | None, kind: str) -> None:
    """The first amendment changes nothing that counts; the second one does."""
    counts = activity is not None
    extends, excludes = counts and kind == "extension", counts and kind == "exclusion"
    made.put(
        f"/avenants/{name}", existe=True, attestation=certificate,
        objet="prolongation" if extends else "exclusion d'activité" if excludes else "changement d'adresse",
        date_effet="2026-02-01" if counts else "2025-03-15",
        nouvelle_date_fin="2027-02-28" if extends else None,
        activite_exclue=activity if excludes else None,
    )  # fmt: skip


def _page(made: World, resource: str, owner: object, following: str | None) -> None:
    assert isinstance(owner, tuple)
    surname, given, born = owner
    entry = {"nom": surname, "prenoms": given, "date_naissance": born}
    made.put(resource, statut_declaration="complète", entrees=[entry], page_suivante=following)


def _list(made: World, resource: str, entries: list[Json], **members: object) -> None:
    """A common list in pages of three."""
    pages = [entries[n : n + 3] for n in range(0, len(entries), 3)]
    for number, page in enumerate(pages, 1):
        made.put(f"{resource}?page={number}", **members, pages=str(len(pages)), entrees=page)


def _restricted() -> list[Json]:
    """Six people: a namesake of a beneficiary born another day, and a beneficiary."""
    people = (
        ("Brandt", "Ute", "1958-02-11"),
        ("Lefèvre", "Anaïs", "1971-04-21"),
        ("Cissé", "Moussa", "1970-01-01"),
        ("Volkov", "Irina", "1981-12-05"),
        ("Østergaard", "Søren", "1966-11-30"),
        ("Lemoine", "Guy", "1949-07-07"),
    )
    return [{"nom": s, "prenoms": g, "date_naissance": b} for s, g, b in people]


def _task(made: World, n: int) -> Task:
    activity = ENTITIES[n - 1][2]
    entity, licence = f"/entites/ENT-{n:04d}", f"/agrements/AGR-{n}201"
    certificate = f"/attestations/ATT-{n}301"
    owners = f"/beneficiaires/ENT-{n:04d}?page="
    restricted = "/mesures-restrictives/liste?page="
    grounds: Sequence[Sequence[Place]] = (
        [[(entity, "/statut")], [(licence, "/statut"), _listed(made, n, "statut")]],
        [[(entity, "/agrements/0"), (entity, "/agrements")], [(licence, "/existe")]],
        [[(entity, "/attestations/0"), (entity, "/attestations")], [(certificate, "/date_fin_validite")]],
        [[(licence, "/statut")], [_listed(made, n, "statut")]],
        [
            [(certificate, "/avenants/1"), (certificate, "/avenants")],
            [("/avenants/AVE-5402", "/activite_exclue")],
            [("/avenants/AVE-5402", "/date_effet")],
        ],
        [[(owners + "1", "/entrees/0/date_naissance")], [(restricted + "1", "/entrees/1/date_naissance")]],
        [[("/attestations/ATT-7999", "/existe")], [(entity, "/attestations")]],
        [
            [(owners + "1", "/page_suivante")],
            [(owners + "2", "/entrees/0/date_naissance")],
            [(restricted + "2", "/entrees/1/date_naissance")],
        ],
        [
            [(certificate, "/avenants/1"), (certificate, "/avenants")],
            [("/avenants/AVE-9402", "/nouvelle_date_fin")],
            [("/avenants/AVE-9402", "/date_effet")],
        ],
        [[(licence, "/activite"), _listed(made, n, "agrement")], [(entity, "/agrements")]],
    )[n - 1]
    others: list[Place] = [(entity, "/existe"), (entity, "/statut")]
    if n != 2:
        others += [(licence, "/entite"), (licence, "/date_debut"), (licence, "/date_fin_validite")]
    others += [(entity, "/beneficiaires")]
    if n != 7:
        others += [(entity, "/attestations/0")]
    minimum, cap = BOUNDS[n - 1]
    graph: Json = {"graph": "entity", "entity": entity, "activity": activity, "named": []}
    if n == 7:
        graph["named"] = ["/attestations/ATT-7999"]
    return Task(
        f"conf-{n:02d}", minimum, cap, VERDICTS[n - 1], FAMILIES[n - 1], QUESTIONS[n - 1], graph,
        grounds, facts_of(grounds, others),
    )  # fmt: skip


def _listed(made: World, n: int, member: str) -> Place:
    """Where the public list holds the entity: in the list of the activity that it is licensed for."""
    for resource in sorted(made.bodies):
        if resource.startswith("/listes/agrees/"):
            entries = made.value((resource, "/entrees"))
            for number, entry in enumerate(entries):
                if entry["entite"] == f"ENT-{n:04d}":
                    return resource, f"/entrees/{number}/{member}"
    return "/listes/agrees/none", f"/entrees/0/{member}"
