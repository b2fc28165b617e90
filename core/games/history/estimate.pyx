"""The evaluation: a softmax over the seats of a linear function of each (weights: estimate.toml)."""
from libc.string cimport memset

from battlewise.core.fitted cimport win_chances
from battlewise.core.games.history.odds cimport Odds, expected_size, odds_of, prize
from battlewise.core.games.history.restoration cimport points
from battlewise.core.games.history.rewards cimport relic_source
from battlewise.core.games.history.state cimport *
from battlewise.core.games.history.turn cimport returns

# Of each seat.
NAMES = (
    "points",               # victory points it has
    "points_late",          # times the share of the game that is over
    "turns",                # turns it has still to finish
    "tempo",                # its turn, before the battle
    "recruits",             # points of units that the battle in progress will bring, on average
    "prize",                # points of relics, the same
    "glory",                # points of prowess and honour tokens, the same
    "risk",                 # points of relics that it will lose, the same
    "army",                 # power of its recruits but heroes set aside, times turns left
    "hand",                 # power of its hand, in tens, if it has turns left
    "tokens",               # warfare tokens, if it has turns left
    "heroes",               # heroes not set aside, if it has turns left
    "sets",                 # points that one more relic of the best era brings
    "ready",                # recruits in hand and deck, if it has turns left
    "prospect",             # chance to defeat the weakest unit of the era it has jumped into
    "company",              # relics, for each other player in the same era
    "order",                # its place in the round, 0 to 1
)


ctypedef double row_t[FEATURES]


cdef float prospect(const Rules* r, const Journey* s, int era) noexcept nogil:
    """The best chance that three base units have against an open card of an era."""
    cdef uint64_t cards = s.open & r.of_era[era]
    cdef float best = 0
    while cards:
        best = max(best, r.trial[ctzll(cards)][TRIALS])
        cards &= cards - 1
    return best


cdef inline double power_of(const Rules* r, uint64_t cards) noexcept nogil:
    cdef double total = 0
    while cards:
        total += r.power[ctzll(cards)]
        cards &= cards - 1
    return total


cdef void describe_seat(const Rules* r, const Journey* s, int seat, double* x) noexcept nogil:
    cdef int place = (seat - <int>s.first + r.seats) % r.seats if s.first != NONE else 0
    cdef int left = turns_left(r, s, place)
    cdef uint64_t recruits = (s.hand[seat] | s.deck[seat] | s.discard[seat]) & r.board_cards
    cdef int era, other
    x[0] = points(r, s, seat)
    x[1] = x[0] * s.turn / r.turns
    x[2] = left
    x[3] = s.phase <= FACE_PHASE and s.first != NONE and active(r, s) == seat
    if not left:
        return
    x[8] = power_of(r, recruits) * left * 0.02
    x[9] = power_of(r, s.hand[seat]) * 0.1
    x[10] = held_by(s, seat)
    x[11] = popcountll(recruits & r.heroes)
    x[13] = popcountll(recruits & ~s.discard[seat])
    for era in range(ERAS):
        x[12] = max(x[12], <double>step_of(r, s, seat, era))
    if s.phase == FACE_PHASE and s.mover == seat:
        x[14] = prospect(r, s, s.era[seat])
    for other in range(r.seats):
        if other != seat and s.era[other] == s.era[seat] and s.era[seat] != NONE:
            x[15] += relics_of(s.relics[seat])
    x[16] = <double>place / r.seats


cdef inline int turns_left(const Rules* r, const Journey* s, int place) noexcept nogil:
    """How many turns the player at a place of the round has not finished."""
    return (r.turns - place + r.seats - 1) // r.seats - (s.turn - place + r.seats - 1) // r.seats


cdef void describe_battle(const Rules* r, const Journey* s, row_t* out) noexcept nogil:
    """What the battle in progress will bring; before both sides have deployed, three base units fight."""
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef int attacker = active(r, s)
    cdef int units = TRIALS
    if s.size[ATTACKER] and s.size[DEFENDER]:
        odds_of(r, s, &odds)
        units = expected_size(r, s)
    elif challenge(s):
        odds.win = odds.hold = 0.5
    else:
        odds.win = odds.gain = r.trial[s.line[DEFENDER][0]][TRIALS]
    out[attacker][4] = odds.gain
    out[attacker][5] = odds.win * prize(r, s, attacker, relic_source(r, s), DEPLOYED + 1 - units)
    if challenge(s):
        out[attacker][6] = odds.win * 2
        out[s.defender][6] = odds.hold * 2 + odds.honour
        out[s.defender][7] = out[attacker][5]


cdef void describe_rewards(const Rules* r, const Journey* s, row_t* out) noexcept nogil:
    """What a winner is about to choose."""
    cdef int attacker = active(r, s)
    cdef int era
    if s.phase == PROWESS_PHASE or s.phase == KEEP_PHASE:
        out[seat_of(r, s, s.winner)][6] = 2
        if s.winner == ATTACKER:
            out[attacker][5] = prize(r, s, attacker, s.relics[s.defender], DEPLOYED + 1 - s.deployed)
            out[s.defender][7] = out[attacker][5]
        return
    for era in range(ERAS):
        if s.offered[era]:
            out[attacker][5] = max(out[attacker][5], <double>step_of(r, s, attacker, era))


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """For each seat FEATURES numbers in the order of NAMES."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef row_t* of_seat = <row_t*>out
    cdef int seat
    memset(out, 0, r.seats * FEATURES * sizeof(double))
    for seat in range(r.seats):
        describe_seat(r, s, seat, of_seat[seat])
    if s.defender != NONE and s.phase <= REROLL_PHASE:
        describe_battle(r, s, of_seat)
    elif PROWESS_PHASE <= s.phase <= RELIC_CHOICE_PHASE:
        describe_rewards(r, s, of_seat)


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double x[SEATS * FEATURES]
    if (<const Journey*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, x)
    win_chances(&(<const Rules*>rules).weights, x, out)
