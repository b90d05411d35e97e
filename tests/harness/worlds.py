"""Season trees on disk: the smallest valid one, made ones, and named changes to them.

A *world* is a data folder: what `--data` takes. It holds `prove-it/season-<n>/…`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any, Final

from tests.harness import smallest

# Inputs that were met in the world, in the folder beside the checkout: each a case of its own.
REAL_INPUTS: Final = "handout/inputs"
# Files of the smallest world, relative to the data folder: the `file` of a finding reads so.
SEASON: Final = "prove-it/season-1/season.json"
CORRECTIONS: Final = "prove-it/season-1/corrections.jsonl"
TRACK_FOLDER: Final = "prove-it/season-1/conformite"
TRACK: Final = f"{TRACK_FOLDER}/track.json"
SECTION: Final = f"{TRACK_FOLDER}/section-5.txt"
ANSWER_KEY: Final = f"{TRACK_FOLDER}/answer-key.json"
REFERENCE: Final = f"{TRACK_FOLDER}/reference/ref-one.json"
COMMUNITY: Final = f"{TRACK_FOLDER}/community/participant-one.json"


class _Delete(Enum):
    DELETE = "delete"


DELETE: Final = _Delete.DELETE
"""As the value of `mutate`: remove what the pointer names."""


def smallest_world(root: Path) -> Path:
    """Write the smallest valid world under `root` (made if absent) and return `root`."""
    folder = root / TRACK_FOLDER
    for name in ("reference", "community"):
        (folder / name).mkdir(parents=True)
    (root / SECTION).write_bytes(smallest.SECTION)
    write_json(root / SEASON, smallest.season())
    write_json(root / TRACK, smallest.track())
    write_json(root / ANSWER_KEY, smallest.answer_key())
    write_json(root / REFERENCE, smallest.reference())
    write_json(root / COMMUNITY, smallest.community())
    rehash(folder)
    return root


def unclosed(world: Path) -> Path:
    """Turn the smallest world into what its tree holds before the close: no key, no salt, no score."""
    shutil.rmtree(world / TRACK_FOLDER / "reference")
    shutil.rmtree(world / TRACK_FOLDER / "community")
    (world / ANSWER_KEY).unlink()
    mutate(world / TRACK, "/answer_key/salt", DELETE)
    mutate(world / SEASON, "/published_at", None)
    return world


def without_secrets(world: Path) -> Path:
    """Turn a published world into one with its scores and without its keys and salts: what an early run
    of the scorer leaves."""
    for file in sorted(world.glob("prove-it/season-*/*/track.json")):
        (file.parent / "answer-key.json").unlink()
        document = read_json(file)
        del document["answer_key"]["salt"]
        for freeze in document["scoring_rules"]["superseded"]:
            del freeze["salt"]
        if document["verdicts"] is None:
            count = document["expected_verdicts"]["aucune_option_valide"]
            document["expected_verdicts"] = {"aucune_option_valide": count}
        write_json(file, document)
    return world


def under_way(world: Path) -> Path:
    """Turn the smallest world into a real season, with addresses of its own, before any close."""
    real(unclosed(world))
    mutate(world / SEASON, "/closes_at", "2099-12-01T00:00:00Z")
    return world


def real(world: Path) -> Path:
    """Turn every demonstration of the world into a real season, whose addresses lead somewhere (D006)."""
    for path in (world / "prove-it").glob("season-*/season.json"):
        text = path.read_text().replace("index.example", "index.arkforge.tech")
        path.write_text(text.replace("trust.example", "trust.arkforge.tech"))
        mutate(path, "/demonstration", False)
        for run in path.parent.glob("*/reference/*.json"):
            run.write_text(run.read_text().replace("index.example", "index.arkforge.tech"))
    return world


def copied(world: Path, to: Path) -> Path:
    """A copy that a test may change; made worlds are shared by the whole session."""
    shutil.copytree(world, to)
    return to


def laid_over(base: Path, changes: Path, to: Path) -> Path:
    """A world at `to`: the folder `base` as `prove-it/`, and the files of `changes` over it."""
    shutil.copytree(base, to / "prove-it", copy_function=shutil.copyfile)
    # Inputs may be read-only where they come from; a world is not.
    for folder in (to, *to.rglob("*/")):
        folder.chmod(0o755)
    shutil.copytree(changes, to / "prove-it", dirs_exist_ok=True, copy_function=shutil.copyfile)
    for folder in (to, *to.rglob("*/")):
        folder.chmod(0o755)
    return to


def read_json(path: Path) -> Any:
    return json.loads(path.read_bytes())


def write_json(path: Path, value: object) -> None:
    """UTF-8, one space of indent, a final newline: what `mutate` writes too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")


def write_json_lines(path: Path, values: Iterable[object]) -> None:
    """One compact JSON value a line, as corrections.jsonl has them."""
    lines = (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)
    path.write_bytes("".join(lines).encode())


def mutate(path: Path, pointer: str, value: object) -> None:
    """Change one named thing of a JSON file: set what the RFC 6901 `pointer` names to `value`, or DELETE it.

    The last token may be a new member, or `-` to append to an array. Everything before it must exist: a
    change that changes nothing is a mistake of the test, and raises.
    """
    document = read_json(path)
    if pointer == "":
        assert value is not DELETE, "the whole document cannot be deleted: unlink the file"
        write_json(path, value)
        return
    assert pointer.startswith("/"), f"not a JSON Pointer: {pointer!r}"
    *parents, last = [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]
    holder = document
    for token in parents:
        holder = holder[int(token)] if isinstance(holder, list) else holder[token]
    if isinstance(holder, list):
        if value is DELETE:
            del holder[int(last)]
        elif last == "-":
            holder.append(value)
        else:
            holder[int(last)] = value
    elif value is DELETE:
        del holder[last]
    else:
        holder[last] = value
    write_json(path, document)


def rename(path: Path, name: str) -> Path:
    return path.rename(path.with_name(name))


def rehash(track_folder: Path) -> None:
    """Make track.json agree again with the section and the key beside it, after a change that was meant."""
    path = track_folder / "track.json"
    track = read_json(path)
    section = track_folder / track["scoring_rules"]["file"]
    track["scoring_rules"]["sha256"] = hashlib.sha256(section.read_bytes()).hexdigest()
    key = track_folder / track["answer_key"]["file"]
    if key.exists():
        salt = bytes.fromhex(track["answer_key"]["salt"])
        track["answer_key"]["commitment"] = hashlib.sha256(salt + key.read_bytes()).hexdigest()
    write_json(path, track)


class SeasonMaker:
    """Whole seasons of any size, from the season maker in the `shared` folder, each made once a session.

    The folder returned is a world that several tests read: copy it (`copied`) before changing it.
    """

    def __init__(self, shared: Path, cache: Path) -> None:
        self._program = shared / "tools" / "make_season.py"
        self._cache = cache

    def __call__(
        self,
        participants: int = 20,
        reference: int = 3,
        *,
        seed: int = 1,
        season: int = 1,
        tracks: str | None = None,
        section: Path | None = None,
    ) -> Path:
        arguments = [
            "--participants", str(participants), "--reference", str(reference),
            "--seed", str(seed), "--season", str(season),
        ]  # fmt: skip
        if tracks is not None:
            arguments += ["--tracks", tracks]
        if section is not None:
            arguments += ["--section", str(section)]
        world = self._cache / hashlib.sha256("\0".join(arguments).encode()).hexdigest()[:16]
        if not world.exists():
            self._run(*arguments, "--out", str(world / "prove-it"))
        return world

    def check(self, world: Path) -> None:
        """Have the season maker's own checker read every season of `world`: it shares no code with ours."""
        for season in sorted((world / "prove-it").iterdir()):
            self._run("--check", str(season))

    def _run(self, *arguments: str) -> None:
        done = subprocess.run(
            [sys.executable, str(self._program), *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout}{done.stderr}"
