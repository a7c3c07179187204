"""What people are shown of Gazza: all that their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from typing_extensions import TypedDict

from beute.games.bits import Moves
from beute.games.contract import OVER
from beute.games.defaults import NoTrail
from beute.games.defaults import eyes as eyes
from beute.games.defaults import refusal as refusal
from beute.games.defaults import remembered as remembered
from beute.games.defaults import shows_scores as shows_scores
from beute.games.defaults import trail as trail
from beute.games.layout import State
from beute.games.views import Choice, Frame, Refusal, choice
from gazza.components import LETTERS
from gazza.rules import KINDS
from gazza.words import why

FACE_DOWN: Final[frozenset[int]] = frozenset()
UNSEEN: Final = "?"
Step = Literal["deal", "turn", "draw", "over"]
STEPS: Final[tuple[Step, ...]] = ("deal", "deal", "turn", "draw")  # who begins is drawn as a part of the deal


class Nest(TypedDict):
    """A nest: what lies alone can be stolen, pairs are safe (GZ-7, GZ-8)."""

    single: list[str]
    pairs: list[str]


class GazzaView(Frame):
    """A table of Gazza."""

    step: Step
    pile: int
    hands: list[list[str]]  # a question mark for each trinket that is not seen
    nests: list[Nest]


def show(frame: Frame, s: State, trail: NoTrail) -> GazzaView:
    """The table as plain data."""
    return {
        **frame,
        "step": "over" if s.due == OVER else STEPS[s.step],
        "pile": s.left,
        "hands": [names(s.hand[seat]) or [UNSEEN] * s.unknown[seat] for seat in range(s.players)],
        "nests": [nest(s, seat) for seat in range(s.players)],
    }


def lay_open(frame: Frame, s: State, trail: NoTrail) -> GazzaView:
    """The table with all that is hidden."""
    return show(frame, s, trail)


def nest(s: State, seat: int) -> Nest:
    return {"single": names(s.single[seat]), "pairs": names([2 * number for number in s.pairs[seat]])}


def names(counts: Sequence[int]) -> list[str]:
    return [letter for letter, number in zip(LETTERS, counts, strict=True) for _ in range(number)]


def choices(s: State, seat: int, moves: Moves, refusals: Sequence[Refusal]) -> list[Choice]:
    """GZ-5, GZ-7: each trinket of the hand, and where it goes: into the own nest, or for one alike into another."""
    hand = [kind for kind in range(KINDS) if s.hand[seat][kind]]
    return [one_choice(s, seat, moves, kind, place) for kind in hand for place in range(s.players)]


def one_choice(s: State, seat: int, moves: Moves, kind: int, place: int) -> Choice:
    letter, own = LETTERS[kind], place == seat
    a = kind if own else KINDS * (1 + place) + kind
    possible = moves[0] >> a & 1
    return choice(
        f"keep {letter}" if own else f"steal {letter} {place}",
        ("card", letter),
        ("seat", str(place)),
        "yes" if possible else "no",
        None if possible else why(s, seat, a),
    )


def may_take_back(s: State, step: int) -> bool:
    """GZ-6: a trinket was drawn since, and was seen."""
    return False
