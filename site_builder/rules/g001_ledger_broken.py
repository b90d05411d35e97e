"""The published ledger is whole.

Refuses: in `build` and `seal`: a published site whose `ledger.jsonl` is missing, has a line in another
form than it was written in, or a `seal`, `link`, `prev` or number that the lines do not give when
recomputed.

Why: a line that was altered or taken out would rewrite what was published, and when.

Source: formats §5; PUB-17.

Accepted: the ledger as earlier publications wrote it, byte for byte.

Remedy: put the published ledger back from a copy that verifies; it is never written anew.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "G001"
NAME: Final = "ledger-broken"
FRENCH: Final = """Le registre publié est entier.

Refuse : dans `build` et `seal` : un site publié dont `ledger.jsonl` manque, contient une ligne dans une
autre forme que celle où elle fut écrite, ou un `seal`, un `link`, un `prev` ou un numéro que les lignes
ne redonnent pas par le calcul.

Pourquoi : une ligne modifiée ou retirée récrirait ce qui a été publié, et quand.

Source : formats §5 ; PUB-17.

Accepte : le registre tel que les publications antérieures l'ont écrit, octet pour octet.

Remède : remettre le registre publié depuis une copie qui se vérifie ; il ne s'écrit jamais à nouveau.
"""
