"""A table without its screen: who is asked, whose view is shown, what can be taken back, what is saved."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from beute import bots, games
from beute.bots import Budget, search
from beute.games import contract
from beute.games.bits import members
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.errors import IllegalMove
from beute.table.seats import Seat, seats_for
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal.play import advance, begin, play_out


def test_who_sits_where(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 4, people=2)
    assert session.table.people == (0, 1)
    assert session.table.seats[2:] == (Seat("Arsène", "random"), Seat("Bonnie", "random"))
    assert session.match.names == ("Ada", "Bob", "Arsène", "Bonnie")
    assert session.speech("de").names == session.match.names


@pytest.mark.parametrize(
    ("game", "people", "viewer", "curtain"),
    [
        ("sneaky", 0, None, False),
        ("sneaky", 1, 0, False),
        ("sneaky", 2, None, False),
        ("schattendieb", 1, 0, False),
        ("schattendieb", 2, None, True),
        ("raeuber", 0, None, False),
        ("raeuber", 1, 0, False),
        ("raeuber", 3, None, True),
    ],
)
def test_whose_eyes_and_whether_a_curtain(
    game: str, people: int, viewer: int | None, curtain: bool, tmp_path: Path
) -> None:
    session = begin(tmp_path, game, 3, people)
    assert session.viewer == viewer
    assert session.needs_curtain == curtain


def test_where_all_choose_at_once_people_come_first(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 4, people=2)
    asked = []
    for _ in range(4):
        seat = session.person_asked if session.person_asked is not None else session.bot_asked
        assert seat is not None
        asked.append((seat, session.person_asked, session.bot_asked))
        session.table.play(seat, session.game.legal_for(seat)[0])
    assert asked == [(0, 0, None), (1, 1, None), (2, None, 2), (3, None, 3)]


def test_one_at_a_time(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 3)
    for _ in range(6):
        (seat,) = session.game.due
        assert (session.person_asked, session.bot_asked) == ((seat, None) if seat == 0 else (None, seat))
        session.table.play(seat, session.game.legal_for(seat)[0])


def test_after_the_end_nobody_is_asked(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "raeuber", 2))
    assert (session.person_asked, session.bot_asked, session.undoable) == (None, None, None)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_move_is_kept_at_once(game: str, tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)
    for _ in range(12):
        seat = session.game.due[0]
        session.table.play(seat, session.game.legal_for(seat)[0])
        assert Session.resume(session.shelf, session.table.name).game.events == session.game.events


def test_what_is_refused_is_not_kept(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    before = session.shelf.path(session.table.name).read_bytes()
    with pytest.raises(IllegalMove):
        session.table.play(0, "top G3")
    with pytest.raises(IllegalMove):
        session.table.play(1, session.game.legal[0])
    assert session.shelf.path(session.table.name).read_bytes() == before


def test_taking_back_is_kept_too(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    before = session.game.events
    session.table.play(0, session.game.legal[0])
    assert session.undoable == 0
    session.table.undo(0)
    assert session.game.events == before
    assert Session.resume(session.shelf, session.table.name).game.events == before


def test_only_people_take_back_and_only_their_own(tmp_path: Path) -> None:
    session = begin(tmp_path, "schattendieb", 3)
    assert session.undoable is None
    session.table.play(0, session.game.legal_for(0)[0])
    assert session.undoable == 0
    session.table.play(1, session.thought(1)())
    assert session.undoable is None


def test_the_latest_to_decide_takes_back_also_after_a_resume(tmp_path: Path) -> None:
    """Whoever chose last, in whatever order the seats sit."""
    session = begin(tmp_path, "schattendieb", 4, people=3)
    for seat in (2, 0):
        session.table.play(seat, session.game.legal_for(seat)[0])
    resumed = Session.resume(session.shelf, session.table.name)
    for there in session, resumed:
        assert there.undoable == 0
    resumed.table.undo(0)
    assert resumed.undoable == 2
    assert resumed.game.due == (0, 1, 3)


def test_a_bot_answers_the_same_again_and_by_what_it_sees(tmp_path: Path) -> None:
    session = begin(tmp_path, "raeuber", 3, people=0)
    (seat,) = session.game.due
    answer = session.thought(seat)()
    assert answer in session.game.legal_for(seat)
    assert all(session.thought(seat)() == answer for _ in range(3))
    assert Session.resume(session.shelf, session.table.name).thought(seat)() == answer


def test_what_a_bot_thinks_about_has_no_live_game_in_it(tmp_path: Path) -> None:
    """The game may go on while it thinks, and the answer is the one to what was asked."""
    session = advance(begin(tmp_path, "raeuber", 3, people=1), 30)
    session.table.play(0, session.game.legal_for(0)[0])
    assert session.bot_asked == 1
    task = pickle.loads(pickle.dumps(session.table.task(1)))
    thought, before = session.thought(1), session.game.length
    session.table.play(1, session.game.legal_for(1)[0])
    assert session.game.length > before
    assert thought() == bots.think(session.bot(1), task)


def test_a_bot_of_others_is_made_once(tmp_path: Path) -> None:
    seats = [Seat("Ada"), Seat("Arsène", "tests.lab.custom_bots:Low"), Seat("Bonnie", "tests.lab.custom_bots:Low")]
    session = Session.begin(Shelf(tmp_path), "raeuber", seats, {}, "seed")
    assert session.bot(1) is session.bot(1)
    assert session.bot(1) is not session.bot(2)


def test_a_bot_thinks_by_the_budget_that_is_behind_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        budgets.append(str(budget))
        return members(contract.legal(known, seat))[0]

    monkeypatch.setattr(search, "choose", choose)
    seats = [Seat("Arsène", "search@700"), Seat("Bonnie", "search@1.5s"), Seat("Clyde", "search")]
    begun = Session.begin(Shelf(tmp_path), "schattendieb", seats, {}, "seed")
    for session in (begun, Session.resume(begun.shelf, begun.table.name)):
        for seat in range(3):
            session.thought(seat)()
    assert budgets == 2 * ["700", "1500ms", ""]


def test_a_seed_makes_a_match_repeatable_and_none_does_not(tmp_path: Path) -> None:
    def events(seed: str | None) -> tuple[str, ...]:
        return Session.begin(
            Shelf(tmp_path), "sneaky", seats_for("sneaky", 2, 0, "", "random", "en"), {}, seed
        ).game.events

    assert events("a") == events("a")
    assert len({events(seed) for seed in ("a", "b", "c", None, None)}) > 3


def test_the_story_is_the_seats_own(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "schattendieb", 3, people=2), 30)
    stories = [session.log(seat, "en") for seat in (0, 1, None)]
    assert stories[0] != stories[1] != stories[2]
    assert [line for line in stories[2] if line not in stories[0]] == []
    assert session.log(0, "en", latest=2) == stories[0][-2:]
    assert len(session.log(0, "de")) == len(stories[0])
    assert session.log(0, "de") != stories[0]


def test_the_story_follows_what_is_taken_back(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))
    before = session.log(0, "en")
    session.table.play(0, session.game.legal[0])
    assert session.log(0, "en")[: len(before)] == before
    assert len(session.log(0, "en")) == len(before) + 1
    session.table.undo(0)
    assert session.log(0, "en") == before


def test_each_game_of_a_match_has_its_own_story(tmp_path: Path) -> None:
    session = play_out(begin(tmp_path, "schattendieb", 3, games=2))
    first = session.log(None, "en")
    session.table.next_game()
    assert len(session.log(None, "en")) == 1 < len(first)
    assert Session.resume(session.shelf, session.table.name).match.points == session.match.points
    assert session.shelf.tables() == [session.table.name]
    play_out(session)
    assert session.shelf.tables() == []
    assert len(session.shelf.records(session.table.name)) == 2


def test_a_match_that_ended_while_it_was_kept_is_put_away_when_it_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the last entry of the log and the records."""
    session = begin(tmp_path, "raeuber", 2)
    shelf = session.shelf
    with monkeypatch.context() as killed:
        killed.setattr(Shelf, "finish", lambda *_: None)
        play_out(session)
    assert shelf.tables() == [session.table.name]
    assert Session.resume(shelf, session.table.name).match.over
    assert shelf.tables() == []
    assert shelf.finished() == [session.table.name]
