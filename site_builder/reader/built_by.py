"""The first lines of an account: which program built the site, which one this is, and what follows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from site_builder.kernel import identifiers
from site_builder.reader.account import OF_THE_PROGRAM, Account
from site_builder.reader.program import Likeness, Program

_SAME: Final = "They are the same program: what differs, if anything, is the site's."
_FIGURES: Final = {
    Likeness.SAME: _SAME,
    Likeness.OTHER: "They are two programs; figures depend on no version, and are judged as ever.",
    Likeness.UNKNOWN: "This program does not know that commit; figures depend on no version all the same.",
}


def named(commit: str, program: Program) -> str:
    """The two programs: the one that the site names, and this one."""
    return f"Built by commit {commit}, as the site says; this program is {program.told()}."


def of_figures(commit: str, program: Program) -> Iterator[str]:
    """The first lines of an account of figures alone."""
    yield named(commit, program)
    yield _FIGURES[program.likeness(commit)]


def built_by(account: Account) -> Iterator[str]:
    """Nothing where no manifest names a commit; how to get the other program where something differs."""
    commit, program = account.built_by, account.program
    if commit is None or program is None:
        return
    yield named(commit, program)
    if account.likeness is Likeness.SAME:
        yield _SAME
        return
    if account.likeness is Likeness.OTHER:
        yield "They are two programs" + ("." if account.differs else ", and make the same of this site.")
    elif account.differs:
        yield "This program does not know that commit: it may be newer, or nobody's."
    else:
        yield "This program does not know that commit, and makes the same of this site."
    if not account.differs:
        return
    steps = ", ".join(map(str, OF_THE_PROGRAM))
    yield f"In steps {steps}, what another program may explain is NOT CHECKED, and listed place by place."
    yield "Hashes, freezes, figures, proofs and the ledger depend on no version: they are judged as ever."
    yield from _other_program(commit, program)


def _other_program(commit: str, program: Program) -> Iterator[str]:
    if not identifiers.matches(identifiers.COMMIT, commit):  # a stranger wrote it: into no command
        yield "What the site names is no commit: no program can explain the differences. Do not rely on it."
        return
    yield "The program that the site names checks the rest, and no other. To get and to run it:"
    clone = shlex.quote(str(program.checkout)) if program.checkout is not None else "<a clone of the program>"
    yield f"  cd {clone} && git fetch && git worktree add ../built-by {commit}"
    yield "  make -C ../built-by setup    # then: ../built-by/.venv/bin/site-builder verify …"
    yield "If the program's own repository holds no such commit, the site names one that does not exist:"
    yield "then rely on nothing that is not checked here."
