"""A bot and its budget, as people write them."""

from __future__ import annotations

import pytest

import beute
from beute.bots import Budget, turn
from beute.bots.entrants import Entrant


@pytest.mark.parametrize(
    ("said", "kind", "budget"),
    [
        ("search", "search", Budget()),
        (" search@200 ", "search", Budget(simulations=200)),
        ("master@50ms", "master", Budget(milliseconds=50)),
        ("tests.bots.plain:first@1.5s", "tests.bots.plain:first", Budget(milliseconds=1500)),
    ],
)
def test_a_budget_stands_behind_the_name(said: str, kind: str, budget: Budget) -> None:
    entrant = Entrant.read(said)
    assert (entrant.name, entrant.kind, entrant.budget) == (said.strip(), kind, budget)


def test_its_own_budget_comes_before_that_of_all() -> None:
    everybody = Budget(simulations=10)
    assert Entrant.read("search@200", everybody).budget.simulations == 200
    assert Entrant.read("search", everybody).budget is everybody


class Patient:
    """Refuses to hurry."""

    def choose(self, *told: object) -> int:
        return 0

    def check_budget(self, budget: Budget) -> None:
        if budget.milliseconds is not None:
            raise beute.BeuteError(f"no hurry, so not {budget}", "wrong_budget", budget=str(budget))


def test_a_bot_itself_is_refused_too_if_it_does_not_play_the_game() -> None:
    with pytest.raises(beute.BeuteError, match=r"bot 'beute.bots.turn' plays sneaky, not raeuber"):
        Entrant.read(turn).bot("raeuber")


def test_a_bot_may_refuse_a_budget_before_the_game() -> None:
    assert isinstance(Entrant.read(Patient, Budget(simulations=5)).bot("sneaky"), Patient)
    with pytest.raises(beute.BeuteError, match="no hurry, so not 50ms"):
        Entrant.read(Patient(), Budget(milliseconds=50)).bot("sneaky")
