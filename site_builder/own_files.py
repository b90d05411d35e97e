"""Where the program's own files stand: ``content``, ``templates``, ``trust`` and ``site.toml``.

In a checkout they stand at its top; an installed program brings them in its package (pyproject.toml).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_BUNDLED: Final = _PACKAGE.joinpath("bundled")

INSTALLED: Final = _BUNDLED.is_dir()
ROOT: Final = _BUNDLED if INSTALLED else _PACKAGE.parent
CONTENT: Final = ROOT.joinpath("content")
TEMPLATES: Final = ROOT.joinpath("templates")
TRUST: Final = ROOT.joinpath("trust")
CONFIGURATION: Final = ROOT.joinpath("site.toml")
WORKFLOW: Final = ROOT.joinpath(".github")
STARTER: Final = _PACKAGE.joinpath("starter")
