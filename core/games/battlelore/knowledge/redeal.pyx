"""Who knows what (RULES.md 12): hands, bottoms of decks, scenario cards and armies until they are shown."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport hash_bytes, move_t
from battlewise.core.games.battlelore.rules.muster cimport (
    deal_army, hide_army, placed_cards, steps_of,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport packed, move_kind, move_b
from battlewise.core.piles cimport take_from_pile
from battlewise.core.rng cimport Rng, below


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """Draws and secret choices are known to the player who makes them, until all is revealed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int kind = move_kind(move)
    cdef int seat = move_b(move)
    if kind == DRAW or kind == DRAW_LORE:
        return move if seat == viewer else packed(kind, 0, seat, 0)
    if kind == DEAL_SCENARIO:
        return move if seat == viewer else hidden(kind, seat)
    if s.mover == viewer or kind < CHOOSE_SCENARIO:
        return move
    if kind == CHOOSE_SCENARIO:
        return move if s.mover == 1 else hidden(kind, s.mover)
    if kind == BURY or kind == BURY_LORE:
        return hidden(kind, s.mover)
    if kind == TAKE_ARMY or kind == MUSTER:
        return hidden(TAKE_ARMY if kind == TAKE_ARMY or s.mustered[s.mover] + 1 == steps_of(r, s.mover)
                      else MUSTER, s.mover)
    if kind == DEPLOY_BY_PLAN or (kind == DEPLOY and placed_cards(s, s.mover) + 1 == ARMY):
        return move if s.mover == 1 else hidden(DEPLOY_BY_PLAN, s.mover)
    return hidden(DEPLOY, s.mover) if kind == DEPLOY else move


cdef inline move_t hidden(int kind, int seat) noexcept nogil:
    """A move of which only the kind and the seat are known."""
    return packed(kind, NONE, seat, 0)


cdef void gather(Battle* s, int viewer) noexcept nogil:
    """Put what a viewer does not know out of sight: cards into their decks; numbers of cards stay."""
    cdef int seat, card, i
    for seat in range(2):
        if seat == viewer:
            continue
        for card in range(CARDS):
            s.deck[card] += s.hand[seat][card]
            s.hand[seat][card] = 0
        s.deck_size += s.hand_size[seat]
        for i in range(2):
            if s.bottom[seat][i] != NONE:
                s.deck[s.bottom[seat][i]] += 1
                s.deck_size += 1
                s.bottom[seat][i] = 0
        for card in range(LORE_CARDS):
            s.lore_deck[seat][card] += s.lore_hand[seat][card]
            s.lore_hand[seat][card] = 0
        s.lore_deck_size[seat] += s.lore_size[seat]
        if s.lore_bottom[seat] != NONE:
            s.lore_deck[seat][s.lore_bottom[seat]] += 1
            s.lore_deck_size[seat] += 1
            s.lore_bottom[seat] = 0
        if s.phase <= SCENARIO_PHASE:
            s.offered[seat] = (1 << count_bits(s.offered[seat])) - 1
            if s.scenario[seat] != NONE:
                s.scenario[seat] = 0
        elif s.phase == MUSTER_PHASE or s.phase == DEPLOY_PHASE:
            hide_army(s, seat)


cdef inline int taken(uint8_t* deck, int kinds, uint8_t* size, Rng* rng) noexcept nogil:
    """Take a random card out of a deck."""
    size[0] -= 1
    return take_from_pile(deck, kinds, size[0] + 1, rng)


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef int seat, i, _i
    gather(s, viewer)
    for seat in range(2):
        if seat == viewer:
            continue
        for _i in range(s.hand_size[seat]):
            s.hand[seat][taken(s.deck, CARDS, &s.deck_size, rng)] += 1
        for i in range(2):
            if s.bottom[seat][i] != NONE:
                s.bottom[seat][i] = taken(s.deck, CARDS, &s.deck_size, rng)
        if s.bottom[seat][0] > s.bottom[seat][1]:
            s.bottom[seat][0], s.bottom[seat][1] = s.bottom[seat][1], s.bottom[seat][0]
        for _i in range(s.lore_size[seat]):
            s.lore_hand[seat][taken(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat], rng)] += 1
        if s.lore_bottom[seat] != NONE:
            s.lore_bottom[seat] = taken(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat], rng)
        if r.full and s.phase <= SCENARIO_PHASE:
            deal_scenarios(r, s, seat, rng)
        elif s.phase == MUSTER_PHASE or s.phase == DEPLOY_PHASE:
            deal_army(r, s, seat, rng)


cdef void deal_scenarios(const Rules* r, Battle* s, int seat, Rng* rng) noexcept nogil:
    """A seat's cards, and the one chosen, evenly."""
    cdef int n = count_bits(s.offered[seat])
    cdef uint32_t bit
    s.offered[seat] = 0
    while n:
        bit = <uint32_t>1 << below(rng, r.scenarios[seat])
        if not s.offered[seat] & bit:
            s.offered[seat] |= bit
            n -= 1
    if s.scenario[seat] != NONE:
        s.scenario[seat] = below(rng, r.scenarios[seat])


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    """A hash of everything but `unit_at`, which follows from the rest."""
    cdef Battle known
    memcpy(&known, state, sizeof(Battle))
    gather(&known, viewer)
    return hash_bytes(&known, <char*>known.unit_at - <char*>&known, viewer + 1)
