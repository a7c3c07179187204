"""A bot that fails in mid game: everybody is told in words, another takes its seat, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from beute import bots, games
from beute.table.seats import Seat
from beute.terminal import plain, thought
from beute.terminal.plain import Plain
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.bots.faulty import Endless
from tests.terminal.play import LARGE, Table, advance, at_table
from tests.terminal.terminal import Terminal

FAULTY = "tests.bots.faulty"
TOLD = {
    "Raises": "has failed: KeyError: 'no\\nplan\\x1b[31m' (tests/bots/faulty.py:20).",
    "Illegal": ", which is not a legal decision.",
    "Leaves": "has failed: SystemExit: I am leaving (tests/bots/faulty.py:33).",
}


@pytest.fixture(autouse=True)
def freed() -> Iterator[None]:
    Endless.free.clear()
    yield
    Endless.free.set()


def with_faulty(folder: Path, game: str, *faults: str, players: int | None = None) -> Session:
    """Ada, bots with faults, and random ones."""
    players = players or games.about(game).SEATS[0]
    kinds = [*(f"{FAULTY}:{fault}" for fault in faults), *["random"] * players][: players - 1]
    seats = [Seat("Ada"), *(Seat(f"Bot {n}", kind) for n, kind in enumerate(kinds, 1))]
    return Session.begin(Shelf(folder), game, seats, {"games": 1} if game == "schattendieb" else {}, "fail")


def again(session: Session) -> Session:
    return Session.resume(session.shelf, session.table.name)


# ---------------------------------------------------------------- on the screen


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("fault", TOLD)
def test_on_the_screen_it_is_told_and_the_game_goes_on(fault: str, game: str, tmp_path: Path) -> None:
    session = advance(with_faulty(tmp_path, game, fault))

    async def play(table: Table) -> None:
        while f"{FAULTY}:{fault} (Bot 1) has failed" not in table.talk:
            await table.choose_first()
            await table.asked()
            await table.settle()
        assert TOLD[fault] in table.talk
        assert "From now on greedy plays for Bot 1." in table.talk
        assert session.table.seats[1] == Seat("Bot 1", "greedy")
        table.check()
        await table.press("l")
        assert f"{FAULTY}:{fault} (Bot 1) fällt aus: " in table.talk
        assert "Für Bot 1 spielt ab jetzt greedy." in table.talk
        length = session.game.length
        while session.game.length == length:  # who has answered has read it
            await table.play_on(moves=1)
        assert "fällt aus" not in table.text
        assert again(session).table.seats == session.table.seats
        await table.play_on()
        table.at(ScoringScreen)

    at_table(play, session, size=LARGE)
    assert session.match.over


def test_several_that_fail_are_all_told(tmp_path: Path) -> None:
    session = with_faulty(tmp_path, "schattendieb", "Raises", "Illegal", "Raises", players=4)

    async def play(table: Table) -> None:
        await table.press("1")
        await table.asked()
        await table.settle()
        assert f"{FAULTY}:Raises (Bot 1 and Bot 3) has failed" in table.talk
        assert "From now on greedy plays for Bot 1 and Bot 3." in table.talk
        assert f"{FAULTY}:Illegal (Bot 2) has failed" in table.talk
        table.check()

    at_table(play, session)
    assert [seat.bot for seat in again(session).table.seats] == [None, "greedy", "greedy", "greedy"]


def test_rules_of_thumb_that_fail_are_replaced_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = with_faulty(tmp_path, "raeuber", "Raises")
    session.table.sit(1, Seat("Bot 1", "greedy"))
    monkeypatch.setitem(session._bots, (1, "greedy"), bots.named(f"{FAULTY}:Raises"))
    length = session.game.length

    async def play(table: Table) -> None:
        while session.table.seats[1].bot == "greedy":
            await table.choose_first()
            await table.wait(lambda: session.person_asked is not None)
        assert session.table.seats[1].bot == "random"
        assert session.game.length > length

    at_table(play, session)


# ---------------------------------------------------------------- one that does not end


def test_who_is_hurried_twice_in_vain_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thought, "GRACE", 0.05)
    session = with_faulty(tmp_path, "raeuber", "Endless")

    async def to_the_bot(table: Table) -> None:
        while session.bot_asked is None:
            await table.choose_first()
        await asyncio.sleep(0.05)

    async def play(table: Table) -> None:
        await to_the_bot(table)
        length = session.game.length
        await table.press("enter")
        await table.wait(lambda: session.game.length > length)
        assert session.table.seats[1].bot == f"{FAULTY}:Endless"  # it may only be slow
        await to_the_bot(table)
        await table.press("enter")
        await table.wait(lambda: session.table.seats[1].bot == "greedy")
        await table.asked()
        await table.settle()
        assert f"{FAULTY}:Endless (Bot 1) has failed: it does not come to an end." in table.talk
        await table.play_on()

    at_table(play, session)
    assert session.match.over


# ---------------------------------------------------------------- line by line


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("fault", TOLD)
def test_line_by_line_it_is_told_and_the_game_goes_on(fault: str, game: str, tmp_path: Path) -> None:
    session, said = with_faulty(tmp_path, game, fault), list[str]()
    last = Plain(session, "en", lambda: "1", said.append).run()
    told = [line for line in said if "has failed" in line]
    assert len(told) == 1
    assert TOLD[fault] in told[0]
    assert told[0].endswith("From now on greedy plays for Bot 1.")
    assert session.match.over
    assert str(session.shelf.finished_path(session.table.name)) in last


def test_line_by_line_enter_hurries_who_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thought, "GRACE", 0.05)
    monkeypatch.setattr(plain, "PATIENCE", 0.05)
    session, said = with_faulty(tmp_path, "raeuber", "Endless"), list[str]()
    pressed = iter([False, True, False, True])
    Plain(session, "de", lambda: "1", said.append, entered=lambda: next(pressed)).run()
    assert said.count("Bot 1 überlegt … (Enter: sofort)") == 2
    assert sum(f"{FAULTY}:Endless (Bot 1) fällt aus: er kommt zu keinem Ende." in line for line in said) == 1
    assert session.match.over


def test_at_a_keyboard_without_a_screen(tmp_path: Path) -> None:
    """Enter is read while a bot thinks, and is no answer to the question after it."""
    command = ["play", "raeuber", "--plain", "--players", "2", "--bots", f"{FAULTY}:Endless", "--seed", "1"]
    with Terminal(command, XDG_DATA_HOME=str(tmp_path)) as terminal:
        for _ in range(2):
            while "Arsène is thinking" not in terminal.wait_for("Enter: at once", "Player 1: Play a card"):
                terminal.send("1\n")
            terminal.send("\n")
        told = " ".join(terminal.wait_for("Player 1: Play a card").split())  # the lines of a terminal are short
        assert "it does not come to an end. From now on greedy plays" in told
        terminal.send("quit\n")
        assert "is not among the choices" not in terminal.sent
        assert "The game is saved." in terminal.rest()
