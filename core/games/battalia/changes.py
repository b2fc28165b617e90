"""What a move of Battalia did, from two views of one seat (`Game.changes`)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.changes import change, differences, listed, several
from battlewise.core.games.battalia.cards import RANKS
from battlewise.core.games.battalia.facts import Names, View, active
from battlewise.core.games.battalia.state import TOP_LEVEL
from battlewise.core.games.battalia.words import counted

Change = dict[str, Any]

SAYING = {"draw", "deal"}  # moves whose words say which card is drawn
DISCARDING = {"end_turn", "mulligan"}
DEALT = RANKS[:3]  # of a starting deck
ENDS = {
    "standstill": "there was no progress for too many weeks",
    "weeks": "the weeks are over",
    "turn_limit": "the limit of turns is reached",
}


def changes(names: Names, before: View, after: View, move: Mapping[str, Any]) -> list[Change]:
    """A list of `core.changes.change`.

    Kinds and their data: ``laid``, ``terrain`` (``square``, ``card``, ``terrain``), ``impassable``
    (``squares``), ``city`` (``square``, ``owner``, ``level``), ``heroes`` (``seat``, ``from``, ``to``:
    squares), ``played``, ``gained``, ``lost``, ``discarded`` (``seat``, ``cards`` by kind), ``drawn``
    (the same, as far as they are seen, and their ``number``), ``sold_out`` (``rank``: no unit left),
    ``nation`` (``seat``: made anew of the shelter), ``ambush`` (``seat``, ``number`` there), ``ready``,
    ``used`` (``cards`` that are laid out to be played, and those of them that were), ``strength``
    (``totals``), ``battle`` (``winner``), ``seal`` (``seat``, ``faction``), ``points`` (``seat``,
    ``points``), ``turn`` (``seat``, ``turn``), ``end`` (``end``, ``points``). A text is empty where the
    move's words say the same.
    """
    kind = str(move["kind"])
    found: list[Change] = []
    for seat in range(len(before["players"])):
        found += _of_cards(names, before, after, seat, move)
    if kind != "end_turn":
        found += _of_laid(names, before, after, move)
    found += _of_battle(names, before, after, kind)
    found += _on_map(names, before, after, kind)
    found += _of_players(names, before, after)
    found += _of_decks(names, before, after)
    return [*found, *_of_turn(names, before, after)]


def _on_map(names: Names, before: View, after: View, kind: str) -> Iterator[Change]:
    old = before["map"]
    for square, card in after["map"].items():
        where = names.square(after, square)
        was = old.get(square)
        if was is None or was["terrain"] != card["terrain"]:
            text = f"{where} is laid" if was is None and kind != "put" else ""
            what = "laid" if was is None else "terrain"
            yield change(what, text, square=square, card=card["card"], terrain=card["terrain"])
        elif (was.get("owner"), was.get("level")) != (card.get("owner"), card.get("level")):
            text = f"now {where}"
            yield change("city", text, square=square, owner=card["owner"], level=card["level"])
    blocked = [one for one in after["impassable"] if one not in before["impassable"]]
    if blocked:
        yield change("impassable", f"nothing fits on {', '.join(blocked)} any more", squares=blocked)


def _owned(view: View, seat: int) -> dict[str, int]:
    """The cards of a player that the viewer knows to be there, wherever they are."""
    player = view["players"][seat]
    counts: dict[str, int] = {}
    piles = [player["cards"], player["shelter"], view["table"] if _is_active(view, seat) else {}]
    if seat == view["seat"]:
        piles.append(view["unseen"])
    for pile in piles:
        for card, n in pile.items():
            counts[card] = counts.get(card, 0) + n
    for card in (*filter(None, player["ambush"]), *(one for tent in player["tents"] for one in _in(tent))):
        counts[card] = counts.get(card, 0) + 1
    return counts


def _in(tent: Mapping[str, Any]) -> list[str]:
    return [tent["tent"], *tent["cards"]]


def _is_active(view: View, seat: int) -> bool:
    return view["first"] is not None and seat == active(view)


def _owned_changes(before: View, after: View, seat: int) -> dict[str, int]:
    """By how much a player has more or fewer cards of each kind; those shown for the first time are none."""
    more = dict(differences(_owned(before, seat), _owned(after, seat)))
    if seat == before["seat"]:
        return more
    unseen = [view["players"][seat]["unseen"] for view in (before, after)]
    for rank in DEALT:
        shown = unseen[0].get(rank, 0) - unseen[1].get(rank, 0)
        for card in [one for one in more if one.startswith(f"{rank}_")]:
            taken = min(shown, max(0, more[card]))
            more[card] -= taken
            shown -= taken
    return {card: n for card, n in more.items() if n}


def _of_cards(
    names: Names, before: View, after: View, seat: int, move: Mapping[str, Any]
) -> Iterator[Change]:
    """Cards that a player has played, gained, lost, drawn or discarded."""
    kind = str(move["kind"])
    if before["phase"] == "setup":
        return
    who = names.seats[seat]
    old, new = before["players"][seat], after["players"][seat]
    same_turn = before["turn"] == after["turn"]
    owned = _owned_changes(before, after, seat) if same_turn else {}
    gained = {card: n for card, n in owned.items() if n > 0}
    table = before["table"] if _is_active(before, seat) else old["shelter"]
    placed = after["table"] if _is_active(after, seat) and same_turn else new["shelter"]
    out = {card: n - gained.get(card, 0) for card, n in differences(table, placed)}
    out = {card: n for card, n in out.items() if n > 0}
    if kind in DISCARDING:
        if _is_active(before, seat) and _is_emptied(before, after, seat, kind):
            discarded, hidden = _hand_and_table(before, seat)
        else:
            discarded = {card: n for card, n in differences(old["shelter"], new["shelter"]) if n > 0}
            hidden = 0
        if discarded or hidden:
            rest = f"{counted(hidden, 'card')} of the hand" if hidden else ""
            what = ", with ".join(filter(None, [names.cards(discarded), rest]))
            yield change("discarded", f"{who} puts {what} into the shelter", seat=seat, cards=discarded)
    elif new["hand_size"] < old["hand_size"] and out:
        yield change("played", f"{who} plays {names.cards(out)}", seat=seat, cards=out)
    if gained:
        spoils = " with the city" if _is_conquered(before, after, seat) else ""
        yield change("gained", f"{who} gains {names.cards(gained)}{spoils}", seat=seat, cards=gained)
    lost = {card: -n for card, n in owned.items() if n < 0}
    if lost and kind != "suspend":
        yield change("lost", f"{who} returns {names.cards(lost)} to the deck", seat=seat, cards=lost)
    yield from _of_hand(names, before, after, seat, move)


def _is_emptied(before: View, after: View, seat: int, kind: str) -> bool:
    """Whether the shelter, with what is discarded, has become the new nation."""
    old = before["players"][seat]
    filled = bool(old["shelter"])
    if kind in DISCARDING and _is_active(before, seat):
        filled = filled or bool(before["table"]) or old["hand_size"] > 0
    return filled and not after["players"][seat]["shelter"]


def _hand_and_table(before: View, seat: int) -> tuple[dict[str, int], int]:
    """The cards of hand and table by kind, and how many of the hand are not seen.

    Where the nation has run out, the cards that are left to a player are the hand.
    """
    player = before["players"][seat]
    counts: Counter[str] = Counter(before["table"])
    if seat == before["seat"]:
        return dict(counts + Counter(before["hand"])), 0
    if sum(player["cards"].values()) == player["hand_size"] and not player["unseen"]:
        return dict(counts + Counter(player["cards"])), 0
    return dict(counts), player["hand_size"]


def _is_conquered(before: View, after: View, seat: int) -> bool:
    """Whether a player has taken a neutral city."""
    old = before["map"]
    return any(
        card.get("owner") == seat and old.get(square, {}).get("owner") == "neutral"
        for square, card in after["map"].items()
    )


def _of_hand(names: Names, before: View, after: View, seat: int, move: Mapping[str, Any]) -> Iterator[Change]:
    kind = str(move["kind"])
    who = names.seats[seat]
    old, new = before["players"][seat], after["players"][seat]
    more = new["hand_size"] - old["hand_size"]
    if more > 0:
        if seat == before["seat"]:
            drawn = {card: n for card, n in differences(before["hand"], after["hand"]) if n > 0}
        else:
            drawn = {card: n for card, n in differences(old["known"], new["known"]) if n > 0}
        said = Counter([move["card"]]) if kind in SAYING and move["card"] in drawn else Counter()
        rest = dict(Counter(drawn) - said)
        number = more - 1 if kind in SAYING else more
        what = names.cards(rest) if sum(rest.values()) == number else counted(number, "card")
        where = "out of the ambush" if len(old["ambush"]) > len(new["ambush"]) else "to the hand"
        text = f"{who} takes {what} {where}" if number else ""
        yield change("drawn", text, seat=seat, cards=drawn, number=more)
    if _is_emptied(before, after, seat, kind):
        yield change("nation", f"the shelter of {who} becomes the new nation", seat=seat)
    if len(old["ambush"]) != len(new["ambush"]):
        number = len(new["ambush"])
        text = f"{who} has {counted(number, 'card')} in ambush" if kind == "die" else ""
        yield change("ambush", text, seat=seat, number=number)


def _of_laid(names: Names, before: View, after: View, move: Mapping[str, Any]) -> Iterator[Change]:
    """What of the cards on the table can be played from now on, and what of them was played."""
    if ("battle" in before) != ("battle" in after):
        sizes = [sum(player["hand_size"] for player in view["players"]) for view in (before, after)]
        if move["kind"] == "line" and sizes[0] == sizes[1]:
            used = {move["card"]: 1}
            yield change("used", f"played of what is laid out: {names.cards(used)}", cards=used)
        return
    for old, new in zip(before["laid"], after["laid"], strict=True):
        more = {card: n for card, n in differences(old, new) if n > 0}
        used = {card: -n for card, n in differences(old, new) if n < 0}
        if used:
            yield change("used", f"played of what is laid out: {names.cards(used)}", cards=used)
        if more:
            lit = [card for card in more if card.startswith(names.lit(before))]
            again = [card for card in lit if before["table"].get(card, 0) < after["table"].get(card, 0)]
            what = (
                "lit by the Sun Oracle, to be played once more"
                if again
                else "laid out, to be played this turn"
            )
            yield change("ready", f"{what}: {names.cards(more)}", cards=more)


def _of_battle(names: Names, before: View, after: View, kind: str) -> Iterator[Change]:
    old, new = before.get("battle"), after.get("battle")
    if new is not None and (old is None or old["total"] != new["total"]):
        attack, defence = new["total"]
        bonus = attack - new["strength"][0]
        text = f"attack {attack}{f' with a bonus of {bonus}' if bonus else ''}, defence {defence}"
        yield change("strength", text, totals=new["total"])
    if old is None or new is not None or kind == "retreat":
        return
    lost = kind == "pass" and old["side"] == "attacker"
    winner: Any = active(before)
    if lost:
        owner = before["map"][old["square"]].get("owner")
        winner = old["against"] if old["against"] != "place" else owner if isinstance(owner, int) else None
    attack, defence = old["total"]
    why = f"the attack of {attack} does not exceed {defence}" if lost else ""
    if kind == "line":
        why = f"the attack exceeds {defence}" if winner == active(before) else f"the defence equals {attack}"
    text = f"{names.seats[active(before)]} loses" if winner is None else f"{names.seats[winner]} wins"
    yield change("battle", f"{text} the battle{f': {why}' if why else ''}", winner=winner)


def _of_players(names: Names, before: View, after: View) -> Iterator[Change]:
    for seat, who in enumerate(names.seats):
        old, new = before["players"][seat], after["players"][seat]
        gone = _without(old["heroes"], new["heroes"])
        come = _without(new["heroes"], old["heroes"])
        if gone or come:
            yield change("heroes", _hero_text(who, gone, come), seat=seat, **{"from": gone, "to": come})
        for faction in _without(new.get("seals", []), old.get("seals", [])):
            yield change(
                "seal", f"{who} has the seal of the {names.titles[faction]}", seat=seat, faction=faction
            )
        if old["points"] != new["points"]:
            text = f"{who} has {counted(new['points'], 'point')}"
            yield change("points", text, seat=seat, points=new["points"])


def _of_decks(names: Names, before: View, after: View) -> Iterator[Change]:
    """Decks of units that have run out."""
    if "reveal" in (before["phase"], after["phase"]):
        return
    for rank, old, new in zip(RANKS, before["tops"], after["tops"], strict=True):
        if old is not None and new is None:
            yield change("sold_out", f"no {rank} is left to be hired", rank=rank)


def _hero_text(who: str, gone: list[str], come: list[str]) -> str:
    """Nothing of a journey, which its move says."""
    if gone and come:
        return ""
    there = Counter(come or gone)
    places = listed([f"{counted(n, 'hero') if n > 1 else 'a hero'} on {one}" for one, n in there.items()])
    return f"{who} gets {places}" if come else f"{who} loses {places}"


def _decided(names: Names, after: View) -> str:
    """What has decided the game: cities of the highest level, points, or the full map."""
    options, cities = after["options"], list(after["map"].values())
    points = [player["points"] for player in after["players"]]
    for seat, who in enumerate(names.seats[: len(points)]):
        great = sum(one.get("owner") == seat and one.get("level") == TOP_LEVEL for one in cities)
        if great >= options["great_cities"]:
            return f"{who} has {several(great, 'city', 'cities')} of level {TOP_LEVEL}"
    if options["scenario"] != "standard" or 0 < options["points"] <= max(points):
        return f"{names.seats[points.index(max(points))]} has {counted(max(points), 'point')}"
    return "the map is full"


def _without(these: list[str], those: list[str]) -> list[str]:
    left = [*these]
    for one in those:
        if one in left:
            left.remove(one)
    return left


def _of_turn(names: Names, before: View, after: View) -> Iterator[Change]:
    if after["phase"] == "over":
        points = [player["points"] for player in after["players"]]
        standing = ", ".join(f"{who} {n}" for who, n in zip(names.seats, points, strict=True))
        why = ENDS.get(after["end"]) or _decided(names, after)
        text = f"the game is over: {why}; points: {standing}"
        yield change("end", text, end=after["end"], points=points)
    elif after["phase"] == "cohort" != before["phase"]:
        seat = active(after)
        text = f"turn {after['turn'] + 1}: {names.seats[seat]}. {names.oracle(after)}"
        yield change("turn", text, seat=seat, turn=after["turn"])
