"""The evaluation: a softmax over the seats of a linear function of each (weights: estimate.toml)."""
from libc.string cimport memset

from battlewise.core.bits cimport count_bits, take_bit
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.history.play.odds cimport (
    Odds, chance_against, chance_between, expected_size, odds_of, prize, strength_of,
)
from battlewise.core.games.history.rules.restoration cimport fielded, points
from battlewise.core.games.history.rules.rewards cimport relic_source
from battlewise.core.games.history.rules.turn cimport returns
from battlewise.core.games.history.state cimport *

from battlewise.core.vocabulary import by_number

NAMES = by_number({
    X_POINTS: "points",
    X_POINTS_LATE: "points_late",
    X_POINTS_LAST: "points_last",
    X_TURNS: "turns",
    X_TEMPO: "tempo",
    X_RECRUITS: "recruits",
    X_PRIZE: "prize",
    X_GLORY: "glory",
    X_RISK: "risk",
    X_ARMY: "army",
    X_QUALITY: "quality",
    X_HAND: "hand",
    X_TOKENS: "tokens",
    X_SETS: "sets",
    X_EXPOSED: "exposed",
    X_ORDER: "order",
})


ctypedef double row_t[FEATURES]


cdef float prospect(const Rules* r, const Journey* s, int era, float strength) noexcept nogil:
    """The best chance that a hand of some strength has against an open card of an era."""
    cdef uint64_t cards = s.open & r.of_era[era]
    cdef float best = 0
    while cards:
        best = max(best, chance_against(r, take_bit(&cards), strength))
    return best


cdef inline double sum_of(const float* values, uint64_t cards) noexcept nogil:
    cdef double total = 0
    while cards:
        total += values[take_bit(&cards)]
    return total


cdef double mean_power(const Rules* r, uint64_t cards) noexcept nogil:
    return sum_of(r.power, cards) / count_bits(cards) if cards else 0


cdef double restored_hand(const Rules* r, const Journey* s, int seat) noexcept nogil:
    """The power of a hand once it is filled up to four."""
    cdef int missing = HAND - <int>count_bits(s.hand[seat])
    cdef double power = sum_of(r.power, s.hand[seat])
    if missing > 0:
        power += missing * mean_power(r, s.deck[seat] if s.deck[seat] else s.discard[seat])
    return power


cdef void describe_seat(const Rules* r, const Journey* s, int seat, double* x) noexcept nogil:
    cdef int place = (seat - <int>s.first + r.seats) % r.seats if s.first != NONE else 0
    cdef int left = turns_left(r, s, place)
    cdef uint64_t cards = s.hand[seat] | s.deck[seat] | s.discard[seat] | fielded(r, s, seat)
    cdef int other
    cdef bint acts = s.first != NONE and s.phase != OVER_PHASE and active(r, s) == seat
    x[X_POINTS] = points(r, s, seat)
    x[X_TURNS] = left - (acts and s.phase > FACE_PHASE)
    x[X_TEMPO] = acts and s.phase <= FACE_PHASE
    for other in range(r.seats):
        if other != seat and (s.era[other] != s.era[seat] or s.era[seat] == NONE) and turns_left(
                r, s, (other - <int>s.first + r.seats) % r.seats if s.first != NONE else 0):
            x[X_EXPOSED] += prize(r, s, other, s.relics[seat], 2)
    if not left:
        return
    x[X_ARMY] = sum_of(r.merit, cards & r.board_cards) * left * 0.02
    x[X_QUALITY] = sum_of(r.merit, cards) / max(1, count_bits(cards)) * left * 0.1
    x[X_HAND] = restored_hand(r, s, seat) * 0.1
    x[X_TOKENS] = held_by(s, seat)
    x[X_SETS] = prize(r, s, seat, s.relic_deck, 2)
    x[X_ORDER] = <double>place / r.seats


cdef inline int turns_left(const Rules* r, const Journey* s, int place) noexcept nogil:
    """How many turns the player at a place of the round has not finished."""
    return (r.turns - place + r.seats - 1) // r.seats - (s.turn - place + r.seats - 1) // r.seats


cdef void describe_battle(const Rules* r, const Journey* s, row_t* out) noexcept nogil:
    """What the battle in progress will bring; until both have deployed, three units of the hand fight."""
    cdef Odds odds = Odds(0, 0, 0, 0, 0)
    cdef int attacker = active(r, s)
    cdef int units = TRIALS
    cdef float strength = strength_of(r, s.hand[attacker])
    if s.size[ATTACKER] and s.size[DEFENDER]:
        odds_of(r, s, &odds)
        units = expected_size(r, s)
    elif challenge(s):
        odds.win = chance_between(strength, strength_of(r, s.hand[s.defender] | fielded(r, s, s.defender)))
        odds.hold = 1 - odds.win
    else:
        odds.win = odds.gain = chance_against(r, s.line[DEFENDER][0], strength)
    out[attacker][X_RECRUITS] = odds.gain
    out[attacker][X_PRIZE] = odds.win * prize(r, s, attacker, relic_source(r, s), DEPLOYED + 1 - units)
    if challenge(s):
        out[attacker][X_GLORY] = odds.win * 2
        out[s.defender][X_GLORY] = odds.hold * 2 + odds.honour
        out[s.defender][X_RISK] = out[attacker][X_PRIZE]


cdef void describe_rewards(const Rules* r, const Journey* s, row_t* out) noexcept nogil:
    """What a winner is about to choose."""
    cdef int attacker = active(r, s)
    cdef int era
    if s.phase == PROWESS_PHASE or s.phase == KEEP_PHASE:
        out[seat_of(r, s, s.winner)][X_GLORY] = 2
        if s.winner == ATTACKER:
            out[attacker][X_PRIZE] = prize(r, s, attacker, s.relics[s.defender], DEPLOYED + 1 - s.deployed)
            out[s.defender][X_RISK] = out[attacker][X_PRIZE]
        return
    for era in range(ERAS):
        if s.offered[era]:
            out[attacker][X_PRIZE] = max(out[attacker][X_PRIZE], <double>step_of(r, s, attacker, era))


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """For each seat FEATURES numbers."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef row_t* of_seat = <row_t*>out
    cdef double* x
    cdef int seat
    memset(out, 0, r.seats * FEATURES * sizeof(double))
    for seat in range(r.seats):
        describe_seat(r, s, seat, of_seat[seat])
    if s.defender != NONE and s.phase <= REROLL_PHASE:
        describe_battle(r, s, of_seat)
    elif PROWESS_PHASE <= s.phase <= RELIC_CHOICE_PHASE:
        describe_rewards(r, s, of_seat)
    for seat in range(r.seats):
        x = of_seat[seat]
        x[X_POINTS] += x[X_RECRUITS] + x[X_PRIZE] + x[X_GLORY] - x[X_RISK]
        x[X_POINTS_LATE] = x[X_POINTS] * s.turn / r.turns
        x[X_POINTS_LAST] = x[X_POINTS] / (r.turns - s.turn) if s.turn < r.turns else 0


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double x[SEATS * FEATURES]
    if (<const Journey*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, x)
    win_chances(&(<const Rules*>rules).weights, x, out)
