"""A room that carries out what another server has stored tells everybody the same as the room where it was done."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from beute.play.errors import BrokenRecord
from beute.server.rooms.log import Entry, checked
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.room import Room
from beute.server.rooms.step import Step

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("sneaky", 2, {}),
    ("schattendieb", 4, {"games": 2}),
    ("raeuber", 3, {"open_sums": False}),
]
MOST = 250  # steps


def stored(room: Room, log: list[tuple[float, Entry]]) -> Step:
    """What came of it, and its entries as a store has them."""
    step = room.take()
    log += [(room.now, checked(json.loads(json.dumps(entry)), len(log))) for entry in step.entries]
    return step


def do_something(room: Room, players: int, rng: random.Random) -> None:
    """One step at random, by whoever may: play, take back, leave, return, pause."""
    table, chance = room.playing, rng.random()
    undoable = [seat for seat in range(players) if table.undoable(seat)]
    if room.people.paused is not None:
        room.resume(1)
    elif table.game.over:
        room.next_game(1, room.game_number)
    elif chance < 0.04:
        room.leave(2) if room.people.seats_of(2) else room.come_back(2)
    elif chance < 0.06:
        room.pause(1)
    elif undoable and chance < 0.15:
        room.undo(undoable[0] + 1, undoable[0], table.version(undoable[0]))
    elif room.bots_due:
        seat = room.bots_due[0]
        room.bots_answer([(seat, table.question_id(seat), table.game.legal_for(seat)[0])])
    else:
        seat = rng.choice([*table.game.due])
        choices = [choice for choice in table.view(seat)["choices"] if choice["possible"] != "no"]
        question = f"{room.people.matches}.{table.question_id(seat).n}"
        room.answer(seat + 1, seat, question, rng.choice(choices)["word"])


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_it_tells_the_same(game: str, players: int, options: dict[str, Any], seed: int) -> None:
    rng, log = random.Random(seed), list[tuple[float, Entry]]()
    seats = tuple(RoomSeat("person", name=f"Person {number}", person=number) for number in range(1, players + 1))
    room = Room.create("room", Plan(game, options, seats, 60, "random"), 1, "link", 100.0)
    stored(room, log)
    other = Room.load("room", log, 100.0)
    room.start(1)
    for _ in range(MOST):
        known = len(log)
        step = stored(room, log)
        for at, entry in log[known:]:
            other.follow(entry, at)
        followed = other.take()
        assert followed.tellings == step.tellings
        assert followed.entries == step.entries
        assert (other.length, other.deadlines, other.people.seats) == (room.length, room.deadlines, room.people.seats)
        if room.people.matches and not room.people.running:
            break
        room.now += 1
        do_something(room, players, rng)
    assert len(log) > 50


def test_chance_that_the_secret_does_not_give_is_refused() -> None:
    log = list[tuple[float, Entry]]()
    seats = tuple(RoomSeat("person", name=f"Person {number}", person=number) for number in (1, 2))
    room = Room.create("room", Plan("raeuber", {}, seats, None, "random"), 1, "link", 100.0)
    room.start(1)
    stored(room, log)
    other, known = Room.load("room", log, 100.0), len(log)
    seat = room.playing.game.due[0]
    room.answer(seat + 1, seat, "1.0", room.playing.view(seat)["choices"][0]["word"])
    stored(room, log)
    at, entry = log[known]
    assert entry["entry"] == "played"
    drawn = entry["chance"][0].split()
    entry["chance"][0] = " ".join([*drawn[:-1], "2" if drawn[-1] != "2" else "3"])
    with pytest.raises(BrokenRecord, match="chance has done something else"):
        other.follow(entry, at)
