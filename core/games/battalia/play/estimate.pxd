from battlewise.core.games.battalia.state cimport *

cdef enum:
    FAR = 7                      # squares that heroes and roads are looked ahead for

cpdef enum:                      # the features of each seat
    OF_POINTS                    # victory points
    OF_POINTS_LATE               # times how near the end is, 0 to 1
    OF_FOURS                     # cities of the highest level
    OF_FOURS_LATE                # the same, times how near the end is
    OF_CITIES                    # cities
    OF_FRIMEN, OF_CHIEFS, OF_PRIESTS, OF_LORDS
    OF_SUPPLIES
    OF_TOOLS
    OF_WEAPONS                   # the Sword and the Shield too
    OF_CHANGERS                  # amulets, titles, scrolls, the Crown and the Book
    OF_HORSES
    OF_GREATS                    # great artefacts
    OF_COLOUR                    # share of its cards but supplies that are of its commonest faction
    OF_HEROES                    # on the map
    OF_TARGETS                   # levels of cities of others with one of its heroes on them or one step away
    OF_DANGER                    # levels of its cities with a hero of another on them or one step away
    OF_BUILD                     # levels that its hand can build or raise
    OF_HAND                      # cards in its hand, beyond the six
    OF_TURN                      # it is its turn
    OF_FRONTIER                  # empty squares to which a road from its cities leads
    OF_LINKED                    # levels of cities of others that roads join to its own
    OF_CARDS                     # in its deck
    OF_RANK                      # mean rank of the cards of its deck, 0 of all but units
    OF_QUEST                     # for each hero the best of what nobody owns, by worth / (1 + squares to it)
    OF_RAID                      # the same of the cities of others
    OF_BRIDGE                    # of what nobody owns and no road leads to yet, worth / (1 + roads to build)
    OF_STRIKE                    # worth of what its hand overcomes where its heroes stand, undefended
    OF_STOCKED, OF_SUPPLIED, OF_TOOLED, OF_ARMED     # cards up to 16; supplies, tools, weapons up to two
    FEATURES

cdef uint64_t prizes(const Rules* r, const World* s, int seat) noexcept nogil
cdef uint64_t wilds(const Rules* r, const World* s, int seat) noexcept nogil
cdef int worth(const Rules* r, const World* s, int square) noexcept nogil
cdef int plain_strength(const Rules* r, const World* s, int seat) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
