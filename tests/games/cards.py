"""The cards of a state by name, and counted, for tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from beute.games.raeuber import rules as raeuber
from beute.games.raeuber.components import CARDS, COPIES
from beute.games.schattendieb import rules as schattendieb
from beute.games.schattendieb.view import Deck, deck_of
from beute.games.sneaky import rules as sneaky
from beute.games.sneaky.view import bandits_shown
from beute.games.sneaky.words import BANDIT_NAMES
from beute.play.engine import Engine

LOOT = sum(COPIES[kind] * (kind + 1) for kind in range(1, raeuber.KINDS))


def all_cards(rules: Engine, s: Any) -> Counter[str]:
    """Every card and where it counts, as far as a state tells."""
    return {"sneaky": _sneaky, "raeuber": _raeuber, "schattendieb": _schattendieb}[rules.setup.game](rules, s)


def hand(rules: Engine, s: Any, seat: int) -> list[str]:
    """The cards of a hand that a state tells."""
    if rules.setup.game == "sneaky":
        return []
    if rules.setup.game == "raeuber":
        held = int(s.hand[seat])
        return [card for kind, card in enumerate(CARDS) for _ in range((held >> kind & raeuber.EACH_COPY).bit_count())]
    return names(s, s.hand[seat])


def may_hold_four_shut(s: Any, seat: int) -> bool:
    """SD-16: nothing is known of this hand."""
    return not int(s.mixed) >> seat & 1


# ---------------------------------------------------------------- Der Schattendieb


def deck(s: Any) -> Deck:
    """SD-1 to SD-3: the cards of a set-up."""
    return deck_of(_pair(s.firsts), tuple(np.asarray(s.shut_value).tolist()))


def names(s: Any, cards: Any) -> list[str]:
    """A multiset of cards by name."""
    return deck(s).names(_pair(cards))


def added(s: Any, seat: int) -> list[str]:
    """SD-9: the jewels laid beside the one in front."""
    kind = deck(s).name(int(s.front[seat]))[0]
    return [f"{kind}{bit // 2 + 1}" for bit in range(schattendieb.KIND) if int(s.more[seat]) >> bit & 1]


def _pair(words: Any) -> tuple[int, int]:
    return int(words[0]), int(words[1])


# ---------------------------------------------------------------- counting


def _sneaky(rules: Engine, s: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for bandits in (s.pile, s.laying, *s.safe):
        found.update(bandits_shown(int(bandits)))
    for kinds in s.centre, np.ravel(s.stack):
        found.update(BANDIT_NAMES[int(kind)] for kind in kinds if kind != sneaky.NONE)
    return found


def _raeuber(rules: Engine, s: Any) -> Counter[str]:
    """Cards that were played are no longer told apart: their loot is, in sacks."""
    found = Counter({card: int(s.unseen) >> 4 * kind & 15 for kind, card in enumerate(CARDS)})
    for seat in range(rules.setup.players):
        found.update(hand(rules, s, seat))
    return found


def _schattendieb(rules: Engine, s: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for zone in (*s.hand, *s.vault, *s.pile, s.discard, s.buried):
        found.update(names(s, zone))
    for seat in range(rules.setup.players):
        found.update(
            deck(s).name(int(card)) for card in (s.front[seat], s.closer[seat]) if card != schattendieb.NO_CARD
        )
        if s.front[seat] != schattendieb.NO_CARD:
            found.update(added(s, seat))
    return found
