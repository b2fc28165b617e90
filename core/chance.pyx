"""What happens at a chance node: every outcome with its probability, or one of them drawn."""
from battlewise.core.bits cimport count_bits, random_bit, take_bit
from battlewise.core.dice cimport list_pool, roll_pool
from battlewise.core.moves cimport packed, packed_rest
from battlewise.core.piles cimport draw_from_pile
from battlewise.core.rng cimport below


cdef inline move_t _outcome(const Source* source, int drawn) noexcept nogil:
    return packed(source.kind, drawn + source.base, source.b, source.c)


cdef inline move_t _sample(const Contract* fn, const void* r, const void* s, Rng* rng) noexcept nogil:
    cdef Source source
    fn.source(r, s, &source)
    if source.how == FROM_PILE:
        return _outcome(&source, draw_from_pile(source.pile, source.kinds, source.size, rng))
    if source.how == FROM_POOL:
        return packed_rest(source.kind, roll_pool(rng, source.size))
    if source.how == FROM_RANGE:
        return _outcome(&source, below(rng, source.size))
    if source.how == FROM_SET:
        return _outcome(&source, random_bit(source.numbers, rng))
    return source.draw(r, s, rng)


cdef move_t sample(const Contract* fn, const void* r, const void* s, Rng* rng) noexcept nogil:
    """An outcome of a chance node, drawn as `list_outcomes` weighs them."""
    return _sample(fn, r, s, rng)


cdef move_t roll(const Contract* fn, const void* r, void* s, Rng* rng) noexcept nogil:
    """Draw an outcome of a chance node and play it."""
    cdef move_t outcome = _sample(fn, r, s, rng)
    fn.play(r, s, outcome)
    return outcome


cdef void list_outcomes(const Contract* fn, const void* r, const void* s, Outcomes* out) noexcept nogil:
    """Each outcome once; the probabilities add up to 1."""
    cdef Source source
    cdef uint64_t numbers
    cdef int i, size
    fn.source(r, s, &source)
    out.n = 0
    if source.how == FROM_PILE:
        for i in range(source.kinds):
            if source.pile[i]:
                append(out, _outcome(&source, i), <double>source.pile[i] / source.size)
    elif source.how == FROM_POOL:
        list_pool(source.size, source.kind, out)
    elif source.how == FROM_RANGE:
        for i in range(source.size):
            append(out, _outcome(&source, i), 1.0 / source.size)
    elif source.how == FROM_SET:
        numbers = source.numbers
        size = count_bits(numbers)
        while numbers:
            append(out, _outcome(&source, take_bit(&numbers)), 1.0 / size)
    else:
        source.list(r, s, out)
