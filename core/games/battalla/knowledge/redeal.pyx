"""Who knows what (RULES.md 9): hands, the order of decks, penalty piles; without open lists also decks."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy, memset

from battlewise.core.bits cimport count_wide, take_bit32, take_wide
from battlewise.core.game cimport hash_bytes, move_t
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport packed, move_kind, move_b
from battlewise.core.rng cimport Rng, below


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """Draws are known to the player who draws, as are cards put back and the order of cards looked at.

    Penalty cards that are set are known to nobody.
    """
    cdef const Table* s = <const Table*>state
    cdef int kind = move_kind(move)
    cdef int seat = move_b(move)
    if kind == SET_PENALTY:
        return packed(kind, 0, seat, 0)
    if kind >= DRAW:
        return move if seat == viewer else packed(kind, 0, seat, 0)
    if s.mover == viewer:
        return move
    if kind == EXCHANGE:
        return packed(kind, NONE, 0, 0)
    return KEEP_ORDER if kind == SWAP_ORDER else move


cdef inline bint _knows_list(const Rules* r, int seat, int viewer) noexcept nogil:
    return r.open_lists or seat == viewer


cdef void _gather(const Rules* r, Table* s, int viewer) noexcept nogil:
    """Put what a viewer does not know into the decks; numbers of cards stay."""
    cdef int seat, i
    for seat in range(2):
        for i in range(s.penalty_size[seat] if seat != viewer or not s.searched[seat] else 0):
            put_in(&s.deck[seat], s.penalty[seat][i])
            s.penalty[seat][i] = 0
        if seat == viewer:
            continue
        for i in range(s.top_size[seat]):
            put_in(&s.deck[seat], s.top[seat][i])
            s.top[seat][i] = 0
        _hide_hand(s, seat)
        if not r.open_lists:
            memset(&s.deck[seat], 0, sizeof(Pile))


cdef void _hide_hand(Table* s, int seat) noexcept nogil:
    """All but the known cards of a hand goes to the deck."""
    cdef kinds_t kinds = kinds_of(&s.hand[seat])
    cdef int kind, _n
    while kinds:
        kind = take_wide(&kinds)
        for _n in range(count_of(&s.hand[seat], kind) - count_of(&s.known[seat], kind)):
            put_in(&s.deck[seat], kind)
    s.hand[seat] = s.known[seat]


cdef inline int _drawn(Pile* pile, int* size, Rng* rng) noexcept nogil:
    """A random card, taken out of a pile of `size` cards."""
    cdef int kind = nth(pile, below(rng, size[0]))
    take_out(pile, kind)
    size[0] -= 1
    return kind


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Table* s = <Table*>state
    cdef int seat, size, i, _n
    _gather(r, s, viewer)
    for seat in range(2):
        if not _knows_list(r, seat, viewer):
            _deal_list(r, s, seat, rng)
        size = size_of(&s.deck[seat])
        if seat != viewer:
            for _n in range(s.hand_size[seat] - size_of(&s.known[seat])):
                put_in(&s.hand[seat], _drawn(&s.deck[seat], &size, rng))
            for i in range(s.top_size[seat]):
                s.top[seat][i] = _drawn(&s.deck[seat], &size, rng)
        if seat != viewer or not s.searched[seat]:
            for i in range(s.penalty_size[seat]):
                s.penalty[seat][i] = _drawn(&s.deck[seat], &size, rng)
            _sort(s.penalty[seat], s.penalty_size[seat])


cdef void _sort(uint8_t* kinds, int n) noexcept nogil:
    cdef int i, at
    cdef uint8_t kind
    for i in range(1, n):
        kind = kinds[i]
        at = i
        while at and kinds[at - 1] > kind:
            kinds[at] = kinds[at - 1]
            at -= 1
        kinds[at] = kind


# -- decks that are not known

cdef void _shown(const Table* s, int seat, Pile* out) noexcept nogil:
    """A seat's main-deck cards that all have seen: in play, discarded, known in hand."""
    cdef kinds_t kinds = kinds_of(&s.discard[seat])
    cdef uint32_t m = s.cards[seat]
    cdef int kind, square, i, _n
    out[0] = s.known[seat]
    while kinds:
        kind = take_wide(&kinds)
        for _n in range(count_of(&s.discard[seat], kind)):
            put_in(out, kind)
    while m:
        square = take_bit32(&m)
        put_in(out, s.at[square].card - 1)
    for i in range(s.items):
        if seat_at(s, s.item[i].square) == seat:
            put_in(out, s.item[i].kind)
    if s.field[seat]:
        put_in(out, s.field[seat] - 1)
    if s.resolving[seat]:
        put_in(out, s.resolving[seat] - 1)


cdef bint _fits(const Rules* r, const Table* s, int seat, int deck, const Pile* shown,
                int size) noexcept nogil:
    """Whether a built-in deck has so many cards, all that was shown, and the heroes that lie face up."""
    cdef const Pile* list = &r.deck[deck]
    cdef kinds_t kinds = kinds_of(shown) & r.main
    cdef int kind
    if size_of(list) != size or memcmp(r.deck_hero[deck], s.hero[seat], HEROES):
        return False
    while kinds:
        kind = take_wide(&kinds)
        if count_of(shown, kind) > count_of(list, kind):
            return False
    return True


cdef void _deal_list(const Rules* r, Table* s, int seat, Rng* rng) noexcept nogil:
    """A list evenly from the built-in ones that fit what was shown; its cards not in sight go to the deck.

    If no list fits, random cards, at most three of each.
    """
    cdef Pile shown, whole
    cdef int hidden = s.hand_size[seat] - size_of(&s.known[seat]) + s.deck_size[seat] + s.penalty_size[seat]
    cdef int fitting = 0, i, n, kind, _n
    cdef kinds_t kinds
    _shown(s, seat, &shown)
    n = hidden
    kinds = kinds_of(&shown) & r.main
    while kinds:
        n += count_of(&shown, take_wide(&kinds))
    for i in range(r.decks):
        fitting += _fits(r, s, seat, i, &shown, n)
    if fitting:
        fitting = below(rng, fitting)
        for i in range(r.decks):
            if _fits(r, s, seat, i, &shown, n):
                if not fitting:
                    break
                fitting -= 1
        whole = r.deck[i]
        kinds = kinds_of(&whole)
        while kinds:
            kind = take_wide(&kinds)
            for _n in range(count_of(&whole, kind) - count_of(&shown, kind)):
                put_in(&s.deck[seat], kind)
        return
    while hidden:
        kind = _any_of(r, rng)
        if count_of(&shown, kind) + count_of(&s.deck[seat], kind) < 3:
            put_in(&s.deck[seat], kind)
            hidden -= 1


cdef int _any_of(const Rules* r, Rng* rng) noexcept nogil:
    """A random main-deck card; they are numbered from 0."""
    return below(rng, count_wide(r.main))


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    cdef Table known
    memcpy(&known, state, sizeof(Table))
    _gather(<const Rules*>rules, &known, viewer)
    return hash_bytes(&known, sizeof(Table), viewer + 1)
