"""Shapes as points around the origin, from -1 to 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]

STEP: Final = re.compile(r"([MLHVCQ])([^MLHVCQZ]*)")
NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
FINENESS: Final = 10  # the points of a curve


def arc(x: float, y: float, radius: float, begin: float = 0, end: float = 360, steps: int = 24) -> Outline:
    """Points on a circle, by degrees from the right, downwards."""
    angles = [pi / 180 * (begin + (end - begin) * n / steps) for n in range(steps + 1)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def star(points: int, inner: float, outer: float = 1) -> Outline:
    turns = [(pi * n / points, inner if n % 2 else outer) for n in range(2 * points)]
    return tuple((radius * sin(angle), -radius * cos(angle)) for angle, radius in turns)


def box(x: float, y: float, width: float, height: float) -> Outline:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def drawn(path: str, width: float = 100, height: float = 100) -> Outline:
    """The outline that a path of SVG draws in a box of that size: one closed line, with capital letters only."""
    half = max(width, height) / 2
    return tuple(((x - width / 2) / half, (y - height / 2) / half) for x, y in points(path))


def points(path: str) -> Iterator[Point]:
    x, y = 0.0, 0.0
    for letter, rest in STEP.findall(path):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if letter in "HV":
            numbers = [numbers[0], y] if letter == "H" else [x, numbers[0]]
        many = {"C": 6, "Q": 4}.get(letter, 2)
        for n in range(0, len(numbers), many):
            places = list(zip(numbers[n : n + many : 2], numbers[n + 1 : n + many : 2], strict=True))
            yield from curve([(x, y), *places]) if len(places) > 1 else places
            x, y = places[-1]


def curve(places: list[Point]) -> Iterator[Point]:
    """A Bézier curve, without the point where it begins."""
    for n in range(1, FINENESS + 1):
        between, part = places, n / FINENESS
        while len(between) > 1:
            between = [(a + part * (c - a), b + part * (d - b)) for (a, b), (c, d) in pairwise(between)]
        yield between[0]
