from battlewise.core.games.history.rules.battle cimport Lineup
from battlewise.core.games.history.state cimport *

cdef enum:
    ODDS_WORDS = 3               # of 64 bits, that hold an `Odds`

# What a battle comes to, on average.
cdef struct Odds:
    float win                    # the attacker's chance to win
    float hold                   # the defender's
    float gain                   # points of the defenders that are defeated
    float fallen                 # attackers defeated
    float honour                 # points that a challenged player gets for them

cdef void odds_of(const Rules* r, const Journey* s, Odds* out) noexcept nogil
cdef void glance(const Rules* r, const Journey* s, Odds* out) noexcept nogil
cdef int expected_size(const Rules* r, const Journey* s) noexcept nogil
cdef float prize(const Rules* r, const Journey* s, int seat, const uint8_t* source, int draws) noexcept nogil
cdef void fill_trials(Rules* r) noexcept nogil
cdef float strength_of(const Rules* r, uint64_t cards) noexcept nogil
cdef float chance_against(const Rules* r, int card, float strength) noexcept nogil
cdef float chance_between(float attack, float defence) noexcept nogil
