"""Räuber as a story: what happened, what is asked, what can be chosen, and how the points come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from beute.games.defaults import stages as stages
from beute.games.raeuber.components import ROBBER
from beute.games.raeuber.view import UNSEEN, RaeuberView, SackShown
from beute.games.raeuber.words import OUT_WORD, SACK_NUMBERS, card_and_place
from beute.games.story import Amount, Dealt, Happening, Line, Question, Seat, Thing, Value, seats, things, won
from beute.games.views import Refusal

# ---------------------------------------------------------------- what happened


def tell(before: RaeuberView, heard: Sequence[str], after: RaeuberView) -> list[Happening]:
    told = [happening for event in heard for happening in _event(before, event, after)]
    dealt = _dealt(after) if before["step"] in ("start", "deal") and after["step"] not in ("start", "deal") else ()
    return [*told, *dealt, *_ended(before, after)]


def _event(before: RaeuberView, event: str, after: RaeuberView) -> Iterator[Happening]:
    actor, _, word = event.partition(" ")
    if actor == "*":
        yield from _chance(word, after)
    else:
        yield from _played(before, int(actor), word, after)


def _chance(word: str, after: RaeuberView) -> Iterator[Happening]:
    """RB-3, RB-4, RB-13: of cards only those that are seen; the deal is told as a whole."""
    verb, seat, *card = word.split()
    if verb == "start":
        yield Happening("start", {"seat": Seat(int(seat))})
    elif verb == "draw" and card != [UNSEEN]:
        yield _drawn(int(seat), card[0])
    if not after["pile"]:
        yield Happening("pile_empty")


@lru_cache(maxsize=1 << 10)
def _drawn(seat: int, card: str) -> Happening:
    """RB-4"""
    return Happening("draw", {"seat": Seat(seat), "card": Thing(card)})


def _dealt(after: RaeuberView) -> Iterator[Happening]:
    """RB-3"""
    number, pile = Amount(len(after["hands"][0])), Amount(after["pile"])
    if after["aside"]:
        yield Happening("dealt_aside", {"number": number, "pile": pile, "aside": Amount(after["aside"])})
    else:
        yield Happening("dealt", {"number": number, "pile": pile})
    for seat, hand in enumerate(after["hands"]):
        if UNSEEN not in hand:
            yield Happening("hand", {"seat": Seat(seat), "cards": things(hand)})


def _played(before: RaeuberView, seat: int, word: str, after: RaeuberView) -> Iterator[Happening]:
    """RB-4, RB-12, and what follows from it."""
    card, place = card_and_place(word)
    if place == OUT_WORD:
        yield Happening("lay_out", {"seat": Seat(seat), "card": Thing(card)})
    else:
        was, now = _sack(before, place), _sack(after, place)
        yield _put(seat, card, place, was["owner"], now["owner"], now["sealed"])
        if now["sealed"]:
            yield _counted_out(now)
        elif card == ROBBER and was["owner"] is not None and after["step"] != "over":
            yield _counted(seat, now, after)
    if before["step"] == "last_cards":
        yield from _left_over(before, seat, after)
    elif after["step"] not in ("turn", "draw"):
        yield from _revealed(after)


@lru_cache(maxsize=1 << 14)
def _put(seat: int, card: str, sack: str, was: int | None, now: int | None, sealed: bool) -> Happening:
    """RB-5, RB-8 to RB-10: told by who owned the sack before and who owns it now."""
    robber = card == ROBBER
    data: dict[str, Value] = {"seat": Seat(seat), "card": Thing(card), "sack": Thing(sack)}
    if was is None:
        return Happening("take_robber" if robber else "take", data)
    if was == seat:
        return Happening("seal" if sealed else "add", data)
    if sealed:
        return Happening("seal_other", data | {"victim": Seat(was)})
    if now == seat:
        return Happening("rob_robber" if robber else "rob", data | {"victim": Seat(was)})
    return Happening("cover" if robber else "give", data | {"owner": Seat(was)})


def _counted_out(sack: SackShown) -> Happening:
    """RB-9: for everybody, in the order the cards were laid."""
    assert sack["cards"] is not None
    cards, worth = things(sack["cards"]), Amount(sack["worth"])
    return Happening("counted_out", {"sack": Thing(sack["name"]), "cards": cards, "worth": worth})


def _counted(seat: int, sack: SackShown, after: RaeuberView) -> Happening:
    """RB-11: the seat that laid the robber is told the cards and the sum, the others only that they are counted."""
    data: dict[str, Value] = {"seat": Seat(seat), "sack": Thing(sack["name"])}
    if after["seat"] != seat:
        return Happening("count", data)
    assert sack["cards"] is not None
    assert sack["loot"] is not None
    return Happening("count_sum", data | {"cards": things(sack["cards"]), "loot": Amount(sack["loot"])})


def _revealed(after: RaeuberView) -> Iterator[Happening]:
    """RB-14, RB-15: everybody's last card, and those that are out at once, being equal or fitting nowhere."""
    last = {seat: card for seat, card in enumerate(after["last_cards"]) if card is not None}
    yield Happening("reveal", {"cards": Dealt(tuple(last.items()))})
    out = [seat for seat in last if not after["hands"][seat]]
    for card in dict.fromkeys(last[seat] for seat in out):
        equal = [seat for seat in out if last[seat] == card]
        if len(equal) > 1:
            yield Happening("out_together", {"seats": seats(equal), "card": Thing(card)})
        else:
            yield Happening("out_now", {"seat": Seat(equal[0]), "card": Thing(card)})


def _left_over(before: RaeuberView, actor: int, after: RaeuberView) -> Iterator[Happening]:
    """RB-15: last cards that fit nowhere now."""
    for seat, hand in enumerate(before["hands"]):
        if seat != actor and hand and not after["hands"][seat]:
            yield Happening("out_now", {"seat": Seat(seat), "card": Thing(hand[0])})


def _ended(before: RaeuberView, after: RaeuberView) -> Iterator[Happening]:
    """RB-15"""
    if after["ending"] is not None and before["ending"] is None:
        yield Happening(after["ending"])
        yield won(after)


def refused(refusal: Refusal) -> Happening:
    """RB-6: a card that did not fit, as the sack's owner announces it to everybody."""
    card, sack = Thing(refusal["pick"]["name"]), Thing(refusal["to"]["name"])
    return Happening(
        "refused", {"seat": Seat(refusal["seat"]), "owner": Seat(refusal["by"]), "card": card, "sack": sack}
    )


def silent(view: RaeuberView, event: str) -> bool:
    """RB-3, RB-4: a card that is not seen or is dealt, as the deal is told as a whole; and one laid, which is told
    with the draw after it."""
    return event.endswith(UNSEEN) or not event.startswith("*") or event.startswith("* deal")


# ---------------------------------------------------------------- what is asked


def ask(view: RaeuberView) -> Question:
    """RB-4, RB-6, RB-12, RB-13, RB-15"""
    assert view["seat"] is not None
    hand = view["hands"][view["seat"]]
    card = _to_place_elsewhere(view)
    if card is not None:
        return Question("RB-6", "elsewhere", {"card": Thing(card)})
    if view["step"] == "last_cards":
        return Question("RB-15", "last", {"card": Thing(hand[0])})
    if lays_out(view):
        return Question("RB-12", "lay_out")
    if view["pile"]:
        return Question("RB-4", "turn")
    return Question("RB-13", "turn_without_pile", {"number": Amount(len(hand))})


def _to_place_elsewhere(view: RaeuberView) -> str | None:
    """RB-6: the card that was refused last, while it is still offered."""
    if not view["refusals"]:
        return None
    card = view["refusals"][-1]["pick"]
    return card["name"] if any(each["pick"] == card and each["possible"] != "no" for each in view["choices"]) else None


def lays_out(view: RaeuberView) -> bool:
    """RB-12: whether the question is which card to lay out; then that is all that can be chosen."""
    to = view["choices"][0]["to"] if view["choices"] else None
    return to is not None and to["kind"] == "out"


# ---------------------------------------------------------------- what can be chosen


def choice(view: RaeuberView, word: str) -> Happening:
    card, place = card_and_place(word)
    if place == OUT_WORD:
        return Happening("out", {"card": Thing(card)})
    owner = _sack(view, place)["owner"]
    data: dict[str, Value] = {"card": Thing(card), "sack": Thing(place)}
    if owner is None:
        return Happening("centre", data)
    if owner == view["seat"]:
        return Happening("own", data)
    return Happening("other", data | {"owner": Seat(owner)})


# ---------------------------------------------------------------- the scoring


def lines(view: RaeuberView) -> list[Line]:
    """RB-16"""
    return [line for seat in range(view["players"]) for line in _lines_of(view, seat)]


def _lines_of(view: RaeuberView, seat: int) -> list[Line]:
    found = [_line(seat, sack) for sack in view["sacks"] if sack["owner"] == seat]
    return found or [Line(seat, "RB-16", 0, "none")]


def _line(seat: int, sack: SackShown) -> Line:
    assert sack["loot"] is not None
    data: dict[str, Value] = {"sack": Thing(sack["name"]), "worth": Amount(sack["worth"]), "loot": Amount(sack["loot"])}
    twice = sack["sealed_worth"] > sack["worth"]
    code = "open" if not sack["sealed"] else "sealed_twice" if twice else "sealed"
    assert sack["counts"] is not None
    return Line(seat, "RB-16", sack["counts"], code, data)


# ---------------------------------------------------------------- reading a view


def _sack(view: RaeuberView, name: str) -> SackShown:
    return view["sacks"][SACK_NUMBERS[name]]
