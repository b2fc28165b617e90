"""What happens at a chance node: every outcome with its probability, or one of them drawn."""
from battlewise.core.bits cimport count_bits, random_bit, take_bit
from battlewise.core.dice cimport list_pool, roll_pool
from battlewise.core.moves cimport packed, packed_rest
from battlewise.core.piles cimport draw_from_pile


cdef move_t sample(const Contract* fn, const void* r, const void* s, Rng* rng) noexcept nogil:
    """An outcome of a chance node, drawn as `list_outcomes` weighs them."""
    cdef Source source
    cdef int drawn
    find_source(fn, r, s, &source)
    if source.pile != NULL:
        drawn = draw_from_pile(source.pile, source.kinds, source.size, rng)
    elif source.numbers:
        drawn = random_bit(source.numbers, rng)
    elif source.draw != NULL:
        return source.draw(r, s, rng)
    else:
        return packed_rest(source.kind, roll_pool(rng, source.dice))
    return packed(source.kind, drawn + source.base, source.b, source.c)


cdef move_t roll(const Contract* fn, const void* r, void* s, Rng* rng) noexcept nogil:
    """Draw an outcome of a chance node and play it."""
    cdef move_t outcome = sample(fn, r, s, rng)
    fn.play(r, s, outcome)
    return outcome


cdef void list_outcomes(const Contract* fn, const void* r, const void* s, Outcomes* out) noexcept nogil:
    """Each outcome once; the probabilities add up to 1."""
    cdef Source source
    cdef uint64_t numbers
    cdef int i, size
    find_source(fn, r, s, &source)
    out.n = 0
    if source.pile != NULL:
        for i in range(source.kinds):
            if source.pile[i]:
                append(out, packed(source.kind, i + source.base, source.b, source.c),
                       <double>source.pile[i] / source.size)
    elif source.numbers:
        numbers = source.numbers
        size = count_bits(numbers)
        while numbers:
            append(out, packed(source.kind, take_bit(&numbers) + source.base, source.b, source.c), 1.0 / size)
    elif source.list != NULL:
        source.list(r, s, out)
    else:
        list_pool(source.dice, source.kind, out)
