"""Enter while a bot thinks: it plays what it has found so far, however long it would have gone on."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from beute import bots, games
from beute.bots import Budget
from beute.bots.ready import begin as prepare
from beute.bots.ready import unready
from beute.bots.stopping import wanted_now
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State
from beute.table.seats import Seat
from beute.terminal import thought
from beute.terminal.screens.reading import RulesScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.play import Table, advance, at_table, begin


def against(folder: Path, game: str, bot: str) -> Session:
    """A bot is asked, and has a choice."""
    least = games.about(game).SEATS[0]
    seats = [Seat("Ada"), *(Seat(f"Bot {n}", bot) for n in range(1, least))]
    session = Session.begin(Shelf(folder), game, seats, {}, "hurry")
    while session.bot_asked is None or len(session.game.legal_for(session.bot_asked)) < 3:
        seat = session.game.due[0]
        session.table.play(seat, session.game.legal_for(seat)[0])
    return session


class Slow:
    """Thinks until the answer is wanted, and notes how much it had heard each time it began."""

    begun: ClassVar[list[int]] = []

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        Slow.begun.append(len(heard))
        while not wanted_now():
            time.sleep(0.001)
        return members(contract.legal(known, seat))[-1]


class Deaf:
    """Thinks until the test lets it go, whatever is wanted."""

    free = threading.Event()

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        Deaf.free.wait(60)
        return members(contract.legal(known, seat))[-1]


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("bot", ["search@600s", "master@600s"])
def test_a_bot_of_ours_plays_what_it_has_found(game: str, bot: str, tmp_path: Path) -> None:
    """Enter is pressed again and again, as by somebody impatient: it never begins anew."""
    session = against(tmp_path, game, bot)
    kind = bot.partition("@")[0]
    if unready(game, [kind]):
        assert prepare(game, [kind]).wait() == 0
    bots.think(session.bot(1), bots.task(session.game, session.game.due[0], Budget(simulations=100)))  # loads it

    async def play(table: Table) -> None:
        for _ in range(3):
            if session.bot_asked is None:
                break
            length = session.game.length
            await asyncio.sleep(0.2)
            assert session.game.length == length
            await table.press("enter")
            await table.wait(lambda: session.game.length > length and not session.hurries)  # noqa: B023 (at once)

    at_table(play, session)


def test_enter_does_not_make_a_bot_begin_anew(tmp_path: Path) -> None:
    session = against(tmp_path, "raeuber", "random")
    seat, length = session.bot_asked, session.game.length
    assert seat is not None
    session._bots[seat, "random"] = Slow()
    hurried = session.thought(seat)
    hurried.hurry()
    Slow.begun.clear()
    answer = hurried()
    heard = Slow.begun[0]

    async def play(table: Table) -> None:
        # Once by itself, once when the table is drawn, once when it comes to the front.
        await table.wait(lambda: Slow.begun == [heard] * 3)
        await asyncio.sleep(0.1)
        assert session.game.length == length
        await table.press("enter", "enter", "enter")
        await table.wait(lambda: session.game.length > length)
        assert Slow.begun.count(heard) == 3
        assert session.game.as_played[length] == f"{seat} {answer}"

    at_table(play, session)


def test_one_enter_hurries_all_who_choose_at_once(tmp_path: Path) -> None:
    """And nobody who is asked later."""
    session = begin(tmp_path, "schattendieb", 5)
    for seat in range(1, 5):
        session._bots[seat, "random"] = Slow()

    async def play(table: Table) -> None:
        await table.press("1")
        assert session.bot_asked is not None
        length = session.game.length
        await asyncio.sleep(0.05)
        assert session.game.length == length
        await table.press("enter")
        await table.wait(lambda: not session.game.face_down or session.game.face_down_events.start > length)
        await table.wait(lambda: session.person_asked is not None or session.bot_asked is not None)
        assert not session.hurries

    at_table(play, session)


def test_a_bot_that_does_not_listen_is_replaced_by_a_first_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thought, "GRACE", 0.05)
    Deaf.free.clear()
    session = against(tmp_path, "raeuber", "random")
    seat, length = session.bot_asked, session.game.length
    assert seat is not None
    session._bots[seat, "random"] = Deaf()
    guess = bots.think(bots.named("greedy"), session.table.task(seat))

    async def play(table: Table) -> None:
        await asyncio.sleep(0.1)
        assert session.game.length == length
        await table.press("enter")
        await table.wait(lambda: session.game.length > length)
        assert session.game.as_played[length] == f"{seat} {guess}"
        played = session.game.as_played[: length + 1]
        Deaf.free.set()  # its own answer comes too late
        await asyncio.sleep(0.1)
        assert session.game.as_played[: length + 1] == played

    at_table(play, session, pace=100)


def test_who_leaves_does_not_wait_for_a_bot_that_does_not_listen(tmp_path: Path) -> None:
    Deaf.free.clear()
    session = against(tmp_path, "raeuber", "random")
    assert session.bot_asked is not None
    session._bots[session.bot_asked, "random"] = Deaf()

    async def play(table: Table) -> None:
        await asyncio.sleep(0.1)
        await table.press("q")

    assert "The game is saved." in str(at_table(play, session))
    assert not Deaf.free.is_set()
    Deaf.free.set()


def test_enter_in_the_pause_before_a_bot_plays_ends_the_pause(tmp_path: Path) -> None:
    """And what it plays is what it would have played anyway."""
    session = against(tmp_path, "raeuber", "greedy")
    seat, length = session.bot_asked, session.game.length
    assert seat is not None
    answer = session.thought(seat)()

    async def play(table: Table) -> None:
        await asyncio.sleep(0.1)
        assert session.game.length == length
        await table.press("enter")
        await table.wait(lambda: session.game.length > length)
        assert session.game.as_played[length] == f"{seat} {answer}"

    at_table(play, session, pace=100)


def test_a_thought_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    """The rules are opened, a card is taken back, the table is left: no thread goes on for minutes."""
    session = advance(begin(tmp_path, "schattendieb", 3), 20)
    for seat in 1, 2:
        session._bots[seat, "random"] = Slow()
    threads = threading.active_count()

    async def play(table: Table) -> None:
        await table.press("1")
        await table.wait(lambda: threading.active_count() > threads)
        await table.press("u")
        await table.wait(lambda: threading.active_count() == threads)
        await table.press("2", "?")
        table.at(RulesScreen)
        await table.press("escape")
        for _ in range(2):  # both bots think again, each once, and so it stays
            await table.wait(lambda: threading.active_count() == threads + 2)
            await asyncio.sleep(0.05)

    at_table(play, session)
    until = time.monotonic() + 10
    while threading.active_count() > threads and time.monotonic() < until:
        time.sleep(0.01)
    assert threading.active_count() == threads
