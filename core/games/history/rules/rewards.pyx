"""Rewards at the end of the battle (RULES.md 2.6 and 2.7)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.game cimport CHANCE
from battlewise.core.games.history.rules.battle cimport victor
from battlewise.core.games.history.rules.restoration cimport restore_table
from battlewise.core.games.history.state cimport *


cdef int winning_seat(const Rules* r, const Journey* s) noexcept nogil:
    return seat_of(r, s, s.winner)


cdef int losing_seat(const Rules* r, const Journey* s) noexcept nogil:
    return seat_of(r, s, 1 - s.winner)


cdef void settle(const Rules* r, Journey* s, const uint8_t* standing) noexcept nogil:
    """The battle is over: cards and tokens leave the battlefield, then the rewards are given."""
    cdef int fallen = s.size[ATTACKER] - count_bits(standing[ATTACKER])
    s.winner = victor(standing)
    s.deployed = s.size[ATTACKER]
    clear_side(r, s, DEFENDER, standing[DEFENDER])
    clear_side(r, s, ATTACKER, standing[ATTACKER])
    if not challenge(s):
        s.defender = NONE
    elif s.winner == ATTACKER:
        s.honour[s.defender] += fallen // r.honour_units
    if challenge(s) and s.winner != NOBODY:
        prowess(r, s)
    else:
        relic(r, s)


cdef void clear_side(const Rules* r, Journey* s, int side, int standing) noexcept nogil:
    """Players take their units back, heroes for good; the board's defeated units join the attacker's army."""
    cdef int seat = seat_of(r, s, side)
    cdef int i
    cdef uint64_t card
    for i in range(s.size[side]):
        card = bit(s.line[side][i])
        if seat == BOARD:
            if standing >> i & 1:
                s.era_discard |= card
            else:
                s.discard[active(r, s)] |= card
        elif card & r.heroes:
            s.spent[seat] |= card
        else:
            s.discard[seat] |= card
        if s.armed[side][i]:
            s.token_discard[s.armed[side][i] - 1] += 1
    memset(s.line[side], NONE, SLOTS)
    memset(s.armed[side], 0, SLOTS)
    s.size[side] = s.links[side] = s.calls[side] = s.die[side] = s.rerolls[side] = 0
    s.roller = 0


# -- 2.7 Prowess tokens

cdef void prowess(const Rules* r, Journey* s) noexcept nogil:
    """The winner looks at two of the loser's own tokens; a single one is taken."""
    cdef int loser = losing_seat(r, s)
    cdef int left = pouch_size(s.home[loser])
    if left >= 2:
        s.looker[loser] = s.returned[loser] = NONE
        ask(s, PROWESS_PHASE, CHANCE)
        return
    if left:
        s.won[winning_seat(r, s)][loser] += s.home[loser]
        s.home[loser] = 0
        s.looker[loser] = s.returned[loser] = NONE
    relic(r, s)


cdef void look(const Rules* r, Journey* s, int a, int b) noexcept nogil:
    s.looked = a_token(a) + a_token(b)
    ask(s, KEEP_PHASE, winning_seat(r, s))


cdef void keep(const Rules* r, Journey* s, int value) noexcept nogil:
    cdef int loser = losing_seat(r, s)
    cdef pouch_t other = s.looked - a_token(value)
    s.home[loser] -= a_token(value)
    s.won[s.mover][loser] += a_token(value)
    s.looker[loser] = s.mover
    s.returned[loser] = lowest(other)
    s.looked = 0
    relic(r, s)


# -- 2.6, 2.7 Relics

cdef const uint8_t* relic_source(const Rules* r, const Journey* s) noexcept nogil:
    """Where relics are drawn from: the relic deck, or the challenged player."""
    return &s.relics[s.defender][0] if challenge(s) else &s.relic_deck[0]


cdef void relic(const Rules* r, Journey* s) noexcept nogil:
    """Who wins as attacker with four units draws one relic, with three the better of two, and so on."""
    if s.winner == ATTACKER and s.deployed <= DEPLOYED:
        s.draws = DEPLOYED + 1 - s.deployed
    s.winner = s.deployed = 0
    next_relic(r, s)


cdef void next_relic(const Rules* r, Journey* s) noexcept nogil:
    """Draw on, as long as there are relics; then choose."""
    cdef int era, several = 0
    if s.draws and not challenge(s) and not relics_of(s.relic_deck):
        for era in range(ERAS):
            s.relic_deck[era] = s.relic_discard[era]
            s.relic_discard[era] = 0
    if s.draws and relics_of(relic_source(r, s)):
        ask(s, RELIC_PHASE, CHANCE)
        return
    s.draws = 0
    for era in range(ERAS):
        several += s.offered[era] != 0
    if several > 1:
        ask(s, RELIC_CHOICE_PHASE, active(r, s))
        return
    for era in range(ERAS):
        if s.offered[era]:
            take_relic(r, s, era)
            return
    restore_table(r, s)


cdef void draw_relic(const Rules* r, Journey* s, int era) noexcept nogil:
    if challenge(s):
        s.relics[s.defender][era] -= 1
    else:
        s.relic_deck[era] -= 1
    s.offered[era] += 1
    s.draws -= 1
    next_relic(r, s)


cdef void take_relic(const Rules* r, Journey* s, int era) noexcept nogil:
    """The others go back to their owner, or onto the relic discard pile."""
    cdef int i
    s.offered[era] -= 1
    s.relics[active(r, s)][era] += 1
    for i in range(ERAS):
        if challenge(s):
            s.relics[s.defender][i] += s.offered[i]
        else:
            s.relic_discard[i] += s.offered[i]
        s.offered[i] = 0
    restore_table(r, s)
