"""Plots as SVG: real text, a tooltip on every mark, colours that the style sheet chooses for light and dark.

Colour is never the only difference: series differ in shape and dashes, parts of a bar have letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from math import ceil, floor, log10
from textwrap import wrap
from typing import Final

from beute.lab.estimates import Estimate

WIDTH: Final = 460
FONT: Final = 13  # as in plot.css
LETTER: Final = 6.9  # how wide one is about
LINE: Final = 15
LABELS: Final = 22  # letters of a row's label in one line
RIGHT: Final = 18  # half of a number below the axis
SHAPES: Final = 5
LETTERS: Final = "ABCDEFGH"

Write = Callable[[float], str]


@dataclass(frozen=True)
class Plot:
    """A drawing and its height; the page includes it as it is, a file also needs the style sheet."""

    title: str
    height: float
    body: str

    def inline(self) -> str:
        box = f'viewBox="0 0 {WIDTH} {self.height:g}"'
        return f'<svg class="plot" role="img" aria-label="{escape(self.title)}" {box}>{self.body}</svg>'

    def file(self) -> str:
        """As a file of its own."""
        style = files("beute.lab.report").joinpath("plot.css").read_text(encoding="utf-8")
        size = f'width="{WIDTH}" height="{self.height:g}" viewBox="0 0 {WIDTH} {self.height:g}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" {size}>\n<style>\n{style}</style>\n'
            f'<title>{escape(self.title)}</title>\n<rect class="paper" width="100%" height="100%"/>\n'
            f"{self.body}\n</svg>\n"
        )


@dataclass(frozen=True)
class Series:
    """What marks of one look stand for."""

    label: str
    look: int


@dataclass(frozen=True)
class Span:
    """A row of quantiles: the median, the middle half, and nine in ten."""

    label: str
    look: int
    quantiles: tuple[float, float, float, float, float]
    tip: str


def spans(title: str, rows: Sequence[Span], write: Write) -> Plot:
    """For each row a line over nine in ten games, a bar over the middle half, a mark at the median."""
    values = [value for row in rows for value in row.quantiles]
    frame = _Frame([row.label for row in rows], 26, [min(values), max(values)], write)
    for row, y in zip(rows, frame.middles, strict=True):
        low, first, middle, third, high = (frame.x(value) for value in row.quantiles)
        frame.add(
            f'<g class="s{row.look % SHAPES}">{_tip(row.tip)}'
            f'<line class="reach" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
            f'<rect class="half" x="{first}" y="{y - 5:g}" width="{max(third - first, 1):.1f}" height="10" rx="2"/>'
            f"{_mark(row.look, middle, y, 5)}</g>"
        )
    return frame.plot(title)


def dots(
    title: str,
    series: Sequence[Series],
    rows: Sequence[tuple[str, Sequence[Estimate]]],
    write: Write,
    tip: Write,
    reference: float = 0,
) -> Plot:
    """For each row a mark with its interval for each series, and a line at the reference value."""
    ends = [end for _, marks in rows for mark in marks for end in (mark.low, mark.high, mark.mean) if end is not None]
    step = 11
    frame = _Frame([label for label, _ in rows], step * len(series) + 8, [reference, *ends], write, series)
    frame.rule(reference)
    for (label, marks), y in zip(rows, frame.middles, strict=True):
        for n, (one, mark) in enumerate(zip(series, marks, strict=True)):
            if mark.mean is None:
                continue
            at = y + step * (n - (len(series) - 1) / 2)
            low, high = (mark.mean if end is None else end for end in (mark.low, mark.high))
            said = f"{one.label}, {label}: {tip(mark.mean)} ({tip(low)} … {tip(high)})"
            frame.add(
                f'<g class="s{one.look % SHAPES}">{_tip(said)}'
                f'<line class="reach" x1="{frame.x(low)}" x2="{frame.x(high)}" y1="{at:g}" y2="{at:g}"/>'
                f"{_mark(one.look, frame.x(mark.mean), at, 4)}</g>"
            )
    return frame.plot(title)


def stacks(title: str, parts: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], percent: Write) -> Plot:
    """For each row a bar cut into parts, which are lettered."""
    keys = [f"{LETTERS[n]} {part}" for n, part in enumerate(parts)]
    frame = _Frame([label for label, _ in rows], 30, [0, 1], lambda share: percent(share), parts=keys)
    for (label, shares), y in zip(rows, frame.middles, strict=True):
        begin = 0.0
        for n, share in enumerate(shares):
            share = max(share, 0.0)
            left, right = frame.x(begin), frame.x(min(begin + share, 1.0))
            begin += share
            if right - left < 0.3:
                continue
            frame.add(
                f'<g class="k{n}">{_tip(f"{label}, {parts[n]}: {percent(share)}")}'
                f'<rect x="{left}" y="{y - 11:g}" width="{right - left:.1f}" height="22"/>'
            )
            said = f"{LETTERS[n]} {percent(share)}"
            for text in said, LETTERS[n]:
                if len(text) * LETTER + 4 < right - left:
                    frame.add(f'<text x="{(left + right) / 2:.1f}" y="{y + 4.5:g}" class="mid">{text}</text>')
                    break
            frame.add("</g>")
    return frame.plot(title)


def lines(
    title: str,
    series: Sequence[Series],
    places: Sequence[float],
    values: Sequence[Sequence[float]],
    across: str,
    write: Write,
) -> Plot:
    """A line for each series, with its own dashes and marks."""
    body, top = _legend(series, 8.0)
    left, bottom, right = 52.0, top + 250, WIDTH - RIGHT - 8.0
    low, high = 0.0, 1.0

    def point(place: float, value: float) -> tuple[float, float]:
        x = left + (right - left) * place
        return round(x, 1), round(bottom - (bottom - top - 8) * (value - low) / (high - low), 1)

    for tick in (0, 0.25, 0.5, 0.75, 1):
        x, y = point(tick, tick)
        body.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>')
        body.append(f'<text class="end soft" x="{left - 6}" y="{y + 4.5}">{write(tick)}</text>')
        body.append(f'<text class="mid soft" x="{x}" y="{bottom + 18}">{write(tick)}</text>')
    for one, row in zip(series, values, strict=True):
        points = [point(place, value) for place, value in zip(places, row, strict=True)]
        path = " ".join(f"{x},{y}" for x, y in points)
        body.append(f'<g class="s{one.look % SHAPES}"><polyline class="d{one.look % SHAPES}" points="{path}"/>')
        for n, (x, y) in enumerate(points):
            if n % 2 == 0:
                said = f"{one.label}, {write(places[n])}: {write(row[n])}"
                body.append(f"<g>{_tip(said)}{_mark(one.look, x, y, 4)}</g>")
        body.append("</g>")
    body.append(f'<text class="mid soft" x="{(left + right) / 2}" y="{bottom + 36}">{escape(across)}</text>')
    return Plot(title, bottom + 44, "".join(body))


class _Frame:
    """Rows with labels on the left, and an axis below."""

    def __init__(
        self,
        labels: Sequence[str],
        row: float,
        values: Sequence[float],
        write: Write,
        series: Sequence[Series] = (),
        parts: Sequence[str] = (),
    ) -> None:
        wrapped = [wrap(label, LABELS) or [""] for label in labels]
        widest = max(len(line) for lines in wrapped for line in lines)
        self.left = round(10 + LETTER * widest + 8, 1)
        self.body, y = _legend(series, 4.0) if len(series) > 1 else _keys(parts, 4.0)
        self.low, self.high = (0.0, 1.0) if parts else _room(min(values), max(values))
        self.ticks = _ticks(self.low, self.high, most=6 if self.left < 150 else 5)
        heights = [max(row, LINE * len(lines) + 4) for lines in wrapped]
        bottom = y + sum(heights)
        for tick in self.ticks:
            x = self.x(tick)
            self.add(f'<line class="grid" x1="{x}" x2="{x}" y1="{y:g}" y2="{bottom:g}"/>')
            self.add(f'<text class="mid soft" x="{x}" y="{bottom + 18:g}">{write(tick)}</text>')
        self.top, self.bottom = y, bottom
        self.middles = []
        for lines, height in zip(wrapped, heights, strict=True):
            middle = y + height / 2
            self.middles.append(middle)
            for n, line in enumerate(lines):
                at = middle + 4.5 + LINE * (n - (len(lines) - 1) / 2)
                self.add(f'<text class="end" x="{self.left - 8:g}" y="{at:g}">{escape(line)}</text>')
            y += height

    def x(self, value: float) -> float:
        return round(self.left + (WIDTH - RIGHT - 6 - self.left) * (value - self.low) / (self.high - self.low), 1)

    def add(self, element: str) -> None:
        self.body.append(element)

    def rule(self, value: float) -> None:
        x = self.x(value)
        self.add(f'<line class="rule" x1="{x}" x2="{x}" y1="{self.top:g}" y2="{self.bottom:g}"/>')

    def plot(self, title: str) -> Plot:
        return Plot(title, self.bottom + 26, "".join(self.body))


def _legend(series: Sequence[Series], y: float) -> tuple[list[str], float]:
    """A sample of each series, in as many lines as they need."""
    body, x = list[str](), 10.0
    for one in series:
        wide = 34 + LETTER * len(one.label) + 14
        if x + wide > WIDTH and x > 10:
            x, y = 10.0, y + 20
        look = one.look % SHAPES
        body.append(
            f'<g class="s{look}"><line class="d{look}" x1="{x:g}" x2="{x + 26:g}" y1="{y + 10:g}" y2="{y + 10:g}"/>'
            f"{_mark(one.look, x + 13, y + 10, 4)}</g>"
            f'<text x="{x + 33:g}" y="{y + 14.5:g}">{escape(one.label)}</text>'
        )
        x += wide
    return body, y + (28 if series else 0)


def _keys(parts: Sequence[str], y: float) -> tuple[list[str], float]:
    """What the letters of a bar's parts stand for."""
    body, x = list[str](), 10.0
    for n, part in enumerate(parts):
        said = wrap(part[2:], 52)
        wide = 24 + LETTER * max(map(len, said)) + 14
        if x + wide > WIDTH and x > 10:
            x, y = 10.0, y + 22
        body.append(
            f'<g class="k{n}"><rect x="{x:g}" y="{y + 1:g}" width="18" height="18"/>'
            f'<text class="mid" x="{x + 9:g}" y="{y + 14.5:g}">{part[0]}</text></g>'
        )
        for line in said:
            body.append(f'<text x="{x + 24:g}" y="{y + 14.5:g}">{escape(line)}</text>')
            y += LINE * (line is not said[-1])
        x += wide
    return body, y + (28 if parts else 0)


def _mark(look: int, x: float, y: float, r: float) -> str:
    """A circle, square, diamond, or triangle up or down."""
    shape = look % SHAPES
    if shape == 0:
        return f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    corners = (
        ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        ((0, -1.2), (1.2, 0.9), (-1.2, 0.9)),
        ((0, 1.2), (1.2, -0.9), (-1.2, -0.9)),
    )[shape - 1]
    points = " ".join(f"{x + r * dx:.1f},{y + r * dy:.1f}" for dx, dy in corners)
    return f'<polygon class="mark" points="{points}"/>'


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def _room(low: float, high: float) -> tuple[float, float]:
    """The ends of an axis: a little more than what is shown."""
    if high <= low:
        return low - 1, high + 1
    more = (high - low) / 25
    return (0.0 if low == 0 else low - more), high + more


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from one end to the other, no more than `most`."""
    size = 10 ** floor(log10((high - low) / most))
    step = next(step for step in (size, 2 * size, 5 * size, 10 * size, 20 * size) if (high - low) / step <= most - 1)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]
