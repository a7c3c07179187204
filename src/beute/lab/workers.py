"""Who does the work of a run: this process, threads, other processes, or machines of a Ray cluster.

All offer `run(work, tasks)`, which yields results as they come, in any order, and takes tasks only as it needs them.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from beute.games.compiling import tell_nothing
from beute.play.errors import BeuteError

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 2  # tasks queued for each worker, so that none has to wait
PATIENCE: Final = 3  # times that workers may die in a row without a result in between


class Workers(Protocol):
    """Does tasks; `work` and the tasks must be picklable."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]: ...


class InProcess:
    """Only this process."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        return map(work, tasks)


class Threads:
    """Threads of this process, for work in compiled code, which lets other threads run."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        with ThreadPoolExecutor(self.number) as pool:
            try:
                yield from _each(pool, work, iter(tasks), [], AHEAD * self.number)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class Processes:
    """Processes of this machine. Unfinished tasks of a process that died are done again."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        left, pending, deaths = iter(tasks), list[T](), 0
        while True:
            others = set(active_children())
            pool = ProcessPoolExecutor(self.number, get_context("spawn"), _begin_to_work)
            try:
                for result in _each(pool, work, left, pending, AHEAD * self.number):
                    deaths = 0
                    yield result
                return
            except BrokenProcessPool:
                deaths += 1
                if deaths == PATIENCE:
                    raise BeuteError(
                        f"the worker processes died {PATIENCE} times in a row; "
                        "does a bot end its process, or did memory run out?",
                        "workers_died",
                    ) from None
            finally:
                for process in set(active_children()) - others:
                    process.terminate()
                pool.shutdown(wait=True, cancel_futures=True)


class Ray:
    """The machines of a Ray cluster, which have Beute and the bots installed; `local` starts one here."""

    def __init__(self, address: str) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise BeuteError("--ray needs Ray: pip install 'beute[cluster]'", "no_ray") from None
        _check_reachable(address)
        try:
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise _no_cluster(address, error) from None
        self._ray = ray
        self.number = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        ray, left = self._ray, iter(tasks)
        shared, remote = ray.put(work), ray.remote(max_retries=-1)(_do)
        pending: set[Any] = set()
        try:
            while True:
                for task in islice(left, AHEAD * self.number - len(pending)):
                    pending.add(remote.remote(shared, task))
                if not pending:
                    return
                done, _ = ray.wait(list(pending), num_returns=1)
                pending -= set(done)
                yield from ray.get(done)
        finally:
            for reference in pending:
                ray.cancel(reference, force=True)


def _check_reachable(address: str) -> None:
    """Ray would wait for minutes if nothing answers at the address."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise _no_cluster(address, error) from None


def _no_cluster(address: str, error: Exception) -> BeuteError:
    why = " ".join(str(error).split())
    return BeuteError(f"no Ray cluster at {address!r}: {why:.200}", "no_ray", address=address)


def _do(work: Callable[[T], R], task: T) -> R:
    return work(task)


def _each(pool: Executor, work: Callable[[T], R], tasks: Iterator[T], pending: list[T], most: int) -> Iterator[R]:
    """Results as they come; `pending` has the tasks that were started and are not done, at first those to do again."""
    futures: dict[Future[R], T] = {pool.submit(work, task): task for task in pending}
    while True:
        for task in islice(tasks, most - len(futures)):
            pending.append(task)
            futures[pool.submit(work, task)] = task
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            result = future.result()
            pending.remove(futures.pop(future))
            yield result


def _begin_to_work() -> None:
    """Interrupts and messages are left to the parent, and a worker ends when the parent ends, for any reason."""
    tell_nothing()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
