"""A lock for one step at a time at a table. Unlike asyncio's it can also be taken without a task, if it is free."""

from __future__ import annotations

from asyncio import CancelledError, Future, get_running_loop
from collections import deque
from contextlib import suppress


class StepLock:
    """Who waits gets it in the order of asking."""

    __slots__ = "_taken", "_waiting"

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    def locked(self) -> bool:
        return self._taken

    def take(self) -> bool:
        """Take it now, if it is free."""
        if self._taken:
            return False
        self._taken = True
        return True

    async def acquire(self) -> None:
        if self.take():
            return
        turn: Future[None] = get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except CancelledError:
            if turn.cancelled():
                with suppress(ValueError):  # `release` has passed over it already
                    self._waiting.remove(turn)
            else:
                self.release()
            raise

    def release(self) -> None:
        """It stays taken if somebody waits: it is theirs then."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
