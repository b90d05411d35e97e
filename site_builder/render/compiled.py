"""Compiled templates, kept from run to run where Python keeps compiled modules.

Compiling them is a third of what a build does before its first page. What is kept is a function of the
templates, of the messages compiled into them, and of what compiles them: it bears a digest of all three as
this process has them, and is used by no process that has others. Where nothing can be kept, nothing is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from itertools import chain
from pathlib import Path
from tempfile import mkstemp
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from site_builder.content.messages import Messages
from site_builder.render.values import escaped


def _digest(*parts: bytes) -> bytes:
    """SHA-256 of parts that cannot run into one another: the length of each goes first."""
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


# What compiles templates, as it is loaded: read when this module is, not when it is asked for.
_MODULES: Final = sorted(Path(__file__).parent.glob("*.py"))
_COMPILER: Final = _digest(
    jinja2.__version__.encode(),
    escaped("&<>\"'").encode(),  # as the library escapes messages
    *chain.from_iterable((file.name.encode(), file.read_bytes()) for file in _MODULES),
)


class CompiledTemplates(BytecodeCache):
    """Those of a folder of templates in one language; ``texts`` are the templates by name."""

    def __init__(self, templates: Path, texts: Mapping[str, str], messages: Messages) -> None:
        self._templates = templates
        self._language = messages.language.code
        named = (*sorted(texts.items()), *sorted(messages.table.items()))
        self._made_from = _digest(_COMPILER, *(text.encode() for text in chain.from_iterable(named)))

    def get_source_checksum(self, source: str) -> str:
        """That of everything, since a template is compiled with what it includes and extends."""
        return self._made_from.hex()

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, NotImplementedError):
            file = self._file(bucket)
            sealed = file.read_bytes() if file.is_file() else b""
            if sealed == self._sealed(sealed[_SEAL:]):  # before anything is made of the bytes
                bucket.bytecode_from_string(sealed[_SEAL:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with suppress(OSError, NotImplementedError):
            file = self._file(bucket)
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = mkstemp(dir=file.parent)
            written = Path(name)
            try:
                with os.fdopen(handle, "wb") as stream:
                    written.chmod(0o644)
                    stream.write(self._sealed(bucket.bytecode_to_string()))
                written.replace(file)
            except BaseException:
                written.unlink()
                raise

    def _sealed(self, code: bytes) -> bytes:
        """What a file holds: the digest of what it was made from and of the rest, then the rest."""
        return _digest(self._made_from, code) + code

    def _file(self, bucket: Bucket) -> Path:
        return Path(cache_from_source(str(self._templates / f"{bucket.key}_{self._language}.py")))


_SEAL: Final = sha256().digest_size
