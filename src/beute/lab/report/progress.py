"""How games go: length, scores, seats, endings, and who leads when."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np

from beute.lab.estimates import Estimate
from beute.lab.report.plots import Span, dots, lines, spans, stacks
from beute.lab.report.writer import (
    Figure,
    Section,
    Writer,
    at_half_time,
    lead_of_winner,
    of_games,
    ranked,
    share_of_games,
    wins_by_turn,
)

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
CHANGES: Final = (0, 1, 2, 3, 5, 8, 12)  # of the lead: the first number of each class


def glance(w: Writer) -> Section:
    """All numbers of players side by side."""
    codes = ["length", "winner", "margin", "ties", "changes", "half"]
    rows = []
    for players in w.plan.players:
        table, num = w.finished[players], w.numbers
        rows.append(
            [
                w.players(players),
                num.interval(of_games(table.turns)),
                num.interval(of_games(ranked(table)[:, 0])),
                num.interval(of_games(lead_of_winner(table))),
                num.interval(share_of_games(lead_of_winner(table) == 0), percent=True),
                num.interval(of_games(table.changes)),
                num.interval(share_of_games(at_half_time(table)), percent=True),
            ]
        )
    head = ["", *(w(f"metrics.{code}", unit=w.unit) for code in codes)]
    return Section("glance", w("sections.glance"), w("leads.glance"), [Figure("glance", "", head, rows)])


def length(w: Writer) -> Section:
    return Section(
        "length",
        w("sections.length"),
        w("leads.length"),
        [_spread(w, "length", [(players, "", w.finished[players].turns) for players in w.plan.players])],
    )


def scores(w: Writer) -> Section:
    by_rank, margins = [], []
    for players in w.plan.players:
        table = w.finished[players]
        each = ranked(table)
        by_rank += [(players, w("winner"), each[:, 0]), (players, w("last"), each[:, -1])]
        margins.append((players, "", lead_of_winner(table)))
    figures = [_spread(w, "scores", by_rank), _spread(w, "margins", margins)]
    return Section("scores", w("sections.scores"), w("leads.scores"), figures)


def _spread(w: Writer, code: str, rows: list[tuple[int, str, Any]]) -> Figure:
    """Quantiles of a number that each game has, for each number of players, and for each of several roles."""
    num, drawn, told = w.numbers, [], []
    for players, role, values in rows:
        label = f"{w.players(players)}, {role}" if role else w.players(players)
        low, first, middle, third, high = (float(q) for q in np.quantile(values, QUANTILES))
        tip = w("tips.spread", label=label, low=num.decimal(low), middle=num.decimal(middle), high=num.decimal(high))
        drawn.append(Span(label, w.plan.players.index(players), (low, first, middle, third, high), tip))
        told.append([label, num.interval(of_games(values), 2), *map(num.whole, (low, first, middle, third, high))])
    caption = w(f"captions.{code}", unit=w.unit)
    head = ["", w("columns.mean"), *(num.percent(q, 0) for q in QUANTILES)]
    return Figure(code, caption, head, told, spans(caption, drawn, num.whole))


def seats(w: Writer) -> Section:
    most = max(w.plan.players)
    estimates = {players: _seats(w, players) for players in w.plan.players}
    named = [w("rows.turn" if w.module.HAS_FIRST else "rows.seat", value=n + 1) for n in range(most)]
    none = Estimate(None, None, None)
    rows = [
        (named[n], [estimates[players][n][1] if n < players else none for players in w.plan.players])
        for n in range(most)
    ]
    told = [
        [w.players(players), named[n], w.numbers.interval(won, percent=True), w.numbers.percent(1 / players)]
        for players in w.plan.players
        for n, (won, _) in enumerate(estimates[players])
    ]
    caption, points = w("captions.seats"), w.numbers.points
    plot = dots(caption, w.series(w.plan.players), rows, lambda x: points(x, 0), points)
    head = [w("columns.players"), w("columns.seat"), w("columns.wins"), w("columns.fair")]
    return Section("seats", w("sections.seats"), w("leads.seats"), [Figure("seats", caption, head, told, plot)])


def _seats(w: Writer, players: int, certainty: float = 0.95) -> list[tuple[Estimate, Estimate]]:
    """For each place in the order of turns the share of wins, and how far it is from an equal one."""
    wins = wins_by_turn(w.finished[players])
    return [
        (share_of_games(wins[:, n], certainty), of_games(wins[:, n] - 1 / players, certainty)) for n in range(players)
    ]


def best_seat(w: Writer) -> tuple[int, int, Estimate] | None:
    """The number of players and the place farthest from an equal share, if that is certain.

    Every place may be wrong with its part of 5 % (Bonferroni).
    """
    certainty = 1 - 0.05 / sum(w.plan.players)
    found = [
        (players, n, won, off)
        for players in w.plan.players
        for n, (won, off) in enumerate(_seats(w, players, certainty))
        if off.low is not None and off.high is not None and (off.low > 0 or off.high < 0)
    ]
    if not found:
        return None
    players, n, won, _ = max(found, key=lambda one: abs(one[3].mean or 0))
    return players, n, won


def endings(w: Writer) -> Section:
    """Which endings there were, and what became of what was on the table."""
    ends = {players: table.results.endings for players, table in w.study.tables.items()}
    seen = np.unique(np.concatenate(list(ends.values()))).tolist()
    numbers = [*(n for n in seen if n), *(n for n in seen if not n)]  # games that were given up come last
    parts = [w.endings[n - 1] if n else w("unfinished") for n in numbers]
    rows, told = [], []
    for players in w.plan.players:
        shares = [share_of_games(ends[players] == number) for number in numbers]
        rows.append((w.players(players), [one.mean or 0.0 for one in shares]))
        told.append([w.players(players), *(w.numbers.interval(one, percent=True) for one in shares)])
    figures, lead, caption = [], w("leads.endings"), w("captions.endings")
    if len(parts) > 1:
        plot = stacks(caption, parts, rows, lambda x: w.numbers.percent(x, 0))
        figures.append(Figure("endings", caption, ["", *parts], told, plot))
    else:
        lead = w("leads.one_ending", ending=parts[0])
    if w.module.FATE is not None:
        figures.append(_fate(w))
    return Section("endings", w("sections.endings"), lead, figures)


def _fate(w: Writer) -> Figure:
    """What became of what was on the table."""
    fate, told, drawn = w.module.FATE, [], []
    parts = [w(f"fates.{part}") for part in fate.parts]
    for players in w.plan.players:
        counts = w.finished[players].counts.sum(axis=1)
        for row in fate.rows:
            columns = np.array(row.columns).reshape(len(fate.parts) - 1, -1)
            shares = [float(counts[:, part].mean()) for part in columns]
            shares.append(1 - sum(shares))
            told.append([w.players(players), w.row(row), *(w.numbers.percent(one) for one in shares)])
            if players == w.middle:
                drawn.append((w.row(row), shares))
    caption = w("captions.fate", players=w.players(w.middle))
    plot = stacks(caption, parts, drawn, lambda x: w.numbers.percent(x, 0))
    return Figure("fate", caption, [w("columns.players"), "", *parts], told, plot)


def leads(w: Writer) -> Section:
    num, stages = w.numbers, np.linspace(0, 1, w.study.tables[w.middle].led.shape[1])
    counted, drawn, curves, told, points = [], [], [], [], []
    for players in w.plan.players:
        table = w.finished[players]
        which = np.searchsorted(CHANGES, table.changes, side="right") - 1
        shares = np.bincount(which, minlength=len(CHANGES)) / len(which)
        drawn.append((w.players(players), shares.tolist()))
        early = of_games(1 - table.settled / table.turns)
        counted.append(
            [
                w.players(players),
                num.interval(of_games(table.changes), 2),
                *(num.percent(one) for one in shares),
                num.interval(early, percent=True),
            ]
        )
        curve = [share_of_games(table.led[:, n]) for n in range(len(stages))]
        curves.append([one.mean or 0.0 for one in curve])
        points.append(curve)
    told = [
        [num.percent(stage, 0), *(num.interval(curve[n], percent=True) for curve in points)]
        for n, stage in enumerate(stages)
    ]
    ranges = pairwise(CHANGES)
    classes = [str(low) if low + 1 == high else f"{low}–{high - 1}" for low, high in ranges]
    classes.append(w("or_more", number=CHANGES[-1]))
    caption = w("captions.changes")
    head = ["", w("columns.mean"), *classes, w("columns.settled")]
    plot = stacks(caption, classes, drawn, lambda x: num.percent(x, 0))
    figures = [Figure("changes", caption, head, counted, plot)]
    caption, series = w("captions.led"), w.series(w.plan.players)
    plot = lines(caption, series, stages.tolist(), curves, w("part_of_game"), lambda x: num.percent(x, 0))
    head = [w("part_of_game"), *(one.label for one in series)]
    figures.append(Figure("led", caption, head, told, plot))
    return Section("leads", w("sections.leads"), w("leads.leads"), figures)
