"""Names in a folder that are nobody's content: hidden ones and, in a preview, what an editor leaves there."""

from __future__ import annotations

import re
from typing import Final

# vim tries whether it may write with 4913; Emacs and others keep name~ and #name#; swap files may be visible.
_EDITORS: Final = re.compile(r"4913|.*~|#.*#|.*\.sw[a-px]|.*\.(?:tmp|bak|part)|___jb_.*___")
_editing = False


def aside(name: str) -> bool:
    """Whether a file or folder of this name is passed over: in a build, one that starts with a dot."""
    return name.startswith(".") or (_editing and _EDITORS.fullmatch(name) is not None)


def let_editors_work() -> None:
    """In this process, from now on, what editors keep beside a file while somebody writes is passed over.
    A build never does that: it names what should not stand in a folder that is published."""
    global _editing
    _editing = True
