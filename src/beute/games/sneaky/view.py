"""What people are shown of Sneaky: everything but the order of the pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict

from beute.games.bits import Moves, lowest, size
from beute.games.contract import OVER
from beute.games.defaults import NoTrail
from beute.games.defaults import eyes as eyes
from beute.games.defaults import may_take_back as may_take_back
from beute.games.defaults import refusal as refusal
from beute.games.defaults import remembered as remembered
from beute.games.defaults import shows_scores as shows_scores
from beute.games.defaults import trail as trail
from beute.games.layout import State
from beute.games.sneaky import rules
from beute.games.sneaky.observation import twice
from beute.games.sneaky.rules import (
    AGAIN,
    CENTRE,
    KINDS,
    NONE,
    PUT,
    ROLL,
    SETUP,
    SPOTS,
    START,
    STOP,
    TOP,
    TOP_KIND,
    VALUES,
)
from beute.games.sneaky.words import BANDIT_NAMES, COLOUR_NAMES, open_spots, spot_names, why
from beute.games.views import Choice, Frame, PieceKey, Possible, Refusal, Why, choice

FACE_DOWN: Final[frozenset[int]] = frozenset()

Step: TypeAlias = Literal["start", "setup", "roll", "put", "top", "refill", "over"]
STEPS: Final[tuple[Step, ...]] = ("start", "setup", "roll", "put", "top", "refill")


class Spot(TypedDict):
    """A bandit that lies open, with the dice on it until the turn ends."""

    bandit: str
    dice: int


class Stack(TypedDict):
    """Bandits from the bottom up, and the dice on the top (SN-14)."""

    bandits: list[str]
    dice: int


class SneakySeat(TypedDict):
    """What a player has."""

    cuffs: int
    safe: list[str]
    stacks: list[Stack]


class SneakyView(Frame):
    """A table of Sneaky."""

    step: Step
    turn: int | None
    turns: int
    turns_left: int | None  # in the last round
    dice: list[str]  # of the latest roll, not placed yet
    dice_left: int  # not placed yet in this turn
    pile: list[str]
    centre: list[Spot | None]
    to_lay: list[str]
    laid: list[str]  # SN-15: while captured bandits are put in order, those chosen so far, the topmost first
    seats: list[SneakySeat]


VIEW: Final = SneakyView  # for which the browser has a board


def show(frame: Frame, s: State, trail: NoTrail) -> SneakyView:
    """The table as plain data."""
    over = s.due == OVER
    placed = dice_on_spots(s)
    return {
        **frame,
        "step": "over" if over else STEPS[s.step],
        "turn": None if over or s.step in (START, SETUP) else s.seat,
        "turns": s.turns,
        "turns_left": None if s.turns_left == NONE else s.turns_left,
        "dice": dice_shown(s.dice) if s.step == PUT and not over else [],
        "dice_left": s.dice_left,
        "pile": bandits_shown(s.pile),
        "centre": [
            None if kind == NONE else {"bandit": BANDIT_NAMES[kind], "dice": placed[slot]}
            for slot, kind in enumerate(s.centre)
        ],
        "to_lay": bandits_shown(s.laying),
        "laid": laid_shown(s),
        "seats": [seat_shown(s, seat, placed) for seat in range(s.players)],
    }


def lay_open(frame: Frame, s: State, trail: NoTrail) -> SneakyView:
    """The table with all that is hidden."""
    return show(frame, s, trail)


def dice_on_spots(s: State) -> list[int]:
    """How many dice lie on each spot now."""
    if s.due == OVER or s.step not in (ROLL, PUT):
        return [0] * SPOTS
    opened = open_spots(s)
    return [_kind(s, spot) % VALUES + 1 - (s.wants >> 8 * spot & 255) if spot in opened else 0 for spot in range(SPOTS)]


@cache
def dice_shown(dice: int) -> list[str]:
    return [name for c, name in enumerate(COLOUR_NAMES) for _ in range(dice >> 8 * c & 255)]


@cache
def bandits_shown(bandits: int) -> list[str]:
    return [BANDIT_NAMES[kind] for kind in range(KINDS) for _ in range(twice(bandits, kind))]


def laid_shown(s: State) -> list[str]:
    """SN-15: the topmost first."""
    if s.step != TOP or s.laid == 0:
        return []
    rest = rules.to_lay(s)
    stack = rules.stack_for(s, lowest(rest) % KINDS)
    first = s.height[stack] + size(rest)
    return [BANDIT_NAMES[s.stack[stack][first + n]] for n in reversed(range(s.laid))]


def seat_shown(s: State, seat: int, placed: Sequence[int]) -> SneakySeat:
    own = (2 * seat, 2 * seat + 1) if s.players == 2 else (seat,)
    stacks: list[Stack] = [
        {"bandits": stack_shown(s.stack[stack][: s.height[stack]]), "dice": placed[CENTRE + stack]} for stack in own
    ]
    return {"cuffs": s.cuffs[seat], "safe": bandits_shown(s.safe[seat]), "stacks": stacks}


@lru_cache(maxsize=1 << 14)
def stack_shown(kinds: tuple[int, ...]) -> list[str]:
    return [BANDIT_NAMES[kind] for kind in kinds]


# ---------------------------------------------------------------- choices


def choices(s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
    """SN-15: the bandits to lay; else every spot of the table, and whether to go on."""
    if s.step == TOP:
        bandits = rules.distinct(s.laying)
        options = [TOP_KIND + kind for kind in range(KINDS) if bandits >> kind & 1]
    else:
        options = [*range(len(spot_names(s.players))), AGAIN, STOP]
    return [_choice(s.players, a, _kind(s, a), None if moves[0] >> a & 1 else why(s, seat, a)) for a in options]


def _kind(s: State, a: int) -> int:
    """The bandit that a decision is about."""
    if a >= TOP_KIND:
        return a - TOP_KIND
    if a >= SPOTS:
        return NONE
    if a < CENTRE:
        return int(s.centre[a])
    height = s.height[a - CENTRE]
    return int(s.stack[a - CENTRE][height - 1]) if height else NONE


@cache
def _choice(players: int, a: int, kind: int, why_not: Why | None) -> Choice:
    """A decision, with what it picks up and where that goes: a die of the colour that the spot wants."""
    possible: Possible = "yes" if why_not is None else "no"
    if a >= TOP_KIND:
        return choice(f"top {BANDIT_NAMES[kind]}", ("bandit", BANDIT_NAMES[kind]), None, possible, why_not)
    if a >= SPOTS:
        return choice("again" if a == AGAIN else "stop", None, None, possible, why_not)
    name = spot_names(players)[a]
    die: PieceKey | None = None if kind == NONE else ("die", COLOUR_NAMES[kind // VALUES])
    return choice(f"put {name}", die, ("spot", name), possible, why_not)
