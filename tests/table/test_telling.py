"""What a step tells to whom: versions are counted for each viewer, and what lies face down is told to its seat only."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, cast

import pytest

from beute.games.schattendieb.view import SchattendiebView
from beute.games.story import Happening, Seat
from beute.table.seats import Seat as Seated
from beute.table.table import Table
from tests.table.memory import Memory
from tests.table.playing import EACH, NAME, NAMES, label, new_table, steps, until, words


def seen(table: Table) -> dict[int | None, Any]:
    """All that each viewer is shown, but for how often it was told something."""
    return {viewer: table.view(viewer) | {"version": 0} for viewer in table.viewers}


def versions(table: Table) -> dict[int | None, int]:
    return {viewer: table.version(viewer) for viewer in table.viewers}


# ---------------------------------------------------------------- in whole games


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_a_version_moves_exactly_when_there_is_something_new(game: str, players: int, options: dict[str, Any]) -> None:
    """For all but who took the step; what is face down leaves others' views and versions as they were."""
    table = new_table(game, players, seed=players, **options)
    before, counted = seen(table), versions(table)
    hidden = 0
    for step in steps(table, random.Random(players + 7), most=500, undo=0.3):
        after, now = seen(table), versions(table)
        for viewer in table.viewers:
            update = step.change.updates.get(viewer)
            assert (update is not None) == (now[viewer] != counted[viewer])
            if update is not None:
                assert now[viewer] > counted[viewer]
                assert update.version == now[viewer] == table.view(viewer)["version"]
                assert update.view == table.view(viewer)
                assert update.question == (None if viewer is None else table.question(viewer))
            if viewer != step.seat:
                # Dice can fall as they did before: then what is new is that they were rolled.
                new = after[viewer] != before[viewer] or (update is not None and update.events != ())
                assert (now[viewer] != counted[viewer]) == new, (step, viewer)
                hidden += now[viewer] == counted[viewer]
        assert step.seat is None or now[step.seat] > counted[step.seat], "who took the step sees it"
        before, counted = after, now
    assert (hidden > 0) == (game == "schattendieb"), "only there something lies face down"


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_others_are_told_once_that_a_seat_has_chosen_and_never_how(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """SD-5, SD-9: however many steps, changes and second thoughts it took, versions of others count one."""
    table = new_table(game, players, seed=players, **options)
    phase, told = phase_of(table), versions(table)
    for step in steps(table, random.Random(players), most=400, undo=0.3):
        if phase_of(table) != phase:
            phase, told = phase_of(table), versions(table)
            continue
        if table.game.face_down:
            chosen = table.view(None)["chosen"]
            assert table.version(None) - told[None] == len(chosen), step
            for viewer in table.people:
                others = [seat for seat in chosen if seat != viewer]
                assert table.version(viewer) - told[viewer] >= len(others)


def phase_of(table: Table) -> tuple[int, int, bool]:
    return len(table.match.games), table.game.face_down_events.start, table.game.face_down


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_who_is_asked_and_who_has_chosen_is_the_same_for_everybody(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """SD-5, SD-9: and it is the truth, unless a seat takes a choice back, which only that seat knows."""
    table = new_table(game, players, seed=players + 3, **options)
    for _ in steps(table, random.Random(players), most=300, undo=0):
        due = list(table.game.due)
        shown = {(tuple(view["asked"]), tuple(view["chosen"])) for view in map(table.view, table.viewers)}
        ((asked, chosen),) = shown
        assert list(asked) == due
        assert not set(asked) & set(chosen)
        if table.game.face_down:
            at_once = {int(table.game.as_played[n].split()[0]) for n in table.game.face_down_events}
            assert set(chosen) == at_once - set(due)
        else:
            assert not chosen


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_updates_bring_every_event_and_every_sentence_once(game: str, players: int, options: dict[str, Any]) -> None:
    """All that a viewer heard, and the whole story as far as it may be told; in each game of a match."""
    table = new_table(game, players, seed=players, **options)
    opened = {viewer: (table.game.heard(viewer), told(table, viewer)) for viewer in table.viewers}
    for step in steps(table, random.Random(players), undo=0):
        if step.kind == "next_game":
            opened = {viewer: ([], []) for viewer in table.viewers}
        for viewer, update in step.change.updates.items():
            events, sentences = opened[viewer]
            if step.kind == "changed":
                events.remove([event for event in events if event.startswith(f"{step.seat} ")][-1])
            events += update.events
            sentences += update.told
            assert alike(table, viewer, events) == sorted(table.game.heard(viewer)), step
            story = told(table, viewer)
            if has_closed(table, viewer):
                assert story == told(table, None), "SD-12"
            else:
                assert sentences[len(sentences) - len(story) :] == story, step
    assert table.match.over
    for viewer, (_, sentences) in opened.items():
        assert has_closed(table, viewer) or sentences == told(table, viewer), "after the end all may be told"


def has_closed(table: Table, viewer: int | None) -> bool:
    """SD-12"""
    if table.game.setup.game != "schattendieb" or viewer is None:
        return False
    return not table.match.game.view(None)["seats"][viewer]["open"]


def alike(table: Table, viewer: int | None, events: Sequence[str]) -> list[str]:
    """SD-12: who has closed is no longer told what was drawn; what was heard before was heard."""
    if has_closed(table, viewer):
        events = [re.sub(r"^(\* \w+ \d) \w+$", r"\1 ?", event) for event in events]
    return sorted(events)


def told(table: Table, viewer: int | None) -> list[Happening]:
    return [entry.happening for entry in table.told(viewer)]


# ---------------------------------------------------------------- one by one


def test_what_was_told_before_is_not_news() -> None:
    """Neither the opening, nor what is told to a viewer who asks for the whole story."""
    table = new_table("schattendieb", 3, bots={2: "random"})
    for viewer in (None, 0, 2):  # a bot's seat too, which is no viewer
        assert told(table, viewer)
    word = words(table, 0)[0]
    change = table.play(0, word)
    assert change.updates[0].events == (f"0 {word}",)
    assert (change.updates[None].events, change.updates[None].told) == ((), ())
    again = Table.load(table.store, table.name)
    for viewer in (None, 0, 2):
        assert told(again, viewer) == told(table, viewer)
    change = again.play(1, words(again, 1)[0])
    assert change.updates[0].events == ()
    assert change.updates[0].told == ()


def test_a_seat_that_changes_its_mind_is_told_so_itself() -> None:
    """SD-5"""
    table = new_table("schattendieb", 3)
    first, second = words(table, 0)[:2]
    table.play(0, first)
    change = table.play(0, second)
    assert set(change.updates) == {0}
    assert change.updates[0].events == (f"0 {second}",)
    view = cast(SchattendiebView, change.updates[0].view)
    assert view["seats"][0]["front"] == second.split()[1]


def test_what_was_face_down_is_told_when_it_is_revealed() -> None:
    """SD-5: to each what it had not heard yet."""
    table = new_table("schattendieb", 3)
    said = {seat: words(table, seat)[0] for seat in range(3)}
    table.play(1, said[1])
    table.play(2, said[2])
    change = table.play(0, said[0])
    events = [f"1 {said[1]}", f"2 {said[2]}", f"0 {said[0]}"]
    assert list(change.updates[None].events)[:3] == events
    assert list(change.updates[1].events)[:2] == events[1:]
    assert list(change.updates[2].events)[:2] == [events[0], events[2]]
    for update in change.updates.values():
        assert update.told[0].code == "reveal"


def test_an_undone_decision_is_told_with_the_new_view_and_no_event() -> None:
    table = new_table("sneaky", 2)
    until(table, lambda table: bool(table.game.due) and table.undoable(table.game.due[0]))
    seat = table.game.due[0]
    change = table.undo(seat)
    assert set(change.updates) == {0, 1, None}
    for viewer, update in change.updates.items():
        assert update.events == ()
        assert update.told == (Happening("undone", {"seat": Seat(seat)}),)
        assert update.view == table.view(viewer)


def test_the_names_of_people_are_in_what_is_said() -> None:
    table = new_table("raeuber", 2)
    speech = table.speech("en")
    said = [speech.say(happening, "tell") for happening in told(table, None)]
    assert any("Ada" in sentence or "Bo" in sentence for sentence in said)


# ---------------------------------------------------------------- where nobody watches


@pytest.mark.clause("SD-12")
@pytest.mark.parametrize(("game", "players"), [("sneaky", 2), ("schattendieb", 4), ("raeuber", 3)])
def test_people_are_told_the_same_whether_somebody_watches_or_not(game: str, players: int) -> None:
    """Who closed is told what spectators are, also where there are none."""
    seats = [Seated(name) for name in NAMES[:players]]
    tables = [Table.open(Memory(), NAME, game, seats, {}, "1", watched=watched) for watched in (True, False)]
    lucks = [random.Random(3), random.Random(3)]
    assert [table.viewers for table in tables] == [(*range(players), None), tuple(range(players))]
    played = (steps(table, luck, most=300) for table, luck in zip(tables, lucks, strict=True))
    for number, (watched, alone) in enumerate(zip(*played, strict=True)):
        assert None not in alone.change.updates
        assert {seat: watched.change.updates.get(seat) for seat in range(players)} == {
            seat: alone.change.updates.get(seat) for seat in range(players)
        }
        if number % 25 == 0:
            assert [tables[0].told(seat) for seat in range(players)] == [
                tables[1].told(seat) for seat in range(players)
            ]


def test_who_comes_to_watch_is_told_the_whole_story() -> None:
    tables = [
        Table.open(Memory(), NAME, "raeuber", [Seated("A"), Seated("B")], {}, "1", watched=w) for w in (True, False)
    ]
    for table in tables:
        list(steps(table, random.Random(1), most=12, undo=0))
    tables[1].expect_spectators()
    assert tables[1].told(None) == tables[0].told(None)
    last = [next(iter(steps(table, random.Random(2), most=1, undo=0))) for table in tables]
    assert last[0].change.updates == last[1].change.updates


@pytest.mark.parametrize("way", ["loaded", "watched"])
def test_lines_that_may_be_shown_are_kept_though_the_table_follows_the_game_only_from_now_on(way: str) -> None:
    store = Memory()
    table = Table.open(store, NAME, "raeuber", [Seated("A"), Seated("B"), Seated("C")], {}, "1", watched=False)
    for _ in range(2):
        (seat,) = table.game.due
        table.play(seat, words(table, seat)[0])
    if way == "loaded":
        table = Table.load(store, NAME, watched=False)
    else:
        table.expect_spectators()
    before = {seat: len(told) for seat, told in _told_apart(store).items()}
    change = table.sit(1, Seated("Otto", "greedy"))
    kept = {viewer: update.kept for viewer, update in change.updates.items() if viewer is not None}
    assert kept == {seat: before[seat] + 1 for seat in (0, 2)}  # bots are told by their tasks
    assert min(before.values()) > 1


def _told_apart(store: Memory) -> dict[int, list[object]]:
    """What the seats may be reminded of, by a table of its own."""
    table = Table.load(store, NAME)
    return {seat: list(table.told(seat)) for seat in range(3)}
