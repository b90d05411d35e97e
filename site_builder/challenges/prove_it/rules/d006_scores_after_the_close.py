"""Pages with scores are dated after the close.

Refuses: pages that show the scores of a season and bear an instant before its `closes_at`, or that instant
itself.

Why: scores are public only once the season is closed; a page with scores that is dated before the close says
that they were shown too early, or says something false of itself, and the ledger repeats it.

Source: PUBLICATION_RULES PUB-01; specification §7.4; FORMATS §2, `genere_le`.

Accepted: a `--generated-at` after `closes_at`, whatever their offsets, even before `published_at`, which
announces; any instant for pages that show no score of the season yet.

Remedy: give the instant of the publication with `--generated-at`, or commit the data after the close.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D006"
NAME: Final = "scores after the close"
FRENCH: Final = """Les pages avec des scores sont datées d'après la clôture.

Refuse : des pages qui montrent les scores d'une saison et portent un instant antérieur à son `closes_at`, ou
cet instant même.

Pourquoi : les scores ne sont publics qu'une fois la saison close ; une page avec des scores qui est datée
d'avant la clôture dit qu'ils ont été montrés trop tôt, ou dit d'elle-même une chose fausse, et le registre
la répète.

Source : PUBLICATION_RULES PUB-01 ; spécification §7.4 ; FORMATS §2, `genere_le`.

Accepte : un `--generated-at` postérieur à `closes_at`, quel que soit leur décalage, même antérieur à
`published_at`, qui annonce ; tout instant pour des pages qui ne montrent encore aucun score de la saison.

Remède : donner l'instant de la publication par `--generated-at`, ou valider les données dans un commit après
la clôture.
"""


def check_season(case: SeasonCase) -> Iterator[Finding]:
    if case.published and not case.season.closed(case.generated_at):
        yield Finding(
            code=CODE,
            name=NAME,
            file=case.file,
            pointer="/closes_at",
            found=f"{case.season.closes_at.text}, and pages with scores of {case.generated_at.text}",
            expected="pages that bear an instant after the close",
            remedy="Give the instant of the publication with --generated-at, or commit the data after the "
            "close.",
        )
