"""Lines that GitHub's runner takes for annotations of a commit, in which a stranger's text stays text.

A line that begins with ``::error`` or ``::notice`` is a command to the runner. What stands in it is escaped
as the runner reads it back, so that nothing inside ends the command, adds a property or begins another one.
"""

from __future__ import annotations

from typing import Final, Literal

from site_builder.kernel.terminal import printable

_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY: Final = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def annotation(
    level: Literal["error", "notice"],
    title: str,
    lines: tuple[str, ...],
    file: str | None = None,
    line: int | None = None,
) -> str:
    """One line for the runner's log. ``file`` is relative to the repository, ``line`` counts from 1.

    ``lines`` are shown below one another; each is made safe for a terminal first, since the log is one too.
    """
    places = {"file": file, "line": None if line is None else str(line), "title": title}
    properties = ",".join(
        f"{name}={printable(value).translate(_PROPERTY)}"
        for name, value in places.items()
        if value is not None
    )
    message = "\n".join(map(printable, lines)).translate(_DATA)
    return f"::{level} {properties}::{message}"
