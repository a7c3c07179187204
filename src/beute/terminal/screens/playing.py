"""What goes on at a table: who is asked next, bots that play, a round that is revealed step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic

from textual.timer import Timer

from beute.bots.failing import BotFailed
from beute.games.parts import parts
from beute.games.story import Stage
from beute.games.views import Choice, Frame, Piece, Refusal
from beute.table.table import Change
from beute.terminal.boards import board
from beute.terminal.look import Spot
from beute.terminal.screens.page import NOTHING, Page
from beute.terminal.screens.reading import CurtainScreen
from beute.terminal.screens.scoring import ScoringScreen
from beute.terminal.session import Failure, Gone, Session
from beute.terminal.trouble import explain

Said = Callable[[], str]


class Playing(Page):
    """One match, from question to question. What is shown of it is the business of `TableScreen`."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.seat: int | None = None  # the seat whose view is shown
        self.view: Frame = session.table.view(None)
        self.spots: list[Spot] = []
        self.pointed: str | None = None
        self.picked: Piece | None = None
        self.message: Said = NOTHING
        self.clause: str | None = None  # of the refusal that the message tells
        self.failures: dict[str, Failure] = {}  # by bot; told until somebody has answered
        self.held = 0  # lines of the story that are told with later stages
        self.stages: list[Stage] = []  # that are still to be shown
        self.revealing = False
        self.revealed = False  # the last stage is shown, and stays until somebody presses Enter
        self._timer: Timer | None = None  # until the next stage, or until a forced answer is given
        self._by_hand = False  # what was taken back is not given by itself again
        self._turns = 0  # of bots so far; an answer to an earlier one comes too late
        self._hurry = asyncio.Event()  # set when the bots that are thinking are to play at once
        self.drawing, self.story_of_game = board(session.match.setup.game), parts(session.match.setup.game).story
        self._waited_for: tuple[int, int] | None = None  # the face-down phase in which bots have had their wait

    def on_mount(self) -> None:
        self.go_on()

    def on_unmount(self) -> None:
        self._stop_timer()
        self._hurry.set()
        self.session.leave()

    # ------------------------------------------------------------ who is next

    def go_on(self) -> None:
        """Ask the next person, behind the curtain if necessary, or the next bots, after a pause."""
        session = self.session
        self._stop_timer()
        self.picked = self.pointed = None
        self.stages, self.held, self.revealing, self.revealed = [], 0, False, False
        self._forget_bots()
        person = session.person_asked
        if session.game.over:
            self.look_with(session.viewer)
            self.show_scoring()
        elif person is None:
            self.look_with(session.viewer)
            self._let_bots_play()
        elif session.needs_curtain and person != self.seat:
            self.look_with(None)
            self.table_app.push_screen(CurtainScreen(session, person), lambda _: self._ask(person))
        else:
            self._ask(person)

    def _ask(self, person: int) -> None:
        """RB-6: a card that was refused is taken up at once, as it is the one that has to go elsewhere."""
        self.look_with(person)
        again = next((spot for spot in self.spots if spot.pick is not None and self.is_refused(spot.pick)), None)
        if again is not None and again.possible:
            self.take_up(again)
        self._answer_if_forced(person)

    def _answer_if_forced(self, person: int) -> None:
        """After a while, so that people see what is asked."""
        only = self.session.only_answer(person)
        if only is not None and self.table_app.settings.forced and not self._by_hand:
            self._wait(1, partial(self._give_forced, self._turns, person, only))

    def _give_forced(self, turn: int, person: int, only: Choice) -> None:
        """The only answer that there is, unless somebody has given or left it meanwhile."""
        if self.is_active and turn == self._turns:
            self.answer(person, only, self.session.give_by_itself)
            self.tell(lambda: self.say("forced", choice=self.in_words(only)))

    def is_refused(self, piece: Piece) -> bool:
        """Whether the question is where else it goes (RB-6)."""
        return bool(self.view["refusals"]) and self.view["refusals"][-1]["pick"] == piece

    def take_up(self, spot: Spot) -> None:
        self.picked, self.pointed = spot.pick, None
        self.look_with(self.seat)

    def look_with(self, seat: int | None) -> None:
        self.seat = seat
        self.view = self.session.table.view(seat)
        asked = seat in self.view["asked"]  # who may only change what lies face down waits with the others
        self.spots = self.drawing.spots(self.view, self.picked) if asked else []
        self.redraw()

    # ------------------------------------------------------------ steps

    def answer(self, seat: int, choice: Choice, play: Callable[[int, str], Change] | None = None) -> None:
        self.message, self.clause = NOTHING, None
        self._by_hand = False
        self.failures.clear()
        if self.carry_out(partial(play or self.session.table.play, seat, choice["word"])) and self.view["refusals"]:
            self._announce(self.view["refusals"][-1])

    def _announce(self, refusal: Refusal) -> None:
        """RB-6: what the owner says."""
        told = self.story_of_game.refused(refusal)

        def message() -> str:
            speech = self.session.speech(self.language)
            return self.say("announced", told=speech.say(told, "tell"), clause=refusal["clause"])

        self.tell(message, refusal["clause"])

    def take_back(self, seat: int) -> None:
        """What is asked anew then waits for an answer, even if there is only one."""
        self.message = lambda: self.say("undone")
        self._by_hand = True
        self.carry_out(partial(self.session.take_back, seat))

    def carry_out(self, *steps: Callable[[], Change]) -> bool:
        """Carry out steps and go on; if somebody else has continued here, from how the table stands now."""
        change = None
        try:
            for step in steps:
                change = self.session.carry_out(step)
                if change is None:
                    break
        except Gone as gone:
            self.table_app.exit(explain(gone.error, self.language))
            return False
        if change is None:
            self.message = lambda: self.say("played_elsewhere")
            self.go_on()
            return False
        viewer = self.session.viewer
        update = change.updates.get(viewer)
        if update is not None and update.stages and self.table_app.pace > 0:
            self._reveal(viewer, list(update.stages))
        else:
            self.go_on()
        return True

    def in_words(self, choice: Choice) -> str:
        said = self.story_of_game.choice(self.view, choice["word"])
        return self.session.speech(self.language).say(said, "choice")

    def tell(self, message: Said, clause: str | None = None) -> None:
        """The message below the question; it is made again when the language is switched."""
        self.message, self.clause = message, clause
        self.redraw()

    def show_scoring(self) -> None:
        self.table_app.push_screen(ScoringScreen(self.session), self._after_scoring)

    def _after_scoring(self, what: object) -> None:
        if what == "next":
            self.seat = None
            self.message, self.clause = NOTHING, None
            self.carry_out(self.session.table.next_game)
        elif what in ("rematch", "menu"):
            if not self.session.table.kept:
                self.session.try_to_keep()
            self.dismiss(what)

    # ------------------------------------------------------------ what is revealed at once

    def _reveal(self, viewer: int | None, stages: list[Stage]) -> None:
        """Step by step, to all who sit here together: to several people, what those who watch may see."""
        self._forget_bots()
        self.picked = self.pointed = None
        self.seat, self.spots, self.stages, self.revealing = viewer, [], stages, True
        self._next_stage()

    def _next_stage(self) -> None:
        if not self.is_active or not self.revealing:
            return  # somebody reads: it goes on when they are back; or has skipped it
        if not self.stages:
            self.go_on()
            return
        stage = self.stages.pop(0)
        self.view, self.held = stage.view, sum(len(later.told) for later in self.stages)
        self._stop_timer()
        more = bool(self.stages) or self.session.person_asked is None
        if more and not (self.session.needs_curtain and self.session.game.over):
            self._wait(stage.stays, self._next_stage)
        elif self.session.needs_curtain:
            self.revealed = True
        else:
            self.go_on()
            return
        self.redraw()

    def skip(self) -> bool:
        """What is being revealed is shown at once; then, at a table of several people, it goes away."""
        if not self.revealing:
            return False
        if self.revealed or not self.stages:
            self.go_on()
        else:
            self.stages = self.stages[-1:]
            self._next_stage()
        return True

    def _wait(self, units: float, then: Callable[[], None]) -> None:
        """In units of the pace."""
        self._stop_timer()
        seconds = units * self.table_app.pace
        if seconds > 0:
            self._timer = self.set_timer(seconds, then)
        else:
            self.call_later(then)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # ------------------------------------------------------------ bots

    def _forget_bots(self) -> None:
        """What bots are thinking about is not asked any more."""
        self._turns += 1
        self._hurry.set()

    def _let_bots_play(self) -> None:
        """Beside the table, so that keys are answered while bots think."""
        self._forget_bots()
        self._hurry = asyncio.Event()
        if self.session.hurries:
            self._hurry.set()
        play: Callable[[], object] = partial(self._bots_think, self._turns, self._hurry)
        self.run_worker(play)

    def hurry(self) -> None:
        self.session.hurry()
        self._hurry.set()

    async def _bots_think(self, turn: int, hurry: asyncio.Event) -> None:
        """Only while somebody looks: what happens is not missed by who reads the rules.

        Where all choose face down the bots answer together, after one wait, as a server's do: how long one of them
        takes tells nothing of its hand (SD-9).
        """
        session, begun = self.session, monotonic()
        if not session.bots_asked or not self.is_active:
            return
        phase = session.phase if session.game.face_down else None
        pace = 0.0 if phase is not None and phase == self._waited_for else self.table_app.pace
        self._waited_for = phase
        answers = await asyncio.gather(*(self._bot_thinks(seat, hurry) for seat in session.bots_asked))
        with suppress(TimeoutError):
            await asyncio.wait_for(hurry.wait(), max(0, begun + pace - monotonic()))
        self.call_later(self._bots_answer, turn, answers)  # by the table itself, which may be closing meanwhile

    async def _bot_thinks(self, seat: int, hurry: asyncio.Event) -> tuple[int, str | BotFailed]:
        try:
            return seat, await self.session.thought(seat).ended(hurry)
        except BotFailed as failed:
            return seat, failed

    def _bots_answer(self, turn: int, answers: list[tuple[int, str | BotFailed]]) -> None:
        if turn != self._turns or not self.is_active:
            return
        self.message, self.clause = NOTHING, None
        self.carry_out(*(self._step_of_bot(seat, answer) for seat, answer in answers))

    def _step_of_bot(self, seat: int, answer: str | BotFailed) -> Callable[[], Change]:
        if isinstance(answer, str):
            return partial(self.session.table.bot_plays, seat, answer)
        failure = self.session.failure(seat, answer)
        before = self.failures.get(failure.bot)
        self.failures[failure.bot] = replace(failure, seats=(*(before.seats if before else ()), seat))
        return partial(self.session.replace_bot, seat)

    def on_screen_resume(self) -> None:
        """Back from the rules or the story, which kept everything waiting."""
        if not self.is_mounted:
            return
        if self.revealing:
            if not self.revealed:
                self._wait(1, self._next_stage)
        elif self.session.bot_asked is not None:
            self._let_bots_play()
        elif self.seat is not None and self.seat == self.session.person_asked:
            self._answer_if_forced(self.seat)
