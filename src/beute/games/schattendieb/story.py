"""Der Schattendieb as a story: what happened, what is asked, what can be chosen, and how the points come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from beute.games.defaults import refused as refused
from beute.games.schattendieb import ENDINGS
from beute.games.schattendieb.components import KINDS, SHADOW, SHUT, THIEF, is_jewel, value
from beute.games.schattendieb.staging import stages as stages
from beute.games.schattendieb.view import UNSEEN, SchattendiebView
from beute.games.story import Amount, Dealt, Happening, Line, Question, Seat, Thing, Value, seats, things, won
from beute.games.views import offered

Cards: TypeAlias = dict[int, str]  # by seat


# ---------------------------------------------------------------- what happened


def tell(before: SchattendiebView, heard: Sequence[str], after: SchattendiebView) -> list[Happening]:
    """A round is told as it is revealed: nothing before all have chosen, nor before all have added."""
    events = [event.split() for event in heard]
    fronts = _in_front(before, events)
    if before["step"] == "deal":
        return list(_dealt(after))
    if before["step"] == "draw":
        told = _drawn(before, events[-1], after)
    elif before["step"] == "choose":
        if len(fronts) < len(_open_seats(before)):
            return []
        told = _revealed(fronts, after)
    elif before["step"] == "steal":
        told = _stolen(fronts, events[-1])
        fronts = {seat: card for seat, card in fronts.items() if seat != int(events[-1][0])}
    else:
        if after["step"] == "add":
            return []
        told = _added_and_stored(before, events, after)
    return [
        *told,
        *_in_vain(fronts, after),
        *_shut(before, fronts, after),
        *_pile_gone(before, after),
        *_ended(before, after),
    ]


def _dealt(after: SchattendiebView) -> Iterator[Happening]:
    """SD-4: the whole deal at once."""
    if after["step"] == "deal":
        return
    yield Happening("dealt", {"number": Amount(len(after["seats"][0]["hand"]))})
    for seat, there in enumerate(after["seats"]):
        if UNSEEN not in there["hand"]:
            yield Happening("hand", {"seat": Seat(seat), "cards": things(there["hand"])})


def _in_front(before: SchattendiebView, events: list[list[str]]) -> Cards:
    """What lies in front of the seats once it is revealed."""
    fronts = {seat: there["front"] for seat, there in enumerate(before["seats"]) if there["front"]}
    fronts |= {int(actor): what[0] for actor, verb, *what in events if verb == "play"}
    return dict(sorted(fronts.items()))


def _revealed(fronts: Cards, after: SchattendiebView) -> Iterator[Happening]:
    """SD-5, SD-6: a jewel that no longer lies where it was revealed left in a stalemate."""
    yield Happening("reveal", {"cards": Dealt(tuple(fronts.items()))})
    left = [card for seat, card in fronts.items() if is_jewel(card) and _is_gone(seat, after)]
    for equal in sorted({value(card) for card in left}):
        yield Happening("stalemate", {"cards": things(card for card in left if value(card) == equal)})


def _stolen(fronts: Cards, event: list[str]) -> Iterator[Happening]:
    """SD-7, SD-8"""
    thief, victim = int(event[0]), int(event[2])
    yield Happening("steal", {"seat": Seat(thief), "victim": Seat(victim), "jewel": Thing(fronts[victim])})


def _in_vain(fronts: Cards, after: SchattendiebView) -> Iterator[Happening]:
    """SD-7, SD-8: the thieves that found nothing and were not asked."""
    for seat, card in fronts.items():
        if card[0] == THIEF and _is_gone(seat, after):
            yield Happening("in_vain", {"seat": Seat(seat), "card": Thing(card)})


def _added_and_stored(
    before: SchattendiebView, events: list[list[str]], after: SchattendiebView
) -> Iterator[Happening]:
    """SD-9, SD-10"""
    yield from _added(before, events)
    yield from _stored(before, after)


def _added(before: SchattendiebView, events: list[list[str]]) -> Iterator[Happening]:
    """SD-9: the seat's own are in the view, the others' are heard now."""
    for seat, there in enumerate(before["seats"]):
        heard = [what[0] for actor, verb, *what in events if verb == "add" and int(actor) == seat]
        cards = sorted([*there["added"], *heard], key=value)
        if cards:
            assert there["front"] is not None
            yield Happening("add", {"seat": Seat(seat), "cards": things(cards), "front": Thing(there["front"])})


def _stored(before: SchattendiebView, after: SchattendiebView) -> Iterator[Happening]:
    """SD-10"""
    pairs = enumerate(zip(before["seats"], after["seats"], strict=True))
    new = {seat: cards for seat, (was, now) in pairs if (cards := _more(was["vault"], now["vault"]))}
    if len(new) > 1:
        number = sum(map(len, new.values()))
        yield Happening("into_vaults", {"seats": seats(new), "number": Amount(number)})
    else:
        for seat, cards in new.items():
            yield Happening("into_vault", {"seat": Seat(seat), "cards": things(cards)})


def _shut(before: SchattendiebView, fronts: Cards, after: SchattendiebView) -> Iterator[Happening]:
    """SD-11, SD-12: vaults that are shut, Vault Shut cards that shut none, and the hands of those who leave."""
    for seat, card in fronts.items():
        there = after["seats"][seat]
        if card[0] != SHUT:
            continue
        vault = there["vault"]
        data: dict[str, Value] = {"seat": Seat(seat), "card": Thing(card), "number": Amount(len(vault))}
        if not there["open"]:
            if len(vault) == 1:
                yield Happening("shut_one", data | {"jewel": Thing(vault[0])})
            else:
                yield Happening("shut", data | {"points": Amount(there["vault_sum"])})
        elif _is_gone(seat, after):
            yield Happening("too_small" if vault else "empty", data)
    out = [seat for seat in fronts if not after["seats"][seat]["open"] and not after["seats"][seat]["hand"]]
    if out:
        yield Happening("hands_face_down" if before["gone"] else "under_the_pile", {"seats": seats(out)})


def _drawn(before: SchattendiebView, event: list[str], after: SchattendiebView) -> Iterator[Happening]:
    """SD-13, SD-14, SD-16: the seat's own cards, and the hand size that all drew up to."""
    seat, card = int(event[2]), event[3]
    if card != UNSEEN:
        yield Happening("draw", {"seat": Seat(seat), "card": Thing(card)})
    discarded = _more(before["discard"], after["discard"])
    if discarded:
        (holder,) = (seat for seat in _open_seats(after) if not after["seats"][seat]["hand"])
        yield Happening("redraw", {"seat": Seat(holder), "cards": things(discarded)})
    if after["step"] != "draw":
        least = min(len(after["seats"][seat]["hand"]) for seat in _open_seats(after))
        yield Happening("drawn", {"number": Amount(least)})


def _pile_gone(before: SchattendiebView, after: SchattendiebView) -> Iterator[Happening]:
    """SD-14, SD-15"""
    if before["gone"] or not after["gone"]:
        return
    buried = after["face_down"] - before["face_down"]
    yield Happening("pile_discarded", {"number": Amount(buried)}) if buried else Happening("pile_gone")


def _ended(before: SchattendiebView, after: SchattendiebView) -> Iterator[Happening]:
    """SD-17 to SD-19"""
    ending = after["ending"]
    if ending is None or before["ending"] is not None:
        return
    still = _open_seats(after)
    if ending == "one_open":
        yield Happening(ending, {"seat": Seat(still[0])})
    elif ending == "all_shut":
        yield Happening(ending, {"seats": seats(still)})
    else:
        yield Happening(ending, {"seats": seats(seat for seat in still if not after["seats"][seat]["hand"])})
    yield won(after)


def silent(view: SchattendiebView, event: str) -> bool:
    """SD-13: a card that is not seen; but a redraw (SD-16) is seen after each of them."""
    return event.endswith(UNSEEN) and "redraw" not in view["options"]


# ---------------------------------------------------------------- what is asked


def ask(view: SchattendiebView) -> Question:
    """SD-5, SD-7 to SD-9"""
    assert view["seat"] is not None
    if view["step"] == "choose":
        return _ask_card(view, view["seat"])
    if view["step"] == "steal":
        return _ask_victim(view)
    return _ask_to_add(view, view["seat"])


def _ask_card(view: SchattendiebView, seat: int) -> Question:
    """SD-5, SD-15, SD-19: without a pile every card counts, and the last one most."""
    hand, front = view["seats"][seat]["hand"], view["seats"][seat]["front"]
    if seat in view["chosen"] and front is not None:
        return Question("SD-5", "change", {"front": Thing(front)})
    if not view["gone"]:
        return Question("SD-5", "choose", {"cards": things(hand)})
    if len(hand) == 1:
        return Question("SD-19", "choose_last", {"card": Thing(hand[0])})
    return Question("SD-15", "choose_without_pile", {"cards": things(hand), "number": Amount(len(hand))})


def _ask_victim(view: SchattendiebView) -> Question:
    """SD-7, SD-8"""
    assert view["thief"] is not None
    clause, card = "SD-7" if view["thief"] == THIEF + SHADOW else "SD-8", Thing(view["thief"])
    victims = sorted(int(word.split()[1]) for word in offered(view["choices"]))
    jewels = [front for seat in victims if (front := view["seats"][seat]["front"]) is not None]
    if len(victims) == 1:
        return Question(clause, "steal_only", {"card": card, "victim": Seat(victims[0]), "jewel": Thing(jewels[0])})
    return Question(clause, "steal", {"card": card, "seats": seats(victims), "jewels": things(jewels)})


def _ask_to_add(view: SchattendiebView, seat: int) -> Question:
    """SD-9"""
    front, added = view["seats"][seat]["front"], view["seats"][seat]["added"]
    assert front is not None
    cards = sorted((word.split()[1] for word in offered(view["choices"]) if word != "done"), key=value)
    data: dict[str, Value] = {"front": Thing(front), "cards": things(cards), "added": things(added)}
    if not cards:
        return Question("SD-9", "add_no_more" if added else "add_nothing", data)
    return Question("SD-9", "add_more" if added else "add", data)


# ---------------------------------------------------------------- what can be chosen


def choice(view: SchattendiebView, word: str) -> Happening:
    verb, *what = word.split()
    if verb == "steal":
        victim = int(what[0])
        front = view["seats"][victim]["front"]
        if front is None:
            return Happening("rob", {"victim": Seat(victim)})
        return Happening("steal", {"victim": Seat(victim), "card": Thing(front)})
    return Happening(verb, {"card": Thing(what[0])} if what else {})


# ---------------------------------------------------------------- the scoring


def lines(view: SchattendiebView) -> list[Line]:
    """SD-20: a shut vault kind by kind; SD-17 to SD-19: what lies in an open one, or in front of it, counts nothing."""
    return [line for seat in range(view["players"]) for line in _lines_of(view, seat)]


def _lines_of(view: SchattendiebView, seat: int) -> list[Line]:
    there = view["seats"][seat]
    if there["open"]:
        assert view["ending"] is not None
        code, worth = "open" if there["vault"] else "open_empty", Amount(there["vault_sum"])
        return [Line(seat, ENDINGS[view["ending"]], 0, code, {"worth": worth}), *_lying_out(view, seat)]
    by_kind = {kind: [value(card) for card in there["vault"] if card[0] == kind.letter] for kind in KINDS}
    return [
        Line(
            seat,
            "SD-20",
            sum(values),
            kind.name if len(values) == 1 else kind.plural,
            {"values": things(map(str, values))},
        )
        for kind, values in by_kind.items()
        if values
    ]


def _lying_out(view: SchattendiebView, seat: int) -> list[Line]:
    """SD-19: what no longer got into a vault, or did not shut it."""
    front, added = view["seats"][seat]["front"], view["seats"][seat]["added"]
    if view["ending"] != "no_cards" or front is None:
        return []
    if is_jewel(front):
        return [Line(seat, "SD-19", 0, "lying_out", {"cards": things([front, *added])})]
    return [Line(seat, "SD-19", 0, "too_late", {"card": Thing(front)})]


# ---------------------------------------------------------------- reading a view


def _open_seats(view: SchattendiebView) -> list[int]:
    return [seat for seat, there in enumerate(view["seats"]) if there["open"]]


def _is_gone(seat: int, after: SchattendiebView) -> bool:
    """Whether nothing lies in front of a seat any more."""
    return after["seats"][seat]["front"] is None


def _more(before: list[str], after: list[str]) -> list[str]:
    """What is there now and was not there before."""
    return [*(Counter(after) - Counter(before)).elements()] if before != after else []
