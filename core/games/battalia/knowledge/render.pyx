"""The table in text, for terminals and logs (RULES.md 6)."""
from libc.stdint cimport uint8_t

from battlewise.core.documents cimport pile_doc
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battalia.rules.battle cimport total
from battlewise.core.games.battalia.rules.board cimport exits_of, points
from battlewise.core.games.battalia.state cimport *

from battlewise.core.games.battalia.cards import (
    FACTIONS as FACTION_IDS, SQUARES as SQUARE_IDS, TERRAINS as TERRAIN_IDS,
)
from battlewise.core.games.battalia.words import KIND_IDS
from battlewise.core.lines import fit


cdef object render(const Rules* r, const World* s, int viewer, object names, object headline):
    """A square is three lines: its road to the north, its card between the roads to
    west and east, its road to the south; cities show owner and level, ? is a neutral one. Owners, also of
    heroes, are the first letters of the seats' names.

    :param names: of everything, as `facts.Names` has them.
    :param headline: the first lines.
    """
    lines = fit(headline) + _map(r, s, names.seats)
    for seat in range(r.seats):
        lines += _player(r, s, seat, names)
    lines += _zone("table", s.table, names) + _zone("laid out", s.laid[0], names)
    lines += _zone("laid out by the defender", s.laid[1], names)
    lines += fit("next units: " + ", ".join(
        "none" if s.top[i] == NONE else _title(names, s.top[i]) for i in range(RANKS)))
    offered = [_title(names, i) for i in range(GREAT, GREAT + GREATS) if s.pool[i]]
    if offered:
        lines += fit("great artefacts: " + ", ".join(offered))
    if viewer != PUBLIC:
        lines += fit("hand: " + _counts(s.hand[viewer], names))
        if ambushed(s, viewer):
            lines += fit("ambush: " + ", ".join(
                _title(names, s.ambush[viewer][i]) for i in range(ambushed(s, viewer))))
    if s.target != NONE:
        lines += fit(_battle(r, s, names.seats))
    return "\n".join(lines)


cdef object _title(object names, int kind):
    return names.titles[KIND_IDS[kind]]


cdef object _zone(object name, const uint8_t* cards, object names):
    return fit(f"{name}: {_counts(cards, names)}") if size_of(cards) else []


cdef object _counts(const uint8_t* counts, object names):
    return names.cards(pile_doc(counts, KIND_IDS)) or "nothing"


cdef object _map(const Rules* r, const World* s, object seats):
    """Seven columns of six characters, terrain by its first letter."""
    cdef int row, column, square
    lines = ["    " + "".join(f"{letter:^6}" for letter in "abcdefg")]
    for row in range(SIDE):
        three = ["    ", f"  {row + 1} ", "    "]
        for column in range(SIDE):
            square = row * SIDE + column
            for i, part in enumerate(_square(r, s, square, seats)):
                three[i] += part
        lines += [line.rstrip() for line in three]
    return lines


cdef object _square(const Rules* r, const World* s, int square, object seats):
    cdef int shape = s.shape[square]
    cdef int exits
    if not r.exist >> square & 1:
        return ["      "] * 3
    if shape == NONE:
        return ["      ", "  xx  " if s.blocked >> square & 1 else "  ..  ", "      "]
    exits = exits_of(s, square)
    letter = " " if s.terrain[square] == NONE else TERRAIN_IDS[s.terrain[square]][0]
    if shape < CITY_SHAPES or (shape == PEAK and s.owner[square] != NONE):
        owner = "?" if s.owner[square] == NEUTRAL else "-" if s.owner[square] == FREE else (
            seats[s.owner[square]][0])
        middle = f"{owner}{s.level[square]}{letter}"
    else:
        middle = {RUINS: "RR", SANCTUARY: "S", PEAK: "PP", CROSSROADS: "*"}.get(shape, "+") + letter
    heroes = [seats[seat][0] for seat in range(r.seats) for i in range(HEROES) if s.hero[seat][i] == square]
    north = "|" if exits & 1 else " "
    south = "|" if exits & 4 else " "
    return [f"  {north}   ", f"{'-' if exits & 8 else ' '}{middle:<4}{'-' if exits & 2 else ' '}",
            f"  {south}{''.join(heroes[:3]):<3}"]


cdef object _player(const Rules* r, const World* s, int seat, object names):
    cdef int i, k
    faction = "no faction" if s.faction[seat] == NONE else names.titles[FACTION_IDS[s.faction[seat]]]
    heroes = ", ".join(SQUARE_IDS[s.hero[seat][i]] for i in range(HEROES) if s.hero[seat][i] != NONE)
    text = (f"{names.seats[seat]}, {faction}: {points(r, s, seat)} points; heroes {heroes or 'none'}; "
            f"{size_of(s.hand[seat])} in hand, {size_of(s.nation[seat])} in the nation, "
            f"{ambushed(s, seat)} in ambush; shelter {_counts(s.shelter[seat], names)}")
    for i in range(TENTS):
        if s.tent[seat][i][0] != NONE:
            text += "; a tent with " + " and ".join(
                _title(names, s.tent[seat][i][k]) for k in range(1, 3) if s.tent[seat][i][k] != NONE)
    if s.seals[seat]:
        text += "; seals " + ", ".join(
            names.titles[one] for i, one in enumerate(FACTION_IDS) if s.seals[seat] >> i & 1)
    return fit(text)


cdef object _battle(const Rules* r, const World* s, object seats):
    against = "the place" if s.aim == A_PLACE else f"{seats[s.aim]}'s hero"
    return (f"battle for {SQUARE_IDS[s.target]} against {against}: "
            f"{total(r, s, ATTACKER)} to {total(r, s, DEFENDER)}")
