"""LibreOffice over a file, with the settings that it starts with and no dialog."""

from __future__ import annotations

import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.harness import requirements

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


class Cell(str):
    """What a cell shows; ``type`` is `float` or `string`, ``formula`` what it would compute."""

    type: str | None
    formula: str | None

    __slots__ = ("formula", "type")


def require() -> str:
    """The program's path; skips the running test, saying so, where there is none."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None:
        requirements.absent("spreadsheet", "no soffice on the PATH (Debian: libreoffice-calc-nogui)")
    return found


def opened(file: Path, folder: Path) -> list[list[Cell]]:
    """The cells of the first sheet of `file`, row by row; `folder` takes what the program writes."""
    command = [
        require(), f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless",
        "--convert-to", "fods", "--outdir", str(folder), str(file),
    ]  # fmt: skip
    # A Western locale, as on most desks: what is guessed is guessed wrongly there.
    env = {**os.environ, "LC_ALL": "C", "HOME": str(folder)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    made = folder / f"{file.stem}.fods"
    assert made.is_file(), done.stdout + done.stderr
    table = next(ET.parse(made).getroot().iter(f"{_TABLE}table"))
    return [_cells(row) for row in table.iter(f"{_TABLE}table-row")]


def _cells(row: ET.Element) -> list[Cell]:
    found: list[Cell] = []
    for element in row.findall(f"{_TABLE}table-cell"):
        cell = Cell("\n".join("".join(p.itertext()) for p in element.findall(f"{_TEXT}p")))
        cell.type = element.get(f"{_OFFICE}value-type")
        cell.formula = element.get(f"{_TABLE}formula")
        found += [cell] * int(element.get(f"{_TABLE}number-columns-repeated", "1"))
    return found
