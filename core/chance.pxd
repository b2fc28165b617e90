# Chance nodes: what a game's `source` names is listed with probabilities, or drawn.
#
# A game's `source` calls one of these functions. `zero` is the outcome that number 0 is drawn; number n adds
# n to its first field.
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.bits cimport random_bit
from battlewise.core.dice cimport roll_pool
from battlewise.core.game cimport (
    BY_GAME, Contract, FROM_PILE, FROM_POOL, FROM_RANGE, FROM_SET, Outcomes, Source, move_t,
)
from battlewise.core.moves cimport packed, packed_rest
from battlewise.core.piles cimport draw_from_pile
from battlewise.core.rng cimport Rng, below

ctypedef void (*list_t)(const void* r, const void* s, Outcomes* out) noexcept nogil
ctypedef move_t (*draw_t)(const void* r, const void* s, Rng* rng) noexcept nogil


cdef inline void append(Outcomes* out, move_t move, double p) noexcept nogil:
    out.move[out.n] = move
    out.p[out.n] = p
    out.n += 1


cdef inline void draw_of(Source* out, move_t zero, int stream, const uint8_t* pile, int kinds,
                         int size) noexcept nogil:
    """Draw a card of a pile of `size` cards: the number drawn is its kind."""
    out.how, out.zero, out.stream = FROM_PILE, zero, stream
    out.pile, out.kinds, out.size = pile, kinds, size


cdef inline void lot_of(Source* out, move_t zero, int stream, uint64_t numbers) noexcept nogil:
    """Draw one of a set of numbers, all as likely."""
    out.how, out.zero, out.stream = FROM_SET, zero, stream
    out.numbers = numbers


cdef inline void range_of(Source* out, move_t zero, int stream, int size) noexcept nogil:
    """Draw one of the numbers 0..size-1, all as likely."""
    out.how, out.zero, out.stream = FROM_RANGE, zero, stream
    out.size = size


cdef inline void die_of(Source* out, int kind, int stream) noexcept nogil:
    """Roll a die of six faces: the outcome's first field is 1..6."""
    range_of(out, packed(kind, 1, 0, 0), stream, 6)


cdef inline void pool_of(Source* out, int kind, int stream, int dice) noexcept nogil:
    """Roll a pool of dice: what it shows is all of the outcome but the kind (core/dice)."""
    out.how, out.zero, out.stream = FROM_POOL, kind, stream
    out.size = dice


cdef inline void game_draws(Source* out, int stream, list_t list, draw_t draw) noexcept nogil:
    """What functions of the game list and draw."""
    out.how, out.stream = BY_GAME, stream
    out.list, out.draw = list, draw


cdef inline move_t outcome_of(const Source* source, int drawn) noexcept nogil:
    return source.zero + (<move_t>drawn << 8)


cdef inline move_t sample(const Contract* fn, const void* r, const void* s, Rng* rng) noexcept nogil:
    """An outcome of a chance node, drawn as `list_outcomes` weighs them."""
    cdef Source source
    fn.source(r, s, &source)
    if source.how == FROM_PILE:
        return outcome_of(&source, draw_from_pile(source.pile, source.kinds, source.size, rng))
    if source.how == FROM_RANGE:
        return outcome_of(&source, below(rng, source.size))
    if source.how == FROM_SET:
        return outcome_of(&source, random_bit(source.numbers, rng))
    if source.how == FROM_POOL:
        return packed_rest(source.zero, roll_pool(rng, source.size))
    return source.draw(r, s, rng)


cdef inline move_t roll(const Contract* fn, const void* r, void* s, Rng* rng) noexcept nogil:
    """Draw an outcome of a chance node and play it."""
    cdef move_t outcome = sample(fn, r, s, rng)
    fn.play(r, s, outcome)
    return outcome


cdef void list_outcomes(const Contract* fn, const void* r, const void* s, Outcomes* out) noexcept nogil
