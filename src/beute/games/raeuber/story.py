"""Räuber told: what happened, what is asked, and what the sacks come to. All from views, as `games/story.py` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from beute.games.story import Happening, Line, Question, View

ROBBER = "R"
OUT = "out"
UNSEEN = "?"

# ---------------------------------------------------------------- what happened


def tell(before: View, heard: Sequence[str], after: View) -> list[Happening]:
    told: list[Happening] = []
    for event in heard:
        actor, _, word = event.partition(" ")
        told += chance(word, after) if actor == "*" else played(before, int(actor), word, after)
    if after["step"] == "over" != before["step"]:
        told += the_end(after)
    return told


def chance(word: str, after: View) -> Iterator[Happening]:
    """RB-3, RB-4: of cards only those that are seen; the deal is told when it is done."""
    verb, *rest = word.split()
    if verb == "start":
        yield Happening("start", {"seat": int(rest[0])})
    elif verb == "deal" and after["step"] != "deal":
        yield from dealt(after)
    elif verb == "draw" and rest[1] != UNSEEN:
        yield Happening("draw", {"seat": int(rest[0]), "card": rest[1]})
    if not after["pile"]:
        yield Happening("pile_empty")


def dealt(after: View) -> Iterator[Happening]:
    """RB-3"""
    code = "dealt_aside" if after["aside"] else "dealt"
    yield Happening(code, {"number": len(after["hands"][0]), "pile": after["pile"], "aside": after["aside"]})
    for seat, hand in enumerate(after["hands"]):
        if UNSEEN not in hand:
            yield Happening("hand", {"seat": seat, "cards": hand})


def played(before: View, seat: int, word: str, after: View) -> Iterator[Happening]:
    """RB-4, RB-12, and what came of it."""
    card, place = word.split(">")
    if place == OUT:
        yield Happening("lay_out", {"seat": seat, "card": card})
    else:
        was, now = sack_of(before, place), sack_of(after, place)
        yield put(seat, card, was, now)
        if card == ROBBER and was["owner"] is not None:
            yield from count(seat, now, after)
    if before["step"] == "last_cards":
        yield from left_over(before, seat, after)
    elif after["step"] not in ("turn", "draw"):
        yield from reveal(after)


def put(seat: int, card: str, was: dict[str, Any], now: dict[str, Any]) -> Happening:
    """RB-5, RB-8, RB-9, RB-10: told by whose the sack was and is."""
    robber = card == ROBBER
    data = {"seat": seat, "card": card, "sack": now["name"]}
    if was["owner"] is None:
        return Happening("take_robber" if robber else "take", data)
    if was["owner"] == seat:
        return Happening("seal" if now["sealed"] else "add", data)
    if now["sealed"]:
        return Happening("seal_other", data | {"victim": was["owner"]})
    if now["owner"] == seat:
        return Happening("rob_robber" if robber else "rob", data | {"victim": was["owner"]})
    return Happening("cover" if robber else "give", data | {"owner": was["owner"]})


def count(seat: int, sack: dict[str, Any], after: View) -> Iterator[Happening]:
    """RB-11: the sum for who laid the robber, that they count for the others; where all see it there is no need."""
    if after["scores"] is not None:
        return
    if after["seat"] == seat:
        yield Happening("count_sum", {"seat": seat, "sack": sack["name"], "loot": sack["loot"]})
    else:
        yield Happening("count", {"seat": seat, "sack": sack["name"]})


def reveal(after: View) -> Iterator[Happening]:
    """RB-14, RB-15: everybody's last card, and those that are out at once, being equal or fitting nowhere."""
    yield Happening("reveal")
    last: list[str] = after["last_cards"]
    for seat, card in enumerate(last):
        yield Happening("last_card", {"seat": seat, "card": card})
    out = [seat for seat, hand in enumerate(after["hands"]) if not hand]
    for card in dict.fromkeys(last[seat] for seat in out):
        seats = [seat for seat in out if last[seat] == card]
        if len(seats) > 1:
            yield Happening("out_together", {"seats": seats, "card": card})
        else:
            yield Happening("out_now", {"seat": seats[0], "card": card})


def left_over(before: View, actor: int, after: View) -> Iterator[Happening]:
    """RB-15: last cards that fit nowhere now."""
    for seat, hand in enumerate(before["hands"]):
        if seat != actor and hand and not after["hands"][seat]:
            yield Happening("out_now", {"seat": seat, "card": hand[0]})


def the_end(after: View) -> Iterator[Happening]:
    """RB-15, RB-17"""
    yield Happening("over")
    winners, points = after["winners"], max(after["scores"])
    if len(winners) == 1:
        yield Happening("win", {"seat": winners[0], "points": points})
    else:
        yield Happening("share", {"seats": winners, "points": points})


# ---------------------------------------------------------------- what is asked


def ask(view: View) -> Question:
    hand = view["hands"][view["seat"]]
    if view["step"] == "last_cards":
        return Question("RB-15", "last", {"card": hand[0]})
    if lays_out(view):
        return Question("RB-12", "lay_out")
    if view["pile"]:
        return Question("RB-4", "turn")
    return Question("RB-13", "turn_no_pile", {"number": len(hand)})


def lays_out(view: View) -> bool:
    """RB-12: whether the question is which card to lay out."""
    return all(word.endswith(f">{OUT}") for word in view["choices"])


def choice(view: View, word: str) -> Happening:
    card, place = word.split(">")
    if place == OUT:
        return Happening("out", {"card": card})
    owner = sack_of(view, place)["owner"]
    if owner is None:
        return Happening("centre", {"card": card, "sack": place})
    if owner == view["seat"]:
        return Happening("own", {"card": card, "sack": place})
    return Happening("other", {"card": card, "sack": place, "owner": owner})


# ---------------------------------------------------------------- what it comes to


def lines(view: View) -> list[Line]:
    """RB-16"""
    found: list[Line] = []
    for seat in range(view["players"]):
        sacks = [sack for sack in view["sacks"] if sack["owner"] == seat]
        found += [line(seat, sack) for sack in sacks] or [Line(seat, "RB-16", 0, "none")]
    return found


def line(seat: int, sack: dict[str, Any]) -> Line:
    data = {"sack": sack["name"], "worth": sack["worth"], "loot": sack["loot"]}
    code = "open" if not sack["sealed"] else "sealed_twice" if counts_twice(sack) else "sealed"
    return Line(seat, "RB-16", counts(sack), code, data)


def counts(sack: dict[str, Any]) -> int:
    """RB-16: what a sack counts whose sum is seen."""
    return int(sack["loot"]) * (2 if sack["sealed"] and counts_twice(sack) else 1)


def counts_twice(sack: dict[str, Any]) -> bool:
    """RB-16: once it is sealed."""
    return bool(sack["worth"] < 30)


def sack_of(view: View, name: str) -> dict[str, Any]:
    sack: dict[str, Any] = next(sack for sack in view["sacks"] if sack["name"] == name)
    return sack
