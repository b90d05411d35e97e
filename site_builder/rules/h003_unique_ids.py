"""Every id of a page is unique.

Refuses: two elements of a page with the same `id`, an `id` that holds a space.

Why: a link to an anchor lands on the first of two; labels and descriptions attach to the wrong element.

Source: [HTML standard](https://html.spec.whatwg.org/multipage/), `id`.

Accepted: ids that differ; those of tasks begin with the task id.

Remedy: prefix the id with what it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.rules.cases import OutputCase

CODE: Final = "H003"
NAME: Final = "unique ids"
FRENCH: Final = """Chaque identifiant d'une page est unique.

Refuse : deux éléments d'une page portant le même `id`, un `id` qui contient une espace.

Pourquoi : un lien vers une ancre mène au premier des deux ; les étiquettes et les descriptions se
rattachent au mauvais élément.

Source : [norme HTML](https://html.spec.whatwg.org/multipage/), `id`.

Accepte : des identifiants différents ; ceux des tâches commencent par l'identifiant de la tâche.

Remède : préfixer l'identifiant par ce à quoi il appartient.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_output(output: OutputCase) -> Iterator[Finding]:
    ids = output.ids
    if len(set(ids)) != len(ids):
        for name in sorted({name for name in ids if ids.count(name) > 1}):
            yield _finding(
                file=output.file,
                element=f"#{name}",
                found=f"{ids.count(name)} elements with the id {name}",
                expected="one",
                remedy="Prefix the id with what it belongs to.",
            )
    for name in ids if " ".join(ids).split() != list(ids) else ():
        if name.split() != [name]:
            yield _finding(
                file=output.file,
                element="[id]",
                found=f"the id {name!a}",
                expected="a name without spaces",
                remedy="Use letters, digits and hyphens.",
            )
