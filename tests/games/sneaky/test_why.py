"""Why a word is refused: the clause and the code, for every way a move can be wrong."""

import inspect
import re
from random import Random

import pytest

import beute
from beute import Game
from beute.games.sneaky import words
from beute.games.sneaky.view import SneakyView
from beute.play.luck import Scripted
from beute.texts import texts
from tests.games.sneaky.position import new, position

REASONS = texts("en").under("reasons")

TABLE = """
    centre R1 Y2 G3
      0 cuffs 2 safe - stack B2 S2
    > 1 cuffs 2 safe - stack P2
      2 cuffs 2 safe - stack -
"""
LAST = """
    centre R1 - G3
    pile   -
    > 0 cuffs 2 safe - stack P2 / -
      1 cuffs 2 safe - stack -  / B3
    last round 2
"""
LAYS = TABLE.replace("Y2 G3", "Y2•• G3•••") + "left RR"

CASES = [
    # SN-5: whose turn it is
    pytest.param(TABLE + "roll YYRGSPP", "", "0 put c0", "SN-5 not_your_turn", id="SN-5 another's turn"),
    pytest.param(TABLE + "roll YYRGSPP", "", "2 stop", "SN-5 not_your_turn", id="SN-5 whatever the word"),
    pytest.param(LAYS, "1 stop", "2 top G3", "SN-5 not_your_turn", id="SN-5 another's captured bandits"),
    # SN-7: a die of the roll, of the bandit's colour, first
    pytest.param(TABLE + "roll YYRGSPP", "", "1 stop", "SN-7 place_a_die_first", id="SN-7 stopping too early"),
    pytest.param(TABLE + "roll YYRGSPP", "", "1 again", "SN-7 place_a_die_first", id="SN-7 rolling too early"),
    pytest.param(
        TABLE + "roll YYRGSPP",
        "1 put c0, 1 again, * roll YYGGGG",
        "1 stop",
        "SN-7 place_a_die_first",
        id="SN-7 a die of an earlier roll does not count",
    ),
    pytest.param(TABLE + "roll YYSSPPP", "", "1 put c0", "SN-7 no_die_of_that_colour", id="SN-7 no such die"),
    pytest.param(TABLE + "roll YYRGPPP", "", "1 put s0", "SN-7 no_die_of_that_colour", id="SN-7 no die for a stack"),
    pytest.param(
        TABLE + "roll YRRGSPP",
        "1 put c1",
        "1 put c1",
        "SN-7 no_die_of_that_colour",
        id="SN-7 the only die of its colour is placed",
    ),
    # SN-8: open bandits
    pytest.param(TABLE + "roll YYRGSPP", "", "1 put s1", "SN-8 own_stack", id="SN-8 one's own stack"),
    pytest.param(TABLE + "roll YYRGSPP", "", "1 put s2", "SN-8 no_bandit_there", id="SN-8 an empty stack"),
    pytest.param(LAST + "roll RGGBBPP", "", "0 put c1", "SN-8 no_bandit_there", id="SN-8 an empty slot"),
    pytest.param(LAST + "roll RGGBBPP", "", "0 put s0.2", "SN-8 own_stack", id="SN-8 one's own stack of 2s"),
    pytest.param(LAST + "roll RGGBBPP", "", "0 put s0.3", "SN-8 own_stack", id="SN-8 one's own empty stack"),
    pytest.param(LAST + "roll RGGBBPP", "", "0 put s1.2", "SN-8 no_bandit_there", id="SN-8 the other's empty stack"),
    # SN-9, SN-16: full bandits
    pytest.param(TABLE + "roll RRGGSSS", "1 put c0", "1 put c0", "SN-9 bandit_is_full", id="SN-9 a full bandit"),
    pytest.param(
        TABLE.replace("S2", "S2••") + "left BBBBB",
        "",
        "1 put s0",
        "SN-9 bandit_is_full",
        id="SN-9 SN-16 a full top, whatever lies below",
    ),
    # SN-11: rolling again
    pytest.param(
        TABLE.replace("Y2 G3", "Y2•• G3•••").replace("S2", "S2••") + "left -",
        "",
        "1 again",
        "SN-11 nothing_to_roll_for",
        id="SN-11 no die",
    ),
    pytest.param(
        LAST.replace("R1 - G3", "R1• - G3•••").replace("B3", "B3••") + "left B",
        "0 put s1.3",
        "0 again",
        "SN-11 nothing_to_roll_for",
        id="SN-11 no bandit",
    ),
    # SN-15: putting the stack in order
    pytest.param(LAYS, "1 stop", "1 stop", "SN-15 choose_the_top", id="SN-15 stopping twice"),
    pytest.param(LAYS, "1 stop", "1 again", "SN-15 choose_the_top", id="SN-15 rolling after the stop"),
    pytest.param(LAYS, "1 stop", "1 put c0", "SN-15 choose_the_top", id="SN-15 placing after the stop"),
    pytest.param(LAYS, "1 stop", "1 top R2", "SN-15 not_captured", id="SN-15 a bandit of nobody"),
    pytest.param(LAYS, "1 stop", "1 top P2", "SN-15 not_captured", id="SN-15 a bandit captured earlier"),
    pytest.param(
        LAST.replace("R1 - G3", "R2•• Y2•• -").replace("B3", "B3•••") + "left -",
        "0 stop",
        "0 top B3",
        "SN-15 not_captured",
        id="SN-15 with two players a 3 while the 2s are laid",
    ),
    pytest.param(LAYS, "", "1 top G3", "SN-15 nothing_to_lay", id="SN-15 before the stop"),
    pytest.param(TABLE + "roll YYRGSPP", "", "1 top P2", "SN-15 nothing_to_lay", id="SN-15 before any die is placed"),
    # nothing is wrong
    pytest.param(TABLE + "roll YYRGSPP", "", "1 put c0", None, id="SN-7 a legal die"),
    pytest.param(LAYS, "1 stop", "1 top G3", None, id="SN-15 a legal top"),
]


@pytest.mark.parametrize(("drawing", "events", "tried", "why"), CASES)
def test_why(drawing: str, events: str, tried: str, why: str | None) -> None:
    table = position(drawing).play(events)
    assert table.why(tried) == why
    assert (tried in table.possible) == (why is None)


def test_every_reason_of_the_game_has_a_case() -> None:
    said = {" ".join(pair) for pair in re.findall(r'"(SN-\d+)", "(\w+)"', inspect.getsource(words))}
    assert said == {case.values[3] for case in CASES} - {None}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_word_that_is_not_legal_has_a_reason(players: int) -> None:
    luck, table = Random(players), new(players)
    for _ in range(120):
        for seat in range(players):
            for word in table.engine.decisions:
                why = table.why(f"{seat} {word}")
                assert (why is None) == (f"{seat} {word}" in table.possible)
                assert why is None or why.split()[1] in REASONS
        table.play(luck.choice(table.possible))


# ---------------------------------------------------------------- as a game says it

SETUP = ["* start 0", "* open R1", "* open Y2", "* open G3"]


def game_at(events: list[str]) -> beute.Game[SneakyView]:
    record = {"beute": 1, "game": "sneaky", "players": 3, "options": {}, "events": events}
    return beute.replay(record)


@pytest.mark.parametrize(
    ("events", "tried", "clause", "code"),
    [
        pytest.param([*SETUP, "* roll YYRGSPP"], "0 put c3", None, "unknown_word", id="no such slot"),
        pytest.param([*SETUP, "* roll YYRGSPP"], "0 put s3", None, "unknown_word", id="SN-8 no stack of a fourth seat"),
        pytest.param(
            [*SETUP, "* roll YYRGSPP"], "0 put s1.2", None, "unknown_word", id="SN-14 one stack each with three"
        ),
        pytest.param([*SETUP, "* roll YYRGSPP"], "0 top G1", None, "unknown_word", id="SN-13 a 1 is never on a stack"),
        pytest.param([*SETUP, "* roll YYRGSPP"], "3 put c0", None, "unknown_seat", id="SN-5 a seat nobody has"),
        pytest.param([*SETUP, "* roll YYRGSPP"], "1 put c0", "SN-5", "not_your_turn", id="SN-5 another's turn"),
        pytest.param([*SETUP, "* roll YYRGSPP"], "* open B2", None, "impossible_chance", id="SN-19 no refill now"),
        pytest.param(SETUP, "0 put c0", None, "chance_is_due", id="SN-6 before the dice are rolled"),
        pytest.param(SETUP[:1], "0 stop", None, "chance_is_due", id="SN-4 before the centre is filled"),
        pytest.param(SETUP, "* roll YYYYYY", None, "impossible_chance", id="SN-6 six dice"),
        pytest.param(SETUP[:2], "* open R2", None, "impossible_chance", id="SN-4 a colour twice"),
        pytest.param(SETUP[:1], "* open Y2", None, "impossible_chance", id="SN-4 a 2 in slot 0"),
        pytest.param([], "* start 3", None, "impossible_chance", id="SN-5 a start nobody has"),
        pytest.param([*SETUP, "* roll YYRGSPP"], "0 stop", "SN-7", "place_a_die_first", id="SN-7 stopping too early"),
    ],
)
def test_a_refusal(events: list[str], tried: str, clause: str | None, code: str) -> None:
    game: Game[SneakyView] = game_at(events)
    why = game.why(tried)
    assert why is not None
    assert (why.clause, why.code, why.text) == (clause, code, REASONS[code])
    with pytest.raises(beute.IllegalMove) as refusal:
        game.play(tried)
    assert (refusal.value.clause, refusal.value.code) == (clause, code)
    assert game.events == tuple(events)


@pytest.mark.clause("SN-6")
def test_a_record_in_which_a_seat_is_too_early() -> None:
    """First the dice are rolled."""
    with pytest.raises(beute.BrokenRecord) as broken:
        game_at([*SETUP, "0 put c0"])
    assert (broken.value.code, broken.value.event) == ("chance_is_due", 4)


@pytest.mark.clause("SN-1", "SN-7")
def test_sn_7_a_word_is_said_with_the_dice_in_the_order_of_colours() -> None:
    """Yellow, red, green, blue, grey, purple; and what was legal instead."""
    game = beute.new("sneaky", 3, luck=Scripted(["start 2", "open R1", "open Y2", "open G3", "roll YYRGSPP"]))
    with pytest.raises(beute.IllegalMove) as refusal:
        game.play("again")
    assert (refusal.value.seat, refusal.value.offered) == (2, ["put c0", "put c1", "put c2"])
    assert game_at(SETUP).why("* roll PPSGRYY") is not None
    assert game_at(SETUP).why("* roll YYRGSPP") is None
