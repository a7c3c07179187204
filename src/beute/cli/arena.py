"""beute arena"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

import beute
from beute import games
from beute.cli.screen import INTERRUPTED, Game, Options, bots_from, err, options_from, out, progress

if TYPE_CHECKING:
    from beute.lab.arena import Standing


def arena(
    game: Game,
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help="Who plays, separated by commas; `search@200` has a budget of its own.")
    ],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default the middle of what is allowed.")
    ] = None,
    number: Annotated[
        int, typer.Option("--games", min=1, metavar="N", help="How many games, rounded up to full rounds.")
    ] = 400,
    budget: Annotated[
        str | None, typer.Option(metavar="BUDGET", help="For each decision: 2000 simulations, 50ms or 1s.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="The same seed gives the same games.")
    ] = 0,
    option: Options = None,
    until_sure: Annotated[bool, typer.Option("--until-sure", help="Stop as soon as the ranking is certain.")] = False,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save finished games there, and continue with those it already has."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, metavar="N", help="By default all cores.")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="On a Ray cluster; `local` starts one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one line of JSON.")] = False,
) -> None:
    """Let bots play against each other, and tell who is better and how certain that is.

    Every bot sits equally often in every seat, with the same luck as the others. All intervals are 95 % intervals.

    Examples:

    `beute arena sneaky --bots random,my_bots:Careful --players 3 --games 1000`

    `beute arena raeuber --bots my_bots:Low,my_bots:High,random --until-sure --resume games.jsonl`
    """
    from beute.bots import Budget
    from beute.lab.arena import Arena
    from beute.lab.runs import cores, lineup, local
    from beute.lab.workers import Ray, Workers
    from beute.play.setup import set_up

    if ray is not None and threads is not None:
        raise beute.BeuteError("--threads is for this machine; with --ray the cluster decides", "ray_and_threads")
    if players is None and games.is_there(game):
        seats = games.about(game).SEATS
        players = seats[len(seats) // 2]
    setup = set_up(game, players, options_from(option))
    arena = Arena.of(setup, bots_from(bots), number, seed, None if budget is None else Budget.read(budget))
    hall = lineup(setup, arena.entrants)
    workers: Workers = Ray(ray) if ray is not None else local(threads or cores(), hall.compiled)
    hall.warm_up()  # before the bar, as something may be told
    with progress("games", arena.games) as advance:
        standing = arena.run(workers, until_sure, resume, advance)
    if as_json:
        print(json.dumps(standing.data()))
    else:
        tell(standing)
    if standing.stopped:
        more = f"continue with --resume {resume}" if resume else "with --resume FILE it could be continued later"
        stopped = f"beute: stopped after {len(standing.results):,} of {arena.games:,} games; {more}"
        err.print(stopped, soft_wrap=True)
        raise typer.Exit(INTERRUPTED)


def tell(standing: Standing) -> None:
    data = standing.data()
    chosen = "".join(f", {name} {value}" for name, value in data["options"].items())
    title = f"{data['game']}, {data['players']} players{chosen}, {data['games']:,} games"
    out.print(_standing_table(title, data))
    out.print()
    if len(data["standing"]) > 2:
        out.print(_pairs_table(data))
        out.print()
    for line in remarks(data):
        out.print(line, style="dim")


def _standing_table(title: str, data: dict[str, Any]) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("bot", overflow="fold")
    for head in "wins %", "score", "margin", "rating":
        table.add_column(head, justify="right", no_wrap=True)
    for row in data["standing"]:
        wins = _interval({name: None if value is None else 100 * value for name, value in row["wins"].items()}, 1)
        rest = _reach(row["score"], 1), _reach(row["margin"], 1, "+"), _reach(row["rating"], 0, "+")
        table.add_row(row["bot"], wins, *rest)
    return table


def _pairs_table(data: dict[str, Any]) -> Table:
    table = Table(title="row scores more than column, % (ties half)", title_justify="left", box=None)
    table.add_column("")
    for name in data["ranking"]:
        table.add_column(name, justify="right", no_wrap=True)
    shares = {(pair["bot"], pair["against"]): pair["scores_more"] for pair in data["pairs"]}
    for a in data["ranking"]:
        cells = [
            _interval({name: 100 * value for name, value in shares[a, b].items()}, 0) if (a, b) in shares else ""
            for b in data["ranking"]
        ]
        table.add_row(a, *cells)
    return table


def _interval(estimate: dict[str, float | None], digits: int) -> str:
    """The mean, and the ends of its interval."""
    middle, low, high = estimate["mean"], estimate["low"], estimate["high"]
    if middle is None or low is None or high is None:
        return "-" if middle is None else f"{middle:.{digits}f}"
    return f"{middle:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def _reach(estimate: dict[str, float | None], digits: int, sign: str = "") -> str:
    """The mean, and how far its interval reaches on both sides."""
    middle, high = estimate["mean"], estimate["high"]
    if middle is None or high is None:
        return "-" if middle is None else f"{middle:{sign},.{digits}f}"
    return f"{middle:{sign},.{digits}f} ± {high - middle:,.{digits}f}"


def remarks(data: dict[str, Any]) -> list[str]:
    """What helps to read the numbers."""
    said = [f"equal share of wins: {100 * data['fair_share']:.1f} %; 95 % intervals, from blocks of one deal"]
    if data["games"] > data["asked"] and not data["stopped"]:
        said.append(f"a full round is {data['round']:,} games, after which every bot sat equally often in every seat")
    if data["endings"].get("unfinished"):
        said.append(f"{data['endings']['unfinished']:,} games were given up after 1,000 turns (SN-25) and do not count")
    if data["sure_after"]:
        looks = data["looks"].index(data["sure_after"]) + 1
        said.append(
            f"sure of the ranking after {data['sure_after']:,} games, at look {looks} of {len(data['looks'])}: "
            "wrong at most once in 20 such runs, all pairs and looks together (Bonferroni)"
        )
        said.append(
            "a run that stops when it is sure shows differences that are a little too large; so do the intervals"
        )
    elif data["until_sure"] and not data["stopped"]:
        said.append("not sure of the ranking: some neighbours could be the other way round")
    return said
