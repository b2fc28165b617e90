"""The set-up (RULES.md 2): what is drawn, step by step, then heroes and starting cities are chosen."""
from battlewise.core.bits cimport first_bit
from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.rules.board cimport (
    cities_of, impassable, move_hero, note_progress, put_card,
)
from battlewise.core.games.battalia.rules.decks cimport draw_card
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add

# Ranks of the units of a starting deck.
cdef int[5] DEALT_RANKS
DEALT_RANKS[:] = [0, 0, 0, 1, 2]


cdef void next_step(const Rules* r, const World* s, Step* out) noexcept nogil:
    cdef int i = s.step
    out.which = out.rank = 0
    if r.seats == 2:
        out.kind = ABSENT
        if i == 0:
            return
        i -= 1
    out.kind = START_CITY
    out.which = i
    if i < r.starts:
        return
    i -= r.starts
    out.kind = NEUTRAL_CITY
    out.which = i
    if i < r.neutrals:
        return
    i -= r.neutrals
    out.kind = BURIED if r.volcano else OFFERED
    out.which = i
    if i < (2 * FACTIONS if r.volcano else r.offered):
        return
    i -= 2 * FACTIONS if r.volcano else r.offered
    out.kind = DEAL
    out.which = i // DEALT
    out.rank = DEALT_RANKS[i % DEALT]
    if i < DEALT * r.seats:
        return
    i -= DEALT * r.seats
    out.kind = REVEAL
    out.rank = i
    if i < RANKS:
        return
    i -= RANKS
    out.kind = DRAW
    out.which = i // HAND
    if i >= HAND * r.seats:
        out.kind = FIRST


cdef int city_of(const Rules* r, const Step* step) noexcept nogil:
    """The square of the city that a step deals."""
    return r.start[step.which] if step.kind == START_CITY else r.neutral[step.which]


cdef bint may_deal(const Rules* r, const World* s, const Step* step, int kind) noexcept nogil:
    """Whether a card, terrain, faction or seat can come up in a step."""
    cdef int i, group
    if step.kind == START_CITY or step.kind == NEUTRAL_CITY:
        # each group of as many cities as there are players has different terrains
        group = step.which // r.seats * r.seats
        for i in range(group, step.which):
            if s.terrain[r.start[i] if step.kind == START_CITY else r.neutral[i]] == kind:
                return False
        return kind != s.absent and s.deck[<int>CITY_CROSS][kind] > 0
    return True


cdef void set_up(const Rules* r, World* s, int a) noexcept nogil:
    """Do the next step with what has come up."""
    cdef Step step
    cdef int square
    next_step(r, s, &step)
    if step.kind == ABSENT:
        remove_faction(r, s, a)
    elif step.kind == START_CITY or step.kind == NEUTRAL_CITY:
        square = city_of(r, &step)
        s.deck[<int>CITY_CROSS][a] -= 1
        put_card(s, square, CITY_CROSS, 15, a)
        s.owner[square] = FREE if step.kind == START_CITY else NEUTRAL
        s.level[square] = 1 if step.kind == START_CITY else r.neutral_level
    elif step.kind == OFFERED:
        s.pool[a] = 1
    elif step.kind == BURIED:
        s.buried[step.which >> 1][step.which & 1] = a
    elif step.kind == DEAL:
        s.pool[a] -= 1
        s.nation[step.which][a] += 1
        s.unseen[step.which][a] += 1
    elif step.kind == REVEAL:
        s.pool[a] -= 1
        s.top[step.rank] = a
    elif step.kind == DRAW:
        draw_card(r, s, step.which, a)
    else:
        finish(r, s, a)
        return
    s.step += 1
    next_step(r, s, &step)
    if (step.kind == OFFERED or step.kind == BURIED) and not step.which:
        put_aside(r, s)
    if step.kind == REVEAL and not step.rank and r.unbound:
        for a in range(RANKS):
            s.pool[UNBOUND + a] = r.total[UNBOUND + a]


cdef void remove_faction(const Rules* r, World* s, int faction) noexcept nogil:
    """Remove all cards of a faction, and a supply for each of its units (two players)."""
    cdef int type, shape
    s.absent = faction
    for type in range(TYPES):
        if type < RANKS:
            s.pool[<int>SUPPLY] -= s.pool[type * 4 + faction]
        s.pool[type * 4 + faction] = 0
    for shape in range(SHAPES):
        s.deck[shape][faction] = 0


cdef void put_aside(const Rules* r, World* s) noexcept nogil:
    """Put aside the terrains that did not come up in a group of cities, with two or three players."""
    cdef int faction, i, group
    cdef bint found
    for faction in range(FACTIONS):
        for group in range((r.starts + r.neutrals) // r.seats):
            found = faction == s.absent
            for i in range(group * r.seats, (group + 1) * r.seats):
                found |= s.terrain[r.start[i] if i < r.starts else r.neutral[i - r.starts]] == faction
            if not found and s.deck[<int>CITY_CROSS][faction]:
                s.deck[<int>CITY_CROSS][faction] -= 1


cdef void finish(const Rules* r, World* s, int first) noexcept nogil:
    s.first = first
    s.step = 0
    s.blocked = impassable(r, s)
    ask(s, HEROES_PHASE, first)


cdef void legal_in_start(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int i, seat
    if s.phase == START_PHASE:
        for i in range(r.starts):
            if s.owner[r.start[i]] == FREE:
                add(out, TAKE_CITY, r.start[i], 0)
        return
    for i in range(FACTIONS):
        if i == s.absent:
            continue
        for seat in range(r.seats):
            if s.faction[seat] == i:
                break
        else:
            add(out, TAKE_HEROES, i, 0)


cdef void take_faction(const Rules* r, World* s, int faction) noexcept nogil:
    """Choose clockwise; the last player to choose begins with the cities."""
    cdef int after = (s.mover + 1) % r.seats
    s.faction[s.mover] = faction
    if after == s.first:
        ask(s, START_PHASE, s.mover)
    else:
        ask(s, HEROES_PHASE, after)


cdef int start_cities_left(const Rules* r, const World* s) noexcept nogil:
    cdef int i, n = 0
    for i in range(r.starts):
        n += s.owner[r.start[i]] == FREE
    return n


cdef void take_city(const Rules* r, World* s, int square) noexcept nogil:
    """Choose counterclockwise, round after round."""
    cdef int seat, _
    s.owner[square] = s.mover
    if start_cities_left(r, s):
        ask(s, START_PHASE, (s.mover + r.seats - 1) % r.seats)
        return
    for seat in range(r.seats):
        for _ in range(r.start_heroes):
            move_hero(s, seat, 1, first_bit(cities_of(s, seat)))
    note_progress(r, s)
    begin_turn(r, s)


cdef void begin_turn(const Rules* r, World* s) noexcept nogil:
    ask(s, COHORT_PHASE, active(r, s))
