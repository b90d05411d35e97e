"""The files that pages refer to, published as they are: the style sheet, the icon."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.kernel.names_aside import aside
from site_builder.own_files import TEMPLATES


def assets() -> Iterator[tuple[str, bytes]]:
    """(file of the output, bytes), in order of name; names that start with a dot are not assets."""
    for path in sorted((TEMPLATES / "assets").iterdir()):
        if path.is_file() and not aside(path.name):
            yield f"assets/{path.name}", path.read_bytes()
