"""The table of Battalla as a picture shows it: play mat, seats with their piles, effects that wait, hand."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue, Space, Thing
from battlewise.core.games.battalla.scene_card import CELL, icon_of, in_play, standing
from battlewise.core.games.battalla.sentences import cards_of
from battlewise.core.games.battalla.words import SEATS
from battlewise.core.scene.parts import (
    Area,
    Drawn,
    Group,
    Line,
    Panel,
    Placed,
    Scene,
    Words,
    back,
    card,
    colour,
    counter,
    leader,
    paragraph,
    pill,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    stack,
    words,
)

View = Mapping[str, Any]
MARGIN = 22.0  # at the left, for the numbers of rows
LANE = 42.0  # height of a lane's mark, which can be clicked on a phone
MAT_HEIGHT = 530.0
BANDS = {"unit": "ink-2", "assist": "accent", "item": "hill", "field": "forest", "hero": "ink"}
ZONE_WORDS = {"hand": "the hand", "heroes": "the hero deck", "discard": "the discard pile"}
ZONES = {0: "summon", 1: "front", 2: "neutral", 3: "front", 4: "summon"}


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    :param stages: what each stage of what is under way means.
    """

    def __init__(self, catalogue: Catalogue, stages: Mapping[str, str]) -> None:
        self.squares = [one for one in catalogue.spaces if one.kind == "square"]
        self.lanes = [one for one in catalogue.spaces if one.kind == "lane"]
        self.cards = {one.id.partition(":")[2]: one for one in catalogue.cards}
        self.decks = {one.id.partition(":")[2]: one for one in catalogue.pieces}
        self.stages = stages

    def scene(self, view: View) -> Scene:
        """The scene of a whole view, as the service gives it."""
        viewer = view["seat"]
        mover = view["to_move"] if view["to_move"] in (0, 1) else view["active"]
        drawn = Drawn()
        hand = (
            list(self._discards(view, mover, drawn))
            if viewer is None
            else list(self._hand(view, viewer, drawn))
        )
        # Of equal cards and heroes of both seats those of the mover can be chosen.
        sides = {seat: self._seat(view, seat, drawn if seat == mover else None) for seat in (0, 1)}
        order = [0, 1] if viewer == 1 else [1, 0]
        panels = [
            Panel("mat", "", "board", self._mat(view), tallest=MAT_HEIGHT),
            *(sides[seat] for seat in order),
        ]
        under_way = list(self._under_way(view))
        if under_way:
            panels.append(Panel("chain", "Under way", "hand", under_way))
        if hand:
            title = "Discard piles" if viewer is None else "Your cards"
            panels.append(Panel("hand", title, "hand", hand, viewer))
        return Scene(f"Battalla!, turn {view['turn'] + 1}", panels)

    # -- the play mat

    def _mat(self, view: View) -> Group:
        """Rows and lanes, with the viewer's side below."""
        flip = -1 if view["seat"] == 1 else 1
        wide, tall = CELL[0] * len(self.lanes), CELL[1] * 5
        on = {piece["square"]: piece for piece in view["cards"]}
        middle = (len(self.lanes) - 1) / 2
        at: dict[str, tuple[float, float]] = {}
        parts: list[Placed] = []
        for space in self.squares:
            assert space.place
            x = flip * (space.place[0] - middle) * CELL[0] + MARGIN / 2
            y = flip * (space.place[1] - 2) * CELL[1] - LANE / 2
            name = space.id.partition(":")[2]
            at[name] = (x, y)
            parts.append((x, y, self._square(space, on.get(name), flip)))
        for row in range(5):
            y = flip * (2 - row) * CELL[1] - LANE / 2
            parts.append((MARGIN / 2 - wide / 2 - 10, y + 5, Words(str(row + 1), 13, "ink-2", bold=True)))
        for lane in self.lanes:
            assert lane.place
            x = flip * (lane.place[0] - middle) * CELL[0] + MARGIN / 2
            tag = Group(
                [
                    (0, 0, Area(rectangle(CELL[0] - 12, LANE, 6), "bg", "line")),
                    (0, 4.5, Words(lane.name, 12, "ink-2")),
                ],
                (CELL[0] - 12, LANE),
                lane.id,
                lane.name,
            )
            parts.append((x, tall / 2, tag))
        return Group([*parts, *self._arrow(view, at)], (wide + MARGIN, tall + LANE))

    def _square(self, space: Space, piece: View | None, flip: int) -> Group:
        row = space.facts["row"] - 1
        side = None if row == 2 else int(row > 2)
        ground = ("hill" if ZONES[row] == "summon" else "plain") if side is not None else "stone"
        zone = space.facts["zone"]
        parts: list[Placed] = [(0, 0, Area(rectangle(CELL[0] - 4, CELL[1] - 4, 7), ground, "line"))]
        if side is not None and ZONES[row] == "summon":
            y = (CELL[1] / 2 - 4) * (1 if (side == 0) == (flip == 1) else -1)
            parts.append((0, y, Area(rectangle(CELL[0] - 14, 3, 1.5), colour(side))))
        if piece is None:
            parts.append((0, 4, Words(ZONES[row], 12)))
            return Group(parts, CELL, space.id, f"{space.name}, {zone}: free")
        thing = self.cards[piece["card"]]
        items = [self.cards[one] for one in piece["items"]]
        parts.append((0, 0, in_play(piece, thing, items, flip)))
        text = " ".join([thing.text, *(f"{one.name}: {one.text}" for one in items)])
        title = f"{thing.name} of {SEATS[piece['seat']]} on {piece['square']}, {zone}: "
        title += standing(piece, items)
        return Group(parts, CELL, space.id, title, text)

    def _arrow(self, view: View, at: Mapping[str, tuple[float, float]]) -> Iterator[Placed]:
        """From the card that attacks to the one attacked, or from where a move began."""
        pending = view.get("pending")
        if not pending or pending["attacker"] is None or pending["defender"] is None:
            return
        start, end = at[pending["attacker"]], at[pending["defender"]]
        if pending["stage"] == "moved":
            start, end = end, start
        x, y = (end[0] - start[0]) * 0.34, (end[1] - start[1]) * 0.34
        shaft = f"M{-x:g} {-y:g}L{x:g} {y:g}"
        # The head: two strokes, turned with the shaft.
        turned = [((x + y * side) / 2, (y - x * side) / 2) for side in (0.6, -0.6)]
        head = "".join(f"M{x:g} {y:g}L{a:g} {b:g}" for a, b in turned)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        yield (*middle, Area(shaft + head, "none", "surface", 9))
        yield (*middle, Area(shaft + head, "none", "danger", 5))

    # -- seats

    def _seat(self, view: View, seat: int, drawn: Drawn | None) -> Panel:
        """A seat's stamina, piles, hero deck and field; with ids if it may choose of them."""
        stamina = view["stamina"][seat]
        first = [counter("stamina", stamina, "stamina", title=f"{stamina} stamina left")]
        winners = () if view["phase"] != "over" else (0, 1) if view["winner"] is None else (view["winner"],)
        leads = leader(view["penalty_sizes"]) == seat
        first += seat_tags(view, seat, view["active"], leads, winners)
        name = seat_name(SEATS[seat].capitalize(), seat, view["seat"])
        return seat_panel(view, seat, name, first, list(self._has(view, seat, drawn)))

    def _has(self, view: View, seat: int, drawn: Drawn | None) -> Iterator[Line]:
        yield Line(self._turn(view, seat))
        penalty = view["penalty_sizes"]
        known = self._names(view["known"][seat])
        top = f", its owner knows the topmost {view['top_sizes'][seat]}" if view["top_sizes"][seat] else ""
        searched = "; its owner has searched the deck and knows them" if view["searched"][seat] else ""
        sizes = {"penalty": penalty[seat], "hand": view["hand_sizes"][seat], "deck": view["deck_sizes"][seat]}
        texts = {
            "penalty": "Each direct attack takes one; who takes the last one loses.",
            "hand": f"Both players know of {known}." if known else "",
            "deck": self._list(view, seat),
        }
        titles = {
            "penalty": f"penalty cards{searched}",
            "hand": "cards in hand",
            "deck": f"cards in the deck{top}",
        }
        yield Line([back(seat, n, pile, title=f"{n} {titles[pile]}", text=texts[pile])
                    for pile, n in sizes.items()])  # fmt: skip
        yield from self._heroes(view, seat, drawn)
        yield Line([self._field(view, seat, drawn)])
        if known and seat != view["seat"]:
            yield Line(self._pills(view["known"][seat]), "known in the hand")
        if view["seat"] == 1 - seat:
            yield from self._discard(view, seat, drawn, "discard pile")

    def _discard(self, view: View, seat: int, drawn: Drawn | None, name: str) -> Iterator[Line]:
        pile = view["discard"][seat]
        if pile:
            yield Line(self._pills(pile, drawn), f"{name}, {cards_of(sum(pile.values()))}")

    def _discards(self, view: View, mover: int, drawn: Drawn) -> Iterator[Line]:
        """Both discard piles, as a spectator sees them."""
        for seat, name in enumerate(SEATS):
            yield from self._discard(view, seat, drawn if seat == mover else None, name.capitalize())

    def _turn(self, view: View, seat: int) -> list[Group]:
        """What was done in the turn."""
        found: list[Group] = []
        done = view.get("this_turn")
        if done is None or view["phase"] == "over":
            return found
        if view["active"] == seat and done["moves"]:
            found.append(counter("move", done["moves"], "moved", title=f"{done['moves']} moves in this turn"))
        if view["active"] == seat and done["hero_summoned"]:
            found.append(words("hero summoned", 12, "ink-2"))
        if done["units_lost"][seat]:
            found.append(words("lost a unit", 12, "ink-2"))
        if done["used"][seat]:
            used = ", ".join(self.cards[one].name for one in done["used"][seat])
            number = len(done["used"][seat])
            found.append(counter("tick", number, "used", title=f"Used once in this turn: {used}"))
        return found

    def _heroes(self, view: View, seat: int, drawn: Drawn | None) -> Iterator[Line]:
        left = view["hero_decks"][seat][view["heroes_out"][seat] :]
        heading = f"hero deck, {len(left)} left" if left else "hero deck, empty"
        found = []
        for i, name in enumerate(left):
            thing = self.cards[name]
            id = drawn.claim(thing.id) if drawn and i == 0 else ""
            title = f"{thing.name}, hero {'on top' if i == 0 else f'at place {i + 1}'} of the deck"
            one = pill(icon_of(thing), thing.name, "surface", 180, id=id, title=title, text=thing.text)
            found.append(one if i else self._place("hero", one, seat, drawn))
        yield Line(found, heading)

    def _field(self, view: View, seat: int, drawn: Drawn | None) -> Group:
        name = view["fields"][seat]
        if name is None:
            return self._place("field", pill("home", "no field", "bg", title="No field card"), seat, drawn)
        thing = self.cards[name]
        one = pill(icon_of(thing), thing.name, "forest", 180, title=f"{thing.name}, field", text=thing.text)
        return self._place("field", one, seat, drawn)

    def _place(self, zone: str, one: Group, seat: int, drawn: Drawn | None) -> Group:
        """The frame of a zone, which is chosen to use the effect of the card in it."""
        width, height = one.size[0] + 8, one.size[1] + 8
        frame = Area(rectangle(width, height, 8), "bg", colour(seat), 1.5)
        id = f"place:{zone}" if drawn else ""
        parts: list[Placed] = [(0, 0, frame)]
        return stack(Group(parts, (width, height), id, one.title, one.text), (0, 0, one))

    # -- what is under way

    def _under_way(self, view: View) -> Iterator[Line]:
        """The set-up, and in a turn the stage, the card that is placed and the effects that wait."""
        if "set_up" in view:
            put_back = view["set_up"]["exchanged"]
            found = [
                f"{SEATS[seat].capitalize()} has put back {cards_of(n)}." for seat, n in enumerate(put_back)
            ]
            yield Line([words(one) for one in [self.stages[view["set_up"]["stage"]], *found]])
        pending = view.get("pending")
        if not pending:
            return
        said = [self.stages[pending["stage"]]]
        there = [one for one in view["cards"] if one["square"] == pending["attacker"]]
        said += [f"It is about {self.cards[one['card']].name} on {one['square']}." for one in there]
        said += [f"Effects still to come: {', '.join(pending['todo'])}."] if pending["todo"] else []
        said += [
            f"{SEATS[seat].capitalize()} has still to draw {cards_of(n)}."
            for seat, n in enumerate(pending["draws"])
            if n
        ]
        yield Line([paragraph(" ".join(said), 350, 12, 6, "ink-2")])
        if pending["answered"] and pending["window"]:
            yield Line([self._pill(pending["answered"], 1)], "can be answered")
        if pending["placing"]:
            placing = pending["placing"]
            heading = f"{SEATS[placing['seat']]} places, from {ZONE_WORDS[placing['from']]}"
            yield Line([self._pill(placing["card"], 1)], heading)
        chain = {link["card"] for link in pending["chain"]}
        waits = [one for one in pending["resolving"] if one and one not in chain]
        if waits:
            yield Line([self._pill(one, 1) for one in waits], "assists that take effect")
        if pending["chain"]:
            links = [self._link(one) for one in reversed(pending["chain"])]
            yield Line(links, "effects that wait; the first resolves first")

    def _link(self, link: View) -> Group:
        """An effect that waits: its card, where it is, and what it does."""
        thing = self.cards[link["card"]]
        where = "".join(
            f", {word} {link[key]}" for key, word in (("source", "on"), ("subject", "about")) if link[key]
        )
        effect = thing.facts["effects"][link["effect"]]
        title = f"{thing.name} of {SEATS[link['seat']]}{where}"
        said = paragraph(f"{thing.name}{where}: {effect}", 180, 12, 4)
        edge = Area(rectangle(196, said.size[1] + 10, 6), "bg", colour(link["seat"]))
        return Group([(0, 0, edge), (0, 0, said)], (196, said.size[1] + 10), title=title, text=effect)

    # -- cards beside the mat

    def _hand(self, view: View, viewer: int, drawn: Drawn) -> Iterator[Line]:
        """The own cards; before them those of the own deck while it is searched."""
        if view["phase"] == "search" and view["to_move"] == viewer:
            yield Line(self._pills(self._deck(view, viewer), drawn), "your deck")
        yield Line([self._card(view, one, n, drawn) for one, n in view["hand"].items()])
        if view["top"]:
            yield Line([self._pill(one, 1) for one in view["top"]], "on top of your deck, the next first")
        if view.get("penalty"):
            yield Line(self._pills(view["penalty"]), "your penalty cards")
        yield from self._discard(view, viewer, drawn, "your discard pile")

    def _card(self, view: View, name: str, number: int, drawn: Drawn) -> Group:
        thing = self.cards[name]
        sign = "+" if thing.kind == "item" else ""
        printed_numbers = [("attack", thing.facts.get("atk")), ("heart", thing.facts.get("hp"))]
        numbers = [(icon, f"{sign}{n}") for icon, n in printed_numbers if n or (n == 0 and not sign)]
        cost = view["costs"].get(name, thing.facts["cost"])
        printed = f", printed {thing.facts['cost']}" if cost != thing.facts["cost"] else ""
        several = f", {number} of them" if number > 1 else ""
        return card(
            thing.name,
            icon_of(thing),
            BANDS[thing.kind],
            cost,
            numbers,
            _short(thing),
            number,
            id=drawn.claim(thing.id),
            title=f"{thing.name}, {thing.kind}, costs {cost}{printed}{several}",
            text=thing.text,
        )

    def _pills(self, counts: Mapping[str, int], drawn: Drawn | None = None) -> list[Group]:
        return [self._pill(one, n, drawn) for one, n in counts.items()]

    def _pill(self, name: str, number: int, drawn: Drawn | None = None) -> Group:
        thing = self.cards[name]
        times = f" x{number}" if number > 1 else ""
        ground = {"field": "forest", "item": "hill", "assist": "water"}.get(thing.kind, "surface")
        return pill(icon_of(thing), f"{thing.name}{times}", ground, 190,
                    id=drawn.claim(thing.id) if drawn else "", title=f"{thing.name}, {thing.kind}{times}",
                    text=thing.text)  # fmt: skip

    def _names(self, counts: Mapping[str, int]) -> str:
        return ", ".join(f"{n} x {self.cards[one].name}" for one, n in sorted(counts.items()))

    def _main(self, view: View, seat: int) -> Mapping[str, int]:
        """The cards of a seat's list, empty if it is hidden."""
        option = view["options"][f"deck_{seat}"]
        if isinstance(option, str):
            return self.decks[option].facts["main"] if option in self.decks else {}
        return option["main"] if option else {}

    def _list(self, view: View, seat: int) -> str:
        listed = self._names(self._main(view, seat))
        return f"The list: {listed}." if listed else "Its list is hidden."

    def _deck(self, view: View, seat: int) -> dict[str, int]:
        """What the own deck holds: its list without all that is elsewhere."""
        left = Counter(self._main(view, seat))
        left -= Counter(view["hand"]) + Counter(view["discard"][seat]) + Counter(view.get("penalty", {}))
        for piece in view["cards"]:
            if piece["seat"] == seat:
                left -= Counter([piece["card"], *piece["items"]])
        pending = view.get("pending", {})
        away = [view["fields"][seat], pending.get("resolving", [None, None])[seat]]
        return dict(left - Counter(one for one in away if one))


def _short(thing: Thing) -> str:
    """What a card does, without the numbers that its picture shows."""
    return thing.text.partition(". ")[2] or thing.kind.capitalize()
