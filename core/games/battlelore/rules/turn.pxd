# The course of the game, as functions of the contract, and what setting up a state needs of it.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef int to_move(const void* rules, const void* state) noexcept nogil
cdef int turn(const void* rules, const void* state) noexcept nogil
cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil
cdef void play(const void* rules, void* state, move_t move) noexcept nogil
cdef void returns(const void* rules, const void* state, double* out) noexcept nogil

cdef int acting_card(const Rules* r, const Battle* s) noexcept nogil
cdef int quota_of(const Rules* r, const Battle* s, int group) noexcept nogil
cdef void set_quotas(const Rules* r, Battle* s) noexcept nogil
cdef uint32_t eligible(const Rules* r, const Battle* s) noexcept nogil
cdef uint32_t meant(const Rules* r, const Battle* s) noexcept nogil
cdef uint32_t extra_orders(const Rules* r, const Battle* s) noexcept nogil
cdef uint32_t able_to_move(const Rules* r, const Battle* s) noexcept nogil
cdef void grant_attacks(const Rules* r, Battle* s) noexcept nogil
cdef uint32_t having_targets(const Rules* r, const Battle* s) noexcept nogil
