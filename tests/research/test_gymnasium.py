"""One seat learns, the others are bots: Gymnasium's own check passes, one game and thousands agree with the rules."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics, RescaleObservation

from beute import BeuteError, games
from beute.games.bits import highest
from beute.games.contract import legal
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
    name = f"beute/{game.capitalize()}-v1"
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
            for n in range(32):
                if terminations[n]:
                    assert (infos["final_obs"][n] != observations[n]).any()
                else:
                    assert infos["final_obs"][n] is None
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
    actions[3] = np.flatnonzero(~infos["action_mask"][3])[-1]
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
    told = r"bot '.*:wild' \(game 0, seat {}\) answered 127, but legal are \d+ \(play .*\)\nDer Schattendieb"
    with pytest.raises(BeuteError, match=told.format(1)):
        first.step(infos["action_mask"].argmax(axis=1))
    with pytest.raises(BeuteError, match=told.format(0)):
        second.reset(seed=1)
    first.close()
    second.close()


# ---------------------------------------------------------------- bots


def last_legal(known: Any, seat: int, rng: Any) -> int:
    """A bot of one's own, as a function that is compiled."""
    first, second = legal(known, seat)
    return int(64 + highest(second) if second else highest(first))


class Picky:
    """A bot of one's own, as a class."""

    def choose(self, known: Any, heard: Any, seat: int, rng: Any, budget: Any) -> int:
        return last_legal(known, seat, rng)


def test_one_bot_sits_in_all_other_seats() -> None:
    """One is the same as a list of as many: a function, a class, an object or a name."""

    def told(bots: Any) -> Any:
        many, draw = vector_env("schattendieb", 8, 3, bots=bots, seat=0), np.random.default_rng(1)
        _, infos = many.reset(seed=1)
        found = []
        for _ in range(20):
            observations, *_, infos = many.step([legal_one(mask, draw) for mask in infos["action_mask"]])
            found.append(observations.tobytes())
        many.close()
        return found

    assert told(last_legal) == told([last_legal, last_legal]) != told("random")
    for bots in last_legal, Picky, Picky():
        alone = play_at_random(env("schattendieb", 3, bots=bots, seat=0), 1)
        assert alone == play_at_random(env("schattendieb", 3, bots=[bots, bots], seat=0), 1)


@pytest.mark.parametrize("make", [env, lambda *args, **settings: vector_env(args[0], 2, *args[1:], **settings)])
def test_wrong_bots_are_explained(make: Any) -> None:
    for wrong in 5, None, [5, 5], ["random", None], {"random": 2}, np.array(["random", "random"]):
        with pytest.raises(BeuteError, match=r"bots are one for all other seats, or a list of 2, each a name, .* not "):
            make("sneaky", 3, bots=wrong)
    with pytest.raises(BeuteError, match="2 bots are needed besides the learner, not 3"):
        make("sneaky", 3, bots=["random"] * 3)
    with pytest.raises(BeuteError, match="greedi"):
        make("sneaky", 3, bots="greedi")
    with pytest.raises(BeuteError, match="1 inputs"):
        make("sneaky", 3, bots=lambda known: 0)


# ---------------------------------------------------------------- final scores


@EACH
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_the_end_has_the_scores(game: str, players: int, reward: str) -> None:
    """From the learner's own: win and margin follow from them."""
    table, draw = env(game, players, reward=reward), np.random.default_rng(1)
    _, info = table.reset(seed=players)
    gained, over = 0.0, False
    while not over:
        assert "scores" not in info
        _, gained, terminated, truncated, info = table.step(legal_one(info["action_mask"], draw))
        over = terminated or truncated
    assert terminated
    assert np.roll(info["scores"], info["seat"]).tolist() == table.numbers.rules.scores(table.table)
    assert gained == value_of(info["scores"], reward)


def value_of(scores: Any, reward: str) -> float:
    if reward == "margin":
        return float(scores[0] - scores[1:].max())
    return float(scores[0] == scores.max()) / float((scores == scores.max()).sum())


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@EACH
def test_the_ends_of_many_have_the_scores(game: str, players: int, mode: AutoresetMode) -> None:
    ends = {}
    for reward in "win", "margin":
        many, draw = vector_env(game, 48, players, reward=reward, autoreset_mode=mode), np.random.default_rng(2)
        _, infos = many.reset(seed=9)
        found = []
        for _ in range(150):
            *_, rewards, terminations, _, infos = many.step([legal_one(mask, draw) for mask in infos["action_mask"]])
            told = infos.get("final_info", {}) if mode == AutoresetMode.SAME_STEP else infos
            for n in np.flatnonzero(terminations):
                assert told["_scores"][n]
                assert rewards[n] == pytest.approx(value_of(told["scores"][n], reward))
                found.append(told["scores"][n].tolist())
            if not terminations.any():
                assert "scores" not in told
        many.close()
        ends[reward] = found
    assert ends["win"] == ends["margin"]
    assert ends["win"] or game == "sneaky"


# ---------------------------------------------------------------- as Gymnasium has it


def test_an_illegal_action_among_many_is_told() -> None:
    many = vector_env("sneaky", 3, 2)
    _, infos = many.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    *_, infos = many.step(actions)
    assert infos["illegal"].tolist() == infos["_illegal"].tolist() == [False, True, False]
    assert "scores" not in infos
    many.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_wrappers_of_gymnasium_fit(mode: AutoresetMode) -> None:
    """They know infos by their masks. Those that change observations are not for beginning again in the same step."""
    many: Any = vector_env("raeuber", 8, 2, autoreset_mode=mode)
    if mode == AutoresetMode.NEXT_STEP:
        many = RescaleObservation(many, np.float32(0), np.float32(1))
    many = DictInfoToList(RecordEpisodeStatistics(many))
    draw = np.random.default_rng(1)
    _, told = many.reset(seed=1)
    ends = 0
    for _ in range(60):
        assert [each["seat"] for each in told] == [0, 1] * 4
        actions = np.array([legal_one(each["action_mask"], draw) for each in told])
        observations, rewards, terminations, _, told = many.step(actions)
        assert observations in many.observation_space
        for n in np.flatnonzero(terminations):
            final = told[n]["final_info"] if mode == AutoresetMode.SAME_STEP else told[n]
            assert value_of(final["scores"], "win") == rewards[n] == told[n]["episode"]["r"]
            ends += 1
            if mode == AutoresetMode.SAME_STEP:
                assert told[n]["final_obs"] in many.single_observation_space
    assert ends
    many.close()


def test_games_may_wait_to_be_dealt_again() -> None:
    """Autoreset disabled: only those that are named begin again."""
    many, draw = vector_env("raeuber", 6, 2, autoreset_mode=AutoresetMode.DISABLED), np.random.default_rng(3)
    _, infos = many.reset(seed=3)
    dealt = 0
    for _ in range(80):
        before = many.tables.copy()
        *_, terminations, _, infos = many.step([legal_one(mask, draw) for mask in infos["action_mask"]])
        if terminations.any():
            with pytest.raises(BeuteError, match=r"game \d is over: reset it first, by the option reset_mask"):
                many.step(np.zeros(6, int))
            before = many.tables.copy()
            observations, infos = many.reset(options={"reset_mask": terminations})
            assert observations in many.observation_space
            assert (many.tables["ending"] == 0).all()
            assert (many.tables[~terminations] == before[~terminations]).all()
            assert infos["action_mask"].any(axis=1).all()
            dealt += int(terminations.sum())
    assert dealt
    for wrong in [True] * 5, [0, 1, 0, 1, 0, 1], [False] * 6:
        with pytest.raises(BeuteError, match="reset_mask is an array of 6 truth values, at least one of them true"):
            many.reset(options={"reset_mask": np.array(wrong)})
    many.close()


# ---------------------------------------------------------------- copies


@pytest.mark.parametrize("copied", [deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_copy_goes_on_from_here(game: str, copied: Any) -> None:
    table, many = env(game, 3, bots="greedy"), vector_env(game, 5, 3, bots="greedy", threads=2)
    _, info = table.reset(seed=1)
    _, infos = many.reset(seed=1)
    for _ in range(3):
        *_, info = table.step(int(info["action_mask"].argmax()))
        *_, infos = many.step(infos["action_mask"].argmax(axis=1))
    twin, others = copied(table), copied(many)
    for _ in range(2):
        action = int(table.action_masks().argmax())
        told, again = table.step(action), twin.step(action)
        assert told[0].tobytes() == again[0].tobytes()
        assert told[1:4] == again[1:4]
        actions = many.action_masks().argmax(axis=1)
        assert [each.tobytes() for each in many.step(actions)[:4]] == [
            each.tobytes() for each in others.step(actions)[:4]
        ]
    many.close()
    others.close()


# ---------------------------------------------------------------- mistakes


def test_wrong_actions_are_explained() -> None:
    table, many = env("sneaky"), vector_env("sneaky", 2)
    table.reset(seed=1)
    many.reset(seed=1)
    for wrong in 1.5, float("nan"), None, "put c0", np.array([3]), -1, 999, True:
        with pytest.raises(BeuteError, match="actions are whole numbers from 0 to 20"):
            table.step(wrong)
    for several in [1.0, 2.0], [float("nan"), 1], ["a", "b"], [True, False], [None, 1]:
        with pytest.raises(BeuteError, match="actions are whole numbers, not "):
            many.step(several)
    for shape in 3, [1], [[1], [2]], [1, [2]]:
        with pytest.raises(BeuteError, match="2 actions are needed, one for each game, not "):
            many.step(shape)
    for beyond in [0, 999], [0, -1], np.array([0, 1 << 63], np.uint64):
        with pytest.raises(BeuteError, match=r"action -?\d+ of game 1: actions are whole numbers from 0 to 20"):
            many.step(beyond)
    many.close()
    with pytest.raises(BeuteError, match="the games are closed"):
        many.step([0, 0])
    with pytest.raises(BeuteError, match="the games are closed"):
        many.reset()


def test_wrong_settings_are_explained() -> None:
    wrong: Any
    with pytest.raises(BeuteError, match=r"no setting 'rewards'; there are .*bandits; did you mean 'reward'\?"):
        env("sneaky", rewards="win")
    with pytest.raises(BeuteError, match=r"no setting 'thread'; there are .*; did you mean 'threads'\?"):
        vector_env("sneaky", 2, thread=1)
    for seat in 1.5, "1", -1, True:
        with pytest.raises(BeuteError, match=r"there is no seat .*: seats go from 0 to 1"):
            env("sneaky", seat=seat)
    for wrong in 0, 1.5, "two":
        with pytest.raises(BeuteError, match="num_envs is a number of at least 1"):
            vector_env("sneaky", wrong)
        with pytest.raises(BeuteError, match="threads is a number of at least 1"):
            vector_env("sneaky", 2, threads=wrong)
    for wrong in -1, 1.5, "x", 1 << 63:
        with pytest.raises(BeuteError, match="a seed is a number from 0"):
            env("sneaky").reset(seed=wrong)
    with pytest.raises(BeuteError, match="reset first"):
        env("sneaky", render_mode="ansi").render()
    three: Any = np.int64(3)
    assert env("sneaky", three).setup.players == 3


def test_mistakes_are_explained() -> None:
    with pytest.raises(BeuteError, match="2 bots are needed besides the learner, not 1"):
        env("sneaky", 3, bots=["greedy"])
    with pytest.raises(BeuteError, match="there is no seat 5: seats go from 0 to 2"):
        vector_env("sneaky", 2, 3, seat=5)
    with pytest.raises(BeuteError, match="'search' has no policy that can be compiled"):
        vector_env("sneaky", 2, bots="search")
    with pytest.raises(BeuteError, match="dtype is float32 or int8, not bool"):
        vector_env("sneaky", 2, dtype=np.bool)
    with pytest.raises(BeuteError, match="autoreset_mode is one of 'NextStep', 'SameStep', 'Disabled', not 'Never'"):
        vector_env("sneaky", 2, autoreset_mode="Never")
    with pytest.raises(BeuteError, match="copy is True or False, not 'no'"):
        vector_env("sneaky", 2, copy="no")
    for reward in "points", ["win"], {"win": 0.5}, None:
        with pytest.raises(BeuteError, match=r"a reward is win or margin, not .* of the final scores in infos"):
            env("sneaky", reward=reward)
    many = vector_env("sneaky", 2)
    with pytest.raises(BeuteError, match="reset first"):
        many.step([0, 0])
    wrong: Any = "all"
    with pytest.raises(BeuteError, match="options are a dictionary, not 'all'"):
        many.reset(options=wrong)
    for wrong in -1, [1], [1, -1], 1 << 63, 1.5, [1, 0.5], "ab":
        with pytest.raises(BeuteError, match=r"seeds are numbers from 0 to 9\d+: .* or a list of 2; not "):
            many.reset(seed=wrong)
    many.reset()
    with pytest.raises(BeuteError, match="2 actions are needed"):
        many.step([1, 2, 3])
    many.close()
