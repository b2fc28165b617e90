from libc.stdint cimport uint8_t

from battlewise.core.games.battlelore.state cimport Battle

cdef bint in_combat(const Battle* s) noexcept
cdef object hex_doc(int number)
cdef object numbers_of(object fields, object name, int length, int most, object default)
cdef int number_of_hex(object fields, object name) except -1
cdef int first_card(uint8_t* deck, int kinds, uint8_t* size) noexcept
