"""RB-6, RB-11, RB-18: what a person cannot count changes nothing that the person can get, errors included."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from beute import Game, IllegalMove
from beute.games.raeuber.view import RaeuberView
from tests.games.raeuber.position import CARDS, SACKS, legal, owner_of, raeuber, set_sack, table
from tests.games.standing import game_at
from tests.games.walks import walk

HAND = "R 2 6 9 10"
DRAWING = """
    turn 0
    SACK of 1: LOOT, top 9
    OWN of 0: 20, top 8
    seat 0: R 2 6 9 10
    seat 1: 2 3
    seat 2: 4 R
    unseen: 5 5
    """


def said(game: Game[RaeuberView], word: str, seat: int) -> tuple[str, dict[str, Any]] | None:
    """What a person is told of a word that cannot be played; None if it was."""
    twin = game.copy()
    try:
        twin.play(word, seat)
    except IllegalMove as error:
        return str(error), {"code": error.code, "offered": error.offered, **error.data}
    return None


def check_alike(one: Game[RaeuberView], other: Game[RaeuberView], seat: int) -> int:
    """Two games that look the same to a seat; how many words are refused in both."""
    assert one.view(seat) == other.view(seat)
    assert one.log(seat) == other.log(seat)
    offered, refused = one.offered(seat), 0
    for word in (*one.engine.decisions, "nonsense"):
        here, there = said(one, word, seat), said(other, word, seat)
        if here is not None and there is not None:
            assert here == there, word
            refused += 1
        else:
            assert here == there or word in offered, f"{word} is told apart, and was not offered"
    return refused


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(
    ("sack", "one", "other"),
    [
        *(("26", 20, 25), ("27", 21, 26), ("28", 21, 27), ("29", 22, 28), ("45a", 34, 44)),
        *(("45b", 35, 42), ("70a", 53, 69), ("70b", 61, 67), ("100", 75, 99)),
    ],
)
def test_rb_18_errors_are_the_same_whatever_is_in_another_s_sack(sack: str, one: int, other: int, seat: int) -> None:
    """RB-18: what fits differs; what is said of what does not, and what is offered instead, are the same."""
    own = "45b" if sack != "45b" else "45a"
    little, much = (
        table(DRAWING.replace("SACK", sack).replace("OWN", own).replace("LOOT", str(loot))) for loot in (one, other)
    )
    assert little.legal != much.legal
    assert check_alike(little, much, seat) > 30


def test_rb_6_rb_18_also_after_a_refusal() -> None:
    """RB-6: what is offered then comes from the view too: 36 words were offered once, and 33 of them named legal."""
    little, much = (
        table(DRAWING.replace("SACK", "70a").replace("OWN", "45b").replace("LOOT", n)) for n in ("61", "66")
    )
    for game in (little, much):
        with pytest.raises(IllegalMove) as refused:
            game.play("10>70a")
        assert refused.value.offered == game.offered(0)
        assert set(refused.value.data) == {"seat", "word", "clause", "offered"}
        assert not hasattr(refused.value, "legal")
    assert check_alike_after_refusal(little, much) > 30


def check_alike_after_refusal(one: Game[RaeuberView], other: Game[RaeuberView]) -> int:
    """In the library any legal move may follow, so only what is refused in both can be compared."""
    assert one.view(0) == other.view(0)
    both = [(said(one, word, 0), said(other, word, 0)) for word in one.engine.decisions]
    refused = [(here, there) for here, there in both if here is not None and there is not None]
    assert all(here == there for here, there in refused)
    return len(refused)


# ---------------------------------------------------------------- in random games


def blurred(s: Any, seat: int, luck: random.Random) -> Any:
    """Another state that looks the same to a person: loot that may not be counted differs within its quarter."""
    twin = np.array([s])
    for n, (sack, worth) in enumerate(SACKS.items()):
        owner, loot = owner_of(s, sack), int(s.loot[n])
        if owner in (None, seat) or loot == worth or s.counted[seat] == n:
            continue
        alike = [other for other in range(worth) if 4 * other // worth == 4 * loot // worth]
        set_sack(twin[0], sack, int(str(owner)), luck.choice(alike), CARDS[s.top[n]])
    return twin


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rb_18_errors_tell_nothing_in_random_games(players: int) -> None:
    """RB-18: for every seat, at many moments, for every word there is."""
    luck, rules, compared = random.Random(players), raeuber(players), 0
    for moment in walk(rules, luck):
        if moment[0].due <= 0 or luck.random() < 0.8:
            continue
        seat = luck.randrange(players)
        other = blurred(moment[0], seat, luck)
        asked = int(moment[0].due) >> seat & 1
        if asked and legal(moment[0], seat)[0].endswith("out") != legal(other[0], seat)[0].endswith("out"):
            continue  # RB-12: that the question is another is public
        compared += check_alike(game_at(rules, moment), game_at(rules, other), seat)
    assert compared > 300
