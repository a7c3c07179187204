"""Positions of Sneaky drawn as text, and played on.

    centre R1 Y2• -
    pile   B2 S3
    > 0 cuffs 2 safe P1 stack Y3
      1 cuffs 3 safe -  stack Y3 G2•
    last round 2
    roll   YYRSP

A dot is a die that lies on a bandit, `>` marks whose turn it is, stacks are drawn from the bottom up; with two
players a slash parts the stack of 2s from that of 3s. The pile is named, or is the `rest`: all bandits that are not
on the table, as if the line were missing. The last line tells where the turn is: `rolls 4` before four dice are
rolled, `roll YYR` when none of them is placed yet, `left YYR` when some are and these are not. Only such positions
can be read. What comes of them can also be `start`, `set-up`, `refill`, `lays Y2 G3`, or `over` with the ending.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from beute.games.contract import CHANCE
from beute.games.sneaky import rules
from beute.games.sneaky.view import SneakyView, Spot, Stack
from beute.games.sneaky.words import BANDIT_NAMES
from beute.play.engine import Engine, engine
from beute.play.setup import set_up
from tests.games.standing import game_at

COLOURS = "YRGBSP"
DICE = 7
DIE = "•"
SEAT = re.compile(r"(?P<turn>> )?(?P<seat>\d) cuffs (?P<cuffs>\d+) safe (?P<safe>.+) stack (?P<stack>.+)")
PHASES = {"start": "start", "setup": "set-up", "refill": "refill"}


@dataclass
class Table:
    """A position, and the events that were played since it was set up."""

    engine: Engine
    table: np.ndarray[Any, Any]
    events: list[str] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.table[0]

    def copy(self) -> Table:
        return Table(self.engine, self.table.copy(), self.events.copy())

    # ------------------------------------------------------------ asking

    @property
    def chance_is_due(self) -> bool:
        return bool(self.state.due == CHANCE)

    @property
    def asked(self) -> int | None:
        """The seat that is asked, if any is."""
        mask = int(self.state.due)
        return mask.bit_length() - 1 if mask > 0 else None

    @property
    def legal(self) -> list[str]:
        return [] if self.asked is None else self.engine.legal(self.state, self.asked)

    @property
    def chances(self) -> dict[str, int]:
        return dict(zip(*self.engine.chances(self.state), strict=True)) if self.chance_is_due else {}

    @property
    def possible(self) -> list[str]:
        """All events that can come next."""
        return [f"* {word}" for word in self.chances] + [f"{self.asked} {word}" for word in self.legal]

    def why(self, event: str) -> str | None:
        """The clause and the code that refuse a seat's event."""
        seat, _, word = event.partition(" ")
        if int(seat) == self.asked and word in self.legal:
            return None
        return " ".join(self.engine.parts.words.why(self.state, int(seat), self.engine.decisions[word]))

    @property
    def scores(self) -> list[int]:
        return self.engine.scores(self.state)

    @property
    def ending(self) -> str | None:
        endings: list[str | None] = [None, *self.engine.setup.about.ENDINGS]
        return endings[int(self.state.ending)]

    @property
    def view(self) -> SneakyView:
        shown: SneakyView = game_at(self.engine, self.table).view(None)
        return shown

    # ------------------------------------------------------------ playing

    def play(self, events: str) -> Table:
        """Play events, parted by commas."""
        for event in filter(None, map(str.strip, events.split(","))):
            actor, _, word = event.partition(" ")
            chance = actor == "*"
            number = (self.engine.outcomes if chance else self.engine.decisions).get(word)
            pair = [(CHANCE if chance else int(actor), -1 if number is None else number)]
            if number is None or not self.engine.follow(self.table, pair).steps:
                raise ValueError(f"{event!r} is not possible; possible are {self.possible[:12]} at\n{self}")
            self.events.append(event)
        return self

    def take(self, spots: str) -> Table:
        """A turn with one roll that fills the bandits on these spots, and stops."""
        bandits = {spot: self.open_bandits[spot] for spot in spots.split()}
        dice = "".join(bandit[0] * int(bandit[1]) for bandit in bandits.values())
        puts = [f"{self.turn} put {spot}" for spot, bandit in bandits.items() for _ in range(int(bandit[1]))]
        self.play(f"* roll {faces(dice + dice[0] * (DICE - len(dice)))}")
        return self.play(", ".join([*puts, f"{self.turn} stop"]))

    def raid(self, refills: Iterator[str] | None = None) -> Table:
        """A turn that captures the first two bandits of the centre; others come, any or these."""
        self.take(" ".join([spot for spot in self.open_bandits if spot.startswith("c")][:2]))
        if self.legal:
            self.play(f"{self.asked} {self.legal[0]}")
        for _ in range(2):
            if self.view["step"] == "refill":
                self.play(f"* open {next(refills)}" if refills else self.possible[0])
        return self

    def bust(self) -> Table:
        """A turn with one roll, of a colour that no open bandit has."""
        wanted = {bandit[0] for bandit in self.open_bandits.values()}
        return self.play("* roll " + next(colour for colour in COLOURS if colour not in wanted) * DICE)

    @property
    def turn(self) -> int:
        turn = self.view["turn"]
        assert turn is not None
        return turn

    @property
    def open_bandits(self) -> dict[str, str]:
        """SN-8, read off the table: the bandits by the spots that name them."""
        shown = self.view
        found = {f"c{slot}": there["bandit"] for slot, there in enumerate(shown["centre"]) if there}
        for seat, there in enumerate(shown["seats"]):
            for name, stack in zip(stack_names(seat, len(shown["seats"])), there["stacks"], strict=True):
                if stack["bandits"] and seat != shown["turn"]:
                    found[name] = stack["bandits"][-1]
        return found

    # ------------------------------------------------------------ as the rules number things

    def kind(self, bandit: str) -> int:
        return BANDIT_NAMES.index(bandit)

    def set_of(self, bandits: list[str]) -> int:
        found = 0
        for bandit in bandits:
            found = rules.added(found, self.kind(bandit))
        return found

    # ------------------------------------------------------------ drawing

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        shown = self.view
        rows = ["centre " + " ".join(_spot(there) for there in shown["centre"]), f"pile {self._pile(shown)}"]
        for seat, there in enumerate(shown["seats"]):
            mark = "> " if shown["turn"] == seat else ""
            stacks = " / ".join(_stack(stack) for stack in there["stacks"])
            rows.append(f"{mark}{seat} cuffs {there['cuffs']} safe {_names(there['safe'])} stack {stacks}")
        if shown["turns_left"] is not None and self.ending is None:
            rows.append(f"last round {shown['turns_left']}")
        return [*rows, self._phase(shown)]

    def _pile(self, shown: SneakyView) -> str:
        on_table = Counter(there["bandit"] for there in shown["centre"] if there) + Counter(shown["to_lay"])
        for there in shown["seats"]:
            on_table.update(there["safe"])
            for stack in there["stacks"]:
                on_table.update(stack["bandits"])
        pile = Counter(shown["pile"])
        return "rest" if pile and pile + on_table == bandits_of(self.engine) else _names(shown["pile"])

    def _phase(self, shown: SneakyView) -> str:
        step = shown["step"]
        if step == "over":
            return f"over {self.ending}"
        if step == "top":
            return f"lays {_names(shown['to_lay'])}"
        if step == "roll":
            return f"rolls {shown['dice_left']}"
        if step == "put":
            return ("left " if self.state.placed else "roll ") + ("".join(shown["dice"]) or "-")
        return PHASES[step]

    def must_show(self, expected: str) -> None:
        """Every line of a drawing, which may leave lines out, is a line of this table."""
        missing = [line for line in lines(expected) if line not in self.lines]
        if missing:
            raise AssertionError(f"not on the table: {missing}\n{self}")


def lines(drawing: str) -> list[str]:
    return [" ".join(line.split()) for line in drawing.splitlines() if line.strip()]


def faces(dice: str) -> str:
    """Dice in the order of colours."""
    return "".join(sorted(dice, key=COLOURS.index))


def stack_names(seat: int, players: int) -> list[str]:
    return [f"s{seat}.2", f"s{seat}.3"] if players == 2 else [f"s{seat}"]


def bandits_of(of: Engine) -> Counter[str]:
    """SN-2: the bandits in the box."""
    return Counter(colour + value for colour in COLOURS for value in dict(of.setup.options)["bandits"])


def _names(bandits: list[str]) -> str:
    return " ".join(bandits) or "-"


def _spot(there: Spot | None) -> str:
    return "-" if there is None else there["bandit"] + DIE * there["dice"]


def _stack(stack: Stack) -> str:
    return _names(stack["bandits"]) + DIE * stack["dice"]


# ---------------------------------------------------------------- reading


def new(players: int, **options: object) -> Table:
    """A table before the first event."""
    of = engine(set_up("sneaky", players, options))
    return Table(of, of.table())


def position(drawing: str, **options: object) -> Table:
    """The table that is drawn."""
    rows = lines(drawing)
    seats = [found for row in rows if (found := SEAT.fullmatch(row))]
    words = {row.split()[0]: row.split()[1:] for row in rows if not SEAT.fullmatch(row)}
    table = new(len(seats), **options)
    dice: dict[str, str] = {}  # those that lie on a bandit, by spot
    drawn = _centre(table, words["centre"], dice)
    for seat, found in enumerate(seats):
        drawn += _seat(table, seat, found, dice)
    _pile(table, words.get("pile", ["rest"]), drawn)
    if "last" in words:
        table.state.turns_left = int(words["last"][1])
    [turn] = [int(found["seat"]) for found in seats if found["turn"]]
    rules.begin_turn(table.state, turn)
    [phase] = words.keys() & {"rolls", "roll", "left"}
    _dice(table, dice, phase, words[phase][0].replace("-", ""))
    table.events.clear()
    return table


def _centre(table: Table, drawn: list[str], dice: dict[str, str]) -> list[str]:
    """Put the bandits into the slots; tell which they are."""
    bandits = [_bandit(one, f"c{slot}", dice) for slot, one in enumerate(drawn)]
    table.state.centre = [table.kind(bandit) if bandit != "-" else -1 for bandit in bandits]
    return [bandit for bandit in bandits if bandit != "-"]


def _seat(table: Table, seat: int, found: re.Match[str], dice: dict[str, str]) -> list[str]:
    """Give a seat what it has; tell which bandits these are."""
    s = table.state
    s.cuffs[seat] = int(found["cuffs"])
    safe = found["safe"].replace("-", "").split()
    s.safe[seat] = table.set_of(safe)
    bandits = safe
    names = stack_names(seat, table.engine.setup.players)
    for n, (name, drawn) in enumerate(zip(names, found["stack"].replace("-", "").split("/"), strict=True)):
        stack = [_bandit(one, name, dice) for one in drawn.split()]
        s.stack[seat * len(names) + n, : len(stack)] = [table.kind(bandit) for bandit in stack]
        s.height[seat * len(names) + n] = len(stack)
        bandits += stack
    return bandits


def _bandit(drawn: str, spot: str, dice: dict[str, str]) -> str:
    """A bandit, whose dice are taken note of."""
    bandit = drawn.rstrip(DIE)
    if bandit != drawn:
        dice[spot] = bandit[0] * (len(drawn) - len(bandit))
    return bandit


def _pile(table: Table, said: list[str], drawn: list[str]) -> None:
    rest = bandits_of(table.engine)
    rest.subtract(drawn)
    if min(rest.values()) < 0:
        raise ValueError(f"more bandits than there are: {-rest}")
    table.state.pile = table.set_of(list(rest.elements()) if said == ["rest"] else [] if said == ["-"] else said)


def _dice(table: Table, dice: dict[str, str], phase: str, said: str) -> None:
    """Bring the dice onto the bandits, and to where the last line says the turn is."""
    placed = "".join(dice.values())
    puts = ", ".join(f"{table.turn} put {spot}" for spot, those in dice.items() for _ in those)
    others = COLOURS[0] * int(said) if phase == "rolls" else said
    if len(placed) + len(others) != DICE:
        raise ValueError(f"{len(placed)} dice placed and {len(others)} not placed are not {DICE}\n{table}")
    if phase == "left":
        table.play(f"* roll {faces(placed + others)}, {puts}")
        return
    if placed:
        table.play(f"* roll {faces(placed + others)}, {puts}, {table.turn} again")
    if phase == "roll":
        table.play(f"* roll {others}")
