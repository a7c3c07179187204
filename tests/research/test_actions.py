"""Actions and observations count seats from the learner's own: every seat can learn from every other."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import numpy as np
import pytest

from beute import BeuteError
from beute.games.contract import CHANCE
from beute.play.setup import Setup, set_up
from beute.research.episode import Episode, Numbers, numbers
from beute.research.gymnasium import env as gymnasium_env
from beute.research.gymnasium import vector_env
from beute.research.pettingzoo import env, parallel_env
from tests.setups import COUNTS, SETUPS, label

EACH = pytest.mark.parametrize(("game", "players"), COUNTS)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_every_decision_of_a_seat_is_one_action(setup: Setup) -> None:
    meaning = numbers(setup)
    words = set(meaning.rules.decisions)
    for seat in range(setup.players):
        assert {meaning.word(seat, action) for action in range(meaning.actions)} == words
        assert [meaning.action(seat, meaning.word(seat, action)) for action in range(meaning.actions)] == [
            *range(meaning.actions)
        ]
    assert [meaning.word(0, action) for action in range(meaning.actions)] == list(meaning.words)


def test_an_action_is_about_the_seat_so_many_places_to_the_left() -> None:
    steals = numbers(set_up("schattendieb", 5, {}))
    next_one = steals.words.index("steal 1")
    assert [steals.word(seat, next_one) for seat in range(5)] == [f"steal {(seat + 1) % 5}" for seat in range(5)]
    of_two, of_three = numbers(set_up("sneaky", 2, {})), numbers(set_up("sneaky", 3, {}))
    assert of_two.word(1, of_two.words.index("put s1.3")) == "put s0.3"
    assert of_three.word(2, of_three.words.index("put s1")) == "put s0"
    for meaning, same in (steals, "done"), (steals, "play W7"), (of_three, "put c2"), (of_three, "top Y2"):
        assert {meaning.word(seat, meaning.words.index(same)) for seat in range(3)} == {same}


def test_numbers_and_words_that_are_not_there_are_explained() -> None:
    meaning, wrong = numbers(set_up("schattendieb", 5, {})), pytest.raises
    for action in -1, 103, 1.5:
        with wrong(BeuteError, match=rf"action {action}: actions are whole numbers from 0 to 102"):
            meaning.word(0, action)  # type: ignore[arg-type]
    with wrong(BeuteError, match=r"no word 'steel 1'; there are .*; did you mean 'steal 1'\?"):
        meaning.action(0, "steel 1")
    for seat in -1, 5:
        for look in (lambda seat: meaning.word(seat, 0)), (lambda seat: meaning.action(seat, "done")):
            with wrong(BeuteError, match=f"there is no seat {seat}: seats go from 0 to 4"):
                look(seat)


def test_sacks_belong_to_no_place_at_the_table() -> None:
    meaning = numbers(set_up("raeuber", 4, {}))
    assert all(meaning.word(seat, action) == word for seat in range(4) for action, word in enumerate(meaning.words))


# ---------------------------------------------------------------- the same game, with everybody some seats further on


class Moved:
    """A game, and the same game with everybody so many seats further to the left."""

    def __init__(self, setup: Setup, by: int, seed: int) -> None:
        self.here, self.there = Episode(setup), Episode(setup)
        for episode in self.here, self.there:
            episode.table[0] = episode.numbers.rules.start[0]
        self.rules, self.players, self.by = self.here.numbers.rules, setup.players, by
        self.luck = random.Random(seed)

    def moved(self, seat: int) -> int:
        return (seat + self.by) % self.players

    def play(self) -> bool:
        """The next decision in both; whether there was one."""
        self.draw()
        asked = [seat for seat in range(self.players) if max(0, int(self.here.table[0].due)) >> seat & 1]
        if not asked:
            return False
        seat = self.luck.choice(asked)
        _, mask = self.here.look(seat)
        action = self.luck.choice(np.flatnonzero(mask).tolist())
        for episode, who in (self.here, seat), (self.there, self.moved(seat)):
            self._event(episode, who, int(episode.numbers.decisions[who, action]))
        return True

    def draw(self) -> None:
        """Chance deals everybody the same cards; the order of seats stays that of their numbers."""
        fates: dict[tuple[str, str], deque[str]] = {}
        while self.here.table[0].due == CHANCE:
            words, weights = self.rules.chances(self.here.table[0])
            word = self.luck.choices(words, weights)[0]
            self._event(self.here, CHANCE, self.rules.outcomes[word])
            verb, what, *card = word.split()
            if verb == "start" or card:
                what = str(self.moved(int(what)))
            fates.setdefault((verb, what if card else ""), deque()).append(" ".join([verb, what, *card]))
        while self.there.table[0].due == CHANCE:
            verb, what, *card = self.rules.chances(self.there.table[0])[0][0].split()
            word = fates[verb, what if card else ""].popleft()
            self._event(self.there, CHANCE, self.rules.outcomes[word])
        assert not any(fates.values())

    def _event(self, episode: Episode, who: int, number: int) -> None:
        assert self.rules.follow(episode.table, [(who, number)]).steps


@EACH
def test_a_game_looks_the_same_from_every_seat(game: str, players: int) -> None:
    decisions = 0
    for seed in range(3):
        pair = Moved(set_up(game, players, {}), 1 + seed % (players - 1), seed)
        while pair.play() and not (game == "schattendieb" and pair.here.table[0].layer):  # draws follow seats' numbers
            pair.draw()
            decisions += 1
            for seat in range(players):
                mine, others = pair.here.look(seat), pair.there.look(pair.moved(seat))
                np.testing.assert_array_equal(mine[0], others[0])
                np.testing.assert_array_equal(mine[1], others[1])
    assert decisions > 20


# ---------------------------------------------------------------- in every environment


@EACH
def test_one_learner_says_the_words_of_its_actions(game: str, players: int) -> None:
    table, draw, seats = gymnasium_env(game, players), np.random.default_rng(1), set()
    for seed in range(2 * players):
        _, info = table.reset(seed=seed)
        over = False
        while not over:
            assert table.game is not None
            action, events = int(draw.choice(np.flatnonzero(info["action_mask"]))), int(table.game.notes[0])
            playing = table.game
            *_, terminated, truncated, info = table.step(action)
            who, a = playing.log[events].tolist()
            assert who == info["seat"]
            assert table.numbers.rules.decision_words[a] == table.numbers.word(who, action)
            seats.add(who)
            over = terminated or truncated
    assert len(seats) > 1


def after(meaning: Numbers, before: Any, seat: int, word: str) -> bytes:
    """The table after a word that leaves nothing to chance."""
    table = np.array([before])
    meaning.rules.follow(table, [(seat, meaning.rules.decisions[word])])
    return table.tobytes()


@EACH
def test_agents_say_the_words_of_their_actions(game: str, players: int) -> None:
    table, draw = env(game, players), np.random.default_rng(2)
    table.reset(seed=2)
    compared = 0
    while table.episode.seat >= 0:
        observation, *_ = table.last()
        action, seat = int(draw.choice(np.flatnonzero(observation["action_mask"]))), table.episode.seat
        meaning = table.episode.numbers
        expected = after(meaning, table.episode.table[0], seat, meaning.word(seat, action))
        table.step(action)
        if np.frombuffer(expected, table.episode.table.dtype)[0].due != CHANCE:
            assert table.episode.table.tobytes() == expected
            compared += 1
    assert compared


@EACH
def test_agents_at_once_say_the_words_of_their_actions(game: str, players: int) -> None:
    table, draw, compared = parallel_env(game, players), np.random.default_rng(3), 0
    seen, _ = table.reset(seed=3)
    while table.agents:
        actions = {agent: int(draw.choice(np.flatnonzero(each["action_mask"]))) for agent, each in seen.items()}
        meaning, expected = table.episode.numbers, table.episode.table.copy()
        for seat in table.episode.asked:
            word = meaning.word(seat, actions[f"player_{seat}"])
            meaning.rules.follow(expected, [(seat, meaning.rules.decisions[word])])
        seen, *_ = table.step(actions)
        if expected[0].due != CHANCE:
            assert table.episode.table.tobytes() == expected.tobytes()
            compared += 1
    assert compared


@EACH
def test_masks_of_many_learners_are_of_their_words(game: str, players: int) -> None:
    many = vector_env(game, 4 * players, players)
    _, infos = many.reset(seed=4)
    for table, seat, mask in zip(many.tables, many.learners.tolist(), infos["action_mask"], strict=True):
        words = sorted(many.numbers.word(seat, action) for action in np.flatnonzero(mask).tolist())
        assert words == many.numbers.rules.legal(table, seat)
    many.close()


@pytest.mark.parametrize(("game", "players"), [each for each in COUNTS if each[0] != "raeuber"])
def test_many_learners_say_the_words_of_their_actions(game: str, players: int) -> None:
    """Dice lie where they were put, unless chance follows; a stolen jewel stays in the vault of its thief."""
    many, draw, compared = vector_env(game, 30 * players, players), np.random.default_rng(4), set()
    _, infos = many.reset(seed=4)
    for _ in range(60):
        actions = np.array([int(draw.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]])
        before, stands = many.tables.copy(), many.stands.copy()
        *_, infos = many.step(actions)
        for n in np.flatnonzero(stands == 0).tolist():
            seat = int(many.learners[n])
            word, found = many.numbers.word(seat, int(actions[n])), many.tables[n]
            if word.startswith(("put s", "steal")):
                expected = np.frombuffer(after(many.numbers, before[n], seat, word), found.dtype)[0]
                if game == "schattendieb":
                    assert (found.vault[seat] & expected.vault[seat] == expected.vault[seat]).all()
                elif expected.due > 0:
                    assert found.tobytes() == expected.tobytes()
                compared.add(seat)
    many.close()
    assert compared == {*range(players)}
