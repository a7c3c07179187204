"""What things are worth: cards, sacks, options, a better bot; and how much is luck."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from beute.lab.estimates import Estimate
from beute.lab.report.careless import ONE_IN
from beute.lab.report.counted import Group, Row
from beute.lab.report.plots import dots, stacks
from beute.lab.report.slopes import slope
from beute.lab.report.study import AS_IS, YARDSTICKS
from beute.lab.report.watch import Watched
from beute.lab.report.writer import (
    Figure,
    Section,
    Writer,
    at_half_time,
    lead_of_winner,
    of_games,
    ranked,
    wins_by_turn,
)

# ---------------------------------------------------------------- cards, sacks, bandits, deeds


def worth(w: Writer) -> Section:
    figures = [_group(w, group) for group in w.module.GROUPS]
    return Section("worth", w("sections.worth"), w("leads.worth"), figures)


def _group(w: Writer, group: Group) -> Figure:
    estimates = {(players, row): _worth(w, players, row) for players in w.plan.players for row in group.rows}
    told, num = [], w.numbers
    for row in group.rows:
        for players in w.plan.players:
            often, wins, points = estimates[players, row]
            told.append(
                [
                    w.row(row),
                    w.players(players),
                    num.decimal(often, 2),
                    w.sure(num.difference(wins, percent=True), wins),
                    w.sure(num.difference(points), points),
                ]
            )
    drawn = [
        (w.row(row), [estimates[players, row][1] for players in w.few])
        for row in group.rows
        if any(estimates[players, row][1].mean is not None for players in w.few)
    ]
    caption = " ".join([w(f"groups.{group.code}"), w("by_chance" if group.by_chance else "by_doing")])
    plot = dots(caption, w.series(w.few), drawn, lambda x: num.points(x, 0), num.points) if drawn else None
    head = ["", w("columns.players"), w("columns.often"), w("columns.more_wins"), w("columns.more_points")]
    return Figure(f"worth-{group.code}", caption, head, told, plot)


def _worth(w: Writer, players: int, row: Row) -> tuple[float, Estimate, Estimate]:
    """How many a seat has, and for each more the share of wins and the points above the others."""
    having = w.finished[players].counts[:, :, list(row.columns)].sum(axis=2).astype(float)
    wins, points = w.gains[players]
    return float(having.mean()), slope(having, wins), slope(having, points)


def extremes(w: Writer) -> tuple[tuple[Row, Estimate], tuple[Row, Estimate]] | None:
    """Of the game's first group, what is most and least linked to winning, if both are certain."""
    rows = [(row, _worth(w, w.middle, row)[1]) for row in w.module.GROUPS[0].rows]
    known = sorted((one for one in rows if one[1].mean is not None), key=lambda one: one[1].mean or 0.0)
    if len(known) < 2 or (known[0][1].high or 0) >= (known[-1][1].low or 0):
        return None
    return known[-1], known[0]


# ---------------------------------------------------------------- luck


def luck_section(w: Writer) -> Section:
    """How much is luck."""
    num, drawn, told = w.numbers, [], []
    for players in w.plan.players:
        for slight, one in zip((True, False), w.lucks[players], strict=True):
            parts = one.player, one.deal, one.rest
            if slight:
                drawn.append((w.players(players), [part.mean or 0.0 for part in parts]))
            told.append(
                [
                    w.players(players),
                    w("against", better=one.better, worse=one.worse),
                    num.interval(one.ahead, percent=True),
                    w("never") if one.games is None else num.whole(one.games),
                    *(num.interval(part, percent=True) for part in parts),
                ]
            )
    names = [w(f"parts.{code}") for code in ("player", "deal", "rest")]
    caption = w("captions.luck")
    plot = stacks(caption, names, drawn, lambda x: num.percent(x, 0))
    head = [w("columns.players"), w("columns.bots"), w("columns.ahead"), w("columns.needed"), *names]
    items = [w(f"luck.{code}") for code in ("player", "deal", "rest", "ahead", "needed")]
    figures = [Figure("luck", caption, head, told, plot), _ahead(w)]
    return Section("luck", w("sections.luck"), w("leads.luck", slips=ONE_IN), figures, items)


def _ahead(w: Writer) -> Figure:
    """How often the better of two bots scores more."""
    num, both = w.numbers, [w.lucks[players] for players in w.plan.players]
    rows = [
        (w("against", better=pair[0].better, worse=pair[0].worse), [one.ahead for one in pair])
        for pair in zip(*both, strict=True)
    ]
    needed = [
        [label, *(w("never") if one.games is None else num.whole(one.games) for one in pair)]
        for (label, _), pair in zip(rows, zip(*both, strict=True), strict=True)
    ]
    caption = w("captions.ahead")
    plot = dots(caption, w.series(w.plan.players), rows, lambda x: num.percent(x, 0), num.percent, reference=0.5)
    head = [w("columns.needed"), *(w.players(players) for players in w.plan.players)]
    return Figure("ahead", caption, head, needed, plot)


# ---------------------------------------------------------------- options


Metric = tuple[str, Callable[[Watched], Any], bool]  # what is compared, of each game, and whether it is a share


def _metrics(w: Writer) -> list[Metric]:
    metrics: list[Metric] = [
        (w("metrics.length", unit=w.unit), lambda table: table.turns, False),
        (w("metrics.winner"), lambda table: ranked(table)[:, 0], False),
        (w("metrics.margin"), lead_of_winner, False),
        (w("metrics.ties"), lambda table: lead_of_winner(table) == 0, True),
        (w("metrics.changes"), lambda table: table.changes, False),
        (w("metrics.half"), at_half_time, True),
    ]
    if w.module.HAS_FIRST:
        metrics.append((w("metrics.first"), lambda table: wins_by_turn(table)[:, 0], True))
    seen = set(np.concatenate([one.results.endings for one in w.study.switched.values()]).tolist())
    for number, ending in enumerate(w.endings, start=1):
        if number in seen and len(seen) > 1:
            metrics.append((w("metrics.ending", ending=ending), partial(_ended, number), True))
    return metrics


def _ended(number: int, table: Watched) -> Any:
    return table.results.endings == number


def options(w: Writer) -> Section:
    """Each option switched, compared with the same deals as they are."""
    figures, lengths, num = list[Figure](), [], w.numbers
    metrics = _metrics(w) if w.plan.switches else []
    for switch in w.plan.switches:
        pairs = {players: _pair(w, switch, players) for players in w.plan.players}
        rows = []
        for label, of, is_share in metrics:
            cells = []
            for before, after in pairs.values():
                gap = of_games(np.asarray(of(after), float) - np.asarray(of(before), float))
                write, digits = (num.percent, 1) if is_share else (num.decimal, 2)
                said = f"{write(float(np.mean(of(after))), digits)} ({num.difference(gap, digits, is_share)})"
                cells.append(w.sure(said, gap))
            rows.append([label, *cells])
        caption = w("captions.switch", switch=w.switch(switch), meaning=w.texts(f"{w.game}.options.{switch.option}"))
        head = ["", *(w.players(players) for players in w.plan.players)]
        figures.append(Figure(f"option-{switch.option}-{len(figures)}", caption, head, rows))
        lengths.append((w.switch(switch), [_longer(*pair) for pair in pairs.values()]))
    if lengths:
        caption = w("captions.longer")
        plot = dots(caption, w.series(w.plan.players), lengths, lambda x: num.points(x, 0), num.points)
        told = [[label, *(num.difference(one, percent=True) for one in each)] for label, each in lengths]
        head = ["", *(w.players(players) for players in w.plan.players)]
        figures.insert(0, Figure("longer", caption, head, told, plot))
    items = [w(f"no_matter.{name}", option=name) for name in w.module.NO_MATTER]
    lead = w("leads.options", games=num.whole(w.plan.again)) if lengths else w("leads.no_options")
    return Section("options", w("sections.options"), lead, figures, items)


def _pair(w: Writer, switch: Any, players: int) -> tuple[Watched, Watched]:
    """The same deals without and with an option switched, where both games came to an end."""
    after = w.study.switched[switch, players]
    before = w.study.tables[players].rows(slice(len(after.turns)))
    both = before.finished & after.finished
    return before.rows(both), after.rows(both)


def _longer(before: Watched, after: Watched) -> Estimate:
    """How much longer games are, relative to before."""
    return of_games((after.turns - before.turns) / before.turns.mean())


# ---------------------------------------------------------------- bots


def bots(w: Writer) -> Section:
    """How bots compare, by option."""
    num, told, figures = w.numbers, [], list[Figure]()
    switches = (AS_IS, *w.plan.switches)
    least = YARDSTICKS[-1]
    for switch in switches:
        for players in w.plan.players:
            standing = w.study.standings[switch, players]
            for bot in standing.ranking:
                cells = [
                    num.interval(standing.wins[bot], percent=True),
                    num.difference(standing.margins[bot]),
                    num.difference(standing.ratings[bot], 0),
                ]
                told.append([w.switch(switch), w.players(players), standing.names[bot], *cells])
    head = [w("columns.option"), w("columns.players"), w("columns.bot")]
    head += [w("columns.wins"), w("columns.margin"), w("columns.rating")]
    for name in w.plan.compared:
        if name == least:
            continue
        rows = []
        for switch in switches:
            standings = [w.study.standings[switch, players] for players in w.plan.players]
            rows.append(
                (w.switch(switch), [one.pairs[one.names.index(name)][one.names.index(least)] for one in standings])
            )
        caption = w("captions.bots", bot=name, other=least)
        plot = dots(caption, w.series(w.plan.players), rows, lambda x: num.percent(x, 0), num.percent, reference=0.5)
        pairs = [[label, *(num.interval(one, percent=True) for one in each)] for label, each in rows]
        headed = ["", *(w.players(players) for players in w.plan.players)]
        figures.append(Figure(f"bots-{len(figures)}", caption, headed, pairs, plot))
    figures.append(Figure("standings", w("captions.standings"), head, told))
    games = num.whole(w.plan.again)
    return Section("bots", w("sections.bots"), w("leads.bots", bots=", ".join(w.plan.compared), games=games), figures)
