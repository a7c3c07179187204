"""Gazza as a story: what happened, what is asked, what can be chosen, and how the points come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beute.games.defaults import refused as refused
from beute.games.defaults import silent as silent
from beute.games.defaults import stages as stages
from beute.games.story import Amount, Happening, Line, Question, Seat, Thing, things, won
from gazza.components import WORTH
from gazza.view import UNSEEN, GazzaView


def tell(before: GazzaView, heard: Sequence[str], after: GazzaView) -> list[Happening]:
    """Who begins and the deal are told together; then what is laid, stolen and drawn."""
    if before["step"] == "deal":
        return [] if after["step"] == "deal" else [*dealt(after), Happening("start", {"seat": Seat(after["asked"][0])})]
    told = [happening for event in heard for happening in played(before, event.split())]
    if before["pile"] and not after["pile"]:
        told.append(Happening("pile_empty"))
    if after["ending"] and not before["ending"]:
        told += [Happening("all_laid"), won(after)]
    return told


def dealt(after: GazzaView) -> Iterator[Happening]:
    """GZ-3"""
    yield Happening("dealt", {"number": Amount(len(after["hands"][0]))})
    for seat, hand in enumerate(after["hands"]):
        if UNSEEN not in hand:
            yield Happening("hand", {"seat": Seat(seat), "cards": things(hand)})


def played(before: GazzaView, event: list[str]) -> Iterator[Happening]:
    """GZ-5 to GZ-8"""
    if event[0] == "*":
        _, _, drawer, card = event
        if card != UNSEEN:
            yield Happening("draw", {"seat": Seat(int(drawer)), "card": Thing(card)})
        return
    seat, card = int(event[0]), event[2]
    if event[1] == "steal":
        yield Happening("steal", {"seat": Seat(seat), "victim": Seat(int(event[3])), "card": Thing(card)})
    elif card in before["nests"][seat]["single"]:
        yield Happening("pair", {"seat": Seat(seat), "card": Thing(card)})
    else:
        yield Happening("keep", {"seat": Seat(seat), "card": Thing(card)})


def ask(view: GazzaView) -> Question:
    """GZ-5"""
    assert view["seat"] is not None
    return Question("GZ-5", "lay", {"cards": things(view["hands"][view["seat"]])})


def choice(view: GazzaView, word: str) -> Happening:
    _, card, *victim = word.split()
    if victim:
        return Happening("steal", {"card": Thing(card), "victim": Seat(int(victim[0]))})
    return Happening("keep", {"card": Thing(card)})


def lines(view: GazzaView) -> list[Line]:
    """GZ-10"""
    found = []
    for seat, nest in enumerate(view["nests"]):
        for code, cards in ("pairs", nest["pairs"]), ("single", nest["single"]):
            if cards:
                found.append(Line(seat, "GZ-10", sum(WORTH[card] for card in cards), code, {"cards": things(cards)}))
    return found
