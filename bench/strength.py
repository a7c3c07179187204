"""How strong the bots are: every bot against every other, each game, the fewest and the most players.

`python bench/strength.py [--games 400] [--only raeuber,2] [--seed 0] [--levels] [--second] [--keep FOLDER] [--write]`

With `--levels` each level against the one below, the lowest against `random` and `greedy`, for every number of players,
with the absurd moves that were played (`bots/absurd`); with `--second` `master` and some below it with simulations for
about a second. `--write` puts the tables into docs/bots.md. With `--keep` an
interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import beute
from beute import bots, games
from beute.bots import Budget
from beute.lab.arena import Arena
from beute.play.setup import set_up

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
RANKED = ("random", "greedy", "turn", "search", "master")
SIMULATIONS = {  # that take about 50 ms
    ("sneaky", 2): {"search": 20_000, "master": 200},
    ("sneaky", 4): {"search": 25_000, "master": 100},
    ("schattendieb", 3): {"search": 9000, "master": 5500},
    ("schattendieb", 7): {"search": 3000, "master": 700},
    ("raeuber", 2): {"search": 4000, "master": 3000},
    ("raeuber", 5): {"search": 2500, "master": 1550},
}
# Of the master among levels: fewer, so that there are many games in little time. It is no better for that.
AMONG_LEVELS = {
    "sneaky": {2: 40, 3: 40, 4: 40},
    "schattendieb": {3: 1200, 4: 800, 5: 600, 6: 450, 7: 350},
    "raeuber": {2: 1500, 3: 1250, 4: 1000, 5: 800},
}
MORE = 20  # times as many take about a second
# Whom `master` meets with a second, and with how many players: in the card games first where both are far apart, as
# games take long.
MET = (("sneaky", 2, "search"), ("schattendieb", 7, "greedy"), ("raeuber", 2, "greedy"), ("raeuber", 2, "search"))
FEW = 40  # decisions that are timed


@dataclass(frozen=True)
class Cell:
    """Two bots that play each other; the second should be the better one."""

    game: str
    players: int
    pair: tuple[str, str]

    def run(self, most: int, seed: int, until_sure: bool, keep: Path | None) -> dict[str, Any]:
        setup = set_up(self.game, self.players, {})
        arena = Arena.of(setup, list(self.pair), most, seed)
        file = keep / f"{self.game}-{self.players}-{'-'.join(self.pair)}.jsonl" if keep else None
        standing = arena.run(until_sure=until_sure, keep=file)
        if standing.stopped:
            raise KeyboardInterrupt
        data = standing.data()
        better = next(row for row in data["standing"] if row["bot"] == self.pair[1])
        above = next(pair for pair in data["pairs"] if pair["bot"] == self.pair[1])
        return {
            "game": self.game,
            "players": self.players,
            "worse": self.pair[0],
            "better": self.pair[1],
            "games": data["games"],
            "wins": better["wins"],
            "above": above["scores_more"],
            "absurd": {row["bot"]: row["absurd"] for row in data["standing"]},
            "seconds": data["seconds"],
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="at most, for each pair; fewer if the result is certain")
    parser.add_argument("--only", default="", help="a game, or a game and a number of players")
    parser.add_argument("--seed", type=int, default=0, help="of the deals")
    parser.add_argument("--levels", action="store_true", help="each level against the one below")
    parser.add_argument(
        "--second", action="store_true", help="master and some below it, with simulations for about a second"
    )
    parser.add_argument("--keep", type=Path, help="a folder for finished games")
    parser.add_argument("--write", action="store_true", help="into docs/bots.md")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    kind = "levels" if options.levels else "second" if options.second else "strength"
    game, _, players = options.only.partition(",")
    rows = []
    for cell in {"levels": levels, "second": second, "strength": strength}[kind]():
        if game in ("", cell.game) and players in ("", str(cell.players)):
            rows.append(cell.run(options.games, options.seed, kind != "levels", options.keep))
            print(told(rows[-1]), flush=True)
    text = "\n".join(TABLES[kind](rows))
    print(f"\n{text}")
    if options.write:
        write(kind, text)


# ---------------------------------------------------------------- who meets whom


def tables() -> Iterator[tuple[str, int]]:
    for game in games.NAMES:
        seats = games.about(game).SEATS
        yield from ((game, seats[0]), (game, seats[-1]))


def with_budget(game: str, players: int, bot: str, times: int = 1) -> str:
    budgets = SIMULATIONS[game, players]
    return f"{bot}@{times * budgets[bot]}" if bot in budgets else bot


def strength() -> Iterator[Cell]:
    for game, players in tables():
        those = [with_budget(game, players, bot) for bot in RANKED if bot in bots.who_play(game)]
        for pair in combinations(those, 2):
            yield Cell(game, players, pair)


def levels() -> Iterator[Cell]:
    lowest, highest = bots.LEVELS[0], bots.LEVELS[-1]
    for game, budgets in AMONG_LEVELS.items():
        for players, budget in budgets.items():
            for below, level in [("random", lowest), ("greedy", lowest), *pairwise(bots.LEVELS)]:
                yield Cell(game, players, (below, f"{level}@{budget}" if level == highest else level))


def second() -> Iterator[Cell]:
    for game, players, below in MET:
        worse, better = (with_budget(game, players, bot, MORE) for bot in (below, "master"))
        yield Cell(game, players, (worse, better))


# ---------------------------------------------------------------- what is told


def told(row: dict[str, Any]) -> str:
    share, pair = percent(row["wins"]), percent(row["above"])
    who = f"{row['game']}/{row['players']} {row['better']} against {row['worse']}"
    played = f"{row['games']} games, {row['seconds']:.0f} s, absurd moves: {absurd(row)}"
    return f"{who}: wins {share}, scores more in {pair}, {played}"


def percent(estimate: dict[str, float]) -> str:
    return f"{100 * estimate['mean']:.1f} % [{100 * estimate['low']:.1f}, {100 * estimate['high']:.1f}]"


def plain(bot: str) -> str:
    return bot.partition("@")[0]


def strength_tables(rows: list[dict[str, Any]]) -> Iterator[str]:
    """For each game and number of players the share of wins of the bot of a row, by opponent."""
    for game, players in tables():
        here = [row for row in rows if (row["game"], row["players"]) == (game, players)]
        if not here:
            continue
        those = list(dict.fromkeys(row["worse"] for row in here))
        yield f"\n### {games.about(game).TITLE}, {players} players\n"
        yield f"Equal share: {100 / players:.1f} %.\n"
        yield f"| wins | ms | {' | '.join(map(plain, those))} |"
        yield f"|---|---{'|---' * len(those)}|"
        for better in dict.fromkeys(row["better"] for row in here):
            cells = {
                row["worse"]: f"{percent(row['wins'])} of {row['games']}" for row in here if row["better"] == better
            }
            pace = f"{milliseconds(game, players, better):.1f}"
            yield f"| {better} | {pace} | {' | '.join(cells.get(worse, '') for worse in those)} |"


def milliseconds(game: str, players: int, bot: str) -> float:
    """Processor time per decision, where there is something to decide."""
    name, _, budget = bot.partition("@")
    who, thought = bots.named(name, game), Budget.read(budget) if budget else Budget()
    table, spent, decisions = beute.new(game, players, seed=1), 0.0, 0
    rng: Any = np.array([1], np.uint64)
    while not table.over and decisions < FEW:
        seat = table.due[0]
        known, heard = table.known(seat), table.heard(seat)
        who.choose(known, heard, seat, rng, thought)  # loads what is compiled
        begun = process_time()
        a = who.choose(known, heard, seat, rng, thought)
        if len(table.legal_for(seat)) > 1:
            spent += process_time() - begun
            decisions += 1
        table.play(table.word(a), seat)
    return 1000 * spent / max(1, decisions)


def level_tables(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield "| game | players | level | against | scores more | wins | equal share | games | absurd moves |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for row in rows:
        title = games.about(row["game"]).TITLE
        yield (
            f"| {title} | {row['players']} | {row['better']} | {row['worse']} | {percent(row['above'])} "
            f"| {percent(row['wins'])} | {100 / row['players']:.1f} % | {row['games']} | {absurd(row)} |"
        )


def absurd(row: dict[str, Any]) -> str:
    """How many absurd moves were played, and by whom."""
    return ", ".join(f"{times} by {bot}" for bot, times in row["absurd"].items() if times) or "none"


TABLES = {"strength": strength_tables, "levels": level_tables, "second": level_tables}


def write(kind: str, text: str) -> None:
    """Write the tables into the page; what was not measured now stays as it was."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {kind} -->\n", f"<!-- end of {kind} -->"
    head, _, rest = page.partition(begin)
    old, _, tail = rest.partition(end)
    found = pieces(kind, old) | pieces(kind, f"{text}\n")
    order = [f"{games.about(game).TITLE} {players}" for game in games.NAMES for players in games.about(game).SEATS]
    text = "".join(
        found[name] for name in sorted(found, key=lambda name: order.index(name[0]) if name[0] in order else -1)
    )
    PAGE.write_text(f"{head}{begin}{text}{end}{tail}", encoding="utf-8")


PIECES = {  # how the tables of strength begin, and the rows of levels; their names are the same whatever the budgets
    "strength": r"\n### (.+), (\d+) players",
    "levels": r"\| ([^|]+) \| (\d) \| ([^|@]+)\S* \| ([^|@]+)\S* \|",
}
PIECES["second"] = PIECES["levels"]


def pieces(kind: str, text: str) -> dict[tuple[str, ...], str]:
    """The parts of a page, by game and players and by pair; first what comes before all of them."""
    found = {}
    for piece in re.split(f"(?m)^(?={PIECES[kind].replace('(', '(?:')})", text):
        begun = re.match(PIECES[kind], piece)
        title, players, *who = begun.groups() if begun else ("", "")
        found[f"{title} {players}", *who] = piece
    return found


if __name__ == "__main__":
    main()
