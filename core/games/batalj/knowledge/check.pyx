"""What must be true of every state, from play and from views (RULES.md 9)."""
from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.bits cimport count_bits, nth_bit
from battlewise.core.game cimport CHANCE, MoveList, OVER
from battlewise.core.games.batalj.knowledge.check_realm cimport check_realm, unless
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
    """Campaign: outside of a foray only seats ride that have just declared it."""
    cdef int seat
    cdef bint saying = (before_forays(r, s) and s.drawn == r.seats
                        and (s.phase == DECLARE_PHASE or s.phase == DRAW_PHASE))
    if MARKERS_PHASE <= s.phase <= MARKER_PHASE:
        if not s.declared or effect_of(r, s) != PILLAGE or s.enemy != NONE:
            return "phase: a phase of the foray needs `declared` for this reign"
        return check_foray(r, s)
    if pile_size(s.box, r.markers) or s.face_down or s.start or s.die or s.marches:
        return "foray: no markers, die or marches without a foray"
    for seat in range(SEATS):
        if s.at[seat] != NONE or s.riding[seat] > SLAIN or (s.riding[seat] and seat >= r.seats):
            return "foray.riders: without a foray no rider is on the map"
        if s.riding[seat] == RIDING and not saying or (s.riding[seat] > RIDING and not s.declared):
            return "foray.riders: a seat rides only after it has declared a foray"
    for seat in range(s.place + (s.phase == DRAW_PHASE), s.drawn):
        if s.riding[s.order[seat]] == RIDING:
            return "foray.riders: a seat rides that has not yet decided about the foray"
    return NULL


cdef const char* check_turn(const Rules* r, const Realm* s) noexcept nogil:
    if s.phase >= PHASES or s.turn > r.turn_limit:
        return "phase: must be a phase of the game, in a turn up to turn_limit"
    if s.mover >= r.seats or s.mover < OVER:
        return "place: the mover must be a seat, chance, or none"
    if (s.mover == OVER) != (s.phase == OVER_PHASE):
        return "phase: only the phase over has no mover"
    if r.mode == FORAY and s.phase != ORDER_PHASE and s.phase != OVER_PHASE and not (
            MARKERS_PHASE <= s.phase <= MARKER_PHASE):
        return "phase: a foray has the phases order, markers to marker, and over"
    if r.mode == BATTLE and s.phase != DEAL_PHASE and s.phase != OVER_PHASE and not (
            COMMIT_PHASE <= s.phase <= REDEPLOY_PHASE):
        return "phase: a battle has the phases deal, commit to redeploy, and over"
    return NULL


cdef const char* check_order(const Rules* r, const Realm* s) noexcept nogil:
    cdef int i, found = 0
    if s.drawn > r.seats or s.place > s.drawn or s.place > r.seats or (r.mode == FORAY and s.place
                                                                       >= max(1, <int>s.drawn)):
        return "place: must be a place in the order"
    for i in range(SEATS):
        if i < s.drawn:
            if s.order[i] >= r.seats or found >> s.order[i] & 1:
                return "order: must be seats that differ"
            found |= 1 << s.order[i]
        elif s.order[i]:
            return "order: a place is filled whose marker has not been drawn"
    return NULL


# -- the foray

cdef const char* check_markers(const Rules* r, const Realm* s) noexcept nogil:
    cdef int kind, seat, n
    for kind in range(MARKERS):
        n = s.pool[kind] + s.box[kind]
        for seat in range(SEATS):
            n += s.loot[seat][kind] + s.booty[seat][kind]
            if kind == r.markers - 1 and s.loot[seat][kind] + s.booty[seat][kind]:
                return "foray.riders: no rider can keep Imperial Troops"
            if s.booty[seat][kind] and s.riding[seat] != RIDING:
                return "foray.riders: only a seat that rides has booty"
        if n != (r.marker_count[kind] if kind < r.markers else 0):
            return "foray: the Pillage markers do not add up to those of the game"
    return NULL


cdef const char* check_foray(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat, other
    for seat in range(SEATS):
        if s.riding[seat] > SLAIN or (seat >= r.seats and (s.riding[seat] or s.at[seat] != NONE)):
            return "foray.riders: must be one for each seat, with a known status"
        if (r.mode == FORAY) and seat < r.seats and s.riding[seat] == ABSENT:
            return "foray.riders: in the mode foray no seat is absent"
        if s.at[seat] != NONE and (s.at[seat] >= r.spaces or s.riding[seat] != RIDING):
            return "foray.riders: only a seat that rides is at a space"
        if s.start >> seat & 1 and (s.at[seat] == NONE or s.at[seat] > 1):
            return "foray.riders: a rider that waits is in a start city"
        for other in range(seat):
            if s.at[seat] != NONE and s.at[seat] > 1 and s.at[seat] == s.at[other]:
                return "foray.riders: two riders are at one space, which is no start city"
    if (s.face_down >> r.cities or count_bits(s.face_down) > pile_size(s.pool, r.markers)
            or s.marches > FORAY_ROUNDS or s.die > 6):
        return "foray: face_down, marches or die is more than there can be"
    return check_riding(r, s)


cdef const char* check_riding(const Rules* r, const Realm* s) noexcept nogil:
    """The mover, by phase."""
    cdef int seat = s.order[min(<int>s.place, SEATS - 1)]
    cdef int i
    if s.phase == ORDER_PHASE:
        if s.face_down:
            return "foray.face_down: must be empty before all turn markers are drawn"
        return unless(s.drawn < r.seats - 1 and s.mover == CHANCE and not s.place and not s.marches
                      and not s.die and _none_started(r, s),
                      "phase: all turn markers are drawn, or the foray has begun")
    if s.phase == OVER_PHASE:
        return unless(not riders(r, s), "phase: the foray is not over while a seat rides")
    if s.drawn != r.seats or s.place >= s.drawn or not riders(r, s):
        return "order: must have all seats, and a seat must ride"
    if s.phase == MARKERS_PHASE:
        i = lay_out(r, s) - count_bits(s.face_down)
        if s.face_down >> max(0, r.cities - i):
            return "foray.face_down: markers are placed in the order of cities"
        return unless(i > 0 and s.mover == s.order[0] and _none_started(r, s),
                      "phase: markers are placed only while one is missing and no rider has started")
    if s.riding[seat] != RIDING:
        return "place: must be the place in `order` of a seat that rides"
    if s.phase == START_PHASE:
        if s.at[seat] != NONE or s.mover != seat or count_bits(s.face_down) != lay_out(r, s):
            return "phase: a rider starts once, after all markers lie on the map"
        for i in range(s.drawn):
            if s.riding[s.order[i]] == RIDING and (s.at[s.order[i]] == NONE) != (i >= s.place):
                return "foray.riders: riders start in the order of seats"
        return NULL
    for i in range(s.drawn):
        if s.riding[s.order[i]] == RIDING and s.at[s.order[i]] == NONE:
            return "foray.riders: after the start each rider needs its space in `at`"
    if s.marches >= FORAY_ROUNDS or s.turn >= r.turn_limit:
        return "foray.marches: the foray has reached its limit"
    if s.phase == MARCH_PHASE:
        return unless(s.die and s.mover == seat, "foray.die: must be 1..6 where a rider marches")
    if s.mover != CHANCE:
        return "phase: chance is to move"
    if s.phase == MARKER_PHASE and not hides_marker(r, s, s.at[seat]):
        return "foray.riders: the rider is not at a city with a marker"
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
        return "realm: a History card is in the deck and on display, or unknown"
    for i in range(SEATS):
        if s.cards[i] & taken or (r.histories < 64 and s.cards[i] >> r.histories) or (
                i >= r.seats and s.cards[i]):
            return "players: a History card is in two places, or unknown"
        taken |= s.cards[i]
    for i in range(FIEFS):
        if s.owner[i] > FOREIGN + COUNTRIES or (r.seats <= s.owner[i] < BANK):
            return "players: a fief belongs to no seat, bank or country"
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
            return "war.sent: must be fiefs and cards that the seat has"
        if s.sent_cards[seat] and not s.sent_fiefs[seat] or count_bits(s.sent_fiefs[seat]) > r.share:
            return "war.sent: a seat sends cards with a fief only, and not more fiefs than its share"
        if secret and price_of(r, s.sent_fiefs[seat]) > s.gold[seat]:
            return "war.sent: a seat has sent fiefs that it cannot pay"
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
            return "war.sent: a fief, card or seat is unknown"
    return NULL


cdef const char* check_deal(const Rules* r, const Realm* s) noexcept nogil:
    """No seat has cards before the lot, nor more than the set-up deals."""
    cdef int seat, n
    if dealt_next(r, s) == NONE or s.mover != CHANCE:
        return "phase: all cards of the set-up are dealt"
    for seat in range(r.seats):
        n = count_bits(s.cards[seat]) if r.mode == BATTLE else s.hand_size[seat]
        if n > (0 if s.phase == LOT_PHASE else r.dealt) or s.sent_fiefs[seat]:
            return "players: a seat has been dealt too much"
    return NULL


cdef const char* check_secret(const Rules* r, const Realm* s) noexcept nogil:
    """Which seats have decided, and how far the deciding seat is."""
    cdef int i, seat = committer(r, s)
    cdef int asked = picks(r, s, seat)
    if s.committed >= r.seats or s.mover != seat or not asked:
        return "war.committed: another seat, or none, is to send troops"
    if s.step >= asked + count_bits(fit_cards(r, s, seat)):
        return "war.step: the seat has no decision left"
    if count_bits(s.sent_fiefs[seat]) > s.step:
        return "war.sent: the seat has sent more fiefs than its decisions so far"
    for i in range(count_bits(fit_cards(r, s, seat))):
        if s.sent_cards[seat] >> nth_bit(fit_cards(r, s, seat), i) & 1 and asked + i >= s.step:
            return "war.sent: the seat has sent a card before its decision"
    for i in range(s.committed + 1, r.seats):
        if s.sent_fiefs[(s.reign + i) % r.seats]:
            return "war.sent: a seat has sent troops before its turn"
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
                return "war: a sector holds at most four pieces, and no commander without a soldier"
            if pieces(s, army, area) and pieces(s, 1 - army, area):
                return "war.soldiers: a sector must have the pieces of one army only"
            if pieces(s, army, area) and s.card >> area & 1 != (army == SWEDEN):
                return "war.cards: Swedish pieces in a sector need a Province card, and the enemy has none"
    if total > 200 or s.done >> AREAS or s.card >> RESERVE or s.spare > 20:
        return "war: pieces, done, cards or spare are more than there can be"
    if s.unplaced and s.phase != FORM_PHASE:
        return "war.unplaced: must be empty after the phase form"
    return NULL


cdef const char* check_battle(const Rules* r, const Realm* s) noexcept nogil:
    """What must be true in a phase of the battle."""
    cdef MoveList moves
    if s.enemy_cards & ~s.regent_deck:
        return "war.enemy_cards: must be among the Regent cards left"
    if r.mode == CAMPAIGN and (s.phase < FORM_PHASE or s.phase > REDEPLOY_PHASE):
        return check_outside(r, s)
    if s.phase < FORM_PHASE:
        return check_outside(r, s)
    if s.phase == OVER_PHASE:
        return unless(s.victory, "war.victory: must be sweden or enemy at the end")
    if s.leader >= r.seats or s.victory or not s.sent_fiefs[s.leader]:
        return "war.leader: a battle needs a leader that has sent a fief, and no victor"
    if s.mover != (CHANCE if is_chance(s.phase) else <int>s.leader):
        return "phase: another seat is to move"
    if s.rerolled > 6 or s.losses > 6:
        return "war.rerolled: this and losses must be a number of pieces or a die, 0..6"
    if s.phase == FORM_PHASE or s.phase == ENEMY_CARD_PHASE:
        return check_forming(r, s)
    if not s.soldiers[SWEDEN][RESERVE] or not s.soldiers[ENEMY][RESERVE]:
        return "war.soldiers: each reserve needs a soldier"
    if s.round < 1 or s.round > BATTLE_ROUNDS or s.turn >= r.turn_limit:
        return "war.round: must be below the limit of rounds while the battle goes on"
    moves.n = 0
    if s.phase == GUN_PHASE:
        if s.stage != SWEDISH_GUNS and s.stage != ENEMY_GUNS or s.losses or not gun_strength(s) or (
                not held(s, ENEMY if s.stage == SWEDISH_GUNS else SWEDEN)):
            return "war: no gun is to fire, or it has no target"
    elif s.phase == AIM_PHASE:
        if not held(s, ENEMY) & (held(s, ENEMY) - 1):
            return "war: the leader aims only where the enemy holds several sectors"
        if not (s.stage == SWEDISH_GUNS and not s.losses or s.stage == SWEDISH_ATTACKS
                and 0 < s.losses <= strength(s, SWEDEN, RESERVE)):
            return "war.losses: the leader aims after a gun or the reserve has hit"
    elif s.phase == ATTACK_PHASE:
        legal_attacks(s, &moves)
        if s.stage != SWEDISH_ATTACKS or moves.n < 2 or s.losses:
            return "war: no attack of Sweden is possible"
    elif s.phase == ATTACK_DIE_PHASE:
        return check_attack(r, s)
    elif s.phase == REROLL_PHASE:
        return check_reroll(r, s)
    elif s.phase == LOSS_PHASE:
        if (s.stage != ENEMY_GUNS and s.stage != ENEMY_ATTACKS or not s.losses or s.area == NONE
                or least_retreating(s, SWEDEN, s.area, s.losses)
                >= most_retreating(s, SWEDEN, s.area, s.losses)):
            return "war: loss needs losses in an area of Sweden where the leader can choose among pieces"
    elif s.phase == REDEPLOY_PHASE:
        if s.stage != REDEPLOYMENT or s.step < 1 or s.step > 5 or s.losses:
            return "war.step: must be 1..5 in the stage redeployment"
        legal_redeployment(s, &moves)
        if moves.n < 2:
            return "war.step: must be a step in which the side can move a piece"
    else:
        return check_enemy(r, s)
    return NULL


cdef const char* check_outside(const Rules* r, const Realm* s) noexcept nogil:
    """The battlefield while Event cards can be played (campaign), and when there is no battle."""
    cdef int army, area
    if s.area != NONE or s.losses or s.done or s.rerolled:
        return "war.area: this, losses, done and rerolled must be empty outside of a round"
    if s.index and s.phase != SPOILS_DRAW_PHASE and s.phase != FORTUNE_PHASE:
        return "war.index: must be 0 outside of a round"
    if s.stage == WAR_EVENTS:
        if s.step:
            return "war.step: must be 0 before the redeployment"
        if s.window != WAR_WINDOW or s.leader >= r.seats or s.victory or not s.sent_fiefs[s.leader] or (
                s.round < 1 or s.round > BATTLE_ROUNDS):
            return "war.leader: this, victory and round do not fit the window of a battle"
        return unless(s.soldiers[SWEDEN][RESERVE] and s.soldiers[ENEMY][RESERVE],
                      "war.soldiers: each reserve needs a soldier")
    if s.stage != NO_BATTLE and s.stage < SPOILING or s.stage == NO_BATTLE and s.victory:
        return "war.victory: the battle is not over, or nobody has fought"
    for army in range(2):
        for area in range(AREAS):
            if pieces(s, army, area):
                return "war: no pieces without a battle"
    if s.card or s.spare or s.guns[0] or s.guns[1] or s.guns[2] or s.enemy_guns or s.round or (
            s.unplaced_soldiers or s.unplaced_commanders or s.tactician or s.steel or s.enemy_cards):
        return "war: must be empty without a battle"
    return NULL


cdef const char* check_forming(const Rules* r, const Realm* s) noexcept nogil:
    cdef uint32_t sent = 0
    cdef int area, seat, soldiers = s.unplaced_soldiers
    if s.step or s.losses or s.done or s.rerolled or s.round or s.area != NONE:
        return "war.step: this, losses, done, rerolled, round and area must be empty before the first round"
    if s.card >> LANES:
        return "war.cards: before the first round no Province card lies in an enemy sector"
    for seat in range(r.seats):
        sent |= s.sent_fiefs[seat]
    if s.unplaced & ~sent:
        return "war.unplaced: a fief was not sent"
    for area in range(FIEFS):
        if s.unplaced >> area & 1:
            soldiers += troops_in(r, s, area)
    for area in range(AREAS):
        soldiers += s.soldiers[SWEDEN][area]
    if s.phase == FORM_PHASE:
        if s.stage != FORMING or not soldiers or not (s.unplaced or s.unplaced_soldiers
                                                      or s.unplaced_commanders):
            return "war: nothing is to be placed, or no soldier was sent"
        for area in range(AREAS):
            if pieces(s, ENEMY, area) or LANES <= area < RESERVE and pieces(s, SWEDEN, area):
                return "war.soldiers: while Sweden forms only its own areas have pieces"
        return unless(s.index <= RESERVE and not s.enemy_cards and not s.enemy_guns,
                      "war.enemy_cards: these and enemy_guns must be empty while Sweden forms")
    if s.stage != ENEMY_FORMING or s.index > r.seats or not enemy_pile(r, s) or (
            s.unplaced_soldiers or s.unplaced_commanders or not s.soldiers[SWEDEN][RESERVE]):
        return "war: no enemy card is to be drawn, or Sweden is not formed"
    for area in range(RESERVE):
        if pieces(s, ENEMY, area) and area < LANES or pieces(s, SWEDEN, area) and area >= LANES:
            return "war.soldiers: in the stage enemy_forming each army is in its own sectors"
        if area >= LANES + s.index and pieces(s, ENEMY, area) and r.seats > 1:
            return "war.soldiers: the enemy stands where no card was drawn yet"
    if r.seats == 1 and pieces(s, ENEMY, LANES + 1) and not s.index:
        return "war.soldiers: the enemy stands where no card was drawn yet"
    return NULL


cdef const char* check_attack(const Rules* r, const Realm* s) noexcept nogil:
    if s.index >= AREAS or s.losses:
        return "war.index: no attack from there is possible"
    if s.stage == ENEMY_ATTACKS:
        return unless(strikes(s, ENEMY, s.index), "war.index: the enemy cannot attack from there")
    if s.stage != SWEDISH_ATTACKS or not strikes(s, SWEDEN, s.index):
        return "war.index: must be an area with pieces from which Sweden has not attacked"
    return unless(s.area == (<int>NONE if s.index == RESERVE else front_of(SWEDEN, s.index)),
                  "war.area: must be the area in front, for the reserve null")


cdef const char* check_reroll(const Rules* r, const Realm* s) noexcept nogil:
    """A failed attack that may be rolled again."""
    cdef const char* problem = check_attack(r, s)
    if problem != NULL:
        return problem
    return unless(s.stage == SWEDISH_ATTACKS and s.tactician and s.index != RESERVE
                  and s.rerolled > strength(s, SWEDEN, s.index) and not s.commanders[SWEDEN][s.index],
                  "war.rerolled: must be a failed roll that the tactician may repeat")


cdef const char* check_enemy(const Rules* r, const Realm* s) noexcept nogil:
    """The enemy chooses between equal sectors."""
    cdef int among
    if s.losses:
        if s.area != NONE or (s.stage != ENEMY_GUNS and s.stage != ENEMY_ATTACKS):
            return "war.losses: the enemy has hit nothing, or has chosen the area"
    elif s.stage == ENEMY_COMMAND:
        if not s.index or s.index > s.commanders[ENEMY][RESERVE]:
            return "war.index: must be the number of commanders still to place"
    elif s.stage != ENEMY_ADVANCE or s.soldiers[ENEMY][RESERVE] < 2:
        return "war.stage: the enemy does not choose a sector in this stage"
    among = choices(r, s)
    return unless(among & (among - 1), "war: the enemy has no choice between equal sectors")
