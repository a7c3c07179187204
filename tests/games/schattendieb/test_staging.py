"""A round in the steps in which people follow it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from beute.games.schattendieb.staging import stages
from beute.games.schattendieb.view import SchattendiebView
from beute.games.story import Dealt, Happening, Seat, Seats, Stage, Thing, Things
from beute.games.views import offered
from beute.play.game import Game
from beute.play.hearing import Viewer
from beute.table.seats import Seat as Sitting
from beute.table.table import Table
from beute.terminal.shelf import Shelf
from tests.games.schattendieb.position import position

BEFORE = """
    choose
    pile rest
    discard
    0  W5 R8 TC V9   [W1 W3]
    1  R4 R2 B1 V7   []
    2  B4 W2 C1 V5   []
    3  V6 R9 C9 C8   [R1 R3]
    """
CARDS = Dealt(((0, "W5"), (1, "R4"), (2, "B4"), (3, "V6")))


def before(seat: Viewer = 0) -> SchattendiebView:
    p = position(BEFORE)
    view: SchattendiebView = Game(p.engine.setup, None, p.table).view(seat)  # type: ignore[assignment]
    return view


def after(view: SchattendiebView) -> SchattendiebView:
    """Seat 0 adds nothing and keeps its watch, seat 3 has shut its vault."""
    seats = [{**there} for there in view["seats"]]
    seats[0] |= {"vault": ["W1", "W3", "W5"], "vault_sum": 9, "hand": ["R8", "B2", "TC", "V9"]}
    seats[3] |= {"open": False, "hand": [], "shut_with": "V6"}
    return {**view, "seats": seats, "version": view["version"] + 1}  # type: ignore[typeddict-item]


ROUND = [
    Happening("reveal", {"cards": CARDS}),
    Happening("stalemate", {"cards": Things(("R4", "B4"))}),
    Happening("into_vault", {"seat": Seat(0), "cards": Things(("W5",))}),
    Happening("shut", {"seat": Seat(3), "card": Thing("V6")}),
    Happening("under_the_pile", {"seats": Seats((3,))}),
    Happening("draw", {"seat": Seat(0), "card": Thing("B2")}),
    Happening("drawn"),
]


def fronts(view: SchattendiebView) -> list[str | None]:
    return [there["front"] for there in view["seats"]]


def views(found: Sequence[Stage]) -> list[SchattendiebView]:
    shown: list[SchattendiebView] = [stage.view for stage in found]  # type: ignore[misc]
    return shown


def codes(found: Sequence[Stage]) -> list[list[str]]:
    return [[line.code for line in stage.told] for stage in found]


def test_a_round_is_shown_in_the_steps_in_which_it_is_told_each_line_once() -> None:
    found = stages(before(), ROUND, after(before()))
    steps = [["reveal"], ["stalemate"], ["into_vault"], ["shut", "under_the_pile"], ["draw", "drawn"]]
    assert codes(found) == steps


def test_only_the_last_step_asks_and_it_is_the_view_that_came() -> None:
    now = after(before())
    *first, last = views(stages(before(), ROUND, now))
    assert last is now
    assert all(not view["choices"] and not view["asked"] for view in first)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_told_is_carried_out_on_what_was_shown(seat: Viewer) -> None:
    shown = views(stages(before(seat), ROUND, after(before(seat))))
    assert fronts(shown[0]) == ["W5", "R4", "B4", "V6"]
    assert [len(there["hand"]) for there in shown[0]["seats"]] == [3, 3, 3, 3]
    assert fronts(shown[1]) == ["W5", None, None, "V6"]
    assert sorted(shown[1]["discard"]) == ["B4", "R4"]
    assert shown[2]["seats"][0]["vault"] == ["W1", "W3", "W5"]
    assert shown[2]["seats"][3]["open"]
    assert (shown[3]["seats"][3]["open"], shown[3]["seats"][3]["shut_with"]) == (False, "V6")


def test_thieves_come_one_by_one_and_their_loot_with_them() -> None:
    thieves = [
        Happening("reveal", {"cards": Dealt(((0, "TC"), (1, "C7"), (2, "TS"), (3, "B4")))}),
        Happening("steal", {"seat": Seat(0), "victim": Seat(1), "jewel": Thing("C7")}),
        Happening("in_vain", {"seat": Seat(2), "card": Thing("TS")}),
        Happening("drawn"),
    ]
    shown = views(stages(before(), thieves, after(before())))
    assert [fronts(view) for view in shown[1:3]] == [[None, None, "TS", "B4"], [None, None, None, "B4"]]
    assert (shown[1]["seats"][0]["vault"], shown[1]["seats"][0]["vault_sum"]) == (["W1", "W3", "C7"], 11)


def test_what_is_told_in_one_line_is_one_step() -> None:
    now = after(before())
    assert stages(before(), [], before()) == []
    assert stages(before(), ROUND[-2:], now) == []
    assert [stage.view for stage in stages(before(), ROUND[:1], now)] == [now]


@pytest.mark.parametrize("players", [3, 7])
def test_whole_games(players: int, tmp_path: Path) -> None:
    """The steps tell every viewer all that the update tells, and end with its view; cards are not made nor lost."""
    seats = [Sitting(f"P{seat}") for seat in range(players)]
    table = Table.open(Shelf(tmp_path), "table", "schattendieb", seats, {"games": 1}, seed="stages")
    staged = 0
    while not table.game.over:
        seat = table.game.due[-1]
        words = offered(table.view(seat)["choices"])
        for viewer, update in table.play(seat, words[table.game.length * 7 % len(words)]).updates.items():
            if update.stages:
                staged += 1
                assert [line for stage in update.stages for line in stage.told] == list(update.told)
                assert update.stages[-1].view is update.view
                shown = views(update.stages)
                numbers = {cards(view) for view in shown[:-1]}
                assert len(numbers) == min(1, len(shown) - 1), (viewer, numbers)  # one step is all: nothing before it
    assert staged > 5 * players


def cards(view: SchattendiebView) -> int:
    """All that lie on the table or are held, but for the pile."""
    there = [
        len(seat["hand"]) + len(seat["vault"]) + len(seat["added"]) + (seat["front"] is not None) + (not seat["open"])
        for seat in view["seats"]
    ]
    return sum(there) + len(view["discard"]) + view["face_down"]
