"""The staging folder holds what the build wrote.

Refuses: in `publish`: a file in the staging folder that this build did not write, or one that was
changed or removed meanwhile.

Why: what is published would not be what was judged.

Source: formats §5.

Accepted: exactly the files of the manifest.

Remedy: stop the program that writes there, then build again.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W006"
NAME: Final = "staging-disturbed"
FRENCH: Final = """Le dossier de préparation contient ce que la construction a écrit.

Refuse : dans `publish` : un fichier du dossier de préparation que cette construction n'a pas écrit, ou
qui a été modifié ou retiré entre-temps.

Pourquoi : ce qui est publié ne serait pas ce qui a été jugé.

Source : formats §5.

Accepte : exactement les fichiers du manifeste.

Remède : arrêter le programme qui y écrit, puis construire de nouveau.
"""
