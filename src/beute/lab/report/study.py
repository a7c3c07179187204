"""All games of a report: the main ones, those with another option, and bots against each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import beute
from beute.bots.entrants import Entrant
from beute.lab.arena import Arena, Standing
from beute.lab.report.careless import careless
from beute.lab.report.counted import Switch
from beute.lab.report.watch import Watched, play_and_watch, watcher
from beute.lab.runs import lineup, local
from beute.play.errors import BeuteError
from beute.play.setup import Setup, about_game, set_up

MANY: Final = 20_000  # games for each number of players, where all bots are compiled
SOME: Final = 200  # where a bot is asked from Python
FEWEST: Final = 100  # with fewer an interval would be meaningless
PART: Final = 4  # one in so many games is played again for each other value of an option and in each arena
BLOCKS: Final = 20  # deals that an arena has at least
YARDSTICKS: Final = ("greedy", "random")  # bots that others are compared with

AS_IS: Final = Switch("", "")  # no option switched


@dataclass(frozen=True)
class Plan:
    """What a report is about: the same plan gives the same page."""

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        game: str,
        players: Sequence[int] = (),
        bots: Sequence[str] = ("greedy",),
        games: int | None = None,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
    ) -> Plan:
        """A checked plan, by default for all numbers of players."""
        seats = tuple(sorted(set(players))) or tuple(_about(game).SEATS)
        for number in seats:
            set_up(game, number, options or {})
        if not bots:
            raise BeuteError("no bots: name at least one", "wrong_bots")
        if len(set(bots)) < len(bots):
            raise BeuteError(f"a bot is named twice: {', '.join(bots)}", "wrong_bots", bots=list(bots))
        if games is not None and games < FEWEST:
            raise BeuteError(f"intervals need at least {FEWEST} games, not {games}", "too_few_games", games=games)
        plan = cls(game, seats, tuple(bots), games or MANY, seed, tuple((options or {}).items()))
        compiled = lineup(plan.setup(seats[0]), tuple(map(Entrant.read, plan.compared))).compiled
        return plan if compiled or games else cls(game, seats, plan.bots, SOME, seed, plan.options)

    def setup(self, players: int, switch: Switch = AS_IS) -> Setup:
        switched = {switch.option: switch.value} if switch.option else {}
        return set_up(self.game, players, dict(self.options) | switched)

    @property
    def compared(self) -> tuple[str, ...]:
        """The bots that meet in arenas."""
        return (*self.bots, *(name for name in YARDSTICKS if name not in self.bots))

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Every other value of every option, one at a time."""
        module, found = watcher(self.game), list[Switch]()
        chosen = dict(self.setup(self.players[0]).options)
        for option in _about(self.game).OPTIONS:
            if option.name in module.NO_MATTER:
                continue
            listed = [switch for switch in module.SWITCHES if switch.option == option.name]
            named = [Switch(option.name, value) for value in option.values or ()]
            found += [one for one in listed or named if option.accept(one.value) != chosen[option.name]]
        return tuple(found)

    @property
    def again(self) -> int:
        """How many games are played for each other value of an option."""
        return max(FEWEST, self.games // PART)

    def arena(self, players: int, switch: Switch, bots: Sequence[Any] = ()) -> Arena:
        number = max(self.again, BLOCKS * players)
        return Arena.of(self.setup(players, switch), bots or self.compared, number, self.seed)

    def slips(self, players: int) -> Arena:
        """A bot against one that plays like it, but carelessly."""
        return self.arena(players, AS_IS, ("greedy", careless))

    @property
    def total(self) -> int:
        """All games together."""
        arenas = sum(self.arena(n, switch).games for n in self.players for switch in (AS_IS, *self.switches))
        slips = sum(self.slips(n).games for n in self.players)
        return len(self.players) * (self.games + len(self.switches) * self.again) + arenas + slips

    def command(self, language: str) -> str:
        """The command that makes the same page."""
        words = ["beute report", self.game, "--players", ",".join(map(str, self.players)), "--games", str(self.games)]
        words += ["--bots", ",".join(self.bots), "--seed", str(self.seed)]
        words += [f"--option {name}={value}" for name, value in self.options]
        return " ".join([*words, "--lang", language])


def check_that_games_end(plan: Plan, table: Watched) -> None:
    """Refuse a bot whose games almost never end."""
    ended = int(table.finished.sum())
    if ended < FEWEST // 2:
        raise BeuteError(
            f"only {ended} of {len(table.turns):,} games of bot {plan.bots[0]!r} came to an end (SN-25): too few",
            "too_few_games",
            games=ended,
        )


def _run(arena: Arena, threads: int, progress: Callable[[int], None] | None) -> Standing:
    workers = local(threads, lineup(arena.setup, arena.entrants).compiled)
    standing = arena.run(workers, progress=progress)
    if standing.stopped:
        raise KeyboardInterrupt
    return standing


def _about(game: str) -> Any:
    about = about_game(game)
    watcher(game)  # says so if there is no report
    return about


@dataclass(frozen=True)
class Study:
    """The games of a plan."""

    plan: Plan
    version: str = beute.__version__
    tables: dict[int, Watched] = field(default_factory=dict)  # by number of players
    switched: dict[tuple[Switch, int], Watched] = field(default_factory=dict)
    standings: dict[tuple[Switch, int], Standing] = field(default_factory=dict)
    slips: dict[int, Standing] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: Plan, threads: int = 1, progress: Callable[[int], None] | None = None) -> Study:
        """Play all games of a plan."""
        study, entrant = cls(plan), Entrant.read(plan.bots[0])
        for players in plan.players:
            setup = plan.setup(players)
            study.tables[players] = play_and_watch(setup, entrant, plan.games, plan.seed, threads, progress)
            check_that_games_end(plan, study.tables[players])
            for switch in plan.switches:
                setup = plan.setup(players, switch)
                seen = play_and_watch(setup, entrant, plan.again, plan.seed, threads, progress)
                check_that_games_end(plan, seen)
                study.switched[switch, players] = seen
            for switch in (AS_IS, *plan.switches):
                study.standings[switch, players] = _run(plan.arena(players, switch), threads, progress)
            study.slips[players] = _run(plan.slips(players), threads, progress)
        return study
