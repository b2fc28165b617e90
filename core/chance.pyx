"""Every possible outcome of a chance node, with its probability."""
from battlewise.core.bits cimport count_bits, take_bit
from battlewise.core.dice cimport list_pool


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
                append(out, outcome_of(&source, i), <double>source.pile[i] / source.size)
    elif source.how == FROM_POOL:
        list_pool(source.size, source.zero, out)
    elif source.how == FROM_RANGE:
        for i in range(source.size):
            append(out, outcome_of(&source, i), 1.0 / source.size)
    elif source.how == FROM_SET:
        numbers = source.numbers
        size = count_bits(numbers)
        while numbers:
            append(out, outcome_of(&source, take_bit(&numbers)), 1.0 / size)
    else:
        source.list(r, s, out)
