"""A command that runs a season does what it was asked, or nothing.

Refuses: in `season`: a season that is there already, or is not there; a track that the season does not have;
a key, a salt or a freeze that does not fit what was committed to; bodies of a corpus that break its contract;
a file that has no place in the season; what the close alone may reveal, before the close.

Why: a tree that was changed by half, or by a file of another season, is noticed when it can no longer be
mended: a freeze after the opening is another season.

Source: specification §2.5, §8.

Accepted: what the command's help names; the same command again, which changes nothing.

Remedy: correct what the finding names, and give the command again.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "O001"
NAME: Final = "season operation"
FRENCH: Final = """Une commande qui conduit une saison fait ce qu'on lui demande, ou rien.

Refuse : dans `season` : une saison déjà là, ou absente ; une piste que la saison n'a pas ; une clé, un sel ou
un gel qui ne correspondent pas à ce qui a été engagé ; des corps de corpus qui en rompent le contrat ; un
fichier qui n'a pas sa place dans la saison ; avant la clôture, ce que seule la clôture peut révéler.

Pourquoi : un dossier à moitié changé, ou changé par un fichier d'une autre saison, se remarque quand il n'est
plus temps : un gel après l'ouverture, c'est une autre saison.

Source : spécification §2.5, §8.

Accepte : ce que nomme l'aide de la commande ; la même commande une seconde fois, qui ne change rien.

Remède : corriger ce que nomme le constat, puis relancer la commande.
"""
