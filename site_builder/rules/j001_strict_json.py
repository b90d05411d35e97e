"""Input files are strict JSON.

Refuses: in `inputs.schema` and the kernel's reader: bytes that are not UTF-8, a byte order mark, a key
twice in one object, NaN or an infinity, a number out of range, a lone surrogate, a raw control
character, text after the value, more than 100 levels, more than 16 MiB.

Why: a forgiving parser keeps one of two values without a word, and two parsers keep different ones.

Source: formats §1; RFC 8259.

Accepted: UTF-8 JSON as any strict writer makes it, with whatever spacing; integers of any length up to
1,000 digits, exact.

Remedy: correct the place, or write the file again with a JSON library that refuses what JSON does not
allow; keep to the limits, which nothing that the formats hold exceeds.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "J001"
NAME: Final = "strict JSON"
FRENCH: Final = """Les fichiers d'entrée sont du JSON strict.

Refuse : dans `inputs.schema` et le lecteur du noyau : des octets qui ne sont pas de l'UTF-8, une marque
d'ordre, une clé en double dans un objet, NaN ou un infini, un nombre hors limites, un demi-caractère
isolé, un caractère de contrôle brut, du texte après la valeur, plus de 100 niveaux, plus de 16 Mio.

Pourquoi : un lecteur indulgent garde sans un mot l'une de deux valeurs, et deux lecteurs n'en gardent
pas la même.

Source : formats §1 ; RFC 8259.

Accepte : du JSON en UTF-8 tel qu'un programme strict l'écrit, quels que soient les espaces ; des
entiers exacts, jusqu'à 1 000 chiffres.

Remède : corriger l'endroit, ou réécrire le fichier avec une bibliothèque JSON qui refuse ce que JSON
n'autorise pas ; rester dans les limites, que rien de ce que les formats contiennent ne dépasse.
"""
