"""Sneaky as a story: what happened, what is asked, what can be chosen, and how the points come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from beute.games.defaults import refused as refused
from beute.games.defaults import stages as stages
from beute.games.sneaky.components import colour_of, value
from beute.games.sneaky.rules import DICE
from beute.games.sneaky.view import SneakyView
from beute.games.sneaky.words import owners_of_spots, spot_names
from beute.games.story import Amount, Happening, Line, Question, Seat, Thing, Value, things, won
from beute.games.views import offered


class Place(NamedTuple):
    """A slot of the centre or a stack, by the name it has in words; bandits from the bottom up, dice on the top."""

    name: str
    owner: int | None
    bandits: tuple[str, ...]
    dice: int

    @property
    def bandit(self) -> str | None:
        """The one that lies open."""
        return self.bandits[-1] if self.bandits else None

    @property
    def full(self) -> bool:
        return self.bandit is not None and self.dice == value(self.bandit)


# ---------------------------------------------------------------- what happened


def tell(before: SneakyView, heard: Sequence[str], after: SneakyView) -> list[Happening]:
    told = [happening for event in heard for happening in _event(before, event, after)]
    return [*told, *_handcuffs(before, after), *_last_round(before, after), *_ended(before, after)]


def _event(before: SneakyView, event: str, after: SneakyView) -> Iterator[Happening]:
    actor, verb, *what = event.split()
    if verb == "start":
        yield Happening("start", {"seat": Seat(int(what[0]))})
    elif verb == "open":
        yield from _opened(before, what[0], after)
    elif verb == "roll":
        yield from _rolled(before, what[0], after)
    elif verb == "put":
        yield _put(int(actor), _place(after, what[0]))
    elif verb == "stop":
        yield from _captured(int(actor), before, after)
    elif verb == "top":
        yield _laid(int(actor), before, what[0], after)
    # `again` is told with the roll that follows


def _opened(before: SneakyView, bandit: str, after: SneakyView) -> Iterator[Happening]:
    """SN-4, SN-19: the first three are told together."""
    if before["step"] != "setup":
        yield Happening("open", {"bandit": Thing(bandit)})
    elif after["step"] != "setup":
        yield Happening("centre", {"bandits": things(there["bandit"] for there in after["centre"] if there)})


def _rolled(before: SneakyView, faces: str, after: SneakyView) -> Iterator[Happening]:
    """SN-6, SN-10, SN-11"""
    assert before["turn"] is not None
    seat, dice, there = Seat(before["turn"]), things(faces), places(before)
    if not any(place.dice for place in there):
        yield Happening("roll", {"seat": seat, "dice": dice})
    elif len(faces) == 1:
        yield Happening("reroll_one", {"seat": seat, "dice": dice})
    else:
        yield Happening("reroll", {"seat": seat, "number": Amount(len(faces)), "dice": dice})
    if after["step"] == "put":
        return
    lost = [place.bandit for place in there if place.bandit is not None and place.full]
    if lost:
        yield Happening("bust_losing", {"seat": seat, "bandits": things(lost)})
    else:
        yield Happening("bust", {"seat": seat})


@lru_cache(maxsize=1 << 14)
def _put(seat: int, there: Place) -> Happening:
    """SN-7, SN-9"""
    assert there.bandit is not None
    data: dict[str, Value] = {"seat": Seat(seat), "bandit": Thing(there.bandit)}
    if there.owner is not None:
        data["owner"] = Seat(there.owner)
    where = "centre" if there.owner is None else "stack"
    if there.full:
        return Happening(f"fill_{where}", data)
    return Happening(f"put_{where}", data | {"number": Amount(there.dice), "value": Amount(value(there.bandit))})


def _captured(seat: int, before: SneakyView, after: SneakyView) -> Iterator[Happening]:
    """SN-12: from the centre, then from each opponent."""
    taken: dict[int | None, list[str]] = {}
    for was, now in zip(places(before), places(after), strict=True):
        if len(now.bandits) < len(was.bandits):
            taken.setdefault(was.owner, []).append(was.bandits[-1])
    if not taken:
        yield Happening("stop_empty", {"seat": Seat(seat)})
    for victim, bandits in taken.items():
        data: dict[str, Value] = {"seat": Seat(seat), "bandits": things(bandits)}
        if victim is None:
            yield Happening("capture_centre", data)
        else:
            yield Happening("capture_stack", data | {"victim": Seat(victim)})


def _laid(seat: int, before: SneakyView, bandit: str, after: SneakyView) -> Happening:
    """SN-15: the order, once all of it is chosen; until then what is on top."""
    for was, now in zip(places(before), places(after), strict=True):
        new = now.bandits[len(was.bandits) :]
        if len(new) > 1:
            *below, top = new
            return Happening("stack", {"seat": Seat(seat), "bandit": Thing(top), "bandits": things(below[::-1])})
    return Happening("top", {"seat": Seat(seat), "bandit": Thing(bandit)})


def _handcuffs(before: SneakyView, after: SneakyView) -> Iterator[Happening]:
    """SN-17, SN-18"""
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        if now["cuffs"] == was["cuffs"]:
            continue
        data: dict[str, Value] = {"seat": Seat(seat), "cuffs": Amount(now["cuffs"])}
        if now["cuffs"] > was["cuffs"]:
            yield Happening("handcuff_taken", data)
        else:
            yield Happening("handcuff_returned" if now["cuffs"] else "last_handcuff_returned", data)


def _last_round(before: SneakyView, after: SneakyView) -> Iterator[Happening]:
    """SN-20"""
    if before["turns_left"] is None and after["turns_left"] is not None:
        assert after["turn"] is not None
        yield Happening("last_round_begins", {"seat": Seat(after["turn"])})


def _ended(before: SneakyView, after: SneakyView) -> Iterator[Happening]:
    """SN-20, SN-21"""
    if after["ending"] is not None and before["ending"] is None:
        yield Happening(after["ending"])
        yield won(after)


def silent(view: SneakyView, event: str) -> bool:
    """SN-11: rolling again is told with the roll."""
    return event.endswith(" again")


# ---------------------------------------------------------------- what is asked


def ask(view: SneakyView) -> Question:
    """SN-7, SN-11, SN-15"""
    if view["step"] == "top":
        return _ask_order(view)
    words = offered(view["choices"])
    dice, bandits = things(view["dice"]), things(_full(view))
    if "stop" not in words:
        return Question("SN-7", "put", {"dice": dice})
    if "again" not in words:
        return Question("SN-11", "stop", {"bandits": bandits})
    more = len(words) > len(("again", "stop"))
    return Question("SN-11", "put_again_stop" if more else "again_stop", {"dice": dice, "bandits": bandits})


def _ask_order(view: SneakyView) -> Question:
    """SN-15"""
    possible = [choice for choice in view["choices"] if choice["possible"] != "no"]
    bandits = things(choice["pick"]["name"] for choice in possible if choice["pick"] is not None)
    above = lies_above(view)
    if above is None:
        return Question("SN-15", "top", {"bandits": bandits})
    return Question("SN-15", "below", {"bandits": bandits, "bandit": Thing(above)})


# ---------------------------------------------------------------- what can be chosen


def choice(view: SneakyView, word: str) -> Happening:
    verb, _, what = word.partition(" ")
    if verb == "put":
        return _choice_of_place(_place(view, what))
    if verb == "again":
        return _choice_to_roll(view["dice_left"])
    if verb == "stop":
        return _choice_to_stop(_full(view))
    above = lies_above(view)
    if above is None:
        return Happening("top", {"bandit": Thing(what)})
    return Happening("below", {"bandit": Thing(what), "above": Thing(above)})


def _choice_of_place(there: Place) -> Happening:
    if there.owner is None:
        if there.bandit is None:
            return Happening("put_empty_centre")
        return Happening("put_centre", {"bandit": Thing(there.bandit)})
    if there.bandit is None:
        return Happening("put_empty_stack", {"owner": Seat(there.owner)})
    return Happening("put_stack", {"owner": Seat(there.owner), "bandit": Thing(there.bandit)})


def _choice_to_roll(dice: int) -> Happening:
    if dice in (0, DICE):  # with all of them nothing is placed yet: there are no others
        return Happening("again_none")
    return Happening("again", {"number": Amount(dice)}) if dice > 1 else Happening("again_one")


def _choice_to_stop(bandits: list[str]) -> Happening:
    if len(bandits) > 1:
        return Happening("stop_several", {"number": Amount(len(bandits))})
    return Happening("stop_one", {"bandits": things(bandits)}) if bandits else Happening("stop_empty")


# ---------------------------------------------------------------- the scoring


def lines(view: SneakyView) -> list[Line]:
    """SN-22, SN-23: what the bandits are worth; the rest of a score comes from the handcuffs."""
    return [line for seat in range(view["players"]) for line in _lines_of(view, seat)]


def _lines_of(view: SneakyView, seat: int) -> list[Line]:
    there, scores = view["seats"][seat], view["scores"]
    assert scores is not None
    owned = [("safe", there["safe"]), *(("stack", stack["bandits"]) for stack in there["stacks"])]
    found = [
        Line(seat, "SN-22", sum(map(value, bandits)), code, {"bandits": things(sorted(bandits, key=colour_of))})
        for code, bandits in owned
        if bandits
    ]
    rest = scores[seat] - sum(line.points for line in found)
    return [*found, Line(seat, "SN-23", rest, _handcuff_code(view, seat, rest), {"cuffs": Amount(there["cuffs"])})]


def _handcuff_code(view: SneakyView, seat: int, points: int) -> str:
    if points <= 0:
        return "fewer_handcuffs" if points == 0 else "no_handcuffs"
    alike = [there for there in view["seats"] if there["cuffs"] == view["seats"][seat]["cuffs"]]
    return "most_handcuffs" if len(alike) == 1 else "tied_handcuffs"


# ---------------------------------------------------------------- reading a view


def places(view: SneakyView) -> list[Place]:
    """All of them, the centre first."""
    return [_place(view, name) for name in spot_names(view["players"])]


def _place(view: SneakyView, name: str) -> Place:
    owner, number = owners_of_spots(view["players"])[name]
    if owner is None:
        there = view["centre"][number]
        return Place(name, None, (there["bandit"],), there["dice"]) if there else Place(name, None, (), 0)
    stack = view["seats"][owner]["stacks"][number]
    return Place(name, owner, tuple(stack["bandits"]), stack["dice"])


def _full(view: SneakyView) -> list[str]:
    """The bandits that have all their dice."""
    return [there.bandit for there in places(view) if there.bandit is not None and there.full]


def lies_above(view: SneakyView) -> str | None:
    """SN-15: while captured bandits are put in order, the one that the next will lie below."""
    return view["laid"][-1] if view["laid"] else None
