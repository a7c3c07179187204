"""RB-6, RB-9, RB-11, RB-14 and RB-18 in whole games: every view at every moment, against the reference model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from beute import Game, IllegalMove
from beute.games.raeuber.view import RaeuberView
from tests.games.raeuber.position import ASIDE, CARDS, raeuber
from tests.oracle.check import random_record
from tests.oracle.raeuber import Model, Sack

GAMES = [pytest.param(players, seed, id=f"{players} players") for players, seed in ((2, 3), (3, 4), (4, 5), (5, 6))]
STEPS = {"start": "start", "deal": "deal", "turn": "turn", "draw": "draw", "last": "last_cards", "last_cards": "over"}


@dataclass
class Moment:
    """A game, the model of it, the events so far, and what was refused in this turn."""

    game: Game[RaeuberView]
    model: Model
    open_sums: bool
    events: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    steps: int = 0
    phase: str = ""  # before the latest event

    @property
    def asked(self) -> list[int]:
        asked = self.model.asked()
        return sorted(asked) if isinstance(asked, set) else []

    @property
    def over(self) -> bool:
        return self.model.asked() is None

    def play(self, event: str) -> None:
        self.phase = self.model.phase
        self.game.play(event)
        self.model.apply(event)
        self.events.append(event)
        self.refused.clear()
        self.steps += 1

    def try_in_vain(self, seat: int, word: str) -> None:
        with pytest.raises(IllegalMove):
            self.game.play(word, seat)
        self.refused.append(word)
        self.steps += 1


def moments(players: int, seed: int, open_sums: bool) -> Iterator[Moment]:
    """A random game before the first event and after each."""
    setup, model = raeuber(players, open_sums).setup, Model(players, {"open_sums": open_sums})
    moment = Moment(Game(setup, None), model, open_sums)
    yield moment
    for event in random_record("raeuber", players, {}, Random(seed))["events"]:
        moment.play(event)
        yield moment


# ---------------------------------------------------------------- what a view should be


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


def sacks(at: Moment, seat: int | None) -> list[dict[str, Any]]:
    return [
        {
            "name": sack.name,
            "worth": sack.value,
            "owner": sack.owner,
            "sealed": sack.sealed,
            "sealed_worth": sealed_worth(sack),
            "counts": counts(at, seat, sack),
            "top": sack.cards[-1] if sack.cards else None,
            "quarter": None if sack.sealed else 1 + sum(4 * sack.loot >= n * sack.value for n in (1, 2, 3)),
            "loot": sack.loot if sum_is_shown(at, seat, sack) else None,
            "cards": sack.cards if may_count(sack, at.events, seat) else None,
        }
        for sack in at.model.sacks.values()
    ]


def sum_is_shown(at: Moment, seat: int | None, sack: Sack) -> bool:
    return at.open_sums or at.over or may_count(sack, at.events, seat)


def sealed_worth(sack: Sack) -> int:
    """RB-16"""
    return 2 * sack.value if sack.value < 30 else sack.value


def counts(at: Moment, seat: int | None, sack: Sack) -> int | None:
    """RB-16"""
    if not sum_is_shown(at, seat, sack):
        return None
    return sealed_worth(sack) if sack.sealed else sack.loot


def hands(model: Model, seat: int | None) -> list[list[str]]:
    """RB-14: others' cards are hidden until the last ones are revealed."""
    revealed = model.phase in ("last", "last_cards")
    return [
        sorted(hand, key=CARDS.index) if revealed or other == seat else ["?"] * len(hand)
        for other, hand in enumerate(model.hands)
    ]


def last_cards(at: Moment) -> list[str | None]:
    """RB-14: all that a seat was given less all that it played before, and that is one card."""
    if at.model.phase not in ("last", "last_cards"):
        return [None] * at.model.players
    found: list[str | None] = []
    for seat in range(at.model.players):
        given = Counter(
            event.split()[3] for event in at.events if event.startswith((f"* deal {seat}", f"* draw {seat}"))
        )
        played = [event.split()[1].split(">")[0] for event in at.events if event.startswith(f"{seat} ")]
        left = list((given - Counter(played)).elements())
        found.append(left[0] if left else played[-1])
    return found


def choice(
    word: str, possible: str, clause: str | None = None, code: str | None = None, does: str | None = None
) -> dict[str, Any]:
    card, _, place = word.partition(">")
    to = {"kind": "out" if place == "out" else "sack", "name": place}
    pick = {"kind": "card", "name": card}
    return {"word": word, "pick": pick, "to": to, "possible": possible, "does": does, "code": code, "clause": clause}


def choices(at: Moment, seat: int | None) -> list[dict[str, Any]]:
    """RB-18: every card on every sack, and whether it may be tried; if nothing fits, RB-12."""
    if seat is None or seat not in at.asked:
        return []
    cards = [card for card in CARDS if card in at.model.hands[seat]]
    if not at.model.puts(seat):
        return [choice(f"{card}>out", "yes") for card in cards]
    every = {
        f"{card}>{sack.name}": first_choice(at, seat, card, sack) for card in cards for sack in at.model.sacks.values()
    }
    for word in at.refused:
        every[word] = choice(word, "no", "RB-6", "refused_already")
    card = at.refused[-1].split(">")[0] if at.refused else ""
    if any(word.split(">")[0] == card and every[word]["possible"] != "no" for word in every):
        waiting = [word for word in every if word.split(">")[0] != card]
        every |= {word: choice(word, "no", "RB-6", "refused_card_first") for word in waiting}
    return list(every.values())


def first_choice(at: Moment, seat: int, card: str, sack: Sack) -> dict[str, Any]:
    """RB-6, before anything was refused."""
    word, clause = f"{card}>{sack.name}", at.model.refusal(seat, card, sack)
    codes = {"RB-9": "sealed", "RB-7": "robber_on_own_sack", "RB-6": "exceeds_sack"}
    if clause != "RB-9" and clause != "RB-7" and not at.open_sums and not may_count(sack, at.events, seat):
        return choice(word, "try", does=by_top(card, sack))
    if clause is not None:
        return choice(word, "no", clause, codes[clause])
    return choice(word, "yes", does=by_sum(seat, card, sack))


def by_top(card: str, sack: Sack) -> str | None:
    """RB-8, RB-10: what the top card of another's sack tells of a card that fits; a robber never seals."""
    if sack.cards[-1] == card:
        return "rob"
    return "cover" if card == "R" else None


def by_sum(seat: int, card: str, sack: Sack) -> str:
    """RB-5, RB-8 to RB-10: what a card that fits does to a sack that may be counted."""
    if sack.owner is None:
        return "take"
    if card != "R" and sack.loot + int(card) == sack.value:
        return "seal"
    return "add" if sack.owner == seat else by_top(card, sack) or "give"


def refusal(at: Moment, word: str) -> dict[str, Any]:
    """RB-6: as everybody hears it."""
    whole = choice(word, "no", "RB-6", "exceeds_sack")
    del whole["possible"], whole["does"]
    return whole | {"seat": at.asked[0], "by": at.model.sacks[whole["to"]["name"]].owner}


def undoable(at: Moment, seat: int | None) -> bool:
    """RB-6, RB-14: with open sums what was just played, while no card was drawn or revealed."""
    if not at.open_sums or at.over or not at.events or at.events[-1].split()[0] != str(seat):
        return False
    return (at.model.phase == "last") == (at.phase == "last")


def expected(at: Moment, seat: int | None) -> dict[str, Any]:
    """The whole view, and nothing else is in it."""
    model = at.model
    return {
        "version": at.steps,
        "game": "raeuber",
        "players": model.players,
        "options": {"open_sums": True} if at.open_sums else {},
        "seat": seat,
        "asked": at.asked,
        "chosen": [],
        "undoable": undoable(at, seat),
        "choices": choices(at, seat),
        "refusals": [refusal(at, word) for word in at.refused],
        "scores": model.scores() if at.open_sums or at.over else None,
        "winners": model.winners() if at.over else None,
        "ending": "last_cards" if at.over else None,
        "step": STEPS[model.phase],
        "turn": at.asked[0] if at.asked else None,
        "starts": int(at.events[0].split()[-1]) if at.events else None,
        "pile": 66 - ASIDE[model.players] - sum(event.split()[1] in ("deal", "draw") for event in at.events),
        "aside": ASIDE[model.players],
        "last_cards": last_cards(at),
        "hands": hands(model, seat),
        "sacks": sacks(at, seat),
    }


def heard(event: str, seat: int | None) -> str:
    actor, verb, *rest = event.split()
    return f"* {verb} {rest[0]} ?" if actor == "*" and verb != "start" and rest[0] != str(seat) else event


# ---------------------------------------------------------------- and is


@pytest.mark.parametrize("open_sums", [False, True])
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_9_rb_11_rb_18_views(players: int, seed: int, open_sums: bool) -> None:
    """RB-9, RB-11, RB-14, RB-18"""
    for at in moments(players, seed, open_sums):
        for seat in (*range(players), None):
            assert at.game.view(seat) == expected(at, seat), (at.events[-1:], seat)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_6_views_while_cards_are_refused(players: int, seed: int) -> None:
    """RB-6: the seat that is asked tries all that does not fit, one after the other, while it is offered."""
    luck, longest = Random(seed), 0
    for at in moments(players, seed, open_sums=False):
        for seat in at.asked:
            while True:
                offered = [each["word"] for each in choices(at, seat) if each["possible"] != "no"]
                vain = [word for word in offered if word not in at.model.legal(seat)]
                if not vain:
                    break
                at.try_in_vain(seat, luck.choice(vain))
                for viewer in (*range(players), None):
                    assert at.game.view(viewer) == expected(at, viewer), (at.refused, viewer)
                longest = max(longest, len(at.refused))
            assert set(at.game.offered(seat)) & set(at.game.legal), "what is possible can still be found"
    assert longest >= 3, "that was worth while"


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_18_logs_without_open_sums(players: int, seed: int) -> None:
    """RB-18: back to the seat's own last play; a spectator's one round; after the end everything."""
    for at in moments(players, seed, open_sums=False):
        for seat in (*range(players), None):
            log = at.game.log(seat)
            if at.over:
                assert log == [heard(event, seat) for event in at.events]
            elif seat is not None:
                assert log == [heard(event, seat) for event in at.events[last_play(at.events, seat) or 0 :]]
            else:
                assert log == [heard(event, None) for event in at.events[len(at.events) - len(log) :]]
                assert sum(event[0] != "*" for event in log) <= players, "a spectator is reminded of a round"


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_18_logs_with_open_sums(players: int, seed: int) -> None:
    """RB-18"""
    for at in moments(players, seed, open_sums=True):
        for seat in (*range(players), None):
            assert at.game.log(seat) == [heard(event, seat) for event in at.events]


@pytest.mark.clause("RB-18")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rb_18_the_option_changes_nothing_that_happens(players: int, seed: int) -> None:
    """RB-18"""
    for off, on in zip(moments(players, seed, open_sums=False), moments(players, seed, open_sums=True), strict=True):
        ours, theirs = off.game, on.game
        assert (ours.due, ours.legal, ours.chances, ours.scores) == (
            theirs.due,
            theirs.legal,
            theirs.chances,
            theirs.scores,
        )
