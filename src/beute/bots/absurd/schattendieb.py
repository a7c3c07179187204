"""Absurd moves of Der Schattendieb. What others will lay out nobody knows, so few moves are surely wrong."""

from __future__ import annotations

from typing import Final

from beute.bots.absurd.entries import Absurd
from beute.bots.vaults import highest_shut_card, is_beaten, jewels_in, sum_of
from beute.games.bits import index, lowest, size
from beute.games.compiling import called, rule
from beute.games.layout import State
from beute.games.schattendieb.rules import (
    ADD,
    CHOOSE,
    DONE,
    EVERY_SHUT,
    JEWELS,
    SHUT,
    SHUTS,
    STEAL,
    STEAL_FROM,
    THIEVES,
    TURN_OF,
    VALUE_OF,
    legal,
)

NOTHING: Final = 2  # points for each player at the table: a vault with fewer is worth next to nothing
EARLY: Final = 3  # vaults that are open at least when it is early: two others must shut before one is the last
LITTLE: Final = 3  # points of a jewel for which nobody gives up a vault that can be shut

# ---------------------------------------------------------------- what is to be seen


@rule
def shut_value(s: State, card: int) -> int:
    """SD-3: the value of a Vault Shut card, 0 of any other."""
    return int(s.shut_value[card - SHUT]) if SHUT <= card < SHUT + SHUTS else 0


@rule
def jewels_with_front(s: State, seat: int) -> int:
    """SD-9, SD-10: jewels of the vault when what lies in front is in it."""
    return jewels_in(s.vault[seat]) + 1 + size(int(s.more[seat]))


@called
def highest_shut_left(s: State) -> int:
    """The highest Vault Shut card that may still be had: in the hand, or not seen yet."""
    best = 0
    for slot in range(SHUTS):
        value = int(s.shut_value[slot])
        copies, gone = 0, 0
        for other in range(SHUTS):
            if s.shut_value[other] == value:
                copies += 1
                gone += int(s.discard[1]) >> JEWELS + other & 1
        for seat in range(int(s.players)):
            gone += int(shut_value(s, int(s.closer[seat])) == value) + int(shut_value(s, int(s.front[seat])) == value)
        if gone < copies:
            best = max(best, value)
    return best


@called
def thief_is_to_come(s: State, seat: int) -> bool:
    """Whether another has a thief lying there that steals after this one."""
    for other in range(int(s.players)):
        if other != seat and TURN_OF[s.front[other] & 127] < len(THIEVES):
            return True
    return False


# ---------------------------------------------------------------- the list


@called
def shuts_for_nothing(s: State, seat: int, a: int) -> bool:
    """Two others must shut their vaults before one is the last, and there are cards to draw: there is time."""
    jewels = jewels_in(s.vault[seat])
    if s.step != CHOOSE or jewels == 0 or shut_value(s, a) < jewels:
        return False
    return s.gone == 0 and size(int(s.open)) >= EARLY and sum_of(s.vault[seat]) < NOTHING * int(s.players)


@called
def throws_the_better_shut_away(s: State, seat: int, a: int) -> bool:
    """Nothing can be shut with an empty vault; the higher card is the better one later."""
    if s.step != CHOOSE or shut_value(s, a) == 0 or jewels_in(s.vault[seat]) > 0:
        return False
    return shut_value(s, 64 + lowest(legal(s, seat)[1] & EVERY_SHUT)) < shut_value(s, a)


@called
def steals_the_poorer(s: State, seat: int, a: int) -> bool:
    """Less for oneself, and less harm to a player who has no more; no other thief waits for what is left."""
    if s.step != STEAL or thief_is_to_come(s, seat):
        return False
    victim = a - STEAL_FROM
    victims = legal(s, seat)[0] >> STEAL_FROM
    while victims:
        other = lowest(victims)
        victims &= victims - 1
        richer = index(VALUE_OF[int(s.front[other]) & 63]) > index(VALUE_OF[int(s.front[victim]) & 63])
        if richer and sum_of(s.vault[other]) >= sum_of(s.vault[victim]):
            return True
    return False


@called
def overfills_the_vault(s: State, seat: int, a: int) -> bool:
    """No card that is left shuts a vault with so many jewels; before it one did."""
    if s.step != ADD or a == DONE:
        return False
    return jewels_with_front(s, seat) == highest_shut_left(s)


@called
def spoils_the_vault(s: State, seat: int, a: int) -> bool:
    """The card in the hand that shuts the vault is too low for one jewel more."""
    if s.step != ADD or a == DONE or index(VALUE_OF[a & 63]) + 1 > LITTLE or is_beaten(s, seat):
        return False
    return jewels_with_front(s, seat) == highest_shut_card(s, seat)


LIST: Final = (
    Absurd(
        "shuts_for_nothing",
        "SD-11",
        f"Shuts a vault with fewer than {NOTHING} points for each player, while {EARLY} or more vaults are open and "
        "there is a pile to draw from.",
        shuts_for_nothing,
    ),
    Absurd(
        "throws_the_better_shut_away",
        "SD-11",
        "Plays a Vault Shut card on an empty vault, where it is only discarded, though the hand has a lower one.",
        throws_the_better_shut_away,
    ),
    Absurd(
        "steals_the_poorer",
        "SD-7",
        "Steals a jewel though a better one lies in front of a player whose vault is worth at least as much.",
        steals_the_poorer,
    ),
    Absurd(
        "overfills_the_vault",
        "SD-9",
        "Adds a jewel with which no Vault Shut card that is left can shut the vault any more.",
        overfills_the_vault,
    ),
    Absurd(
        "spoils_the_vault",
        "SD-9",
        f"Adds a jewel of {LITTLE} points or fewer with which the best Vault Shut card in the hand is too low.",
        spoils_the_vault,
    ),
)


@called
def absurdity(s: State, seat: int, a: int) -> int:
    """In the order of LIST."""
    if shuts_for_nothing(s, seat, a):
        return 1
    if throws_the_better_shut_away(s, seat, a):
        return 2
    if steals_the_poorer(s, seat, a):
        return 3
    if overfills_the_vault(s, seat, a):
        return 4
    return 5 if spoils_the_vault(s, seat, a) else 0
