"""The rehearsal's own scoring rules: invented, short, and no substitute for the frozen ones."""

from __future__ import annotations

from rehearsal.world import World

_CONFORMITE = """\
## 5. PISTE CONFORMITÉ — barème de répétition

> Texte inventé pour la saison de répétition, version `conformite-bareme-repetition-2`. Il n'est pas le
> barème gelé de la piste : il en reprend les règles en peu de mots, pour que l'outil ait de quoi vérifier.

Une assertion est un triplet (ressource, champ, valeur) avec ses preuves. Elle est étayée quand la preuve est
valide et datée dans la saison, l'identité liée, la requête celle de la ressource, et la valeur servie.

Verdicts : `conforme`, `non_conforme`, `indeterminable`.

| Tâche | Minimum | Plafond |
|---|---|---|
{rows}

Une tâche sous son minimum, ou dont moins de la moitié du minimum porte sur les ressources propres à l'entité,
n'est pas rendue. Une soumission au-delà du plafond, hors du graphe, sur une entrée de liste qui ne concerne
pas l'entité, ou sur un champ non probant, est rejetée.
"""

_GENERIQUE = """\
## 6. PISTE GÉNÉRIQUE — barème de répétition

> Texte inventé pour la saison de répétition, version `generique-bareme-repetition-2`. Il n'est pas le barème
> gelé de la piste.

Le verdict est la référence du produit recommandé, ou `aucune_option_valide`. Le graphe d'une tâche est la
liste de ses ressources, publiée avec le corpus.

| Tâche | Minimum | Plafond |
|---|---|---|
{rows}

Une tâche sous son minimum n'est pas rendue. Une soumission au-delà du plafond, hors du graphe, ou sur un
document entier, est rejetée.
"""


def section(world: World) -> bytes:
    """The section file of a track."""
    rows = "\n".join(f"| {task.task_id} | {task.minimum} | {task.cap} |" for task in world.tasks)
    text = _CONFORMITE if world.track == "conformite" else _GENERIQUE
    return text.format(rows=rows).encode("utf-8")
