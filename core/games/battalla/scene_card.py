"""A card in play of Battalla as a picture shows it, and the pictograms of cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from battlewise.core.catalogue import Thing
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Placed,
    Words,
    badge,
    colour,
    dots,
    length,
    polygon,
    rectangle,
    shape,
    wrapped,
)
from battlewise.core.scene.pictograms import pictogram

CELL = (126.0, 96.0)
WIDTH, HEIGHT = 114.0, 82.0
MOST_PIPS = 7
MOST_MARKS = 3
# Of cards without a pictogram of their own.
ICONS = {
    "hoplite": "army_shield", "amazon_scout": "army_bow", "harpy": "wings", "satyr_piper": "lyre",
    "centaur_lancer": "horse", "cyclops_smith": "hammer", "medusa": "viper_legion",
    "hydra": "viper_legion", "argonaut": "army_ship", "oracle_of_delphi": "ambush",
    "griffin_steed": "wings", "jackal_guard": "anubis", "nile_crocodile": "ammit",
    "apep_demon_of_chaos": "viper_legion", "wadjet_cobra": "viper_legion", "shieldmaiden": "shield",
    "berserker": "army_sword", "raven_of_odin": "priest_of_thoth", "dwarf_smith": "hammer",
    "frost_giant": "frozen", "fenrir": "anubis", "valkyrie": "wings", "seidr_witch": "staff",
    "watchman_of_asgard": "horn", "brownie": "home", "redcap": "sword", "dryad": "woods",
    "kelpie": "horse", "marsh_wisp": "sun", "forced_march": "moved", "second_wind": "stamina",
    "thunderbolt": "stamina", "labyrinth": "portal", "curse_of_sand": "poison",
    "call_of_valhalla": "horn", "fimbul_frost": "frozen", "fairy_ring": "titania", "glamour": "recall",
    "offering": "chalice", "scouting_party": "ambush", "last_stand": "banner", "seal_of_osiris": "isis",
    "runes_of_warding": "shield", "aegis_shield": "shield", "rune_axe": "cleave",
    "winged_sandals": "fae_boots", "crook_and_flail": "staff", "gungnir": "army_spear",
    "crown_of_oak": "crown", "mount_olympus": "mountains", "great_hall": "home", "athena": "army_shield",
    "heracles": "hammer", "pegasus": "wings", "horus": "priest_of_thoth", "sleipnir": "horse",
    "puck": "titania",
}  # fmt: skip
KINDS = {
    "warrior": "army_sword",
    "beast": "paw",
    "giant": "rune_golems",
    "undead": "skull",
    "fae": "titania",
    "unit": "person",
    "assist": "scroll",
    "item": "weapon",
    "field": "mountains",
    "hero": "crown",
}
# The marks of a card in play, the most urgent first: field of the view, pictogram, words.
MARKS = (
    ("stunned", "stunned", "cannot move and attack"),
    ("frozen", "frozen", "cannot move"),
    ("poison", "poison", "poisoned"),
    ("doomed", "skull", "sacrificed at the end of the turn"),
    ("fresh", "fresh", "summoned this turn"),
    ("attacked", "attack", "has attacked"),
    ("moved", "moved", "has moved"),
    ("used", "tick", "effect used"),
    ("triggered", "react", "effect has come"),
    ("grown", "reinforce", "atk gained for good"),
    ("stronger", "reinforce", "atk gained this turn"),
    ("copied", "cards", "has the numbers of another unit"),
    ("revived", "revived", "revived"),
)


def icon_of(thing: Thing) -> str:
    """The pictogram of a card: its own, or that of its attribute or kind."""
    name = thing.id.partition(":")[2]
    kinds = [KINDS[one] for one in (*thing.facts["attributes"], thing.kind) if one in KINDS]
    return pictogram(name, ICONS.get(name, ""), *kinds)


def standing(piece: Mapping[str, Any], items: Sequence[Thing]) -> str:
    """The numbers and marks of a card in play, in words."""
    left = piece["hp"] - piece["damage"]
    found = [f"atk {piece['atk']}, health {left} of {piece['hp']}"]
    for key, _, said in MARKS:
        value = piece[key]
        if value:
            found.append(said if value is True or isinstance(value, str) else f"{said}: {value}")
    if items:
        found.append(f"with {', '.join(one.name for one in items)}")
    return ", ".join(found)


def in_play(piece: Mapping[str, Any], thing: Thing, items: Sequence[Thing], flip: int) -> Group:
    """A unit or hero: name in its seat's colour, atk and health, pips of health, marks and items.

    :param flip: -1 if north's side is below.
    """
    seat, left = piece["seat"], max(piece["hp"] - piece["damage"], 0)
    up = -1 if (seat == 0) == (flip == 1) else 1
    parts: list[Placed] = [
        (0, up * (HEIGHT / 2 + 2), Area(polygon([(-9, 0), (9, 0), (0, up * 7)]), colour(seat))),
        (0, 0, Area(rectangle(WIDTH, HEIGHT, 6), "surface", colour(seat), 1.5)),
        (0, 14 - HEIGHT / 2, Area(rectangle(WIDTH - 2, 27, 5), colour(seat))),
        (11 - WIDTH / 2, 14 - HEIGHT / 2, Area(shape(seat, 11), "surface")),
    ]
    hero = thing.kind == "hero"
    if hero:
        parts.append((WIDTH / 2 - 12, 14 - HEIGHT / 2, Icon("crown", 15, "surface")))
    room = (WIDTH - (46 if hero else 26)) / 1.12  # names are bold
    size = next((one for one in (14, 13, 12) if length(thing.name, one) <= room), 11)
    lines = wrapped(thing.name, room, size, 2)
    for i, line in enumerate(lines):
        y = 18 - HEIGHT / 2 + (i - (len(lines) - 1) / 2) * 12
        parts.append((20 - WIDTH / 2, y, Words(line, size, "surface", "start", True)))
    parts += [
        (10 - WIDTH / 2, 5, Icon("attack", 15)),
        (19 - WIDTH / 2, 11, Words(str(piece["atk"]), 16, anchor="start", bold=True)),
        (0, 6, Icon(icon_of(thing), 32)),
        (WIDTH / 2 - 20, 11, Words(str(left), 16, "danger" if piece["damage"] else "ink", "end", True)),
        (WIDTH / 2 - 11, 5, Icon("heart", 15, "danger" if piece["damage"] else "ink")),
        _health(left, piece["hp"], seat),
    ]
    return Group([*parts, *_marks(piece, items)], CELL)


def _health(left: int, health: int, seat: int) -> Placed:
    """The health along the lower edge, from the left."""
    if health > MOST_PIPS:
        text = Words(f"{left} of {health}", 11, "danger" if left < health else "ink-2", "start")
        return 6 - WIDTH / 2, HEIGHT / 2 - 6, text
    pips = dots(left, health, seat, 3.3)
    return 4 + (pips.size[0] - WIDTH) / 2, HEIGHT / 2 - 9, pips


def _marks(piece: Mapping[str, Any], items: Sequence[Thing]) -> list[Placed]:
    """Badges at the lower right: items first, then marks, and how many more there are."""
    icons = [icon_of(one) for one in items] + [icon for key, icon, _ in MARKS if piece[key]]
    found = [badge(one, icon=True, size=16) for one in icons[:MOST_MARKS]]
    if len(icons) > MOST_MARKS:
        found[-1] = badge(f"+{len(icons) - MOST_MARKS + 1}", size=16)
    return [(WIDTH / 2 - 10 - 15 * i, HEIGHT / 2 - 8, one) for i, one in enumerate(reversed(found))]
