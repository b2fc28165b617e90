"""The board in text, for terminals and logs (RULES.md 12)."""
from libc.stdint cimport uint8_t, uint32_t

from battlewise.core.dice cimport showing
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battlelore.knowledge.parts cimport in_combat
from battlewise.core.games.battlelore.rules.board cimport STRIDE
from battlewise.core.games.battlelore.rules.terrain cimport is_river
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.games.battlelore.rules.board import width
from battlewise.core.fields import plain
from battlewise.core.games.battlelore import words
from battlewise.core.games.battlelore.words import FACES, SEATS
from battlewise.core.lines import fit

CELL = 6


cdef object render(const Rules* r, const Battle* s, int viewer, object names):
    """A row is a line of units and names of empty hexes, and below it, where there are any, the ground under
    units and the VP of banners after ``=``."""
    lines = fit(_headline(s, names), rest="  ")
    if r.full:
        lines += fit(_scenario(s, viewer, names), rest="  ")
    for row in range(9):
        hexes = [STRIDE * row + column for column in range(width(row))]
        start = " " * (CELL // 2) if row % 2 else ""
        lines.append(start + "".join(_cell(r, s, hexagon, names).center(CELL) for hexagon in hexes).rstrip())
        below = start + "".join(_below(r, s, hexagon).center(CELL) for hexagon in hexes).rstrip()
        if below.strip():
            lines.append(below)
    if r.full:
        lines.append("^ hill  % forest  # building  ~ river  o lake  + ford  | bridge  T command tent")
    for side, name in enumerate(SEATS):
        lore = f", {s.lore_size[side]} lore cards" if r.full else ""
        lines.append(f"{name}: {s.vp[side]} VP, {s.lore[side]} lore, {s.hand_size[side]} cards{lore}")
        lines += fit(_units(r, s, side, names), "  ", "  ")
    if viewer != PUBLIC:
        lines += fit("hand: " + _pile(s.hand[viewer], names.cards), rest="  ")
        if r.full:
            lines += fit("lore: " + _priced(r, s, viewer, names), rest="  ")
            lines += _army(s, viewer, names)
    piles = f"deck: {s.deck_size} cards; discard: {_pile(s.discard, names.cards)}"
    lines += fit(piles, rest="  ")
    return "\n".join(lines)


cdef object _units(const Rules* r, const Battle* s, int side, object names):
    """Each type by letter and name, with the hexes of its units."""
    kinds = {}
    for slot in range(SLOTS):
        if s.units[side] >> slot & 1:
            tokens = _tokens(s, slot) if r.full else ""
            kinds.setdefault(s.type[slot], []).append(_name(s.hex[slot]) + tokens)
    shown = [f"{names.letters[kind]} {plain(names.types[kind])} {' '.join(hexes)}"
             for kind, hexes in kinds.items()]
    return ", ".join(shown) or "no units"


cdef object _scenario(const Battle* s, int viewer, object names):
    """The scenario cards that the viewer knows, and the first player."""
    shown = []
    for seat, side in enumerate(SEATS):
        if s.scenario[seat] != NONE and (s.phase > SCENARIO_PHASE or seat == viewer):
            shown.append(f"{side}: {plain(names.scenarios[seat][s.scenario[seat]])}")
    if s.phase > INITIATIVE_PHASE:
        shown.append(f"{SEATS[s.first]} goes first")
    return "; ".join(shown)


cdef object _priced(const Rules* r, const Battle* s, int seat, object names):
    cards = []
    for i, name in enumerate(names.lore[seat]):
        if s.lore_hand[seat][i]:
            several = f" x{s.lore_hand[seat][i]}" if s.lore_hand[seat][i] > 1 else ""
            cards.append(f"{plain(name)} ({r.lore[seat][i].cost}){several}")
    return ", ".join(cards) or "none"


cdef object _army(const Battle* s, int seat, object names):
    """The own army while it is being mustered and deployed."""
    if s.phase != MUSTER_PHASE and s.phase != DEPLOY_PHASE:
        return []
    cards = [f"{plain(name)} x{s.army[seat][i]}" for i, name in enumerate(names.deployment)
             if s.army[seat][i]]
    return fit("to deploy: " + (", ".join(cards) or "nothing"), rest="  ")


cdef object _tokens(const Battle* s, int slot):
    cdef uint32_t bit = <uint32_t>1 << slot
    tokens = [name for name, mask in (("poisoned", s.poisoned), ("stunned", s.stunned), ("swarm", s.swarmed))
              if mask & bit]
    return f" ({', '.join(tokens)})" if tokens else ""


cdef object _headline(const Battle* s, object names):
    seat = s.mover if s.mover >= 0 and s.phase <= BOTTOM_PHASE else active(s)
    line = f"turn {s.turn}, {SEATS[seat]}: {words.PHASES[s.phase]}"
    if s.card != NONE:
        line += f", played {plain(names.cards[s.card])}{' as one unit' if s.one_unit else ''}"
    if in_combat(s):
        line += f", {_name(s.hex[s.attacker])} attacks" if s.attacker != NONE else ", the attacker is gone"
        if s.target != NONE:
            line += f" {_name(s.hex[s.target])}{', counter' if s.countering else ''}"
        shown = [face for i, face in enumerate(FACES) for _ in range(showing(s.dice, i))]
        line += f": {' '.join(shown)}" if shown else ""
    if s.lore_card != NONE:
        line += f", {SEATS[s.lore_seat]} plays {plain(names.lore[s.lore_seat][s.lore_card])}"
    if s.phase == OVER_PHASE:
        line += ", tie" if s.result == 3 else f", {SEATS[s.result - 1]} has won"
    return line


cdef object _cell(const Rules* r, const Battle* s, int hexagon, object names):
    """Such as ``uH3p!``: side, unit, figures, tokens, ordered; or terrain and name."""
    cdef int slot = s.unit_at[hexagon] - 1
    cdef uint32_t bit
    if slot < 0:
        return _terrain(r, s, hexagon) + _name(hexagon)
    bit = <uint32_t>1 << slot
    tokens = "p" * bool(s.poisoned & bit) + "s" * bool(s.stunned & bit) + "w" * bool(s.swarmed & bit)
    return (f"{SEATS[side_of(s, slot)][0].lower()}{names.letters[s.type[slot]]}{s.figures[slot]}"
            f"{tokens if len(tokens) < 2 else '*'}{'!' if s.ordered & bit else ''}")


cdef object _below(const Rules* r, const Battle* s, int hexagon):
    """Such as ``^=2``: the terrain under a unit, and a banner."""
    vp = sum(s.banner_vp[i] for i in range(s.banners) if s.banner_hex[i] == hexagon)
    return (_terrain(r, s, hexagon) if s.unit_at[hexagon] else "") + (f"={vp}" if vp else "")


cdef object _terrain(const Rules* r, const Battle* s, int hexagon):
    if s.tent[0] == hexagon or s.tent[1] == hexagon:
        return "T"
    for kind, mark in ((HILL, "^"), (FOREST, "%"), (BUILDING, "#"), (FORD, "+"), (BRIDGE, "|")):
        if (ground(s, kind) >> hexagon) & 1:
            return mark
    if (ground(s, WATER) >> hexagon) & 1:
        return "~" if is_river(r, s, hexagon) else "o"
    return ""


cdef object _name(int hexagon):
    return f"{hexagon // STRIDE}.{hexagon % STRIDE}"


cdef object _pile(const uint8_t* count, object ids):
    cards = [f"{plain(card)}{f' x{count[i]}' if count[i] > 1 else ''}"
             for i, card in enumerate(ids) if count[i]]
    return ", ".join(cards) or "none"
