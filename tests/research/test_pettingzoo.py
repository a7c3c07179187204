"""The environments of PettingZoo pass its own tests, and tell the truth."""

from __future__ import annotations

import pickle
from copy import deepcopy
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import wrappers

from beute import BeuteError, games
from beute.research.pettingzoo import BeuteEnv, env, parallel_env
from tests.setups import COUNTS

# Their tests warn of whatever is not an array alone, and of an illegal action, which some of them try.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

EACH = pytest.mark.parametrize(("game", "players"), COUNTS)


def play_at_random(table: BeuteEnv, seed: int) -> list[Any]:
    """All that agents are told in a game of legal actions, drawn by the seed."""
    draw, told = np.random.default_rng(seed), []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        action = None
        if not termination and not truncation:
            action = int(draw.choice(np.flatnonzero(observation["action_mask"])))
        told.append((agent, observation["observation"].tobytes(), reward, termination, truncation, str(info), action))
        table.step(action)
    return told


@EACH
def test_their_tests_pass(game: str, players: int) -> None:
    api_test(env(game, players), num_cycles=60)
    seed_test(lambda: env(game, players), num_cycles=40)


@EACH
def test_their_parallel_tests_pass(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game, players), num_cycles=400)
    parallel_seed_test(lambda: parallel_env(game, players))


@pytest.mark.parametrize("game", games.NAMES)
def test_their_render_test_passes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("beute.research.rendering.Rendering.FRAMES", 1000)
    render_test(lambda **settings: env(game, **settings))


@pytest.mark.parametrize("game", games.NAMES)
def test_their_benchmark_runs(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For five seconds by its clock, which is quick here: a hundredth for each round of the table."""
    clock = (n / 100 for n in count())
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(env(game))
    assert "turns per second" in capsys.readouterr().out


@EACH
def test_games_are_the_same_to_the_end(game: str, players: int) -> None:
    told = play_at_random(env(game, players), 5)
    assert told == play_at_random(env(game, players), 5)
    assert told != play_at_random(env(game, players), 6)


def play_all_at_once(table: Any, seed: int) -> list[Any]:
    draw, told = np.random.default_rng(seed), []
    seen, _ = table.reset(seed=seed)
    while table.agents:
        actions = {
            agent: int(draw.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.possible_agents
        }
        seen, *rest, infos = table.step(actions)
        told.append([each["observation"].tobytes() for each in seen.values()] + [*rest, str(infos)])
    return told


@EACH
def test_games_all_at_once_are_the_same_to_the_end(game: str, players: int) -> None:
    told = play_all_at_once(parallel_env(game, players), 5)
    assert told == play_all_at_once(parallel_env(game, players), 5)
    *_, (rewards, terminations, truncations, _) = (each[-4:] for each in told)
    assert sum(rewards.values()) == pytest.approx(1)
    assert all(terminations.values())
    assert not any(truncations.values())


@EACH
def test_the_end_is_rewarded(game: str, players: int) -> None:
    ends = {}
    for reward in "win", "margin":
        table = env(game, players, reward=reward)
        ends[reward] = [each[2] for each in play_at_random(table, 3)[-players:]]
        scores = table.episode.scores
    assert sum(ends["win"]) == pytest.approx(1)
    assert ends["win"] == [(score == max(scores)) / scores.count(max(scores)) for score in scores]
    for seat, margin in enumerate(ends["margin"]):
        assert margin == scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_is_cut_off(game: str) -> None:
    table = env(game, max_cycles=2)
    told, players = play_at_random(table, 1), len(table.possible_agents)
    assert len(told) == 2 * players + players
    for _, _, reward, termination, truncation, _, _ in told[2 * players :]:
        assert (reward, termination, truncation) == (0, False, True)
    assert len(play_all_at_once(parallel_env(game, max_cycles=2), 1)) == 2


@pytest.mark.parametrize("game", games.NAMES)
def test_an_illegal_action_ends_the_game_as_with_their_wrapper(game: str) -> None:
    ours, wrapped = env(game), wrappers.TerminateIllegalWrapper(env(game), illegal_reward=-1)
    for table in ours, wrapped:
        table.reset(seed=2)
        observation, *_ = table.last()
        table.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    while ours.agents:
        assert ours.agents == wrapped.agents
        (_, *mine), (_, *theirs) = ours.last(), wrapped.last()
        assert mine == theirs
        ours.step(None)
        wrapped.step(None)
    assert not wrapped.agents


def test_an_illegal_action_of_some_ends_the_game_for_all() -> None:
    table = parallel_env("schattendieb", 4)
    seen, _ = table.reset(seed=1)
    actions = {agent: int(np.flatnonzero(each["action_mask"])[0]) for agent, each in seen.items()}
    _, rewards, terminations, _, _ = table.step(actions | {"player_2": table.waiting})
    assert rewards == {"player_0": 0, "player_1": 0, "player_2": -1, "player_3": 0}
    assert all(terminations.values())
    assert table.agents == []


def test_others_who_choose_at_once_are_not_seen() -> None:
    """Whatever the first agents choose face down, the last one observes the same."""
    seen = set()
    for first in range(3):
        table = env("schattendieb", 3)
        table.reset(seed=4)
        for _ in range(2):
            observation, *_ = table.last()
            table.step(int(np.flatnonzero(observation["action_mask"])[first]))
        observation, *_ = table.last()
        seen.add(observation["observation"].tobytes())
    assert len(seen) == 1


@pytest.mark.parametrize("game", games.NAMES)
def test_agents_that_are_not_asked_may_look_and_can_do_nothing(game: str) -> None:
    table = env(game, 3)
    table.reset(seed=1)
    asked = {table.possible_agents[seat] for seat in table.episode.asked}
    for agent in table.possible_agents:
        assert bool(table.observe(agent)["action_mask"].any()) == (agent in asked)


@pytest.mark.parametrize("game", games.NAMES)
def test_they_are_registered(game: str) -> None:
    assert str(pettingzoo.make("aec", f"beute/{game}_v1", players=3)) == f"{game}_v1"
    assert pettingzoo.make("parallel", f"beute/{game}_v1", max_cycles=9).max_cycles == 9


@EACH
def test_the_end_has_the_scores(game: str, players: int) -> None:
    """For each agent from its own on; nothing before the end, and nothing when the game is cut off."""
    for table in env(game, players), env(game, players, max_cycles=3):
        draw = np.random.default_rng(3)
        table.reset(seed=3)
        told = {}
        for agent in table.agent_iter():
            observation, _, termination, truncation, info = table.last()
            if termination:
                told[table.seats[agent]] = info["scores"]
            else:
                assert not info
            over = termination or truncation
            table.step(None if over else int(draw.choice(np.flatnonzero(observation["action_mask"]))))
        assert len(told) == (players if table.limit is None else 0)
        for seat, scores in told.items():
            assert np.roll(scores, seat).tolist() == table.episode.scores


@EACH
def test_the_end_of_all_at_once_has_the_scores(game: str, players: int) -> None:
    table, draw = parallel_env(game, players), np.random.default_rng(3)
    seen, infos = table.reset(seed=3)
    while table.agents:
        assert not any(infos.values())
        seen, *_, infos = table.step(
            {agent: int(draw.choice(np.flatnonzero(each["action_mask"]))) for agent, each in seen.items()}
        )
    for agent, seat in table.seats.items():
        assert np.roll(infos[agent]["scores"], seat).tolist() == table.episode.scores


@pytest.mark.parametrize("copied", [deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_copy_goes_on_from_here(game: str, make: Any, copied: Any) -> None:
    table = make(game, 3)
    table.reset(seed=1)
    begun = table.episode.table.copy()
    asked = table.episode.asked
    actions = {f"player_{seat}": int(table.episode.look(seat)[1].argmax()) for seat in asked}
    if make is parallel_env:
        actions = {agent: actions.get(agent, table.waiting) for agent in table.agents}
    table.step(actions if make is parallel_env else actions[table.agent_selection])
    twin = copied(table)
    assert twin.episode.table.tobytes() == table.episode.table.tobytes() != begun.tobytes()
    if make is env:
        for _ in range(5):
            action = int(table.last()[0]["action_mask"].argmax())
            table.step(action)
            twin.step(action)
        assert twin.episode.table.tobytes() == table.episode.table.tobytes()
        assert twin.agent_selection == table.agent_selection


def test_an_environment_can_be_sent_elsewhere() -> None:
    table = pickle.loads(pickle.dumps(env("sneaky", 4, reward="margin", bandits="1123")))
    assert (table.setup.players, table.reward, dict(table.setup.options)) == (4, "margin", {"bandits": "1123"})
    assert str(table) == "sneaky_v1"


def test_mistakes_are_explained() -> None:
    with pytest.raises(BeuteError, match="a reward is win or margin, not 'points'"):
        env("sneaky", reward="points")
    with pytest.raises(BeuteError, match="render_mode is human, ansi, rgb_array or None, not 'svg'"):
        env("sneaky", render_mode="svg")
    with pytest.raises(BeuteError, match="Sneaky is for 2 to 4 players, not 9"):
        env("sneaky", 9)
    table = env("sneaky")
    table.reset()
    with pytest.raises(BeuteError, match=r"action 999 of player_.: actions are whole numbers from 0 to 20"):
        table.step(999)
    at_once = parallel_env("schattendieb")
    at_once.reset()
    with pytest.raises(BeuteError, match="no action of player_0; an agent that is not asked waits"):
        at_once.step({})
    wrong: Any
    for wrong in {"player_9": 1}, [1, 2, 3], dict.fromkeys(at_once.agents, 1.5):
        with pytest.raises(BeuteError, match=r"no agent 'player_9'|by agent, as a dictionary|are whole numbers from 0"):
            at_once.step(wrong)
    for wrong in 1.5, float("nan"), None, "stop":
        with pytest.raises(BeuteError, match="are whole numbers from 0 to 20"):
            table.step(wrong)
    for wrong in "player_7", 0, None, ["player_0"]:
        for look in table.observe, table.action_space, at_once.observation_space:
            with pytest.raises(BeuteError, match=r"no agent .*; there are player_0, player_1"):
                look(wrong)
    for make in env, parallel_env:
        never_reset: Any = make("sneaky")
        with pytest.raises(BeuteError, match="reset first"):
            never_reset.step({"player_0": 1})
        with pytest.raises(BeuteError, match="max_cycles is a number of at least 1, not 0"):
            make("sneaky", max_cycles=0)
        with pytest.raises(BeuteError, match=r"no setting 'rewards'; .*did you mean 'reward'"):
            make("sneaky", rewards="win")
        for wrong in -1, 2.5, "one":
            with pytest.raises(BeuteError, match="a seed is a number from 0"):
                make("sneaky").reset(seed=wrong)
