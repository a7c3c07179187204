"""What people are shown of Räuber: what their seat knows, less what RB-18 leaves to memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict

from beute.games.bits import Moves
from beute.games.contract import CHANCE, OVER
from beute.games.defaults import eyes as eyes
from beute.games.layout import State
from beute.games.raeuber import components
from beute.games.raeuber.components import CARDS
from beute.games.raeuber.knowledge import copies
from beute.games.raeuber.rules import (
    ALL_KINDS,
    ASIDE,
    CENTRE,
    KIND_OF_MOVE,
    KINDS,
    LANE,
    LAST,
    NO_CARD,
    OUT,
    PER_WORD,
    PLACE_OF_MOVE,
    ROBBER,
    SACKS,
    START,
)
from beute.games.raeuber.words import OUT_WORD, PLACES, SACK_NAMES
from beute.games.views import Choice, Frame, Possible, Refusal, Why, choice, offered

FACE_DOWN: Final[frozenset[int]] = frozenset()
UNSEEN: Final = "?"
WORTH: Final = tuple(sack.worth for sack in components.SACKS)

Step: TypeAlias = Literal["start", "deal", "turn", "draw", "last_cards", "over"]
STEPS: Final[tuple[Step, ...]] = ("start", "deal", "turn", "draw", "last_cards")
PLACES_OF_MOVES: Final[list[int]] = PLACE_OF_MOVE.tolist()
KINDS_OF_MOVES: Final[list[int]] = KIND_OF_MOVE.tolist()
ByKind: TypeAlias = list[list[Choice]]  # of every kind on every sack


class SackShown(TypedDict):
    """A sack: the top and the quarter for everybody, sum and cards for who may count it (RB-11)."""

    name: str
    worth: int
    owner: int | None  # None in the centre
    sealed: bool
    top: str | None
    quarter: int | None  # None once it is sealed
    loot: int | None
    cards: list[str] | None  # in the order they were laid


class RaeuberView(Frame):
    """A table of Räuber."""

    step: Step
    turn: int | None
    starts: int | None
    pile: int
    aside: int
    last_cards: list[str | None]
    hands: list[list[str]]  # from the lowest; a question mark for each card that is not seen
    sacks: list[SackShown]


class Laid:
    """The cards on each sack, in the order they were laid: events tell them, the state does not."""

    def __init__(self, cards: Sequence[tuple[str, ...]] = ((),) * SACKS) -> None:
        self.cards = list(cards)
        # Of each sack, by whether its cards are counted and whether sums are open, until the next card is laid on it.
        self.shown: list[dict[int, SackShown]] = [{} for _ in range(SACKS)]

    def add(self, seat: int, a: int) -> None:
        place = PLACES_OF_MOVES[a]
        if place != OUT:
            self.cards[place] += (CARDS[KINDS_OF_MOVES[a]],)
            self.shown[place].clear()

    def copy(self) -> Laid:
        return Laid(self.cards)


def trail() -> Laid:
    return Laid()


# ---------------------------------------------------------------- the table


def show(frame: Frame, s: State, trail: Laid) -> RaeuberView:
    """From a concealed state: what its seat knows, less the sums of RB-18."""
    return _table(frame, s, trail, shows_scores(s))


def lay_open(frame: Frame, s: State, trail: Laid) -> RaeuberView:
    """The table with every sum and all cards."""
    return _table(frame, s, trail, True, True)


def _table(frame: Frame, s: State, laid: Laid, all_sums: bool, all_cards: bool = False) -> RaeuberView:
    over = s.due == OVER
    return {
        **frame,
        "step": "over" if over else STEPS[s.step],
        "turn": None if over or s.due == CHANCE else s.seat,
        "starts": None if s.step == START else s.first,
        "pile": s.left,
        "aside": _aside(s.players),
        "last_cards": [CARDS[kind - 1] if kind else None for kind in s.last[: s.players]],
        "hands": [_cards(s.hand[other]) or [UNSEEN] * s.unknown[other] for other in range(s.players)],
        "sacks": _sacks(s, laid, frame["seat"], all_sums, all_cards),
    }


def _sacks(s: State, laid: Laid, seat: int | None, all_sums: bool, all_cards: bool) -> list[SackShown]:
    sacks, also = [], _counted(s, seat)
    for sack, (owner, shown) in enumerate(zip(owners(s), laid.shown, strict=True)):
        counts = owner in (CENTRE, seat) or sack == also or all_cards
        how = 2 * counts + all_sums
        if how not in shown:
            shown[how] = _sack(s, sack, owner, list(laid.cards[sack]), counts, all_sums)
        sacks.append(shown[how])
    return sacks


def _sack(s: State, sack: int, owner: int, cards: list[str], counts: bool, all_sums: bool) -> SackShown:
    """RB-9, RB-11: a sealed sack has no quarter."""
    sealed, top = s.loot[sack] == WORTH[sack], s.top[sack]
    return {
        "name": SACK_NAMES[sack],
        "worth": WORTH[sack],
        "owner": None if owner == CENTRE else owner,
        "sealed": sealed,
        "top": None if top == NO_CARD else CARDS[top],
        "quarter": None if sealed else 1 + 4 * s.loot[sack] // WORTH[sack],
        "loot": s.loot[sack] if counts or all_sums or sealed else None,
        "cards": cards if counts or sealed else None,
    }


@cache
def _aside(players: int) -> int:
    return int(ASIDE[players])


@cache
def _cards(hand: int) -> list[str]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(copies(hand, kind))]


def owners(s: State) -> tuple[int, ...]:
    """Who has each sack, CENTRE for nobody."""
    return _owners(s.owner)


@lru_cache(maxsize=1 << 14)
def _owners(words: tuple[int, int]) -> tuple[int, ...]:
    return tuple((words[n // PER_WORD] >> LANE * (n % PER_WORD) & 63).bit_length() - 1 for n in range(SACKS))


def _counted(s: State, seat: int | None) -> int | None:
    """RB-11: the sack that a robber lets its player count, besides their own; those in the centre are empty."""
    return None if seat is None else s.counted[seat]


def may_take_back(s: State, step: int) -> bool:
    """RB-6: trying and taking back would be counting. RB-14: nor after the last cards were revealed."""
    return bool(s.open_sums) and (s.step == LAST) == (step == LAST)


def shows_scores(s: State) -> bool:
    """RB-18: scores would tell sums."""
    return bool(s.open_sums or s.due == OVER)


def remembered(s: State, seat: int | None, events: Sequence[str]) -> int:
    """RB-18: without open sums the log goes back to the seat's own last play; a spectator's one round."""
    if shows_scores(s):
        return 0
    plays = 0
    for n in range(len(events) - 1, -1, -1):
        actor = events[n].partition(" ")[0]
        plays += actor != "*"
        if actor == str(seat) or (seat is None and plays == s.players):
            return n
    return 0


# ---------------------------------------------------------------- choices


def choices(s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
    """Every card of the hand on every sack, and which of that is possible or may be tried; or which card goes out."""
    kinds = [kind for kind in range(KINDS) if s.hand[seat] >> kind & 1]
    if moves[1] >> LANE * (OUT - PER_WORD):
        return [POSSIBLE[kind][OUT] for kind in kinds]
    columns = _by_place(s, seat, moves)
    if not refusals:
        return [column[kind] for kind in kinds for column in columns]
    rows = {kind: [column[kind] for column in columns] for kind in kinds}
    for refusal in refusals:
        kind, sack = CARDS.index(refusal["pick"]["name"]), SACK_NAMES.index(refusal["to"]["name"])
        rows[kind][sack] = REFUSED[kind][sack]
    _offer_refused_card_only(rows, refusals[-1]["pick"]["name"])
    return [each for row in rows.values() for each in row]


def _by_place(s: State, seat: int, moves: Moves) -> list[list[Choice]]:
    """RB-6, RB-9: every kind on each sack; what may be counted is offered only where it fits, the rest may be tried."""
    columns, also, open_sums = [], _counted(s, seat), s.open_sums
    for sack, (owner, loot) in enumerate(zip(owners(s), s.loot, strict=True)):
        if loot == WORTH[sack]:
            columns.append(SEALED[sack])
        elif open_sums or owner in (CENTRE, seat) or sack == also:
            fits = moves[sack // PER_WORD] >> LANE * (sack % PER_WORD) & ALL_KINDS
            columns.append(_fitting(sack, fits, owner == seat))
        else:
            columns.append(TRIED[sack])
    return columns


@cache
def _fitting(sack: int, fits: int, own: bool) -> list[Choice]:
    """RB-6, RB-7"""
    column = [(POSSIBLE if fits >> kind & 1 else EXCEEDS)[kind][sack] for kind in range(KINDS)]
    return [OWN_SACK[ROBBER][sack], *column[1:]] if own else column


def _offer_refused_card_only(rows: dict[int, list[Choice]], card: str) -> None:
    """RB-6: a refused card must go on another sack; when none is left to offer it goes back into the hand."""
    refused = CARDS.index(card)
    if not offered(rows.get(refused, [])):
        return
    for kind in rows:
        if kind != refused:
            rows[kind] = WAITS[kind][:SACKS]


def _each(possible: Possible, why: Why | None = None) -> ByKind:
    """The choices by kind and place that are alike in whether they are possible."""
    return [
        [
            choice(f"{card}>{place}", ("card", card), ("out" if place == OUT_WORD else "sack", place), possible, why)
            for place in PLACES
        ]
        for card in CARDS
    ]


def _by_sack(alike: ByKind) -> list[list[Choice]]:
    """The same by place and kind."""
    return [list(column) for column in zip(*alike, strict=True)]


POSSIBLE: Final = _each("yes")
TRIED: Final = _by_sack(_each("try"))
SEALED: Final = _by_sack(_each("no", ("RB-9", "sealed")))
OWN_SACK: Final = _each("no", ("RB-7", "robber_on_own_sack"))
EXCEEDS: Final = _each("no", ("RB-6", "exceeds_sack"))
REFUSED: Final = _each("no", ("RB-6", "refused_already"))
WAITS: Final = _each("no", ("RB-6", "refused_card_first"))


def refusal(s: State, seat: int, a: int, why: Why) -> Refusal:
    """RB-6: the owner announces it; everybody sees the card and the sack."""
    kind, sack = KINDS_OF_MOVES[a], PLACES_OF_MOVES[a]
    return {
        "seat": seat,
        "by": owners(s)[sack],
        "word": f"{CARDS[kind]}>{SACK_NAMES[sack]}",
        "pick": {"kind": "card", "name": CARDS[kind]},
        "to": {"kind": "sack", "name": SACK_NAMES[sack]},
        "code": why[1],
        "clause": why[0],
    }
