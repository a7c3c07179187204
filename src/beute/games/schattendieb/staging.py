"""A round of Der Schattendieb in the steps in which people can follow it, as it is revealed in one go.

What is told is carried out on the view line by line, as far as it is told; the last step is the view that came of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from beute.games.schattendieb.components import is_jewel, value
from beute.games.schattendieb.view import UNSEEN, SchattendiebSeat, SchattendiebView
from beute.games.story import Dealt, Happening, Seat, Seats, Stage, Thing, Things

READING: Final = 1.8  # how long a step stays, in units of the pace
REVEAL: Final = 2.4  # all cards are new then

Codes: TypeAlias = frozenset[str]
ALONE: Final[Codes] = frozenset({"reveal", "stalemate", "add"})
THIEVES: Final[Codes] = frozenset({"steal", "in_vain"})  # one after the other
VAULTS: Final[Codes] = frozenset({"into_vault", "into_vaults"})
SHUT: Final[Codes] = frozenset({"shut", "shut_one", "too_small", "empty"})
CLOSING: Final[Codes] = SHUT | {"under_the_pile", "hands_face_down"}


def stages(before: SchattendiebView, told: Sequence[Happening], after: SchattendiebView) -> list[Stage]:
    """SD-5 to SD-13: all cards are turned over, equal ones leave, thieves steal, jewels go into vaults, vaults shut."""
    if before["step"] in ("deal", "over"):
        return []
    groups = _together(told)
    if all(_part(group[-1]) == "rest" for group in groups):
        return []
    view, found = _nobody_asked(before, after["version"]), list[Stage]()
    for group in groups[:-1]:
        for line in group:
            view = _carried_out(view, line, after)
        found.append(Stage(tuple(group), view, _stays(group)))
    return [*found, Stage(tuple(groups[-1]), after, _stays(groups[-1]))]


def _stays(group: list[Happening]) -> float:
    return REVEAL if group[0].code == "reveal" else READING


def _together(told: Sequence[Happening]) -> list[list[Happening]]:
    """The lines that are shown together; what is not part of a round follows what was before."""
    found = list[list[Happening]]()
    for line in told:
        part = _part(line)
        last = _part(found[-1][-1]) if found else None
        if found and part != "thief" and last in (part, "rest"):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _part(line: Happening) -> str:
    if line.code in THIEVES:
        return "thief"
    if line.code in VAULTS:
        return "vaults"
    if line.code in CLOSING:
        return "closing"
    return line.code if line.code in ALONE else "rest"


def _nobody_asked(view: SchattendiebView, version: int) -> SchattendiebView:
    return {
        **view,
        "version": version,
        "asked": [],
        "chosen": [],
        "choices": [],
        "prospects": [],
        "undoable": False,
        "thief": None,
    }


def _carried_out(view: SchattendiebView, line: Happening, after: SchattendiebView) -> SchattendiebView:
    """The view after one line; `after` is the view after all of them."""
    data, seats, discard, step = line.data, [_copied(seat) for seat in view["seats"]], [*view["discard"]], view["step"]
    match line.code, data:
        case "reveal", {"cards": Dealt(cards)}:
            step = "steal"
            for seat, card in cards:
                _lay(seats[seat], card)
        case "stalemate", {"cards": Things(cards)}:
            for there in seats:
                if there["front"] in cards:
                    _discard(there, discard)
        case "steal", {"seat": Seat(thief), "victim": Seat(victim), "jewel": Thing(jewel)}:
            _discard(seats[thief], discard)
            seats[victim]["front"] = None
            seats[thief]["vault"] = [*seats[thief]["vault"], jewel]
            seats[thief]["vault_sum"] += value(jewel)
        case "in_vain", {"seat": Seat(thief)}:
            _discard(seats[thief], discard)
        case "add", {"seat": Seat(seat), "cards": Things(cards)}:
            step = "add"
            _add(seats[seat], cards)
        case code, {"seats": Seats(several)} if code in VAULTS:
            step = "add"
            for seat in several:
                _store(seats[seat], after["seats"][seat])
        case code, {"seat": Seat(seat)} if code in VAULTS:
            step = "add"
            _store(seats[seat], after["seats"][seat])
        case code, {"seat": Seat(seat)} if code in SHUT:
            step = "draw"
            now = after["seats"][seat]
            if now["open"]:
                _discard(seats[seat], discard)
            seats[seat]["front"] = None
            seats[seat]["open"], seats[seat]["shut_with"] = now["open"], now["shut_with"]
    scores = after["scores"] if step == "draw" else view["scores"]
    return {**view, "step": step, "seats": seats, "discard": discard, "scores": scores}


def _copied(seat: SchattendiebSeat) -> SchattendiebSeat:
    return {**seat, "hand": [*seat["hand"]], "added": [*seat["added"]]}


def _lay(there: SchattendiebSeat, card: str) -> None:
    """The seat's own card lies there already."""
    if there["front"] != card:
        there["front"] = card
        _take(there["hand"], card)


def _add(there: SchattendiebSeat, cards: Sequence[str]) -> None:
    """The seat's own are out of its hand already."""
    for card in cards[len(there["added"]) :]:
        _take(there["hand"], card)
    there["added"] = list(cards)


def _take(hand: list[str], card: str) -> None:
    for name in (card, UNSEEN):
        if name in hand:
            hand.remove(name)
            return


def _discard(there: SchattendiebSeat, discard: list[str]) -> None:
    front = there["front"]
    if front is not None:
        discard.append(front)
        discard.sort(key=lambda card: not is_jewel(card))
        there["front"] = None


def _store(there: SchattendiebSeat, after: SchattendiebSeat) -> None:
    there["front"], there["added"] = None, []
    there["vault"], there["vault_sum"] = after["vault"], after["vault_sum"]
