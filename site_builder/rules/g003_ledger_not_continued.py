"""A new ledger begins with the published one.

Refuses: in `build` and `seal`: a site whose ledger does not hold every line of the ledger that it would
replace, in the same bytes and the same places; a folder named with `--previous` that has no ledger, or
one that leaves out lines of the output's.

Why: a ledger only grows; whoever noted its first lines must find them again, byte for byte.

Source: formats §5; PUB-17.

Accepted: the published lines, and one more.

Remedy: build onto the site as it was last published, or name its folder with `--previous`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "G003"
NAME: Final = "ledger-not-continued"
FRENCH: Final = """Un nouveau registre commence par celui qui est publié.

Refuse : dans `build` et `seal` : un site dont le registre ne contient pas chaque ligne de celui qu'il
remplacerait, dans les mêmes octets et aux mêmes places ; un dossier nommé par `--previous` qui n'a pas
de registre, ou dont le registre omet des lignes de celui de la sortie.

Pourquoi : un registre ne fait que croître ; celui qui en a noté les premières lignes doit les
retrouver, octet pour octet.

Source : formats §5 ; PUB-17.

Accepte : les lignes publiées, et une de plus.

Remède : construire sur le site tel qu'il fut publié en dernier, ou nommer son dossier par `--previous`.
"""
