"""Who may take back what at a table, and when."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beute.play.errors import BeuteError
from beute.table.table import Table
from tests.table.playing import EACH, NAME, label, log, new_table, steps, until, words


def refused(table: Table, seat: int) -> None:
    before = log(table)
    with pytest.raises(BeuteError, match="nothing to take back, or something was revealed since") as wrong:
        table.undo(seat)
    assert (wrong.value.code, wrong.value.data) == ("cannot_undo", {"seat": seat})
    assert log(table) == before


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_only_what_nobody_has_learned_anything_from(game: str, players: int, options: dict[str, Any]) -> None:
    """RB-6, RB-14, SD-5, SD-9: the latest of all decisions with no chance since, or one that lies face down.

    Before the game is over; not what led to a reveal; without open sums nothing at all.
    """
    table = new_table(game, players, seed=players, **options)
    possible = 0
    for _ in steps(table, random.Random(players), most=300, undo=0.05):
        events, hidden = table.game.as_played, table.game.face_down_events
        for seat in range(players):
            latest = max((n for n, event in enumerate(events) if event.startswith(f"{seat} ")), default=-1)
            expected = latest in hidden if table.game.face_down else latest >= 0 and latest == len(events) - 1
            if game == "raeuber":
                expected &= bool(options) and not revealed(table, events)
            if game == "schattendieb" and not table.game.face_down:
                expected &= " steal " in events[-1]
            expected &= not table.game.over
            assert table.undoable(seat) == expected == table.view(seat)["undoable"], (events[-1], seat)
            possible += expected
            if not expected and seat == 0:
                refused(table, seat)
    assert (possible > 0) == (game != "raeuber" or bool(options))


def revealed(table: Table, events: tuple[str, ...]) -> bool:
    """RB-14: whether the latest play had the last cards revealed: all but one of its seat's cards are played then."""
    given = sum(event.startswith(("* deal", "* draw")) for event in events)
    played = sum(not event.startswith("*") for event in events)
    return table.match.game.view(None)["step"] == "last_cards" and given - played == table.game.players


def test_a_decision_taken_back_is_asked_for_again() -> None:
    table = new_table("sneaky", 2)
    until(table, lambda table: bool(table.game.due) and table.undoable(table.game.due[0]))
    seat, last = table.game.due[0], table.game.as_played[-1]
    table.undo(seat)
    assert log(table)[-1] == {"entry": "undone", "seat": seat}
    assert last.split(" ", 1)[1] in words(table, seat)
    table.play(seat, last.split(" ", 1)[1])
    assert table.game.as_played[-1] == last


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_not_there_has_nothing_to_take_back(seat: int) -> None:
    refused(new_table("sneaky", 2), seat)


def test_a_bot_takes_nothing_back() -> None:
    table = new_table("schattendieb", 3, bots={1: "random"})
    table.play(1, words(table, 1)[0])
    assert table.game.undoable(1)
    refused(table, 1)


@pytest.mark.parametrize("order", [(2, 0), (2, 1), (1, 0), (0, 1), (0, 2)])
def test_after_a_resume_the_same_seat_s_decision_is_taken_back(order: tuple[int, int]) -> None:
    """SD-5: choices made at once in another order than that of seats; the log keeps the true order."""
    table = new_table("schattendieb", 3)
    for seat in order:
        table.play(seat, words(table, seat)[0])
    again = Table.load(table.store, NAME)
    assert again.game.as_played == table.game.as_played
    assert again.decided_last == table.decided_last == order[1]
    for seat in order:
        assert again.undoable(seat)
    again.undo(order[0])
    assert sorted(again.game.due) == sorted({0, 1, 2} - {order[1]})
    assert again.game.as_played[-1].startswith(f"{order[1]} ")


def test_each_takes_back_its_own_in_whatever_order() -> None:
    """SD-5: and the others' choices stay where they are."""
    table = new_table("schattendieb", 4)
    said = {seat: words(table, seat)[0] for seat in (3, 1, 0)}
    for seat, word in said.items():
        table.play(seat, word)
    for seat in (1, 3):
        change = table.undo(seat)
        assert set(change.updates) == {seat}, "nobody else is told"
        refused(table, seat)
    assert table.game.due == (1, 2, 3)
    assert table.game.as_played[-1] == f"0 {said[0]}"
    for seat in (2, 3, 1):
        table.play(seat, words(table, seat)[0])
    assert not table.view(None)["chosen"], "all is revealed"
    for seat in range(4):
        refused(table, seat)
