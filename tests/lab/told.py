"""What happened in a recorded game, read from its words and from the open table: a second, slow reading of `watch`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import beute
from beute.lab.report import raeuber, schattendieb, sneaky
from beute.play.game import Game
from beute.play.record import Record

Counts = Counter[tuple[int, int]]  # by seat and column
Step = tuple[str, dict[str, Any], dict[str, Any]]  # an event, and the table before and after it


def steps(record: Record) -> list[Step]:
    game: Game[Any] = beute.replay(record, at=0)
    found, before = [], game.open_view()
    for event in record.events:
        game.play(event)
        after = game.open_view()
        found.append((event, before, after))
        before = after
    return found


def standings(record: Record, steps: list[Step]) -> list[list[int]]:
    """The points after each turn or round."""
    points = {"sneaky": _scores, "raeuber": _scores, "schattendieb": _vaults}[record.game]
    begun = list({"sneaky": _turns, "raeuber": _plays, "schattendieb": _rounds}[record.game](steps))
    return [points(steps[n][1]) for n in begun[1:]] + [points(steps[-1][2])]


def _scores(table: dict[str, Any]) -> list[int]:
    scores: list[int] = table["scores"]
    return scores


def _vaults(table: dict[str, Any]) -> list[int]:
    return [seat["vault_sum"] for seat in table["seats"]]


def _turns(steps: list[Step]) -> Iterator[int]:
    """Events that begin a turn of Sneaky: rolls of all seven dice."""
    return (n for n, (event, _, _) in enumerate(steps) if event.startswith("* roll") and len(event.split()[2]) == 7)


def _plays(steps: list[Step]) -> Iterator[int]:
    return (n for n, (event, _, _) in enumerate(steps) if not event.startswith("*"))


def _rounds(steps: list[Step]) -> Iterator[int]:
    """Events that begin a round of Der Schattendieb: the first card that is a seat's next."""
    played: Counter[str] = Counter()
    for n, (event, _, _) in enumerate(steps):
        if " play " in event:
            played[event[0]] += 1
            if played[event[0]] > max((played[seat] for seat in played if seat != event[0]), default=0):
                yield n


def leads(points: list[list[int]], winners: tuple[int, ...]) -> tuple[int, int]:
    """How often the lead changed, and for how many turns before the end a winner led without a break."""
    leaders = [{seat for seat, got in enumerate(row) if got == max(row)} for row in points]
    alone = [next(iter(seats)) for seats in leaders if len(seats) == 1]
    changes = sum(a != b for a, b in pairwise(alone))
    settled = 0
    for seats in reversed(leaders):
        if not seats & set(winners):
            break
        settled += 1
    return changes, settled


# ---------------------------------------------------------------- counts


def counts(record: Record, steps: list[Step]) -> Counts:
    count: Counts = {"sneaky": _sneaky, "raeuber": _raeuber, "schattendieb": _schattendieb}[record.game](steps)
    return +count


def _sneaky(steps: list[Step]) -> Counts:
    count: Counts = Counter()
    for n, (event, before, after) in enumerate(steps):
        if event.endswith(" stop"):
            seat = int(event[0])
            count[seat, sneaky.FROM_CENTRE] += _lying(before) - _lying(after)
            for other in range(len(before["seats"])):
                lost = _stacked(before, other) - _stacked(after, other)
                if other != seat and lost:
                    count[seat, sneaky.FROM_OTHERS] += lost
                    count[other, sneaky.LOST] += lost
        if event.startswith("* roll") and (n + 1 == len(steps) or " put " not in steps[n + 1][0]):
            count[_turn_of(steps, n), sneaky.BUSTS] += 1
    last = steps[-1][2]["seats"]
    most = max(1, *(seat["cuffs"] for seat in last))
    for number, seat in enumerate(last):
        for name in [*seat["safe"], *(bandit for stack in seat["stacks"] for bandit in stack["bandits"])]:
            count[number, 3 * "YRGBSP".index(name[0]) + int(name[1]) - 1] += 1
        count[number, sneaky.CUFFS + min(5, seat["cuffs"])] += 1
        if seat["cuffs"] == most:
            alone = [other["cuffs"] for other in last].count(most) == 1
            count[number, sneaky.ALONE if alone else sneaky.SHARED] += 1
    return count


def _lying(table: dict[str, Any]) -> int:
    return sum(bandit is not None for bandit in table["centre"])


def _stacked(table: dict[str, Any], seat: int) -> int:
    return sum(len(stack["bandits"]) for stack in table["seats"][seat]["stacks"])


def _turn_of(steps: list[Step], n: int) -> int:
    """Whose roll event n is: turns go round from the starting seat."""
    first = int(steps[0][0].split()[2])
    return (first + sum(begun < n for begun in _turns(steps)) - int(n not in set(_turns(steps)))) % len(
        steps[0][1]["seats"]
    )


def _schattendieb(steps: list[Step]) -> Counts:
    count: Counts = Counter()
    begun, revealed = set(_rounds(steps)), list[tuple[int, str]]()
    for n, (event, before, after) in enumerate(steps):
        who, verb, *rest = event.split()
        if n in begun:
            _stalemates(revealed, count)
            revealed = []
        if verb == "deal":
            count[int(rest[0]), _card(rest[1])] += 1
        elif verb == "play":
            revealed.append((int(who), rest[0]))
            count[int(who), schattendieb.IN_VAIN] += rest[0][0] == "T"
            count[int(who), schattendieb.FAILED] += rest[0][0] == "V"
        elif verb == "steal":
            count[int(who), schattendieb.PREY] += 1
            count[int(who), schattendieb.IN_VAIN] -= 1
            count[int(rest[0]), schattendieb.ROBBED] += 1
        elif verb == "add":
            count[int(who), schattendieb.ADDED] += 1
        closed = sum(not seat["open"] for seat in before["seats"])
        for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            if was["open"] and not now["open"]:
                count[seat, schattendieb.SHUT_AS + closed] += 1
                count[seat, schattendieb.SHUT_WITH + int(now["shut_with"][1:]) - 4] += 1
                count[seat, schattendieb.SHUT_SIZE + (len(now["vault"]) - 1) // 3] += 1
                count[seat, schattendieb.FAILED] -= 1
    _stalemates(revealed, count)
    for seat, shown in enumerate(steps[-1][2]["seats"]):
        count[seat, schattendieb.NEVER] += shown["open"]
    return count


def _card(name: str) -> int:
    if name[0] == "T":
        return 10 + "WRBCS".index(name[1])
    return 15 + int(name[1:]) - 4 if name[0] == "V" else int(name[1:]) - 1


def _stalemates(revealed: list[tuple[int, str]], count: Counts) -> None:
    values = Counter(card[1:] for _, card in revealed if card[0] in "WRBC")
    for seat, card in revealed:
        count[seat, schattendieb.STALEMATES] += card[0] in "WRBC" and values[card[1:]] > 1


def _raeuber(steps: list[Step]) -> Counts:
    count: Counts = Counter()
    names = ["R", *map(str, range(2, 11))]
    held: dict[int, Counter[str]] = {}
    last: dict[int, str] = {}
    for event, before, after in steps:
        who, what, *rest = event.split()
        if what in ("deal", "draw"):
            count[int(rest[0]), names.index(rest[1])] += 1
            held.setdefault(int(rest[0]), Counter())[rest[1]] += 1
        elif who != "*":
            card, place = what.split(">")
            seat = int(who)
            held[seat][card] -= 1
            last[seat] = card
            if place == "out":
                count[seat, raeuber.STUCK] += 1
                continue
            (was, now), *_ = [
                pair for pair in zip(before["sacks"], after["sacks"], strict=True) if pair[0]["name"] == place
            ]
            if was["owner"] is None:
                count[seat, raeuber.TAKEN] += 1
            elif was["owner"] == seat:
                count[seat, raeuber.SEALS] += now["sealed"]
            elif now["owner"] == seat:
                count[seat, raeuber.STOLEN_SEALS if now["sealed"] else raeuber.ROBS] += 1
                count[was["owner"], raeuber.LOSSES] += 1
            else:
                count[seat, raeuber.COVERS if card == "R" else raeuber.GIFTS] += 1
    for number, sack in enumerate(steps[-1][2]["sacks"]):
        if sack["owner"] is not None:
            count[sack["owner"], (raeuber.SEALED if sack["sealed"] else raeuber.OPEN) + number] += 1
    last |= {seat: next(iter(+cards)) for seat, cards in held.items() if +cards}
    for seat, card in last.items():
        count[seat, raeuber.LAST + names.index(card)] += 1
        count[seat, raeuber.EQUAL] += list(last.values()).count(card) > 1
    return count
