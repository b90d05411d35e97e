"""No model or provider name in a negative category.

Refuses: a model or provider name of the list `model-names.txt` in a title, a heading, a caption, a
group, a description, an address or a file name that the Index writes, or in one of its sentences about
unsupported claims, rejections, faults or failures; a word of an agent's or a run's name in a title or a
caption.

Why: the Index measures an agent's run, not a model; a name beside a failure would be read as a verdict
on its maker.

Source: PUBLICATION_RULES PUB-07; specification §7.3.

Accepted: the name in its own cell of a row or a report, as third-party text; a neutral sentence that
names a provider outside titles and captions.

Remedy: name the report by its report id, and the group by what it holds.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-07"
NAME: Final = "no model name in a negative category"
FRENCH: Final = """Aucun nom de modèle ou de fournisseur dans une catégorie négative.

Refuse : un nom de modèle ou de fournisseur de la liste `model-names.txt` dans un titre, une légende, un
groupe, une description, une adresse ou un nom de fichier écrits par l'Index, ou dans l'une de ses
phrases sur des claims non étayés, des rejets, des défauts ou des échecs ; un mot du nom d'un agent ou
d'un run dans un titre ou une légende.

Pourquoi : l'Index mesure le run d'un agent, pas un modèle ; un nom à côté d'un échec se lirait comme un
verdict sur son fabricant.

Source : PUBLICATION_RULES PUB-07 ; spécification §7.3.

Accepte : le nom dans sa propre cellule d'une ligne ou d'un rapport, comme texte de tiers ; une phrase
neutre qui nomme un fournisseur hors des titres et des légendes.

Remède : désigner le rapport par son identifiant, et le groupe par ce qu'il contient.
"""
