"""Set-up and Phase 1, time travel: the gears of history, their actions, the time jump (RULES.md 1, 2.1)."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport move_kind, move_a, add, add_each


# -- 1 Set-up

cdef bint sets_up(const Rules* r, const Journey* s, int* kind, int* which) noexcept nogil:
    """The next step of the set-up: its kind of outcome, and for which era or seat; False if it is done."""
    cdef int i
    which[0] = 0
    if s.active_tile == NONE:
        kind[0] = TILE
        return True
    if s.open_token[SPACES - 1] == NONE:
        kind[0] = WARFARE
        return True
    for i in range(ERAS):
        if count_bits(s.open & r.of_era[i]) < SPACES:
            kind[0], which[0] = OPEN, i
            return True
    for i in range(r.seats):
        if not relics_of(s.relics[i]):
            kind[0], which[0] = DRAW_RELIC, i
            return True
    for i in range(r.seats):
        if count_bits(s.hand[i]) < HAND:
            kind[0], which[0] = DRAW, i
            return True
    kind[0] = FIRST
    return s.first == NONE


cdef void set_up(const Rules* r, Journey* s, move_t outcome) noexcept nogil:
    cdef int a = move_a(outcome)
    cdef int kind = 0, which = 0
    sets_up(r, s, &kind, &which)
    if kind == TILE:
        turn_gears(r, s, a)
    elif kind == WARFARE:
        s.token_pile[a] -= 1
        for which in range(SPACES):
            if s.open_token[which] == NONE:
                s.open_token[which] = a
                break
    elif kind == OPEN:
        s.era_deck &= ~bit(a)
        s.open |= bit(a)
    elif kind == DRAW_RELIC:
        s.relic_deck[a] -= 1
        s.relics[which][a] += 1
    elif kind == DRAW:
        enter_hand(s, which, bit(a - 1))
    else:
        s.first = a
        start_turn(r, s)


# -- 2.1.1 Activate the gears of history

cdef void start_turn(const Rules* r, Journey* s) noexcept nogil:
    ask(s, INSERT_PHASE, CHANCE)


cdef void turn_gears(const Rules* r, Journey* s, int tile) noexcept nogil:
    """Push a tile into the pending position; the one there becomes active, the active one drops out."""
    s.tiles &= ~(<uint32_t>1 << tile)
    s.active_tile = s.pending_tile
    s.pending_tile = tile
    s.wheel = (s.wheel + r.tile[tile].turns) & 3
    if not s.tiles:
        s.tiles = (<uint32_t>1 << r.tiles) - 1
        s.tiles &= ~(<uint32_t>1 << s.pending_tile | <uint32_t>1 << s.active_tile)


cdef void insert_tile(const Rules* r, Journey* s, int tile) noexcept nogil:
    cdef int seat = active(r, s)
    turn_gears(r, s, tile)
    s.inserted += 1
    ask(s, TRAVEL_PHASE, seat)
    if s.inserted == 3 and held_by(s, seat) < MOST_HELD:
        take_token(r, s, NONE)


cdef inline int pointed_at(const Rules* r, const Journey* s) noexcept nogil:
    """The open warfare token that the active tile points at."""
    return s.open_token[r.tile[s.active_tile].points_at]


cdef void legal_in_travel(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    """Another tile; or on, with the warfare token, one exchanged for it, or none of it; or Tighten up."""
    cdef int seat = s.mover
    cdef int token = pointed_at(r, s)
    cdef int kind
    if s.inserted < 3:
        add(out, INSERT, 0, 0)
    if held_by(s, seat) < MOST_HELD:
        add(out, TAKE, token, 0)
    else:
        add(out, LEAVE, 0, 0)
        for kind in range(r.kinds):
            if s.held[seat][kind] and kind != token:
                add(out, EXCHANGE, kind, token)
    if can_tighten_up(r, s, seat):
        add(out, TIGHTEN, 0, 0)


# -- 2.1.2 Prepare for the battle

cdef void take_token(const Rules* r, Journey* s, int given) noexcept nogil:
    """Take the token pointed at, for one that is given back or if there is room; it is replaced at once.

    The pile is never empty here: it is renewed in the restoration, and there are enough tokens (6).
    """
    cdef int seat = active(r, s)
    cdef int token = pointed_at(r, s)
    if given != NONE:
        s.held[seat][given] -= 1
        s.token_discard[given] += 1
    s.held[seat][token] += 1
    s.open_token[r.tile[s.active_tile].points_at] = NONE
    ask(s, WARFARE_PHASE, CHANCE)


cdef int piled_tokens(const Rules* r, const Journey* s) noexcept nogil:
    """How many warfare tokens are in the pile."""
    cdef int kind, n = 0
    for kind in range(r.kinds):
        n += s.token_pile[kind]
    return n


cdef void renew_tokens(const Rules* r, Journey* s) noexcept nogil:
    """Make a new pile of the discarded tokens if there is none (2.8)."""
    if not piled_tokens(r, s):
        memcpy(s.token_pile, s.token_discard, KINDS)
        memset(s.token_discard, 0, KINDS)


cdef void refill_token(const Rules* r, Journey* s, int kind) noexcept nogil:
    s.token_pile[kind] -= 1
    s.open_token[r.tile[s.active_tile].points_at] = kind
    ask(s, ACTION_PHASE, active(r, s))


cdef void legal_in_action(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    """The active actions not yet carried out, Tighten up, and the time jump, which ends Phase 1."""
    cdef int seat = s.mover
    cdef int i, action, era
    for i in range(2):
        if s.acted >> i & 1:
            continue
        action = r.sector[(s.wheel + i) & 3]
        if action == DRAWING and s.deck[seat]:
            add(out, DRAW_TWO, 0, 0)
        elif action == RECALLING:
            add_each(out, RECALL, s.discard[seat])
        elif action == DISMISSING:
            add_each(out, DISMISS, s.hand[seat])
        elif action == RESHUFFLING and s.deck[seat] | s.discard[seat]:
            add(out, RESHUFFLE, 0, 0)
    if can_tighten_up(r, s, seat):
        add(out, TIGHTEN, 0, 0)
    for i in range(2):
        era = r.tile[s.active_tile].era[i]
        if era != s.era[seat]:
            add(out, JUMP, era, 0)


cdef void act(const Rules* r, Journey* s, move_t move) noexcept nogil:
    """Carry out an action of the gears."""
    cdef int seat = s.mover
    cdef int kind = move_kind(move)
    cdef uint64_t card = bit(move_a(move) & 63)
    if kind == DRAW_TWO:
        mark_done(r, s, DRAWING)
        draw_cards(s, seat, 2)
    elif kind == RECALL:
        mark_done(r, s, RECALLING)
        s.discard[seat] &= ~card
        s.hand[seat] |= card
        s.known[seat] |= card
    elif kind == DISMISS:
        mark_done(r, s, DISMISSING)
        leave_hand(s, seat, card)
        draw_cards(s, seat, 1)
    else:
        mark_done(r, s, RESHUFFLING)
        s.deck[seat] |= s.discard[seat]
        s.discard[seat] = 0
        draw_cards(s, seat, 1)


cdef inline void mark_done(const Rules* r, Journey* s, int action) noexcept nogil:
    """Of two active sectors with the same action the first one is done first."""
    if r.sector[s.wheel] == action and not s.acted & 1:
        s.acted |= 1
    else:
        s.acted |= 2


cdef inline void draw_cards(Journey* s, int seat, int n) noexcept nogil:
    """Draw as many of n cards as the deck has, then go on as before."""
    s.draws = min(n, count_bits(s.deck[seat]))
    if s.draws:
        s.after = s.phase
        ask(s, DRAW_PHASE, CHANCE)


cdef bint can_tighten_up(const Rules* r, const Journey* s, int seat) noexcept nogil:
    return s.deck[seat] and holds(r, s, seat, r.tighten_tokens)


cdef void tighten_up(const Rules* r, Journey* s) noexcept nogil:
    """Draw two cards for the first such token that the player has."""
    cdef int seat = s.mover
    cdef int kind = 0
    while not (r.tighten_tokens >> kind & 1 and s.held[seat][kind]):
        kind += 1
    s.held[seat][kind] -= 1
    s.token_discard[kind] += 1
    draw_cards(s, seat, 2)


cdef int drawer(const Rules* r, const Journey* s) noexcept nogil:
    """Who draws in the DRAW_PHASE."""
    return s.defender if s.after == DEFEND_PHASE else active(r, s)


cdef void draw(const Rules* r, Journey* s, int card) noexcept nogil:
    cdef int seat = drawer(r, s)
    enter_hand(s, seat, bit(card))
    s.draws -= 1
    if not s.draws:
        ask(s, s.after, seat)
        s.after = 0
