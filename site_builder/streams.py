"""Standard output and error of a command: what cannot be written ends it with one sentence and one code.

A full device, a closed pipe or a broken terminal is no fault of the program and no finding: the command says
so on whichever stream still takes it, quietly where the reader of a pipe had enough, and ends with
:data:`UNWRITTEN`. What it did before (a site that was published) stays done.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

UNWRITTEN: Final = 4
_NAMES: Final = ("stdout", "stderr")


class UnwrittenError(Exception):
    """A standard stream does not take what is written; no ``OSError``, which others would catch."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.closed_pipe = error.errno == errno.EPIPE


class _Stream(io.FileIO):
    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise UnwrittenError(error) from None


@contextmanager
def guarded() -> Iterator[None]:
    """While a command runs; raises ``SystemExit`` with :data:`UNWRITTEN` for what could not be written.

    Streams that are not the process's own (those of a test) are left as they are.
    """
    before = {name: getattr(sys, name) for name in _NAMES}
    for name, stream in before.items():
        setattr(sys, name, _guarded(stream))
    try:
        try:
            yield
        finally:
            for name in _NAMES:
                if getattr(sys, name) is not None:
                    getattr(sys, name).flush()
    except UnwrittenError as error:
        _give_up(error)
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)


def _guarded(stream: TextIO | None) -> TextIO | None:
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # PYTHONUNBUFFERED leaves the buffer out
    if type(raw) is not io.FileIO or not isinstance(stream, io.TextIOWrapper):
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Stream(raw.fileno(), "w", closefd=False)),
        encoding=stream.encoding,
        errors="backslashreplace",  # escape what the terminal cannot show
        line_buffering=stream.line_buffering or raw is buffer,
    )


def _give_up(error: UnwrittenError) -> None:
    """Says it on standard error, if that is left; then nothing more is written anywhere."""
    if not error.closed_pipe and sys.stderr is not None:
        with suppress(UnwrittenError):
            print(f"The output cannot be written: {error}.", file=sys.stderr, flush=True)
    # What is still in a buffer would be tried again when the process ends.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for name in _NAMES:
        with suppress(AttributeError, OSError, ValueError):
            os.dup2(nowhere, getattr(sys, name).fileno())
    os.close(nowhere)
    raise SystemExit(UNWRITTEN)
