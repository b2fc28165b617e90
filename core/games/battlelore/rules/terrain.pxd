# What terrain does to units: where they can stand, where they must stop, what blocks sight (RULES.md 6).
from battlewise.core.games.battlelore.rules.board cimport STRIDE, hexes_t, neighbours
from battlewise.core.games.battlelore.state cimport *


cdef inline const ScenarioCard* scenario_of(const Rules* r, const Battle* s, int side) noexcept nogil:
    """A side's scenario card, or NULL."""
    return &r.scenario[side][s.scenario[side]] if s.scenario[side] != NONE else NULL


cdef inline bint has_rule(const Rules* r, const Battle* s, int side, int rule) noexcept nogil:
    """Whether a side's scenario card has a special rule."""
    cdef const ScenarioCard* card = scenario_of(r, s, side)
    return card != NULL and card.rule == rule


cdef inline bint rule_for(const Rules* r, const Battle* s, int slot, int rule) noexcept nogil:
    """The same, if the rule is for units like this one."""
    cdef const ScenarioCard* card = scenario_of(r, s, side_of(s, slot))
    return card != NULL and card.rule == rule and is_of(r, s, slot, card.rule_of)


cdef inline int own_row(int seat, int hexagon) noexcept nogil:
    """1 at a seat's own edge, 9 at the other; 5 is the centre row, which belongs to both halves."""
    return 9 - hexagon // STRIDE if seat else hexagon // STRIDE + 1


cdef inline hexes_t own_rows(int seat, int low, int high) noexcept nogil:
    """All hexes of a seat's own rows low..high."""
    cdef int first = 9 - high if seat else low - 1
    cdef int last = 9 - low if seat else high - 1
    return (((<hexes_t>1 << (STRIDE * (last + 1))) - 1) >> (STRIDE * first)) << (STRIDE * first)


cdef inline hexes_t blocking_sight(const Battle* s) noexcept nogil:
    return ground(s, HILL) | ground(s, FOREST) | ground(s, BUILDING) | tents(s)


cdef inline hexes_t open_water(const Battle* s) noexcept nogil:
    """Water without ford or bridge."""
    return ground(s, WATER) & ~(ground(s, FORD) | ground(s, BRIDGE))


cdef inline hexes_t impassable(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """The hexes that a unit can neither enter nor occupy for their terrain."""
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef hexes_t found
    if not r.full or card.flying:
        return 0
    found = open_water(s)
    if found and rule_for(r, s, slot, WATER_WALK):
        found = 0
    if card.massive:
        found |= ground(s, BUILDING)
    return found


cdef inline hexes_t stopping(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """The hexes whose terrain ends a unit's movement."""
    cdef hexes_t found
    if not r.full:
        return 0
    found = ground(s, FOREST) | ground(s, BUILDING) | ground(s, FORD) | tents(s)
    if not found or card_of(r, s, slot).flying:
        return 0
    if has_rule(r, s, side_of(s, slot), FREE_FOREST) or (
            s.spell == HASTE_EFFECT + 1 and s.spell_unit == slot):
        found &= ~ground(s, FOREST)
    if has_rule(r, s, side_of(s, slot), FREE_FORDS):
        found &= ~ground(s, FORD)
    return found


cdef inline bint on_ground(const Rules* r, const Battle* s, int slot, int kind) noexcept nogil:
    """Whether the terrain of its hex affects a unit; flying units are not affected."""
    return (ground(s, kind) >> s.hex[slot]) & 1 and not card_of(r, s, slot).flying


cdef hexes_t reach(const Rules* r, const Battle* s, int slot) noexcept nogil
cdef hexes_t pursuit(const Rules* r, const Battle* s, int slot, int through, int steps) noexcept nogil
cdef int driven_back(const Rules* r, Battle* s, int slot, int way, int retreats) noexcept nogil
cdef bint is_river(const Rules* r, const Battle* s, int hexagon) noexcept nogil
