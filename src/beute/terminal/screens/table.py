"""The table: the board, the story, the question, and what can be answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyPress

from beute.bots.failing import BotFailed
from beute.games.parts import parts
from beute.games.views import Choice, Frame, Piece, Refusal
from beute.table.scoring import verdicts
from beute.table.table import Change
from beute.terminal.boards import board, drawn
from beute.terminal.look import KEYS, Block, Look, Spot, joined, story, wrapped
from beute.terminal.screens.page import LANGUAGE, NOTHING, Drawn, Key, Page, bindings
from beute.terminal.screens.reading import CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Failure, Gone, Session
from beute.terminal.trouble import explain

LOOK = 0.5  # seconds between two looks how far bots are that get ready
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
        self.seat: int | None = None  # the seat whose view is shown
        self.view: Frame = session.table.view(None)
        self.spots: list[Spot] = []
        self.pointed: str | None = None
        self.picked: Piece | None = None
        self.message = NOTHING
        self.clause: str | None = None  # of the refusal that the message tells
        self._failures: dict[str, Failure] = {}  # by bot; told until somebody has answered
        self._turns = 0  # of bots so far; an answer to an earlier one comes too late
        self._hurry = asyncio.Event()  # set when the bot that is thinking is to play at once

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
        if self.session.preparation is not None:
            line.append(f" · {self.say('compiling', parts=self.session.preparation.parts)}", "not bold")
        line.truncate(width, overflow="ellipsis", pad=True)
        return [line]

    @property
    def look(self) -> Look:
        return Look.at(self.session.speech(self.language), self.spots, self.pointed, self.picked)

    def _board(self, width: int, height: int) -> Block:
        return drawn(self._drawing, self.view, self.look, width, height)

    def _story(self, width: int, height: int) -> Block:
        return story(self.session.log(self.seat, self.language, height), width, height)

    def _talk(self, width: int, height: int) -> Block:
        told = [self.session.tell_failure(failure, self.language) for failure in self._failures.values()]
        failures = [line for failure in told for line in wrapped(failure, width, "red")]
        said = [*wrapped(self.message(), width, "red"), *wrapped(self._unsaved(), width, "bold red")]
        return [*self._question(width), *self._buttons(width), *failures, *said]

    def _unsaved(self) -> str:
        """The message that the game is not being saved, as long as that is so."""
        trouble = self.session.table.trouble
        return "" if trouble is None else self.say("unsaved", why=explain(trouble, self.language))

    def _question(self, width: int) -> Block:
        speech = self.session.speech(self.language)
        if self.session.game.over:
            return wrapped(verdicts(self.session.match, speech)[0], width, "bold")
        if self.spots and self.seat is not None:
            name = speech.names[self.seat]
            if self.picked is not None and not self._is_refused(self.picked):
                text = self.say("pick_where", card=speech.thing(self.picked["name"]))
            else:
                text = speech.say(self._story_of_game.ask(self.view), "ask")
            return wrapped(f"{name}: {text}", width, "bold")
        if self.session.bot_asked is not None:
            return wrapped(self.say("thinking", seat=speech.names[self.session.bot_asked]), width, "dim")
        return []

    def _is_refused(self, piece: Piece) -> bool:
        """Whether the question is where else it goes (RB-6)."""
        return bool(self.view["refusals"]) and self.view["refusals"][-1]["pick"] == piece

    def _buttons(self, width: int) -> Block:
        """Side by side, as many on a line as there is room for."""
        look, lines = self.look, list[Text]()
        for spot in self.spots:
            if spot.button and spot.choice is not None:
                text = self._in_words(spot.choice)
                button = joined(look.key(spot.name), look.spot(spot.name, f" {text} "))
                if lines and lines[-1].cell_len + 2 + button.cell_len <= width:
                    lines[-1].append_text(joined("  ", button))
                else:
                    lines.append(button)
        return lines

    def redraw(self) -> None:
        """The question and messages are always shown in full: if they need more lines, the story gets fewer."""
        super().redraw()
        more = max(0, len(self._talk(self.size.width - 2, 0)) - TALK)
        self.query_one("#talk").styles.height = TALK + more
        below = more > 0 and not self.has_class("-wide")
        usual = 9 if self.has_class("-tall") else 4  # as in app.tcss
        log = self.query_one("#log").styles
        if below or log.inline.has_rule("height"):  # setting it again would lay out the whole screen each time
            log.height = max(2, usual - more) if below else None

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    # ------------------------------------------------------------ playing

    def on_mount(self) -> None:
        game = self.session.game.setup.game
        self._drawing, self._story_of_game = board(game), parts(game).story
        self.session.prepare_bots()
        if not self.session.bots_are_ready:
            self._progress = self.set_interval(LOOK, self._tell_progress)
        self.go_on()

    def _tell_progress(self) -> None:
        """In the title, until all bots are ready."""
        if self.session.bots_are_ready:
            self._progress.stop()
        self.query_one("#title", Drawn).refresh()

    def on_unmount(self) -> None:
        self._hurry.set()
        self.session.leave()

    def go_on(self) -> None:
        """Ask the next person, behind the curtain if necessary, or the next bot, after a pause."""
        session = self.session
        self.picked = self.pointed = None
        self._forget_bot()
        if session.game.over:
            self._look_with(session.viewer)
            self._show_scoring()
            return
        person = session.person_asked
        if person is None:
            self._look_with(session.viewer)
            self._let_bot_play()
        elif session.needs_curtain and person != self.seat:
            self._look_with(None)
            name = session.match.names[person]
            self.table_app.push_screen(CurtainScreen(name), lambda _: self._ask(person))
        else:
            self._ask(person)

    def _ask(self, person: int) -> None:
        """RB-6: a card that was refused is taken up at once, as it is the one that has to go elsewhere."""
        self._look_with(person)
        again = next((spot for spot in self.spots if spot.pick is not None and self._is_refused(spot.pick)), None)
        if again is not None and again.possible:
            self._take_up(again)

    def _take_up(self, spot: Spot) -> None:
        self.picked, self.pointed = spot.pick, None
        self._look_with(self.seat)

    def _look_with(self, seat: int | None) -> None:
        self.seat = seat
        self.view = self.session.table.view(seat)
        asked = seat in self.view["asked"]  # who may only change what lies face down waits with the others
        self.spots = self._drawing.spots(self.view, self.picked) if asked else []
        self.redraw()

    def _forget_bot(self) -> None:
        """What a bot is thinking about is not asked any more."""
        self._turns += 1
        self._hurry.set()

    def _let_bot_play(self) -> None:
        """Beside the table, so that keys are answered while a bot thinks."""
        self._forget_bot()
        self._hurry = asyncio.Event()
        if self.session.hurries:
            self._hurry.set()
        play: Callable[[], object] = partial(self._bot_plays, self._turns, self._pace, self._hurry)
        self.run_worker(play)

    @property
    def _pace(self) -> float:
        """Where all choose at once there is nothing to show before the last has chosen."""
        return self.table_app.pace if len(self.session.game.due) == 1 else 0

    async def _bot_plays(self, turn: int, pace: float, hurry: asyncio.Event) -> None:
        """Only while somebody looks: what happens is not missed by who reads the rules."""
        seat, begun = self.session.bot_asked, monotonic()
        if seat is None or not self.is_active:
            return
        try:
            word = await self.session.thought(seat).ended(hurry)
        except BotFailed as failed:
            self.call_later(self._bot_failed, turn, seat, failed)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(hurry.wait(), max(0, begun + pace - monotonic()))
        self.call_later(self._bot_played, turn, seat, word)  # by the table itself, which may be closing meanwhile

    def _bot_played(self, turn: int, seat: int, word: str) -> None:
        if turn == self._turns and self.is_active:
            self.message, self.clause = NOTHING, None
            self._carry_out(partial(self.session.table.bot_plays, seat, word))

    def _bot_failed(self, turn: int, seat: int, failed: BotFailed) -> None:
        if turn == self._turns and self.is_active:
            failure = self.session.failure(seat, failed)
            before = self._failures.get(failure.bot)
            seats = (*before.seats, seat) if before is not None else (seat,)
            self._failures[failure.bot] = replace(failure, seats=seats)
            self._carry_out(partial(self.session.replace_bot, seat))

    def on_screen_resume(self) -> None:
        """Back from the rules or the story, which kept the bots waiting."""
        if self.session.bot_asked is not None and self.is_mounted:
            self._let_bot_play()

    def _carry_out(self, step: Callable[[], Change]) -> bool:
        """Carry out a step and go on; if somebody else has continued here, from how the table stands now."""
        try:
            done = self.session.carry_out(step)
        except Gone as gone:
            self.table_app.exit(explain(gone.error, self.language))
            return False
        if not done:
            self.message = lambda: self.say("played_elsewhere")
        self.go_on()
        return done

    def _show_scoring(self) -> None:
        self.table_app.push_screen(ScoringScreen(self.session), self._after_scoring)

    def _after_scoring(self, what: object) -> None:
        if what == "next":
            self.seat = None
            self.message, self.clause = NOTHING, None
            self._carry_out(self.session.table.next_game)
        elif what == "new":
            if not self.session.table.kept:
                self.session.try_to_keep()
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
        """A spot of the game; Textual also calls the handler of the page."""
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
        """What the pointer is at, and nothing where it is at nothing: this key is easily pressed once too often.

        A bot hurries; after the game comes the scoring.
        """
        spot = next((spot for spot in self.spots if spot.name == self.pointed), None)
        if spot is not None:
            self._choose(spot)
        elif self.session.game.over:
            self._show_scoring()
        elif self.session.bot_asked is not None:
            self.session.hurry()
            self._hurry.set()
        elif self.spots:
            self._tell(lambda: self.say("point_first"))

    def action_put_down(self) -> None:
        """Take up another card instead."""
        self.picked = self.pointed = None
        self._look_with(self.seat)

    def _choose(self, spot: Spot) -> None:
        choice = spot.choice
        if not spot.possible:
            self._say_why_not(spot)
        elif choice is None:
            self.message = NOTHING
            self._take_up(spot)
        else:
            assert self.seat is not None
            self._answer(self.seat, choice)

    def _answer(self, seat: int, choice: Choice) -> None:
        self.message, self.clause = NOTHING, None
        self._failures.clear()
        done = self._carry_out(partial(self.session.table.play, seat, choice["word"]))
        if done and self.view["refusals"]:
            self._announce(self.view["refusals"][-1])

    def _announce(self, refusal: Refusal) -> None:
        """RB-6: what the owner says."""
        told = self._story_of_game.refused(refusal)

        def message() -> str:
            speech = self.session.speech(self.language)
            return self.say("announced", told=speech.say(told, "tell"), clause=refusal["clause"])

        self._tell(message, refusal["clause"])

    def _say_why_not(self, spot: Spot) -> None:
        """Why a choice is not possible; for a card that goes nowhere, its most frequent reason."""
        reasons = [(choice["code"], choice["clause"]) for choice in spot.choices if choice["code"] is not None]
        code, clause = max(reasons, key=reasons.count)

        def message() -> str:
            speech = self.session.speech(self.language)
            words = speech.thing(spot.pick["name"]) if spot.pick is not None else self._in_words(spot.choices[0])
            return self.say("refused", choice=words, reason=speech.reason(str(code), clause))

        self._tell(message, clause)

    def _in_words(self, choice: Choice) -> str:
        said = self._story_of_game.choice(self.view, choice["word"])
        return self.session.speech(self.language).say(said, "choice")

    def _tell(self, message: Callable[[], str], clause: str | None = None) -> None:
        """The message below the question; it is made again when the language is switched."""
        self.message, self.clause = message, clause
        self.redraw()

    def action_undo(self) -> None:
        seat = self.session.undoable
        if seat is None:
            self._tell(lambda: self.say("cannot_undo"))
            return
        self.message = lambda: self.say("undone")
        self._carry_out(partial(self.session.table.undo, seat))

    def action_rules(self) -> None:
        clause = self.clause
        if clause is None and self.spots:
            clause = self._story_of_game.ask(self.view).clause
        self.app.push_screen(RulesScreen(self.session.game.setup.game, clause))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(partial(self.session.log, self.seat)))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
