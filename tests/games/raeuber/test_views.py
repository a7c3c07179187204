"""RB-11, RB-14 and RB-18 in whole games: every view at every moment, against the reference model and the events."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from beute import Game
from tests.games.raeuber.position import CARDS, raeuber
from tests.oracle.check import random_record
from tests.oracle.raeuber import Model, Sack

GAMES = [pytest.param(players, seed, id=f"{players} players") for players, seed in ((2, 3), (3, 4), (4, 5), (5, 6))]


def moments(players: int, seed: int, open_sums: bool) -> Iterator[tuple[Game, Model, list[str]]]:
    """A game, the model of it, and the events so far, before the first event and after each."""
    game, model = Game(raeuber(players, open_sums).setup, None), Model(players, {"open_sums": open_sums})
    events: list[str] = []
    yield game, model, events
    for event in random_record("raeuber", players, {}, Random(seed))["events"]:
        game.play(event)
        model.apply(event)
        events.append(event)
        yield game, model, events


def last_play(events: list[str], seat: int) -> int | None:
    return max((n for n, event in enumerate(events) if event.startswith(f"{seat} ")), default=None)


def may_count(sack: Sack, events: list[str], seat: int | None) -> bool:
    """RB-11: one's own, what one's robber was laid on since, what is empty in the centre, what was counted aloud."""
    if sack.owner is None or sack.sealed:
        return True
    if seat is None:
        return False
    played = last_play(events, seat)
    return sack.owner == seat or (played is not None and events[played] == f"{seat} R>{sack.name}")


def sacks(model: Model, events: list[str], seat: int | None, all_sums: bool) -> list[dict[str, Any]]:
    return [
        {
            "name": sack.name,
            "worth": sack.value,
            "owner": sack.owner,
            "sealed": sack.sealed,
            "top": sack.cards[-1] if sack.cards else None,
            "quarter": None if sack.sealed else 1 + sum(4 * sack.loot >= n * sack.value for n in (1, 2, 3)),
            "loot": sack.loot if all_sums or may_count(sack, events, seat) else None,
        }
        for sack in model.sacks.values()
    ]


def hands(model: Model, seat: int | None) -> list[list[str]]:
    """RB-14: others' cards are hidden until the last ones are revealed."""
    revealed = model.phase in ("last", "last_cards")
    return [
        sorted(hand, key=CARDS.index) if revealed or other == seat else ["?"] * len(hand)
        for other, hand in enumerate(model.hands)
    ]


def choices(model: Model, seat: int | None) -> list[str]:
    """RB-18: every card on every sack it may be tried on; if nothing fits, RB-12."""
    if seat is None or model.asked() != {seat}:
        return []
    words = {
        f"{card}>{sack.name}"
        for card in model.hands[seat]
        for sack in model.sacks.values()
        if not sack.sealed and not (card == "R" and sack.owner == seat)
    }
    return sorted(words) if model.puts(seat) else sorted({f"{card}>out" for card in model.hands[seat]})


def heard(event: str, seat: int | None) -> str:
    actor, verb, *rest = event.split()
    return f"* {verb} {rest[0]} ?" if actor == "*" and verb != "start" and rest[0] != str(seat) else event


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_11_rb_18_views_without_open_sums(players: int, seed: int) -> None:
    """RB-11, RB-18"""
    for game, model, events in moments(players, seed, open_sums=False):
        over = model.asked() is None
        for seat in (*range(players), None):
            view = game.view(seat)
            assert view["sacks"] == sacks(model, events, seat, all_sums=over), (events[-1:], seat)
            assert view["hands"] == hands(model, seat)
            assert view["choices"] == choices(model, seat)
            assert view["refused"] == []
            assert view["scores"] == (model.scores() if over else None)
            assert view["winners"] == (model.winners() if over else None)
            assert view["pile"] == model.pile or model.phase in ("start", "deal")
            if over:
                assert len(view["log"]) == len(events)
                assert [event for event in view["log"] if event[0] != "*"] == [e for e in events if e[0] != "*"]
            elif seat is not None:
                since = last_play(events, seat) or 0
                assert view["log"] == [heard(event, seat) for event in events[since:]]
            else:
                log = view["log"]
                assert log == [heard(event, None) for event in events[len(events) - len(log) :]]
                assert sum(event[0] != "*" for event in log) <= players, "a spectator is reminded of a round"


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_18_views_with_open_sums(players: int, seed: int) -> None:
    """RB-18"""
    for game, model, events in moments(players, seed, open_sums=True):
        for seat in (*range(players), None):
            view = game.view(seat)
            assert view["sacks"] == sacks(model, events, seat, all_sums=True)
            assert view["hands"] == hands(model, seat)
            assert view["choices"] == ([] if seat is None else model.legal(seat))
            assert view["scores"] == model.scores()
            assert len(view["log"]) == len(events)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_18_the_option_changes_nothing_that_happens(players: int, seed: int) -> None:
    """RB-18"""
    for (off, *_), (on, *_) in zip(
        moments(players, seed, open_sums=False), moments(players, seed, open_sums=True), strict=True
    ):
        assert (off.due, off.legal, off.chances, off.scores) == (on.due, on.legal, on.chances, on.scores)
