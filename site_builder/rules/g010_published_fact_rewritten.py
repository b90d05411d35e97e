"""The published facts of a season stand.

Refuses: in `build`: for a season that was published as a real one, another frozen section (its hash, its
proof, its version), manifest or key commitment than the last publication shows, unless that freeze is now
among the superseded ones; a superseded freeze that is gone or says something else; another salt or key than
the one that was revealed; another instant or reason of an invalidation; a season that is a demonstration
now; and, once scores were published, other dates, other terms of dispute or another contact.

Why: a freeze, a date or a reason that is rewritten after it was read makes a season look like one that was
announced otherwise, and nothing says so.

Source: PUB-15 and PUB-17; specification §8 and §9.2.

Accepted: a freeze that was replaced and is listed in `superseded`, with its reason; salts and a key that were
withheld and are shown now; a valid season that is invalidated; dates and terms that change before scores
were published; the same instant with another offset; any change of a season that was published as a
demonstration alone.

Remedy: put back what was published. Rules that were frozen again stand beside the freeze that they replace; a
season whose rules or corpus changed is invalidated.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding, told

CODE: Final = "G010"
NAME: Final = "published-fact-rewritten"
FRENCH: Final = """Les faits publiés d'une saison restent.

Refuse : dans `build` : pour une saison publiée comme réelle, une section gelée (son hash, sa preuve, sa
version), un manifeste ou un engagement de clé autres que ceux de la dernière publication, à moins que ce gel
ne soit désormais parmi les gels remplacés ; un gel remplacé qui n'est plus là ou dit autre chose ; un sel ou
une clé autres que ceux qui ont été révélés ; un autre instant ou un autre motif d'une invalidation ; une
saison désormais de démonstration ; et, une fois des scores publiés, d'autres dates, d'autres conditions de
contestation ou un autre contact.

Pourquoi : un gel, une date ou un motif récrits après avoir été lus font passer la saison pour une autre que
celle qui était annoncée, et rien ne le dit.

Source : PUB-15 et PUB-17 ; spécification §8 et §9.2.

Accepte : un gel qui a été remplacé et figure dans `superseded`, avec son motif ; des sels et une clé tenus
secrets et désormais montrés ; une saison valide qui est invalidée ; des dates et des conditions qui changent
avant que des scores ne soient publiés ; le même instant avec un autre décalage ; tout changement d'une
saison publiée seulement comme démonstration.

Remède : remettre ce qui a été publié. Un barème gelé de nouveau se place à côté du gel qu'il remplace ; une
saison dont le barème ou le corpus a changé est invalidée.
"""
_FREEZE: Final = (
    "Put the published value back; where the rules were frozen again, list the published freeze in "
    "scoring_rules.superseded, with its reason."
)
_SUPERSEDED: Final = "Put the freeze back as it was published; only a salt that was withheld may be added."
_REVEALED: Final = "Put it back: what was revealed stays as it was."
_INVALIDATION: Final = "Put the invalidation back as it was published."
_TERMS: Final = "Put it back as it was published: once scores are, dates and terms of dispute stand."
_finding = partial(Finding, code=CODE, name=NAME)


def _rewritten(
    remedy: str, file: str, pointer: str | None, now: object, published: object, n: int
) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        found=told(now),
        expected=f"{told(published)}, as publication {n} shows",
        remedy=remedy,
    )


freeze_rewritten = partial(_rewritten, _FREEZE)
"""The finding about a member of the current freeze: file, pointer, now, published, in which publication."""
superseded_rewritten = partial(_rewritten, _SUPERSEDED)
"""The same about a superseded freeze."""
revealed_rewritten = partial(_rewritten, _REVEALED)
"""The same about a salt or a key that was shown."""
invalidation_rewritten = partial(_rewritten, _INVALIDATION)
"""The same about an invalidation."""
term_rewritten = partial(_rewritten, _TERMS)
"""The same about a date or a term of dispute."""


def demonstration(file: str, n: int) -> Finding:
    """The finding about a season that publication ``n``, or one before it, shows as a real one."""
    return _finding(
        file=file,
        pointer="/demonstration",
        found="true",
        expected=f"false: the season was published as a real one, in publication {n} or before",
        remedy="Put false back; build invented results into another folder (--output), where a ledger of "
        "their own begins.",
    )


def sealed_again(file: str, closes_at: str, n: int) -> Finding:
    """The finding about a season that is not closed, of which publication ``n`` shows a salt."""
    return _finding(
        file=file,
        pointer="/closes_at",
        found=f"{closes_at}, which is not past",
        expected=f"a season that has closed: publication {n} shows a salt of it",
        remedy="Put the instant back, and build with the present time (--now).",
    )
