"""What must be true of cards: each is in one place, and what all know is there (RULES.md 6)."""
from libc.stdint cimport uint8_t

from battlewise.core.games.battalia.rules.decks cimport deck_size, greats_of
from battlewise.core.games.battalia.knowledge.redeal cimport closed_cards
from battlewise.core.games.battalia.state cimport *
from battlewise.core.games.battalia.knowledge.views cimport in_game, on_the_way


cdef const char* check_cards(const Rules* r, const World* s) noexcept nogil:
    cdef const char* problem = check_places(r, s)
    cdef int seat
    if problem == NULL:
        problem = check_numbers(r, s)
    if problem == NULL:
        problem = check_greats(r, s)
    for seat in range(r.seats):
        if problem == NULL:
            problem = check_player(r, s, seat)
    if problem == NULL:
        problem = check_table(r, s)
    return problem


cdef inline bint tentlike(int kind) noexcept nogil:
    return kind >> 2 == TENT or kind == PAVILION


cdef const char* check_places(const Rules* r, const World* s) noexcept nogil:
    """The top of a deck is a unit of it; what each player has is in its place."""
    cdef const char* problem
    cdef int seat, i
    for i in range(RANKS):
        if s.top[i] != NONE and s.top[i] != UNBOUND + i and (s.top[i] >= SUPPLY or s.top[i] >> 2 != i):
            return "tops: must be a unit of each rank in turn: friman, chief, priest, lord"
    for seat in range(SEATS):
        problem = check_zones(s, seat)
        if problem != NULL:
            return problem
    return NULL


cdef const char* check_zones(const World* s, int seat) noexcept nogil:
    """Ambush and tents of a player are filled from the front."""
    cdef int i, k
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and (s.ambush[seat][i] >= GREAT + GREATS or (
                i and s.ambush[seat][i - 1] == NONE)):
            return "players.ambush: a card in ambush is none, or behind an empty place"
        if s.ambush[seat][i] == NONE and s.shown[seat] >> i & 1:
            return "players.ambush: an empty place is known"
    if s.shown[seat] >> AMBUSH:
        return "players.ambush: there is no such place in ambush"
    for i in range(TENTS):
        if s.tent[seat][i][0] == NONE:
            if s.tent[seat][i][1] != NONE or s.tent[seat][i][2] != NONE:
                return "players.tents: cards are stationed without a tent"
            continue
        if not tentlike(s.tent[seat][i][0]) or i and s.tent[seat][i - 1][0] == NONE:
            return "players.tents.tent: must be a tent or the Pavilion of Eyla"
        for k in range(1, 3):
            if s.tent[seat][i][k] != NONE and s.tent[seat][i][k] >= GREAT:
                return "players.tents.cards: must be no great artefact, which is not stationed"
        if s.tent[seat][i][1] == NONE and (
                s.tent[seat][i][2] != NONE or s.phase != STATION_PHASE or s.arg != i):
            return ("players.tents.cards: must have a card; only the tent that is filled in the phase "
                    "station is empty")
        if s.tent[seat][i][2] != NONE and s.tent[seat][i][2] < s.tent[seat][i][1]:
            return "players.tents.cards: of two stationed cards the lower kind is named first"
    return NULL


cdef const char* check_numbers(const Rules* r, const World* s) noexcept nogil:
    """No kind is there more often than in the game; what is nowhere is in limbo."""
    cdef int left[KINDS]
    cdef int seat, i, k
    in_game(r, s, left)
    for i in range(KINDS):
        left[i] -= s.pool[i] + s.table[i] + (s.under[i] if i < RANKS * FACTIONS else 0)
        for seat in range(SEATS):
            left[i] -= s.hand[seat][i] + s.nation[seat][i] + s.shelter[seat][i]
    for i in range(RANKS):
        if s.top[i] != NONE:
            left[s.top[i]] -= 1
    for seat in range(SEATS):
        for i in range(AMBUSH):
            if s.ambush[seat][i] != NONE:
                left[s.ambush[seat][i]] -= 1
        for i in range(TENTS):
            for k in range(3):
                if s.tent[seat][i][k] != NONE:
                    left[s.tent[seat][i][k]] -= 1
    if on_the_way(s) != NONE:
        if on_the_way(s) >= KINDS:
            return "table: there is no such card"
        left[on_the_way(s)] -= 1
    for i in range(GREAT):
        if left[i] < 0 or left[i] and s.phase <= START_PHASE:
            return ("players.cards: there are more or fewer cards of a kind than there can be in all "
                    "places together")
    if left[KINDS - 1]:
        return "returned: there is no such card"
    for i in range(SECRET):
        if s.returned[i] > s.pool[i] or s.returned[i] and s.phase <= START_PHASE:
            return "returned: more units came back into a deck than lie there"
    return NULL


cdef const char* check_greats(const Rules* r, const World* s) noexcept nogil:
    """Each great artefact is in one place: on offer, below a sanctuary, a player's, in limbo, in the box."""
    cdef int n[GREATS]
    cdef int seat, i, k
    cdef int owned = 0
    for i in range(GREATS):
        n[i] = s.pool[GREAT + i] + (s.gone >> i & 1) + s.table[GREAT + i]
        for seat in range(SEATS):
            n[i] += s.hand[seat][GREAT + i] + s.nation[seat][GREAT + i] + s.shelter[seat][GREAT + i]
            for k in range(AMBUSH):
                n[i] += s.ambush[seat][k] == GREAT + i
            if GREAT + i == PAVILION:
                for k in range(TENTS):
                    n[i] += s.tent[seat][k][0] == PAVILION
        if r.volcano and s.pool[GREAT + i] or s.gone >> GREATS:
            return "offered: a great artefact is on offer beside the volcano, or does not exist"
    for i in range(FACTIONS):
        if s.buried[i][0] == NONE and s.buried[i][1] != NONE:
            return "sanctuaries: of buried artefacts the first is named first"
        for k in range(2):
            if s.buried[i][k] != NONE:
                if not r.volcano or not GREAT <= s.buried[i][k] < GREAT + GREATS:
                    return "sanctuaries: no great artefact lies there"
                n[s.buried[i][k] - GREAT] += 1
    for i in range(GREATS):
        owned += n[i]
        if n[i] > 1:
            return "offered: a great artefact is in two places"
    if owned > (2 * FACTIONS if r.volcano else r.offered):
        return "offered: there are more great artefacts than in the game"
    for seat in range(r.seats):
        if greats_of(r, s, seat) > r.greats_each or (s.phase <= START_PHASE and greats_of(r, s, seat)):
            return "players.cards: a player has more great artefacts than allowed"
    return NULL


cdef const char* check_player(const Rules* r, const World* s, int seat) noexcept nogil:
    """What all know of a player's closed cards is true."""
    cdef uint8_t closed[KINDS]
    cdef int kind, elsewhere
    closed_cards(s, seat, closed)
    if four(s.unseen[seat]) > 3 or four(&s.unseen[seat][4]) > 1 or four(&s.unseen[seat][8]) > 1:
        return "players.unseen: must be at most what was dealt: 3 frimen, 1 chief, 1 priest"
    for kind in range(KINDS):
        elsewhere = s.unseen[seat][kind] if kind < SECRET else 0
        if closed[kind] < elsewhere:
            return "players.unseen: must be among the cards of hand, nation and hidden ambush"
        if s.known[seat][kind] > s.hand[seat][kind]:
            return "players.known: must be cards of the hand"
        elsewhere += s.known[seat][kind]
        if closed[kind] < elsewhere:
            return "players.known: must be among `cards`, which all have seen"
    if size_of(s.hand[seat]) > MOST_IN_HAND:
        return "players.hand_size: must be at most 60"
    if s.phase > START_PHASE and deck_size(r, s, seat) < LEAST_DECK - (on_the_way(s) != NONE):
        return ("players.cards: with `unseen`, shelter, known ambush and tents, and of the active player the "
                "table, must be ten cards or more")
    if s.phase == SUSPEND_PHASE and seat == active(r, s) and deck_size(r, s, seat) <= LEAST_DECK:
        return "players.cards: must be more than ten cards in all, as one is to be suspended"
    return NULL


cdef bint check_laid(const Rules* r, const World* s, int side, const uint8_t* played) noexcept nogil:
    """Whether more is laid than what has been played allows: a card three times, illuminated six times; by
    amulets, the Hand and others two of any type for each card.
    """
    cdef int borrowed = (four(&played[AMULET * 4]) + played[<int>HAND_OF_LUUT] + played[<int>HAMMER]
                         + played[<int>CROWN] + played[<int>BOOK])
    cdef int type, kind, n
    if borrowed:
        borrowed = 2 * size_of(played) + 2
    for type in range(TYPES):
        n = four(&played[type * 4])
        if type == SCROLL and s.phase == TOPMOST_PHASE:
            n += 1
        if four(&s.laid[side][type * 4]) > 6 * n + borrowed:
            return True
    for kind in range(SUPPLY, KINDS):
        if s.laid[side][kind] > 6 * played[kind] + borrowed:
            return True
    for kind in range(TENT * 4, TENT * 4 + 4):
        if s.laid[side][kind] > played[kind] * doubled(r, s, kind):
            return True
    kind = s.fresh[side]
    if kind != NONE and (kind >> 2 != SCROLL or not s.laid[side][kind] or not played[kind]):
        return True
    kind = s.charmed[side]
    return kind != NONE and (kind > SUPPLY or not s.laid[side][kind] or ray(r, s) != AMULET
                             or not four(&s.laid[side][AMULET * 4]))


cdef bint lies_open(const Rules* r, const World* s, int kind) noexcept nogil:
    """Whether the Hand of Luut can have taken a card of a kind: it lies in another player's shelter."""
    cdef int seat
    for seat in range(r.seats):
        if s.table[<int>HAND_OF_LUUT] and seat != active(r, s) and s.shelter[seat][kind]:
            return True
    return False


cdef const char* check_table(const Rules* r, const World* s) noexcept nogil:
    """Cards lie on the table during actions and battles."""
    cdef int i
    cdef bint acting = ACTION_PHASE <= s.phase <= SPOILS_PHASE
    cdef int laid = 0
    for i in range(KINDS):
        if s.table[i] and not acting and s.phase != OVER_PHASE:
            return "table: cards lie on the table outside a turn's actions"
        laid += s.laid[0][i] + s.laid[1][i]
    for i in range(2):
        if s.fresh[i] != NONE and (s.fresh[i] >= SUPPLY or i == DEFENDER and s.victim == NONE):
            return "laid: there is no such scroll to play once more"
        if s.charmed[i] != NONE and (not acting or i == DEFENDER and s.victim == NONE):
            return "charmed: there is no such amulet to play once more"
    if laid and not acting or laid > MOST_LAID or s.laid[0][KINDS - 1] or s.laid[1][KINDS - 1]:
        return "laid: more cards can be played from the table than there are"
    if check_laid(r, s, ATTACKER, &s.table[0]) or s.victim != NONE and check_laid(
            r, s, DEFENDER, &s.shelter[s.victim][0]):
        return "laid: more can be played from the table than the cards on it allow"
    if s.hammer != NONE and (s.hammer < TOOL or s.hammer >= TYPES or s.hammer == TENT
                             or not s.laid[ATTACKER][s.hammer * 4]):
        return "hammer: the Hammer stands for nothing that lies there"
    if s.hammer != NONE and s.target != NONE:
        return "hammer: the Hammer has no power in battle"
    if s.stolen != NONE and (not acting or s.stolen > SUPPLY or not lies_open(r, s, s.stolen)
                             or s.stolen >> 2 != TENT
                             and s.laid[ATTACKER][s.stolen] < doubled(r, s, s.stolen)):
        return "stolen: there is no such stolen card to play"
    return NULL
