"""What must be true of every state, from play and from views (RULES.md 9)."""
from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.bits cimport count_bits, nth_bit
from battlewise.core.game cimport CHANCE, MoveList, OVER
from battlewise.core.games.batalj.knowledge.check_realm cimport check_realm
from battlewise.core.games.batalj.rules.battlefield cimport (
    choices, front_of, gun_strength, held, least_retreating, legal_attacks, legal_redeployment,
    most_retreating, pieces, strength, strikes,
)
from battlewise.core.games.batalj.rules.foray cimport hides_marker, lay_out, riders
from battlewise.core.games.batalj.rules.forces cimport enemy_pile
from battlewise.core.games.batalj.rules.reign cimport dealt_next
from battlewise.core.games.batalj.rules.war cimport committer, fit_cards, picks, price_of
from battlewise.core.games.batalj.state cimport *
from battlewise.core.piles cimport pile_size


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef const char* problem = check_turn(r, s)
    if problem == NULL and r.mode != BATTLE:
        problem = check_markers(r, s)
    if problem == NULL and r.mode == FORAY:
        problem = check_order(r, s)
        if problem == NULL:
            problem = check_foray(r, s)
    if problem == NULL and r.mode != FORAY:
        problem = check_cards(r, s)
        if problem == NULL:
            problem = check_war(r, s)
    if problem == NULL and r.mode == CAMPAIGN:
        problem = check_order(r, s)
        if problem == NULL:
            problem = check_riders(r, s)
        if problem == NULL:
            problem = check_realm(r, s)
    return problem


cdef const char* check_riders(const Rules* r, const Realm* s) noexcept nogil:
    """Campaign: outside of a foray nobody rides, but for those who have just said that they will."""
    cdef int seat
    cdef bint saying = (before_forays(r, s) and s.drawn == r.seats
                        and (s.phase == DECLARE_PHASE or s.phase == DRAW_PHASE))
    if MARKERS_PHASE <= s.phase <= MARKER_PHASE:
        if not s.declared or effect_of(r, s) != PILLAGE or s.enemy != NONE:
            return "nobody has said that he forays"
        return check_foray(r, s)
    if pile_size(s.box, r.markers) or s.face_down or s.start or s.die or s.marches:
        return "there is no foray"
    for seat in range(SEATS):
        if s.at[seat] != NONE or s.riding[seat] > SLAIN or (s.riding[seat] and seat >= r.seats):
            return "a rider is on the map without a foray"
        if s.riding[seat] == RIDING and not saying or (s.riding[seat] > RIDING and not s.declared):
            return "somebody rides without a foray"
    for seat in range(s.place + (s.phase == DRAW_PHASE), s.drawn):
        if s.riding[s.order[seat]] == RIDING:
            return "a rider has not been asked"
    return NULL


cdef inline const char* unless(bint sound, const char* problem) noexcept nogil:
    return NULL if sound else problem


cdef const char* check_turn(const Rules* r, const Realm* s) noexcept nogil:
    if s.phase >= PHASES or s.turn > r.turn_limit:
        return "there is no such phase or turn"
    if s.mover >= r.seats or s.mover < OVER:
        return "there is no such seat"
    if (s.mover == OVER) != (s.phase == OVER_PHASE):
        return "only at the end nobody is to move"
    if r.mode == FORAY and s.phase != ORDER_PHASE and s.phase != OVER_PHASE and not (
            MARKERS_PHASE <= s.phase <= MARKER_PHASE):
        return "there is no such phase in a foray"
    if r.mode == BATTLE and s.phase != DEAL_PHASE and s.phase != OVER_PHASE and not (
            COMMIT_PHASE <= s.phase <= REDEPLOY_PHASE):
        return "there is no such phase in a battle"
    return NULL


cdef const char* check_order(const Rules* r, const Realm* s) noexcept nogil:
    cdef int i, found = 0
    if s.drawn > r.seats or s.place > s.drawn or s.place > r.seats or (r.mode == FORAY and s.place
                                                                       >= max(1, <int>s.drawn)):
        return "there is no such place in the order"
    for i in range(SEATS):
        if i < s.drawn:
            if s.order[i] >= r.seats or found >> s.order[i] & 1:
                return "a turn marker is none, or drawn twice"
            found |= 1 << s.order[i]
        elif s.order[i]:
            return "a turn marker has not been drawn"
    return NULL


# -- the foray

cdef const char* check_markers(const Rules* r, const Realm* s) noexcept nogil:
    cdef int kind, seat, n
    for kind in range(MARKERS):
        n = s.pool[kind] + s.box[kind]
        for seat in range(SEATS):
            n += s.loot[seat][kind] + s.booty[seat][kind]
            if kind == r.markers - 1 and s.loot[seat][kind] + s.booty[seat][kind]:
                return "Imperial Troops are nobody's"
            if s.booty[seat][kind] and s.riding[seat] != RIDING:
                return "only who rides has booty"
        if n != (r.marker_count[kind] if kind < r.markers else 0):
            return "the Pillage markers do not add up"
    return NULL


cdef const char* check_foray(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat, other
    for seat in range(SEATS):
        if s.riding[seat] > SLAIN or (seat >= r.seats and (s.riding[seat] or s.at[seat] != NONE)):
            return "there is no such rider"
        if (r.mode == FORAY) and seat < r.seats and s.riding[seat] == ABSENT:
            return "all ride"
        if s.at[seat] != NONE and (s.at[seat] >= r.spaces or s.riding[seat] != RIDING):
            return "a rider is nowhere, or who does not ride is on the map"
        if s.start >> seat & 1 and (s.at[seat] == NONE or s.at[seat] > 1):
            return "who waits at his start is in a start city"
        for other in range(seat):
            if s.at[seat] != NONE and s.at[seat] > 1 and s.at[seat] == s.at[other]:
                return "two riders are in one space"
    if (s.face_down >> r.cities or count_bits(s.face_down) > pile_size(s.pool, r.markers)
            or s.marches > FORAY_ROUNDS or s.die > 6):
        return "the map cannot look like this"
    return check_riding(r, s)


cdef const char* check_riding(const Rules* r, const Realm* s) noexcept nogil:
    """Who is to move, by phase."""
    cdef int seat = s.order[min(<int>s.place, SEATS - 1)]
    cdef int i
    if s.phase == ORDER_PHASE:
        return unless(s.drawn < r.seats - 1 and s.mover == CHANCE and not s.place, "all markers are drawn")
    if s.phase == OVER_PHASE:
        return unless(not riders(r, s), "somebody still rides")
    if s.drawn != r.seats or s.place >= s.drawn or not riders(r, s):
        return "turn markers are missing, or nobody rides"
    if s.phase == MARKERS_PHASE:
        return unless(count_bits(s.face_down) < lay_out(r, s) and s.mover == s.order[0]
                      and _none_started(r, s), "there is no marker to place")
    if s.riding[seat] != RIDING:
        return "who is to ride does not ride"
    if s.phase == START_PHASE:
        if s.at[seat] != NONE or s.mover != seat or count_bits(s.face_down) != lay_out(r, s):
            return "the rider has started already, or the markers do not lie yet"
        for i in range(s.drawn):
            if s.riding[s.order[i]] == RIDING and (s.at[s.order[i]] == NONE) != (i >= s.place):
                return "riders start in their order"
        return NULL
    for i in range(s.drawn):
        if s.riding[s.order[i]] == RIDING and s.at[s.order[i]] == NONE:
            return "a rider has not started"
    if s.marches >= FORAY_ROUNDS or s.turn >= r.turn_limit:
        return "the foray has lasted too long"
    if s.phase == MARCH_PHASE:
        return unless(s.die and s.mover == seat, "there is no die, or another is to move")
    if s.mover != CHANCE:
        return "the die or marker is thrown by nobody"
    if s.phase == MARKER_PHASE and not hides_marker(r, s, s.at[seat]):
        return "there is no marker to turn over"
    return NULL


cdef bint _none_started(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        if s.at[seat] != NONE:
            return False
    return True


# -- cards

cdef const char* check_cards(const Rules* r, const Realm* s) noexcept nogil:
    cdef uint64_t taken = s.open | s.history_deck
    cdef int i
    if s.open & s.history_deck or (r.histories < 64 and taken >> r.histories):
        return "a History card is in the deck and on display, or there is none such"
    for i in range(SEATS):
        if s.cards[i] & taken or (r.histories < 64 and s.cards[i] >> r.histories) or (
                i >= r.seats and s.cards[i]):
            return "a History card is in two places"
        taken |= s.cards[i]
    for i in range(FIEFS):
        if s.owner[i] > FOREIGN + COUNTRIES or (r.seats <= s.owner[i] < BANK):
            return "a fief has no such owner"
    return NULL


# -- war

cdef const char* check_war(const Rules* r, const Realm* s) noexcept nogil:
    cdef const char* problem = check_sent(r, s)
    if problem == NULL:
        problem = check_field(r, s)
    if problem == NULL:
        problem = check_battle(r, s)
    return problem


cdef const char* check_sent(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    cdef bint secret = s.phase == COMMIT_PHASE
    if s.stage > ENEMY_COMMAND:          # fiefs may have been lost since
        return check_settled(r, s)
    for seat in range(SEATS):
        if s.sent_fiefs[seat] & ~fief_set(s, seat) or s.sent_cards[seat] & ~(
                fit_cards(r, s, seat) if seat < r.seats else 0):
            return "a seat has sent what it does not have"
        if s.sent_cards[seat] and not s.sent_fiefs[seat] or count_bits(s.sent_fiefs[seat]) > r.share:
            return "a seat has sent cards without a fief, or too many fiefs"
        if secret and price_of(r, s.sent_fiefs[seat]) > s.gold[seat]:
            return "a seat has sent what it cannot pay"
    if s.phase == DEAL_PHASE or s.phase == LOT_PHASE:
        return check_deal(r, s)
    if secret:
        return check_secret(r, s)
    return NULL


cdef const char* check_settled(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    for seat in range(SEATS):
        if s.sent_fiefs[seat] >> FIEFS or (seat >= r.seats and s.sent_fiefs[seat]) or (
                r.histories < 64 and s.sent_cards[seat] >> r.histories):
            return "there are no such fiefs or cards to send"
    return NULL


cdef const char* check_deal(const Rules* r, const Realm* s) noexcept nogil:
    """Nobody has cards before the lot, nor more than all get."""
    cdef int seat, n
    if dealt_next(r, s) == NONE or s.mover != CHANCE:
        return "there is nothing to deal"
    for seat in range(r.seats):
        n = count_bits(s.cards[seat]) if r.mode == BATTLE else s.hand_size[seat]
        if n > (0 if s.phase == LOT_PHASE else r.dealt) or s.sent_fiefs[seat]:
            return "a seat has been dealt too much"
    return NULL


cdef const char* check_secret(const Rules* r, const Realm* s) noexcept nogil:
    """Who has decided, and how far the seat is that decides."""
    cdef int i, seat = committer(r, s)
    cdef int asked = picks(r, s, seat)
    if s.committed >= r.seats or s.mover != seat or not asked:
        return "the wrong seat sends troops"
    if s.step >= asked + count_bits(fit_cards(r, s, seat)):
        return "the seat has decided already"
    if count_bits(s.sent_fiefs[seat]) > s.step:
        return "the seat has sent more than it was asked for"
    for i in range(count_bits(fit_cards(r, s, seat))):
        if s.sent_cards[seat] >> nth_bit(fit_cards(r, s, seat), i) & 1 and asked + i >= s.step:
            return "the seat has sent a card that it was not asked for"
    for i in range(s.committed + 1, r.seats):
        if s.sent_fiefs[(s.reign + i) % r.seats]:
            return "a seat has sent troops before its turn"
    return NULL


cdef const char* check_field(const Rules* r, const Realm* s) noexcept nogil:
    """Pieces and Province cards, whatever the phase."""
    cdef int army, area, total = s.unplaced_soldiers
    for army in range(2):
        for area in range(AREAS):
            total += s.soldiers[army][area] + s.commanders[army][area]
            if area == RESERVE:
                continue
            if pieces(s, army, area) > FULL or (s.commanders[army][area] and not s.soldiers[army][area]):
                return "there are more than four pieces in a sector, or commanders alone"
            if pieces(s, army, area) and pieces(s, 1 - army, area):
                return "both armies are in one sector"
            if army == SWEDEN and pieces(s, army, area) and not s.card >> area & 1:
                return "Swedish pieces stand on no Province card"
    if total > 200 or s.done >> AREAS or s.card >> RESERVE or s.spare > 20:
        return "the battlefield cannot look like this"
    if s.unplaced and s.phase != FORM_PHASE:
        return "fiefs are still to be placed"
    return NULL


cdef const char* check_battle(const Rules* r, const Realm* s) noexcept nogil:
    """What must be so in a phase of the battle."""
    cdef MoveList moves
    if r.mode == CAMPAIGN and (s.phase < FORM_PHASE or s.phase > REDEPLOY_PHASE):
        return check_outside(r, s)
    if s.phase < FORM_PHASE:
        return unless(s.stage == NO_BATTLE, "the battle has begun already")
    if s.phase == OVER_PHASE:
        return unless(s.victory, "nobody has won")
    if s.leader >= r.seats or s.victory or not s.sent_fiefs[s.leader]:
        return "there is no war leader, or the battle has been won"
    if s.mover != (CHANCE if is_rolled(s.phase) else <int>s.leader):
        return "the wrong seat is to move"
    if s.enemy_cards & ~s.regent_deck or s.rerolled > 6 or s.losses > 6:
        return "the battle cannot be like this"
    if s.phase == FORM_PHASE or s.phase == ENEMY_CARD_PHASE:
        return check_forming(r, s)
    if not s.soldiers[SWEDEN][RESERVE] or not s.soldiers[ENEMY][RESERVE]:
        return "a reserve is empty"
    if s.round < 1 or s.round > BATTLE_ROUNDS or s.turn >= r.turn_limit:
        return "the battle has lasted too long"
    moves.n = 0
    if s.phase == GUN_PHASE:
        if s.stage != SWEDISH_GUNS and s.stage != ENEMY_GUNS or s.losses or not gun_strength(s) or (
                not held(s, ENEMY if s.stage == SWEDISH_GUNS else SWEDEN)):
            return "there is no gun to fire"
    elif s.phase == AIM_PHASE:
        if s.stage != SWEDISH_GUNS or not held(s, ENEMY) & (held(s, ENEMY) - 1) or s.losses:
            return "there is nothing to aim at"
    elif s.phase == ATTACK_PHASE:
        legal_attacks(s, &moves)
        if s.stage != SWEDISH_ATTACKS or moves.n < 2 or s.losses:
            return "there is nobody to attack"
    elif s.phase == ATTACK_DIE_PHASE:
        return check_attack(r, s)
    elif s.phase == REROLL_PHASE:
        return check_reroll(r, s)
    elif s.phase == LOSS_PHASE:
        if (s.stage != ENEMY_GUNS and s.stage != ENEMY_ATTACKS or not s.losses or s.area == NONE
                or least_retreating(s, SWEDEN, s.area, s.losses)
                >= most_retreating(s, SWEDEN, s.area, s.losses)):
            return "there is no choice of losses"
    elif s.phase == REDEPLOY_PHASE:
        if s.stage != REDEPLOYMENT or s.step < 1 or s.step > 5 or s.losses:
            return "there is no such step of the redeployment"
        legal_redeployment(s, &moves)
        if moves.n < 2:
            return "there is nothing to redeploy"
    else:
        return check_enemy(r, s)
    return NULL


cdef const char* check_outside(const Rules* r, const Realm* s) noexcept nogil:
    """Campaign: the battlefield while Event cards can be played, and when there is no battle."""
    cdef int army, area
    if s.stage == WAR_EVENTS:
        if s.window != WAR_WINDOW or s.leader >= r.seats or s.victory or not s.sent_fiefs[s.leader] or (
                s.round < 1 or s.round > BATTLE_ROUNDS):
            return "the battle cannot be like this"
        return unless(s.soldiers[SWEDEN][RESERVE] and s.soldiers[ENEMY][RESERVE], "a reserve is empty")
    if s.stage != NO_BATTLE and s.stage < SPOILING:
        return "the battle goes on"
    for army in range(2):
        for area in range(AREAS):
            if pieces(s, army, area):
                return "there are pieces without a battle"
    if s.card or s.spare or s.guns[0] or s.guns[1] or s.guns[2] or s.enemy_guns or s.losses or s.round or (
            s.unplaced_soldiers or s.unplaced_commanders or s.tactician or s.steel or s.enemy_cards):
        return "there is something on the battlefield without a battle"
    return NULL


cdef bint is_rolled(int phase) noexcept nogil:
    return (phase == ENEMY_CARD_PHASE or phase == GUN_PHASE or phase == ATTACK_DIE_PHASE
            or phase == AREA_PHASE)


cdef const char* check_forming(const Rules* r, const Realm* s) noexcept nogil:
    cdef uint32_t sent = 0
    cdef int area, seat, soldiers = s.unplaced_soldiers
    for seat in range(r.seats):
        sent |= s.sent_fiefs[seat]
    if s.unplaced & ~sent:
        return "a fief is to be placed that nobody has sent"
    for area in range(FIEFS):
        if s.unplaced >> area & 1:
            soldiers += troops_in(r, s, area)
    for area in range(AREAS):
        soldiers += s.soldiers[SWEDEN][area]
    if s.phase == FORM_PHASE:
        if s.stage != FORMING or not soldiers or not (s.unplaced or s.unplaced_soldiers
                                                      or s.unplaced_commanders):
            return "there is nothing to place"
        return unless(s.index <= RESERVE and not s.enemy_cards, "the enemy comes later")
    if s.stage != ENEMY_FORMING or s.index > r.seats or not enemy_pile(r, s) or (
            s.unplaced_soldiers or s.unplaced_commanders or not s.soldiers[SWEDEN][RESERVE]):
        return "there is no enemy card to draw"
    for area in range(RESERVE):
        if pieces(s, ENEMY, area) and area < LANES or pieces(s, SWEDEN, area) and area >= LANES:
            return "the armies stand in their own sectors first"
        if area >= LANES + s.index and pieces(s, ENEMY, area) and r.seats > 1:
            return "an enemy card has not been drawn yet"
    if r.seats == 1 and pieces(s, ENEMY, LANES + 1) and not s.index:
        return "an enemy card has not been drawn yet"
    return NULL


cdef const char* check_attack(const Rules* r, const Realm* s) noexcept nogil:
    if s.index >= AREAS or s.losses:
        return "nobody attacks from there"
    if s.stage == ENEMY_ATTACKS:
        return unless(strikes(s, ENEMY, s.index), "the enemy cannot attack")
    if s.stage != SWEDISH_ATTACKS or not strikes(s, SWEDEN, s.index) or s.area == NONE:
        return "Sweden cannot attack"
    if s.index != RESERVE:
        return unless(s.area == front_of(SWEDEN, s.index), "one attacks what is in front")
    return unless(s.area != RESERVE and pieces(s, ENEMY, s.area), "one attacks where the enemy is")


cdef const char* check_reroll(const Rules* r, const Realm* s) noexcept nogil:
    """A failed attack that may be rolled again."""
    cdef const char* problem = check_attack(r, s)
    if problem != NULL:
        return problem
    return unless(s.stage == SWEDISH_ATTACKS and s.tactician and s.index != RESERVE
                  and s.rerolled > strength(s, SWEDEN, s.index) and not s.commanders[SWEDEN][s.index],
                  "there is no roll to make again")


cdef const char* check_enemy(const Rules* r, const Realm* s) noexcept nogil:
    """The enemy chooses between equal sectors."""
    cdef int among
    if s.losses:
        if s.area != NONE or (s.stage != ENEMY_GUNS and s.stage != ENEMY_ATTACKS):
            return "the enemy has hit nothing"
    elif s.stage == ENEMY_COMMAND:
        if not s.index or s.index > s.commanders[ENEMY][RESERVE]:
            return "there is no commander to place"
    elif s.stage != ENEMY_ADVANCE or s.soldiers[ENEMY][RESERVE] < 2:
        return "the enemy does not choose"
    among = choices(r, s)
    return unless(among & (among - 1), "the enemy has no choice")
