"""The table: the board, the story, the question, and what can be answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyPress
from textual.timer import Timer

from beute import games
from beute.games.story import View
from beute.play.errors import IllegalMove
from beute.terminal.boards import board
from beute.terminal.look import KEYS, Block, Look, Spot, joined, story, wrapped
from beute.terminal.screens.page import LANGUAGE, Drawn, Key, Page, bindings
from beute.terminal.screens.reading import CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session

NOTHING: Callable[[], str] = str  # says nothing


class TableScreen(Page):
    """One match, played to its end."""

    KEYS = (
        Key("1-9", "", "", "choose"),
        Key("←→⏎", "", "", "point"),
        Key("u", "u", "undo", "undo"),
        Key("?", "question_mark", "rules", "rules"),
        Key("g", "g", "log", "log"),
        LANGUAGE,
        Key("q", "q", "leave", "leave"),
    )
    BINDINGS = bindings(
        (
            *KEYS,
            Key("", "left,up,shift+tab", "point(-1)", ""),
            Key("", "right,down,tab", "point(1)", ""),
            Key("", "enter,space", "choose", ""),
            Key("", "escape", "put_down", ""),
        )
    )

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.seat: int | None = None  # whose eyes the screen has
        self.view: View = session.game.view(None)
        self.spots: list[Spot] = []
        self.pointed: str | None = None
        self.picked: str | None = None
        self.message = NOTHING
        self.clause: str | None = None  # of the latest refusal
        self._pause: Timer | None = None

    # ------------------------------------------------------------ what is shown

    def compose(self) -> ComposeResult:
        yield Drawn(self._title, id="title")
        with Container(id="middle"):
            yield Drawn(self._board, id="board")
            yield Drawn(self._story, id="log")
        yield Drawn(self._question, id="question")
        yield Drawn(self._buttons, id="buttons")
        yield Drawn(self._message, id="message")
        yield Drawn(self.keys_line, id="keys")

    def _title(self, width: int, height: int) -> Block:
        match = self.session.match
        line = Text(f" {match.setup.about.TITLE} · {', '.join(match.names)}", "bold")
        if match.of > 1:
            line.append(f" · {self.say('game_of', number=len(match.games), of=match.of)}")
            line.append(f" · {' '.join(map(str, match.points))}")
        line.truncate(width, overflow="ellipsis", pad=True)
        return [line]

    @property
    def look(self) -> Look:
        choices = set(self.view["choices"])
        possible = {spot.name for spot in self.spots if self._can(spot, choices)}
        keys = {spot.name: key for spot, key in zip(self.spots, KEYS, strict=False)}
        speech = self.session.speech(self.language)
        return Look(speech, keys, frozenset(possible), self.pointed, self.picked)

    @staticmethod
    def _can(spot: Spot, choices: set[str]) -> bool:
        if spot.word is not None:
            return spot.word in choices
        return any(choice.startswith(f"{spot.pick}>") for choice in choices)

    def _board(self, width: int, height: int) -> Block:
        lines: Block = self._drawing.draw(self.view, self.look, width, height)
        return lines

    def _story(self, width: int, height: int) -> Block:
        return story(self.session.log(self.seat, self.language), width, height)

    def _question(self, width: int, height: int) -> Block:
        speech = self.session.speech(self.language)
        if self.view["choices"] and self.seat is not None:
            name = speech.names[self.seat]
            if self.picked is not None:
                text = self.say("pick_where", card=speech.thing(self.picked))
            else:
                text = speech.say(self._story_of_game.ask(self.view), "ask")
            return wrapped(f"{name}: {text}", width, "bold")
        if self.session.bot_asked is not None:
            return wrapped(self.say("thinking", seat=speech.names[self.session.bot_asked]), width, "dim")
        return []

    def _buttons(self, width: int, height: int) -> Block:
        look, line = self.look, Text(" ")
        for spot in self.spots:
            if spot.button and spot.word is not None:
                text = look.speech.say(self._story_of_game.choice(self.view, spot.word), "choice")
                line.append_text(joined(look.key(spot.name), look.spot(spot.name, f" {text} "), "   "))
        return [line]

    def _message(self, width: int, height: int) -> Block:
        return wrapped(self.message(), width, "red")

    # ------------------------------------------------------------ the course of play

    def on_mount(self) -> None:
        game = self.session.game.setup.game
        self._drawing = board(game)
        self._story_of_game = games.part(game, "story")
        self.go_on()

    def go_on(self) -> None:
        """Ask whoever is to be asked next: a person, behind the curtain if need be; or a bot, after a pause."""
        session = self.session
        self.picked = self.pointed = None
        if session.game.over:
            self._look_with(session.viewer)
            self.table_app.push_screen(ScoringScreen(session), self._after_scoring)
            return
        person = session.person_asked
        if person is None:
            self._look_with(session.viewer)
            self._pause = self.set_timer(self.table_app.pace, self._bot_plays)
        elif session.needs_curtain and person != self.seat:
            self._look_with(None)
            name = session.match.names[person]
            self.table_app.push_screen(CurtainScreen(name), lambda _: self._look_with(person))
        else:
            self._look_with(person)

    def _look_with(self, seat: int | None) -> None:
        self.seat = seat
        self.view = self.session.game.view(seat)
        self.spots = self._drawing.spots(self.view, self.picked) if self.view["choices"] else []
        self.redraw()

    async def _bot_plays(self) -> None:
        seat = self.session.bot_asked
        if seat is not None:
            word = await asyncio.to_thread(self.session.bot_answer, seat)
            self.session.play(seat, word)
            self.message = NOTHING
            self.go_on()

    def _after_scoring(self, what: object) -> None:
        if what == "next":
            self.session.next_game()
            self.seat = None
            self.go_on()
        elif what == "new":
            self.dismiss("new")

    # ------------------------------------------------------------ keys and the mouse

    def on_key(self, event: KeyPress) -> None:
        if event.key.isdecimal() and len(event.key) == 1:
            event.stop()
            place = KEYS.index(event.key)
            if place < len(self.spots):
                self._choose(self.spots[place])
            elif self.spots:
                self._tell(lambda: self.say("no_such_key", key=event.key))

    def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        spot = next((spot for spot in self.spots if spot.name == event.spot), None)
        if spot is None:
            super().on_drawn_pointed(event)
        else:
            event.stop()
            self._choose(spot)

    def action_point(self, step: int) -> None:
        """Move the pointer on among what can be pointed at."""
        names = [spot.name for spot in self.spots]
        if names:
            here = names.index(self.pointed) + step if self.pointed in names else (0 if step > 0 else -1)
            self.pointed = names[here % len(names)]
            self.redraw()

    def action_choose(self) -> None:
        spot = next((spot for spot in self.spots if spot.name == self.pointed), None)
        if spot is not None:
            self._choose(spot)

    def action_put_down(self) -> None:
        """Take up another card instead."""
        self.picked = self.pointed = None
        self._look_with(self.seat)

    def _choose(self, spot: Spot) -> None:
        if spot.word is None:
            self.picked, self.pointed = spot.pick, None
            self.message = NOTHING
            self._look_with(self.seat)
            return
        assert self.seat is not None
        try:
            self.session.play(self.seat, spot.word)
        except IllegalMove as refusal:
            self._refuse(spot.word, refusal)
        else:
            self.message, self.clause = NOTHING, None
            self.go_on()

    def _refuse(self, word: str, refusal: IllegalMove) -> None:
        self.clause = refusal.clause
        choice = self._story_of_game.choice(self.view, word)
        self._look_with(self.seat)

        def message() -> str:
            speech = self.session.speech(self.language)
            reason = speech.reason(refusal.code, refusal.clause)
            return self.say("refused", choice=speech.say(choice, "choice"), reason=reason)

        self._tell(message)

    def _tell(self, message: Callable[[], str]) -> None:
        """Below the question; said anew when the language is switched."""
        self.message = message
        self.redraw()

    def action_undo(self) -> None:
        if not self.session.undoable:
            self._tell(lambda: self.say("cannot_undo"))
            return
        if self._pause is not None:
            self._pause.stop()
        self.session.undo()
        self.go_on()
        self._tell(lambda: self.say("undone"))

    def action_rules(self) -> None:
        clause = self.clause
        if clause is None and self.view["choices"]:
            clause = self._story_of_game.ask(self.view).clause
        self.app.push_screen(RulesScreen(self.session.game.setup.game, clause))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.session.log(self.seat, self.language)))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
