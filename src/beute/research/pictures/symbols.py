"""Signs that go with colours, so that no colour is the only sign: outlines around the origin, from -1 to 1."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, TypeAlias

Outline: TypeAlias = tuple[tuple[float, float], ...]


def arc(x: float, y: float, radius: float, begin: float = 0, end: float = 360, steps: int = 24) -> Outline:
    """Points on a circle, by degrees from the right, downwards."""
    angles = [pi / 180 * (begin + (end - begin) * n / steps) for n in range(steps + 1)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def star(points: int, inner: float, outer: float = 1) -> Outline:
    turns = [(pi * n / points, inner if n % 2 else outer) for n in range(2 * points)]
    return tuple((radius * sin(angle), -radius * cos(angle)) for angle, radius in turns)


def heart() -> Outline:
    turns = [2 * pi * n / 36 for n in range(36)]
    return tuple(
        (0.95 * sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 17) for t in turns
    )


def moon() -> Outline:
    return arc(0, 0, 0.95, 40, 320) + tuple(reversed(arc(0.45, 0, 0.68, 65, 295)))


def box(x: float, y: float, width: float, height: float) -> Outline:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


PETALS: Final = tuple(arc(0.55 * sin(2 * pi * n / 5), -0.55 * cos(2 * pi * n / 5), 0.4) for n in range(5))

# What is filled, and what is then taken out of it again.
SYMBOLS: Final[dict[str, tuple[tuple[Outline, ...], tuple[Outline, ...]]]] = {
    "star": ((star(5, 0.45),), ()),
    "heart": ((heart(),), ()),
    "leaf": ((arc(0.62, 0.62, 1.42, 190, 260) + arc(-0.62, -0.62, 1.42, 10, 80),), ()),
    "drop": (((*arc(0, 0.3, 0.65, -25, 205), (0, -1)),), ()),
    "cloud": ((arc(-0.5, 0.25, 0.45), arc(0.5, 0.25, 0.45), arc(0, -0.1, 0.55), box(-0.5, 0.2, 1, 0.5)), ()),
    "moon": ((moon(),), ()),
    "watch": ((arc(0, 0, 0.85), box(-0.2, -1, 0.4, 0.3)), (box(-0.1, -0.55, 0.2, 0.65), box(-0.1, -0.1, 0.55, 0.2))),
    "ring": ((arc(0, 0.2, 0.75), ((-0.35, -0.95), (0.35, -0.95), (0, -0.4))), (arc(0, 0.2, 0.5),)),
    "brooch": (PETALS, (arc(0, 0, 0.28),)),
    "cufflink": ((box(-0.8, -0.8, 1.6, 1.6),), (box(-0.4, -0.4, 0.8, 0.8),)),
    "mask": (
        ((*arc(-0.5, 0, 0.5, 60, 270, 12), *arc(0.5, 0, 0.5, -90, 120, 12), (0, 0.1)),),
        (arc(-0.45, 0, 0.2), arc(0.45, 0, 0.2)),
    ),
    "door": ((box(-0.75, -0.95, 1.5, 1.9),), (arc(0, 0, 0.45), (*box(-0.55, -0.78, 1.1, 0.12),))),
    "seal": ((star(12, 0.8),), (star(5, 0.25, 0.55),)),
    "cuffs": ((arc(-0.5, 0, 0.5), arc(0.5, 0, 0.5)), (arc(-0.5, 0, 0.28), arc(0.5, 0, 0.28))),
}
