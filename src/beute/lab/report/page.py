"""One self-contained HTML page: no script, nothing loaded from elsewhere, and also well-formed XML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from beute.lab.report import progress, value
from beute.lab.report.careless import ONE_IN
from beute.lab.report.study import AS_IS, Study
from beute.lab.report.writer import SURE, Figure, Section, Writer, at_half_time

LONG = 12  # a table with more rows is folded even where there is no plot


def sections(w: Writer) -> list[Section]:
    """The sections of the page, in order."""
    told = [progress.glance, progress.length, progress.scores, progress.seats, progress.endings, progress.leads]
    told += [value.worth, value.luck_section, value.options, value.bots]
    return [tell(w) for tell in told]


def page(study: Study, language: str) -> tuple[str, dict[str, str]]:
    """The page, and its plots as files by their names."""
    w = Writer(study, language)
    told = sections(w)
    plots = {f"{figure.code}.svg": figure.plot.file() for one in told for figure in one.figures if figure.plot}
    return _page(w, told), plots


def _page(w: Writer, told: Sequence[Section]) -> str:
    style = "".join(_file(name) for name in ("plot.css", "page.css"))
    linked = [("short", w("sections.short")), *((one.code, one.title) for one in told)]
    linked.append(("method", w("sections.method")))
    links = "".join(f'<li><a href="#{code}">{escape(title)}</a></li>' for code, title in linked)
    heading = escape(w("heading", title=w.title))
    body = "\n".join(_section(w, one) for one in told)
    return f"""<!DOCTYPE html>
<html lang="{w.texts.language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>{heading}</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>{heading}</h1>
<p class="lead">{escape(w("lead", **_facts(w)))}</p>
<p>{escape(w("caution"))}</p>
</header>
<nav aria-label="{escape(w("contents"))}"><ul>{links}</ul></nav>
<main>
<section id="short">
<h2>{escape(w("sections.short"))}</h2>
<ul class="short">{"".join(f"<li>{escape(one)}</li>" for one in _short(w))}</ul>
</section>
{body}
<section id="method">
<h2>{escape(w("sections.method"))}</h2>
<p>{escape(w("method.again"))}</p>
<pre><code>{escape(w.plan.command(w.texts.language))}</code></pre>
<ul>{"".join(f"<li>{escape(w('method.' + code, **_facts(w)))}</li>" for code in METHOD)}</ul>
</section>
</main>
</body>
</html>
"""


METHOD = ("version", "games", "intervals", "blocks", "options", "repeat")


def _facts(w: Writer) -> dict[str, str]:
    num, plan = w.numbers, w.plan
    return {
        "title": w.title,
        "version": w.study.version,
        "seed": str(plan.seed),
        "games": num.whole(plan.games),
        "again": num.whole(plan.again),
        "arena": num.whole(plan.arena(w.middle, AS_IS).games),
        "players": ", ".join(map(str, plan.players)),
        "bot": plan.bots[0],
        "total": num.whole(plan.total),
        "chosen": ", ".join(f"{name} = {said}" for name, said in plan.options) or w("as_is"),
    }


def _short(w: Writer) -> list[str]:
    """The few sentences of the summary."""
    num, least, most = w.numbers, w.plan.players[0], w.plan.players[-1]
    length = {players: num.whole(float(w.finished[players].turns.mean())) for players in (least, most)}
    said = [w("short.length", unit=w.unit, few=length[least], least=w.players(least))]
    if least != most:
        said = [
            w(
                "short.lengths",
                unit=w.unit,
                few=length[least],
                least=w.players(least),
                many=length[most],
                most=w.players(most),
            )
        ]
    best = progress.best_seat(w)
    if best is None:
        said.append(w("short.no_seat", games=num.whole(w.plan.games)))
    else:
        players, n, won = best
        place = w("rows.turn" if w.module.HAS_FIRST else "rows.seat", value=n + 1)
        said.append(
            w(
                "short.seat",
                place=place,
                players=w.players(players),
                wins=num.percent(won.mean or 0),
                fair=num.percent(1 / players),
            )
        )
    half = float(at_half_time(w.finished[w.middle]).mean())
    said.append(
        w("short.half", share=num.percent(half, 0), players=w.players(w.middle), fair=num.percent(1 / w.middle, 0))
    )
    found = value.extremes(w)
    if found is not None:
        (up, more), (down, less) = found
        said.append(
            w(
                "short.worth",
                what=w(f"group_names.{w.module.GROUPS[0].code}"),
                up=w.row(up),
                more=num.points(more.mean or 0),
                down=w.row(down),
                less=num.points(less.mean or 0),
                players=w.players(w.middle),
            )
        )
    slight, clear = w.lucks[w.middle]
    said.append(
        w(
            "short.luck",
            better=clear.better,
            worse=clear.worse,
            share=num.percent(clear.ahead.mean or 0, 0),
            players=w.players(w.middle),
        )
    )
    if slight.games is not None:
        said.append(w("short.slips", slips=ONE_IN, games=num.whole(slight.games), players=w.players(w.middle)))
    return said


def _section(w: Writer, section: Section) -> str:
    figures = "".join(_figure(w, figure) for figure in section.figures)
    items = "".join(f"<li>{escape(item)}</li>" for item in section.items)
    listed = f"<ul>{items}</ul>" if items else ""
    beside = ' class="beside"' if len(section.figures) == 1 and section.figures[0].plot else ""
    return (
        f'<section id="{section.code}"{beside}>\n<div><h2>{escape(section.title)}</h2>\n'
        f'<p>{escape(section.lead)}</p>\n{listed}</div>\n<div class="figures">{figures}</div>\n</section>'
    )


def _figure(w: Writer, figure: Figure) -> str:
    table = _table(figure)
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    name = escape(f"figure-{figure.code}")
    if figure.plot is not None:
        shown = f"{figure.plot.inline()}<details><summary>{escape(w('the_numbers'))}</summary>{table}</details>"
        return f'<figure id="{name}">{caption}{shown}</figure>\n'
    if len(figure.rows) > LONG:
        table = f"<details><summary>{escape(w('the_numbers'))}</summary>{table}</details>"
    return f'<figure id="{name}" class="wide">{caption}{table}</figure>\n'


def _table(figure: Figure) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in figure.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(map(_cell, rest))}</tr>' for first, *rest in figure.rows
    )
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cell(text: str) -> str:
    if text.startswith(SURE):
        return f"<td><strong>{escape(text.removeprefix(SURE))}</strong></td>"
    return f"<td>{escape(text)}</td>"


def _file(name: str) -> str:
    return files("beute.lab.report").joinpath(name).read_text(encoding="utf-8")
