# Chance nodes: what a game's `source` names is listed with probabilities, or drawn.
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport Contract, Outcomes, Source, move_t
from battlewise.core.piles cimport pile_size
from battlewise.core.rng cimport Rng


cdef inline void append(Outcomes* out, move_t move, double p) noexcept nogil:
    out.move[out.n] = move
    out.p[out.n] = p
    out.n += 1


cdef inline void draw_of(Source* out, int kind, int stream, const uint8_t* pile, int kinds) noexcept nogil:
    """Draw a card of a pile: the outcome's first field is its kind."""
    out.kind = kind
    out.stream = stream
    out.pile = pile
    out.kinds = kinds
    out.size = pile_size(pile, kinds)


cdef inline void lot_of(Source* out, int kind, int stream, uint64_t numbers) noexcept nogil:
    """Draw one of a set of numbers, all as likely: it is the outcome's first field."""
    out.kind = kind
    out.stream = stream
    out.numbers = numbers


cdef inline void find_source(const Contract* fn, const void* r, const void* s, Source* out) noexcept nogil:
    """The source of a chance node."""
    out.stream = out.kind = out.base = out.b = out.c = out.dice = 0
    out.numbers = 0
    out.pile = NULL
    out.list = NULL
    out.draw = NULL
    fn.source(r, s, out)


cdef move_t sample(const Contract* fn, const void* r, const void* s, Rng* rng) noexcept nogil

cdef move_t roll(const Contract* fn, const void* r, void* s, Rng* rng) noexcept nogil

cdef void list_outcomes(const Contract* fn, const void* r, const void* s, Outcomes* out) noexcept nogil
