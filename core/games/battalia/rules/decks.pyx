"""Hands, decks and payments (RULES.md 1, 3.3 to 3.5): what pays for actions, and where cards go."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add


# -- what there is to pay with

cdef inline int type_instances(const Rules* r, const World* s, int seat, int side, int type) noexcept nogil:
    return four(&s.laid[side][type * 4]) + four(&s.hand[seat][type * 4]) * doubled(r, s, type * 4)


cdef inline int kinds_of(const World* s, int seat, int side, int type) noexcept nogil:
    """How many factions a player's cards of a type have."""
    return kinds_in(&s.hand[seat][type * 4], &s.laid[side][type * 4])


cdef void count_purse(const Rules* r, const World* s, int seat, int side, Purse* out) noexcept nogil:
    cdef int rank, kind, i
    for rank in range(RANKS):
        out.have[rank] = (four(&s.hand[seat][rank * 4]) + four(&s.laid[side][rank * 4])
                          + s.hand[seat][UNBOUND + rank] + s.laid[side][UNBOUND + rank])
    out.have[4] = s.hand[seat][<int>SUPPLY] + s.laid[side][<int>SUPPLY]
    out.have[5] = type_instances(r, s, seat, side, WEAPON)
    for kind in range(SWORD, SHIELD + 1):
        out.have[5] += s.hand[seat][kind] + s.laid[side][kind]
    out.tools = type_instances(r, s, seat, side, TOOL)
    out.most = <uint64_t>min(out.have[0] + 2 * out.tools, 127)
    for i in range(1, NEEDS):
        out.most |= <uint64_t>min(out.have[i], 127) << 8 * i


cdef inline int pays(int i, int kind) noexcept nogil:
    """How much of a need one card of a kind covers."""
    if i < RANKS:
        if kind >> 2 == i and kind < SUPPLY or kind == UNBOUND + i:
            return 1
        return 2 if i == FRIMAN and kind >> 2 == TOOL else 0
    if i == 4:
        return kind == SUPPLY
    return kind >> 2 == WEAPON or kind == SWORD or kind == SHIELD


cdef int kinds_for(const World* s, int seat, int side, const Purse* purse, int i) noexcept nogil:
    """How many kinds of cards can pay for a need, tools too."""
    cdef int n
    if i < RANKS:
        n = kinds_of(s, seat, side, i) + (s.hand[seat][UNBOUND + i] + s.laid[side][UNBOUND + i] > 0)
        return n + (kinds_of(s, seat, side, TOOL) if i == FRIMAN and purse.tools else 0)
    if i == 4:
        return 1
    return (kinds_of(s, seat, side, WEAPON) + (s.hand[seat][<int>SWORD] + s.laid[side][<int>SWORD] > 0)
            + (s.hand[seat][<int>SHIELD] + s.laid[side][<int>SHIELD] > 0))


cdef bint has_choice(const World* s, int seat, int side, const Purse* purse, uint64_t cost) noexcept nogil:
    """Whether an action that is affordable can be paid for with cards that differ."""
    cdef int i, need
    for i in range(NEEDS):
        need = cost >> 8 * i & 255
        if need and purse.have[i] + (0 if i else 2 * purse.tools) > need and kinds_for(
                s, seat, side, purse, i) > 1:
            return True
    return False


# -- paying

cdef int find_card(const Rules* r, const World* s, int seat, int side, int type) noexcept nogil:
    """Which card of a type is played where it does not matter: what is laid, first of all what lies on an
    amulet that is to be used once more, then other factions than the player's, then the player's own. NONE
    without a card of the type.
    """
    cdef int i, kind
    if hammered(s, side, type):
        return type * 4
    if s.charmed[side] >> 2 == type:
        return s.charmed[side]
    if not four(&s.laid[side][type * 4]) and not four(&s.hand[seat][type * 4]):
        return NONE
    for i in range(FACTIONS):
        if s.laid[side][type * 4 + i]:
            return type * 4 + i
    for i in range(FACTIONS):
        kind = type * 4 + ((s.faction[seat] + 1 + i) & 3)
        if s.hand[seat][kind]:
            return kind
    return NONE


cdef void take_laid(const Rules* r, World* s, int side, int kind, int n) noexcept nogil:
    """Play what is laid so many times; when none of it is left, nothing lies on the amulet any more. The
    stolen card is played after others of its kind.
    """
    s.laid[side][kind] -= n
    if s.hammer != NONE and side == ATTACKER and kind == s.hammer * 4:
        s.hammer = NONE
    if kind == s.stolen and side == ATTACKER and s.laid[side][kind] < doubled(r, s, kind):
        s.stolen = NONE
    if kind == s.charmed[side] and not s.laid[side][kind]:
        s.charmed[side] = NONE


cdef void use_card(const Rules* r, World* s, int seat, int side, int kind) noexcept nogil:
    """Play a card that is laid, else one of the hand; an illuminated artefact can then be played once more.
    """
    if s.laid[side][kind]:
        take_laid(r, s, side, kind, 1)
    else:
        spend(r, s, seat, kind)
        s.laid[side][kind] += doubled(r, s, kind) - 1


cdef void pay_type(const Rules* r, World* s, int seat, int type, int n) noexcept nogil:
    """Play so many cards of a type, mercenaries last."""
    cdef int kind
    while n > 0:
        kind = find_card(r, s, seat, ATTACKER, type)
        if kind == NONE:
            kind = UNBOUND + type if type < RANKS else SHIELD if instances(
                r, s, seat, ATTACKER, SHIELD) else SWORD
        use_card(r, s, seat, ATTACKER, kind)
        n -= 1


cdef void pay(const Rules* r, World* s, const uint8_t* need) noexcept nogil:
    """The common payment: tools where both their frimen are of use, then what `find_card` finds."""
    cdef int seat = active(r, s)
    cdef int i, tools, frimen, _
    cdef Purse purse
    if need[0]:
        count_purse(r, s, seat, ATTACKER, &purse)
        tools = min(purse.tools, need[0] >> 1)
        frimen = min(need[0] - 2 * tools, purse.have[0])
        if 2 * tools + frimen < need[0]:
            tools += 1
        pay_type(r, s, seat, TOOL, tools)
        pay_type(r, s, seat, FRIMAN, frimen)
    for i in range(1, RANKS):
        pay_type(r, s, seat, i, need[i])
    for _ in range(need[4]):
        use_card(r, s, seat, ATTACKER, SUPPLY)
    pay_type(r, s, seat, WEAPON, need[5])


cdef int next_need(const World* s) noexcept nogil:
    """What has to be paid next; NEEDS: nothing."""
    cdef int i = 0
    while i < NEEDS and not s.need[i]:
        i += 1
    return i


cdef bint can_finish_payment(const Rules* r, const World* s, int i, int last) noexcept nogil:
    """Whether kinds from `last` on cover a need."""
    cdef int kind, total = 0
    for kind in range(last, KINDS):
        if pays(i, kind):
            total += pays(i, kind) * instances(r, s, active(r, s), ATTACKER, kind)
    return total >= s.need[i]


cdef void legal_in_payment(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """Cards are paid in the order of their kinds, so that each payment can be made in one way. Only a hand
    that has been dealt anew (RULES.md 6) has to pass.
    """
    cdef int i = next_need(s)
    cdef int kind
    for kind in range(s.last, KINDS):
        if pays(i, kind) and instances(r, s, active(r, s), ATTACKER, kind) and can_finish_payment(
                r, s, i, kind):
            add(out, PAY, kind, 0)
    if not out.n:
        add(out, PASS, 0, 0)


cdef bint pay_with(const Rules* r, World* s, int kind) noexcept nogil:
    """Pay with one card; whether all is paid."""
    cdef int i = next_need(s)
    s.need[i] -= min(<int>s.need[i], pays(i, kind))
    use_card(r, s, active(r, s), ATTACKER, kind)
    s.last = kind if s.need[i] else 0
    return next_need(s) == NEEDS


# -- decks of the common pool

cdef int rank_of(int kind) noexcept nogil:
    return kind - UNBOUND if is_unbound(kind) else kind >> 2


cdef void come_back(World* s, int kind) noexcept nogil:
    """Shuffle a unit that all have seen into its deck."""
    s.pool[kind] += 1
    if kind < SECRET:
        s.returned[kind] += 1


cdef void come_out(World* s, int kind) noexcept nogil:
    """Take a unit out of its deck. It may be one of those that came back."""
    s.pool[kind] -= 1
    if kind < SECRET and s.returned[kind]:
        s.returned[kind] -= 1


cdef int search_units(const Rules* r, World* s, int rank, int faction) noexcept nogil:
    """Take the unit of a faction, or the topmost one, out of a deck that is not empty, and shuffle it."""
    cdef int kind = rank * 4 + faction
    cdef int i
    if not s.pool[kind] and not s.under[kind] and s.top[rank] != kind:
        kind = s.top[rank]
    if s.top[rank] != NONE:
        come_back(s, s.top[rank])
        s.top[rank] = NONE
    for i in range(rank * 4, rank * 4 + 4):
        while s.under[i]:
            s.under[i] -= 1
            come_back(s, i)
    come_out(s, kind)
    return kind


cdef int hidden_top(const World* s) noexcept nogil:
    """The first rank whose deck has no open top card though it has cards; NONE."""
    cdef int rank
    for rank in range(RANKS):
        if s.top[rank] == NONE and left_in(s, rank):
            return rank
    return NONE


cdef void reveal_top(const Rules* r, World* s, int kind) noexcept nogil:
    """Open the top of a deck; what lies under the deck comes last."""
    s.top[rank_of(kind)] = kind
    if s.pool[kind]:
        come_out(s, kind)
    else:
        s.under[kind] -= 1


cdef void settle(const Rules* r, World* s) noexcept nogil:
    """Go on when the top of every deck of units is open."""
    if hidden_top(s) != NONE:
        ask(s, REVEAL_PHASE, CHANCE)
    else:
        resume(r, s)


# -- a player's cards

cdef bint can_draw(const World* s, int seat) noexcept nogil:
    return not is_empty(s.nation[seat]) or not is_empty(s.shelter[seat])


cdef void reshuffle(World* s, int seat) noexcept nogil:
    """Make a new nation of the shelter when the old one has run out. The hand of a player without a hidden
    ambush is known then.
    """
    cdef int kind, i
    cdef bint secret = False
    if not is_empty(s.nation[seat]):
        return
    for i in range(AMBUSH):
        secret |= s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1
    memcpy(s.nation[seat], s.shelter[seat], KINDS)
    memset(s.shelter[seat], 0, KINDS)
    if secret:
        return
    memcpy(s.known[seat], s.hand[seat], KINDS)
    for kind in range(SECRET):
        s.known[seat][kind] -= min(s.unseen[seat][kind], s.known[seat][kind])


cdef void draw_card(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    s.nation[seat][kind] -= 1
    s.hand[seat][kind] += 1


cdef void deploy(World* s, int seat, int kind, bint shown) noexcept nogil:
    """Lay a card into the next free place of the ambush; it has left its zone already."""
    cdef int i = ambushed(s, seat)
    s.ambush[seat][i] = kind
    s.shown[seat] |= shown << i


cdef void drop_ambush(World* s, int seat, int place) noexcept nogil:
    """Take the card of a place out of the ambush; those behind it move up."""
    cdef int i
    cdef uint8_t lower = s.shown[seat] & ((1 << place) - 1)
    s.shown[seat] = lower | (s.shown[seat] >> (place + 1) << place)
    for i in range(place, AMBUSH - 1):
        s.ambush[seat][i] = s.ambush[seat][i + 1]
    s.ambush[seat][AMBUSH - 1] = NONE


cdef void raise_ambush(World* s, int seat) noexcept nogil:
    cdef int i
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE:
            s.hand[seat][s.ambush[seat][i]] += 1
            s.known[seat][s.ambush[seat][i]] += s.shown[seat] >> i & 1
            s.ambush[seat][i] = NONE
    s.shown[seat] = 0


cdef int deck_size(const Rules* r, const World* s, int seat) noexcept nogil:
    """All cards of a player: hand, nation, shelter, table, ambush and tents."""
    cdef int i, k
    cdef int n = size_of(s.hand[seat]) + size_of(s.nation[seat]) + size_of(s.shelter[seat])
    n += ambushed(s, seat)
    if seat == active(r, s):
        n += size_of(s.table)
    for i in range(TENTS):
        if s.tent[seat][i][0] == NONE:
            break
        for k in range(3):
            n += s.tent[seat][i][k] != NONE
    return n


cdef int greats_of(const Rules* r, const World* s, int seat) noexcept nogil:
    """How many great artefacts a player has."""
    cdef int kind, i
    cdef int n = 0
    for kind in range(GREAT, GREAT + GREATS):
        n += s.hand[seat][kind] + s.nation[seat][kind] + s.shelter[seat][kind]
        if seat == active(r, s):
            n += s.table[kind]
    for i in range(AMBUSH):
        n += s.ambush[seat][i] != NONE and is_great(s.ambush[seat][i])
    for i in range(TENTS):
        n += s.tent[seat][i][0] == PAVILION
    return n
