"""The freeze comes before the score.

Refuses: a frozen section, a manifest or a key with its salt that does not give the hash that was
anchored; scores without the revealed key; a superseded freeze without its reason or, once the key is
revealed, without its salt; a season page that does not show them all.

Why: scoring rules or a key changed after the freeze would be scored without a sound.

Source: PUBLICATION_RULES PUB-15; specification §8.

Accepted: SHA-256 of the section's bytes, of the manifest's bytes, and of the salt followed by the key,
each equal to what `track.json` declares.

Remedy: restore the frozen bytes. Changed rules are no correction: the season is invalidated, and says
so.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-15"
NAME: Final = "pre-registration before score"
FRENCH: Final = """Le gel précède le score.

Refuse : une section gelée, un manifeste ou une clé et son sel qui ne donnent pas le hash ancré ; des
scores sans la clé révélée ; un gel remplacé sans son motif ou, une fois la clé révélée, sans son sel ;
une page de saison qui ne les montre pas tous.

Pourquoi : un barème ou une clé modifiés après le gel seraient scorés sans bruit.

Source : PUBLICATION_RULES PUB-15 ; spécification §8.

Accepte : le SHA-256 des octets de la section, de ceux du manifeste, et du sel suivi de la clé, chacun
égal à ce que déclare `track.json`.

Remède : rétablir les octets gelés. Un barème modifié n'est pas une correction : la saison est
invalidée, et le dit.
"""
