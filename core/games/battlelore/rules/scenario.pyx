"""Scenario cards: building the scenario and their own rules (RULES.md 8 and 9)."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits, count_wide, take_bit32, wide_bit
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.battlelore.rules.board cimport hexes_t, neighbours
from battlewise.core.games.battlelore.rules.terrain cimport own_row, own_rows, scenario_of
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport add


# -- 8.1 Draw, Reveal, and Resolve Scenario Cards

cdef void begin(const Rules* r, Battle* s) noexcept nogil:
    """The first thing in a game: cards are dealt, seat 0 first."""
    ask(s, OFFER_PHASE, CHANCE)


cdef void _deal(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = 0 if count_bits(s.offered[0]) < 3 else 1
    s.offered[seat] |= 1 << card
    if count_bits(s.offered[1]) == 3:
        ask(s, SCENARIO_PHASE, 0)


cdef void _choose(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = s.mover
    s.scenario[seat] = card
    s.offered[seat] = 0
    if seat == 0:
        ask(s, SCENARIO_PHASE, 1)
    else:
        _reveal(r, s)


cdef void _reveal(const Rules* r, Battle* s) noexcept nogil:
    """Determine First Player: by letter, number, else by lot (RULES.md 8.2)."""
    cdef const ScenarioCard* one = scenario_of(r, s, 0)
    cdef const ScenarioCard* other = scenario_of(r, s, 1)
    if one.letter == other.letter and one.number == other.number:
        ask(s, INITIATIVE_PHASE, CHANCE)
        return
    s.first = 16 * one.letter + one.number > 16 * other.letter + other.number
    _set_out(r, s)


cdef void _set_out(const Rules* r, Battle* s) noexcept nogil:
    lay_out(r, s)
    s.fords_left[0] = scenario_of(r, s, 0).fords
    s.fords_left[1] = scenario_of(r, s, 1).fords
    _ask_for_fords(r, s)


cdef void lay_out(const Rules* r, Battle* s) noexcept nogil:
    """Place Terrain Tiles and Banner Markers (RULES.md 8.3)."""
    cdef int seat, kind
    cdef const ScenarioCard* card
    s.banners = 0
    for seat in range(2):
        card = scenario_of(r, s, seat)
        for kind in range(TERRAINS):
            s.terrain[kind][0] |= card.terrain[kind][0]
            s.terrain[kind][1] |= card.terrain[kind][1]
        s.banner_hex[s.banners] = card.banner_hex
        s.banner_vp[s.banners] = card.banner_vp
        s.banners += 1


cdef bint as_the_cards_show(const Rules* r, const Battle* s) noexcept nogil:
    """Whether the terrain is that of the two scenario cards, but for fords."""
    cdef int kind, half
    cdef const ScenarioCard* one = scenario_of(r, s, 0)
    cdef const ScenarioCard* other = scenario_of(r, s, 1)
    for kind in range(TERRAINS):
        for half in range(2):
            if kind != FORD and s.terrain[kind][half] != one.terrain[kind][half] | other.terrain[kind][half]:
                return False
    return True


# -- 8.4 Place Fords

cdef hexes_t ford_places(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """Water hexes of the own card without a token."""
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    cdef hexes_t water = <hexes_t>card.terrain[<int>WATER][0] | (<hexes_t>card.terrain[<int>WATER][1] << 64)
    return water & ground(s, WATER) & ~ground(s, FORD) & ~ground(s, BRIDGE)


cdef void _ask_for_fords(const Rules* r, Battle* s) noexcept nogil:
    """First all fords of the first player; then mustering begins."""
    cdef int i, seat
    for i in range(2):
        seat = s.first ^ i
        if s.fords_left[seat] and ford_places(r, s, seat):
            ask(s, FORD_PHASE, seat)
            return
        s.fords_left[seat] = 0
    ask(s, MUSTER_PHASE, 0)


cdef void legal_in_building(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Decisions of SCENARIO_PHASE and FORD_PHASE, outcomes of the two chance nodes around them."""
    cdef int seat, card
    if s.phase == FORD_PHASE:
        add_hexes(out, PLACE_FORD, 0, ford_places(r, s, s.mover))
    elif s.phase == INITIATIVE_PHASE:
        add(out, FIRST_PLAYER, 0, 0)
        add(out, FIRST_PLAYER, 1, 0)
    elif s.phase == OFFER_PHASE:
        seat = 0 if count_bits(s.offered[0]) < 3 else 1
        for card in range(r.scenarios[seat]):
            if not (s.offered[seat] >> card) & 1:
                add(out, DEAL_SCENARIO, card, seat)
    else:
        for card in range(r.scenarios[s.mover]):
            if (s.offered[s.mover] >> card) & 1:
                add(out, CHOOSE_SCENARIO, card, s.mover)


cdef void play_in_building(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil:
    if kind == DEAL_SCENARIO:
        _deal(r, s, a)
    elif kind == CHOOSE_SCENARIO:
        _choose(r, s, a)
    elif kind == FIRST_PLAYER:
        s.first = a
        _set_out(r, s)
    else:
        set_ground(s, FORD, ground(s, FORD) | wide_bit(b))
        s.fords_left[s.mover] -= 1
        _ask_for_fords(r, s)


# -- 9.2 VP rules

cdef void score_elimination(const Rules* r, Battle* s, int seat, int slot, bint from_afar) noexcept nogil:
    """VP for an enemy unit that is being eliminated."""
    gain(&s.vp[seat], vp_of_elimination(r, s, seat, slot, from_afar))


cdef int vp_of_elimination(const Rules* r, const Battle* s, int seat, int slot,
                           bint from_afar) noexcept nogil:
    """What a seat's scenario card gives it for eliminating a unit now."""
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    cdef hexes_t water, at = wide_bit(s.hex[slot])
    if card == NULL or card.verb != ELIMINATED or (card.once and (s.slain >> seat) & 1):
        return 0
    if card.near_water:
        water = ground(s, WATER)
        if not at & (water | neighbours(&r.board, water)):
            return 0
    if card.from_afar and from_afar:
        return card.bonus
    if card.high and card.low <= own_row(1 - seat, s.hex[slot]) <= card.high:
        return card.bonus
    return card.vp


cdef hexes_t _units_of(const Rules* r, const Battle* s, int seat, const ScenarioCard* card) noexcept nogil:
    """The hexes of a side's units that a VP rule speaks of."""
    cdef uint32_t m = s.units[seat]
    cdef hexes_t found = 0
    cdef int slot
    while m:
        slot = take_bit32(&m)
        if is_of(r, s, slot, card.of) and (card.type == NONE or s.type[slot] == card.type):
            found |= wide_bit(s.hex[slot])
    return found


cdef hexes_t _counted_ground(const Rules* r, const Battle* s, int seat,
                             const ScenarioCard* card) noexcept nogil:
    """The hexes that a VP rule speaks of."""
    cdef hexes_t found = <hexes_t>card.roots[0] | (<hexes_t>card.roots[1] << 64)
    if not found:
        found = ground(s, card.terrain_kind)
    if card.own_half:
        found &= own_rows(seat, 1, 5)
    if card.adjacent:
        found |= neighbours(&r.board, found)
    return found


cdef bint _fulfilled(const Rules* r, const Battle* s, int seat, const ScenarioCard* card) noexcept nogil:
    cdef hexes_t own
    if card.verb == OCCUPIES:
        return count_wide(_units_of(r, s, seat, card) & _counted_ground(r, s, seat, card)) >= card.count
    if card.verb == KEEPS_FREE:
        return not hexes_of(s, 1 - seat) & _counted_ground(r, s, seat, card)
    if card.verb == IN_ROWS:
        return (_units_of(r, s, seat, card) & own_rows(seat, card.low, card.high)) != 0
    if card.verb == ONE_OF_EACH:
        own = hexes_of(s, seat)
        return (own & ground(s, FOREST) and own & ground(s, HILL)
                and own & ~(ground(s, HILL) | ground(s, FOREST) | ground(s, BUILDING) | ground(s, WATER)
                            | tents(s)))
    if card.verb == MOST_IN_CENTRE:
        return (count_wide(hexes_of(s, seat) & r.board.centre)
                > count_wide(hexes_of(s, 1 - seat) & r.board.centre))
    return False


cdef void score_scenario(const Rules* r, Battle* s) noexcept nogil:
    """The active player's VP Step."""
    gain(&s.vp[active(s)], vp_in_sight(r, s, active(s)))


cdef int vp_in_sight(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """What a seat's scenario card would give it in a VP Step now."""
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    return card.vp if card != NULL and _fulfilled(r, s, seat, card) else 0


cdef hexes_t scoring_hexes(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """Where a unit helps to fulfil its owner's VP rule, if the rule is about where units stand."""
    cdef int seat = side_of(s, slot)
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    if card == NULL:
        return 0
    if card.verb == MOST_IN_CENTRE:
        return r.board.centre
    if card.verb == ONE_OF_EACH:
        return ground(s, FOREST) | ground(s, HILL)
    if not is_of(r, s, slot, card.of) or (card.type != NONE and s.type[slot] != card.type):
        return 0
    if card.verb == OCCUPIES:
        return _counted_ground(r, s, seat, card)
    return own_rows(seat, card.low, card.high) if card.verb == IN_ROWS else 0


cdef hexes_t kept_free(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """The hexes on which an enemy denies a seat the VP of its card."""
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    return _counted_ground(r, s, seat, card) if card != NULL and card.verb == KEEPS_FREE else 0


cdef int bonus_lore(const Rules* r, const Battle* s) noexcept nogil:
    """What a special rule adds in the active player's Lore Step."""
    cdef int seat = active(s)
    cdef const ScenarioCard* card = scenario_of(r, s, seat)
    cdef uint32_t m = s.units[seat]
    cdef int slot
    if card == NULL or card.rule != MORE_LORE:
        return 0
    if card.rule_kills:
        return card.rule_amount if (s.slain >> seat) & 1 else 0
    while m:
        slot = take_bit32(&m)
        if is_of(r, s, slot, card.rule_of) and (
                card.rule_low <= own_row(seat, s.hex[slot]) <= card.rule_high):
            return card.rule_amount
    return 0
