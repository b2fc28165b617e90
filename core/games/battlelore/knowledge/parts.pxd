from libc.stdint cimport uint8_t

from battlewise.core.games.battlelore.state cimport Battle

cdef bint in_combat(const Battle* s) noexcept
cdef object hex_doc(int number)
cdef object needed(object view, object name)
cdef int number_in(object name, object names) except -1
cdef int number_of_hex(object place, object field) except -1
cdef int unit_on(const Battle* s, object place, object field) except -1
cdef int first_card(uint8_t* deck, int kinds, uint8_t* size) noexcept
