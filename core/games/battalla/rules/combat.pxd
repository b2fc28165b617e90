# Attacks, the reacts to them and to moves, and direct attacks.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Rules, Table, kinds_t

cdef bint is_ready(const Rules* r, const Table* s, int square) noexcept nogil
cdef bint has_target(const Table* s, int square) noexcept nogil
cdef bint may_attack_directly(const Table* s, int square) noexcept nogil
cdef bint may_react(const Rules* r, const Table* s) noexcept nogil
cdef kinds_t reacts_in_hand(const Rules* r, const Table* s) noexcept nogil
cdef uint32_t guards(const Rules* r, const Table* s) noexcept nogil
cdef void react_with(const Rules* r, Table* s, int place) noexcept nogil
cdef void react(const Rules* r, Table* s, int kind) noexcept nogil
cdef void declare_attack(const Rules* r, Table* s, int square) noexcept nogil
cdef void declare_direct_attack(const Rules* r, Table* s, int square) noexcept nogil
cdef int damage_of(const Rules* r, const Table* s, int attacker, int defender) noexcept nogil
cdef void calculate_damage(const Rules* r, Table* s) noexcept nogil
cdef void check_health(const Rules* r, Table* s) noexcept nogil
cdef void end_battle(Table* s) noexcept nogil
cdef void take_penalty(const Rules* r, Table* s, int kind) noexcept nogil
cdef void end_game(Table* s, int result) noexcept nogil
