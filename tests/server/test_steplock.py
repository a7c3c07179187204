"""The lock of a table: one at a time, in the order of asking, and nothing is lost when somebody stops waiting."""

from __future__ import annotations

import asyncio

from beute.server.steplock import StepLock
from tests.server.inside import in_loop


@in_loop
async def test_who_waits_gets_it_in_order() -> None:
    lock, order = StepLock(), list[int]()

    async def wait(number: int) -> None:
        async with lock:
            order.append(number)
            await asyncio.sleep(0)

    assert lock.take()
    waiting = [asyncio.create_task(wait(number)) for number in range(3)]
    await asyncio.sleep(0)
    assert not lock.take()
    lock.release()
    assert lock.locked()  # it is the first one's who waits, though that one has not run yet
    assert not lock.take()
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2]
    assert not lock.locked()


@in_loop
async def test_who_stops_waiting_is_passed_over() -> None:
    lock = StepLock()
    assert lock.take()
    first, second, third = (asyncio.create_task(lock.acquire()) for _ in range(3))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    lock.release()
    second.cancel()  # it has the lock by now, and has not noticed
    await asyncio.sleep(0)
    await asyncio.wait_for(third, 5)
    assert lock.locked()
    lock.release()
    assert lock.take()
