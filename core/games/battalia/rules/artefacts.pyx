"""Artefacts and great artefacts (RULES.md 3.7, 3.8, 5.1): what they can be played on, and what they do.

What an artefact has changed lies open on the table: its instances, virtual copies too, are counted in
`laid` until they are played. A card that is laid is not changed again.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport take_bit
from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.rules.board cimport flight_from, heroes_at, move_hero
from battlewise.core.games.battalia.rules.decks cimport (
    come_back, deploy, drop_ambush, find_card, search_units, settle, take_laid, use_card,
)
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add, add_three


# -- what can be played

cdef inline bint upgradable(const World* s, int seat, int kind, int ranks) noexcept nogil:
    """Whether a unit of the hand can rise by so many ranks."""
    return s.hand[seat][kind] > 0 and (kind >> 2) + ranks < RANKS and left_in(s, (kind >> 2) + ranks) > 0


cdef inline bint raises_twice(const Rules* r, const World* s, int side, int kind) noexcept nogil:
    """Whether a title or the Crown has two upgrades left, so that one unit may rise by two ranks."""
    return not hammered(s, side, kind >> 2) and doubled(r, s, kind) > 1 and s.laid[side][kind] != 1


cdef bint can_entitle(const World* s, int seat, bint twice) noexcept nogil:
    cdef int kind
    for kind in range(SECRET):
        if upgradable(s, seat, kind, 1) or twice and upgradable(s, seat, kind, 2):
            return True
    return False


cdef inline int stolen_of(const World* s, int side) noexcept nogil:
    """The stolen card that may still be changed; NONE."""
    return s.stolen if side == ATTACKER else NONE


cdef bint can_enchant(const Rules* r, const World* s, int seat, int amulet) noexcept nogil:
    """Whether a card is left to lay on an amulet of this kind, which may be the stolen card itself."""
    cdef int n = s.hand[seat][<int>SUPPLY]
    cdef int stolen = stolen_of(s, side_of(s))
    cdef int type
    if stolen != NONE and (stolen != amulet or s.laid[ATTACKER][amulet] > doubled(r, s, amulet)):
        n += 1
    for type in range(TYPES):
        n += four(&s.hand[seat][type * 4])
    return n > (0 if s.laid[side_of(s)][amulet] else 1)


cdef bint can_convert(const World* s, int seat, int scroll) noexcept nogil:
    """Whether a scroll of this kind can convert itself or another card."""
    cdef int type
    cdef bint from_hand = scroll != NONE and not s.laid[side_of(s)][scroll]
    if (from_hand or scroll != NONE and scroll == s.fresh[side_of(s)]) and four(&s.pool[SCROLL * 4]):
        return True
    for type in range(TYPES):
        if four(&s.hand[seat][type * 4]) > (from_hand and type == SCROLL) and left_in(s, type):
            return True
    return False


cdef int find_scroll(const Rules* r, const World* s, int seat, int side) noexcept nogil:
    """Which scroll is played: one that may still convert itself where another could convert nothing; NONE."""
    cdef int kind = find_card(r, s, seat, side, SCROLL)
    cdef bint by_hammer = hammered(s, side, SCROLL)
    if kind == NONE or can_convert(s, seat, NONE if by_hammer else kind):
        return kind
    if not by_hammer and s.fresh[side] != NONE and can_convert(s, seat, s.fresh[side]):
        return s.fresh[side]
    return NONE


cdef inline bint has_great(const World* s, int seat, int kind) noexcept nogil:
    return s.hand[seat][kind] or s.laid[side_of(s)][kind]


cdef void legal_uses(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """The artefacts that change cards, in battle too; outside battles the other artefacts as well."""
    cdef int seat = actor(r, s)
    cdef int side = side_of(s)
    cdef int kind
    kind = find_card(r, s, seat, side, TITLE)
    if kind != NONE and can_entitle(s, seat, raises_twice(r, s, side, kind)):
        add(out, USE, TITLE, 0)
    kind = find_card(r, s, seat, side, AMULET)
    if kind != NONE and can_enchant(r, s, seat, kind):
        add(out, USE, AMULET, 0)
    if find_scroll(r, s, seat, side) != NONE:
        add(out, USE, SCROLL, 0)
    if has_great(s, seat, CROWN) and can_entitle(s, seat, raises_twice(r, s, side, CROWN)):
        add(out, USE, CROWN, 0)
    if has_great(s, seat, BOOK) and can_convert(s, seat, NONE):
        add(out, USE, BOOK, 0)
    if s.target == NONE:
        legal_tents(r, s, seat, out)
        legal_greats(r, s, seat, out)


cdef void legal_greats(const Rules* r, const World* s, int seat, MoveList* out) noexcept nogil:
    """Great artefacts that have no place in a battle."""
    cdef int other, type
    if has_great(s, seat, HORN) and size_of(s.nation[seat]):
        add(out, USE, HORN, 0)
    if has_great(s, seat, HAND_OF_LUUT):
        for other in range(r.seats):
            if other != seat and size_of(s.nation[other]):
                add(out, USE, HAND_OF_LUUT, 0)
                break
    if has_great(s, seat, STAFF):
        add(out, USE, STAFF, 0)
    if has_great(s, seat, WINGS) and heroes_at(s, seat):
        add(out, USE, WINGS, 0)
    if has_great(s, seat, HAMMER) and s.hammer == NONE:
        for type in range(TOOL, HORSE + 1):
            if type != TENT:
                add(out, USE, HAMMER, type)


cdef void legal_tents(const Rules* r, const World* s, int seat, MoveList* out) noexcept nogil:
    """A tent, a supply and a card of the hand to station; the pavilion needs no supply."""
    cdef int kind, left
    if s.tent[seat][TENTS - 1][0] != NONE:
        return
    cdef bint changed = four(&s.laid[ATTACKER][TENT * 4]) > 0
    cdef bint tents = (changed or four(&s.hand[seat][TENT * 4]) > 0) and (
        s.hand[seat][<int>SUPPLY] + s.laid[ATTACKER][<int>SUPPLY] > 0)
    if not tents and not s.hand[seat][<int>PAVILION]:
        return
    left = size_of(s.hand[seat])
    for kind in range(GREAT, GREAT + GREATS):
        left -= s.hand[seat][kind]
    if s.hand[seat][<int>PAVILION] and left:
        add(out, USE, PAVILION, 0)
    if tents and left > (not changed) + (s.laid[ATTACKER][<int>SUPPLY] == 0):
        add(out, USE, TENT, 0)


cdef void legal_decamps(const World* s, int seat, MoveList* out) noexcept nogil:
    cdef int i
    for i in range(TENTS):
        if s.tent[seat][i][0] != NONE:
            add(out, DECAMP, i, 0)


# -- playing one

cdef void use(const Rules* r, World* s, int which, int as_type) noexcept nogil:
    """Begin to play an artefact (a type) or a great artefact (a kind)."""
    cdef int seat = actor(r, s)
    cdef int side = side_of(s)
    cdef int kind = which
    cdef bint own, by_hammer, twice
    s.roamed = s.last = 0
    if which == TENT or which == PAVILION:
        raise_tent(r, s, seat, which)
        return
    if which < TYPES:
        kind = find_scroll(r, s, seat, side) if which == SCROLL else find_card(r, s, seat, side, which)
    own = not s.laid[side][kind]
    by_hammer = hammered(s, side, which)
    if which == AMULET and by_hammer:
        ask(s, AMULET_PHASE, seat)
        return
    twice = raises_twice(r, s, side, kind)
    use_card(r, s, seat, side, kind)
    if which == TITLE or which == CROWN:
        s.source = kind
        s.strong = twice
        ask(s, TITLE_PHASE, seat)
    elif which == AMULET:
        if not own and kind != s.charmed[side]:
            complete_charm(s, side)
        ask(s, AMULET_PHASE, seat)
    elif which == SCROLL or which == BOOK:
        begin_scroll(s, side, kind, own, by_hammer)
        ask(s, SCROLL_PHASE, seat)
    elif which == HAMMER:
        s.hammer = as_type
        s.laid[side][as_type * 4] += 1
        resume(r, s)
    else:
        use_in_peace(r, s, seat, which)


cdef void use_in_peace(const Rules* r, World* s, int seat, int which) noexcept nogil:
    if which == HORN:
        s.strong = min(2, size_of(s.nation[seat]))
        s.last = 0
        ask(s, HORN_PHASE, seat)
    elif which == HAND_OF_LUUT:
        ask(s, ROB_PHASE, seat)
    elif which == STAFF:
        ask(s, STAFF_PHASE, seat)
    else:
        ask(s, WINGS_PHASE, seat)


cdef void begin_scroll(World* s, int side, int kind, bint own, bint by_hammer) noexcept nogil:
    """An illuminated scroll that is played for the first time may convert itself now or later. The Hammer and
    the Book do not change that. The Book leaves two more conversions.
    """
    if kind == BOOK:
        s.laid[side][SCROLL * 4] += 2
    elif not by_hammer and (own or s.fresh[side] == kind):
        s.source = kind
        s.fresh[side] = kind if own and s.laid[side][kind] else NONE


cdef void complete_charm(World* s, int side) noexcept nogil:
    """The action with the first card on an illuminated amulet ends before the die is rolled for the second:
    what is left of it is given up (ruling 24).
    """
    cdef int kind = s.charmed[side]
    if kind != NONE:
        s.laid[side][kind] = side == ATTACKER and s.hammer != NONE and kind == s.hammer * 4
        s.charmed[side] = NONE
        if kind == stolen_of(s, side):
            s.stolen = NONE


cdef inline bint hammers_charm(const World* s) noexcept nogil:
    """Whether the amulet whose die is thrown is the Hammer; it stays laid until then."""
    return s.hammer == AMULET and AMULET_PHASE <= s.phase <= DISPLACE_PHASE


cdef void lay_charmed(const Rules* r, World* s, int kind, int n) noexcept nogil:
    """Lay what an amulet has made of a card, and record what lies on an illuminated amulet that is to be used
    once more.
    """
    cdef int side = side_of(s)
    cdef bint again = ray(r, s) == AMULET and four(&s.laid[side][AMULET * 4]) and not hammers_charm(s)
    s.laid[side][kind] += n * doubled(r, s, kind)
    if again:
        s.charmed[side] = kind


cdef void raise_tent(const Rules* r, World* s, int seat, int which) noexcept nogil:
    """The tent leaves the hand, or, converted before, the table."""
    cdef int slot = 0
    cdef int kind = PAVILION
    if which == TENT:
        use_card(r, s, seat, ATTACKER, SUPPLY)
        kind = find_card(r, s, seat, ATTACKER, TENT)
    if s.laid[ATTACKER][kind]:
        take_laid(r, s, ATTACKER, kind, doubled(r, s, kind))
        lose(r, s, seat, kind)
    else:
        leave_hand(s, seat, kind)
    while s.tent[seat][slot][0] != NONE:
        slot += 1
    s.tent[seat][slot][0] = kind
    s.arg = slot
    s.strong = 2 if which == PAVILION else doubled(r, s, kind)
    s.last = 0
    ask(s, STATION_PHASE, seat)


# -- what is decided about it

cdef void legal_in_use(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """What an artefact is played on; an artefact that can be played on nothing is lost."""
    list_uses(r, s, out)
    if not out.n:
        add(out, PASS, 0, 0)


cdef void list_uses(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int seat = s.mover
    cdef int kind, ranks
    if s.phase == TITLE_PHASE:
        for kind in range(SECRET):
            for ranks in range(1, 2 + s.strong):
                if upgradable(s, seat, kind, ranks):
                    add(out, ENTITLE, kind, ranks)
    elif s.phase == AMULET_PHASE:
        for kind in range(SUPPLY + 1):
            if s.hand[seat][kind]:
                add(out, ENCHANT, kind, 0)
        if stolen_of(s, side_of(s)) != NONE:
            add(out, ENCHANT, s.stolen, 1)
    elif s.phase == WILD_PHASE:
        for kind in range(TYPES + 1):
            if kind != TENT:
                add(out, STANDS_FOR, kind, 0)
    elif s.phase == DISPLACE_PHASE:
        for kind in range(AMBUSH):
            add(out, DISPLACE, kind, 0)
    elif s.phase == SCROLL_PHASE:
        legal_in_scroll(s, seat, out)
    elif s.phase == STATION_PHASE:
        for kind in range(s.last, GREAT):
            if s.hand[seat][kind]:
                add(out, STATION, kind, 0)
        if s.tent[seat][s.arg][1] != NONE:
            add(out, STATION_NO_MORE, 0, 0)
    else:
        legal_with_greats(r, s, seat, out)


cdef void legal_in_scroll(const World* s, int seat, MoveList* out) noexcept nogil:
    cdef int kind, faction
    for kind in range(SUPPLY):
        if not s.hand[seat][kind] or not left_in(s, kind >> 2):
            continue
        for faction in range(FACTIONS):
            if faction != (kind & 3) and faction != s.absent:
                add(out, CONVERT, kind, faction)
    if s.source != NONE and four(&s.pool[SCROLL * 4]):
        for faction in range(FACTIONS):
            if faction != (s.source & 3) and faction != s.absent:
                add(out, CONVERT_ITSELF, faction, 0)


cdef void legal_with_greats(const Rules* r, const World* s, int seat, MoveList* out) noexcept nogil:
    cdef uint64_t found
    cdef int i, k
    if s.phase == HORN_PHASE:
        for i in range(s.last, KINDS):
            if s.nation[seat][i]:
                add(out, SUMMON, i, 0)
        add(out, SUMMON_NO_MORE, 0, 0)
    elif s.phase == ROB_PHASE:
        for i in range(r.seats):
            if i != seat and size_of(s.nation[i]):
                add(out, ROB, i, 0)
    elif s.phase == STEAL_PHASE:
        for i in range(KINDS):
            if s.nation[s.arg][i]:
                add(out, STEAL, i, 0)
    elif s.phase == STAFF_PHASE:
        for i in range(SQUARES):
            if s.shape[i] < SHAPES:
                for k in range(FACTIONS):
                    if k != s.terrain[i] and s.deck[s.shape[i]][k]:
                        add(out, TERRAFORM, i, k)
    else:
        for i in range(HEROES):
            if s.hero[seat][i] == NONE or (i and s.hero[seat][1] == s.hero[seat][0]):
                continue
            found = flight_from(r, s, seat, s.hero[seat][i])
            while found:
                add_three(out, FLY, seat * HEROES + i, take_bit(&found), s.hero[seat][i])


cdef void apply_use(const Rules* r, World* s, int kind, int a, int b) noexcept nogil:
    """Play a decision of `legal_in_use`, or a decampment."""
    cdef int seat = s.mover
    if kind == ENTITLE:
        entitle(r, s, seat, a, b)
    elif kind == ENCHANT:
        if b:
            enchant_stolen(r, s)
        else:
            spend(r, s, seat, a)
        s.subject = a
        s.strong = b
        ask(s, DIE_PHASE, CHANCE)
    elif kind == STANDS_FOR:
        stand_for(r, s, a)
    elif kind == DISPLACE:
        displace(r, s, seat, a)
    elif kind == CONVERT or kind == CONVERT_ITSELF:
        convert(r, s, seat, s.source if kind == CONVERT_ITSELF else a, a if kind == CONVERT_ITSELF else b,
                kind == CONVERT_ITSELF)
    elif kind == STATION:
        station(r, s, seat, a)
    elif kind == DECAMP:
        decamp(r, s, seat, a)
        if s.phase != RESPONSE_PHASE:
            end_use(r, s)
    elif kind == SUMMON:
        summon(r, s, seat, a)
    elif kind == ROB:
        s.arg = a
        ask(s, STEAL_PHASE, seat)
    elif kind == STEAL:
        steal(r, s, s.arg, a)
    elif kind == TERRAFORM:
        s.deck[s.shape[a]][s.terrain[a]] += 1
        s.deck[s.shape[a]][b] -= 1
        s.terrain[a] = b
        resume(r, s)
    elif kind == FLY:
        move_hero(s, seat, a % HEROES, b)
        resume(r, s)
    elif s.phase == STATION_PHASE and kind == PASS:
        decamp(r, s, seat, s.arg)
        end_use(r, s)
    else:
        memset(s.need, 0, NEEDS)
        s.action = NONE
        s.arg2 = 0
        end_use(r, s)


cdef void end_use(const Rules* r, World* s) noexcept nogil:
    if hammers_charm(s):
        use_card(r, s, active(r, s), ATTACKER, AMULET * 4)
    s.strong = s.last = s.arg = 0
    s.source = s.subject = NONE
    settle(r, s)


cdef void entitle(const Rules* r, World* s, int seat, int kind, int ranks) noexcept nogil:
    """The unit goes under its deck, one of its faction comes from that of the higher rank."""
    cdef int side = side_of(s)
    cdef int better = search_units(r, s, (kind >> 2) + ranks, kind & 3)
    leave_hand(s, seat, kind)
    s.under[kind] += 1
    gain(r, s, seat, better)
    s.laid[side][better] += 1
    if ranks == 2:
        take_laid(r, s, side, s.source, 1)
    end_use(r, s)


cdef void throw_die(const Rules* r, World* s, int face) noexcept nogil:
    """What the amulet does to the card on it. Copies of a tent could not be raised (ruling 17). A stolen card
    does not stay in ambush, because it goes back at the end of the turn (ruling 26).
    """
    cdef int seat = actor(r, s)
    if face <= 3:
        if s.subject >> 2 == TENT:
            face = 0 if s.strong else 1
        if face:
            lay_charmed(r, s, s.subject, face)
    elif face == 4 and not s.strong:
        lose(r, s, seat, s.subject)
        if ambushed(s, seat) == AMBUSH:
            ask(s, DISPLACE_PHASE, seat)
            return
        deploy(s, seat, s.subject, True)
    elif face == 6:
        s.subject = s.subject & 3 if has_faction(s.subject) else s.faction[seat]
        s.strong = 0
        ask(s, WILD_PHASE, seat)
        return
    end_use(r, s)


cdef void stand_for(const Rules* r, World* s, int type) noexcept nogil:
    """A wild card stands for a card of its own faction, a wild supply for one of its player's."""
    cdef int kind = SUPPLY if type == TYPES else type * 4 + s.subject
    lay_charmed(r, s, kind, 1)
    end_use(r, s)


cdef void displace(const Rules* r, World* s, int seat, int place) noexcept nogil:
    """A card of the ambush makes room for the one from the amulet."""
    cdef int kind = s.ambush[seat][place]
    if not s.shown[seat] >> place & 1:
        reveal_cards(s, seat, kind, s.known[seat][kind] + 1)
    drop_ambush(s, seat, place)
    s.shelter[seat][kind] += 1
    deploy(s, seat, s.subject, True)
    end_use(r, s)


cdef void convert(const Rules* r, World* s, int seat, int kind, int faction, bint itself) noexcept nogil:
    """The card goes back into its deck, one of the new faction comes out of it, which is shuffled."""
    cdef int type = kind >> 2
    cdef int found = type * 4 + faction
    s.source = NONE
    if itself:
        s.fresh[side_of(s)] = NONE
        lose(r, s, seat, kind)
    else:
        leave_hand(s, seat, kind)
    if type < RANKS:
        found = search_units(r, s, type, faction)
        come_back(s, kind)
        gain(r, s, seat, found)
        s.laid[side_of(s)][found] += 1
        end_use(r, s)
        return
    s.subject = kind
    s.action = CONVERT_ITSELF if itself else CONVERT
    s.arg = type
    if s.pool[found]:
        take_topmost(r, s, found)
    else:
        ask(s, TOPMOST_PHASE, CHANCE)


cdef void take_topmost(const Rules* r, World* s, int kind) noexcept nogil:
    """An artefact comes out of its deck: a new one, or one that a scroll has converted."""
    cdef int seat = actor(r, s)
    s.pool[kind] -= 1
    gain(r, s, seat, kind)
    if s.action != CREATE:
        s.pool[s.subject] += 1
    if s.action == CONVERT:
        s.laid[side_of(s)][kind] += doubled(r, s, kind)
    s.action = NONE
    end_use(r, s)


# -- tents, great artefacts

cdef bint can_station(const World* s, int seat) noexcept nogil:
    cdef int kind
    for kind in range(s.last, GREAT):
        if s.hand[seat][kind]:
            return True
    return False


cdef void station(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    cdef uint8_t* tent = s.tent[seat][s.arg]
    leave_hand(s, seat, kind)
    tent[1 if tent[1] == NONE else 2] = kind
    s.last = kind
    s.strong -= 1
    if not s.strong or not can_station(s, seat):
        end_use(r, s)


cdef void decamp(const Rules* r, World* s, int seat, int slot) noexcept nogil:
    """All the tent's cards come back to the hand, in sight of all; the tent is discarded."""
    cdef int i, k
    for k in range(1, 3):
        if s.tent[seat][slot][k] != NONE:
            s.hand[seat][s.tent[seat][slot][k]] += 1
            s.known[seat][s.tent[seat][slot][k]] += 1
    gain(r, s, seat, s.tent[seat][slot][0])
    for i in range(slot, TENTS):
        for k in range(3):
            s.tent[seat][i][k] = s.tent[seat][i + 1][k] if i + 1 < TENTS else NONE


cdef void summon(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    reveal_cards(s, seat, kind, s.known[seat][kind] + 1)
    s.nation[seat][kind] -= 1
    s.hand[seat][kind] += 1
    s.known[seat][kind] += 1
    s.strong -= 1
    s.last = kind
    if not s.strong:
        end_use(r, s)


cdef void steal(const Rules* r, World* s, int victim, int kind) noexcept nogil:
    """The card lies in its owner's shelter at once, and is played from there (rulings 17, 26)."""
    reveal_cards(s, victim, kind, s.known[victim][kind] + 1)
    s.nation[victim][kind] -= 1
    s.shelter[victim][kind] += 1
    if kind <= SUPPLY:
        s.stolen = kind
    if kind >> 2 != TENT and kind != PAVILION:
        s.laid[ATTACKER][kind] += doubled(r, s, kind)
    end_use(r, s)


cdef void enchant_stolen(const Rules* r, World* s) noexcept nogil:
    """The stolen card is on the amulet, and can no longer be played as it is; a tent could not."""
    cdef int kind = s.stolen
    if kind >> 2 != TENT:
        s.laid[ATTACKER][kind] -= doubled(r, s, kind)
    s.stolen = NONE


cdef void withdraw_hammer(const Rules* r, World* s) noexcept nogil:
    """The Hammer has no power once a battle has started (ruling 35)."""
    if s.hammer != NONE:
        take_laid(r, s, ATTACKER, s.hammer * 4, 1)
