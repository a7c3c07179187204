"""RB-11 and RB-18: what people are shown of the loot in the sacks, and how far back the log goes."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import beute
from beute import Game, IllegalMove
from beute.games.raeuber import OPTIONS
from beute.games.raeuber.observation import OBSERVED, observe
from beute.games.raeuber.view import RaeuberView
from tests.games.raeuber.position import SACKS, dealing, engine_of, raeuber, state, table

EVERYBODY = (0, 1, 2, None)


def sums(game: Game[RaeuberView], seat: int | None) -> dict[str, int]:
    """The sums a seat is shown of open sacks that somebody has."""
    sacks = game.view(seat)["sacks"]
    shown = {sack["name"]: sack["loot"] for sack in sacks if sack["owner"] is not None and not sack["sealed"]}
    return {name: loot for name, loot in shown.items() if loot is not None}


def quarters(game: Game[RaeuberView], seat: int | None) -> dict[str, int | None]:
    return {sack["name"]: sack["quarter"] for sack in game.view(seat)["sacks"]}


def numbers(data: Any) -> set[int]:
    """Every number that stands anywhere in plain data, in texts too."""
    return {int(found) for found in re.findall(r"\d+", json.dumps(data))}


THREE = """
    turn 0
    26 of 0: 17, top 6
    70a of 1: 61, top 6
    100 of 2: 83, top R
    45a of 2: sealed, top 9
    seat 0: R 5 10
    seat 1: R 4
    seat 2: 8 9
    unseen: 2 3
    """

# ---------------------------------------------------------------- who may count


@pytest.mark.clause("RB-11")
def test_rb_11_the_owner_may_count_a_sack_and_nobody_else() -> None:
    """RB-11"""
    game = table(THREE)
    assert [sums(game, seat) for seat in EVERYBODY] == [{"26": 17}, {"70a": 61}, {"100": 83}, {}]


@pytest.mark.clause("RB-11")
def test_rb_11_everybody_sees_tops_and_quarters() -> None:
    """RB-11"""
    game = table(THREE)
    for seat in EVERYBODY:
        tops = {sack["name"]: sack["top"] for sack in game.view(seat)["sacks"] if sack["top"]}
        assert tops == {"26": "6", "70a": "6", "100": "R", "45a": "9"}
        seen = quarters(game, seat)
        assert (seen["26"], seen["70a"], seen["100"], seen["70b"]) == (3, 4, 4, 1)


@pytest.mark.clause("RB-9", "RB-11")
def test_rb_9_rb_11_a_sealed_sack_was_counted_aloud() -> None:
    """RB-9, RB-11"""
    game = table(THREE)
    for seat in EVERYBODY:
        (sack,) = [sack for sack in game.view(seat)["sacks"] if sack["name"] == "45a"]
        assert (sack["sealed"], sack["owner"], sack["loot"]) == (True, 2, 45)


@pytest.mark.clause("RB-11")
@pytest.mark.parametrize(
    ("sack", "loot", "quarter"),
    [
        *(("26", 6, 1), ("26", 7, 2), ("26", 12, 2), ("26", 13, 3), ("26", 19, 3), ("26", 20, 4), ("26", 25, 4)),
        *(("45b", 0, 1), ("45b", 11, 1), ("45b", 12, 2), ("45b", 22, 2), ("45b", 23, 3), ("45b", 33, 3)),
        *(("45b", 34, 4), ("70b", 17, 1), ("70b", 18, 2), ("70b", 34, 2), ("70b", 35, 3), ("70b", 52, 3)),
        *(("70b", 53, 4), ("100", 24, 1), ("100", 25, 2), ("100", 49, 2), ("100", 50, 3), ("100", 74, 3)),
        *(("100", 75, 4), ("100", 99, 4)),
    ],
)
def test_rb_11_quarters(sack: str, loot: int, quarter: int) -> None:
    """RB-11"""
    game = table(f"turn 0\n{sack} of 1: {loot}, top R\nseat 0: 2\nseat 1: 3\nunseen: R")
    assert [quarters(game, seat)[sack] for seat in (0, 1, None)] == [quarter] * 3


@pytest.mark.clause("RB-11")
@pytest.mark.parametrize("sack", SACKS)
def test_rb_11_a_quarter_is_a_fourth_of_the_value(sack: str) -> None:
    """RB-11"""
    for loot in range(SACKS[sack]):
        game = table(f"turn 0\n{sack} of 1: {loot}, top R\nseat 0: 2\nseat 1: 3\nunseen: R")
        quarter = quarters(game, 0)[sack]
        assert quarter is not None
        assert Fraction(quarter - 1, 4) <= Fraction(loot, SACKS[sack]) < Fraction(quarter, 4)


@pytest.mark.clause("RB-11")
def test_rb_11_laying_a_robber_lets_its_player_count_until_their_own_next_play() -> None:
    """RB-11"""
    game = table(THREE)
    for event, shown_to_0, shown_to_1 in [
        ("0 R>70a", {"26": 17, "70a": 61}, {"70a": 61}),
        ("* draw 0 2", {"26": 17, "70a": 61}, {"70a": 61}),
        ("1 4>70a", {"26": 17, "70a": 65}, {"70a": 65}),
        ("* draw 1 3", {"26": 17, "70a": 65}, {"70a": 65}),
        ("2 8>26", {"26": 25, "70a": 65}, {"70a": 65}),
        ("0 2>29", {"26": 25, "29": 2}, {"70a": 65}),
    ]:
        game.play(event)
        assert sums(game, 0) == shown_to_0, event
        assert sums(game, 1) == shown_to_1, event
        assert sums(game, 2) == {"100": 83}, event
        assert sums(game, None) == {}, event


@pytest.mark.clause("RB-11")
def test_rb_11_a_new_robber_ends_the_count_of_the_one_before() -> None:
    """RB-11"""
    game = table(THREE.replace("0: R 5 10", "0: 5 10, counts 70a").replace("1: R 4", "1: R 4, counts 100"))
    assert sums(game, 0) == {"26": 17, "70a": 61}
    assert sums(game, 1) == {"70a": 61, "100": 83}
    game.play("0 5>27")
    assert sums(game, 0) == {"26": 17, "27": 5}
    game.play("* draw 0 2")
    game.play("1 R>26")
    assert sums(game, 1) == {"70a": 61, "26": 17}


@pytest.mark.clause("RB-11")
def test_rb_11_who_is_robbed_counts_no_more_and_the_robber_does() -> None:
    """RB-11"""
    game = table(THREE.replace("0: R 5 10", "0: R 5 6"))
    game.play("0 6>70a")
    assert sums(game, 0) == {"26": 17, "70a": 67}
    assert sums(game, 1) == {}


@pytest.mark.clause("RB-12")
def test_rb_12_a_robber_laid_out_counts_nothing() -> None:
    """RB-12"""
    game = table("turn 0\n26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10\nseat 0: R R\nseat 1: 2 3\nunseen: R")
    game.play("0 R>out")
    assert sums(game, 0) == dict.fromkeys(SACKS, 10)
    assert sums(game, 1) == {}


# ---------------------------------------------------------------- nothing else tells


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_rb_18_no_sum_that_a_seat_may_not_count_is_anywhere_in_its_view(seat: int | None) -> None:
    """RB-18: neither in sacks, scores, choices and log nor in refusals: the numbers 17, 61, 83 are just not there."""
    game = table(THREE)
    secrets = {17: 0, 61: 1, 83: 2}
    for event in ("", "0 10>26", "0 10>70a", "0 5>27", "* draw 0 2", "1 4>28"):
        errors: list[Any] = []
        try:
            if event:
                game.play(event)
        except IllegalMove as error:  # the first two exceed their sacks
            errors = [str(error), error.data]
        view = game.view(seat)
        assert (view["scores"], view["winners"], view["ending"]) == (None, None, None)
        may_count = {number for number, owner in secrets.items() if owner == seat}
        assert numbers(view) & secrets.keys() == may_count, event
        assert not numbers([game.log(seat), errors]) & secrets.keys(), event
        assert numbers(game.draw(view)) & secrets.keys() == may_count, event


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("sack", "one", "other"),
    [
        *(("26", 20, 25), ("27", 21, 26), ("28", 21, 27), ("29", 22, 28), ("45a", 34, 44)),
        *(("45b", 12, 22), ("70a", 53, 69), ("70b", 35, 52), ("100", 75, 99)),
    ],
)
def test_rb_18_views_are_the_same_whatever_is_in_another_s_sack(
    sack: str, one: int, other: int, seat: int | None
) -> None:
    """RB-18: the loot differs within its quarter, and with it what is legal: no view but the owner's differs."""
    others = " ".join(name for name in ("45a", "45b", "70a") if name != sack)
    drawing = f"turn 0\n{sack} of 1: LOOT, top 9\n{others} of 0: 20, top 8\nseat 0: R 4 6 9 10\nseat 1: 2 3\nunseen: 5"
    little, much = (table(drawing.replace("LOOT", str(loot))) for loot in (one, other))
    for event in ("", "0 4>27" if sack != "27" else "0 4>28", "* draw 0 5"):
        for game in (little, much):
            if event:
                game.play(event)
        assert (little.view(seat) == much.view(seat)) == (seat != 1)


@pytest.mark.clause("RB-18")
def test_rb_18_two_games_that_differ_before_a_seat_s_last_play_look_the_same_to_it() -> None:
    """RB-18: seat 1 began the 100 with a 9 or with a 10, and covered it. Who has played since is not reminded of it."""
    games = []
    for card in ("9", "10"):
        games.append(Game(raeuber(2).setup, None))
        for event in dealing(["2 3 4 5 6 7", f"{card} 5 8 8 8 8"]):
            games[-1].play(event)
    for event, same in [
        ("0 2>26", True),
        ("* draw 0 R", True),
        ("1 CARD>100", False),
        ("* draw 1 8", False),
        ("0 3>27", False),
        ("* draw 0 R", False),
        ("1 5>100", True),
        ("* draw 1 7", True),
    ]:
        for card, game in zip(("9", "10"), games, strict=True):
            game.play(event.replace("CARD", card))
        one, other = games
        for seat in (0, None):
            alike = one.view(seat) == other.view(seat) and one.log(seat) == other.log(seat)
            assert alike == same, (event, seat)
        assert one.view(1) != other.view(1), event


# ---------------------------------------------------------------- the log


@pytest.mark.clause("RB-18")
def test_rb_18_the_log_goes_back_to_the_seat_s_own_last_play_only() -> None:
    """RB-18"""
    game: Game[RaeuberView] = Game(raeuber(3).setup, None)
    deal = dealing(["2 3 4 5 6 7", "9 5 8 8 8 8", "9 9 6 6 7 7"], first=1)
    plays = ["1 9>100", "* draw 1 R", "2 9>100", "* draw 2 7", "0 2>26", "* draw 0 3", "1 R>100", "* draw 1 10"]
    for event in deal + plays[:-3]:
        game.play(event)
    hidden = [re.sub(r"(deal|draw) ([^0]) \w+", r"\1 \2 ?", event) for event in deal + plays]
    assert game.log(0) == hidden[-4:-3] == ["0 2>26"]
    assert game.log(1) == ["1 9>100", "* draw 1 R", "2 9>100", "* draw 2 ?", "0 2>26"]
    assert game.log(2) == ["2 9>100", "* draw 2 7", "0 2>26"]
    for event in plays[-3:]:
        game.play(event)
    assert game.log(0) == ["0 2>26", "* draw 0 3", "1 R>100", "* draw 1 ?"]
    assert game.log(1) == ["1 R>100", "* draw 1 10"]
    assert game.log(2) == ["2 9>100", "* draw 2 7", "0 2>26", "* draw 0 ?", "1 R>100", "* draw 1 ?"]


@pytest.mark.clause("RB-18")
def test_rb_18_before_a_seat_s_first_play_the_log_has_all_that_it_heard() -> None:
    """RB-18"""
    game: Game[RaeuberView] = Game(raeuber(2).setup, None)
    events = [*dealing(["2 3 4 5 6 7", "9 5 8 8 8 8"], first=1), "1 9>100", "* draw 1 R"]
    for event in events:
        game.play(event)
    assert game.log(0) == [re.sub(r"(deal|draw) 1 \w+", r"\1 1 ?", event) for event in events]
    assert game.log(1) == ["1 9>100", "* draw 1 R"]


# ---------------------------------------------------------------- the end


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_rb_18_after_the_end_everything_is_shown(seat: int | None) -> None:
    """RB-18"""
    game = table(
        """
        last 2
        26 of 0: 17, top 6
        70a of 1: 61, top 6
        100 of 2: 83, top 5
        45a of 2: sealed, top 9
        seat 0:
        seat 1: R
        seat 2: 8
        """
    )
    game.play("2 8>70a")
    assert game.view(seat)["scores"] is None
    game.play("1 R>100")
    view = game.view(seat)
    assert sums(game, seat) == {"26": 17, "70a": 69, "100": 83}
    assert view["scores"] == [17, 69, 128]
    assert (view["winners"], view["ending"], view["step"]) == ([2], "last_cards", "over")
    assert game.log(seat) == ["2 8>70a", "1 R>100"]


# ---------------------------------------------------------------- the option


@pytest.mark.clause("RB-18")
def test_rb_18_open_sums_is_off_by_default_and_says_that_bots_remember() -> None:
    """RB-18"""
    (option,) = OPTIONS
    assert (option.name, option.clause, option.default) == ("open_sums", "RB-18", False)
    assert "bots remember" in option.meaning
    assert beute.new("raeuber", 2, seed=1).options == {"open_sums": False}
    assert beute.new("raeuber", 2, seed=1, open_sums="on").options == {"open_sums": True}


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_rb_18_with_open_sums_everybody_sees_every_sum(seat: int | None) -> None:
    """RB-18"""
    game = table(THREE, open_sums=True)
    assert sums(game, seat) == {"26": 17, "70a": 61, "100": 83}
    assert game.view(seat)["scores"] == [17, 61, 128]
    for event in ("0 10>27", "* draw 0 2", "1 4>70a"):
        game.play(event)
    assert sums(game, seat) == {"26": 17, "27": 10, "70a": 65, "100": 83}
    assert game.log(seat) == ["0 10>27", f"* draw 0 {2 if seat == 0 else '?'}", "1 4>70a"]


@pytest.mark.clause("RB-18")
def test_rb_18_with_open_sums_only_what_fits_is_offered() -> None:
    """RB-18"""
    game = table(THREE, open_sums=True)
    assert sorted(game.offered(0)) == game.legal
    assert not {"10>26", "10>70a", "10>45a"} & set(game.legal)


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rb_18_the_option_changes_neither_what_is_legal_nor_what_is_known(seat: int) -> None:
    """RB-18: bots and environments read the concealed state and its observation, the same but for the option."""
    off, on = state(THREE), state(THREE, open_sums=True)
    assert engine_of(off).legal(off, 0) == engine_of(on).legal(on, 0)
    knowledge, observations = [], []
    for s in (off, on):
        known = engine_of(s).known(s, seat)
        out = np.zeros(sum(size for _, size, _ in OBSERVED), np.float32)
        observe(known, seat, out)
        observations.append(out)
        known.open_sums = 0
        knowledge.append(known.tobytes())
    assert knowledge[0] == knowledge[1]
    assert np.array_equal(observations[0], observations[1])
    assert {17, 61, 83} <= set(observations[0]), "every sum is known to who remembers everything"
