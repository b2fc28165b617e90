"""The lanes and hands of Skirmish as a picture shows them."""

from battlewise.core.scene.parts import (
    Area,
    Group,
    Line,
    Panel,
    Scene,
    Words,
    back,
    card,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
)


def scene(catalogue, view):
    """The scene of a whole view."""
    lanes = [_lane(number, sides, catalogue) for number, sides in enumerate(view["lanes"], 1)]
    panels = [Panel("lanes", "Lanes", "hand", [Line(lanes)])]
    if "hand" in view:
        hand = [_card(catalogue.things[f"card:{name}"], n) for name, n in view["hand"].items()]
        panels.append(Panel("hand", "Your hand", "hand", [Line(hand)]))
    for seat, one in enumerate(catalogue.seats):
        held = back(seat, view["held"][seat], "hand", title=f"{view['held'][seat]} cards in hand")
        name = seat_name(one.name, seat, view["seat"])
        panels.append(seat_panel(view, seat, name, [held, *seat_tags(view, seat)], []))
    return Scene("Skirmish", panels)


def _card(thing, count):
    return card(
        thing.name,
        "cards",
        "hill",
        words=thing.text,
        count=count,
        id=thing.id,
        title=thing.name,
        text=thing.text,
    )


def _lane(number, sides, catalogue):
    lines = []
    for seat, cards in zip(catalogue.seats, sides, strict=True):
        lines.append((seat.name, "ink-2"))
        lines += [(f"{n} {name}", "ink") for name, n in cards.items()] or [("no cards", "ink")]
    parts = [(0, 0, Area(rectangle(150, 190, 8), "surface", "ink", 2))]
    parts.append((0, -72, Words(f"Lane {number}", 15, bold=True)))
    parts += [(0, 20 * i - 48, Words(text, 13, fill)) for i, (text, fill) in enumerate(lines)]
    said = "; ".join(text for text, _ in lines)
    return Group(parts, (150, 190), f"lane:{number}", f"lane {number}: {said}")
