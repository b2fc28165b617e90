from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef int time_at(const Realm* s, int phase) noexcept nogil
cdef void open_window(const Rules* r, Realm* s, int window, int but) noexcept nogil
cdef int next_holder(const Rules* r, const Realm* s, int passed) noexcept nogil
cdef void window_on(const Rules* r, Realm* s) noexcept nogil
cdef void pass_window(const Rules* r, Realm* s) noexcept nogil
cdef void add_events(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void play_event(const Rules* r, Realm* s, int kind) noexcept nogil
cdef void pass_reaction(const Rules* r, Realm* s) noexcept nogil
cdef void forget_event(Realm* s) noexcept nogil
cdef bint elect(const Rules* r, Realm* s) noexcept nogil
cdef void elected(const Rules* r, Realm* s, int seat) noexcept nogil
cdef void event_on(const Rules* r, Realm* s) noexcept nogil
cdef int victim(const Realm* s) noexcept nogil
cdef void event_die(const Rules* r, Realm* s, int die) noexcept nogil
cdef void card_replaced(const Rules* r, Realm* s) noexcept nogil
cdef void event_lost(const Rules* r, Realm* s, int kind) noexcept nogil
cdef void event_taken(const Rules* r, Realm* s, int kind) noexcept nogil
cdef void marker_stolen(const Rules* r, Realm* s, int kind) noexcept nogil
cdef void legal_for_event(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void answer_event(const Rules* r, Realm* s, int kind, int a, int b, int c) noexcept nogil
