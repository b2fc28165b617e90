"""The table in text, for terminals and logs (RULES.md 9)."""
from battlewise.core.games.battalla.knowledge.views cimport square_doc
from battlewise.core.games.battalla.rules.field cimport atk_of, cost_of, hp_of
from battlewise.core.games.battalla.state cimport *

from battlewise.core.games.battalla import words
from battlewise.core.games.battalla.words import SEATS
from battlewise.core.lines import WIDTH, fit

_ROWS = (("south", "summons"), ("south", "front"), ("neutral", ""), ("north", "front"), ("north", "summons"))
_MARKS = {HAS_MOVED: "m", HAS_ATTACKED: "a", FRESH: "f", REVIVED: "r", DOOMED: "!"}
_LABEL = 10


cdef object render(const Rules* r, const Table* s, int viewer, object names, object question):
    """Rows from seat 1's side down, two lines a square: the card's name; its seat, atk/health and marks."""
    cell = (WIDTH - _LABEL) // r.lanes
    lines = [_headline(r, s), *fit(question or "")]
    lines.append(" " * _LABEL + "".join(lane.ljust(cell) for lane in words.LANE_NAMES[:r.lanes]))
    for row in reversed(range(ROWS)):
        squares = [LANES * row + lane for lane in range(r.lanes)]
        shown = [_card_name(s, square, names)[:cell - 1] for square in squares]
        for label, cells in ((f"{row + 1} {_ROWS[row][0]}", shown),
                             (f"  {_ROWS[row][1]}", [_values(r, s, square) for square in squares])):
            lines.append(label.ljust(_LABEL) + "".join(text.ljust(cell) for text in cells))
    for seat in (1, 0):
        lines += _seat(r, s, seat, viewer, names)
    return "\n".join(line.rstrip() for line in lines)


cdef object _headline(const Rules* r, const Table* s):
    line = f"turn {min(s.turn + 1, r.turn_limit)} of {r.turn_limit}: {SEATS[active(s)]}"
    if s.phase == OVER_PHASE:
        line += ", a tie" if s.result == 3 else f", {SEATS[s.result - 1]} has won"
    return line


cdef object _card_name(const Table* s, int square, object names):
    if not s.at[square].card:
        return "."
    return names[s.at[square].card - 1]


cdef object _values(const Rules* r, const Table* s, int square):
    """Such as ``S 3/4 mA``: seat, atk, health left, and marks, which RULES.md 9 explains."""
    cdef const Piece* p = &s.at[square]
    if not p.card:
        return ""
    marks = "".join(mark for flag, mark in _MARKS.items() if p.flags & flag)
    marks += "p" * bool(p.poison) + "z" * bool(p.frozen) + "s" * bool(p.stunned)
    marks += "+" * p.items
    seat = "SN"[seat_at(s, square)]
    return f"{seat} {atk_of(r, s, square)}/{hp_of(r, s, square) - p.damage} {marks}"


cdef object _seat(const Rules* r, const Table* s, int seat, int viewer, object names):
    field = names[s.field[seat] - 1] if s.field[seat] else "none"
    heroes = [names[s.hero[seat][i]] for i in range(s.heroes_out[seat], HEROES)
              if s.hero[seat][i] != NONE]
    lines = fit(f"{SEATS[seat]}: {s.penalty_size[seat]} penalty cards, {s.stamina[seat]} stamina, "
                f"{s.hand_size[seat]} in hand, {s.deck_size[seat]} in deck, field: {field}")
    lines += fit("heroes: " + (", ".join(heroes) or "none"), "  ", "    ")
    items = [f"{square_doc(square)} {_items(s, square, names)}" for square in range(SQUARES)
             if (s.cards[seat] >> square) & 1 and s.at[square].items]
    if items:
        lines += fit("items: " + "; ".join(items), "  ", "    ")
    if viewer == seat:
        hand = [f"{name} ({cost_of(r, s, seat, kind)})" + _times(count_of(&s.hand[seat], kind))
                for kind, name in enumerate(names) if count_of(&s.hand[seat], kind)]
        lines += fit("hand: " + (", ".join(hand) or "none"), "  ", "    ")
    elif size_of(&s.known[seat]):
        lines += fit("known in hand: " + _pile(&s.known[seat], names), "  ", "    ")
    lines += fit("discard: " + _pile(&s.discard[seat], names), "  ", "    ")
    return lines


cdef object _items(const Table* s, int square, object names):
    return ", ".join([names[s.item[i].kind] for i in range(s.items) if s.item[i].square == square])


cdef object _times(int n):
    return f" x{n}" if n > 1 else ""


cdef object _pile(const Pile* pile, object names):
    cards = [name + _times(count_of(pile, kind)) for kind, name in enumerate(names)
             if count_of(pile, kind)]
    return ", ".join(cards) or "none"
