"""Counting the cards of a state, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from beute.games.raeuber import rules as raeuber
from beute.games.schattendieb import rules as schattendieb
from beute.games.sneaky import rules as sneaky
from beute.play.engine import Engine


def all_cards(rules: Engine, s: Any) -> Counter[str]:
    """Every card and where it counts, as far as a state tells."""
    return {"sneaky": _sneaky, "raeuber": _raeuber, "schattendieb": _schattendieb}[rules.setup.game](rules, s)


def hand(rules: Engine, s: Any, seat: int) -> list[str]:
    if rules.setup.game == "sneaky":
        return []
    if rules.setup.game == "raeuber":
        return [card for card in rules.view.hand_shown(s, seat) if card != "?"]
    return list(rules.view.names(s, s.hand[seat]))


def may_hold_four_shut(s: Any, seat: int) -> bool:
    """SD-16: nothing is known of this hand."""
    return not int(s.mixed) >> seat & 1


def _sneaky(rules: Engine, s: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for bandits in (s.pile, s.laying, *s.safe):
        found.update(rules.view.bandits_shown(int(bandits)))
    names = rules.words.BANDIT_NAMES
    found.update(names[int(kind)] for kind in s.centre if kind != sneaky.NONE)
    found.update(names[int(kind)] for kind in s.stack.flatten() if kind != sneaky.NONE)
    return found


def _raeuber(rules: Engine, s: Any) -> Counter[str]:
    """Cards that were played are no longer told apart: their loot is, in sacks."""
    found: Counter[str] = Counter()
    for kind, card in enumerate(rules.words.CARDS):
        found[card] += int(s.unseen) >> 4 * kind & 15
    for seat in range(rules.setup.players):
        found.update(card for card in rules.view.hand_shown(s, seat) if card != "?")
    return found


def _schattendieb(rules: Engine, s: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    zones = [*s.hand, *s.vault, *s.pile, s.discard, s.buried]
    for zone in zones:
        found.update(rules.view.names(s, zone))
    for seat in range(rules.setup.players):
        for card in (int(s.front[seat]), int(s.closer[seat])):
            if card != schattendieb.NO_CARD:
                found[rules.view.name(s, card)] += 1
        if s.front[seat] != schattendieb.NO_CARD:
            found.update(rules.view.added(s, seat))
    return found


LOOT = sum(raeuber.COPIES[kind] * (kind + 1) for kind in range(1, raeuber.KINDS))
