"""Who knows what: only the hands are hidden (RULES.md 7); and what must be true of every state."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.dice cimport showing
from battlewise.core.game cimport OVER, hash_bytes, move_t
from battlewise.core.games.battlelore.board cimport OFF_BOARD, adjacent, ctz, popcount
from battlewise.core.games.battlelore.combat cimport (
    beyond, dice_of, directions_away, roller, struck, targets,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.games.battlelore.turn cimport (
    able_to_move, acting_card, eligible, grant_attacks, having_targets, quota_of, winner_by_points,
)
from battlewise.core.rng cimport Rng, below


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """A draw is known to him who draws; everything else to everybody."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int seat
    if move & 255 != DRAW:
        return move
    seat = s.hand_size[0] == r.starting_hand if s.phase == SETUP_PHASE else s.turn & 1
    return move if seat == viewer else DRAW


cdef void gather(Battle* s, int viewer) noexcept nogil:
    """Put the hands that a viewer does not know into the deck; their sizes stay."""
    cdef int seat, card
    for seat in range(2):
        if seat == viewer:
            continue
        for card in range(CARDS):
            s.deck[card] += s.hand[seat][card]
            s.hand[seat][card] = 0
        s.deck_size += s.hand_size[seat]


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef Battle* s = <Battle*>state
    cdef int seat, _i, k, card
    gather(s, viewer)
    for seat in range(2):
        if seat == viewer:
            continue
        for _i in range(s.hand_size[seat]):
            k = below(rng, s.deck_size)
            card = 0
            while k >= s.deck[card]:
                k -= s.deck[card]
                card += 1
            s.deck[card] -= 1
            s.deck_size -= 1
            s.hand[seat][card] += 1


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    """A hash of everything but `unit_at`, which follows from the rest."""
    cdef Battle known
    memcpy(&known, state, sizeof(Battle))
    gather(&known, viewer)
    return hash_bytes(&known, <char*>known.unit_at - <char*>&known, viewer + 1)


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef const char* problem = check_units(r, s)
    if problem == NULL:
        problem = check_cards(r, s)
    if problem == NULL:
        problem = check_turn(r, s)
    if problem == NULL and s.phase >= ORDER_PHASE and s.phase <= PURSUIT_PHASE:
        problem = check_main_phase(r, s)
    if problem == NULL and s.phase >= ROLL_PHASE and s.phase <= PURSUIT_PHASE:
        problem = check_combat(r, s)
    return problem


cdef const char* check_units(const Rules* r, const Battle* s) noexcept nogil:
    cdef uint32_t all_units = s.units[0] | s.units[1]
    cdef int n = popcount(all_units)
    cdef int slot, hexagon
    cdef int found = 0
    if s.units[0] & s.units[1] or n > SLOTS or all_units != (<uint32_t>1 << n) - 1:
        return "the units' slots are not dense"
    if s.poisoned & ~all_units:
        return "a unit that does not exist is poisoned"
    for slot in range(n):
        if s.type[slot] >= r.types or s.hex[slot] >= HEXES or not (r.board.on >> s.hex[slot]) & 1:
            return "a unit has no type or is off the board"
        if not 0 < s.figures[slot] <= r.unit[s.type[slot]].health:
            return "a unit has no figures or too many"
        if s.unit_at[s.hex[slot]] != slot + 1 or not (hexes_of(s, side_of(s, slot)) >> s.hex[slot]) & 1:
            return "two units are on one hex"
    for hexagon in range(HEXES):
        found += s.unit_at[hexagon] != 0
    if (found != n or bits(s.occupied[0]) != popcount(s.units[0])
            or bits(s.occupied[1]) != popcount(s.units[1])):
        return "a hex is occupied by no unit"
    if s.phase != OVER_PHASE and (not s.units[0] or not s.units[1]):
        return "a side has no units, but the game is not over"
    return NULL


cdef int bits(const uint64_t* half) noexcept nogil:
    return (popcount(<uint32_t>half[0]) + popcount(<uint32_t>(half[0] >> 32))
            + popcount(<uint32_t>half[1]) + popcount(<uint32_t>(half[1] >> 32)))


cdef const char* check_cards(const Rules* r, const Battle* s) noexcept nogil:
    cdef int card
    cdef int size[2]
    cdef int deck = 0
    size[0] = size[1] = 0
    for card in range(CARDS):
        if s.deck[card] + s.discard[card] + s.hand[0][card] + s.hand[1][card] != r.card[card].count:
            return "there are more or fewer of a card than the deck list has"
        if s.phase == SETUP_PHASE and s.discard[card]:
            return "a card has been discarded before the first turn"
        deck += s.deck[card]
        size[0] += s.hand[0][card]
        size[1] += s.hand[1][card]
    if size[0] != s.hand_size[0] or size[1] != s.hand_size[1] or deck != s.deck_size:
        return "a hand's or the deck's size is wrong"
    if s.phase == SETUP_PHASE:
        if size[1] and size[0] < r.starting_hand or size[1] >= r.starting_hand or size[0] > r.starting_hand:
            return "the starting hands are not drawn in order"
    elif s.phase != OVER_PHASE:
        card = s.turn & 1
        if size[1 - card] != r.starting_hand or size[card] != r.starting_hand - (s.phase > COMMAND_PHASE):
            return "a hand has not as many cards as it must have in this phase"
    if (s.phase == SETUP_PHASE or s.phase == DRAW_PHASE) and not deck:
        return "the deck is empty"
    return NULL


cdef const char* check_turn(const Rules* r, const Battle* s) noexcept nogil:
    """The turn's own fields: whose decision it is, and the card played."""
    cdef bint main = s.phase >= ORDER_PHASE and s.phase <= PURSUIT_PHASE
    if s.phase == OVER_PHASE:
        if s.mover != OVER or not s.result or s.card != NONE or s.last_card != NONE:
            return "the game is not over"
        return check_nobody_acts(s)
    if s.turn >= r.turn_limit or s.result:
        return "the turn limit has been reached"
    if not s.turn and s.last_card != NONE:
        return "a card has been played before the first turn"
    if s.phase <= COMMAND_PHASE and s.card != NONE:
        return "a card has been played before the Command Step"
    if s.phase == SETUP_PHASE and (s.turn or s.vp[0] or s.vp[1] or s.lore[0] or s.lore[1]):
        return "the set-up comes before the first turn, so nobody has VP or lore"
    if s.phase < EXCHANGE_PHASE and winner_by_points(r, s):
        return "a player has enough VP to have won"
    if s.phase > COMMAND_PHASE and (s.card >= r.cards or s.acting != acting_card(r, s)):
        return "no card has been played"
    if s.phase > COMMAND_PHASE and s.phase < DRAW_PHASE and not s.discard[s.card]:
        return "the card played is not in the discard pile"
    if s.phase == SONG_PHASE and not r.card[s.acting].rolls:
        return "the card played rolls no dice"
    if s.phase == EXCHANGE_PHASE and s.lore[s.turn & 1] < r.exchange_lore:
        return "there is not enough lore to exchange"
    if (s.phase < ROLL_PHASE or s.phase > PURSUIT_PHASE) and (s.attacker != NONE or s.dice):
        return "there is a combat outside the Attack Step"
    return NULL if main else check_nobody_acts(s)


cdef const char* check_nobody_acts(const Battle* s) noexcept nogil:
    if s.ordered | s.moved | s.waiting | s.put_off | s.attacks[0] | s.pursued | s.charge:
        return "units are ordered outside the Main Phase"
    return NULL


cdef const char* check_main_phase(const Rules* r, const Battle* s) noexcept nogil:
    cdef uint32_t can
    if s.ordered & ~s.units[s.turn & 1]:
        return "an ordered unit is not the active player's"
    if (s.moved | s.waiting | s.put_off | s.attacks[0] | s.pursued | s.charge) & ~s.ordered:
        return "a unit that was not ordered moves or attacks"
    if s.phase <= CURE_PHASE and s.moved | s.put_off:
        return "a unit moves before the Move Step"
    if s.phase < ATTACK_PHASE and s.attacks[0] | s.pursued | s.charge:
        return "a unit attacks before the Attack Step"
    if s.phase == ORDER_PHASE:
        return check_order(r, s)
    if s.phase == CURE_PHASE and (not s.waiting or s.waiting & ~s.poisoned
                                  or s.lore[s.turn & 1] < r.cure_lore):
        return "no unit can be cured"
    if s.phase == MOVE_PHASE:
        can = able_to_move(r, s)
        if not can or s.put_off & ~can:
            return "no unit is to move"
        if s.waiting & s.moved and not s.again:
            return "a unit that has moved is to move"
        if s.again and not r.card[s.acting].extra_move:
            return "the card gives no second move"
    if s.phase == ATTACK_PHASE and (not s.waiting or s.waiting != having_targets(r, s)
                                    or s.put_off & ~s.waiting):
        return "no unit can attack"
    return check_attacks(r, s) if s.phase >= ATTACK_PHASE else NULL


cdef const char* check_order(const Rules* r, const Battle* s) noexcept nogil:
    """Groups before the present one are done, those after it are untouched."""
    cdef bint rolls = r.card[s.acting].rolls
    cdef int ordered = popcount(s.ordered)
    cdef int allowed = SONG_DICE if rolls else 0
    cdef int i, given
    if s.waiting:
        return "a unit is to move before all are ordered"
    if s.group >= GROUPS or not s.quota[s.group]:
        return "no unit is to be ordered"
    if s.after and (s.after > SLOTS or not (s.ordered >> (s.after - 1)) & 1):
        return "the last unit passed over was not ordered"
    for i in range(GROUPS):
        given = SONG_DICE * (i < 2) if rolls else quota_of(r, s, i)
        if s.quota[i] > given or (not rolls and i > s.group and s.quota[i] < given):
            return "the card does not order so many units"
        if not rolls:
            allowed += given
        allowed -= s.quota[i]
    if ordered > allowed or (not rolls and ordered < quota_of(r, s, s.group) - s.quota[s.group]):
        return "the units ordered and those to be ordered are not the card's"
    if popcount(eligible(r, s)) <= s.quota[s.group]:
        return "the order leaves no choice"
    return NULL


cdef const char* check_attacks(const Rules* r, const Battle* s) noexcept nogil:
    """What units have left is part of what their order gave them."""
    cdef uint32_t fighting = 0 if s.attacker == NONE else <uint32_t>1 << s.attacker
    cdef uint32_t m = s.pursued
    cdef uint32_t spent = 0
    cdef Battle granted
    cdef int i
    memcpy(&granted, s, sizeof(Battle))
    grant_attacks(r, &granted)
    if s.charge & ~granted.charge:
        return "a unit has a die of Cavalry Charge that its order did not give"
    for i in range(3):
        if s.attacks[i] & ~granted.attacks[i] or (i and s.attacks[i] & ~s.attacks[i - 1]):
            return "a unit has attacks left that its order did not give"
        spent |= granted.attacks[i] & ~s.attacks[i]
    if (fighting | s.pursued) & ~spent:
        return "a unit that has attacked has all its attacks left"
    while m:
        if not card_of(r, s, ctz(m)).pursue:
            return "a unit without Pursue has pursued"
        m &= m - 1
    return NULL


cdef const char* check_combat(const Rules* r, const Battle* s) noexcept nogil:
    cdef int n = popcount(s.units[0] | s.units[1])
    cdef int side = s.turn & 1
    if s.attacker >= n or side_of(s, s.attacker) != side:
        return "the attacker is not a unit of the active player"
    if not (s.ordered >> s.attacker) & 1:
        return "the attacker was not ordered"
    if s.waiting or s.put_off:
        return "a unit is asked during a combat"
    if s.phase == ADVANCE_PHASE or s.phase == PURSUIT_PHASE:
        return check_advance(r, s)
    if s.target >= n or side_of(s, s.target) == side or s.target_hex != s.hex[s.target]:
        return "the target is not a unit of the opponent"
    if not (targets(r, s, s.attacker, False) >> s.hex[s.target]) & 1:
        return "the target cannot be attacked"
    if ((s.countering or s.phase == COUNTER_PHASE)
            and not adjacent(&r.board, s.hex[s.attacker], s.hex[s.target])):
        return "the target is not adjacent, so it cannot counter"
    return check_results(r, s)


cdef const char* check_advance(const Rules* r, const Battle* s) noexcept nogil:
    """The attack has been resolved."""
    if s.target != NONE or s.dice or s.damage or s.retreats or s.countering or s.own_figures[1]:
        return "the combat is over"
    if s.phase == PURSUIT_PHASE:
        if s.own_figures[0] or not (s.pursued >> s.attacker) & 1:
            return "the attacker has not pursued"
        if not targets(r, s, s.attacker, True):
            return "there is nobody to attack"
        return NULL
    if (s.own_figures[0] >= s.figures[s.attacker]
            or s.own_figures[0] > MOST_DICE * card_of(r, s, s.attacker).own_figures):
        return "the attacker does not lose so many figures"
    if (s.target_hex >= HEXES or s.unit_at[s.target_hex]
            or not adjacent(&r.board, s.hex[s.attacker], s.target_hex)):
        return "there is no hex to advance into"
    return NULL


cdef const char* check_results(const Rules* r, const Battle* s) noexcept nogil:
    """The dice on the table and what they have caused so far."""
    cdef const UnitCard* card = card_of(r, s, roller(s))
    cdef int face, at
    cdef int committed = dice_of(r, s)       # the dice that are not on the table any more
    cdef int way[2]
    if not s.countering and r.card[s.acting].extra_die and committed < MOST_DICE:
        committed += 1
    for face in range(6):
        committed -= showing(s.dice, face)
    if (committed < 0 or s.damage > committed
            or s.retreats > showing(s.dice, MORALE) + committed * max(1, <int>card.retreats)):
        return "there are more results than the unit has dice"
    if s.damage and not (s.poisoned >> struck(s)) & 1:
        return "only a poisoned unit suffers damage before the ability"
    if (s.own_figures[0] > MOST_DICE * card_of(r, s, s.attacker).own_figures
            or s.own_figures[1] > MOST_DICE * card_of(r, s, s.target).own_figures):
        return "a unit loses figures that it did not commit"
    if s.own_figures[s.countering] and s.phase != RETREAT_PHASE and s.phase != COUNTER_PHASE:
        return "a unit loses figures before its dice are committed"
    if not s.countering and s.own_figures[1]:
        return "the target has not countered yet"
    if s.phase == ROLL_PHASE or s.phase == COUNTER_PHASE:
        if s.dice or s.damage or s.retreats or (s.phase == COUNTER_PHASE and s.countering):
            return "the results are not those of this phase"
        return NULL
    if s.phase == POISON_PHASE and (s.damage or not showing(s.dice, LORE)
                                    or not (s.poisoned >> struck(s)) & 1):
        return "there is no poison to commit lore to"
    if s.phase == ABILITY_PHASE and (card.face == NONE or not showing(s.dice, card.face)
                                     or (card.poison and (s.poisoned >> struck(s)) & 1)):
        return "there is no result to commit to the ability"
    if s.phase == RETREAT_PHASE:
        directions_away(r, s, way)
        at = s.hex[struck(s)]
        if not s.retreats or s.retreats < showing(s.dice, MORALE) or s.damage or way[0] == way[1] or (
                beyond(r, at, way[0]) == OFF_BOARD and beyond(r, at, way[1]) == OFF_BOARD):
            return "the retreat leaves no choice"
    elif s.retreats:
        return "there is a retreat before the dice are committed"
    return NULL
