"""Räuber's positions as text: a drawing made into a state, a state drawn.

    turn 0                    whose turn; or start, deal 0, draw 0, last 0 (a last card), over; `, first 1` who began
    70a of 0: 33, top R       a sack that left the centre: its owner, the loot in it, the card on top
    26 of 1: sealed, top 4
    seat 0: R 7 7             a hand; there are as many players as hands
    seat 1: 3 10, counts 70a  and the sack that its robber lets it count (RB-11)
    unseen: R 5x2             the pile and the cards aside; 5x2 are two 5s

Sacks without a line are in the centre; cards in no line lie in sacks or are out of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from beute import Game
from beute.games.contract import CHANCE, OVER
from beute.games.raeuber.rules import CENTRE, LANE, PER_WORD
from beute.games.raeuber.view import Laid, RaeuberView
from beute.play.engine import Engine, engine
from beute.play.setup import set_up
from tests.games.standing import game_at

SACKS = {"26": 26, "27": 27, "28": 28, "29": 29, "45a": 45, "45b": 45, "70a": 70, "70b": 70, "100": 100}
CARDS = ("R", "2", "3", "4", "5", "6", "7", "8", "9", "10")
DECK = Counter({"R": 12, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10})
ALL_LOOT = 384
ASIDE = {2: 0, 3: 0, 4: 2, 5: 1}
STEPS = ("start", "deal", "turn", "draw", "last")
NOTHING = -1

HEAD = re.compile(r"(start|over|(deal|turn|draw|last) (?P<seat>\d))(, first (?P<first>\d))?")
SACK = re.compile(r"(?P<names>\w+( \w+)*) of (?P<owner>\d): (?P<loot>\d+|sealed), top (?P<top>\w+)")
SEAT = re.compile(r"seat (?P<seat>\d): ?(?P<hand>[^,]*)(, counts (?P<sack>\w+))?")


def raeuber(players: int, open_sums: bool = False) -> Engine:
    return engine(set_up("raeuber", players, {"open_sums": open_sums}))


def value(card: str) -> int:
    return 0 if card == "R" else int(card)


# ---------------------------------------------------------------- from a drawing to a state


def state(drawing: str, open_sums: bool = False) -> Any:
    head, *lines = [line.strip() for line in drawing.splitlines() if line.strip()]
    seats = [read(SEAT, line) for line in lines if line.startswith("seat")]
    s = raeuber(len(seats), open_sums).table()[0]
    set_step(s, read(HEAD, head))
    unseen: Counter[str] = Counter()
    for line in lines:
        if line.startswith("unseen:"):
            unseen = cards(line.removeprefix("unseen:"))
        elif not line.startswith("seat"):
            sack = read(SACK, line)
            for name in sack["names"].split():
                loot = SACKS[name] if sack["loot"] == "sealed" else int(sack["loot"])
                set_sack(s, name, int(sack["owner"]), loot, sack["top"])
    for number, seat in enumerate(seats):
        assert int(seat["seat"]) == number, f"seats in order, please: {seat['seat']}"
        set_hand(s, number, cards(seat["hand"]))
        s.counted[number] = list(SACKS).index(seat["sack"]) if seat["sack"] else NOTHING
    s.unseen = sum(n << 4 * CARDS.index(card) for card, n in unseen.items())
    s.left = unseen.total() - ASIDE[len(seats)]
    check_possible(s)
    return s


def read(form: re.Pattern[str], line: str) -> dict[str, str]:
    found = form.fullmatch(line)
    assert found, f"not understood: {line!r}"
    return {"text": line, **found.groupdict()}


def set_step(s: Any, head: dict[str, str]) -> None:
    word = head["text"].replace(",", " ").split()[0]
    s.step = STEPS.index("last" if word == "over" else word)
    s.seat = int(head["seat"] or 0)
    s.first = int(head["first"] or 0)
    s.due = {"over": OVER, "turn": 1 << s.seat, "last": 1 << s.seat}.get(word, CHANCE)
    s.ending = int(word == "over")


def cards(text: str) -> Counter[str]:
    count: Counter[str] = Counter()
    for part in text.split():
        card, _, times = part.partition("x")
        assert card in CARDS, f"no card: {part!r}"
        count[card] += int(times or 1)
    return count


def lane(sack: str) -> tuple[int, int]:
    """Where the bits of a sack are: in which word, from which bit on."""
    word, place = divmod(list(SACKS).index(sack), PER_WORD)
    return word, LANE * place


def set_sack(s: Any, name: str, owner: int, loot: int, top: str) -> None:
    word, shift = lane(name)
    room = SACKS[name] - loot
    taken = sum(1 << kind for kind, card in enumerate(CARDS) if room and value(card) <= room)
    lanes = ((1 << LANE) - 1) << shift
    s.owner[word] = int(s.owner[word]) & ~lanes | 1 << owner << shift
    s.takes[word] = int(s.takes[word]) & ~lanes | taken << shift
    s.loot[list(SACKS).index(name)] = loot
    s.top[list(SACKS).index(name)] = CARDS.index(top)


def set_hand(s: Any, seat: int, hand: Counter[str]) -> None:
    s.hand[seat] = sum(1 << LANE * copy + CARDS.index(card) for card, n in hand.items() for copy in range(n))


def check_possible(s: Any) -> None:
    """No drawing has more cards of a kind, or more loot, than the game (RB-2)."""
    tops = Counter(CARDS[kind] for kind in s.top if kind != NOTHING)
    hands = sum((hand_of(s, seat) for seat in range(s.players)), Counter[str]())
    known = hands + unseen_of(s)
    assert known + tops <= DECK, f"too many of {known + tops - DECK}"
    missing = ALL_LOOT - int(s.loot.sum()) - sum(value(card) * n for card, n in known.items())
    assert missing == 0 or missing >= 2, f"too much loot: {missing} would be out of the game"
    assert s.left >= 0, "unseen are at least the cards aside (RB-3)"
    assert all(owner_of(s, sack) is None or owner_of(s, sack) in range(s.players) for sack in SACKS)


# ---------------------------------------------------------------- from a state to a drawing


def drawn(s: Any) -> str:
    """The one way to draw a state."""
    name = "over" if s.due == OVER else STEPS[s.step]
    head = name if name in ("start", "over") else f"{name} {s.seat}"
    lines = [head + (f", first {s.first}" if s.first else "")]
    for n, sack in enumerate(SACKS):
        if (owner := owner_of(s, sack)) is not None:
            loot = "sealed" if s.loot[n] == SACKS[sack] else s.loot[n]
            lines.append(f"{sack} of {owner}: {loot}, top {CARDS[s.top[n]]}")
    for seat in range(s.players):
        counts = f", counts {list(SACKS)[s.counted[seat]]}" if 0 <= s.counted[seat] < len(SACKS) else ""
        lines.append(f"seat {seat}: {' '.join(in_order(hand_of(s, seat)))}".rstrip() + counts)
    unseen = unseen_of(s)
    if unseen:
        lines.append("unseen: " + " ".join(f"{card}x{unseen[card]}" for card in CARDS if unseen[card]))
    return "\n".join(lines)


def tidy(drawing: str) -> str:
    """A drawing as `drawn` would write it."""
    return drawn(state(drawing))


def owner_of(s: Any, sack: str) -> int | None:
    word, shift = lane(sack)
    owner = (int(s.owner[word]) >> shift & (1 << LANE) - 1).bit_length() - 1
    return None if owner == CENTRE else owner


def hand_of(s: Any, seat: int) -> Counter[str]:
    bits = int(s.hand[seat])
    return Counter(CARDS[bit % LANE] for bit in range(bits.bit_length()) if bits >> bit & 1)


def unseen_of(s: Any) -> Counter[str]:
    return +Counter({card: int(s.unseen) >> 4 * kind & 15 for kind, card in enumerate(CARDS)})


def in_order(count: Counter[str]) -> list[str]:
    return [card for card in CARDS for _ in range(count[card])]


# ---------------------------------------------------------------- playing from there


def engine_of(s: Any) -> Engine:
    return raeuber(int(s.players), bool(s.open_sums))


def after(s: Any, *events: str) -> Any:
    """A copy of the state after these events, all of which must be possible."""
    rules, twin = engine_of(s), np.array([s])
    for n, event in enumerate(events):
        actor, _, word = event.partition(" ")
        pair = (CHANCE, rules.outcomes[word]) if actor == "*" else (int(actor), rules.decisions[word])
        assert rules.follow(twin, [pair]).steps, f"event {n}, {event!r}, is not possible in\n{drawn(twin[0])}"
    return twin[0]


def asked(s: Any) -> list[int]:
    return [seat for seat in range(s.players) if s.due > 0 and int(s.due) >> seat & 1]


def legal(s: Any, seat: int) -> list[str]:
    return engine_of(s).legal(s, seat)


def table(drawing: str, open_sums: bool = False, laid: Laid | None = None) -> Game[RaeuberView]:
    """A game that stands at a position, with no history; chance must be told."""
    s = state(drawing, open_sums)
    return game_at(engine_of(s), np.array([s]), laid)


def dealing(hands: Sequence[str], first: int = 0) -> list[str]:
    """The events that lead to these hands of six cards."""
    rounds: Iterable[tuple[str, ...]] = zip(*(hand.split() for hand in hands), strict=True)
    return [f"* start {first}", *(f"* deal {n} {card}" for each in rounds for n, card in enumerate(each))]
