"""``python -m rehearsal --out data/results [--trust trust/rehearsal]``: makes the rehearsal season again."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

from rehearsal.season import FOLDER, Files, rehearsal


def main(arguments: list[str] | None = None) -> int:
    """Writes the season and its trust anchors; refuses to replace a season that is no demonstration."""
    parser = argparse.ArgumentParser(prog="python -m rehearsal", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("data/results"), help="the data folder")
    parser.add_argument("--trust", type=Path, default=Path("trust/rehearsal"), help="the anchors' folder")
    chosen = parser.parse_args(arguments)
    season = chosen.out / FOLDER
    if season.exists() and not _demonstration(season / "season.json"):
        print(f"{season} is there and is no demonstration: nothing was written.", file=sys.stderr)
        return 1
    made = rehearsal()
    shutil.rmtree(season, ignore_errors=True)
    _write(chosen.out, made.data)
    _write(chosen.trust, made.trust)
    size = sum(len(data) for data in made.data.values())
    print(f"{len(made.data)} files, {size} bytes, in {season}; {len(made.trust)} files in {chosen.trust}.")
    return 0


def _demonstration(file: Path) -> bool:
    try:
        return json.loads(file.read_bytes())["demonstration"] is True
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _write(folder: Path, files: Files) -> None:
    for name, data in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
