# Parts of views that games share: sets and piles as objects, numbers that may be none.
from libc.stdint cimport uint8_t, uint64_t

cdef object pile_doc(const uint8_t* pile, object names)

cdef object set_doc(uint64_t cards, object names)

cdef object name_of(object names, int number)

cdef object number_of(int number)
