"""What a move did, from two views of one seat: objects with ``what``, data and words (`Game.changes`)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from battlewise.core.changes import change, differences, several
from battlewise.core.games.batalj.cards import VERBS
from battlewise.core.games.batalj.facts import AREAS, Teller, reach
from battlewise.core.games.batalj.state import Kind
from battlewise.core.games.batalj.words import AREA_IDS, ARMY_IDS, TROOPS

Json = Any
View = Mapping[str, Json]
Change = dict[str, Json]

# Moves whose own words say which Swedish pieces move.
_MOVERS = {
    kind.name.lower()
    for kind in Kind
    if Kind.PUT_FIEF <= kind <= Kind.PUT_COMMANDER or Kind.CARD_BACK <= kind <= Kind.COMMANDER_TO
}
# Moves after which a seat collects and pays upkeep: an activity, or the choice of a trader in trade.
_WITH_TRADERS = {"place_trader", "move_trader", "keep_traders"}
_COLLECTING = {"culture_fiefs", "culture_trade", *_WITH_TRADERS}
_KEPT = {
    "empires": "Trading Empire",
    "liaisons": "Secret Liaisons",
    "architects": "Esteemed Architect",
    "more_spoils": "Extra Spoils of War",
}


def changes(teller: Teller, before: View, after: View, move: View) -> list[Change]:
    """What happened between two views.

    Of a seat: ``gold``, ``debt``, ``fief``, ``cards``, ``event_cards``, ``traders``, ``kept``, ``points``,
    ``points_lost``. Of the realm: ``claim``, ``archbishop``, ``reign``, ``war``, ``display``, ``runner``,
    ``answered``, ``order``. Of a war: ``sent``, ``miss``, ``pieces`` (by army and area), ``moved`` (from area
    to area), ``province_card``, ``guns``, ``round``, ``broken_off``, ``victory``. Of a foray: ``rider``,
    ``booty``, ``loot``.
    """
    found: list[Change] = []
    if "war" in after:
        found += _sent(teller, before, after)
        found += _war(before, after, move)
        found += _result(teller, before, after)
        found += _mourning(teller, before, move)
    if "players" in after:
        found += _claim(teller, before, after)
        found += _players(teller, before, after, move)
    if "realm" in after:
        found += _realm(teller, before, after, move)
    if "foray" in after:
        found += _foray(teller, before, after, move)
        found += _order(teller, before, after)
    found += _end(teller, after)
    return found


def _end(teller: Teller, after: View) -> Iterator[Change]:
    """What the seats have in the end: AP, in a foray gold."""
    if "points" in after:
        unit = "AP" if "players" in after else "gold"
        standing = zip(teller.seats, after["points"], strict=False)
        text = "the game is over: " + ", ".join(f"{name} {n} {unit}" for name, n in standing)
        yield change("over", text, points=after["points"])


def _order(teller: Teller, before: View, after: View) -> Iterator[Change]:
    """The order of turns, once its last marker needs no draw or a card has changed it."""
    drawn = len(after["order"]) - len(before["order"])
    if after["order"] and (drawn > 1 or set(before["order"]) - set(after["order"])):
        names = ", ".join(teller.seats[seat] for seat in after["order"])
        yield change("order", f"the order of turns is {names}", order=after["order"])


# -- what the seats have


def _claim(teller: Teller, before: View, after: View) -> Iterator[Change]:
    """Whether the Archbishop has collected, before its Event card is drawn."""
    if (
        "act" in after
        and after["act"]["claimed"] > before["act"]["claimed"]
        and after["archbishop"] is not None
    ):
        each = 1 if after["act"]["claimed"] == 1 else 3
        text = f"{teller.seats[after['archbishop']]} collects {each} gold of each other player as Archbishop"
        yield change("claim", text, seat=after["archbishop"], each=each)


def _players(teller: Teller, before: View, after: View, move: View) -> Iterator[Change]:
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        name = teller.seats[seat]
        more = new["gold"] - old["gold"]
        upkeep = _upkeep(teller, before, after, seat, move)
        if more or upkeep:
            verb = "gets" if more > 0 else "pays"
            text = f"{name} {verb} {abs(more)} gold and has {new['gold']}"
            if upkeep:
                got = more + upkeep
                text = f"{name} gets {got} gold, pays {upkeep} gold of upkeep and has {new['gold']}"
            yield change("gold", text, seat=seat, amount=more, left=new["gold"])
        yield from _fiefs(teller, before, after, seat)
        if move["kind"] != "dealt":
            yield from _cards(teller, old, new, seat)
        if "hand_size" in new:
            yield from _campaign(teller, before, after, seat)


def _upkeep(teller: Teller, before: View, after: View, seat: int, move: View) -> int:
    """The upkeep that a seat has paid in the step in which it collected; 0 if it may have paid less."""
    if move["kind"] not in _COLLECTING or before["to_move"] != seat or not after["players"][seat]["gold"]:
        return 0
    trading = before["act"]["activity"] == "trade"
    if (move["kind"] in _WITH_TRADERS and not trading) or after["phase"] == "tax":
        return 0
    return teller.upkeep(before, seat)


def _fiefs(teller: Teller, before: View, after: View, seat: int) -> Iterator[Change]:
    """Fiefs that a seat has got or lost; one that goes from seat to seat is said once."""
    old, new = before["players"][seat]["fiefs"], after["players"][seat]["fiefs"]
    name = teller.seats[seat]
    for fief in new:
        if fief not in old:
            source = teller.owner(before, fief) if "realm" in before else "the bank"
            text = f"{name} gets {teller.title(f'fief:{fief}')} from {source}"
            yield change("fief", text, seat=seat, fief=fief, gained=True)
    for fief in old:
        if fief not in new and not any(fief in player["fiefs"] for player in after["players"]):
            heir = teller.owner(after, fief) if "realm" in after else "the bank"
            text = f"{name} loses {teller.title(f'fief:{fief}')} to {heir}"
            yield change("fief", text, seat=seat, fief=fief, gained=False)


def _cards(teller: Teller, old: View, new: View, seat: int) -> Iterator[Change]:
    for card, more in differences(old["cards"], new["cards"]):
        verb = "gets" if more > 0 else "loses"
        text = f"{teller.seats[seat]} {verb} the History card {teller.title(f'card:{card}')}"
        yield change("cards", text, seat=seat, card=card, gained=more > 0)


def _campaign(teller: Teller, before: View, after: View, seat: int) -> Iterator[Change]:
    old, new = before["players"][seat], after["players"][seat]
    name = teller.seats[seat]
    for country, more in differences(old["traders"], new["traders"]):
        n = new["traders"].get(country, 0)
        text = f"{name} has {several(n, 'trader')} in {country.capitalize()}"
        yield change("traders", text, seat=seat, country=country, amount=more, left=n)
    yield from _hand(teller, before, after, seat)
    if new["debt"] != old["debt"]:
        text = f"{name} owes {2 * new['debt']} gold" if new["debt"] else f"{name} has repaid its loan"
        yield change("debt", text, seat=seat, owed=2 * new["debt"])
    for token, title in _KEPT.items():
        if new[token] > old[token]:
            yield change("kept", f"{name} keeps {title}", seat=seat, card=token)
    if new["sullied"] > old["sullied"]:
        yield change("points_lost", f"{name} loses 1 AP for the murdered Archbishop", seat=seat, amount=1)
    if new["fortune"] > old["fortune"]:
        yield change("points", f"{name} gets 1 AP", seat=seat, amount=1)


def _hand(teller: Teller, before: View, after: View, seat: int) -> Iterator[Change]:
    """Event cards drawn, played or lost: by name where the viewer sees the hand, else how many."""
    more = after["players"][seat]["hand_size"] - before["players"][seat]["hand_size"]
    name = teller.seats[seat]
    if after["seat"] == seat and "hand" in before:
        for card, n in differences(before["hand"], after["hand"]):
            verb = "takes" if n > 0 else "no longer holds"
            text = f"{name} {verb} {teller.title(f'event:{card}')}"
            yield change("event_cards", text, seat=seat, card=card, amount=n)
    elif more:
        text = f"{name} holds {several(after['players'][seat]['hand_size'], 'Event card')}"
        yield change("event_cards", text, seat=seat, card=None, amount=more)


# -- the realm


def _realm(teller: Teller, before: View, after: View, move: View) -> Iterator[Change]:
    old, new = before["realm"], after["realm"]
    yield from _answer(teller, before, after, move)
    if after["archbishop"] != before["archbishop"] and move["kind"] != "seat_lot":
        seat = after["archbishop"]
        text = (
            "the office of the Archbishop is vacant"
            if seat is None
            else f"{teller.seats[seat]} is Archbishop"
        )
        yield change("archbishop", text, seat=seat)
    if after["enemy"] != before["enemy"]:
        country = after["enemy"]
        text = "the war is over" if country is None else f"Sweden is at war with {country.capitalize()}"
        yield change("war", text, country=country)
    if after["reign"] != before["reign"]:
        yield change("reign", f"reign {after['reign'] + 1} begins", reign=after["reign"] + 1)
    gone = [card for card in old["display"] if card not in new["display"]]
    taken = {card for player in after["players"] for card in player["cards"]}
    for card in gone:
        if card not in taken:
            yield change("display", f"{teller.title(f'card:{card}')} is no longer on sale", card=card)
    for seat in new["runners"]:
        if seat not in old["runners"]:
            yield change("runner", f"{teller.seats[seat]} runs the blockade in this reign", seat=seat)


def _answer(teller: Teller, before: View, after: View, move: View) -> Iterator[Change]:
    """What an Event card does to the one that it answers."""
    if before["phase"] != "reaction" or move["kind"] != "play_event":
        return
    card = before["event"]["card"]
    cancels = VERBS[teller.events[move["event"]].verb] == "cancel"
    text = (
        "has no effect" if cancels else f"comes into the hand of {teller.seats[before['to_move']]} afterwards"
    )
    yield change("answered", f"{teller.title(f'event:{card}')} {text}", card=card, cancelled=cancels)


# -- war


def _war(before: View, after: View, move: View) -> Iterator[Change]:
    old, new = before["war"], after["war"]
    if before["phase"] in ("gun", "attack_die") and move["number"] > reach(old, before["phase"]):
        army = "sweden" if old["stage"].startswith("swedish") else "enemy"
        text = "the cannon misses" if before["phase"] == "gun" else "the attack fails"
        yield change("miss", text, army=army, die=move["number"])
    if (new["stage"] != "none" and old["round"] <= new["round"] and new["round"]) or old["round"] == new[
        "round"
    ]:
        yield from _pieces(old, new, move)
    if new["round"] and not move["kind"].startswith("card_"):
        for area in old["cards"]:
            if area not in new["cards"]:
                text = f"the Province card of {AREAS[area]} goes to the Swedish reserve"
                yield change("province_card", text, area=area)
    for i, (was, left) in enumerate(zip(old["guns"], new["guns"], strict=True)):
        if was > left and new["stage"] != "none":
            yield change(
                "guns", f"a Swedish cannon of strength {i + 1} is gone", army="sweden", amount=left - was
            )
    if old["enemy_guns"] > new["enemy_guns"] and new["stage"] not in ("none", "spoils", "mourning"):
        yield change(
            "guns", "an enemy cannon is gone", army="enemy", amount=new["enemy_guns"] - old["enemy_guns"]
        )
    if new["round"] > old["round"] and new["victory"] == "open":
        yield change("round", f"round {new['round']} of the battle begins", round=new["round"])


def _lost_at_once(before: View, after: View) -> bool:
    """Whether a war was lost in this step and the reign has ended too, since nobody had a fief to lose.

    A victory never ends a reign at once: the seats are asked for their spoils.
    """
    war = before["phase"] == "commit" or before["war"]["stage"] not in ("none", "spoils", "mourning")
    return war and before.get("enemy") is not None and after["enemy"] is None


def _mourning(teller: Teller, before: View, move: View) -> Iterator[Change]:
    """What the die of a seat says that took no part in a lost war."""
    if before["phase"] == "defeat_die":
        name, spared = teller.mourner(before), move["number"] > 3
        text = f"{name} loses no fief" if spared else f"{name} has to lose a fief"
        yield change("mourning", text, seat=teller.seats.index(name), spared=spared)


def _result(teller: Teller, before: View, after: View) -> Iterator[Change]:
    """Who wins the war and why, whether the battle did not end by itself, who has no fief to lose."""
    old, new, lost = before["war"], after["war"], _lost_at_once(before, after)
    if not lost and (new["victory"] == old["victory"] or new["victory"] == "open"):
        return
    winner = "enemy" if lost else new["victory"]
    # The turn counter counts rounds that begin, and the end of a reign.
    begun = after["turn"] - before["turn"] - lost
    why = f": the {'enemy' if winner == 'sweden' else 'Swedish'} reserve has no soldier left"
    if old["stage"] == "none":
        why = ": nobody has sent a soldier"
    elif winner == "enemy" and begun > 0:
        rounds, why = old["round"] + begun - 1, ""
        text = f"the battle is broken off after {several(rounds, 'round')}"
        yield change("broken_off", text, rounds=rounds)
    text = f"{'Sweden' if winner == 'sweden' else 'the enemy'} wins the war{why}"
    yield change("victory", text, winner=winner)
    for seat, player in enumerate(after.get("players", ()) if winner == "enemy" else ()):
        if "hand_size" in player and len(player["fiefs"]) == 1:
            yield change("kept_fief", f"{teller.seats[seat]} keeps its last fief", seat=seat)


def _sent(teller: Teller, before: View, after: View) -> Iterator[Change]:
    """All commitments, once they are shown."""
    if before["phase"] != "commit" or after["phase"] == "commit":
        return
    if _lost_at_once(before, after):
        yield change("sent", "nobody sends a soldier to the war", seat=None, fiefs=None, cards=None)
        return
    for seat, one in enumerate(after["war"]["sent"]):
        fiefs, cards = (one["fiefs"], one["cards"]) if one else ({}, {})
        shown = teller.titles("fief", fiefs) + (f" with {teller.titles('card', cards)}" if cards else "")
        yield change("sent", f"{teller.seats[seat]} sends {shown}", seat=seat, fiefs=fiefs, cards=cards)


def _pieces(old: View, new: View, move: View) -> Iterator[Change]:
    """Pieces that moved, came or went, by army and area; not those that the move's own words tell."""
    for army in ARMY_IDS:
        if (army == "sweden" and move["kind"] in _MOVERS) or (
            army == "enemy" and move["kind"] == "enemy_card"
        ):
            continue
        for kind, piece in (("soldiers", "soldier"), ("commanders", "commander")):
            left = dict(zip(AREA_IDS, new[kind][army], strict=True))
            more = {
                area: left[area] - was
                for area, was in zip(AREA_IDS, old[kind][army], strict=True)
                if left[area] != was
            }
            yield from _moved(army, piece, more) or _come_or_gone(army, piece, more, left)


def _moved(army: str, piece: str, more: Mapping[str, int]) -> list[Change]:
    """Pieces that went from area to area, if none came or fell and it is plain which went where."""
    sources, targets = ([area for area in more if more[area] * sign > 0] for sign in (-1, 1))
    if not more or sum(more.values()) != 0:
        return []
    if [-more[area] for area in sources] == [more[area] for area in targets]:
        pairs = list(zip(sources, targets, strict=True))
    elif min(len(sources), len(targets)) == 1:
        pairs = list(product(sources, targets))
    else:
        return []
    found = []
    for source, target in pairs:
        n = min(-more[source], more[target])
        goes = "goes" if n == 1 else "go"
        text = f"{_pieces_of(army, piece, n)} {goes} from {_place(army, source)} to {_place(army, target)}"
        ends = {"from": source, "to": target}
        found.append(change("moved", text, army=army, piece=piece, amount=n, **ends))
    return found


def _come_or_gone(army: str, piece: str, more: Mapping[str, int], left: Mapping[str, int]) -> list[Change]:
    found = []
    for area, n in more.items():
        than = "more" if n > 0 else "fewer"
        text = f"{_pieces_of(army, piece, abs(n))} {than} in {_place(army, area)}: {left[area]}"
        found.append(change("pieces", text, army=army, area=area, piece=piece, amount=n, left=left[area]))
    return found


def _pieces_of(army: str, piece: str, n: int) -> str:
    return several(n, f"{'Swedish' if army == 'sweden' else 'enemy'} {piece}")


def _place(army: str, area: str) -> str:
    return "the enemy reserve" if army == "enemy" and area == "reserve" else AREAS[area]


# -- forays


def _fate(teller: Teller, status: str, move: View, rides: bool) -> str:
    """What has become of a rider; the reign that ends with a foray forgets it in the same step.

    :param rides: whether the move was the rider's own.
    """
    if status not in ("slain", "absent"):
        return status
    if rides and move["kind"] == "march" and move["space"] in teller.starts:
        return "home"
    return "slain" if rides and move["kind"] == "marker" and move["marker"] == TROOPS else "lost"


def _foray(teller: Teller, before: View, after: View, move: View) -> Iterator[Change]:
    for seat, new in enumerate(after["foray"]["riders"]):
        old, name = before["foray"]["riders"][seat], teller.seats[seat]
        if new["status"] != old["status"]:
            rides = bool(before["order"]) and before["order"][before["place"]] == seat
            fate = _fate(teller, new["status"], move, rides)
            got = {move["marker"]: 1} if rides and move["kind"] == "marker" and fate == "lost" else {}
            booty = teller.titles("marker", old["booty"] | got)
            said = {
                "riding": "goes on the foray",
                "home": f"is home with {booty}",
                "slain": f"is slain and loses {booty}",
                "lost": f"is not home when the foray ends and loses {booty}",
            }
            text = said.get(fate) if old["status"] == "riding" or fate == "riding" else None
            if text:
                yield change("rider", f"{name} {text}", seat=seat, status=new["status"], at=new["at"])
        for marker, more in (
            differences(old["booty"], new["booty"])
            if new["status"] == "riding" and move["kind"] != "marker"
            else ()
        ):
            text = f"{name} carries {teller.title(f'marker:{marker}')}"
            yield change("booty", text, seat=seat, marker=marker, amount=more)
        if old["status"] == new["status"]:
            for marker, more in differences(old["loot"], new["loot"]):
                verb = "gets" if more > 0 else "loses"
                text = f"{name} {verb} {teller.title(f'marker:{marker}')}"
                yield change("loot", text, seat=seat, marker=marker, amount=more)
