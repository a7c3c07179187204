"""What people are shown of Räuber: what their seat knows, less what RB-18 leaves to memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from beute.games.bits import Moves
from beute.games.contract import CHANCE, OVER
from beute.games.defaults import eyes as eyes
from beute.games.layout import State
from beute.games.raeuber import components
from beute.games.raeuber.components import CARDS
from beute.games.raeuber.knowledge import copies
from beute.games.raeuber.rules import (
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
from beute.games.views import Choice, Does, Frame, Possible, Refusal, Why, choice, offered

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
    sealed_worth: int  # what it counts once it is sealed (RB-16)
    counts: int | None  # what it counts now, where its sum is shown (RB-16)
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


VIEW: Final = RaeuberView  # for which the browser has a board


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
    sealed_worth, shown = components.SACKS[sack].sealed_worth, counts or all_sums or sealed
    return {
        "name": SACK_NAMES[sack],
        "worth": WORTH[sack],
        "owner": None if owner == CENTRE else owner,
        "sealed": sealed,
        "sealed_worth": sealed_worth,
        "counts": None if not shown else sealed_worth if sealed else s.loot[sack],
        "top": None if top == NO_CARD else CARDS[top],
        "quarter": None if sealed else 1 + 4 * s.loot[sack] // WORTH[sack],
        "loot": s.loot[sack] if shown else None,
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
    plays = s.players if seat is None else 1
    own, n = f"{seat} ", len(events)
    while plays and n:
        n -= 1
        plays -= not events[n].startswith("* ") if seat is None else events[n].startswith(own)
    return n


# ---------------------------------------------------------------- choices


def choices(s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
    """Every card of the hand on every sack, and which of that is possible or may be tried; or which card goes out."""
    kinds = [kind for kind in range(KINDS) if s.hand[seat] >> kind & 1]
    if moves[1] >> LANE * (OUT - PER_WORD):
        return [LAID_OUT[kind][OUT] for kind in kinds]
    columns = _by_place(s, seat)
    if not refusals:
        return [column[kind] for kind in kinds for column in columns]
    rows = {kind: [column[kind] for column in columns] for kind in kinds}
    for refusal in refusals:
        kind, sack = CARDS.index(refusal["pick"]["name"]), SACK_NAMES.index(refusal["to"]["name"])
        rows[kind][sack] = REFUSED[kind][sack]
    _offer_refused_card_only(rows, refusals[-1]["pick"]["name"])
    return [each for row in rows.values() for each in row]


def _by_place(s: State, seat: int) -> list[list[Choice]]:
    """RB-6, RB-9: every kind on each sack; what may be counted is offered only where it fits, the rest may be tried."""
    columns, also, open_sums = [], _counted(s, seat), s.open_sums
    for sack, (owner, loot, top) in enumerate(zip(owners(s), s.loot, s.top, strict=True)):
        room = WORTH[sack] - loot
        if not room:
            columns.append(SEALED[sack])
        elif owner == CENTRE:
            columns.append(TAKEN[sack])
        elif owner == seat:
            columns.append(_own(sack, min(room, NO_LIMIT)))
        elif open_sums or sack == also:
            columns.append(_others(sack, min(room, NO_LIMIT), top))
        else:
            columns.append(TRIED[top][sack])
    return columns


@cache
def _own(sack: int, room: int) -> list[Choice]:
    """RB-6, RB-7, RB-9"""
    column = [_fitting("add", kind, sack, room) for kind in range(KINDS)]
    return [OWN_SACK[ROBBER][sack], *column[1:]]


@cache
def _others(sack: int, room: int, top: int) -> list[Choice]:
    """RB-6, RB-8 to RB-11: another's sack that may be counted."""
    return [_fitting(_to_other(kind, top) or "give", kind, sack, room) for kind in range(KINDS)]


def _fitting(does: Does, kind: int, sack: int, room: int) -> Choice:
    """RB-6, RB-9: where there is room; who fills a sack exactly seals it."""
    worth = components.value(CARDS[kind])
    return EXCEEDS[kind][sack] if worth > room else POSSIBLE["seal" if worth == room else does][kind][sack]


def _to_other(kind: int, top: int) -> Does | None:
    """RB-8, RB-10, RB-11: what the top card tells; whether loot that is not equal to it seals, the sum would."""
    return "rob" if kind == top else "cover" if kind == ROBBER else None


def _offer_refused_card_only(rows: dict[int, list[Choice]], card: str) -> None:
    """RB-6: a refused card must go on another sack; when none is left to offer it goes back into the hand."""
    refused = CARDS.index(card)
    if not offered(rows.get(refused, [])):
        return
    for kind in rows:
        if kind != refused:
            rows[kind] = WAITS[kind][:SACKS]


def _each(possible: Possible, why: Why | None = None, does: Sequence[Does | None] = (None,) * KINDS) -> ByKind:
    """The choices by kind and place that are alike in whether they are possible, and in what each kind does."""
    return [
        [
            choice(f"{card}>{name}", ("card", card), ("out" if name == OUT_WORD else "sack", name), possible, why, done)
            for name in PLACES
        ]
        for card, done in zip(CARDS, does, strict=True)
    ]


def _by_sack(alike: ByKind) -> list[list[Choice]]:
    """The same by place and kind."""
    return [list(column) for column in zip(*alike, strict=True)]


NO_LIMIT: Final = max(components.value(card) for card in CARDS) + 1  # room for any card, and none fills it
LAID_OUT: Final = _each("yes")
POSSIBLE: Final[dict[Does, ByKind]] = {does: _each("yes", does=(does,) * KINDS) for does in get_args(Does)}
TAKEN: Final = _by_sack(POSSIBLE["take"])
TRIED: Final = [_by_sack(_each("try", does=[_to_other(kind, top) for kind in range(KINDS)])) for top in range(KINDS)]
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
