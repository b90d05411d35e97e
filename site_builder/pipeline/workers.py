"""Page work spread over processes: results come as they are ready, never more than a few wait."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar

from site_builder.kernel.cycles import collect_seldom

T = TypeVar("T")
R = TypeVar("R")

# Batches under way at once, per process: enough that none waits, few enough that memory stays flat.
_AHEAD = 3


class Workers:
    """``jobs`` processes, each started by ``prepare(*facts)``; with one job the work is done here.

    What is mapped must be a function of its batch and of what ``prepare`` set, so that neither the number
    of processes nor the order in which they finish shows in the output.
    """

    def __init__(self, jobs: int, prepare: Callable[..., None], *facts: Any) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        if jobs == 1:
            prepare(*facts)
        else:
            # Forked, the processes share what is loaded already; elsewhere they load it again.
            method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
            context = multiprocessing.get_context(method)
            self._pool = ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(prepare, facts))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is KeyboardInterrupt:  # who is impatient interrupts again: what is tidied up is short
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, work: Callable[[T], R], batches: Iterable[T]) -> Iterator[R]:
        """``work`` on every batch, in any order. The first batches are under way when this returns, so that
        the caller may do something else before it asks for results; it must then ask for all of them."""
        if self._pool is None:
            return map(work, batches)
        pool, source = self._pool, iter(batches)
        waiting = {pool.submit(work, batch) for batch in islice(source, self._jobs * _AHEAD)}
        return self._results(pool, work, source, waiting)

    def _results(
        self, pool: ProcessPoolExecutor, work: Callable[[T], R], source: Iterator[T], waiting: set[Future[R]]
    ) -> Iterator[R]:
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                waiting |= {pool.submit(work, batch) for batch in islice(source, len(done))}
        finally:
            for future in waiting:
                future.cancel()


def _start(prepare: Callable[..., None], facts: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal interrupts all; the build ends its processes
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    threading.Thread(target=_end_with, args=(parent.pid if parent else 1,), daemon=True).start()
    collect_seldom()
    prepare(*facts)


def _end_with(parent: int | None) -> None:
    """A build that was killed leaves nobody to tell its processes: each looks for itself."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
