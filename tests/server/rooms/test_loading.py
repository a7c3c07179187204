"""A table loaded from its log is the live one, whatever people have done; and nobody breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from beute.play.errors import BeuteError, BrokenRecord
from beute.server.messages import notice_message, state_message, table_message, you_message
from beute.server.rooms.log import checked
from beute.server.rooms.plan import Plan, RoomSeat
from beute.server.rooms.room import Room
from tests.server.rooms.sitting import ADA, NAMES, START, Sitting, plan

Act = tuple[str, Callable[[], object]]
PEOPLE = [*NAMES, 9]  # the last never sits down by a plan
LANGUAGE = "en"


def what(room: Room) -> dict[str, Any]:
    """All that a room is, but for clocks and who is connected."""
    found: dict[str, Any] = {**vars(room.people), "length": room.length}
    if room.table is not None:
        table = room.table
        found["match"] = [game.as_played for game in table.match.games], table.match.names, table.match.secret
        found["questions"] = [table.question_id(seat) for seat in range(table.game.players)]
        found["views"] = [(table.view(viewer), table.told(viewer)) for viewer in (*range(table.game.players), None)]
    return found


class Crowd:
    """People who do anything at a table, possible or not."""

    def __init__(self, sitting: Sitting, luck: random.Random) -> None:
        self.sitting, self.luck = sitting, luck
        self.done: set[str] = set()

    def act(self) -> None:
        name, act = self.luck.choice(self._acts())
        try:
            act()
        except BeuteError:
            return
        self.done.add(name)

    def _acts(self) -> list[Act]:
        do, luck, people = self.sitting.do, self.luck, self.sitting.room.people
        who, seat = luck.choice([*PEOPLE, people.host]), luck.randrange(5)
        seated = luck.choice(people.seated or [who])
        name, other = NAMES.get(who, "Zoe"), luck.choice(PEOPLE)
        often: dict[str, list[Act]] = {
            "waiting": [("start", lambda: do(Room.start, who)), ("join", lambda: do(Room.join, who, name))],
            "playing": [
                ("answer", self._answer),
                ("answer", self._answer),
                ("bots", self._bots),
                ("undo", self._undo),
                ("wait", lambda: self.sitting.wait(luck.choice([0.5, 5, 100]))),
                ("late", self._late),
            ],
            "over": [
                ("offer", lambda: do(Room.offer, seated, self._plan(seated))),
                ("accept", lambda: do(Room.accept, seated)),
                ("join", lambda: do(Room.join, who, name)),
            ],
        }
        return often.get(people.state, []) * 10 + [
            ("arrange", lambda: do(Room.arrange, who, self._plan(who))),
            ("join", lambda: do(Room.join, who, name, luck.choice([None, seat]))),
            ("watch", lambda: do(Room.watch, who)),
            ("leave", lambda: do(Room.leave, who)),
            ("forget", lambda: do(Room.forget, who) if luck.random() < 0.2 else None),
            ("return", lambda: do(Room.come_back, who)),
            ("return", lambda: do(Room.come_back, luck.choice([*people.returning, who]))),
            ("bot", lambda: do(Room.seat_bot, who, seat)),
            ("remove", lambda: do(Room.remove, who, seat) if luck.random() < 0.3 else None),
            ("hand over", lambda: do(Room.hand_over, luck.choice([*people.seats_of(seated), seat]), seated, other)),
            ("host", lambda: do(Room.hand_host_on, people.host, seat)),
            ("link", lambda: do(Room.renew_link, who, f"link{luck.random()}")),
            ("pause", lambda: do(Room.pause, seated)),
            ("resume", lambda: do(Room.resume, seated)),
            ("resume", lambda: do(Room.resume, who)),
            ("next", lambda: do(Room.next_game, seated, self.sitting.room.game_number)),
            ("decline", lambda: do(Room.decline, who) if luck.random() < 0.3 else None),
            ("close", lambda: do(Room.close, who) if luck.random() < 0.01 else None),
            ("play on", lambda: self.sitting.play(luck.randrange(99)) if luck.random() < 0.3 else None),
            ("arrive", lambda: self.sitting.room.presence.arrive(who, seat)),
            ("goodbye", lambda: self.sitting.room.presence.goodbye(who, seat, self.sitting.now)),
        ]

    def _plan(self, who: int) -> Plan:
        """The present one; at times with something else."""
        people, luck = self.sitting.room.people, self.luck
        seats = [*people.seats]
        if luck.random() < 0.3:
            luck.shuffle(seats)
        if luck.random() < 0.1:
            seats.append(luck.choice([RoomSeat("open"), RoomSeat("bot", bot="easy"), RoomSeat("person", "Me", who)]))
        if luck.random() < 0.1:
            seats.pop()
        limit = luck.choice([people.plan.limit, 10, 5])
        return replace(people.plan, seats=tuple(seats), limit=limit)

    def _answer(self) -> None:
        room, luck = self.sitting.room, self.luck
        asked = [seat for seat in room.playing.people if self.sitting.words(seat) and seat < len(room.people.seats)]
        seat = luck.choice(asked) if asked else 0
        who = room.people.seats[seat].person if luck.random() < 0.9 else luck.choice(PEOPLE)
        word = luck.choice(self.sitting.words(seat) or ["nothing"])
        self.sitting.do(Room.answer, who, seat, self.sitting.question(seat), word)

    def _undo(self) -> None:
        room = self.sitting.room
        seat = self.luck.randrange(min(room.playing.game.players, len(room.people.seats)))
        self.sitting.do(Room.undo, room.people.seats[seat].person, seat, room.playing.version(seat))

    def _bots(self) -> None:
        if self.sitting.room.bots_due:
            self.sitting.let_bots_play(self.luck)

    def _late(self) -> None:
        room = self.sitting.room
        for seat in [seat for seat, deadline in room.deadlines.items() if deadline <= self.sitting.now]:
            if seat in room.playing.game.due:  # the others may have ended the game
                word = self.luck.choice(room.playing.game.legal_for(seat))
                self.sitting.do(Room.time_runs_out, seat, room.playing.question_id(seat), word)


def check(room: Room) -> None:
    """What is always so, and everybody can be told of it."""
    people = room.people
    for seat in people.seats:
        assert (seat.person is not None) == (seat.kind == "person")
        assert (seat.bot is not None) == (seat.kind == "bot")
        assert seat.kind == "bot" or seat.away is None
    taken = [seat.name for seat in people.seats if seat.kind != "open"]
    assert len({*taken}) == len(taken)
    assert "" not in taken
    assert not people.watchers & {*people.seated}
    if people.running:
        assert [seat.bot is None for seat in room.playing.seats] == [seat.kind == "person" for seat in people.seats]
        assert list(room.playing.match.names) == [seat.name for seat in people.seats]
    if people.offer is not None:
        assert {seat.person for seat in people.offer.plan.seats} - {None} >= people.offer.accepted - {people.offer.by}
    orjson.dumps(table_message(room))
    for person in people.everybody:
        orjson.dumps(you_message(room, person))
        for viewer in room.viewers(person):
            if room.table is not None:
                orjson.dumps(state_message(room, viewer, LANGUAGE))


TABLES = [
    ("sneaky", ("Ada", "Bo", "easy"), {}),
    ("sneaky", ("Ada", "open", "open", "Ada:Eva"), {}),
    ("schattendieb", ("Ada", "Bo", "easy", "Cy"), {"games": 2}),
    ("schattendieb", ("Ada", "open", "Ada:Eva"), {"games": 1}),
    ("raeuber", ("Ada", "Bo", "Cy"), {}),
    ("raeuber", ("Ada", "open", "easy"), {"open_sums": True}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=lambda value: str(value)[:12])
def test_a_loaded_table_is_the_live_one(game: str, seats: tuple[str, ...], options: dict[str, Any]) -> None:
    done, matches = set[str](), 0
    for seed in range(3 if game == "sneaky" else 8):  # its games are longer
        luck = random.Random(f"{game} {seats} {seed}")
        sitting = Sitting(plan(*seats, game=game, options=options, limit=luck.choice([None, 10])), start=False)
        crowd = Crowd(sitting, luck)
        for number in range(400):
            crowd.act()
            if number % 80 == 79:
                check(sitting.room)
                assert what(sitting.loaded()) == what(sitting.room)
        for notice in sitting.notices:
            orjson.dumps(notice_message(sitting.room, notice))
        done |= crowd.done
        matches += sitting.room.people.matches
    assert {"answer", "bots", "late", "leave", "return", "pause", "resume", "hand over", "offer"} <= done
    assert matches > 3, "no rematch was played"


def test_a_table_goes_on_from_its_log() -> None:
    sitting = Sitting(plan("Ada", "Bo", "Cy", game="schattendieb", options={"games": 2}))
    sitting.play(until=lambda room: room.game_number == 2)
    sitting.room = sitting.loaded()
    sitting.play()
    assert sitting.room.state == "over"
    assert [record.match and record.match["game"] for record in sitting.room.records] == [1, 2]


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([], id="nothing"),
        pytest.param([{"entry": "closed"}], id="not created"),
        pytest.param([{"entry": "dealt"}], id="of another kind"),
        pytest.param([{"entry": "joined", "seat": "0", "person": 1, "name": "Ada"}], id="a wrong field"),
        pytest.param([["closed"]], id="not an object"),
    ],
)
def test_what_is_no_log_is_told_so(entries: list[Any]) -> None:
    with pytest.raises(BrokenRecord) as caught:
        Room.load("t", [(START, checked(entry, number)) for number, entry in enumerate(entries)], START)
    assert caught.value.code == "broken_table"


def test_a_log_that_names_a_seat_that_is_not_there_is_broken() -> None:
    sitting = Sitting(plan("Ada", "open"), start=False)
    first = checked(orjson.loads(sitting.log[0][1]), 0)
    joined = checked({"entry": "joined", "seat": 5, "person": ADA, "name": "Ada"}, 1)
    with pytest.raises(BrokenRecord, match="no seat 5"):
        Room.load("t", [(START, first), (START, joined)], START)
