"""What players are told, and what else could be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from beute import BeuteError
from beute.research.bounds import bounds
from beute.research.episode import numbers
from beute.research.openspiel.numbering import event_numbers
from tests.research.openspiel.played import any_action, decisions, load, states
from tests.research.openspiel.test_game import FEWEST, as_ours
from tests.setups import COUNTS

WITH_SECRETS = [(name, players) for name, players in COUNTS if name != "sneaky"]


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_an_information_state_is_what_the_seat_has_seen(name: str, players: int) -> None:
    for state in states(load(name, players), seed=1)[::7]:
        ours = as_ours(state)
        for seat in range(players):
            told = state.information_state_string(seat).splitlines()
            assert told[0] == f"seat {seat}"
            if name != "schattendieb" or int(state.position.table["open"][0]) >> seat & 1:  # SD-12
                assert sorted(told[1:]) == sorted(ours.heard(seat))


def test_what_lies_face_down_is_heard_when_all_have_chosen() -> None:
    """SD-5"""
    choosing = decisions(load("schattendieb", 3), seed=1)[:3]
    assert [state.current_player() for state in choosing] == [0, 1, 2]
    last = choosing[-1]
    said = last.action_to_string(0, last.history()[-2])
    assert f"0 {said}" in last.information_state_string(0)
    assert f"0 {said}" not in last.information_state_string(2)
    assert said.removeprefix("play ") not in last.observation_string(2).split()
    last.apply_action(last.legal_actions()[0])
    assert f"0 {said}" in last.information_state_string(2)


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_an_observation_is_what_the_contract_observes(name: str, players: int) -> None:
    game = load(name, players)
    state = decisions(game, seed=2)[5]
    position = state.position
    parts = numbers(position.numbering.setup).observed
    observer = make_observation(game)
    assert [*observer.dict] == [part for part, _ in parts]
    for seat in range(players):
        expected = np.zeros(sum(length for _, length in parts), np.float32)
        position.numbering.rules.parts.observation.observe(position.known(seat)[0], seat, expected)
        observer.set_from(state, seat)
        assert observer.tensor.tolist() == expected.tolist() == state.observation_tensor(seat)
        assert observer.string_from(state, seat) == state.observation_string(seat)


@pytest.mark.parametrize(("name", "players"), WITH_SECRETS)
def test_an_information_state_tensor_has_every_event(name: str, players: int) -> None:
    game = load(name, players)
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    setup = states(game, seed=1, most=1)[0].position.numbering.setup
    meaning = {number: event for event, number in event_numbers(setup).items()}
    assert observer.dict["events"].shape == (bounds(setup).decisions + bounds(setup).chances,)
    for state in states(game, seed=3)[::20]:
        for seat in range(players):
            observer.set_from(state, seat)
            assert observer.dict["player"].tolist() == [float(other == seat) for other in range(players)]
            heard = [meaning[int(number)] for number in observer.dict["events"] if number]
            assert heard == state.information_state_string(seat).splitlines()[1:]


def test_a_game_without_secrets_has_no_information_state_tensor() -> None:
    game = load("sneaky", 2)
    assert not game.get_type().provides_information_state_tensor
    assert make_observation(game, INFO_STATE_OBS_TYPE).tensor is None
    with pytest.raises(BeuteError, match="Sneaky has no such numbers, only text; observation_tensor has"):
        game.new_initial_state().information_state_tensor(0)


@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_public_and_private_information_apart(name: str, players: int, recall: bool) -> None:
    game = load(name, players)
    one, none, everybody = (getattr(pyspiel.PrivateInfoType, kind) for kind in ("SINGLE_PLAYER", "NONE", "ALL_PLAYERS"))

    def told(state: Any, seat: int, public: bool, private: Any) -> list[str]:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        lines: list[str] = make_observation(game, kind).string_from(state, seat).splitlines()
        return lines

    for state in decisions(game, seed=7)[:20:5]:
        for seat in range(players):
            assert told(state, 0, True, none) == told(state, seat, True, none)
            assert told(state, seat, False, none) == []
            own = told(state, seat, False, one)
            assert set(own) <= set(told(state, seat, True, one))
            assert not set(own) & set(told(state, seat, True, none))
            assert bool(own) == (name != "sneaky")
            assert set(own) <= set(told(state, seat, False, everybody))


def test_observations_have_no_parameters() -> None:
    with pytest.raises(ValueError, match="no observation parameters"):
        make_observation(load("raeuber", 2), None, {"colour": True})


# ---------------------------------------------------------------- what else could be


@pytest.mark.parametrize(("name", "players"), WITH_SECRETS)
def test_a_resampled_state_looks_the_same_and_is_another(name: str, players: int) -> None:
    game = load(name, players)
    dice = np.random.RandomState(1)
    others = 0
    for state in decisions(game, seed=8)[::9]:
        for seat in range(players):
            twin = state.resample_from_infostate(seat, dice.random_sample)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert twin.observation_string(seat) == state.observation_string(seat)
            assert twin.current_player() == state.current_player()
            assert twin.history() == []
            others += twin.position.table.tobytes() != state.position.table.tobytes()
            if seat == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
            play_on(twin, dice)
    assert others > players


def play_on(state: Any, dice: Any) -> None:
    """What was resampled is played like any other state, to the end."""
    while not state.is_terminal():
        state.apply_action(any_action(state, dice))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "players"), [("schattendieb", 4), ("raeuber", 3)])
def test_a_resampled_state_tells_nothing_that_was_hidden(name: str, players: int) -> None:
    """Whatever the others hold, the same dice imagine the same."""
    state = decisions(load(name, players), seed=8)[7]
    seat, dice = state.current_player(), np.random.RandomState(2)
    worlds = [state.resample_from_infostate(seat, dice.random_sample) for _ in range(4)]
    again = [world.resample_from_infostate(seat, lambda: 0.3) for world in (state, *worlds)]
    for twin in again:
        assert twin.position.table.tobytes() == again[0].position.table.tobytes()
        assert twin.position.story(seat) == again[0].position.story(seat)
        assert twin.position.heard == again[0].position.heard


def test_those_who_chose_face_down_choose_again() -> None:
    """SD-5: the third to choose does not know what the first two have chosen."""
    state = decisions(load("schattendieb", 3), seed=1)[2]
    dice = np.random.RandomState(3)
    fronts = {
        tuple(state.resample_from_infostate(2, dice.random_sample).position.table["front"][0][:2].tolist())
        for _ in range(20)
    }
    assert len(fronts) > 10


def test_what_others_know_of_an_imagined_hand_sets_their_states_apart() -> None:
    """Equal information states offer equal actions, or a search would mix them up."""
    state = decisions(load("raeuber", 2), seed=4)[10]
    seat, dice = state.current_player(), np.random.RandomState(5)
    offered: dict[str, list[int]] = {}
    for _ in range(200):
        twin = state.resample_from_infostate(seat, dice.random_sample)
        twin.apply_action(twin.legal_actions()[0])
        while twin.is_chance_node():
            twin.apply_action(twin.chance_outcomes()[0][0])
        assert twin.current_player() != seat
        assert offered.setdefault(twin.information_state_string(), twin.legal_actions()) == twin.legal_actions()
    assert len(offered) > 20
