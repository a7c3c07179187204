"""The check passes for our games, and finds whatever a game does wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from beute import BeuteError, games
from beute.games.dice import below
from beute.play.engine import Engine, Followed, engine
from beute.play.setup import set_up
from beute.research import NotConforming, check_game
from beute.research.check import Walk, check_rules, observes_what_differs, observes_what_is_shown


@pytest.mark.parametrize("name", games.NAMES)
def test_our_games_conform(name: str) -> None:
    check_game(name, some=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.NAMES)
def test_our_games_conform_in_many_positions(name: str) -> None:
    check_game(name, some=3, seed=2)


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(BeuteError, match="no game 'chess'; there are sneaky, schattendieb, raeuber"):
        check_game("chess")
    wrong: Any
    for wrong in 3, None:
        with pytest.raises(BeuteError, match=f"no game {wrong}; there are sneaky, schattendieb, raeuber"):
            check_game(wrong)
    for wrong in 0, -1, 1.5:
        with pytest.raises(BeuteError, match=f"some is a number of at least 1, not {wrong}"):
            check_game("raeuber", some=wrong)


def broken(name: str, part: str, **changed: Any) -> Engine:
    """A game of three in which one part does something else."""
    rules = engine(set_up(name, 3, {}))
    module = SimpleNamespace(**{**vars(getattr(rules.parts, part)), **changed})
    changes: dict[str, Any] = {part: module}
    return replace(rules, parts=replace(rules.parts, **changes))


def without(name: str, part: str, function: str) -> Engine:
    rules = broken(name, part)
    delattr(getattr(rules.parts, part), function)
    return rules


def conceals_nothing(s: Any, seat: int) -> None:
    pass


def imagines_nothing(known: Any, seat: int, rng: Any) -> None:
    pass


def weighs_nothing(s: Any, out: Any, weights: Any) -> int:
    found = engine(set_up("sneaky", 3, {})).parts.rules.chances(s, out, weights)
    weights[found - 1] = 0
    return int(found)


def draws_something_else(s: Any, rng: Any) -> int:
    return -5


def draws_unfairly(s: Any, rng: Any) -> int:
    """The first half of the outcomes only."""
    rules, out, weights = engine(set_up("raeuber", 3, {})).parts.rules, np.empty(800, np.int64), np.empty(800, np.int64)
    found = int(rules.chances(s, out, weights))
    return int(out[below(rng, (found + 1) // 2)])


def allows_everything(s: Any, seat: int) -> tuple[int, int]:
    return (1 << 30) - 1, 0


def never_says_why(known: Any, seat: int, a: int) -> None:
    return None


def never_counts(a: int, seat: int, players: int) -> int:
    return 0


def counts_from_the_last(a: int, seat: int, players: int) -> int:
    from_seat: Any = engine(set_up("schattendieb", 3, {})).parts.words.from_seat
    return int(from_seat(a, (seat + 1) % players, players))


def counts_and_changes(s: Any, out: Any) -> None:
    out[:] = 0
    s.step += 1


BROKEN: list[tuple[Callable[[], Engine], str]] = [
    (lambda: without("sneaky", "knowledge", "imagine"), "is complete: knowledge.py has no imagine"),
    (lambda: broken("sneaky", "observation", OBSERVED=[("cuffs", 4, 200)]), "an observation can be 200, more than 127"),
    (lambda: broken("sneaky", "words", from_seat=never_counts), "counts from every seat: two decisions of seat 0"),
    (lambda: broken("schattendieb", "words", from_seat=counts_from_the_last), "seat 0 counts differently"),
    (lambda: broken("sneaky", "words", why=never_says_why), "is refused by None, which is not a clause"),
    (lambda: broken("sneaky", "rules", chances=weighs_nothing), "a weight is not positive"),
    (lambda: broken("raeuber", "rules", draw=draws_something_else), "an outcome is drawn that is not listed"),
    (lambda: broken("raeuber", "rules", draw=draws_unfairly), "outcomes are not drawn by their weights"),
    (lambda: broken("raeuber", "rules", scores=counts_and_changes), "scores changes the state"),
    (lambda: broken("raeuber", "observation", OBSERVED=(("everything", 239, 0.5),)), "is out of bounds"),
    (lambda: broken("raeuber", "knowledge", imagine=imagines_nothing), "imagines what is possible|plays to the end"),
]


@pytest.mark.parametrize(("make", "told"), BROKEN)
def test_what_is_broken_is_found(make: Callable[[], Engine], told: str) -> None:
    with pytest.raises(NotConforming, match=told) as found:
        check_rules(make(), 12, random.Random(1))
    assert found.value.code == "not_conforming"


def test_a_secret_that_shows_is_found() -> None:
    """A view in which hands of others are seen; what is imagined is still right."""
    rules = engine(set_up("raeuber", 3, {}))

    def shows_all(frame: Any, s: Any, trail: Any) -> dict[str, Any]:
        return {**rules.parts.view.show(frame, s, trail), "leak": leaked[s]}

    leaked: dict[Any, Any] = {}

    class Leaky(Engine):
        def known(self, s: Any, seat: int | None) -> Any:
            found = rules.known(s, seat)
            leaked[self.snapshot(found.tobytes())] = bytes(s.hand)
            return found

    there = {field.name: getattr(rules, field.name) for field in fields(rules)}
    view: Any = SimpleNamespace(**{**vars(rules.parts.view), "show": shows_all})
    leaky = Leaky(**{**there, "parts": replace(rules.parts, view=view)})
    with pytest.raises(NotConforming, match=r"the view of seat .* reveals what it cannot know"):
        check_rules(leaky, 12, random.Random(1))


def test_an_order_that_matters_is_found() -> None:
    rules = engine(set_up("schattendieb", 3, {}))

    class InOrder(Engine):
        def follow(self, table: Any, events: Sequence[tuple[int, int]]) -> Followed:
            followed = super().follow(table, events)
            table[0].seat = events[-1][0] if len(events) > 1 else table[0].seat
            return followed

    ordered = InOrder(**{field.name: getattr(rules, field.name) for field in fields(rules)})
    with pytest.raises(NotConforming, match="the order of simultaneous answers makes a difference"):
        check_rules(ordered, 12, random.Random(1))


# ---------------------------------------------------------------- what is shown and not observed


def unseeing(name: str, *parts: str) -> Engine:
    """A game of three whose observation lacks some parts."""
    rules = engine(set_up(name, 3, {}))
    observed = rules.parts.observation
    names = np.repeat([part for part, _, _ in observed.OBSERVED], [length for _, length, _ in observed.OBSERVED])
    unseen = np.isin(names, parts)
    assert unseen.any()

    def observe(known: Any, seat: int, out: Any) -> None:
        observed.observe(known, seat, out)
        out[unseen] = 0

    changed: Any = SimpleNamespace(**{**vars(observed), "observe": observe})
    return replace(rules, parts=replace(rules.parts, observation=changed))


@pytest.mark.parametrize(
    ("name", "part", "shown"),
    [
        ("schattendieb", "shut_with", r"closer\[\d\]"),  # SD-11: the card that shut a vault
        ("schattendieb", "asked", "whose turn it is"),
        ("sneaky", "depths", r"stack\[\d, \d+\]"),  # SN-14: what lies under the top of a stack
        ("sneaky", "safe", r"safe\[\d\]"),
        ("sneaky", "turns", "turns"),
        ("raeuber", "starts", "first"),
        ("raeuber", "revealed", r"last\[\d\]"),  # RB-14: last cards that were played since
        ("raeuber", "counted", r"counted\[\d\]"),  # RB-11: only the seat itself is shown it
    ],
)
def test_what_is_shown_and_not_observed_is_found(name: str, part: str, shown: str) -> None:
    told = rf"observes what is shown: seat \d is shown {shown}, but does not observe it"
    with pytest.raises(NotConforming, match=told):
        check_games_for(observes_what_is_shown, unseeing(name, part))


def test_positions_that_are_observed_as_the_same_are_found() -> None:
    """Whose turn it is, when nothing came of the last one."""
    told = r"observes what differs: seat \d observes the same as before, but is shown something else"
    with pytest.raises(NotConforming, match=told):
        check_games_for(observes_what_differs, unseeing("sneaky", "turn", "turns"))


def check_games_for(promise: Callable[[Walk], None], rules: Engine) -> None:
    """Play some games and look for one fault in each."""
    for seed in range(10):
        walk = Walk(rules, random.Random(seed), promise=promise.__name__.replace("_", " "))
        for _ in walk.steps():
            pass
        promise(walk)
