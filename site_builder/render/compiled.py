"""Compiled templates, kept from run to run where Python keeps compiled modules.

Compiling the templates takes longer than everything else that a build does before its first page. What is
kept is a function of the templates, of the messages compiled into them, and of what compiles them, and it
is used only while all of these are the same. Where nothing can be kept, nothing is.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import mkstemp
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from site_builder.content.messages import Messages

_COMPILER: Final = Path(__file__).parent


class CompiledTemplates(BytecodeCache):
    """Those of a folder of templates in one language."""

    def __init__(self, templates: Path, messages: Messages) -> None:
        self._templates = templates
        self._language = messages.language.code
        self._made_from = _digest(templates, messages)

    def get_source_checksum(self, source: str) -> str:
        """That of everything, since a template is compiled with what it includes and extends."""
        return self._made_from

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            bucket.bytecode_from_string(self._file(bucket).read_bytes())

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        file = self._file(bucket)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = mkstemp(dir=file.parent)
            written = Path(name)
            try:
                with os.fdopen(handle, "wb") as stream:
                    written.chmod(0o644)
                    stream.write(bucket.bytecode_to_string())
                written.replace(file)
            except BaseException:
                written.unlink()
                raise

    def _file(self, bucket: Bucket) -> Path:
        return Path(cache_from_source(str(self._templates / f"{bucket.key}_{self._language}.py")))


def _digest(templates: Path, messages: Messages) -> str:
    found = sha256(jinja2.__version__.encode())
    for file in sorted((*templates.rglob("*.html"), *_COMPILER.glob("*.py"))):
        found.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
    for key, text in sorted(messages.table.items()):
        found.update(f"\0{key}\0{text}".encode())
    return found.hexdigest()
