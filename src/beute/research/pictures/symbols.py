"""Signs that go with colours, so that no colour is the only sign."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, TypeAlias

from beute.research.pictures.outlines import Outline, arc, box, drawn, star

Symbol: TypeAlias = tuple[tuple[Outline, ...], tuple[Outline, ...]]  # what is filled, and what is taken out of it again

# The marks of Sneaky's colours in a box of 100 × 100, as paths of SVG: the rulebook's drawings have the same.
MARKS: Final = {
    "star": "M50 7L62.6 36.6L94.7 39.5L70.4 60.6L77.6 92L50 75.5L22.4 92L29.6 60.6L5.3 39.5L37.4 36.6Z",
    "heart": (
        "M50 90C36 76 8 58 8 34C8 18 20 9 32 9C41 9 47 14 50 21C53 14 59 9 68 9C80 9 92 18 92 34C92 58 64 76 50 90Z"
    ),
    "clover": (
        "M50 7C64 7 71 18 68 29C66 34 64 36 62 39C66 37 70 36 75 36C87 36 94 46 94 55C94 66 85 74 75 74"
        "C66 74 60 69 56 62C56 74 59 84 66 92H34C41 84 44 74 44 62C40 69 34 74 25 74C15 74 6 66 6 55"
        "C6 46 13 36 25 36C30 36 34 37 38 39C36 36 34 34 32 29C29 18 36 7 50 7Z"
    ),
    "drop": "M52 4C60 24 84 42 84 64C84 82 69 95 50 95C31 95 16 82 16 64C16 42 42 26 52 4Z",
    "square": "M14 12L86 15L88 84L12 88Z",
    "crescent": (
        "M64 6C40 8 20 27 20 51C20 77 41 95 64 95C73 95 80 92 86 87C66 87 50 71 50 50C50 30 64 15 84 12C78 8 71 6 64 6Z"
    ),
}
PETALS: Final = tuple(arc(0.55 * sin(2 * pi * n / 5), -0.55 * cos(2 * pi * n / 5), 0.4) for n in range(5))
SACK: Final = "M34 42Q14 62 8 92Q3 118 20 127Q60 135 100 127Q117 118 112 92Q106 62 86 42Q60 36 34 42Z"
RIM: Final = "M26 34Q28 29 36 32Q44 37 52 33Q60 38 69 33Q77 37 85 32Q93 29 94 35Q94 46 88 48Q60 54 32 48Q26 46 26 34Z"
KNOT: Final = "M40 40Q30 18 36 12Q44 16 50 9Q60 15 70 9Q76 16 84 12Q90 18 80 40Z"
CORD: Final = "M34 38Q60 30 86 38L87 47Q60 40 33 47Z"

SYMBOLS: Final[dict[str, Symbol]] = {
    **{name: ((drawn(path),), ()) for name, path in MARKS.items()},
    "watch": ((arc(0, 0, 0.85), box(-0.2, -1, 0.4, 0.3)), (box(-0.1, -0.55, 0.2, 0.65), box(-0.1, -0.1, 0.55, 0.2))),
    "ring": ((arc(0, 0.2, 0.75), ((-0.35, -0.95), (0.35, -0.95), (0, -0.4))), (arc(0, 0.2, 0.5),)),
    "brooch": (PETALS, (arc(0, 0, 0.28),)),
    "cufflink": ((box(-0.8, -0.8, 1.6, 1.6),), (box(-0.4, -0.4, 0.8, 0.8),)),
    "mask": (
        ((*arc(-0.5, 0, 0.5, 60, 270, 12), *arc(0.5, 0, 0.5, -90, 120, 12), (0, 0.1)),),
        (arc(-0.45, 0, 0.2), arc(0.45, 0, 0.2)),
    ),
    "door": ((box(-0.75, -0.95, 1.5, 1.9),), (arc(0, 0, 0.45), (*box(-0.55, -0.78, 1.1, 0.12),))),
    "coin": ((arc(0, 0, 0.95),), (box(-0.14, -0.5, 0.28, 1),)),
    "sack": ((drawn(SACK, 120, 140),), ()),
    "rim": ((drawn(RIM, 120, 140),), ()),
    "knot": ((drawn(KNOT, 120, 140),), ()),
    "cord": ((drawn(CORD, 120, 140),), ()),
    "seal": ((star(12, 0.8),), (star(5, 0.25, 0.55),)),
    "cuffs": ((arc(-0.5, 0, 0.5), arc(0.5, 0, 0.5)), (arc(-0.5, 0, 0.28), arc(0.5, 0, 0.28))),
}
