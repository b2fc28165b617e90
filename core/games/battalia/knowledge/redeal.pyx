"""Who knows what (RULES.md 6): hands, orders of decks, ambush, what a player was dealt at the start."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.game cimport hash_bytes, move_t
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport packed, move_kind, move_b, with_a
from battlewise.core.piles cimport pile_size, take_from_pile
from battlewise.core.rng cimport Rng, mix

cdef enum:
    VEILED = 254                 # stands for an ambush card that a viewer does not know


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """Cards drawn, dealt or laid in ambush are known to their player; buried artefacts to nobody."""
    cdef int kind = move_kind(move)
    if kind == DRAW or kind == DEAL:
        return move if move_b(move) == viewer else with_a(move, 0)
    if kind == BURIED:
        return with_a(move, 0)
    if kind == DEPLOY and (<const World*>state).mover != viewer:
        return packed(kind, NONE, 0, 0)
    return move


cdef void closed_cards(const World* s, int seat, uint8_t* out) noexcept nogil:
    """Hand, nation and hidden ambush of a player together."""
    cdef int i
    for i in range(KINDS):
        out[i] = s.hand[seat][i] + s.nation[seat][i]
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1:
            out[s.ambush[seat][i]] += 1


cdef bint looks_into(const Rules* r, const World* s, int viewer, int seat) noexcept nogil:
    """Whether a viewer is robbing a player and sees the nation (ruling 26)."""
    return s.phase == STEAL_PHASE and s.arg == seat and viewer == active(r, s)


cdef void show_nation(World* s, int seat) noexcept nogil:
    """Make a state that of a viewer who looks into a nation: starting units there are not unseen."""
    cdef int kind
    for kind in range(SECRET):
        reveal_cards(s, seat, kind, s.nation[seat][kind] + s.known[seat][kind])


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef World* s = <World*>state
    cdef uint8_t closed[SEATS][KINDS]
    cdef int seat, kind
    for seat in range(r.seats):
        if seat != viewer:
            if looks_into(r, s, viewer, seat):
                show_nation(s, seat)
            closed_cards(s, seat, closed[seat])
            for kind in range(SECRET):
                closed[seat][kind] -= s.unseen[seat][kind]
                s.pool[kind] += s.unseen[seat][kind]
    for kind in range(SECRET):
        s.pool[kind] -= s.returned[kind]
    for seat in range(r.seats):
        if seat != viewer:
            deal_start(s, seat, closed[seat], rng)
    for kind in range(SECRET):
        s.pool[kind] += s.returned[kind]
    for seat in range(r.seats):
        if seat != viewer:
            deal_hand(s, seat, closed[seat], looks_into(r, s, viewer, seat), rng)
    if r.volcano:
        deal_buried(s, viewer, rng)


cdef void deal_start(World* s, int seat, uint8_t* closed, Rng* rng) noexcept nogil:
    """Units that only their player knows, out of a pool of those that nobody else has seen."""
    cdef int dealt[RANKS - 1]
    cdef int rank, kind
    for rank in range(RANKS - 1):
        dealt[rank] = four(&s.unseen[seat][rank * 4])
    memset(s.unseen[seat], 0, SECRET)
    for rank in range(RANKS - 1):
        while dealt[rank]:
            dealt[rank] -= 1
            kind = rank * 4 + take_from_pile(s.pool + rank * 4, 4, four(s.pool + rank * 4), rng)
            s.unseen[seat][kind] += 1
            closed[kind] += 1


cdef void deal_hand(World* s, int seat, uint8_t* closed, bint open_nation, Rng* rng) noexcept nogil:
    """Hand and ambush out of what lies closed; what is left is the nation."""
    cdef int unknown = size_of(s.hand[seat]) - size_of(s.known[seat])
    cdef int kind, i, left
    for kind in range(KINDS):
        closed[kind] -= s.known[seat][kind] + (s.nation[seat][kind] if open_nation else 0)
        s.hand[seat][kind] = s.known[seat][kind]
    left = size_of(closed)
    while unknown:
        s.hand[seat][take_from_pile(closed, KINDS, left, rng)] += 1
        unknown -= 1
        left -= 1
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1:
            s.ambush[seat][i] = take_from_pile(closed, KINDS, left, rng)
            left -= 1
    if not open_nation:
        memcpy(s.nation[seat], closed, KINDS)


cdef inline bint knows_buried(const World* s, int viewer, int element) noexcept nogil:
    return viewer >= 0 and s.seals[viewer] >> element & 1


cdef void unknown_greats(const World* s, int viewer, uint8_t* out) noexcept nogil:
    """The great artefacts that a viewer has seen nowhere: 1 for each of GREATS, else 0."""
    cdef int seat, great, kind, element, i
    memset(out, 1, GREATS)
    for great in range(GREATS):
        kind = GREAT + great
        for seat in range(SEATS):
            if s.hand[seat][kind] + s.nation[seat][kind] + s.shelter[seat][kind]:
                out[great] = 0
            for i in range(AMBUSH):
                if s.ambush[seat][i] == kind:
                    out[great] = 0
        if s.table[kind] or s.gone >> great & 1:
            out[great] = 0
    for element in range(FACTIONS):
        for i in range(2):
            if knows_buried(s, viewer, element) and s.buried[element][i] != NONE:
                out[s.buried[element][i] - GREAT] = 0
    for seat in range(SEATS):
        for i in range(TENTS):
            if s.tent[seat][i][0] == PAVILION:
                out[PAVILION - GREAT] = 0


cdef void deal_buried(World* s, int viewer, Rng* rng) noexcept nogil:
    cdef uint8_t unknown[GREATS]
    cdef int element, i, left
    unknown_greats(s, viewer, unknown)
    left = pile_size(unknown, GREATS)
    for element in range(FACTIONS):
        for i in range(2):
            if s.buried[element][i] != NONE and not knows_buried(s, viewer, element):
                s.buried[element][i] = GREAT + take_from_pile(unknown, GREATS, left, rng)
                left -= 1


cdef void gather(const Rules* r, World* s, int viewer) noexcept nogil:
    """Hide what a viewer does not know: hands and ambush go into nations, starting units into the pool. Only
    numbers of cards are left.
    """
    cdef uint8_t closed[KINDS]
    cdef int seat, kind, i
    cdef bint open_nation
    for seat in range(r.seats):
        if seat == viewer:
            continue
        open_nation = looks_into(r, s, viewer, seat)
        if open_nation:
            show_nation(s, seat)
        closed_cards(s, seat, closed)
        for kind in range(SECRET):
            closed[kind] -= s.unseen[seat][kind]
            s.pool[kind] += s.unseen[seat][kind]
        if open_nation:
            for kind in range(KINDS):
                s.hand[seat][kind] = closed[kind] - s.nation[seat][kind]
        else:
            memcpy(s.nation[seat], closed, KINDS)
            memcpy(s.hand[seat], s.known[seat], KINDS)
        for i in range(RANKS - 1):
            kind = four(&s.unseen[seat][i * 4])
            memset(&s.unseen[seat][i * 4], 0, 4)
            s.unseen[seat][i * 4] = kind
        for i in range(AMBUSH):
            if s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1:
                s.ambush[seat][i] = VEILED
    for i in range(FACTIONS):
        for kind in range(2):
            if s.buried[i][kind] != NONE and not knows_buried(s, viewer, i):
                s.buried[i][kind] = VEILED


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef World known
    cdef uint64_t sizes = viewer + 1
    cdef int seat
    for seat in range(r.seats):
        sizes = sizes << 8 | size_of(s.hand[seat])
    memcpy(&known, s, sizeof(World))
    gather(r, &known, viewer)
    return hash_bytes(&known, sizeof(World), mix(0, sizes))
