"""What a seat cannot know, taken from a state and dealt anew by the test itself, without the code under test."""

from __future__ import annotations

import random
from typing import Any

from beute.games.contract import NOBODY
from beute.games.raeuber import rules as raeuber
from beute.games.schattendieb import rules as schattendieb
from beute.play.engine import Engine


def shuffle_hidden(rules: Engine, s: Any, seat: int, luck: random.Random) -> None:
    """Another state in which the seat knows the same."""
    {"sneaky": lambda *_: None, "raeuber": _raeuber, "schattendieb": _schattendieb}[rules.setup.game](
        rules, s, seat, luck
    )


def _raeuber(rules: Engine, s: Any, seat: int, luck: random.Random) -> None:
    if s.step == raeuber.LAST:
        return
    others = [other for other in range(rules.setup.players) if other != seat]
    cards = [kind for kind in range(raeuber.KINDS) for _ in range(int(s.unseen) >> 4 * kind & 15)]
    for other in others:
        for kind in range(raeuber.KINDS):
            cards += [kind] * bin(int(s.hand[other]) >> kind & raeuber.EACH_COPY).count("1")
    luck.shuffle(cards)
    for other in others:
        hand = [cards.pop() for _ in range(int(s.hand[other]).bit_count())]
        s.hand[other] = sum(1 << (kind + raeuber.LANE * copy) for kind in set(hand) for copy in range(hand.count(kind)))
    s.unseen = sum(1 << 4 * kind for kind in cards)


def _schattendieb(rules: Engine, s: Any, seat: int, luck: random.Random) -> None:
    """Others take their face-down choices back, all hidden cards are mixed, and some choose again."""
    knows = seat != NOBODY and int(s.open) >> seat & 1
    others = [other for other in range(rules.setup.players) if other != seat or not knows]
    chosen = []
    if s.due > 0 and s.step == schattendieb.CHOOSE:
        for other in others:
            if s.front[other] != schattendieb.NO_CARD:
                schattendieb.add_card(s.hand[other], int(s.front[other]))
                s.front[other] = schattendieb.NO_CARD
                s.held[other] += 1
                s.due |= 1 << other
            if int(s.open) >> other & 1:
                chosen.append(other)
    if s.due > 0 and s.step == schattendieb.ADD:
        for other in others:
            if int(s.jewels) >> other & 1:
                kind = schattendieb.KIND_AT[schattendieb.KIND_OF[int(s.front[other])]]
                for bit in range(schattendieb.KIND):
                    if int(s.more[other]) >> bit & 1:
                        schattendieb.add_card(s.hand[other], kind + bit // 2 * 2)
                        s.held[other] += 1
                s.more[other] = 0
                s.due |= 1 << other
                chosen.append(other)
    places = [s.hand[other] for other in others] + [s.pile[n] for n in range(schattendieb.LAYERS)] + [s.buried]
    sizes = [int(s.held[other]) for other in others] + [int(n) for n in s.in_layer] + [int(s.lost)]
    cards = []
    for place in places:
        for word in (0, 1):
            cards += [schattendieb.card_at(s, word, bit) for bit in range(62) if int(place[word]) >> bit & 1]
            place[word] = 0
    assert len(cards) == sum(sizes)
    luck.shuffle(cards)
    for place, size in zip(places, sizes, strict=True):
        for _ in range(size):
            schattendieb.add_card(place, cards.pop())
    _choose_again(rules, s, luck.sample(chosen, luck.randint(0, len(chosen))), luck)


def _choose_again(rules: Engine, s: Any, seats: list[int], luck: random.Random) -> None:
    """Some answer; but not all that are asked, or the answers would be revealed."""
    for other in seats:
        if int(s.due) == 1 << other:
            return
        word = luck.choice(rules.legal(s, other))
        rules.follow(s, [(other, rules.decisions[word])])
