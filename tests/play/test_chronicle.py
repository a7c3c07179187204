"""What viewers were told is kept, and can be read and taken back."""

from __future__ import annotations

import beute
from beute.games.story import Happening
from beute.play.chronicle import Chronicle, Entry, Tale


def tale(*events: int) -> Tale:
    told = Tale()
    for number, event in enumerate(events):
        told.add(event, Happening(f"told {number}"))
    return told


def test_a_tale_reads_as_its_entries() -> None:
    told = tale(0, 2, 2, 5)
    assert list(told) == [Entry(event, Happening(f"told {n}")) for n, event in enumerate((0, 2, 2, 5))]
    assert told[-1] == Entry(5, Happening("told 3"))
    assert told[1:3] == [Entry(2, Happening("told 1")), Entry(2, Happening("told 2"))]
    assert not tale()


def test_before_an_event() -> None:
    told = tale(0, 2, 2, 5)
    assert [told.before(event) for event in range(7)] == [0, 1, 1, 3, 3, 3, 4]


def test_an_event_is_taken_back_with_all_that_came_after_it() -> None:
    told = tale(0, 2, 2, 5)
    told.take_back(6)
    assert len(told) == 4
    told.take_back(2)
    assert list(told) == list(tale(0))


def test_what_happens_often_is_made_once() -> None:
    """Two tables at which the same is told share it."""
    games = [beute.new("raeuber", 2, seed=1) for _ in range(2)]
    one, other = (Chronicle(game, [0]) for game in games)
    for game in games:
        for _ in range(6):
            game.play(game.legal[0])
    assert list(one.entries[0]) == list(other.entries[0])
    same = [mine.happening is theirs.happening for mine, theirs in zip(one.entries[0], other.entries[0], strict=True)]
    assert sum(same) >= 6, "each card that is laid"
