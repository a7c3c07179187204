"""What a player of Der Schattendieb sees of vaults at a glance."""

from __future__ import annotations

from typing import Any

from beute.games.bits import highest, size
from beute.games.compiling import rule
from beute.games.layout import State
from beute.games.schattendieb.rules import EVERY_SHUT, JEWELS, NO_CARD, WITH_DIGIT


@rule
def jewels_in(vault: Any) -> int:
    return size(int(vault[0])) + size(int(vault[1]))


@rule
def sum_of(vault: Any) -> int:
    """What the jewels of a vault are worth together."""
    total = 0
    for digit in range(4):
        with_digit = int(WITH_DIGIT[digit])
        total += size(int(vault[0]) & with_digit) + size(int(vault[1]) & with_digit) << digit
    return total


@rule
def highest_shut_card(s: State, seat: int) -> int:
    """The value of the best Vault Shut card in the hand, or 0."""
    shuts = (int(s.hand[seat, 1]) & EVERY_SHUT) >> JEWELS
    return int(s.shut_value[highest(shuts)]) if shuts else 0


@rule
def is_beaten(s: State, seat: int) -> bool:
    """Whether a shut vault is worth as much as one's own."""
    for other in range(int(s.players)):
        if s.closer[other] != NO_CARD and sum_of(s.vault[other]) >= sum_of(s.vault[seat]):
            return True
    return False
