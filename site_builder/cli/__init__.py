"""The ``site-builder`` program: arguments in, findings and an exit code out; no logic.

A module holds a family of commands, :mod:`program` brings them together.

Exit codes: 0 done · 1 findings, nothing written · 2 wrong command · 3 the season is not closed, and what
it may not show yet was held back (for ``proof``, ``verify`` and ``replay``: nothing failed, but something
could not be checked) · 4 what the command says could not be written · 130 interrupted.

What one command alone needs is imported by it: loading the verification of proofs, the comparison of sites
and the preview takes longer than everything else that a build does before its first page.
"""

from __future__ import annotations

from site_builder.kernel.cycles import seldom_collected

try:
    with seldom_collected():
        from site_builder.cli.program import main
except KeyboardInterrupt:  # while the program loads
    raise SystemExit(130) from None

__all__ = ["main"]
