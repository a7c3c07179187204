"""What people are shown of Der Schattendieb: all that their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict

from beute.games.bits import Moves, highest
from beute.games.contract import OVER
from beute.games.defaults import NoTrail
from beute.games.defaults import may_take_back as may_take_back
from beute.games.defaults import refusal as refusal
from beute.games.defaults import remembered as remembered
from beute.games.defaults import shows_scores as shows_scores
from beute.games.defaults import trail as trail
from beute.games.layout import State
from beute.games.schattendieb import components
from beute.games.schattendieb.components import SHADOW, SHUT, THIEF
from beute.games.schattendieb.prospects import Prospect, prospect
from beute.games.schattendieb.rules import (
    ADD,
    ADDING,
    CHOOSE,
    JEWELS,
    KIND,
    KIND_AT,
    KIND_OF,
    NO_CARD,
    SHUTS,
    STEAL,
    STEAL_FROM,
    THIEVES,
    is_jewel,
)
from beute.games.schattendieb.rules import SHUT as FIRST_SHUT
from beute.games.schattendieb.rules import THIEF as FIRST_THIEF
from beute.games.schattendieb.words import KIND_LETTERS, why
from beute.games.views import Choice, Frame, Refusal, Why, choice, offered

FACE_DOWN: Final = frozenset({CHOOSE, ADD})  # SD-5, SD-9
UNSEEN: Final = "?"

Step: TypeAlias = Literal["deal", "choose", "steal", "add", "draw", "over"]
STEPS: Final[tuple[Step, ...]] = ("deal", "choose", "steal", "add", "draw")


class SchattendiebSeat(TypedDict):
    """A player: vaults lie face up (SD-10)."""

    open: bool
    hand: list[str]  # a question mark for each card that is not seen
    front: str | None
    added: list[str]  # SD-9: the jewels laid beside the one in front
    vault: list[str]
    vault_sum: int
    shut_with: str | None


class SchattendiebView(Frame):
    """A table of Der Schattendieb."""

    step: Step
    thief: str | None  # whose turn it is to steal
    pile: list[int]  # SD-12: the cards in each layer
    gone: bool
    discard: list[str]  # face up
    face_down: int  # discarded face down
    seats: list[SchattendiebSeat]
    prospects: list[Prospect]  # SD-11, SD-18, SD-19: of each card to lay or add, by the viewer's own knowledge


VIEW: Final = SchattendiebView  # for which the browser has a board


def show(frame: Frame, s: State, trail: NoTrail) -> SchattendiebView:
    """The table as plain data."""
    over, deck = s.due == OVER, deck_of(s.firsts, s.shut_value)
    all_seats = zip(s.hand, s.held, s.front, s.more, s.vault, s.closer)  # of seven, whoever plays
    seats = [deck.seat_shown(*seat) for seat in islice(all_seats, s.players)]
    return {
        **frame,
        "step": "over" if over else STEPS[s.step],
        "thief": _thief(s.thief) if s.step == STEAL and not over else None,
        "pile": [cards for cards in s.in_layer if cards],
        "gone": bool(s.gone),
        "discard": deck.names(s.discard),
        "face_down": s.lost,
        "seats": seats,
        "prospects": _prospects(frame, s, seats, deck),
    }


def lay_open(frame: Frame, s: State, trail: NoTrail) -> SchattendiebView:
    """The table with all that is hidden."""
    return show(frame, s, trail)


def _prospects(frame: Frame, s: State, seats: list[SchattendiebSeat], deck: Deck) -> list[Prospect]:
    """Of what is offered, and of the card that lies face down."""
    seat = frame["seat"]
    if seat is None or s.step not in FACE_DOWN or not frame["choices"]:
        return []
    mine = seats[seat]
    laid = [mine["front"]] if mine["front"] else []
    words = offered(frame["choices"]) + [f"play {card}" for card in laid if s.step == CHOOSE]
    shut_with = [there["shut_with"] for there in seats if there["shut_with"]]
    seen = [*mine["hand"], *laid, *shut_with, *deck.names(s.discard)]
    return [prospect(s, seat, word, seen) for word in words]


# ---------------------------------------------------------------- cards by name


class Deck:
    """The cards of a set-up (SD-1 to SD-3), and what is shown of them; made once for each way to show it."""

    def __init__(self, firsts: tuple[int, int], shut_value: tuple[int, ...]) -> None:
        self.firsts, self.shut_value = firsts, shut_value
        self.names = lru_cache(maxsize=1 << 14)(self._names)
        self.seat_shown = lru_cache(maxsize=1 << 14)(self._seat_shown)

    def name(self, card: int) -> str:
        if is_jewel(card):
            return f"{KIND_LETTERS[KIND_OF[card]]}{_value(card)}"
        if card < FIRST_SHUT:
            return THIEF + (KIND_LETTERS + SHADOW)[card - FIRST_THIEF]
        return f"{SHUT}{self.shut_value[card - FIRST_SHUT]}"

    def _names(self, cards: tuple[int, int]) -> list[str]:
        """A multiset by name: watches, rings, brooches, cufflinks, thieves, Vault Shut cards."""
        bits = [(w, b) for w in (0, 1) for b in range(JEWELS + SHUTS) if cards[w] >> b & 1]
        found = [64 * w + highest(self.firsts[w] & (2 << b) - 1) for w, b in bits]
        return [self.name(card) for card in sorted(found, key=lambda card: not is_jewel(card))]

    def _seat_shown(
        self, hand: tuple[int, int], held: int, front: int, more: int, vault: tuple[int, int], closer: int
    ) -> SchattendiebSeat:
        kind = KIND_LETTERS[KIND_OF[front]] if front != NO_CARD and is_jewel(front) else ""
        return {
            "open": closer == NO_CARD,
            "hand": self.names(hand) or [UNSEEN] * held,
            "front": None if front == NO_CARD else self.name(front),
            "added": [f"{kind}{_value(bit)}" for bit in range(KIND) if more >> bit & 1],
            "vault": self.names(vault),
            "vault_sum": sum(_value(bit) for word in vault for bit in range(JEWELS) if word >> bit & 1),
            "shut_with": None if closer == NO_CARD else self.name(closer),
        }


@cache
def deck_of(firsts: tuple[int, int], shut_value: tuple[int, ...]) -> Deck:
    return Deck(firsts, shut_value)


def _value(jewel: int) -> int:
    return jewel % 64 % KIND // 2 + 1


@cache
def _thief(turn: int) -> str:
    return Deck((0, 0), ()).name(int(THIEVES[turn]))


# ---------------------------------------------------------------- choices


def choices(s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
    """SD-5, SD-7 to SD-9: the cards of the hand, or those in front of the others.

    A card that was chosen face down can be changed for another until all have chosen; what was added is taken back.
    """
    if s.step == STEAL:
        fronts = [other for other in range(s.players) if s.front[other] != NO_CARD and other != seat]
        return [_steal(other, _why(s, seat, moves, STEAL_FROM + other)) for other in fronts]
    hand = dict.fromkeys(deck_of(s.firsts, s.shut_value).names(s.hand[seat]))
    if s.step == CHOOSE:
        return [_play(card) for card in hand]
    if not s.due >> seat & 1:
        return []
    jewels = [card for card in hand if components.is_jewel(card)]
    return [*(_add(card, _why(s, seat, moves, _number(card) + ADDING)) for card in jewels), DONE_CHOICE]


def _why(s: State, seat: int, moves: Moves, a: int) -> Why | None:
    return None if moves[a >> 6] >> (a & 63) & 1 else why(s, seat, a)


@cache
def _steal(victim: int, why_not: Why | None) -> Choice:
    return choice(f"steal {victim}", None, ("seat", str(victim)), "no" if why_not else "yes", why_not)


@cache
def _play(card: str) -> Choice:
    return choice(f"play {card}", ("card", card))


@cache
def _add(card: str, why_not: Why | None) -> Choice:
    return choice(f"add {card}", ("card", card), None, "no" if why_not else "yes", why_not)


DONE_CHOICE: Final = choice("done")


@cache
def _number(jewel: str) -> int:
    """A jewel as rules number it."""
    return KIND_AT[KIND_LETTERS.index(jewel[0])] + 2 * (components.value(jewel) - 1)


# ---------------------------------------------------------------- who knows what


def eyes(s: State, seat: int | None) -> int | None:
    """SD-12: whoever closed knows what a spectator knows."""
    return seat if seat is not None and int(s.open) >> seat & 1 else None
