"""RB-1 to RB-3: the sacks, the cards, the deal, who starts, and the words of chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

import beute
from beute import Game, SetupError
from beute.games.raeuber.view import RaeuberView
from beute.play.setup import set_up
from tests.games.raeuber.position import (
    ALL_LOOT,
    CARDS,
    DECK,
    SACKS,
    after,
    asked,
    dealing,
    raeuber,
    state,
    unseen_of,
    value,
)
from tests.oracle.check import random_record

PLAYERS = [2, 3, 4, 5]
PILE_AFTER_THE_DEAL = {2: 54, 3: 48, 4: 40, 5: 35}  # 66 cards, less six each, less 0, 0, 2 and 1 aside


def new(players: int) -> Game[RaeuberView]:
    """A game whose chance must be told."""
    return Game(set_up("raeuber", players, {}), None)


def dealt(players: int, seed: int = 1) -> Game[RaeuberView]:
    game = new(players)
    for event in random_record("raeuber", players, {}, Random(seed))["events"][: 1 + 6 * players]:
        game.play(event)
    return game


@pytest.mark.clause("RB-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_1_nine_sacks_start_in_the_centre(players: int) -> None:
    """RB-1"""
    sacks = new(players).view(None)["sacks"]
    assert {sack["name"]: sack["worth"] for sack in sacks} == SACKS
    assert [sack["worth"] for sack in sacks] == [26, 27, 28, 29, 45, 45, 70, 70, 100]
    assert all(sack["owner"] is None and sack["top"] is None and sack["loot"] == 0 for sack in sacks)


@pytest.mark.clause("RB-2")
def test_rb_2_there_are_54_loot_cards_and_12_robbers() -> None:
    """RB-2"""
    game = new(2)
    game.play("* start 0")
    counts = {word.split()[-1]: weight for word, weight in game.chances.items()}
    assert counts == {"R": 12, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
    assert sum(counts.values()) - counts["R"] == 54
    assert sum(value(card) * n for card, n in counts.items()) == ALL_LOOT


@pytest.mark.clause("RB-2")
@pytest.mark.parametrize("card", CARDS[1:])
def test_rb_2_a_card_is_worth_its_number(card: str) -> None:
    """RB-2"""
    s = state(f"turn 0\nseat 0: {card}\nseat 1: R\nunseen: R")
    assert after(s, f"0 {card}>100").loot[list(SACKS).index("100")] == int(card)


@pytest.mark.clause("RB-2")
def test_rb_2_a_robber_is_worth_nothing() -> None:
    """RB-2"""
    s = state("turn 0\n100 of 1: 40, top 5\nseat 0: R\nseat 1: R\nunseen: R")
    assert after(s, "0 R>100").loot[list(SACKS).index("100")] == 40


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_the_starting_player_is_drawn_by_lot(players: int) -> None:
    """RB-3"""
    assert new(players).chances == {f"start {seat}": 1 for seat in range(players)}


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_six_cards_are_dealt_to_each_one_at_a_time_from_seat_0(players: int) -> None:
    """RB-3"""
    game = new(players)
    game.play(f"* start {players - 1}")
    for n in range(6 * players):
        assert {word.rsplit(" ", 1)[0] for word in game.chances} == {f"deal {n % players}"}
        game.play(f"* {max(game.chances, key=lambda word: game.chances[word])}")
    assert not game.chance_is_due
    assert game.view(None)["hands"] == [["?"] * 6] * players


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("first", [0, 1])
def test_rb_3_whom_the_lot_names_is_asked_first_and_turns_go_round_in_seat_order(players: int, first: int) -> None:
    """RB-3"""
    hands = ["10 9 8 7 6 5", "10 9 8 7 6 5", "10 9 8 7 6 4", "10 9 8 7 R R", "10 9 8 R R R"][:players]
    game = new(players)
    for event in dealing(hands, first):
        game.play(event)
    turns: list[int] = []
    for _ in range(2 * players + 1):
        turns += game.due
        game.play(f"{game.due[0]} {game.legal[0]}")
        game.play(f"* {next(iter(game.chances))}")
    assert turns == [(first + n) % players for n in range(2 * players + 1)]


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_the_rest_is_the_pile_but_for_the_cards_aside(players: int) -> None:
    """RB-3"""
    view = dealt(players).view(None)
    assert view["pile"] == PILE_AFTER_THE_DEAL[players]
    assert view["aside"] == {2: 0, 3: 0, 4: 2, 5: 1}[players]


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_every_unseen_card_is_as_likely_the_cards_aside_included(players: int) -> None:
    """RB-3"""
    game = dealt(players)
    game.play(f"{game.due[0]} {game.legal[0]}")
    held = Counter(event.split()[-1] for event in game.events if event.startswith("* deal"))
    left = {word.split()[-1]: weight for word, weight in game.chances.items()}
    assert left == dict(DECK - held)
    assert sum(left.values()) == PILE_AFTER_THE_DEAL[players] + {2: 0, 3: 0, 4: 2, 5: 1}[players]


LAST_DRAW = {
    4: """
        draw 0
        seat 0: 6
        seat 1: 7 8
        seat 2: 9 9
        seat 3: 10 10
        unseen: R 5 5
        """,
    5: """
        draw 0
        seat 0: 6
        seat 1: 7 8
        seat 2: 9 9
        seat 3: 10 10
        seat 4: 8 8
        unseen: R 5
        """,
}
LAST_DRAW_CHANCES = {4: {"draw 0 R": 1, "draw 0 5": 2}, 5: {"draw 0 R": 1, "draw 0 5": 1}}


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", [4, 5])
def test_rb_3_the_last_card_of_the_pile_may_be_any_that_is_unseen(players: int) -> None:
    """RB-3"""
    s = state(LAST_DRAW[players])
    assert s.left == 1
    assert dict(zip(*raeuber(players).chances(s), strict=True)) == LAST_DRAW_CHANCES[players]


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", [4, 5])
def test_rb_3_cards_aside_are_what_is_unseen_when_the_pile_is_empty_and_never_named(players: int) -> None:
    """RB-3"""
    s = after(state(LAST_DRAW[players]), "* draw 0 5")
    assert s.left == 0
    assert unseen_of(s) == {4: {"R": 1, "5": 1}, 5: {"R": 1}}[players]
    for _ in range(players):
        (seat,) = asked(s)
        s = after(s, f"{seat} {raeuber(players).legal(s, seat)[0]}")
        assert s.due > 0, "nobody draws a card that lies aside"


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_what_is_drawn_at_random_follows_the_weights(players: int) -> None:
    """RB-3: four unseen cards, three of them alike, some of them aside: 3/4, give or take six deviations."""
    rules = raeuber(players)
    hands = "\n".join(f"seat {seat}: 6" for seat in range(players))
    s = state(f"draw 0\n{hands}\nunseen: 9 9 9 R")
    rng = np.array([2024], np.uint64)
    drawn_words = Counter(rules.outcome_words[rules.parts.rules.draw(s, rng)] for _ in range(3000))
    assert set(drawn_words) == {"draw 0 9", "draw 0 R"}
    assert abs(drawn_words["draw 0 9"] - 2250) < 6 * (3000 * 3 / 16) ** 0.5


@pytest.mark.clause("RB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_rb_3_the_lot_is_fair(players: int) -> None:
    """RB-3"""
    rules, rng = raeuber(players), np.array([7], np.uint64)
    starts = Counter(rules.outcome_words[rules.parts.rules.draw(rules.table()[0], rng)] for _ in range(3000))
    assert set(starts) == {f"start {seat}" for seat in range(players)}
    assert all(abs(n - 3000 / players) < 6 * (3000 / players) ** 0.5 for n in starts.values())


@pytest.mark.clause("RB-3", "RB-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_words_of_rb_3_and_rb_4(players: int) -> None:
    """RB-3, RB-4"""
    rules = raeuber(players)
    assert set(rules.decisions) == {f"{card}>{place}" for card in CARDS for place in (*SACKS, "out")}
    assert set(rules.outcomes) == {f"start {seat}" for seat in range(players)} | {
        f"{verb} {seat} {card}" for verb in ("deal", "draw") for seat in range(players) for card in CARDS
    }


@pytest.mark.parametrize("players", [0, 1, 6])
def test_it_is_for_2_to_5_players(players: int) -> None:
    with pytest.raises(SetupError, match="2 to 5"):
        beute.new("raeuber", players)
