"""What a test needs from the machine: a test is skipped, saying so, where it is absent.

`PROVEIT_REQUIRE` (a comma-separated list of `browser`, `nu`, `spreadsheet`, `deploying`, `shared`) turns that
skip into a failure: the continuous integration sets it, so that a missing step of installation hides behind
no green run.
"""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def absent(requirement: str, reason: str) -> NoReturn:
    """Skip the running test because `requirement` is not on this machine, or fail it where it must be."""
    required = os.environ.get("PROVEIT_REQUIRE", "").replace(" ", "").split(",")
    if requirement in required:
        pytest.fail(f"{requirement} is required here (PROVEIT_REQUIRE): {reason}", pytrace=False)
    pytest.skip(f"{requirement}: {reason}")
