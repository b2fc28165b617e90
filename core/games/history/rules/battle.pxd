from libc.stdint cimport int8_t, uint8_t

from battlewise.core.games.history.state cimport *

cdef enum:
    MOST_BLOWS = 64              # damage points of a battle that a `Report` holds

# One side's line-up, ready to fight.
cdef struct Lineup:
    int n
    int total[LINES]             # of all units
    int8_t value[SLOTS][LINES]
    int8_t health[SLOTS]
    int8_t heroic_death[SLOTS]
    int8_t accuracy[SLOTS]
    int8_t diversion[SLOTS]
    uint8_t links                # bits: a counter between this unit and the next
    uint8_t special              # some unit has accuracy or diversion

cdef struct Blow:
    uint8_t line                 # of combat
    uint8_t side, unit           # who suffered
    uint8_t heroic, linked, defeated     # dealt by a heroic death; taken by a link counter

cdef struct Report:
    int totals[LINES][2]
    int lines                    # how many were fought
    int blows
    Blow blow[MOST_BLOWS]

cdef void line_up(const Rules* r, const uint8_t* cards, const uint8_t* armed, int n, int links,
                  Lineup* out) noexcept nogil
cdef int link_bits(const Rules* r, const uint8_t* cards, int n, int side) noexcept nogil
cdef bint linked(const Rules* r, int front, int back) noexcept nogil
cdef void fight(const Lineup* attacker, const Lineup* defender, const int8_t* attack_die,
                const int8_t* defence_die, uint8_t* standing, Report* report) noexcept nogil
cdef int victor(const uint8_t* standing) noexcept nogil
