"""Der Schattendieb as it is told: what happened between two views, what is asked, and how the points come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from beute.games.schattendieb import ENDINGS
from beute.games.story import Happening, Line, Question, View

Cards: TypeAlias = dict[int, str]  # by seat
KINDS: Final = {"W": "watches", "R": "rings", "B": "brooches", "C": "cufflinks"}


# ---------------------------------------------------------------- what happened


def tell(before: View, heard: Sequence[str], after: View) -> list[Happening]:
    """A round is told as it comes to light: nothing before all have chosen, nor before all have added."""
    events = [event.split() for event in heard]
    fronts = in_front(before, events)
    step = before["step"]
    if step == "deal":
        return dealt(after)
    if step == "draw":
        told = drawn(before, events[-1], after)
    elif step == "choose":
        if len(fronts) < len(open_seats(before)):
            return []
        told = revealed(fronts, after)
    elif step == "steal":
        thief, victim = int(events[-1][0]), int(events[-1][2])
        told = [Happening("steals", {"seat": thief, "victim": victim, "jewel": fronts[victim]})]
        del fronts[thief]
    else:
        if after["step"] == "add":
            return []
        told = added(before, events) + stored(before, after)
    return told + in_vain(fronts, after) + shut(before, fronts, after) + pile_gone(before, after) + ended(after)


def dealt(after: View) -> list[Happening]:
    """SD-4: the whole deal at once."""
    if after["step"] == "deal":
        return []
    told = [Happening("dealt", {"number": len(after["seats"][0]["hand"])})]
    if after["seat"] is not None:
        told.append(Happening("dealt_own", {"seat": after["seat"], "cards": after["seats"][after["seat"]]["hand"]}))
    return told


def in_front(before: View, events: list[list[str]]) -> Cards:
    """What lies in front of the seats once it is revealed."""
    fronts = {seat: there["front"] for seat, there in enumerate(before["seats"]) if there["front"]}
    fronts |= {int(actor): what[0] for actor, verb, *what in events if verb == "play"}
    return dict(sorted(fronts.items()))


def revealed(fronts: Cards, after: View) -> list[Happening]:
    """SD-5, SD-6: a jewel that no longer lies where it was revealed left in a stalemate."""
    told = [Happening("reveal", {"cards": fronts})]
    left = [card for seat, card in fronts.items() if is_jewel(card) and is_gone(seat, after)]
    for value in sorted({card[1:] for card in left}, key=int):
        told.append(Happening("stalemate", {"cards": [card for card in left if card[1:] == value]}))
    return told


def in_vain(fronts: Cards, after: View) -> list[Happening]:
    """SD-7, SD-8: the thieves that went without being asked."""
    gone = {seat: card for seat, card in fronts.items() if card[0] == "T" and is_gone(seat, after)}
    return [Happening("in_vain", {"seat": seat, "card": card}) for seat, card in gone.items()]


def added(before: View, events: list[list[str]]) -> list[Happening]:
    """SD-9: one's own are in the view, the others' are heard now."""
    told = []
    for seat, there in enumerate(before["seats"]):
        heard = [what[0] for actor, verb, *what in events if verb == "add" and int(actor) == seat]
        cards = sorted(there["added"] + heard, key=by_value)
        if cards:
            told.append(Happening("adds", {"seat": seat, "cards": cards, "front": there["front"]}))
    return told


def stored(before: View, after: View) -> list[Happening]:
    """SD-10"""
    new = {seat: more(before["seats"][seat]["vault"], there["vault"]) for seat, there in enumerate(after["seats"])}
    new = {seat: cards for seat, cards in new.items() if cards}
    if len(new) > 1:
        return [Happening("into_vaults", {"seats": list(new), "number": sum(map(len, new.values()))})]
    return [Happening("into_vault", {"seat": seat, "cards": cards}) for seat, cards in new.items()]


def shut(before: View, fronts: Cards, after: View) -> list[Happening]:
    """SD-11, SD-12: vaults that are shut, vault-shut cards that shut none, and the hands of those who leave."""
    told = []
    for seat, card in fronts.items():
        there = after["seats"][seat]
        data: dict[str, Any] = {"seat": seat, "card": card, "number": len(there["vault"])}
        if not there["open"]:
            only = {"jewel": there["vault"][0]} if data["number"] == 1 else {"points": there["vault_sum"]}
            told.append(Happening("shuts_one" if data["number"] == 1 else "shuts", data | only))
        elif card[0] == "V" and is_gone(seat, after):
            told.append(Happening("too_small" if there["vault"] else "empty", data))
    out = [seat for seat in fronts if not after["seats"][seat]["open"] and not after["seats"][seat]["hand"]]
    if out:
        told.append(Happening("hands_face_down" if before["gone"] else "under_the_pile", {"seats": out}))
    return told


def drawn(before: View, event: list[str], after: View) -> list[Happening]:
    """SD-13, SD-14, SD-16: one's own cards, and what all drew up to when all have drawn."""
    seat, card = int(event[2]), event[3]
    told = [] if card == "?" else [Happening("draws", {"seat": seat, "card": card})]
    discarded = more(before["discard"], after["discard"])
    if discarded:
        (holder,) = (seat for seat in open_seats(after) if not after["seats"][seat]["hand"])
        told.append(Happening("redraws", {"seat": holder, "cards": discarded}))
    if after["step"] != "draw":
        least = min(len(after["seats"][seat]["hand"]) for seat in open_seats(after))
        told.append(Happening("drawn", {"number": least}))
    return told


def pile_gone(before: View, after: View) -> list[Happening]:
    """SD-14, SD-15"""
    if before["gone"] or not after["gone"]:
        return []
    buried = after["face_down"] - before["face_down"]
    return [Happening("pile_discarded", {"number": buried}) if buried else Happening("pile_gone")]


def ended(after: View) -> list[Happening]:
    """SD-17 to SD-19: why the game is over."""
    ending = after["ending"]
    if ending is None:
        return []
    seats = open_seats(after)
    if ending in ("no_cards", "none_drawn"):
        seats = [seat for seat in seats if not after["seats"][seat]["hand"]]
    return [Happening(ending, {"seat": seats[0]} if ending == "one_open" else {"seats": seats})]


# ---------------------------------------------------------------- what is asked


def ask(view: View) -> Question:
    """SD-5, SD-7 to SD-9"""
    own = view["seats"][view["seat"]]
    if view["step"] == "choose":
        return ask_card(view, own["hand"])
    if view["step"] == "steal":
        return ask_victim(view)
    cards = sorted((word.split()[1] for word in view["choices"] if word != "done"), key=by_value)
    data = {"front": own["front"], "cards": cards, "added": own["added"]}
    if not cards:
        return Question("SD-9", "add_nothing", data)
    return Question("SD-9", "add_more" if own["added"] else "add", data)


def ask_card(view: View, hand: list[str]) -> Question:
    """SD-15, SD-19: without a pile every card counts, and the last one most."""
    if not view["gone"]:
        return Question("SD-5", "choose", {"cards": hand})
    if len(hand) == 1:
        return Question("SD-19", "choose_last", {"card": hand[0]})
    return Question("SD-15", "choose_without_pile", {"cards": hand, "number": len(hand)})


def ask_victim(view: View) -> Question:
    clause = "SD-7" if view["thief"] == "TS" else "SD-8"
    victims = sorted(int(word.split()[1]) for word in view["choices"])
    jewels = [view["seats"][seat]["front"] for seat in victims]
    if len(victims) == 1:
        return Question(clause, "steal_only", {"card": view["thief"], "victim": victims[0], "jewel": jewels[0]})
    return Question(clause, "steal", {"card": view["thief"], "seats": victims, "jewels": jewels})


def choice(view: View, word: str) -> Happening:
    """A decision, as what it does."""
    verb, *what = word.split()
    if verb == "steal":
        victim = int(what[0])
        front = view["seats"][victim]["front"]
        return Happening("steal", {"victim": victim, "card": front}) if front else Happening("rob", {"victim": victim})
    return Happening(verb, {"card": what[0]} if what else {})


# ---------------------------------------------------------------- the points


def lines(view: View) -> list[Line]:
    """SD-20: a shut vault kind by kind; SD-17 to SD-19: what lies in an open one, and before it, counts nothing."""
    found = []
    for seat, there in enumerate(view["seats"]):
        for kind, code in KINDS.items():
            values = [card[1:] for card in there["vault"] if card[0] == kind]
            if values and not there["open"]:
                found.append(Line(seat, "SD-20", sum(map(int, values)), code, {"values": values}))
        if there["open"]:
            clause = ENDINGS[view["ending"]]
            code = "open" if there["vault"] else "open_empty"
            found += [Line(seat, clause, 0, code, {"worth": there["vault_sum"]}), *lying_out(view, seat)]
    return found


def lying_out(view: View, seat: int) -> list[Line]:
    """SD-19: what did not get into a vault any more, or did not shut it."""
    there = view["seats"][seat]
    if view["ending"] != "no_cards" or there["front"] is None:
        return []
    if is_jewel(there["front"]):
        return [Line(seat, "SD-19", 0, "lying_out", {"cards": [there["front"], *there["added"]]})]
    return [Line(seat, "SD-19", 0, "too_late", {"card": there["front"]})]


# ---------------------------------------------------------------- reading views


def open_seats(view: View) -> list[int]:
    return [seat for seat, there in enumerate(view["seats"]) if there["open"]]


def is_jewel(card: str) -> bool:
    return card[0] in KINDS


def by_value(card: str) -> tuple[str, int, str]:
    """An order of cards: jewels by value, then thieves, then vault-shut cards."""
    return "" if is_jewel(card) else card[0], 0 if card[0] == "T" else int(card[1:]), card


def is_gone(seat: int, after: View) -> bool:
    return after["seats"][seat]["front"] is None


def more(before: list[str], after: list[str]) -> list[str]:
    """What is there now and was not."""
    return [*(Counter(after) - Counter(before)).elements()]
