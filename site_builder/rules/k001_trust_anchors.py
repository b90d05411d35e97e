"""The trust folder is complete and consistent.

Refuses: in `evidence.trust_manifest`: a file that the trust manifest does not name, one that is missing
or has another hash, a key or a certificate that cannot be read.

Why: an anchor that nobody decided on would vouch for whatever it signed.

Source: formats §4.

Accepted: the files that the manifest names, with their hashes and the dates between which each counts.

Remedy: restore the file, or name it in the manifest.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "K001"
NAME: Final = "trust anchors"
FRENCH: Final = """Le dossier de confiance est complet et cohérent.

Refuse : dans `evidence.trust_manifest` : un fichier que le manifeste de confiance ne nomme pas, un
fichier absent ou d'un autre hash, une clé ou un certificat illisible.

Pourquoi : une ancre que personne n'a décidée se porterait garante de tout ce qu'elle a signé.

Source : formats §4.

Accepte : les fichiers que le manifeste nomme, avec leurs hashes et les dates entre lesquelles chacun
compte.

Remède : rétablir le fichier, ou le nommer dans le manifeste.
"""
