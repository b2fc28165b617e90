from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *


cdef inline int pieces(const Realm* s, int army, int area) noexcept nogil:
    return s.soldiers[army][area] + s.commanders[army][area]


cdef inline bint has_card(const Realm* s, int area) noexcept nogil:
    return s.card >> area & 1


cdef inline void no_lone_commander(Realm* s, int army, int area) noexcept nogil:
    if area != RESERVE and not s.soldiers[army][area]:
        s.commanders[army][RESERVE] += s.commanders[army][area]
        s.commanders[army][area] = 0


cdef int held(const Realm* s, int army) noexcept nogil
cdef int front_of(int army, int area) noexcept nogil
cdef bint strikes(const Realm* s, int army, int area) noexcept nogil
cdef int strength(const Realm* s, int army, int area) noexcept nogil
cdef int gun_strength(const Realm* s) noexcept nogil
cdef int choices(const Rules* r, const Realm* s) noexcept nogil
cdef int most_retreating(const Realm* s, int army, int area, int losses) noexcept nogil
cdef int least_retreating(const Realm* s, int army, int area, int losses) noexcept nogil
cdef void begin_round(const Rules* r, Realm* s) noexcept nogil
cdef void battle_on(const Rules* r, Realm* s) noexcept nogil
cdef void fire(const Rules* r, Realm* s, int die) noexcept nogil
cdef void strike(const Rules* r, Realm* s, int die) noexcept nogil
cdef void enemy_chooses(const Rules* r, Realm* s, int area) noexcept nogil
cdef void legal_attacks(const Realm* s, MoveList* out) noexcept nogil
cdef void legal_redeployment(const Realm* s, MoveList* out) noexcept nogil
cdef void legal_in_battle(const Realm* s, MoveList* out) noexcept nogil
cdef void decide_in_battle(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil
cdef void clear_sector(Realm* s, int area) noexcept nogil
cdef void remove_soldier(Realm* s, int area) noexcept nogil
cdef void rout(Realm* s, int more) noexcept nogil
