"""The master of Räuber: sees what is plain, keeps to what its seat knows, learns from plays, and can be repeated."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import beute
from beute.bots import Budget, master
from beute.bots.master.raeuber import NARROW, Settings, Trial, beliefs, most_moves, same_moves, weigh
from beute.bots.master.raeuber.judgement import trained
from beute.games import contract
from beute.games.bits import members, size
from beute.games.raeuber.components import COPIES
from beute.games.raeuber.knowledge import copies
from beute.games.raeuber.rules import KINDS, LAST, MAX_SEATS
from beute.play.engine import engine
from beute.play.game import Game
from beute.play.setup import set_up
from tests.bots.plain import RAEUBER
from tests.games.hidden import shuffle_hidden
from tests.games.raeuber import position as raeuber

FEW = Budget(simulations=150)
SETUPS = [(players, {"open_sums": open_sums}) for players in (2, 3, 5) for open_sums in (False, True)]


def dice(seed: int = 1) -> Any:
    return np.array([seed], np.uint64)


def games(players: int, options: dict[str, Any], seed: int = 3, every: int = 13) -> list[Game]:
    """Some moments of a random game, a seat being asked; the last cards too."""
    luck, found = random.Random(seed), []
    game = beute.new("raeuber", players, seed=seed, **options)
    while game.due:
        found.append(game.copy())
        game.play(luck.choice(game.legal))
    return [*found[::every], *found[-2:]]


# ---------------------------------------------------------------- plain cases


@pytest.mark.parametrize(("drawing", "expected"), RAEUBER)
def test_plain(drawing: str, expected: str) -> None:
    s = raeuber.state(drawing)
    rules = raeuber.engine_of(s)
    for seed in range(3):
        chosen = master.choose(rules.known(s, 0), (), 0, dice(seed), Budget(simulations=400))
        assert rules.decision_words[chosen] == expected


def test_bad_moves_are_told_to_be_bad() -> None:
    """Sealing wins the game; the same card anywhere else leaves the sack to who can seal it."""
    s = raeuber.state(
        """
        last 0
        100 of 1: 93, top 4
        45a of 1: 30, top 4
        70a of 0: 60, top 4
        seat 0: 7
        seat 1: 4
        """
    )
    rules = raeuber.engine_of(s)
    shares = {rules.decision_words[a]: share for a, share in weigh(s, (), 0, dice(), Budget(simulations=300)).items()}
    assert shares["7>100"] > 0.9
    assert all(share < 0.1 for word, share in shares.items() if word != "7>100")


# ---------------------------------------------------------------- every set-up


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_every_legal_decision_has_a_share(players: int, options: dict[str, Any]) -> None:
    for game in games(players, options):
        seat = game.due[0]
        shares = master.weigh(game.known(seat), game.heard(seat), seat, dice(), FEW)
        assert set(shares) == set(members(contract.legal(game.known(seat), seat)))
        assert all(0 <= share <= 1 for share in shares.values())


@pytest.mark.parametrize(("players", "options"), SETUPS)
def test_what_a_seat_cannot_know_changes_nothing(players: int, options: dict[str, Any]) -> None:
    rules, luck = engine(set_up("raeuber", players, options)), random.Random(8)
    for game in games(players, options):
        seat = game.due[0]
        table = np.array([game.state])
        before = table.tobytes()
        shares = master.weigh(rules.known(table[0], seat), game.heard(seat), seat, dice(), FEW)
        shuffle_hidden(rules, table, seat, luck)
        assert table[0].step == LAST or players == 2 or table.tobytes() != before
        assert master.weigh(rules.known(table[0], seat), game.heard(seat), seat, dice(), FEW) == shares


def test_the_same_dice_and_simulations_give_the_same_shares() -> None:
    for game in games(3, {}):
        seat = game.due[0]
        given = game.known(seat), game.heard(seat), seat
        assert master.weigh(*given, dice(), FEW) == master.weigh(*given, dice(), FEW)
    game = games(3, {})[0]
    given = game.known(game.due[0]), game.heard(game.due[0]), game.due[0]
    assert master.weigh(*given, dice(), FEW) != master.weigh(*given, dice(2), FEW)


@pytest.mark.parametrize("budget", [Budget(simulations=1), Budget(milliseconds=5), Budget(500, 60_000.0)])
def test_budgets(budget: Budget) -> None:
    game = games(4, {})[1]
    seat = game.due[0]
    assert set(weigh(game.known(seat), game.heard(seat), seat, dice(), budget)) == set(
        members(contract.legal(game.known(seat), seat))
    )


# ---------------------------------------------------------------- trials


def trial(game: Game, settings: Settings | None = None) -> Trial:
    seat = game.due[0]
    moves = members(contract.legal(game.known(seat), seat))
    net = trained(game.players)
    return Trial(game.known(seat), game.heard(seat), seat, 1, moves, settings or Settings(), net)


def test_moves_that_feel_good_are_tried_and_the_best_ones_most() -> None:
    tried = trial(games(3, {})[1])
    tried.think(Budget(simulations=600))
    assert 500 < tried.simulations <= 600
    assert (tried.tried >= 5).sum() == NARROW
    assert tried.prior[tried.tried == 0].max() <= tried.prior[tried.tried > 0].min()
    assert (tried.tried == tried.worlds).sum() == 2
    best = max(tried.expected, key=lambda move: tried.expected[move])
    assert tried.tried[tried.moves.index(best)] == tried.worlds


def test_more_moves_are_tried_when_there_is_time_for_them() -> None:
    assert most_moves(Budget(simulations=1)) == most_moves(Budget(milliseconds=1)) == NARROW
    assert NARROW < most_moves(Budget(simulations=1500)) < most_moves(Budget(milliseconds=1000))
    assert most_moves(Budget(simulations=60_000, milliseconds=10)) == NARROW
    tried = trial(games(3, {})[1])
    tried.think(Budget(simulations=3000))
    assert (tried.tried > 0).sum() > NARROW


def test_alike_moves_get_the_same_worlds() -> None:
    """The same move twice, with no tree that would learn from the first, comes to the same in every world."""
    game = games(2, {})[1]
    tried = trial(game, Settings(exploration=0))
    tried.moves = [tried.moves[0]] * 2
    tried.alive = np.arange(2)
    tried.try_out(20)
    assert tried.shares[0, :20].tolist() == tried.shares[1, :20].tolist()
    assert len(set(tried.shares[0, :20].tolist())) > 10


def test_equal_sacks_are_looked_at_once() -> None:
    s = raeuber.state("turn 0\n70a of 1: 20, top 9\nseat 0: 3 5\nseat 1: 4 4\nunseen: 8x5")
    rules = raeuber.engine_of(s)
    twins = same_moves(s, members(contract.legal(s, 0)))
    assert twins[rules.decisions["3>45b"]] == rules.decisions["3>45a"]
    assert twins[rules.decisions["3>70b"]] == rules.decisions["3>70b"]
    shares = weigh(rules.known(s, 0), (), 0, dice(), FEW)
    assert shares[rules.decisions["3>45b"]] == shares[rules.decisions["3>45a"]]


# ---------------------------------------------------------------- beliefs


def remembered(game: Game, seat: int) -> tuple[Any, Any]:
    return beliefs.remember(game.known(seat), game.heard(seat), seat, 0.1, 1.0)


@pytest.mark.parametrize("players", [2, 5])
def test_past_plays_are_remembered_as_they_were(players: int) -> None:
    """The table before each of an opponent's last plays, as the game itself had it."""
    history = games(players, {}, every=1)
    for n in (3, 20, 45):
        seat = history[n].due[0]
        memory, past = remembered(history[n], seat)
        for who in range(players):
            plays = [k for k in range(n) if history[k].due[0] == who][::-1][: beliefs.PLAYS]
            assert int(memory[0].plays[who]) == (0 if who == seat else len(plays))
            for m, k in enumerate(plays if who != seat else []):
                then, was = past[who * beliefs.PLAYS + m], history[k].known(who)
                for name in ("loot", "top", "owner", "takes", "left", "players"):
                    assert np.array_equal(then[name], was[name]), name
                assert then.unseen - beliefs.packed(int(was.hand[who])) == was.unseen
                assert history[k].word(int(memory[0].decision[who, m])) in history[k].legal


@pytest.mark.parametrize("players", [2, 3, 5])
def test_believed_worlds_are_possible(players: int) -> None:
    """Cards are conserved, hands keep their sizes, and the seat's own hand stays; worlds differ."""
    for game in games(players, {}):
        tried = trial(game)
        known, seat = tried.known, tried.seat
        worlds = set()
        for _ in range(5):
            tried.try_out(1)
            s = tried.dealt[0]
            assert hidden_cards(s) == hidden_cards(known)
            held = [size(int(known.hand[who])) + int(known.unknown[who]) for who in range(players)]
            assert [size(int(s.hand[who])) for who in range(players)] == held
            assert s.hand[seat] == known.hand[seat]
            worlds.add(s.tobytes())
        assert len(worlds) > 1 or known.step == LAST or known.left == 0


def hidden_cards(s: Any) -> list[int]:
    counts = [
        (int(s.unseen) >> 4 * kind & 15) + sum(copies(int(hand), kind) for hand in s.hand) for kind in range(KINDS)
    ]
    assert all(0 <= count <= most for count, most in zip(counts, COPIES, strict=True))
    return counts


def test_who_did_not_rob_probably_could_not() -> None:
    """Seat 1 leaves a rich sack under an 8 alone; hands with an 8 explain that worse."""
    s = raeuber.state(
        """
        turn 1
        100 of 0: 80, top 8
        seat 0: 2 3 4
        seat 1: 3 4 5 6 7 7
        unseen: 8x6 9x6 10x6 Rx6
        """
    )
    memory, past = np.zeros(1, beliefs.MEMORY), np.zeros(MAX_SEATS * beliefs.PLAYS, s.dtype)
    memory[0].blunder, memory[0].temperature = 0.01, 1.0
    past[beliefs.PLAYS] = s
    past[beliefs.PLAYS].unseen += beliefs.packed(int(s.hand[1]))
    memory[0].plays[1] = 1
    memory[0].decision[1, 0] = raeuber.engine_of(s).decisions["5>70a"]
    hand = beliefs.without(int(s.hand[1]), 4)
    with_eight = beliefs.with_card(beliefs.without(hand, 6), 7)
    assert beliefs.explain(memory, past, 1, with_eight, dice()) < beliefs.explain(memory, past, 1, hand, dice()) - 0.5


def test_without_a_pile_a_card_is_believed_to_be_with_who_could_not_use_it() -> None:
    """Seat 1 did not seal the largest sack by an 8, and seat 2 had no chance to: so it is seat 2 who has the 8."""
    s = raeuber.state(
        """
        turn 0
        100 of 0: 92, top R
        seat 0: 2 3
        seat 1: 8 5
        seat 2: 6 9
        unseen:
        """
    )
    left_alone = raeuber.state(
        """
        turn 1
        100 of 0: 92, top R
        seat 0: 2 3
        seat 1: 4 5 8
        seat 2: 6 9
        unseen:
        """
    )
    no_chance = raeuber.state(
        """
        turn 2
        70b of 0: 20, top 10
        seat 0: 2 3
        seat 1: 5 8
        seat 2: 4 6 9
        unseen:
        """
    )
    memory, past = np.zeros(1, beliefs.MEMORY), np.zeros(MAX_SEATS * beliefs.PLAYS, s.dtype)
    memory[0].blunder, memory[0].temperature = 0.01, 1.0
    for seat, then in (1, left_alone), (2, no_chance):
        then.unseen = beliefs.packed(int(then.hand[1])) + beliefs.packed(int(then.hand[2]))
        then.hand[1:3] = 0
        past[seat * beliefs.PLAYS] = then
        memory[0].plays[seat] = 1
        memory[0].decision[seat, 0] = raeuber.engine_of(s).decisions["4>70a"]
    eight, rng, found = 7, dice(), 0
    hidden = hidden_cards(s)
    for _ in range(400):
        beliefs.believe(s, memory, past, rng)
        assert hidden_cards(s) == hidden
        assert size(int(s.hand[1])) == size(int(s.hand[2])) == 2
        found += copies(int(s.hand[2]), eight)
    assert 240 < found < 360  # if plays told nothing, half of all times
