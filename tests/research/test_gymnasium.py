"""One seat learns, the others are bots: Gymnasium's own check passes, one game and thousands agree with the rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from beute import BeuteError, games
from beute.research.episode import Episode
from beute.research.gymnasium import BeuteGymEnv, env, vector_env
from tests.setups import COUNTS

EACH = pytest.mark.parametrize(("game", "players"), COUNTS)


def legal_one(mask: Any, draw: np.random.Generator) -> int:
    return int(draw.choice(np.flatnonzero(mask)))


def play_at_random(table: BeuteGymEnv, seed: int) -> list[Any]:
    """All that the learner is told in one game."""
    draw = np.random.default_rng(seed)
    observation, info = table.reset(seed=seed)
    told: list[Any] = [(observation.tobytes(), info["seat"])]
    over = False
    while not over:
        observation, reward, terminated, truncated, info = table.step(legal_one(info["action_mask"], draw))
        told.append((observation.tobytes(), reward, terminated, truncated))
        over = terminated or truncated
    return told


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.filterwarnings("ignore:.*render modes.*:UserWarning")
def test_their_check_passes(game: str) -> None:
    check_env(env(game))


@EACH
def test_games_are_the_same_to_the_end(game: str, players: int) -> None:
    assert play_at_random(env(game, players), 3) == play_at_random(env(game, players), 3)


def test_any_bots_can_be_played_against() -> None:
    told = play_at_random(env("raeuber", 3, bots=["greedy", "search@10"], seat=1), 1)
    assert told[0][1] == 1
    assert told[-1][2]


def test_the_learner_sits_in_every_seat() -> None:
    table = env("sneaky", 4)
    assert {table.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_an_illegal_action_ends_the_game() -> None:
    table = env("sneaky")
    _, info = table.reset(seed=1)
    illegal = int(np.flatnonzero(~info["action_mask"])[0])
    _, reward, terminated, truncated, info = table.step(illegal)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(BeuteError, match="reset first"):
        table.step(0)


@pytest.mark.parametrize("game", games.NAMES)
def test_they_are_registered(game: str) -> None:
    name = f"beute/{game.capitalize()}-v0"
    one = gymnasium.make(name, players=3)
    assert one.reset(seed=1)[0] in one.observation_space
    many = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", players=3)
    assert many.reset(seed=1)[0] in many.observation_space
    many.close()


# ---------------------------------------------------------------- thousands


@EACH
def test_many_games_go_on_for_ever(game: str, players: int) -> None:
    """Games end and begin again; a learner at random wins its share against others at random."""
    many, draw = vector_env(game, 96, players), np.random.default_rng(1)
    _, infos = many.reset(seed=7)
    wins, ends = 0.0, 0
    for _ in range(150):
        actions = [legal_one(mask, draw) for mask in infos["action_mask"]]
        observations, rewards, terminations, truncations, infos = many.step(actions)
        assert observations in many.observation_space
        assert not rewards[~terminations].any()
        assert not truncations.any()
        wins, ends = wins + rewards.sum(), ends + terminations.sum()
    many.close()
    if ends > 100:
        assert abs(wins / ends - 1 / players) < 4 * np.sqrt(0.25 / ends)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game", games.NAMES)
def test_many_games_are_the_same_whoever_plays_them(game: str, threads: int) -> None:
    """The number of threads makes no difference, and neither does how many games there are."""

    def told(games_at_once: int, threads: int) -> list[Any]:
        many, draw = vector_env(game, games_at_once, 3, threads=threads), np.random.default_rng(1)
        _, infos = many.reset(seed=7)
        found = []
        for _ in range(40):
            luck = draw.random(8)
            actions = np.zeros(games_at_once, int)
            for n in range(8):
                actions[n] = np.flatnonzero(infos["action_mask"][n])[int(luck[n] * infos["action_mask"][n].sum())]
            observations, rewards, terminations, _, infos = many.step(actions)
            found.append((observations[:8].tobytes(), rewards[:8].tolist(), terminations[:8].tolist()))
        many.close()
        return found

    assert told(8, threads) == told(8, 1) == told(20, 2)


def test_a_game_among_many_is_the_game_alone() -> None:
    """The observation that a learner of many gets is that of PettingZoo's environment for the same state."""
    many = vector_env("raeuber", 6, 3)
    observations, infos = many.reset(seed=1)
    table = env("raeuber", 3)
    for n in range(6):
        episode = Episode(table.setup)
        episode.table[0] = many.tables[n]
        observation, mask = episode.look(int(many.learners[n]))
        np.testing.assert_array_equal(observation, observations[n])
        np.testing.assert_array_equal(mask, infos["action_mask"][n])
    many.close()


@pytest.mark.parametrize("players", [3, 7])
def test_numbers_can_be_small(players: int) -> None:
    """One byte for each number is enough, also for the longest observations."""
    as_told = vector_env("schattendieb", 64, players)
    small = vector_env("schattendieb", 64, players, dtype=np.int8)
    (observations, infos), (others, _) = as_told.reset(seed=5), small.reset(seed=5)
    draw = np.random.default_rng(1)
    for _ in range(30):
        assert others.dtype == np.int8
        assert others in small.observation_space
        np.testing.assert_array_equal(observations, others)
        actions = [legal_one(mask, draw) for mask in infos["action_mask"]]
        (observations, _, _, _, infos), (others, *_) = as_told.step(actions), small.step(actions)
    as_told.close()
    small.close()


@pytest.mark.parametrize("game", games.NAMES)
def test_an_end_is_told_in_both_ways_of_beginning_again(game: str) -> None:
    for mode in AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP:
        many, draw = vector_env(game, 32, autoreset_mode=mode, bots="greedy"), np.random.default_rng(2)
        _, infos = many.reset(seed=3)
        for _ in range(3000):
            actions = [legal_one(mask, draw) for mask in infos["action_mask"]]
            observations, _, terminations, _, infos = many.step(actions)
            if terminations.any():
                break
        ended = np.flatnonzero(terminations)
        assert len(ended)
        if mode == AutoresetMode.SAME_STEP:
            np.testing.assert_array_equal(infos["_final_obs"], terminations)
            assert (infos["final_obs"][ended] != observations[ended]).any(axis=1).all()
            assert not (many.tables["ending"][ended]).any()
        else:
            assert "final_obs" not in infos
            assert many.tables["ending"][ended].all()
            assert infos["action_mask"][ended].all()
            many.step(np.zeros(32, int))
            assert not many.tables["ending"][ended].any()
        many.close()


def test_illegal_actions_among_many_end_their_games_only() -> None:
    many = vector_env("sneaky", 4, 2, seat=0)
    _, infos = many.reset(seed=1)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    actions[2] = np.flatnonzero(~infos["action_mask"][2])[0]
    actions[3] = 999
    _, rewards, terminations, _, _ = many.step(actions)
    assert rewards.tolist() == [0, 0, -1, -1]
    assert terminations.tolist() == [False, False, True, True]
    many.close()


def test_margins_are_rewarded() -> None:
    many, draw = vector_env("raeuber", 8, 2, reward="margin", seat=0), np.random.default_rng(1)
    _, infos = many.reset(seed=5)
    found = 0
    for _ in range(60):
        _, rewards, terminations, _, infos = many.step([legal_one(mask, draw) for mask in infos["action_mask"]])
        for n in np.flatnonzero(terminations):
            mine, other = many.numbers.rules.scores(many.tables[n])
            assert rewards[n] == mine - other
            found += 1
    assert found
    many.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_bot_that_breaks_the_rules_is_told(mode: AutoresetMode) -> None:
    first, second = (
        vector_env("schattendieb", 2, 3, bots="tests.lab.custom_bots:wild", seat=seat, autoreset_mode=mode)
        for seat in range(2)
    )
    _, infos = first.reset(seed=1)
    with pytest.raises(BeuteError, match="a bot returned an illegal decision"):
        first.step(infos["action_mask"].argmax(axis=1))
    with pytest.raises(BeuteError, match="a bot returned an illegal decision"):
        second.reset(seed=1)
    first.close()
    second.close()


def test_mistakes_are_explained() -> None:
    with pytest.raises(BeuteError, match="2 bots are needed besides the learner, not 1"):
        env("sneaky", 3, bots=["greedy"])
    with pytest.raises(BeuteError, match="there is no seat 5: seats go from 0 to 2"):
        vector_env("sneaky", 2, 3, seat=5)
    with pytest.raises(BeuteError, match="'search' has no policy that can be compiled"):
        vector_env("sneaky", 2, bots="search")
    with pytest.raises(BeuteError, match="at least one game, not 0"):
        vector_env("sneaky", 0)
    with pytest.raises(BeuteError, match="dtype is float32 or int8, not bool"):
        vector_env("sneaky", 2, dtype=np.bool)
    for mode in "Never", AutoresetMode.DISABLED:
        with pytest.raises(BeuteError, match=r"autoreset_mode is 'NextStep' or 'SameStep', .*, not '"):
            vector_env("sneaky", 2, autoreset_mode=mode)
    many = vector_env("sneaky", 2)
    with pytest.raises(BeuteError, match="reset first"):
        many.step([0, 0])
    for seed in -1, [1], [1, -1], 1 << 63:
        with pytest.raises(BeuteError, match="a seed is a number of at least 0, or a list of 2"):
            many.reset(seed=seed)
    many.reset()
    with pytest.raises(BeuteError, match="2 actions are needed"):
        many.step([1, 2, 3])
    many.close()
