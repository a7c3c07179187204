"""An app at a table, a person who has only keys, and the screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from selectors import DefaultSelector
from time import monotonic
from typing import Any, TypeVar
from unicodedata import name as unicode_name

from textual.events import Key, MouseDown, MouseUp
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from beute import games
from beute.play.game import Game
from beute.table.seats import seats_for
from beute.terminal.app import BeuteApp
from beute.terminal.look import Spot
from beute.terminal.screens.page import Drawn
from beute.terminal.screens.reading import CurtainScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf

SMALL, LARGE = (80, 24), (120, 40)
NAMES = "Ada,Bob,Cleo,Dora,Emil,Fritz,Gina"
PATIENCE = 60.0  # seconds for a screen to come
Kind = TypeVar("Kind", bound=Screen[Any])


class Quiet(DefaultSelector):
    """Tells who asks when an event loop has nothing to do, which is when it waits for files and clocks alone."""

    def __init__(self) -> None:
        super().__init__()
        self._asking: list[asyncio.Future[None]] = []

    async def come(self) -> None:
        """Until no task can go on: all messages have gone from a widget to its screen, to the app, and back."""
        self._asking.append(asyncio.get_running_loop().create_future())
        await self._asking[-1]

    def select(self, timeout: float | None = None) -> Any:
        if self._asking and timeout != 0:
            for each in self._asking:
                each.set_result(None)
            self._asking, timeout = [], 0
        return super().select(timeout)


def begin(
    folder: Path, game: str, players: int, people: int = 1, seed: str = "table", bots: str = "random", **options: Any
) -> Session:
    """A table on a shelf of its own, with repeatable luck."""
    names = ",".join(NAMES.split(",")[:people])
    return Session.begin(Shelf(folder), game, seats_for(game, players, people, names, bots, "en"), options, seed)


def advance(session: Session, events: int = 0, person: int | None = None) -> Session:
    """Some way into the game, without a screen: until a person, or that one, is asked after so many events."""
    while session.person_asked is None or session.game.length < events or person not in (None, session.person_asked):
        assert not session.game.over
        play_anything(session)
    return session


def play_anything(session: Session) -> None:
    """Whoever is asked, without a screen."""
    seat, word = anything(session.game, session.table.people)
    session.table.play(seat, word)


def play_out(session: Session) -> Session:
    """To the end of the game, without a screen."""
    while not session.game.over:
        play_anything(session)
    return session


def near_the_end(session: Session, events: int) -> Session:
    """A person is asked, and the game would go on for so many events or a few more if nobody looked."""
    game, asked = session.game.copy(), []
    while not game.over:
        if set(game.due) & set(session.table.people):
            asked.append(game.length)
        seat, word = anything(game, session.table.people)
        game.play(word, seat)
    return advance(session, max(n for n in asked if n <= max(asked[0], game.length - events)))


def anything(game: Game, people: tuple[int, ...]) -> tuple[int, str]:
    """A seat that is asked, people first, and what it might play."""
    seat = next((seat for seat in game.due if seat in people), game.due[0])
    words = game.legal_for(seat)
    return seat, words[game.length * 7 % len(words)]


class Table:
    """The app as a person has it: keys, a mouse, and what can be read."""

    def __init__(self, app: BeuteApp, pilot: Pilot[str], quiet: Quiet) -> None:
        self.app = app
        self.pilot = pilot
        self.quiet = quiet

    # ------------------------------------------------------------ what is on

    @property
    def rows(self) -> list[Strip]:
        """What is shown, with its styles. Textual has no public name for it: its own tests look here, too."""
        return self.app.screen._compositor.render_strips()

    @property
    def lines(self) -> list[str]:
        """The screen as text, without the blanks at the ends of lines."""
        width, height = self.app.size
        assert len(self.rows) == height
        return [row.text[:width].rstrip() for row in self.rows]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def table(self) -> TableScreen:
        return self.at(TableScreen)

    def at(self, kind: type[Kind]) -> Kind:
        assert isinstance(self.app.screen, kind), f"{self.app.screen}\n{self.text}"
        return self.app.screen

    @property
    def behind(self) -> TableScreen:
        """The table behind a screen that hides it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    def spot(self, key: str) -> Spot:
        return next(spot for spot in self.table.spots if key in spot.keys)

    def keys(self, possible: bool) -> list[str]:
        """Those that would be played now, or those that would be refused."""
        can = self.table.look.possible
        return [spot.keys[0] for spot in self.table.spots if (spot.name in can) == possible]

    def widget_text(self, name: str) -> str:
        """What one widget shows, its lines put together."""
        region = self.app.screen.query_one(f"#{name}", Widget).region
        shown = [line[region.x : region.right].strip() for line in self.lines[region.y : region.bottom]]
        return " ".join(" ".join(shown).split())

    @property
    def talk(self) -> str:
        return self.widget_text("talk")

    def check(self) -> None:
        """What must be so on every screen: nothing that is drawn is cut off."""
        for drawn in self.app.screen.query(Drawn):
            width, height = drawn.size
            lines = drawn._draw(width, height)
            assert len(lines) <= height, f"{drawn.id} has {len(lines)} lines for {height}\n{self.text}"
            for line in lines:
                assert line.cell_len <= width, f"{drawn.id} has {line.cell_len} columns for {width}\n{self.text}"

    # ------------------------------------------------------------ what is done

    async def press(self, *keys: str) -> None:
        """Keys, each answered before the next."""
        for key in keys:
            self.send(key)
            await self.settle()

    async def fill_in(self, text: str) -> None:
        """Letters into a field."""
        for letter in text:
            self.send(letter)
        await self.settle()

    def send(self, key: str) -> None:
        """A key as a terminal sends it; `pilot.press` does the same, and then waits for long."""
        name = key if len(key) > 1 or key.isalnum() else unicode_name(key).lower().replace(" ", "_").replace("-", "_")
        signs = {"enter": "\r", "tab": "\t", "escape": "\x1b", "space": " "}
        self.app.post_message(Key(name, key if len(key) == 1 else signs.get(key)))

    async def settle(self) -> None:
        """Until all that was set off is done, and shown: what is drawn next looks the same. Bots may still be playing.

        Pilots wait until the process has nothing to do, which on a busy machine may only seem so.
        """
        shown, until = list[Strip](), monotonic() + PATIENCE
        while True:
            await self.quiet.come()
            await self.app.animator.wait_until_complete()
            if self.app.return_code is not None:
                return  # left; or something was raised, and will be again when the app ends
            await self.pilot.pause(0)
            if self.rows == shown:
                return
            assert monotonic() < until, f"it never ends\n{self.text}"
            shown = self.rows

    async def until(self, kind: type[Screen[Any]]) -> None:
        await self.wait(lambda: isinstance(self.app.screen, kind))

    async def wait(self, so: Callable[[], bool]) -> None:
        """For what bots and threads bring about."""
        until = monotonic() + PATIENCE
        while not so():
            await asyncio.sleep(0.001)
            assert not self.app.return_code
            assert monotonic() < until, f"nothing happens\n{self.text}"

    async def asked(self) -> None:
        """Until a person is asked, or sees the curtain, or the game is over."""

        def so() -> bool:
            screen = self.app.screen
            return not isinstance(screen, TableScreen) or bool(screen.spots) or screen.session.game.over

        await self.wait(so)

    async def play_on(self, by: str = "keys", moves: int | None = None, look: Callable[[], None] | None = None) -> int:
        """Choose what is possible, to the end of the game or so many choices; how many it took.

        `look` is called when each new screen is there.
        """
        made = 0
        while moves is None or made < moves:
            await self.asked()
            if look is not None:
                await self.settle()
                look()
            if isinstance(curtain := self.app.screen, CurtainScreen):
                self.send("enter")
                # The table may be behind the next one already, where there was only one answer.
                await self.wait(lambda: self.app.screen is not curtain)
                continue
            if isinstance(self.app.screen, ScoringScreen):
                break
            screen = self.table
            possible = [n for n, spot in enumerate(screen.spots) if spot.name in screen.look.possible]
            before = self._position(screen)
            self.choose(possible[made * 7 % len(possible)], by)
            await self.wait(lambda: self._position(screen) != before)  # noqa: B023 (it is awaited at once)
            made += 1
        await self.settle()
        return made

    def choose(self, number: int, by: str = "keys") -> None:
        """A spot, counted from 0, by its key or with the arrows."""
        names = [spot.name for spot in self.table.spots]
        pointed = self.table.pointed
        steps = (number - names.index(pointed)) % len(names) if pointed in names else number + 1
        for key in [self.table.spots[number].keys[0]] if by == "keys" else [*["right"] * steps, "enter"]:
            self.send(key)

    def _position(self, screen: TableScreen) -> tuple[object, ...]:
        game = screen.session.game
        return game.length, game.as_played[-1:], screen.picked, len(game.refusals)

    async def choose_first(self) -> None:
        """The first that is possible."""
        await self.press(self.keys(possible=True)[0])

    async def impossible(self) -> str:
        """Play on until a key would be refused: that key."""
        await self.asked()
        while not self.keys(possible=False):
            await self.choose_first()
            await self.asked()
        return self.keys(possible=False)[-1]

    async def resize(self, size: tuple[int, int]) -> None:
        await self.pilot.resize_terminal(*size)
        await self.wait(lambda: self.app.screen.size == size)  # Textual lets sizes change for a while
        await self.settle()

    async def click(self, name: str) -> None:
        """Where a spot is drawn: in the middle of it."""
        places = self.places(name)
        assert places, f"{name} is not on the screen\n{self.text}"
        await self.click_at(places[len(places) // 2])

    async def click_at(self, place: tuple[int, int]) -> None:
        """The button down and up, as a terminal tells it; `pilot.click` waits for long in between."""
        for kind in MouseDown, MouseUp:
            x, y = place
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
            await self.settle()

    def places(self, name: str) -> list[tuple[int, int]]:
        """All places of the screen that belong to a spot, as the styles that are shown there say."""
        found = []
        for y, row in enumerate(self.rows):
            x = 0
            for segment in row:
                if segment.style is not None and segment.style.meta.get("spot") == name:
                    found += [(x + n, y) for n in range(segment.cell_length)]
                x += segment.cell_length
        return found


def at_table(
    play: Callable[[Table], Awaitable[None]],
    session: Session | None,
    language: str = "en",
    size: tuple[int, int] = SMALL,
    pace: float | None = 0,
    folder: Path | None = None,
    newcomer: bool = False,
) -> str | None:
    """Run a pilot at a table, or at the start; and what the app says at its end. Only a newcomer is shown cards."""
    shelf = session.shelf if session is not None else Shelf(folder)
    app = BeuteApp(shelf, language, session, pace)
    if not newcomer:
        app.settings.cards = [*games.NAMES]
    return use(app, play, size)


def use(app: BeuteApp, play: Callable[[Table], Awaitable[None]], size: tuple[int, int] = SMALL) -> str | None:
    quiet = Quiet()

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            table = Table(app, pilot, quiet)
            await table.settle()
            await play(table)

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(quiet)) as runner:
        runner.run(run())
    return app.return_value
