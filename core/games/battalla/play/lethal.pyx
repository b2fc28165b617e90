"""The lethal check: whether the active player can force a win by direct attacks this turn (RULES.md 9).

A search of the active player's decisions, depth first, in which nothing may depend on chance or on what
is hidden: penalty cards go unseen to the other's hand, cards drawn on the way are not used, all choices of
the opponent, which must be public, are looked at, and searches of the deck are left out. So a win that is
claimed is one; what is found is bounded by the number of positions.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport take_bit32, take_wide
from battlewise.core.game cimport CHANCE, MoveList, hash_bytes, move_t
from battlewise.core.games.battalla.knowledge.chance cimport drawer
from battlewise.core.games.battalla.rules.combat cimport is_ready
from battlewise.core.games.battalla.rules.turn cimport go_on, is_in_vain, legal, play
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport packed, move_kind, move_a, move_b

cdef enum:
    SLOTS = 1024                 # of positions seen, twice as many as a pass may look at
    NEVER = 4                    # rank of moves that are not tried

cdef struct Search:
    uint64_t seen[SLOTS]         # by hash, whose lowest bit is the answer
    int seat, turn, nodes
    int ranks                    # of moves that are tried


# -- the bound

cdef struct Reach:
    int near[4]                  # cards that can attack, by steps to where they attack directly
    int strides                  # steps that effects can give
    int stamina
    bint surprise, free_moves


cdef inline void _add_kind(const Rules* r, Reach* reach, int kind, int n, bint in_hand) noexcept nogil:
    reach.strides += n * r.card[kind].strides
    reach.stamina += n * (r.card[kind].gains if in_hand or not r.card[kind].gains else 99)
    reach.surprise |= (r.card[kind].keywords | r.card[kind].given_keywords) & SURPRISE != 0
    reach.free_moves |= (r.card[kind].keywords | r.card[kind].given_keywords) & FREE_MOVE != 0


cdef void _add_kinds(const Rules* r, const Table* s, Reach* reach, int seat) noexcept nogil:
    """What the cards in hand, in play, on the hero deck and in the discard pile can add."""
    cdef kinds_t kinds = kinds_of(&s.hand[seat])
    cdef uint32_t m = s.cards[seat]
    cdef int kind, i
    while kinds:
        kind = take_wide(&kinds)
        _add_kind(r, reach, kind, count_of(&s.hand[seat], kind), True)
    kinds = kinds_of(&s.discard[seat]) & r.of_type[<int>UNIT]
    while kinds:
        kind = take_wide(&kinds)
        _add_kind(r, reach, kind, count_of(&s.discard[seat], kind), False)
    while m:
        _add_kind(r, reach, s.at[take_bit32(&m)].card - 1, 1, False)
    for i in range(s.items):
        if seat_at(s, s.item[i].square) == seat:
            _add_kind(r, reach, s.item[i].kind, 1, False)
    if s.field[seat]:
        _add_kind(r, reach, s.field[seat] - 1, 1, False)
    if top_hero(s, seat) != NONE:
        _add_kind(r, reach, top_hero(s, seat), 1, False)
        reach.surprise |= not HEROES_WAIT


cdef bint _is_possible(const Rules* r, const Table* s) noexcept nogil:
    """A bound that no forced win breaks, where no effect waits and no card is being placed.

    Each penalty card takes a direct attack, for 1 stamina, by another card that has not attacked; a card
    attacks again only if it comes anew, and then, as any fresh card, only with Surprise or as a hero. From
    `near[d]` it takes d steps: one its own move, for 1 stamina unless moves are free, the rest, and perhaps
    that one too, from effects. The nearest cards take the fewest steps, and so break neither bound if any
    cards do not.
    """
    cdef int seat = active(s)
    cdef int wanted = s.penalty_size[1 - seat]
    cdef int n, d, square, steps = 0, beyond = 0, cost = wanted
    cdef uint32_t m = s.cards[seat]
    cdef Reach reach
    memset(&reach, 0, sizeof(Reach))
    reach.stamina = s.stamina[seat]
    _add_kinds(r, s, &reach, seat)
    while m:
        square = take_bit32(&m)
        d = 4 - row_of(square) if seat else row_of(square)
        if not s.at[square].flags & HAS_ATTACKED and (
                reach.surprise or not s.at[square].flags & FRESH or is_ready(r, s, square)):
            reach.near[max(0, 3 - d)] += 1
    if reach.surprise:
        reach.near[3] += wanted
    for d in range(4):
        n = min(reach.near[d], wanted)
        wanted -= n
        steps += n * d
        beyond += n * max(0, d - 1)
    if not reach.free_moves:
        cost += max(0, steps - reach.strides)
    return wanted == 0 and beyond <= reach.strides and cost <= reach.stamina


# -- the search

cdef int _rank(const Rules* r, const Table* s, move_t move) noexcept nogil:
    """Which moves are tried first: direct attacks, steps towards them, what clears the way, the rest."""
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if kind == ATTACK_DIRECTLY:
        return 0
    if kind == PASS or kind == FIND or kind == SWAP_ORDER:
        return NEVER
    if kind == MOVE:
        if not is_ready(r, s, a):
            return 3
        return 1 if (enemy_half(seat_at(s, a)) >> b) & 1 else 2 if ahead(a, seat_at(s, a)) == b else 3
    if kind == PLAY_CARD and is_in_vain(r, s, s.mover, a):
        return NEVER
    if kind == PLAY_CARD or kind == ATTACH_CARD:
        return 2 if r.card[a].type == ASSIST or r.card[a].keywords & SURPRISE else 3
    return 3 if kind == SUMMON_HERO else 2 if kind == ATTACK or kind == USE or kind == DECLINE else 1


cdef inline int _hidden(const Table* s, int seat) noexcept nogil:
    """How many cards of a hand its opponent does not know."""
    return s.hand_size[seat] - size_of(&s.known[seat])


cdef bint _happens(const Rules* r, Table* s, move_t move, int seat, int more) noexcept nogil:
    """Play a move; False if that shows more of the opponent's hand than it should.

    The line would then depend on what is hidden.
    """
    cdef int hidden = _hidden(s, 1 - seat)
    play(r, s, move)
    return s.phase == OVER_PHASE or _hidden(s, 1 - seat) >= hidden + more


cdef bint _pass_chance(const Rules* r, Table* s, int seat) noexcept nogil:
    """Let chance nodes pass without a use of what they bring; False where that cannot be."""
    cdef int owner, card
    cdef kinds_t kinds
    while s.mover == CHANCE:
        owner = drawer(s)
        if s.phase == LIFE_PHASE:
            if not _happens(r, s, packed(TAKE_PENALTY, s.penalty[owner][0] + 1, owner, 0), seat, 1):
                return False
            continue
        if s.phase == DRAW_PHASE and owner == seat:
            s.draws[seat] = 0
            go_on(r, s)
            continue
        kinds = kinds_of(&s.deck[owner])
        card = s.top[owner][0] if s.phase == DRAW_PHASE and s.top_size[owner] else take_wide(&kinds)
        if not _happens(r, s, packed(LOOK if s.phase == LOOK_PHASE else DRAW, card + 1, owner, 0), seat,
                        s.phase == DRAW_PHASE):
            return False
    return True


cdef bint _wins(const Rules* r, Table* s, Search* search) noexcept nogil:
    """Whether the position, which is changed, is a forced win this turn."""
    cdef uint64_t key
    cdef int slot
    if not _pass_chance(r, s, search.seat):
        return False
    if s.phase == OVER_PHASE:
        return s.result == search.seat + 1
    if s.turn != search.turn or search.nodes == 0 or (s.phase == TURN_PHASE and not _is_possible(r, s)):
        return False
    key = hash_bytes(s, sizeof(Table), 0) | 1
    slot = key >> 1 & (SLOTS - 1)
    while search.seen[slot]:
        if search.seen[slot] | 1 == key:
            return search.seen[slot] & 1
        slot = (slot + 1) & (SLOTS - 1)
    search.seen[slot] = key ^ 1
    search.nodes -= 1
    if s.mover == search.seat:
        if _has_win(r, s, search):
            search.seen[slot] = key
            return True
    elif _all_win(r, s, search):
        search.seen[slot] = key
        return True
    return False


cdef bint _has_win(const Rules* r, const Table* s, Search* search) noexcept nogil:
    cdef MoveList moves
    legal(r, s, &moves)
    return _first_win(r, s, &moves, search) >= 0


cdef int _first_win(const Rules* r, const Table* s, const MoveList* moves, Search* search) noexcept nogil:
    cdef Table after
    cdef int i, rank
    for rank in range(search.ranks):
        for i in range(moves.n):
            if _rank(r, s, moves.move[i]) == rank:
                memcpy(&after, s, sizeof(Table))
                if _happens(r, &after, moves.move[i], search.seat, 0) and _wins(r, &after, search):
                    return i
    return -1


cdef bint _all_win(const Rules* r, const Table* s, Search* search) noexcept nogil:
    """The opponent chooses.

    Choices are public, except reacts and discards from a hidden hand, and searches of the deck.
    """
    cdef MoveList moves
    cdef Table after
    cdef int i
    if s.phase == SEARCH_PHASE or (s.phase == REACT_PHASE or s.phase == DISCARD_PHASE) and (
            _hidden(s, 1 - search.seat)):
        return False
    legal(r, s, &moves)
    for i in range(moves.n):
        memcpy(&after, s, sizeof(Table))
        if not _happens(r, &after, moves.move[i], search.seat, 0) or not _wins(r, &after, search):
            return False
    return True


cdef int winning(const void* rules, const void* state, const MoveList* moves, int positions) noexcept nogil:
    """The index of a move that forces a win this turn, -1 if none is found.

    First without the moves that hardly ever matter, then with them, each time up to `positions`, at most 512.
    """
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef Search search
    cdef int i = -1
    if s.mover != active(s) or s.stage < ACTING or s.stage == ENDING or (
            s.phase == TURN_PHASE and not _is_possible(r, s)):
        return -1
    search.seat, search.turn = s.mover, s.turn
    for search.ranks in range(NEVER - 1, NEVER + 1):
        memset(search.seen, 0, sizeof(search.seen))
        search.nodes = min(positions, SLOTS / 2)
        i = _first_win(r, s, moves, &search)
        if i >= 0:
            break
    return i
