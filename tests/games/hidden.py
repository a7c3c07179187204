"""What a seat cannot know, taken from a state and dealt again by the test itself, without the code under test."""

from __future__ import annotations

import random
from typing import Any

from beute.games.contract import NOBODY
from beute.games.raeuber import rules as raeuber
from beute.games.schattendieb import rules as schattendieb
from beute.play.engine import Engine
from tests.games.standing import chosen


def shuffle_hidden(rules: Engine, table: Any, seat: int, luck: random.Random, announced: bool = False) -> None:
    """Another state in which the seat knows the same.

    With `announced` the same others have chosen face down, as everybody at a table sees; a state does not tell it.
    """
    {"sneaky": lambda *_: None, "raeuber": _raeuber, "schattendieb": _schattendieb}[rules.setup.game](
        rules, table, seat, luck, announced
    )


def _raeuber(rules: Engine, table: Any, seat: int, luck: random.Random, announced: bool) -> None:
    s = table[0]
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


def _schattendieb(rules: Engine, table: Any, seat: int, luck: random.Random, announced: bool) -> None:
    """Others take their face-down choices back, all hidden cards are mixed, and some, or the same, choose again."""
    s = table[0]
    knows = seat != NOBODY and int(s.open) >> seat & 1
    others = [other for other in range(rules.setup.players) if other != seat or not knows]
    again = [other for other in chosen(rules, s) if other in others]
    adding = [other for other in others if s.due > 0 and s.step == schattendieb.ADD and int(s.jewels) >> other & 1]
    if s.due > 0 and s.step == schattendieb.CHOOSE:
        for other in others:
            if s.front[other] != schattendieb.NO_CARD:
                schattendieb.add_card(s.hand[other], int(s.front[other]))
                s.front[other] = schattendieb.NO_CARD
                s.held[other] += 1
                s.due |= 1 << other
    for other in adding:
        kind = schattendieb.KIND_AT[schattendieb.KIND_OF[int(s.front[other])]]
        for bit in range(schattendieb.KIND):
            if int(s.more[other]) >> bit & 1:
                schattendieb.add_card(s.hand[other], kind + bit // 2 * 2)
                s.held[other] += 1
        s.more[other] = 0
        s.due |= 1 << other
    places = [s.hand[other] for other in others] + [s.pile[n] for n in range(schattendieb.LAYERS)] + [s.buried]
    sizes = [int(s.held[other]) for other in others] + [int(n) for n in s.in_layer] + [int(s.lost)]
    cards = []
    for place in places:
        for word in (0, 1):
            cards += [schattendieb.card_at(s, word, bit) for bit in range(62) if int(place[word]) >> bit & 1]
            place[word] = 0
    assert len(cards) == sum(sizes)
    luck.shuffle(cards)
    for place, number in zip(places, sizes, strict=True):
        for _ in range(number):
            schattendieb.add_card(place, cards.pop())
    for other in adding:
        _add_some(rules, table, other, luck)
    if not announced and s.due > 0 and s.step in (schattendieb.CHOOSE, schattendieb.ADD):
        asked = [other for other in others if int(s.due) >> other & 1]
        again = luck.sample(asked, luck.randint(0, len(asked)))
        if int(s.due) == sum(1 << other for other in again):
            again.pop()  # or the answers would be revealed
    for other in again:
        said = "done" if s.step == schattendieb.ADD else luck.choice(rules.legal(s, other))
        _play(rules, table, other, said)


def _add_some(rules: Engine, table: Any, seat: int, luck: random.Random) -> None:
    """SD-9: any cards that can be added; whether the seat is done is another question."""
    for _ in range(luck.randint(0, 3)):
        words = [word for word in rules.legal(table[0], seat) if word != "done"]
        if words:
            _play(rules, table, seat, luck.choice(words))


def _play(rules: Engine, table: Any, seat: int, word: str) -> None:
    assert rules.follow(table, [(seat, rules.decisions[word])]).steps, word
