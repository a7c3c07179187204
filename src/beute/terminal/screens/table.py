"""The table: the board, the story, the question, and what can be answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from subprocess import Popen
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyPress

from beute import games
from beute.games.story import View
from beute.play.errors import BeuteError, IllegalMove
from beute.terminal.boards import board, drawn
from beute.terminal.look import KEYS, Block, Look, Spot, joined, story, wrapped
from beute.terminal.screens.page import LANGUAGE, NOTHING, Drawn, Key, Page, bindings
from beute.terminal.screens.reading import CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Session
from beute.terminal.tally import verdicts

NAP = 0.1  # seconds between two looks whether bots are ready
TALK = 4  # lines below the board for the question, the buttons and the message


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
    KEYS_WHEN_OVER: ClassVar[tuple[Key, ...]] = (Key("⏎", "", "choose", "scoring"), *KEYS[3:])
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
        self.view: View = session.game.view(None, log=False)
        self._waking: Popen[bytes] | None = None  # bots that get ready
        self.spots: list[Spot] = []
        self.pointed: str | None = None
        self.picked: str | None = None
        self.message = NOTHING
        self.clause: str | None = None  # of the refusal that the message tells
        self._pauses = 0  # so far; the answer to an earlier one comes too late

    # ------------------------------------------------------------ what is shown

    def compose(self) -> ComposeResult:
        yield Drawn(self._title, id="title")
        with Container(id="middle"):
            yield Drawn(self._board, id="board")
            yield Drawn(self._story, id="log")
        yield Drawn(self._talk, id="talk")
        yield Drawn(self.keys_line, id="keys")

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        return self.KEYS_WHEN_OVER if self.session.game.over else self.KEYS

    def _title(self, width: int, height: int) -> Block:
        """The game and who plays; in a match also which game it is, and the points of those before."""
        match = self.session.match
        line = Text(f" {match.setup.about.TITLE}", "bold")
        who = list(match.names)
        if match.of > 1:
            line.append(f" · {self.say('game_of', number=len(match.games), of=match.of)}")
        if match.of > 1 and any(game.over for game in match.games):
            who = [f"{name} {points}" for name, points in zip(match.names, match.points, strict=True)]
        line.append(f" · {', '.join(who)}")
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
        return drawn(self._drawing, self.view, self.look, width, height)

    def _story(self, width: int, height: int) -> Block:
        return story(self.session.log(self.seat, self.language, height), width, height)

    def _talk(self, width: int, height: int) -> Block:
        return [*self._question(width), *self._buttons(width), *wrapped(self.message(), width, "red")]

    def _question(self, width: int) -> Block:
        speech = self.session.speech(self.language)
        if self.session.game.over:
            return wrapped(verdicts(self.session.match, speech)[0], width, "bold")
        if self.view["choices"] and self.seat is not None:
            name = speech.names[self.seat]
            if self.picked is not None:
                text = self.say("pick_where", card=speech.thing(self.picked))
            else:
                text = speech.say(self._story_of_game.ask(self.view), "ask")
            return wrapped(f"{name}: {text}", width, "bold")
        if self.session.bot_asked is not None:
            doing = "thinking" if self._waking is None else "waking"
            return wrapped(self.say(doing, seat=speech.names[self.session.bot_asked]), width, "dim")
        return []

    def _buttons(self, width: int) -> Block:
        """Side by side, as many on a line as there is room for."""
        look, lines = self.look, list[Text]()
        for spot in self.spots:
            if spot.button and spot.word is not None:
                text = look.speech.say(self._story_of_game.choice(self.view, spot.word), "choice")
                button = joined(look.key(spot.name), look.spot(spot.name, f" {text} "))
                if lines and lines[-1].cell_len + 2 + button.cell_len <= width:
                    lines[-1].append_text(joined("  ", button))
                else:
                    lines.append(button)
        return lines

    def redraw(self) -> None:
        """What is asked and said must all be seen: if it takes more lines, the story gives them."""
        super().redraw()
        more = max(0, len(self._talk(self.size.width - 2, 0)) - TALK)
        self.query_one("#talk").styles.height = TALK + more
        below = more > 0 and not self.has_class("-wide")
        usual = 9 if self.has_class("-tall") else 4  # as in app.tcss
        log = self.query_one("#log").styles
        if below or log.inline.has_rule("height"):  # to set it free anew would lay the whole screen out each time
            log.height = max(2, usual - more) if below else None

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    # ------------------------------------------------------------ the course of play

    def on_mount(self) -> None:
        game = self.session.game.setup.game
        self._drawing = board(game)
        self._story_of_game = games.part(game, "story")
        self._waking = self.session.wake_bots()
        self.go_on()

    def on_unmount(self) -> None:
        if self._waking is not None:
            self._waking.kill()
            self._waking.wait()

    def go_on(self) -> None:
        """Ask whoever is to be asked next: a person, behind the curtain if need be; or a bot, after a pause."""
        session = self.session
        self.picked = self.pointed = None
        self._pauses += 1
        if session.game.over:
            self._look_with(session.viewer)
            self._show_scoring()
            return
        person = session.person_asked
        if person is None:
            self._look_with(session.viewer)
            self._wait_for_bot(self._pace)
        elif session.needs_curtain and person != self.seat:
            self._look_with(None)
            name = session.match.names[person]
            self.table_app.push_screen(CurtainScreen(name), lambda _: self._look_with(person))
        else:
            self._look_with(person)

    def _look_with(self, seat: int | None) -> None:
        self.seat = seat
        self.view = self.session.game.view(seat, log=False)
        self.spots = self._drawing.spots(self.view, self.picked) if self.view["choices"] else []
        self.redraw()

    def _wait_for_bot(self, pace: float) -> None:
        self._pauses += 1
        play = partial(self._let_bot_play, self._pauses)
        if pace > 0:
            self.set_timer(pace, play)
        else:  # such a timer would never ring
            self.call_later(play)

    @property
    def _pace(self) -> float:
        """Where all choose at once there is nothing to see before the last has chosen."""
        return self.table_app.pace if len(self.session.game.due) == 1 else 0

    def _let_bot_play(self, pause: int) -> None:
        """Beside the table, so that keys are answered while a bot thinks."""
        self.run_worker(self._bot_plays(pause))

    async def _bot_plays(self, pause: int) -> None:
        """Only while somebody looks: what happens is not missed by who reads the rules."""
        await self._bots_are_awake()
        seat = self.session.bot_asked
        if seat is None or pause != self._pauses or not self.is_active:
            return
        word = await asyncio.to_thread(self.session.bot_answer, seat)
        self.call_later(self._bot_played, pause, seat, word)  # by the table itself, which may be closing meanwhile

    def _bot_played(self, pause: int, seat: int, word: str) -> None:
        if pause == self._pauses and self.is_active:
            self.message, self.clause = NOTHING, None
            self._carry_out(partial(self.session.play, seat, word))

    async def _bots_are_awake(self) -> None:
        while self._waking is not None and self._waking.poll() is None:
            await asyncio.sleep(NAP)
        if self._waking is not None:
            self._waking = None
            self.call_later(self.redraw)

    def on_screen_resume(self) -> None:
        """Back from the rules or the story, which kept the bots waiting."""
        if self.session.bot_asked is not None and self.is_mounted:
            self._wait_for_bot(self._pace)

    def _carry_out(self, deed: Callable[[], object]) -> None:
        """And go on; if it cannot be kept, the game goes on all the same."""
        try:
            deed()
        except IllegalMove:
            raise
        except BeuteError as error:
            self.message = self.trouble(error)
        self.go_on()

    def _show_scoring(self) -> None:
        self.table_app.push_screen(ScoringScreen(self.session), self._after_scoring)

    def _after_scoring(self, what: object) -> None:
        if what == "next":
            self.seat = None
            self.message, self.clause = NOTHING, None
            self._carry_out(self.session.next_game)
        elif what == "new":
            self.dismiss("new")

    # ------------------------------------------------------------ keys and the mouse

    def on_key(self, event: KeyPress) -> None:
        place = KEYS.find(event.key) if len(event.key) == 1 else -1
        if 0 <= place < len(self.spots):
            event.stop()
            self._choose(self.spots[place])
        elif event.is_printable and event.key not in self.active_bindings:
            event.stop()
            self._tell(lambda: self._no_such_key(event.character or event.key))

    def _no_such_key(self, key: str) -> str:
        bot = self.session.bot_asked
        if bot is not None and key in KEYS:
            return self.say("not_now", seat=self.session.match.names[bot])
        return self.say("no_such_key", key=key)

    def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        """A spot of the game; what the page has to say to it is said besides, as Textual calls its handler too."""
        spot = next((spot for spot in self.spots if spot.name == event.spot), None)
        if spot is not None:
            event.stop()
            self._choose(spot)

    def action_point(self, step: int) -> None:
        """Move the pointer on among what can be pointed at."""
        names = [spot.name for spot in self.spots]
        if names:
            here = names.index(self.pointed) + step if self.pointed in names else (0 if step > 0 else -1)
            self.pointed = names[here % len(names)]
            self.query_one("#board", Drawn).refresh()
            self.query_one("#talk", Drawn).refresh()

    def action_choose(self) -> None:
        """What the pointer is at; without one it comes out first. A bot hurries; after the game comes the scoring."""
        spot = next((spot for spot in self.spots if spot.name == self.pointed), None)
        if spot is not None:
            self._choose(spot)
        elif self.session.game.over:
            self._show_scoring()
        elif self.session.bot_asked is not None:
            self._wait_for_bot(0)
        else:
            self.action_point(1)

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
        self.message, self.clause = NOTHING, None
        try:
            self._carry_out(partial(self.session.play, self.seat, spot.word))
        except IllegalMove as refusal:
            self._refuse(spot.word, refusal)

    def _refuse(self, word: str, refusal: IllegalMove) -> None:
        choice = self._story_of_game.choice(self.view, word)

        def message() -> str:
            speech = self.session.speech(self.language)
            reason = speech.reason(refusal.code, refusal.clause)
            return self.say("refused", choice=speech.say(choice, "choice"), reason=reason)

        self._look_with(self.seat)
        if not self.look.possible:  # no sack is left for the card: another one
            self.action_put_down()
        self._tell(message, refusal.clause)

    def _tell(self, message: Callable[[], str], clause: str | None = None) -> None:
        """Below the question; said anew when the language is switched."""
        self.message, self.clause = message, clause
        self.redraw()

    def action_undo(self) -> None:
        if not self.session.undoable:
            self._tell(lambda: self.say("cannot_undo"))
            return
        self.message = lambda: self.say("undone")
        self._carry_out(self.session.undo)

    def action_rules(self) -> None:
        clause = self.clause
        if clause is None and self.view["choices"]:
            clause = self._story_of_game.ask(self.view).clause
        self.app.push_screen(RulesScreen(self.session.game.setup.game, clause))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(partial(self.session.log, self.seat)))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
