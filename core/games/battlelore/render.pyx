"""The board in text, for terminals and logs (RULES.md 12)."""
from libc.stdint cimport uint8_t, uint32_t

from battlewise.core.dice cimport showing
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battlelore.board cimport STRIDE
from battlewise.core.games.battlelore.document cimport in_combat
from battlewise.core.games.battlelore.state cimport *

from textwrap import wrap

from battlewise.core.games.battlelore.board import width
from battlewise.core.games.battlelore.cards import FACES, SIDES
from battlewise.core.games.battlelore.table import PHASE_NAMES




cdef object render(const Rules* r, const Battle* s, int viewer, object names):
    """A board of at most 100 columns; an empty hex shows its name, a banner's hex its VP after ``=``."""
    lines = wrap(_headline(s, names), 98, subsequent_indent="  ")
    for row in range(9):
        cells = "".join(_cell(r, s, STRIDE * row + column, names).center(8) for column in range(width(row)))
        lines.append((" " * 4 if row % 2 else "") + cells.rstrip())
    for side, name in enumerate(SIDES):
        units = [f"{names.letters[s.type[slot]]} {_name(s.hex[slot])}" for slot in range(SLOTS)
                 if s.units[side] >> slot & 1]
        lines.append(f"{name}: {s.vp[side]} VP, {s.lore[side]} lore, {s.hand_size[side]} cards")
        lines += wrap("units " + ", ".join(units), 96, initial_indent="  ", subsequent_indent="  ")
    if viewer != PUBLIC:
        lines += wrap("hand: " + _pile(s.hand[viewer], names.cards), 98, subsequent_indent="  ")
    piles = f"deck: {s.deck_size} cards; discard: {_pile(s.discard, names.cards)}"
    lines += wrap(piles, 98, subsequent_indent="  ")
    return "\n".join(lines)


cdef object _headline(const Battle* s, object names):
    line = f"turn {s.turn}, {SIDES[active(s)]}: {PHASE_NAMES[s.phase]}"
    if s.card != NONE:
        line += f", played {names.cards[s.card].replace('_', ' ')}{' as one unit' if s.one_unit else ''}"
    if in_combat(s):
        line += f", {_name(s.hex[s.attacker])} attacks"
        if s.target != NONE:
            line += f" {_name(s.hex[s.target])}{', counter' if s.countering else ''}"
        shown = [face for i, face in enumerate(FACES) for _ in range(showing(s.dice, i))]
        line += f": {' '.join(shown)}" if shown else ""
    if s.phase == OVER_PHASE:
        line += ", tie" if s.result == 3 else f", {SIDES[s.result - 1]} has won"
    return line


cdef object _cell(const Rules* r, const Battle* s, int hexagon, object names):
    """Such as ``uH3p!=2``: side, unit, figures, poisoned, ordered, banner."""
    cdef int slot = s.unit_at[hexagon] - 1
    vp = sum(s.banner_vp[i] for i in range(s.banners) if s.banner_hex[i] == hexagon)
    banner = f"={vp}" if vp else ""
    if slot < 0:
        return _name(hexagon) + banner
    return (f"{SIDES[side_of(s, slot)][0]}{names.letters[s.type[slot]]}{s.figures[slot]}"
            f"{'p' if s.poisoned >> slot & 1 else ''}{'!' if s.ordered >> slot & 1 else ''}{banner}")


cdef object _name(int hexagon):
    return f"{hexagon // STRIDE}.{hexagon % STRIDE}"


cdef object _pile(const uint8_t* count, object ids):
    cards = [f"{card.replace('_', ' ')}{f' x{count[i]}' if count[i] > 1 else ''}"
             for i, card in enumerate(ids) if count[i]]
    return ", ".join(cards) or "none"
