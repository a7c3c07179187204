"""Does a game keep its promises? `check_game("sneaky")` checks that by random play, for every number of players.

What a game promises is in `games/contract.py`. The error for a broken promise has the position in which it was broken.
What is missing in a game that somebody is writing is told in words before it is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute import games
from beute.games.contract import CHANCE, NOBODY, OVER
from beute.games.parts import PARTS, missing
from beute.games.views import Why
from beute.lab.random_games import play_many
from beute.play.drawing import draw, known_view, open_view
from beute.play.engine import Engine, Table, engine
from beute.play.errors import BeuteError, SetupError
from beute.play.others_code import place
from beute.play.setup import Setup, set_up
from beute.research.inputs import checked_count
from beute.research.lacking import lacking
from beute.research.told import unsaid
from beute.research.versions import research_setup

LONGEST: Final = 100_000  # events of a game
DECISIONS: Final = 128  # the numbers of decisions are smaller than this
MOST: Final = 127  # largest number in an observation, so that int8 is enough
TURN: Final = ("due", "ending", "step", "seat")  # fields of every state that say together who is asked for what
LOOKS: Final = 3  # positions of each game that are checked in detail
COMPILED: Final = 100  # random games by compiled code
DRAWS: Final = 200  # samples of a chance event that is checked
UNLIKELY: Final = 0.24  # correct draws exceed this distance once in billions of events


class NotConforming(BeuteError):
    """A promise that a game does not keep."""

    def __init__(self, promise: str, broken: str, position: str) -> None:
        super().__init__(f"{promise}: {broken}\n{position}".rstrip(), "not_conforming", promise=promise)
        self.promise = promise


@dataclass
class Walk:
    """One random game, and the position that is being checked."""

    rules: Engine
    luck: random.Random
    events: list[tuple[int, int]] = field(default_factory=list)
    table: Any = None
    promise: str = ""

    def __post_init__(self) -> None:
        self.table = self.rules.table()

    @property
    def s(self) -> Any:
        return self.table[0]

    @property
    def seats(self) -> range:
        return range(self.rules.setup.players)

    @property
    def asked(self) -> list[int]:
        mask = max(0, int(self.s.due))
        return [seat for seat in self.seats if mask >> seat & 1]

    def ensure(self, kept: bool, broken: str) -> None:
        if not kept:
            setup = self.rules.setup
            there = f"{setup.about.TITLE}, {setup.players} players, after {len(self.events)} events"
            picture = draw(self.rules, open_view(self.rules, self.table))
            raise NotConforming(self.promise, broken, f"{there}:\n{picture}")

    def possible(self, table: Table, events: Sequence[tuple[int, int]]) -> bool:
        """Play events; return whether all of them were possible."""
        return len(self.rules.follow(table, events).steps) == len(events)

    def any_event(self) -> tuple[int, int]:
        """A random next event; seats that are asked at once in any order."""
        if self.s.due == CHANCE:
            words, weights = self.rules.chances(self.s)
            self.ensure(len(words) > 0 and min(weights) > 0, "a weight is not positive, or there is no outcome")
            return CHANCE, self.rules.outcomes[self.luck.choices(words, weights)[0]]
        seat = self.luck.choice(self.asked)
        legal = self.rules.legal(self.s, seat)
        self.ensure(bool(legal), f"seat {seat} is asked, but nothing is legal")
        return seat, self.rules.decisions[self.luck.choice(legal)]

    def steps(self) -> Iterator[None]:
        """Before every event of the game, and at its end."""
        yield
        while self.s.due != OVER:
            event = self.any_event()
            self.ensure(self.possible(self.table, [event]), f"event {event} is offered but cannot be played")
            self.events.append(event)
            self.ensure(len(self.events) < LONGEST, f"no end after {LONGEST} events")
            yield


# ---------------------------------------------------------------- promises


def is_complete(walk: Walk) -> None:
    """Everything in the contract is there, and numbers are in their ranges."""
    rules = walk.rules
    for part in PARTS:
        lacking = missing(part, getattr(rules.parts, part))
        walk.ensure(not lacking, f"{part}.py has no {', '.join(lacking)}")
    for words in rules.decisions, rules.outcomes:
        walk.ensure(len(set(words.values())) == len(words), "two words have the same number")
    walk.ensure(
        all(0 <= a < DECISIONS for a in rules.decisions.values()), f"a decision's number is {DECISIONS} or more"
    )
    highest = max(high for _, _, high in rules.parts.observation.OBSERVED)
    walk.ensure(highest <= MOST, f"a number of an observation can be {highest}, more than {MOST}")


def counts_from_every_seat(walk: Walk) -> None:
    """As a seat counts seats, decisions are the same ones in another order; as seat 0 does, in the same."""
    words, numbers = walk.rules.parts.words, sorted(walk.rules.decisions.values())
    for seat in walk.seats:
        counted = [words.from_seat(a, seat, len(walk.seats)) for a in numbers]
        walk.ensure(sorted(counted) == numbers, f"two decisions of seat {seat} are counted as one, or one is lost")
        walk.ensure(seat > 0 or counted == numbers, "seat 0 counts differently from the names of seats")


def offers_what_can_be_played(walk: Walk) -> None:
    """A seat that is asked has a legal decision; for a word that is not legal there is a clause."""
    for seat in walk.asked:
        legal = walk.rules.legal(walk.s, seat)
        walk.ensure(bool(legal), f"seat {seat} is asked, but nothing is legal")
        known = walk.rules.seen(walk.table, [seat])[0].s
        for word, a in walk.rules.decisions.items():
            if word not in legal:
                reason: Why | None = walk.rules.parts.words.why(known, seat, a)
                clause = None if reason is None else reason[0]
                there = clause in walk.rules.setup.about.CLAUSES
                walk.ensure(there, f"{word!r} by seat {seat} is refused by {clause!r}, which is not a clause")


def has_honest_chances(walk: Walk) -> None:
    """Outcomes are different and possible, and drawn as often as their weights say; no others are drawn."""
    if walk.s.due != CHANCE:
        return
    words, weights = walk.rules.chances(walk.s)
    walk.ensure(len(set(words)) == len(words), "an outcome is listed twice")
    numbers = [walk.rules.outcomes[word] for word in words]
    rng = np.array([walk.luck.getrandbits(62)], np.uint64)
    drawn = [int(walk.rules.parts.rules.draw(walk.s, rng)) for _ in range(DRAWS)]
    walk.ensure(set(drawn) <= set(numbers), "an outcome is drawn that is not listed")
    off = farthest(numbers, weights, drawn)
    walk.ensure(
        off < UNLIKELY, f"outcomes are not drawn by their weights: the cumulative shares differ by up to {off:.0%}"
    )
    for number in walk.luck.sample(sorted(numbers), min(5, len(numbers))):
        twin = walk.table.copy()
        walk.ensure(walk.possible(twin, [(CHANCE, number)]), f"outcome {number} cannot happen")


def farthest(numbers: list[int], weights: list[int], drawn: list[int]) -> float:
    """The largest difference between the cumulative shares of draws and of weights (Kolmogorov-Smirnov)."""
    expected = np.cumsum(weights) / sum(weights)
    found = np.cumsum([drawn.count(number) for number in numbers]) / len(drawn)
    return float(np.abs(found - expected).max())


def leaves_states_alone(walk: Walk) -> None:
    """Looking changes nothing, and what is played on a copy does not change the state."""
    rules, s, before = walk.rules, walk.s, walk.table.tobytes()
    rng, numbers = np.array([1], np.uint64), np.zeros(width(rules), np.float32)
    looks: dict[str, Callable[[], Any]] = {"scores": lambda: rules.scores(s)}
    if s.due == CHANCE:
        looks |= {"chances": lambda: rules.chances(s), "draw": lambda: rules.parts.rules.draw(s, rng)}
    if walk.asked:
        looks["legal"] = lambda: [rules.legal(s, seat) for seat in walk.asked]
    if s.due != OVER:
        looks["play on a copy"] = lambda: rules.follow(walk.table.copy(), [walk.any_event()])
    for name, look_at in looks.items():
        look_at()
        walk.ensure(walk.table.tobytes() == before, f"{name} changes the state")
    for seat in walk.seats:
        known = rules.known(s, seat)
        kept = known.tobytes()
        rules.parts.observation.observe(known, seat, numbers)
        known_view(rules, np.array([known]), seat)
        walk.ensure(known.tobytes() == kept, f"looking at what seat {seat} knows changes it")


def observes_in_bounds(walk: Walk) -> None:
    """Every number of an observation is from 0 to what OBSERVED says."""
    most = np.concatenate([np.full(length, high) for _, length, high in walk.rules.parts.observation.OBSERVED])
    for seat in walk.seats:
        numbers = np.zeros(width(walk.rules), np.float32)
        walk.rules.parts.observation.observe(walk.rules.known(walk.s, seat), seat, numbers)
        walk.ensure(bool(((numbers >= 0) & (numbers <= most)).all()), f"what seat {seat} observes is out of bounds")


def observes_what_is_shown(walk: Walk) -> None:
    """Whatever changes what a seat is shown changes what it observes.

    One thing of the state after the other becomes as it is at the same step of another game.
    """
    rules, another = walk.rules, Walk(walk.rules, walk.luck, promise=walk.promise)
    elsewhere = [another.s.copy() for _ in another.steps()]
    positions = [*again(walk)]
    walk.luck.shuffle(positions)
    for here in {int(position.s.step): position for position in positions}.values():  # one of each step
        seat = walk.luck.choice(walk.seats)
        known = rules.known(here.s, seat)
        shown, observed = as_shown(rules, known, seat), as_observed(rules, known, seat)
        same_step = [s for s in elsewhere if s.step == known.step]
        for other in walk.luck.sample(same_step, min(LOOKS, len(same_step))):
            for what, twin in with_one_change(known, rules.known(other, seat)):
                if not can_be_known(rules, twin, seat) or as_shown(rules, twin, seat) == shown:
                    continue
                told = as_observed(rules, twin, seat) != observed
                fields = differing(shown, as_shown(rules, twin, seat))
                here.ensure(told, f"seat {seat} is shown {what}, but does not observe it: its view differs in {fields}")


def observes_what_differs(walk: Walk) -> None:
    """Positions of one game that a seat observes as the same are shown to it, and to spectators, as the same."""
    rules, seat, before = walk.rules, walk.luck.choice(walk.seats), dict[bytes, Any]()
    for here in again(walk):
        known = rules.known(here.s, seat)
        legal = rules.legal(known, seat) if seat in here.asked else []
        shown = as_shown(rules, known, seat), as_shown(rules, rules.known(here.s, None), None), legal
        first = before.setdefault(as_observed(rules, known, seat), shown)
        fields = differing(first[0], shown[0]) or "what spectators see or what is legal"
        here.ensure(first == shown, f"seat {seat} observes the same as before, but is shown something else: {fields}")


def keeps_secrets(walk: Walk) -> None:
    """Two worlds that a seat cannot distinguish look the same to it in every way."""
    for seat in [NOBODY, *walk.seats]:
        here, there = knowledge(walk.rules, walk.table, seat), knowledge(walk.rules, imagined(walk, seat), seat)
        for what, mine, other in zip(("state", "observation", "view", "choices"), here, there, strict=True):
            walk.ensure(mine == other, f"the {what} of seat {seat} reveals what it cannot know")


def imagines_what_is_possible(walk: Walk) -> None:
    """An imagined world gives the seat the same knowledge, and can be played to the end."""
    for seat in walk.seats:
        world = imagined(walk, seat)
        known = walk.rules.known(walk.s, seat).tobytes()
        walk.ensure(
            walk.rules.known(world[0], seat).tobytes() == known,
            f"seat {seat} imagines a state that contradicts what it knows",
        )
        twin = Walk(walk.rules, walk.luck, promise=walk.promise)
        twin.table = world
        for _ in twin.steps():
            pass


def takes_answers_in_any_order(walk: Walk) -> None:
    """Seats that are asked at once may answer in any order."""
    seats = walk.asked
    if len(seats) < 2:
        return
    answers = {seat: all_answers(walk, seat) for seat in seats}
    ends = set()
    for _ in range(3):
        order = [seat for seat in seats for _ in answers[seat]]
        walk.luck.shuffle(order)
        queue, twin = {seat: list(answers[seat]) for seat in seats}, walk.table.copy()
        events = [(seat, queue[seat].pop(0)) for seat in order]
        walk.ensure(walk.possible(twin, events), f"answers {events} cannot be played")
        ends.add(twin.tobytes())
    walk.ensure(len(ends) == 1, "the order of simultaneous answers makes a difference")


def ends_well(walk: Walk) -> None:
    """The end is one of ENDINGS, everybody has a score, and the same events lead to the same end."""
    about = walk.rules.setup.about
    walk.ensure(1 <= int(walk.s.ending) <= len(about.ENDINGS), f"ending {int(walk.s.ending)} is not in ENDINGS")
    walk.ensure(len(walk.rules.scores(walk.s)) == len(walk.seats), "not every seat has a score")
    again = walk.rules.table()
    walk.ensure(walk.possible(again, walk.events), "its events cannot be replayed")
    walk.ensure(again.tobytes() == walk.table.tobytes(), "the same events lead to a different end")


AT_FIRST: Final = (is_complete, counts_from_every_seat)
EVERYWHERE: Final = (offers_what_can_be_played, has_honest_chances, leaves_states_alone, observes_in_bounds)
SOMEWHERE: Final = (keeps_secrets, imagines_what_is_possible, takes_answers_in_any_order)
ENDED: Final = (ends_well, observes_what_is_shown, observes_what_differs)


# ---------------------------------------------------------------- how they are checked


def width(rules: Engine) -> int:
    return sum(length for _, length, _ in rules.parts.observation.OBSERVED)


def imagined(walk: Walk, seat: int) -> Any:
    """A possible world, by what a seat knows."""
    world = np.array([walk.rules.known(walk.s, None if seat == NOBODY else seat)])
    walk.rules.parts.knowledge.imagine(world[0], seat, np.array([walk.luck.getrandbits(62)], np.uint64))
    return world


def knowledge(rules: Engine, table: Any, seat: int) -> tuple[Any, ...]:
    """All that a seat, or a spectator, is told."""
    who = None if seat == NOBODY else seat
    known = rules.known(table[0], who)
    view = known_view(rules, np.array([known]), who)
    if seat == NOBODY:
        return known.tobytes(), None, view, None
    numbers = np.zeros(width(rules), np.float32)
    rules.parts.observation.observe(known, seat, numbers)
    asked = known.due > 0 and int(known.due) >> seat & 1
    return known.tobytes(), numbers.tobytes(), view, rules.legal(table[0], seat) if asked else None


def as_observed(rules: Engine, known: Any, seat: int) -> bytes:
    """What a seat observes of a state that it knows, by the rules as they are written: the state may be impossible."""
    numbers = np.zeros(width(rules), np.float32)
    as_written(rules.parts.observation.observe)(known, seat, numbers)
    return numbers.tobytes()


def as_shown(rules: Engine, known: Any, seat: int | None) -> Any:
    return known_view(rules, np.array([known]), seat)


def differing(one: Any, other: Any) -> str:
    """The fields in which two views differ."""
    return ", ".join(field for field in one if one[field] != other.get(field))


def as_written(function: Callable[..., Any]) -> Callable[..., Any]:
    return getattr(function, "py_func", function)


def can_be_known(rules: Engine, known: Any, seat: int) -> bool:
    """Whether there is nothing in a state that is hidden from the seat."""
    twin = np.array([known])
    as_written(rules.parts.knowledge.conceal)(twin[0], seat)
    return twin.tobytes() == known.tobytes()


def again(walk: Walk) -> Iterator[Walk]:
    """The positions of a game, one after the other."""
    table = walk.rules.table()
    for n in range(len(walk.events) + 1):
        walk.rules.follow(table, walk.events[n - 1 : n] if n else [])
        here = Walk(walk.rules, walk.luck, walk.events[:n], promise=walk.promise)
        here.table = table.copy()
        yield here


def with_one_change(known: Any, other: Any) -> Iterator[tuple[str, Any]]:
    """States with one thing as in the other: one number, or who is asked for what, which is one thing."""
    twin = known.copy()
    for name in TURN:
        twin[name] = other[name]
    if twin.tobytes() != known.tobytes():
        yield "whose turn it is", twin
    for name in known.dtype.names:
        here, there = np.atleast_1d(known[name]), np.atleast_1d(other[name])
        for at in zip(*np.nonzero(here != there), strict=True) if name not in TURN else ():
            twin = known.copy()
            if known[name].shape:
                twin[name][at] = there[at]
            else:
                twin[name] = other[name]
            yield f"{name}{[*map(int, at)] if known[name].shape else ''}", twin


def all_answers(walk: Walk, seat: int) -> list[int]:
    """All decisions of a seat while the others are still asked."""
    alone, answers = walk.table.copy(), list[int]()
    s, step = alone[0], alone[0].step
    while s.step == step and s.due > 0 and int(s.due) >> seat & 1 and int(s.due) != 1 << seat:
        answers.append(walk.rules.decisions[walk.luck.choice(walk.rules.legal(s, seat))])
        walk.rules.follow(alone, [(seat, answers[-1])])
    return answers


def look(walk: Walk, promises: tuple[Callable[[Walk], None], ...]) -> None:
    for promise in promises:
        walk.promise = promise.__name__.replace("_", " ")
        promise(walk)


def check_rules(rules: Engine, some: int, luck: random.Random) -> int:
    """Play some games of one set-up and check them; return how many events they had."""
    look(Walk(rules, luck), AT_FIRST)
    events = 0
    for _ in range(some):
        seed = luck.getrandbits(62)
        length = sum(1 for _ in Walk(rules, random.Random(seed), promise="plays to the end").steps())
        closely = set(luck.sample(range(length), min(LOOKS, length)))
        walk = Walk(rules, random.Random(seed), promise="plays to the end")
        for number, _ in enumerate(walk.steps()):
            if number in closely:
                twin = Walk(rules, luck, walk.events, promise=walk.promise)
                twin.table = walk.table.copy()
                look(twin, EVERYWHERE + SOMEWHERE)
        look(walk, ENDED)
        events += len(walk.events)
    return events


def check_game(name: str | Path, some: int = 10, seed: int = 1, **options: Any) -> int:
    """Check a game by its name, or by the folder of its package; return how many games were played.

    First it is looked at whether all is there, in words too; then some random games are played with every number of
    players. NotConforming says what is missing, all of it, or the first promise that is broken.
    """
    some = checked_count("some", some)
    game = bring(Path(name)) if isinstance(name, Path) or "/" in str(name) else name
    if game in games.others().broken:
        raise NotConforming("all is there", games.others().broken[game], "")
    if games.is_there(game):
        whole("all is there", lacking(game))
    try:
        setups = [set_up(game, players, options) for players in research_setup(game, None, options).about.SEATS]
    except SetupError as error:
        if error.code != "unusable_game":
            raise
        raise NotConforming("a game can be begun", str(error), "") from error
    if game in games.NAMES:
        luck = random.Random(seed)
        for setup in setups:
            check_rules(engine(setup), some, luck)
    else:
        check_code_of_others(setups, some, seed)
    return some * len(setups)


def check_code_of_others(setups: Sequence[Setup], some: int, seed: int) -> None:
    """All that tests of ours check besides; and whatever goes wrong in the code is told in words."""
    luck = random.Random(seed)
    try:
        for setup in setups:
            check_rules(engine(setup), some, luck)
            whole("everything can be told", sorted(unsaid(setup, seed)))
            play_many(setup, COMPILED, seed)
    except BeuteError:
        raise
    except Exception as error:
        (file, line), said = place(error), " ".join(str(error).split())
        told = f"{type(error).__name__}: {said:.400} ({file}:{line})"
        raise NotConforming("its code runs, also compiled", told, "") from error


def whole(promise: str, wrong: Sequence[str]) -> None:
    if wrong:
        raise NotConforming(promise, "".join(f"\n  {each}" for each in wrong), "")


def bring(package: Path) -> str:
    """A game from the folder of its package, which need not be installed; return its name."""
    try:
        return games.bring(package)
    except games.UnusableGame as why:
        raise NotConforming("all is there", str(why), "") from None
