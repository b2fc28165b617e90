from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef object describe(const Rules* r, const Battle* s, int viewer, object names)
cdef object describe_combat(const Battle* s)
cdef object restore_ground(const Rules* r, Battle* s, object fields, int viewer, object names)
cdef object restore_lore(const Rules* r, Battle* s, object fields, int viewer, object names)
cdef object restore_combat(Battle* s, object combat)
cdef object restore_setup(const Rules* r, Battle* s, object fields, int viewer, object names)
