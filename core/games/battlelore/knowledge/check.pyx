"""What must be true of every state, from play and from views (RULES.md 12)."""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from battlewise.core.bits cimport count_bits, count_wide, take_bit32, wide_bit
from battlewise.core.game cimport OVER
from battlewise.core.games.battlelore.knowledge.check_combat cimport check_combat
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.lore cimport (
    aims, may_play, takes_aim, takes_two_aims, window_seat,
)
from battlewise.core.games.battlelore.rules.muster cimport (
    has_deployed, has_mustered, placed_cards, steps_of, wrong_army, wrong_deployment,
)
from battlewise.core.games.battlelore.rules.scenario cimport as_the_cards_show, ford_places
from battlewise.core.games.battlelore.rules.terrain cimport impassable
from battlewise.core.games.battlelore.rules.turn cimport (
    able_to_move, acting_card, eligible, extra_orders, grant_attacks, having_targets, meant, quota_of,
)
from battlewise.core.games.battlelore.rules.upkeep cimport winner_by_points
from battlewise.core.games.battlelore.state cimport *


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef const char* problem = check_phase(r, s)
    if problem == NULL:
        problem = check_ground(r, s)
    if problem == NULL:
        problem = check_units(r, s)
    if problem == NULL:
        problem = check_cards(r, s)
    if problem == NULL:
        problem = check_lore_cards(r, s)
    if problem == NULL:
        problem = check_setup(r, s) if s.phase < COMMAND_PHASE else check_turn(r, s)
    if problem == NULL and not main_phase(s):
        problem = check_nobody_acts(s)
    if problem == NULL and main_phase(s):
        problem = check_main_phase(r, s)
    if problem == NULL and is_combat(s):
        problem = check_combat(r, s)
    if problem == NULL and asks_lore(s):
        problem = check_window(r, s)
    return problem


# -- where in the game

cdef inline bint asks_lore(const Battle* s) noexcept nogil:
    return s.phase == WINDOW_PHASE or s.phase == CANCEL_PHASE or s.phase == AIM_PHASE


cdef inline bint is_combat(const Battle* s) noexcept nogil:
    """Whether an attack is being resolved, or a lore card in the course of one."""
    return ROLL_PHASE <= s.phase <= PURSUIT_PHASE or (asks_lore(s) and (
        BEFORE_ROLL_WINDOW <= s.window <= ENEMY_FALLS_WINDOW or s.window == TARGET_GONE_WINDOW))


cdef inline bint main_phase(const Battle* s) noexcept nogil:
    return ORDER_PHASE <= s.phase <= AIM_PHASE and s.window != LORE_STEP_WINDOW


cdef inline bint attacking(const Battle* s) noexcept nogil:
    """Whether the Attack Step has begun."""
    return (ATTACK_PHASE <= s.phase <= PURSUIT_PHASE
            or (asks_lore(s) and s.window >= ATTACK_START_WINDOW and s.window <= TARGET_GONE_WINDOW))


cdef const char* check_phase(const Rules* r, const Battle* s) noexcept nogil:
    if s.phase >= PHASES or s.first > 1:
        return "phase: there is no such phase"
    if not r.full and (s.phase < SETUP_PHASE or s.phase == BOTTOM_PHASE or s.phase == EXTRA_ORDER_PHASE
                       or asks_lore(s) or s.phase == LORE_PHASE or s.phase == LORE_DRAW_PHASE
                       or s.phase == LORE_DISCARD_PHASE or s.first):
        return "phase: the learning scenario has no such phase"
    if r.full and s.phase == EXCHANGE_PHASE:
        return "phase: lore is changed into VP in the learning scenario only"
    if not asks_lore(s) and (s.window or s.lore_card != NONE or s.aimed or s.lore_seat):
        return ("window: belongs to the phases window, cancel and aim: a lore card is being played outside "
                "its phases")
    return NULL


# -- the ground

cdef const char* check_ground(const Rules* r, const Battle* s) noexcept nogil:
    cdef hexes_t found = 0
    cdef hexes_t tokens = ground(s, FORD) | ground(s, BRIDGE)
    cdef int kind, i, k
    for kind in range(FORD):
        if ground(s, kind) & ~r.board.on or ground(s, kind) & found:
            return "terrain: a hex has two kinds of terrain, or is off the board"
        found |= ground(s, kind)
    if tokens & ~ground(s, WATER) or ground(s, FORD) & ground(s, BRIDGE):
        return "terrain: fords and bridges lie on water, one a hex"
    if s.tent[0] != NONE and s.tent[0] == s.tent[1]:
        return "tents: two command tents are on one hex"
    for i in range(2):
        if s.tent[i] != NONE and (s.tent[i] >= HEXES or (found >> s.tent[i]) & 1):
            return "tents: a command tent is on other terrain; a tent stands on a hex without any"
    if s.banners > BANNERS:
        return "banners: there are too many banners; at most 12"
    for i in range(s.banners):
        if s.banner_hex[i] >= HEXES:
            return "banners.hex: a banner is off the board"
        for k in range(i):
            if s.banner_hex[k] == s.banner_hex[i]:
                return "banners.hex: two banners are on one hex"
    for i in range(2):
        if s.scenario[i] != NONE and s.scenario[i] >= r.scenarios[i]:
            return "scenario: there is no such scenario card"
    return NULL


# -- the units

cdef const char* check_units(const Rules* r, const Battle* s) noexcept nogil:
    cdef uint32_t all_units = s.units[0] | s.units[1]
    cdef int n = count_bits(all_units)
    cdef int slot, hexagon
    cdef int found = 0
    if s.units[0] & s.units[1] or n > SLOTS or all_units != (<uint32_t>1 << n) - 1:
        return "units: the units' slots are not dense"
    if (s.poisoned | s.stunned | s.swarmed | s.ordered | s.moved | s.waiting | s.put_off | s.attacks[0]
            | s.pursued | s.charge) & ~all_units:
        return "units: a unit that does not exist has a token or an order"
    if count_bits(s.swarmed) > r.most_swarms:
        return "units.swarmed: there are more swarm markers than the three in the box"
    for slot in range(n):
        if s.type[slot] >= r.types or s.hex[slot] >= HEXES or not (r.board.on >> s.hex[slot]) & 1:
            return "units.hex: a unit has no type or is off the board"
        if not 0 < s.figures[slot] <= r.unit[s.type[slot]].health:
            return "units.figures: a unit has no figures or too many: from 1 to its health"
        if s.unit_at[s.hex[slot]] != slot + 1 or not (hexes_of(s, side_of(s, slot)) >> s.hex[slot]) & 1:
            return "units.hex: two units are on one hex"
    for hexagon in range(HEXES):
        found += s.unit_at[hexagon] != 0
    if (found != n or count_wide(hexes_of(s, 0)) != count_bits(s.units[0])
            or count_wide(hexes_of(s, 1)) != count_bits(s.units[1])):
        return "units: a hex is occupied by no unit"
    if s.phase != OVER_PHASE and (s.phase >= SETUP_PHASE) and (not s.units[0] or not s.units[1]):
        return "units: a side has no units, but the game is not over; give each side one at least"
    if s.phase < SETUP_PHASE and n:
        return "units: units are on the board before they are deployed; the list must be empty"
    if r.full and (count_bits(s.units[0]) > ARMY_UNITS or count_bits(s.units[1]) > ARMY_UNITS):
        return "units: an army has more than 14 units"
    for slot in range(n):
        if check_unit(r, s, slot) != NULL:
            return check_unit(r, s, slot)
    return NULL


cdef const char* check_unit(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """What is wrong with a unit, those before it being sound; the rest of the state may be wrong."""
    cdef uint32_t unit = <uint32_t>1 << slot
    cdef int same = 1
    cdef int i
    if not r.full and card_of(r, s, slot).full_only:
        return "units.type: the learning scenario has no unit with Flying, Flanking, Ferocity or stuns"
    if impassable(r, s, slot) & wide_bit(s.hex[slot]):
        return "units.hex: the unit is on terrain that it cannot enter"
    if r.full:
        for i in range(slot):
            same += s.type[i] == s.type[slot]
        if card_of(r, s, slot).faction != side_of(s, slot):
            return "units.type: the unit is of the other faction; a side has units of its own alone"
        if same > card_of(r, s, slot).most:
            return "units.type: there are more units of this type than figures for them in the box"
    return check_order_of(s, slot, unit)


cdef const char* check_order_of(const Battle* s, int slot, uint32_t unit) noexcept nogil:
    """What an order lets a unit do, in this phase."""
    cdef bint before_moves = s.phase < MOVE_PHASE or asks_lore(s) and s.window == AFTER_ORDERS_WINDOW
    if s.ordered & unit and not main_phase(s):
        return "units.ordered: must be false outside the Main Phase"
    if s.ordered & unit and side_of(s, slot) != active(s):
        return "units.ordered: must be false for a unit that is not the active player's"
    if s.moved & unit and (before_moves or not s.ordered & unit):
        return "units.moved: must be false before the Move Step, and for a unit that was not ordered"
    if s.waiting & unit and (asks_lore(s) or not s.ordered & unit):
        return "units.waiting: must be false while a lore card is played, and for a unit that was not ordered"
    if s.put_off & unit and (before_moves or asks_lore(s) or not s.ordered & unit):
        return ("units.put_off: must be false before the Move Step, while a lore card is played, and for a "
                "unit that was not ordered")
    if s.attacks[0] & unit and not (attacking(s) and s.ordered & unit):
        return "units.attacks: must be 0 before the Attack Step, and for a unit that was not ordered"
    if s.pursued & unit and not (attacking(s) and s.ordered & unit):
        return "units.pursued: must be false before the Attack Step, and for a unit that was not ordered"
    if s.charge & unit and not (attacking(s) and s.ordered & unit):
        return "units.charge: must be false before the Attack Step, and for a unit that was not ordered"
    return NULL


# -- the cards

cdef const char* check_cards(const Rules* r, const Battle* s) noexcept nogil:
    cdef int card, seat, i, n
    cdef int size[2]
    cdef int deck = 0
    size[0] = size[1] = 0
    for seat in range(2):
        for i in range(2):
            if s.bottom[seat][i] != NONE and s.bottom[seat][i] >= r.cards:
                return "bottom: there is no such card at the bottom"
        if ((s.bottom[seat][0] == NONE) != (s.bottom[seat][1] == NONE)
                or s.bottom[seat][0] > s.bottom[seat][1]):
            return "bottom: must be two cards or none"
    for card in range(CARDS):
        n = s.deck[card] + s.discard[card] + s.hand[0][card] + s.hand[1][card]
        for seat in range(2):
            for i in range(2):
                n += s.bottom[seat][i] == card
        if n != r.card[card].count:
            return "discard: there are more or fewer of a card than the deck list has"
        if s.phase < COMMAND_PHASE and s.discard[card]:
            return "discard: must be empty before the first turn"
        deck += s.deck[card]
        size[0] += s.hand[0][card]
        size[1] += s.hand[1][card]
    if size[0] != s.hand_size[0] or size[1] != s.hand_size[1] or deck != s.deck_size:
        return "hand_sizes: a hand's or the deck's size is wrong; it is the number of its cards"
    if COMMAND_PHASE <= s.phase < OVER_PHASE:
        seat = active(s)
        i = r.starting_hand - (COMMAND_PHASE < s.phase <= DRAW_PHASE and not after_draw(s))
        if size[1 - seat] != r.starting_hand or size[seat] != i:
            return ("hand: a hand has not as many cards as it must have in this phase: all, one less while "
                    "a card is in play")
    if (s.phase == SETUP_PHASE or s.phase == DRAW_PHASE) and not deck:
        return "discard: the deck is empty, so some cards must lie elsewhere"
    return NULL


cdef inline bint after_draw(const Battle* s) noexcept nogil:
    """Whether a lore card is being played in the Lore Step, when the command card has been drawn."""
    return asks_lore(s) and s.window == LORE_STEP_WINDOW


cdef const char* check_lore_cards(const Rules* r, const Battle* s) noexcept nogil:
    cdef int seat, card
    cdef int hand, deck
    for seat in range(2):
        hand = deck = 0
        if s.lore_bottom[seat] != NONE and s.lore_bottom[seat] >= r.lore_cards[seat]:
            return "lore_bottom: there is no such lore card at the bottom"
        for card in range(LORE_CARDS):
            if (s.lore_deck[seat][card] + s.lore_discard[seat][card] + s.lore_hand[seat][card]
                    + (s.lore_bottom[seat] == card)) != r.lore[seat][card].count:
                return "lore_discard: there are more or fewer of a lore card than its deck has"
            if s.phase < COMMAND_PHASE and s.lore_discard[seat][card]:
                return "lore_discard: must be empty before the first turn"
            hand += s.lore_hand[seat][card]
            deck += s.lore_deck[seat][card]
        if hand != s.lore_size[seat] or deck != s.lore_deck_size[seat]:
            return "lore_hand_sizes: a lore hand's or deck's size is wrong"
    if r.full and COMMAND_PHASE <= s.phase < OVER_PHASE:
        return check_lore_step(r, s)
    return NULL


cdef const char* check_lore_step(const Rules* r, const Battle* s) noexcept nogil:
    cdef int seat = active(s)
    cdef int size = s.lore_size[seat]
    cdef int most = r.most_lore
    if s.lore_size[1 - seat] > r.most_lore:
        return "lore_hand_sizes: a hand has too many lore cards; more than the limit in the Lore Step alone"
    if s.phase == LORE_DRAW_PHASE:
        if not 0 < s.draws <= 2 or not s.lore_deck_size[seat] or s.discards > 1 or (
                s.draws == 2 and not s.discards):
            return "draws: must be 1 or 2 with cards in the deck, and 2 only with 1 in discards"
        most += 2 - s.draws
    elif s.draws:
        return "draws: lore cards are drawn in the Lore Step only; leave it out"
    if s.phase == LORE_DISCARD_PHASE:
        if not size or not (s.discards or size > r.most_lore):
            return "discards: must be 1, or the hand above the limit, for a lore card to be discarded"
        most += 2
    elif s.discards and s.phase != LORE_DRAW_PHASE:
        return "discards: lore cards are discarded in the Lore Step only; leave it out"
    if size > most:
        return "lore_hand_sizes: a hand has too many lore cards; more than the limit in the Lore Step alone"
    if s.phase > COMMAND_PHASE:
        return NULL
    if s.lore_used or s.slain:
        return "lore_used: must be false, as `slain`, before the Command Step"
    return NULL


# -- before the first turn

cdef const char* check_setup(const Rules* r, const Battle* s) noexcept nogil:
    cdef int seat
    cdef uint32_t none = s.poisoned | s.stunned | s.swarmed
    if s.turn or s.vp[0] or s.vp[1] or none or s.lore_used or s.slain or s.spell:
        return ("turn: the set-up comes before the first turn: turn and vp must be 0, no token on a unit, no "
                "lore card used")
    if s.last_card != NONE or s.card != NONE or s.result:
        return "last_card: must be null before the first turn is over"
    if (not r.full or s.phase < SETUP_PHASE) and (s.lore[0] or s.lore[1]):
        return "lore: the set-up comes before the first turn, so nobody has lore"
    if s.phase < SETUP_PHASE and (s.hand_size[0] or s.hand_size[1] or s.lore_size[0] or s.lore_size[1]
                                  or s.bottom[0][0] != NONE or s.bottom[1][0] != NONE
                                  or s.lore_bottom[0] != NONE or s.lore_bottom[1] != NONE):
        return "hand_sizes: must be 0, as lore_hand_sizes: cards are drawn when the armies are deployed"
    if s.phase < SETUP_PHASE and (s.tent[0] != NONE or s.tent[1] != NONE):
        return "tents: must be null before the armies are deployed"
    if s.phase <= SCENARIO_PHASE:
        return check_offers(r, s)
    for seat in range(2):
        if r.full and s.phase < SETUP_PHASE and s.scenario[seat] == NONE:
            return "scenario: the scenario cards have been revealed; name both"
    if FORD_PHASE <= s.phase <= DEPLOY_PHASE and not as_the_cards_show(r, s):
        return "terrain: the terrain is not what the scenario cards show"
    if s.phase == FORD_PHASE:
        return check_fords(r, s)
    if s.phase == MUSTER_PHASE or s.phase == DEPLOY_PHASE:
        return check_mustering(r, s)
    if s.phase == INITIATIVE_PHASE:
        if (r.scenario[0][s.scenario[0]].letter != r.scenario[1][s.scenario[1]].letter
                or r.scenario[0][s.scenario[0]].number != r.scenario[1][s.scenario[1]].number):
            return "scenario: the scenario cards say which player is first"
        if s.first or laid_out(s):
            return "terrain: the board is laid out when the first player is known"
        return NULL
    return check_hands(r, s)


cdef inline bint laid_out(const Battle* s) noexcept nogil:
    return s.banners or ground(s, HILL) | ground(s, FOREST) | ground(s, BUILDING) | ground(s, WATER)


cdef const char* check_offers(const Rules* r, const Battle* s) noexcept nogil:
    """Three cards each, seat 0's first; a player who has chosen has put the others away."""
    cdef int size[2]
    cdef int seat
    if s.first or laid_out(s):
        return "terrain: the board is laid out when the scenario cards are revealed"
    for seat in range(2):
        size[seat] = count_bits(s.offered[seat])
        if s.offered[seat] >> r.scenarios[seat] or size[seat] > 3:
            return "offered: a player is offered a scenario card that there is not"
    if s.scenario[1] != NONE or (s.scenario[0] != NONE) != (s.phase == SCENARIO_PHASE and s.mover == 1):
        return "scenario: a scenario card has been chosen too early"
    if s.phase == OFFER_PHASE:
        if size[1] == 3 or (size[1] and size[0] < 3):
            return "offered_sizes: the scenario cards are not dealt in order"
    elif size[0] != (0 if s.mover else 3) or size[1] != 3:
        return ("offered_sizes: the players have not been dealt three scenario cards each, and put away "
                "those not chosen")
    return NULL


cdef const char* check_fords(const Rules* r, const Battle* s) noexcept nogil:
    cdef int seat
    for seat in range(2):
        if s.fords_left[seat] > r.scenario[seat][s.scenario[seat]].fords:
            return "fords_left: must be at most what the scenario card of the seat says"
    if not s.fords_left[s.mover] or not ford_places(r, s, s.mover):
        return "fords_left: must be more than 0 for the seat that decides, with water for it on its card"
    if s.mover != s.first and s.fords_left[s.first]:
        return "fords_left: must be 0 for the first player, who places before the other"
    return NULL


cdef const char* check_mustering(const Rules* r, const Battle* s) noexcept nogil:
    """Seat 0 musters before seat 1, then deploys before seat 1."""
    cdef const char* problem
    cdef int seat, i, n
    for seat in range(2):
        n = placed_cards(s, seat)
        for i in range(n, ARMY):
            if s.placed[seat][i]:
                return "placed: cards are placed from the front row to the back, without a gap"
        if has_mustered(s, seat) != (s.mustered[seat] == steps_of(r, seat)):
            return "mustered: must be all kinds for a seat that has mustered, and fewer for the others"
        if has_deployed(s, seat) != (n == ARMY):
            return "placed: must be full of a seat before the one that decides, and not of the others"
        if n and s.mover != seat and not has_deployed(s, seat) or n and s.phase == MUSTER_PHASE:
            return "placed: must be empty of a seat that has not begun to deploy"
        if s.mustered[seat] and s.mover != seat and not has_mustered(s, seat):
            return "mustered: must be 0 for a seat that does not muster yet"
        problem = wrong_army(r, s, seat)
        if problem == NULL and s.phase == DEPLOY_PHASE:
            problem = wrong_deployment(r, s, seat)
        if problem != NULL:
            return problem
    return NULL


cdef const char* check_hands(const Rules* r, const Battle* s) noexcept nogil:
    """Starting hands are drawn in order, and cards put to the bottom in order."""
    cdef int one = s.first
    cdef int other = 1 - one
    cdef int seat
    if s.phase == SETUP_PHASE:
        for seat in range(2):
            if s.bottom[seat][0] != NONE or s.lore_bottom[seat] != NONE:
                return "bottom_sizes: must be 0 for a seat that has not decided: the first player does first"
        if (s.hand_size[one] > r.opening_cards or s.hand_size[other] > r.opening_cards
                or (s.hand_size[other] and s.hand_size[one] < r.opening_cards)
                or (r.presets and s.hand_size[other] < r.opening_cards)):
            return ("hand_sizes: the starting hands are not drawn in order, the first player's before the "
                    "other's")
        if s.hand_size[other] < r.opening_cards:
            if not (not s.lore_size[0] and not s.lore_size[1]):
                return "lore_hand_sizes: must be 0 until all command cards are drawn"
            return NULL
        if not r.full or s.lore_size[one] > r.opening_lore or s.lore_size[other] >= r.opening_lore or (
                s.lore_size[other] and s.lore_size[one] < r.opening_lore):
            return ("lore_hand_sizes: the starting hands are not drawn in order, the first player's before "
                    "the other's")
        return NULL
    for seat in range(2):
        if seat != s.mover and (seat == one) != (s.lore_bottom[seat] != NONE):
            return "bottom_sizes: must be 0 for a seat that has not decided: the first player does first"
        if (s.lore_bottom[seat] != NONE) != (s.lore_size[seat] == r.starting_lore) or (
                s.lore_bottom[seat] == NONE and s.lore_size[seat] != r.opening_lore):
            return "lore_hand_sizes: must be as many cards as were drawn, less one once it is at the bottom"
        if s.hand_size[seat] != r.opening_cards - (2 if s.bottom[seat][0] != NONE else 0) or (
                s.hand_size[seat] < r.starting_hand):
            return "hand_sizes: must be as many cards as were drawn, less two once they are at the bottom"
        if s.lore_bottom[seat] != NONE and s.hand_size[seat] != r.starting_hand:
            return "bottom_sizes: command cards are put to the bottom before lore cards"
    if s.lore_bottom[s.mover] != NONE or (s.mover == one and s.bottom[other][0] != NONE):
        return "bottom_sizes: must be 0 for a seat that has not decided: the first player does first"
    return NULL


# -- the turn

cdef const char* check_turn(const Rules* r, const Battle* s) noexcept nogil:
    """The turn's own fields: whose decision it is, and the card played."""
    cdef int i
    for i in range(2):
        if s.offered[i] or s.mustered[i] or s.fords_left[i] or placed_cards(s, i):
            return "mustered: the set-up is not over"
    if s.phase == OVER_PHASE:
        if s.mover != OVER or not s.result or s.card != NONE or s.last_card != NONE or s.lore_used or s.slain:
            return "phase: the game is not over, or a card is still in play"
        return NULL
    if s.turn >= r.turn_limit or s.result:
        return "turn: the turn limit has been reached"
    if not s.turn and s.last_card != NONE:
        return "last_card: must be null before the first turn is over"
    if s.phase <= COMMAND_PHASE and s.card != NONE:
        return "card: must be null, as no card is played before the Command Step"
    if (s.phase < EXCHANGE_PHASE and s.window != LORE_STEP_WINDOW and not (r.full and attacking(s))
            and winner_by_points(r, s)):
        return "vp: a player has enough VP to have won, so the game is over"
    if s.phase > COMMAND_PHASE and (s.card >= r.cards or s.acting != acting_card(r, s)):
        return "card: no card has been played"
    if s.phase > COMMAND_PHASE and s.phase < DRAW_PHASE and not s.discard[s.card] and not after_draw(s):
        return "card: the card played is not in the discard pile; `discard` must have it"
    if s.phase == SONG_PHASE and not r.card[s.acting].rolls:
        return "card: must be battlelore or its copy, as dice are rolled for it"
    if s.phase == EXCHANGE_PHASE and s.lore[active(s)] < r.exchange_lore:
        return ("lore: there is not enough lore to exchange for a VP; the active player needs as much as "
                "that costs")
    if not is_combat(s) and (s.attacker != NONE or s.target != NONE or s.dice):
        return "combat: there is a combat outside the Attack Step; leave it out"
    return NULL


cdef const char* check_nobody_acts(const Battle* s) noexcept nogil:
    if s.spell:
        return "spell: lore cards are in force in the Main Phase only; leave it out"
    return NULL


cdef const char* check_main_phase(const Rules* r, const Battle* s) noexcept nogil:
    cdef uint32_t can
    if s.phase == ORDER_PHASE:
        return check_order(r, s)
    if s.phase == EXTRA_ORDER_PHASE and (s.waiting or not extra_orders(r, s)):
        return ("units.ordered: no more unit is to be ordered; the scenario card must order one, of those "
                "that are not ordered yet")
    if s.phase == CURE_PHASE and (not s.waiting or s.waiting & ~(s.poisoned | s.stunned | s.swarmed)
                                  or s.lore[active(s)] < r.cure_lore):
        return "units.poisoned: no unit can be cured: an ordered one with a token, and the lore for it"
    if s.phase == MOVE_PHASE:
        can = able_to_move(r, s)
        if not can or s.put_off & ~can or s.waiting & s.stunned:
            return ("units.waiting: no unit is to move; an ordered unit that has not moved must have room to "
                    "move, and those put off must be among them")
        if s.waiting & s.moved and not s.again:
            return "units.moved: a unit that has moved is to move; it waits only in the second round of moves"
        if s.again and (not r.card[s.acting].extra_move or s.waiting & ~meant(r, s)):
            return "second_move: the card gives no second move, or not to a unit that waits"
    elif s.again:
        return "second_move: there is a second move in the Move Step only"
    if s.phase == ATTACK_PHASE and (not s.waiting or s.waiting != having_targets(r, s)
                                    or s.put_off & ~s.waiting):
        return ("units.attacks: no unit can attack, or not each that can is waiting; a unit with attacks "
                "left must have an enemy in reach")
    return check_spell(r, s) if not attacking(s) else check_attacks(r, s)


cdef const char* check_spell(const Rules* r, const Battle* s) noexcept nogil:
    """A lore card in force for the turn, and the unit it is on."""
    if not s.spell:
        if not (s.spell_unit == NONE and not s.spell_amount):
            return "spell: there is no lore card in force, so it has neither unit nor amount"
        return NULL
    if s.spell_unit == NONE:
        if not (s.spell == LONGER_MOVE_EFFECT + 1 and 0 < s.spell_amount <= 2):
            return "spell.unit: must be the hex of a unit; only longer_move is on none, for 1 or 2 hexes"
        return NULL
    if s.spell_unit >= SLOTS or not (s.ordered >> s.spell_unit) & 1:
        return "spell.unit: must be the hex of an ordered unit"
    if s.spell == HASTE_EFFECT + 1:
        if not (0 < s.spell_amount <= 2):
            return "spell.amount: must be 1 or 2 hexes for haste"
        return NULL
    if (s.spell != ORDER_EFFECT + 1 and s.spell != SACRIFICE_EFFECT + 1) or not 0 < s.spell_amount <= 5:
        return "spell.effect: must be order or sacrifice, for 1 to 5 dice, to be on a unit"
    return NULL


cdef const char* check_order(const Rules* r, const Battle* s) noexcept nogil:
    """Groups before the present one are done, those after it are untouched."""
    cdef bint rolls = r.card[s.acting].rolls
    cdef int ordered = count_bits(s.ordered)
    cdef int allowed = SONG_DICE if rolls else 0
    cdef int i, given
    if s.waiting:
        return "units.waiting: must be false of all units until all are ordered"
    if s.group >= GROUPS or not s.quota[s.group]:
        return "quota: no unit is to be ordered; one of the numbers must be more than 0"
    if s.after and (s.after > SLOTS or not (s.ordered >> (s.after - 1)) & 1):
        return "after: must be the place of an ordered unit in `units`, from 1, or 0"
    for i in range(GROUPS):
        given = SONG_DICE * (i < 2) if rolls else quota_of(r, s, i)
        if s.quota[i] > given or (not rolls and i > s.group and s.quota[i] < given):
            return "quota: the card does not order so many units; later groups are as the card says"
        if not rolls:
            allowed += given
        allowed -= s.quota[i]
    if ordered > allowed or (not rolls and ordered < quota_of(r, s, s.group) - s.quota[s.group]):
        return "quota: with the units ordered it must add up to what the card orders"
    if count_bits(eligible(r, s)) <= s.quota[s.group]:
        return "quota: the order leaves no choice; more units of the group must be left than it still orders"
    return check_spell(r, s)


cdef const char* check_attacks(const Rules* r, const Battle* s) noexcept nogil:
    """What units have left is part of what their order gave them."""
    cdef uint32_t fighting = 0 if s.attacker == NONE else <uint32_t>1 << s.attacker
    cdef uint32_t m = s.pursued
    cdef uint32_t spent = 0
    cdef Battle granted
    cdef int i
    if s.attacker != NONE and s.attacker >= SLOTS:
        return "combat.attacker: the attacker is not a unit of the active player"
    memcpy(&granted, s, sizeof(Battle))
    grant_attacks(r, &granted)
    if s.charge & ~granted.charge:
        return ("units.charge: a unit has a die of Cavalry Charge that its order did not give; it must be "
                "false")
    for i in range(3):
        if s.attacks[i] & ~granted.attacks[i] or (i and s.attacks[i] & ~s.attacks[i - 1]):
            return "units.attacks: a unit has more attacks left than its order gave; leave the field out"
        spent |= granted.attacks[i] & ~s.attacks[i]
    if (fighting | s.pursued) & ~spent & ~s.stunned:
        return "units.attacks: the unit that attacks or has pursued has all its attacks left; it has used one"
    while m:
        if not card_of(r, s, take_bit32(&m)).pursue:
            return "units.pursued: a unit without Pursue has pursued; it must be false"
    return check_spell(r, s)


# -- lore cards

cdef const char* check_window(const Rules* r, const Battle* s) noexcept nogil:
    cdef const LoreCard* card
    cdef int first
    if s.window == NO_WINDOW or s.window >= WINDOWS or s.window == ENEMY_LORE_WINDOW:
        return "window.timing: no lore card is asked for at this time"
    if s.phase == WINDOW_PHASE:
        if (s.window >= ATTACK_STEP_WINDOW or s.mover != window_seat(s, s.window)
                or not may_play(r, s, s.window)):
            return ("window: no lore card can be played: one in hand, the lore for it, and none played "
                    "this turn")
        if not (s.lore_card == NONE and not s.aimed and not s.lore_seat):
            return "window.card: must be left out with seat and chosen until a lore card is played"
        return NULL
    if s.lore_seat != window_seat(s, s.window) or s.lore_card >= r.lore_cards[s.lore_seat]:
        return "window.seat: must be the seat that plays lore cards at this time, and the card its own"
    card = &r.lore[s.lore_seat][s.lore_card]
    if not (card.windows >> s.window) & 1 or not s.lore_discard[s.lore_seat][s.lore_card]:
        return "window.card: must be a lore card for this time, in the lore discard pile of its player"
    if not (s.lore_used >> s.lore_seat) & 1:
        return ("window.card: the lore card is one that its player has played this turn: lore_used must be "
                "true")
    if card.effect == SWARM_EFFECT and count_bits(s.swarmed) >= r.most_swarms:
        return "units: all swarm markers are on units, so no card can have been played for one more"
    if s.phase == CANCEL_PHASE:
        if not may_play(r, s, ENEMY_LORE_WINDOW) or s.aimed:
            return ("window.card: cannot be cancelled: the opponent must have a lore card for it and the "
                    "lore, and nothing be chosen")
        return NULL
    first = s.aimed - 1
    if card.effect == BAR_ATTACKS_EFFECT:
        if s.aimed >= card.amount:
            return "window.barred: must be fewer than the card bars"
        first = NONE
    elif not s.aimed:
        first = NONE
    elif not takes_two_aims(card) or not (
            aims(r, s, s.lore_seat, card, NONE) & (wide_bit(s.hex[first]) if first < SLOTS else 0)) or not (
            s.units[s.lore_seat] >> first) & 1:
        return "window.chosen: must be the hex of an own unit that the card can be for, or null"
    if not takes_aim(card) or not aims(r, s, s.lore_seat, card, first):
        return "window.card: leaves nothing to choose"
    return NULL
