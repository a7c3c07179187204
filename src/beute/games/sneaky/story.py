"""Sneaky as a story, read off views: what happened, what is asked, what can be chosen, how the points came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beute.games.story import Happening, Line, Question, View

# ---------------------------------------------------------------- where bandits lie


@dataclass(frozen=True)
class Place:
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


def places(view: View) -> list[Place]:
    """All of them, the centre first."""
    found = []
    for slot, there in enumerate(view["centre"]):
        bandits, dice = ((there["bandit"],), there["dice"]) if there else ((), 0)
        found.append(Place(f"c{slot}", None, bandits, dice))
    for seat, owner in enumerate(view["seats"]):
        names = [f"s{seat}.2", f"s{seat}.3"] if len(owner["stacks"]) == 2 else [f"s{seat}"]
        for name, stack in zip(names, owner["stacks"], strict=True):
            found.append(Place(name, seat, tuple(stack["bandits"]), stack["dice"]))
    return found


def place(view: View, name: str) -> Place:
    return next(one for one in places(view) if one.name == name)


def full(view: View) -> list[str]:
    """The bandits that have all their dice."""
    return [str(one.bandit) for one in places(view) if one.full]


def value(bandit: str) -> int:
    return int(bandit[1])


def chosen(view: View) -> str | None:
    """SN-15: while captured bandits are put in order, the one that was chosen to lie above the rest."""
    return view["laid"][-1] if view["laid"] else None


# ---------------------------------------------------------------- what happened


def tell(before: View, heard: Sequence[str], after: View) -> list[Happening]:
    told = [happening for event in heard for happening in _event(before, event, after)]
    return [*told, *_handcuffs(before, after), *_course(before, after)]


def _event(before: View, event: str, after: View) -> list[Happening]:
    actor, verb, *rest = event.split()
    if verb == "start":
        return [Happening("start", {"seat": int(rest[0])})]
    if verb == "open":
        return _opened(before, rest[0], after)
    if verb == "roll":
        return _rolled(before, rest[0], after)
    if verb == "put":
        return [_put(int(actor), place(after, rest[0]))]
    if verb == "stop":
        return _captured(int(actor), before, after)
    if verb == "top":
        return _laid(int(actor), before, rest[0], after)
    return []  # `again`: the roll that follows tells it


def _opened(before: View, bandit: str, after: View) -> list[Happening]:
    if before["step"] != "setup":
        return [Happening("open", {"bandit": bandit})]
    if after["step"] == "setup":
        return []  # the three are told together
    return [Happening("centre", {"bandits": [there["bandit"] for there in after["centre"]]})]


def _rolled(before: View, faces: str, after: View) -> list[Happening]:
    seat, dice, lost = before["turn"], list(faces), full(before)
    if not any(one.dice for one in places(before)):
        told = Happening("roll", {"seat": seat, "dice": dice})
    elif len(dice) == 1:
        told = Happening("reroll_one", {"seat": seat, "dice": dice})
    else:
        told = Happening("reroll", {"seat": seat, "count": len(dice), "dice": dice})
    if after["step"] == "put":
        return [told]
    if lost:
        return [told, Happening("bust_losing", {"seat": seat, "bandits": lost})]
    return [told, Happening("bust", {"seat": seat})]


def _put(seat: int, there: Place) -> Happening:
    data = {"seat": seat, "bandit": there.bandit}
    if there.owner is not None:
        data["victim"] = there.owner
    where = "centre" if there.owner is None else "stack"
    if there.full:
        return Happening(f"fill_{where}", data)
    return Happening(f"put_{where}", data | {"count": there.dice, "value": value(there.bandits[-1])})


def _captured(seat: int, before: View, after: View) -> list[Happening]:
    """From the centre, then from each opponent."""
    taken: dict[int | None, list[str]] = {}
    for was, now in zip(places(before), places(after), strict=True):
        if len(now.bandits) < len(was.bandits):
            taken.setdefault(was.owner, []).append(was.bandits[-1])
    if not taken:
        return [Happening("stop_empty", {"seat": seat})]
    return [
        Happening("capture_centre", {"seat": seat, "bandits": bandits})
        if victim is None
        else Happening("capture_stack", {"seat": seat, "victim": victim, "bandits": bandits})
        for victim, bandits in taken.items()
    ]


def _laid(seat: int, before: View, bandit: str, after: View) -> list[Happening]:
    """SN-15: the order, once all of it is chosen; until then what is on top."""
    for was, now in zip(places(before), places(after), strict=True):
        new = now.bandits[len(was.bandits) :]
        if len(new) > 1:
            *below, top = new
            return [Happening("stack", {"seat": seat, "bandit": top, "bandits": below[::-1]})]
    return [Happening("top", {"seat": seat, "bandit": bandit})]


def _handcuffs(before: View, after: View) -> list[Happening]:
    told = []
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        data = {"seat": seat, "cuffs": now["cuffs"]}
        if now["cuffs"] > was["cuffs"]:
            told.append(Happening("handcuff_taken", data))
        elif now["cuffs"] < was["cuffs"]:
            told.append(Happening("handcuff_returned" if now["cuffs"] else "last_handcuff_returned", data))
    return told


def _course(before: View, after: View) -> list[Happening]:
    """The last round begins; the game is over."""
    if before["turns_left"] is None and after["turns_left"] is not None:
        return [Happening("last_round_begins", {"seat": after["turn"]})]
    if after["step"] != "over" or before["step"] == "over":
        return []
    winners, points = after["winners"], max(after["scores"])
    if len(winners) == 1:
        won = Happening("won", {"seat": winners[0], "points": points})
    else:
        won = Happening("shared", {"seats": winners, "points": points})
    return [Happening(after["ending"]), won]


# ---------------------------------------------------------------- the question


def ask(view: View) -> Question:
    choices = view["choices"]
    if view["step"] == "top":
        bandits = [bandit for bandit in dict.fromkeys(view["to_lay"]) if f"top {bandit}" in choices]
        above = chosen(view)
        if above is None:
            return Question("SN-15", "top", {"bandits": bandits})
        return Question("SN-15", "below", {"bandits": bandits, "bandit": above})
    if "stop" not in choices:
        return Question("SN-7", "put", {"dice": view["dice"]})
    if "again" not in choices:
        return Question("SN-11", "stop", {"bandits": full(view)})
    more = any(word.startswith("put") for word in choices)
    return Question("SN-11", "put_again_stop" if more else "again_stop", {"dice": view["dice"], "bandits": full(view)})


def choice(view: View, word: str) -> Happening:
    verb, _, what = word.partition(" ")
    if verb == "put":
        return _put_choice(place(view, what))
    if verb == "again":
        return _again_choice(view["dice_left"])
    if verb == "stop":
        return _stop_choice(full(view))
    above = chosen(view)
    if above is None:
        return Happening("top", {"bandit": what})
    return Happening("below", {"bandit": what, "above": above})


def _put_choice(there: Place) -> Happening:
    if there.owner is None:
        if there.bandit is None:
            return Happening("put_empty_centre")
        return Happening("put_centre", {"bandit": there.bandit})
    if there.bandit is None:
        return Happening("put_empty_stack", {"owner": there.owner})
    return Happening("put_stack", {"owner": there.owner, "bandit": there.bandit})


def _again_choice(dice: int) -> Happening:
    if dice == 0:
        return Happening("again_none")
    return Happening("again", {"count": dice}) if dice > 1 else Happening("again_one")


def _stop_choice(bandits: list[str]) -> Happening:
    if len(bandits) > 1:
        return Happening("stop_several", {"count": len(bandits)})
    return Happening("stop_one", {"bandits": bandits}) if bandits else Happening("stop_empty")


# ---------------------------------------------------------------- the scoring


def lines(view: View) -> list[Line]:
    """SN-22, SN-23: what the bandits are worth; the rest of a score are the handcuffs."""
    return [line for seat in range(view["players"]) for line in _seat_lines(view, seat)]


def _seat_lines(view: View, seat: int) -> list[Line]:
    there = view["seats"][seat]
    owned = [("safe", there["safe"]), *(("stack", stack["bandits"]) for stack in there["stacks"])]
    found = [
        Line(seat, "SN-22", sum(map(value, bandits)), code, {"bandits": bandits}) for code, bandits in owned if bandits
    ]
    rest = view["scores"][seat] - sum(line.points for line in found)
    return [*found, Line(seat, "SN-23", rest, _handcuff_code(view, seat, rest), {"cuffs": there["cuffs"]})]


def _handcuff_code(view: View, seat: int, points: int) -> str:
    if points <= 0:
        return "fewer_handcuffs" if points == 0 else "no_handcuffs"
    alike = [there for there in view["seats"] if there["cuffs"] == view["seats"][seat]["cuffs"]]
    return "most_handcuffs" if len(alike) == 1 else "tied_handcuffs"
