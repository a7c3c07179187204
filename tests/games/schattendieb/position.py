"""Der Schattendieb drawn as text, and back.

    add
    pile    W1 V4 + R5 R6 R7
    buried  V15
    0  W3 V4    > W7 W2 done  [B2 B3]
    1  R7       > V9          [R1]
    2                         [W10] V9

First the step: `choose`, `steal TS` (the thief whose turn it is), `add`, `draw 1 to 4` (the seat, and the hand size
all draw up to), or `over` with the ending. Then the pile, its layers from the top joined by `+`; no such line means
that it is gone; and what was discarded face down. A seat has its hand, after `>` what lies in front of it (`done`
after adding), in brackets its vault, and behind that the card that shut it. Every card that lies nowhere else is in
the discard, unless a line `discard` tells what is; then `rest` in the pile stands for them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from beute.games import contract
from beute.games.schattendieb import ENDINGS
from beute.games.schattendieb import rules as sd
from beute.games.schattendieb.view import SchattendiebView
from beute.play.engine import Engine, engine
from beute.play.game import Game
from beute.play.luck import Luck, Scripted
from beute.play.setup import set_up
from tests.games.cards import added, names
from tests.games.cards import deck as deck_of
from tests.games.standing import game_at

KINDS = "WRBC"
THIEVES = ("TS", "TW", "TR", "TB", "TC")  # in the order of SD-7 and SD-8
DEFAULT_VAULTS = (1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1)
SEAT = re.compile(r"(\d)\b([^>\[]*)(?:>([^\[]*))?\[([^]]*)\](.*)")


def deck(vaults: tuple[int, ...] | list[int] = DEFAULT_VAULTS) -> Counter[str]:
    """SD-1 to SD-3, counted here independently."""
    jewels = {f"{kind}{value}": 2 for kind in KINDS for value in range(1, 11)}
    shuts = {f"V{value}": copies for value, copies in enumerate(vaults, start=4) if copies}
    return Counter(jewels | dict.fromkeys(THIEVES, 1) | shuts)


@dataclass(frozen=True)
class Position:
    """A state with the words of its set-up."""

    engine: Engine
    table: np.ndarray[Any, Any]

    @property
    def s(self) -> Any:
        return self.table[0]

    @property
    def seats(self) -> range:
        return range(self.engine.setup.players)

    # ------------------------------------------------------------ asking

    @property
    def asked(self) -> str:
        """`0 2`, the seats that are asked, `*` for chance, or the ending."""
        if self.s.ending:
            return list(ENDINGS)[int(self.s.ending) - 1]
        due = int(self.s.due)
        return "*" if due == contract.CHANCE else " ".join(str(seat) for seat in self.seats if due >> seat & 1)

    def legal(self, seat: int) -> list[str]:
        return self.engine.legal(self.s, seat)

    def chances(self) -> dict[str, int]:
        return dict(zip(*self.engine.chances(self.s), strict=True))

    @property
    def scores(self) -> list[int]:
        return self.engine.scores(self.s)

    def why(self, seat: int, word: str) -> tuple[str, str] | None:
        """The clause and the code of a refusal, for the seat's own knowledge if it is asked."""
        due = int(self.s.due) > 0 and int(self.s.due) >> seat & 1
        if due and word in self.legal(seat):
            return None
        s = self.engine.known(self.s, seat) if due else self.s
        return self.engine.parts.words.why(s, seat, self.engine.decisions[word])

    def view(self, seat: int | None) -> SchattendiebView:
        """What a seat, or a spectator, is shown."""
        shown: SchattendiebView = game_at(self.engine, self.table).view(seat)
        return shown

    # ------------------------------------------------------------ playing

    def after(self, events: str) -> Position:
        """The position after these events, joined by commas; each must be possible."""
        table = self.table.copy()
        for event in filter(None, (event.strip() for event in events.replace("\n", ",").split(","))):
            actor, _, word = event.partition(" ")
            seat = contract.CHANCE if actor == "*" else int(actor)
            number = (self.engine.outcomes if actor == "*" else self.engine.decisions)[word]
            if not self.engine.follow(table, [(seat, number)]).steps:
                raise AssertionError(f"{event!r} is not possible here:\n{Position(self.engine, table).drawing}")
        position = Position(self.engine, table)
        position.check_counts()
        return position

    def plays(self, cards: str) -> Position:
        """SD-5: a card from each seat that is asked, in seat order."""
        return self.after(", ".join(f"{s} play {c}" for s, c in zip(self.asked.split(), cards.split(), strict=True)))

    def all_done(self) -> Position:
        """SD-9: nobody adds any more."""
        asked = self.asked.split() if self.s.step == sd.ADD and not self.s.ending else []
        return self.after(", ".join(f"{seat} done" for seat in asked))

    def draws(self, cards: str) -> Position:
        """SD-13: as `0 W3, 1 TS`."""
        return self.after(", ".join(f"* draw {card.strip()}" for card in cards.split(",")))

    def known(self, seat: int | None) -> Position:
        """What a seat, or a spectator, knows."""
        return Position(self.engine, np.array([self.engine.known(self.s, seat)]))

    def imagined(self, seat: int | None, seed: int) -> Position:
        """What else could be, for all that the seat, or a spectator, knows."""
        table = self.known(seat).table
        who, rng = contract.NOBODY if seat is None else seat, np.array([seed], np.uint64)
        self.engine.parts.knowledge.imagine(table[0], who, rng)
        return Position(self.engine, table)

    # ------------------------------------------------------------ drawing

    def names(self, cards: Any) -> list[str]:
        return names(self.s, cards)

    @property
    def hands(self) -> list[str]:
        return [" ".join(self.names(self.s.hand[seat])) for seat in self.seats]

    @property
    def vaults(self) -> list[str]:
        return [" ".join(self.names(self.s.vault[seat])) for seat in self.seats]

    @property
    def pile(self) -> str:
        """The layers that are not empty; cards that are not known are `?`."""
        layers = [self.hidden(self.s.pile[layer], int(self.s.in_layer[layer])) for layer in range(sd.LAYERS)]
        return " + ".join(filter(None, layers))

    @property
    def discard(self) -> str:
        return " ".join(self.names(self.s.discard))

    def fronts(self, seat: int) -> list[str]:
        """The card in front, and those added."""
        front = int(self.s.front[seat])
        if front == sd.NO_CARD:
            return []
        return [deck_of(self.s).name(front), *added(self.s, seat)]

    def closer(self, seat: int) -> list[str]:
        card = int(self.s.closer[seat])
        return [] if card == sd.NO_CARD else [deck_of(self.s).name(card)]

    def hidden(self, cards: Any, n: int) -> str:
        there = self.names(cards)
        return " ".join(there + ["?"] * (n - len(there)))

    @property
    def drawing(self) -> str:
        s = self.s
        lines = [self.step]
        lines += [] if s.gone else [f"pile {self.pile}"]
        lines += [f"buried {self.hidden(s.buried, int(s.lost))}"] if s.lost else []
        for seat in self.seats:
            front = self.fronts(seat)
            is_done = s.step == sd.ADD and not s.ending and int(s.jewels) >> seat & 1 and not int(s.due) >> seat & 1
            front = [">", *front, *["done"] * bool(is_done)] if front else []
            hand = self.hidden(s.hand[seat], int(s.held[seat]))
            lines.append(" ".join([str(seat), hand, *front, f"[{self.vaults[seat]}]", *self.closer(seat)]))
        return tidy("\n".join(lines))

    @property
    def step(self) -> str:
        s = self.s
        if s.ending:
            return f"over {self.asked}"
        if s.step == sd.STEAL:
            return f"steal {THIEVES[int(s.thief)]}"
        if s.step == sd.DRAW:
            return f"draw {s.seat} to {s.goal}"
        return {sd.DEAL: "deal", sd.CHOOSE: "choose", sd.ADD: "add"}[int(s.step)]

    def check_counts(self) -> None:
        """All cards are somewhere, once, and what is counted is what is there."""
        s = self.s
        places = [*s.hand, *s.vault, *s.pile, s.discard, s.buried]
        there = Counter(chain.from_iterable(map(self.names, places)))
        for seat in self.seats:
            there.update(self.fronts(seat) + self.closer(seat))
            assert len(self.names(s.hand[seat])) == s.held[seat], f"held by seat {seat}\n{self.drawing}"
            assert bool(int(s.open) >> seat & 1) == (not self.closer(seat)), f"vault of seat {seat}\n{self.drawing}"
        assert there == deck(dict(self.engine.setup.options)["vaults"]), f"the cards\n{self.drawing}"
        layers = [len(self.names(layer)) for layer in s.pile]
        assert layers == s.in_layer.tolist(), f"the layers {s.in_layer}\n{self.drawing}"
        assert s.left == sum(layers), f"the pile of {s.left}\n{self.drawing}"
        assert s.lost == len(self.names(s.buried)), f"face down {s.lost}\n{self.drawing}"
        assert not (s.gone and s.left), f"the pile is gone\n{self.drawing}"
        if s.left:
            assert s.layer == next(n for n, size in enumerate(layers) if size), f"layer {s.layer}\n{self.drawing}"

    def redrawn(self, drawing: str) -> str:
        """A drawing in its tidy form, with this set-up."""
        return position(drawing, **dict(self.engine.setup.options)).drawing


def tidy(drawing: str) -> str:
    """Without spaces that mean nothing."""
    lines = (" ".join(line.split()) for line in drawing.strip().splitlines())
    return "\n".join(lines)


def position(drawing: str, **options: Any) -> Position:
    """The position of a drawing; all in it is as if the game had just been dealt so."""
    lines = tidy(drawing).splitlines()
    seats = [match for line in lines if (match := SEAT.fullmatch(line))]
    others = {line.split()[0]: line.split()[1:] for line in lines if not SEAT.fullmatch(line)}
    e = engine(set_up("schattendieb", len(seats), options))
    table = e.table()
    s = table[0]
    rest = deck(dict(e.setup.options)["vaults"])

    def put(cards: Any, names: list[str]) -> int:
        """Into a multiset; tells how many."""
        for name in names:
            rest.subtract([name])
            assert rest[name] >= 0, f"too many {name} in\n{drawing}"
            sd.add_card(cards, e.decisions[f"play {name}"])
        return len(names)

    s.pile, s.in_layer, s.left = 0, 0, 0
    s.jewels = s.shuts = done = 0
    for seat, match in enumerate(seats):
        number, hand, front, vault, closer = ((part or "").split() for part in match.groups())
        assert number == [str(seat)], drawing
        s.held[seat] = put(s.hand[seat], hand)
        put(s.vault[seat], vault)
        done |= int("done" in front) << seat
        lay_out(e, s, seat, [name for name in front if name != "done"], rest)
        if closer:
            rest.subtract(closer)
            s.closer[seat] = e.decisions[f"play {closer[0]}"]
            s.open ^= 1 << seat
    assert min(rest.values()) >= 0, drawing
    s.lost = put(s.buried, others.pop("buried", []))
    discard = others.pop("discard", None)
    if discard is not None:
        put(s.discard, discard)
    pile = others.pop("pile", None)
    s.gone = pile is None
    for layer, said in enumerate(" ".join(pile or []).split("+")):
        cards = list(rest.elements()) if said.split() == ["rest"] else said.split()
        s.in_layer[layer] = put(s.pile[layer], cards)
        s.left += s.in_layer[layer]
        s.layers = layer + 1
    if discard is None:
        put(s.discard, list(rest.elements()))
    ((step, words),) = others.items()
    set_step(s, step, words, done)
    made = Position(e, table)
    made.check_counts()
    return made


def lay_out(e: Engine, s: Any, seat: int, names: list[str], rest: Counter[str]) -> None:
    """A card in front of a seat, and those added to it."""
    rest.subtract(names)
    for n, name in enumerate(names):
        card = e.decisions[f"play {name}"]
        if n == 0:
            s.front[seat] = card
            s.jewels |= int(sd.is_jewel(card)) << seat
            s.shuts |= int(card >= sd.SHUT) << seat
        else:
            sd.add_jewel(s, seat, card)


def set_step(s: Any, step: str, words: list[str], done: int) -> None:
    chosen = sum(1 << seat for seat in range(int(s.players)) if s.front[seat] != sd.NO_CARD)
    if step == "choose":
        s.step, s.due = sd.CHOOSE, int(s.open) & ~chosen
        s.jewels = s.shuts = 0
    elif step == "steal":
        s.step, s.thief = sd.STEAL, THIEVES.index(words[0])
        s.seat = s.front.tolist().index(int(sd.THIEVES[s.thief]))
        s.due = 1 << int(s.seat)
    elif step == "add":
        s.step, s.thief, s.due = sd.ADD, len(THIEVES), int(s.jewels) & ~done
    elif step == "draw":
        s.step, s.seat, s.goal, s.due = sd.DRAW, int(words[0]), int(words[2]), contract.CHANCE
    else:
        assert step == "over", step
        s.due, s.ending = contract.OVER, list(ENDINGS).index(words[0]) + 1


def new_game(hands: str, draws: str = "", then: Luck | None = None, **options: Any) -> Game[SchattendiebView]:
    """A game in which chance deals these hands, one to a line, and then these draws, as `0 W3, 1 TS`."""
    dealt = [hand.split() for hand in tidy(hands).splitlines()]
    words = [f"deal {seat} {hand[n]}" for n in range(4) for seat, hand in enumerate(dealt)]
    words += [f"draw {draw.strip()}" for draw in draws.split(",") if draw.strip()]
    return Game(set_up("schattendieb", len(dealt), options), Scripted(words, then))
