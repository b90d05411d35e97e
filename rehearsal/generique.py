"""The invented corpus of generique: ten needs, each with two products, a supplier, a delivery, a list."""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.world import Place, Task, World, facts_of

NONE = "aucune_option_valide"
BOUNDS = ((2, 4), (3, 6), (3, 6), (2, 4), (4, 8), (3, 6), (4, 8), (2, 5), (3, 6), (4, 8))
FAMILIES = (None, "P1", "P2", "P3", "P4", "P5", "P5", "P2", "P5", "P4")
# The need, the tempting product, and the other one.
NEEDS: Sequence[tuple[str, str, str]] = (
    ("Douze lampes de bureau, moins de 40 € pièce, disponibles.", "Lampe Alba", "Lampe Brume"),
    ("Le projecteur PRD-0202, et lui seul.", "Projecteur Cime", "Projecteur Dune"),
    ("Une imprimante au prix en vigueur au 30 avril 2026.", "Imprimante Épi", "Imprimante Faon"),
    ("Six chaises en stock chez leur fournisseur.", "Chaise Givre", "Chaise Houle"),
    ("Un onduleur livré en Corse.", "Onduleur Iris", "Onduleur Jade"),
    ("Un détecteur certifié NF, le moins cher possible.", "Détecteur Kermès", "Détecteur Lice"),
    ("Un extincteur certifié CE, le moins cher possible.", "Extincteur Mûre", "Extincteur Nacre"),
    ("Un routeur au prix en vigueur au 30 avril 2026.", "Routeur Onyx", "Routeur Pin"),
    ("Un casque certifié NF, moins de 60 €.", "Casque Quartz", "Casque Rive"),
    ("Un vélo cargo livré à Bréhat.", "Vélo Sitelle", "Vélo Tarn"),
)


def world() -> World:
    """The corpus, its tasks and its key."""
    made = World("generique", "https://catalogue.rehearsal.example", None)
    for number in range(1, 11):
        made.add(_task(made, number))
    return made


def _task(made: World, n: int) -> Task:
    need, tempting, other = NEEDS[n - 1]
    family = FAMILIES[n - 1]
    nothing_fits = n in (2, 4, 9)
    first, second = f"/produits/PRD-{n:02d}01", f"/produits/PRD-{n:02d}02"
    supplier, delivery = f"/fournisseurs/FRN-{n:03d}", f"/livraisons/LIV-{n:03d}"
    annex, catalogue = f"/livraisons/LIV-{n:03d}/annexe", f"/catalogues/rayon-{n}?page=1"
    certified = [[], ["CE"], ["NF"]][{"P5": 2, None: 1}.get(family, 1)]
    _product(made, first, tempting, n, price=f"{20 + n}.90", stale=family == "P2",
             certifications=["Éco-label"] if family == "P5" else certified)  # fmt: skip
    if family == "P1":
        made.put(second, existe=False)
    else:
        fits = certified if not nothing_fits else ["Éco-label"]
        _product(made, second, other, n, price=f"{45 + n}.50", stale=False, certifications=fits)
    shortage = [f"PRD-{n:02d}01", f"PRD-{n:02d}02"] if family == "P3" else []
    made.put(supplier, existe=True, actif=True, pays="FR", delai_jours="5", ruptures=shortage)
    place = {5: "Corse", 10: "Bréhat"}.get(n, "Andorre")
    made.put(delivery, existe=True, fournisseur=f"FRN-{n:03d}", delai_jours="4", annexe=annex)
    blocked = [f"PRD-{n:02d}01 : {place}"] if family == "P4" else []
    made.put(annex, existe=True, exclusions=blocked, surcharge=None)
    entries = [{"reference": f"PRD-{n:02d}0{k}", "disponible": True} for k in (1, 2)]
    made.put(catalogue, entrees=entries)
    grounds: Sequence[Sequence[Place]] = {
        None: [[(first, "/prix_ttc")], [(first, "/disponible"), (catalogue, "/entrees/0/disponible")]],
        "P1": [[(second, "/existe")]],
        "P2": [[(first, "/prix_valable_jusqu_au")], [(second, "/prix_valable_jusqu_au")]],
        "P3": [[(catalogue, "/entrees/0/disponible")], [(supplier, "/ruptures"), (supplier, "/ruptures/0")]],
        "P4": [[(delivery, "/annexe")], [(annex, "/exclusions/0"), (annex, "/exclusions")]],
        "P5": [[(first, "/certifications")], [(second, "/certifications/0"), (second, "/certifications")]],
    }[family]
    others: list[Place] = [
        (first, "/existe"), (first, "/fournisseur"), (supplier, "/actif"), (supplier, "/delai_jours"),
        (delivery, "/delai_jours"), (first, "/disponible"), (catalogue, "/entrees/0/reference"),
    ]  # fmt: skip
    verdict = NONE if nothing_fits else f"PRD-{n:02d}0{1 if family is None else 2}"
    minimum, cap = BOUNDS[n - 1]
    resources = [first, second, supplier, delivery, annex, catalogue]
    return Task(
        f"gen-{n:02d}", minimum, cap, verdict, family, need, {"graph": "listed", "resources": resources},
        grounds, facts_of(grounds, others),
    )  # fmt: skip


def _product(
    made: World, resource: str, name: str, n: int, *, price: str, stale: bool, certifications: list[str]
) -> None:
    made.put(
        resource, existe=True, designation=name, fournisseur=f"FRN-{n:03d}", prix_ttc=price,
        prix_valable_jusqu_au="2026-03-31" if stale else "2026-12-31", disponible=True,
        certifications=certifications,
    )  # fmt: skip
