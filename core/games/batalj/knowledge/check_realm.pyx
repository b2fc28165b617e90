"""What must be true of the campaign outside of battle and foray, from play and from views (RULES.md 9)."""
from battlewise.core.bits cimport first_bit, count_bits
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.rules.activities cimport legal_purchases
from battlewise.core.games.batalj.rules.events cimport next_holder, time_at, victim
from battlewise.core.games.batalj.rules.meanings cimport mortal, needs_target, targets
from battlewise.core.games.batalj.rules.reign cimport equals, fortunate, mourner, spoil_pile, without_trader
from battlewise.core.games.batalj.rules.turn cimport asked
from battlewise.core.games.batalj.rules.war cimport foremost
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport move_rest, packed
from battlewise.core.piles cimport pile_size


cdef const char* check_realm(const Rules* r, const Realm* s) noexcept nogil:
    cdef const char* problem = check_numbers(r, s)
    if problem == NULL:
        problem = check_events(r, s)
    if problem == NULL:
        problem = check_mover(r, s)
    if problem == NULL:
        problem = check_context(r, s)
    if problem == NULL and s.play.kind != NONE:
        problem = check_play(r, s)
    if problem == NULL:
        problem = check_phase(r, s)
    return problem


# -- numbers and cards

cdef const char* check_numbers(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat, country, n
    if s.reign >= REIGNS or (s.regent != NONE and (s.regent >= r.regents or s.regent_deck >> s.regent & 1)):
        return "regent: must be a card that is not in regents_left, in one of the reigns"
    if s.regent != NONE and (not s.reign or r.regent[s.regent].era != era_of(s)):
        return "regent: must be a card of the reign's era; the first reign has none"
    if s.enemy != NONE and s.enemy >= COUNTRIES or (s.archbishop != NONE and s.archbishop >= r.seats):
        return "enemy: must be a country or null, and archbishop a seat or null"
    if s.regent_deck >> (r.regents - 1) >> 1 or (s.enlisted | s.roads | s.blighted) >> FIEFS:
        return "realm: a Regent card or a fief is unknown"
    if s.forced != NONE and s.forced > STUDYING or s.acted > 7 or s.discount > 40 or s.trade_bonus > 60:
        return "act: a number is higher than it can be"
    if s.owed and s.phase != DEBT_PHASE or (s.draws and s.phase != DRAW_PHASE) or (
            s.activity > STUDYING and s.phase != DEBT_PHASE):
        return "act: owed and draws belong to the phases debt and draw"
    if s.claimed > 2 or s.made > 4 or s.purchases > 4:
        return "act: a number is higher than it can be"
    for seat in range(SEATS):
        if s.debt[seat] > 20 or s.hand_size[seat] > MOST_HAND or s.gold[seat] > MOST_GOLD or (
                seat >= r.seats and (s.hand_size[seat] or s.gold[seat] or traders_of(s, seat))):
            return "players: a seat has more debt, cards, gold or traders than it can"
    for country in range(COUNTRIES):
        n = 0
        for seat in range(r.seats):
            n += s.traders[seat][country]
        if n > r.seats + r.room[country]:
            return "players.traders: a country has more traders than room"
    return NULL


cdef const char* check_events(const Rules* r, const Realm* s) noexcept nogil:
    cdef int kind, seat, n
    for kind in range(EVENTS):
        n = s.deck[kind] + s.discard[kind] + s.kept[kind] + (s.play.kind == kind)
        for seat in range(SEATS):
            n += s.hand[seat][kind]
        if n != (r.event[kind].count if kind < r.events else 0):
            return "hand: the Event cards do not add up to those of the game"
    for seat in range(SEATS):
        if pile_size(s.hand[seat], EVENTS) != s.hand_size[seat]:
            return "players.hand_size: a hand has another size"
    return unless(pile_size(s.deck, EVENTS) == s.deck_size,
                  "realm.discard: the deck of Event cards has another size")


# -- the mover, and the place in the reign

cdef const char* check_mover(const Rules* r, const Realm* s) noexcept nogil:
    """The mover outside of battle and foray, which `check` covers."""
    if COMMIT_PHASE <= s.phase <= REDEPLOY_PHASE or MARKERS_PHASE <= s.phase <= MARKER_PHASE:
        return NULL
    if s.phase == OVER_PHASE:
        return NULL
    if is_chance(s.phase):
        return unless(s.mover == CHANCE, "phase: chance is to move")
    return unless(s.mover == asked(r, s), "phase: another seat is to move")


cdef bint moving(const Rules* r, const Realm* s) noexcept nogil:
    """Whether a seat has its turn, at peace."""
    return s.place < s.drawn and s.enemy == NONE and not s.riding[s.order[s.place]]


cdef const char* check_context(const Rules* r, const Realm* s) noexcept nogil:
    """The window that is open, and what is being bought."""
    cdef int in_play = s.play.kind != NONE
    if s.window > END_WINDOW:
        return "window: must be a known window"
    if s.window and s.phase != WINDOW_PHASE and not in_play:
        return "window: is open only in the phase window, or while an event is played"
    if s.bought != NONE or s.window == PURCHASE_WINDOW:
        if s.bought > 1 or s.window != PURCHASE_WINDOW or not moving(r, s) or not s.passed >> active(s) & 1:
            return "act: a purchase needs the window purchase, in a turn"
        if s.bought and (s.item >= r.histories or not (s.open | s.history_deck) >> s.item & 1):
            return "act.item: the card is neither on display nor in the deck"
        if not s.bought and (s.item >= FIEFS or s.owner[s.item] != BANK):
            return "act.item: the fief does not belong to the bank"
    if s.window == BEFORE_WINDOW and (not moving(r, s) or not s.passed >> active(s) & 1):
        return "order: must name the seat whose turn it is, and those after it"
    if s.window == WAR_WINDOW and (s.stage != WAR_EVENTS or s.enemy == NONE):
        return "window: war needs a battle in the stage war_events"
    if s.window == SPOILS_WINDOW and s.stage != SPOILING:
        return "window: spoils needs the stage spoils"
    if (s.window == END_WINDOW or s.window == REVEAL_WINDOW) and s.stage != NO_BATTLE:
        return "war.stage: must be none outside of a war"
    if s.window == END_WINDOW and (s.drawn < r.seats or s.enemy != NONE):
        return "window: end needs a reign at peace in which all have moved"
    if s.stage >= SPOILING:
        return check_spoils(r, s)
    if s.stage == NO_BATTLE and s.phase != COMMIT_PHASE and _sent(r, s):
        return "war.sent: must be empty without a war"
    return check_buying(r, s)


cdef const char* check_buying(const Rules* r, const Realm* s) noexcept nogil:
    """Where a purchase is made, and where a chancellor was used."""
    cdef bint chancellor = s.phase == CHANCELLOR_PHASE or s.buying == CHANCELLOR_PHASE
    if s.buying:
        if s.buying != FIEF_PHASE and s.buying != HISTORY_PHASE and s.buying != CHANCELLOR_PHASE:
            return "act.buying: must be fief, history or chancellor"
        if s.window != PURCHASE_WINDOW and (s.phase != DRAW_PHASE or s.play.kind != NONE):
            return "act.buying: a purchase needs the window purchase, in a turn"
        if s.buying == HISTORY_PHASE and s.phase != DRAW_PHASE and (s.activity != STUDYING
                                                                    or not s.purchases):
            return "act: History cards are bought in the activity culture, with purchases left"
    elif s.window == PURCHASE_WINDOW:
        return "act.buying: must be given in the window purchase"
    if chancellor != (s.home != 0) or (s.home and s.home != ACT_PHASE and s.home != AFTER_PHASE):
        return "act.home: is act or after while a chancellor is used, else null"
    if s.phase == CHANCELLOR_PHASE and s.purchases > 1:
        return "act.purchases: must be 0 or 1 with a chancellor"
    if s.home == ACT_PHASE and s.acted == 7 and s.forced == NONE:
        return "act.acted: all activities are done"
    return NULL


cdef bint _sent(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        if s.sent_fiefs[seat]:
            return True
    return False


cdef const char* check_spoils(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    cdef int victory = SWEDISH_VICTORY if s.stage == SPOILING else ENEMY_VICTORY
    if s.enemy == NONE or s.victory != victory or s.stage > MOURNING:
        return "war: enemy, victory and stage do not fit a war that is over"
    if s.owing >> r.seats or s.no_spoils >> r.seats or s.step > 2:
        return "realm: a seat is unknown, or war.step is higher than 2"
    for seat in range(r.seats):
        if s.stage == SPOILING and s.owing >> seat & 1 and not s.sent_fiefs[seat]:
            return "realm.owing: a seat that sent nothing gets no spoils"
    return NULL


# -- Event cards being played

cdef const char* check_play(const Rules* r, const Realm* s) noexcept nogil:
    cdef int when = 0 if s.play.back == REACTION_PHASE else time_at(s, s.play.back)
    cdef int verb
    if s.play.kind >= r.events or s.play.seat >= r.seats or s.play.cancelled:
        return "event: must name a card and a seat"
    if s.play.taker != NONE and s.play.taker >= r.seats or s.play.passed >> r.seats:
        return "event: taker and passed must name seats"
    if not when & r.event[s.play.kind].when or (
            when <= AFTER and (s.window or before_forays(r, s) or not moving(r, s))):
        return "event.card: must be a card that can be played in the window or phase"
    if when <= AFTER and s.play.seat != active(s) or (when == DEFEAT and s.stage != MOURNING):
        return "event.seat: the seat cannot play the card then"
    if when == OWN and s.acted == 7 and s.forced == NONE:
        return "act.acted: all activities are done"
    if not (TARGET_PHASE <= s.phase <= WRATH_PHASE or s.phase == DRAW_PHASE or s.phase == ELECTION_PHASE
            or s.phase == OPEN_PHASE):
        return "phase: this phase needs the event that is played; other phases must have none"
    verb = r.event[s.play.kind].verb
    if s.phase == OPEN_PHASE:
        if count_bits(s.open) + s.play.left > SHOWN:
            return "event.left: more cards are to be laid out than the display has places"
        return unless(verb == REPLACE_OPEN and 0 < s.play.left <= 2 and not s.play.todo and not s.play.passed,
                      "event: must be a card that replaces one or two cards on display")
    if s.phase == DRAW_PHASE:
        return unless(verb == DRAW_EVENTS and not s.play.left, "event: must be a card that draws Event cards")
    if s.phase == ELECTION_PHASE:
        return unless(verb == ELECT and s.play.left == 255 and not s.play.todo,
                      "event: must be a card that elects an Archbishop")
    if s.phase == TARGET_PHASE or s.phase == REACTION_PHASE:
        return check_named(r, s, verb)
    return check_effect(r, s, verb)


cdef bint meant(const Rules* r, const Realm* s, bint all_of_it) noexcept nogil:
    """Whether the card can have its target; `all_of_it`: False compares its first two numbers only."""
    cdef MoveList means
    cdef move_t mask = 0xFFFFFF if all_of_it else 0xFFFF
    cdef int i
    means.n = 0
    targets(r, s, s.play.kind, s.play.seat, &means)
    for i in range(means.n):
        if (move_rest(means.move[i]) ^ move_rest(packed(0, s.play.a, s.play.b, s.play.c))) & mask == 0:
            return True
    return False


cdef const char* check_named(const Rules* r, const Realm* s, int verb) noexcept nogil:
    cdef MoveList means
    if s.play.left or s.play.todo:
        return "event.left: this, seats_left and fiefs_left must be empty before the effect"
    if s.phase == TARGET_PHASE:
        means.n = 0
        if needs_target(verb):
            targets(r, s, s.play.kind, s.play.seat, &means)
        if s.play.a or s.play.b or s.play.c or s.play.passed or s.play.taker != NONE:
            return "event.target: this, passed and taker must be empty before the target is named"
        return unless(means.n, "event: the card has no target")
    if not s.play.passed >> s.play.seat & 1 or next_holder(r, s, s.play.passed) != s.mover:
        return "event.passed: must leave a seat with an event card that can answer"
    if s.play.taker != NONE and not s.play.passed >> s.play.taker & 1:
        return "event.taker: must be among those that have passed"
    if not needs_target(verb):
        return unless(not (s.play.a or s.play.b or s.play.c), "event.target: must be null for this card")
    return unless(meant(r, s, True), "event.target: the card cannot mean this")


cdef const char* check_effect(const Rules* r, const Realm* s, int verb) noexcept nogil:
    """A card whose effect is half done."""
    if s.play.passed:
        return "event.passed: must be empty once the card has its effect"
    if s.phase == EVENT_DIE_PHASE:
        if verb == COURT_INTRIGUE:
            return unless(not (s.play.a or s.play.b or s.play.c), "event.target: must be null for this card")
        return unless((verb == FEUD or verb == REVOLT) and meant(r, s, False) and s.play.c <= 6
                      and not (verb == REVOLT and s.play.c), "event: must be a card that throws a die")
    if s.phase == PLAGUE_PHASE or (s.phase == DISCARD_PHASE and verb == WITCH_TRIALS):
        return check_struck(r, s, verb)
    if s.play.a >= r.seats or s.play.a == s.play.seat or s.play.todo:
        return "event: must name whom the card strikes"
    if s.phase == DISCARD_PHASE:
        return unless(verb == DISCARD_EVENT and s.hand_size[s.play.a] and s.play.left == 1,
                      "event: must be a card that makes a seat lose an Event card")
    if s.phase == WRATH_PHASE:
        return unless(verb == GIVE_UP_FIEF and fiefs_of(s, s.play.a) > 1 and s.play.left == 1,
                      "event: must be a card that makes a seat give up a fief")
    if s.phase == GIVE_PHASE:
        return unless(verb == EXCHANGE_EVENTS and s.play.left == 255 and s.hand_size[s.play.seat],
                      "event: must be an exchange in which a card is given")
    if verb == EXCHANGE_EVENTS:
        return unless(0 < s.play.left <= s.hand_size[s.play.a] and s.play.left <= r.event[s.play.kind].amount,
                      "event: must be an exchange in which a card is taken")
    return unless(verb == STEAL_MARKER and s.play.left == 1 and meant(r, s, True),
                  "event: must be a card that steals a marker")


cdef const char* check_struck(const Rules* r, const Realm* s, int verb) noexcept nogil:
    """Fiefs or seats that a card has still to strike."""
    cdef int seat
    if not s.play.todo or s.play.left or s.play.a >= FIEFS:
        return "event: must name whom the card strikes"
    if verb == WITCH_TRIALS:
        if s.phase != DISCARD_PHASE or s.play.todo & ~r.fief[s.play.a].area:
            return "event: must name a fief whose owner has Event cards"
        seat = victim(s)
        return unless(seat < BANK and s.hand_size[seat],
                      "event: must name a fief whose owner has Event cards")
    seat = first_bit(s.play.todo)
    return unless(verb == PLAGUE and s.phase == PLAGUE_PHASE and not s.play.todo >> r.seats
                  and mortal(r, s, seat),
                  "event.seats_left: the plague must strike a seat that can lose a card")


# -- phases

cdef const char* check_phase(const Rules* r, const Realm* s) noexcept nogil:
    if s.phase == WINDOW_PHASE:
        return unless(s.window and next_holder(r, s, s.passed) == s.mover,
                      "window: must be one in which a seat with an event card is left to ask")
    if TARGET_PHASE <= s.phase <= WRATH_PHASE:
        return unless(s.play.kind != NONE,
                      "phase: this phase needs the event that is played; other phases must have none")
    if s.phase < WINDOW_PHASE:
        return check_opening(r, s)
    if s.phase <= AFTER_PHASE:
        return check_own_turn(r, s)
    if COMMIT_PHASE <= s.phase <= REDEPLOY_PHASE:
        return unless(s.enemy != NONE, "enemy: a war needs an enemy")
    if SPOILS_PHASE <= s.phase <= DEFEAT_PHASE:
        return check_settlement(r, s)
    if s.phase == FORTUNE_PHASE:
        return unless(s.index < HISTORY and s.stage == NO_BATTLE and fortunate(r, s) != NONE,
                      "war.index: must be a card that pays at the end")
    return NULL


cdef const char* check_opening(const Rules* r, const Realm* s) noexcept nogil:
    """The set-up, and the start of a reign."""
    cdef int effect = effect_of(r, s)
    cdef int among
    if s.phase == OPEN_PHASE:
        return unless(count_bits(s.open) < SHOWN and s.history_deck & r.history_of[era_of(s)] and
                      (s.play.kind != NONE or moving(r, s) if s.drawn or s.play.kind != NONE
                       else s.enemy == NONE and s.regent == NONE),
                      "phase: no card is to be laid out")
    if s.phase == ELECTION_PHASE:
        return unless(s.archbishop == NONE and (s.play.kind != NONE or (effect == ELECTION and not s.drawn
                                                                        and s.enemy == NONE)),
                      "phase: no election is going on")
    if s.enemy != NONE or s.drawn:
        return "phase: the reign has begun already"
    if s.phase == FIRST_TRADER_PHASE and without_trader(r, s) == NONE:
        return "phase: all seats have a trader"
    if s.phase < REGENT_PHASE:
        return unless(_traders_placed(r, s, without_trader(r, s) if s.phase == FIRST_TRADER_PHASE else 0),
                      "players.traders: in the set-up each seat in turn places one")
    if s.phase == REGENT_PHASE:
        return unless(s.reign and s.regent == NONE and s.regent_deck & r.of_era[era_of(s)],
                      "phase: no Regent card is to be drawn")
    if effect != REGENCY and effect != ELECTIVE_WAR or (s.phase == ENEMY_PHASE) and effect != ELECTIVE_WAR:
        return "regent: must be a card with a choice"
    if s.phase == REGENCY_PHASE:
        return unless(effect == REGENCY and s.leader < r.seats and s.regent_deck & r.of_era[era_of(s)],
                      "regent: regency needs a leader and a card to choose")
    if s.phase == ENEMY_PHASE:
        return unless(s.leader < r.seats, "war.leader: must be the seat that names the enemy")
    among = equals(r, s)
    return unless(among & (among - 1), "phase: there is no tie")


cdef bint _traders_placed(const Rules* r, const Realm* s, int seats) noexcept nogil:
    """Whether so many seats have one trader each, and the others none."""
    cdef int seat
    for seat in range(r.seats):
        if traders_of(s, seat) != (seat < seats):
            return False
    return True


cdef const char* check_own_turn(const Rules* r, const Realm* s) noexcept nogil:
    cdef MoveList moves
    cdef bint saying = before_forays(r, s)
    if s.stage != NO_BATTLE and s.play.kind == NONE:
        return "war.stage: must be none outside of a war"
    if s.phase == ORDER_PHASE:
        return unless(s.drawn < r.seats - 1 and s.enemy == NONE and s.place == (0 if saying else s.drawn),
                      "phase: no turn marker is to be drawn")
    if s.phase == DECLARE_PHASE:
        return unless(saying and s.drawn == r.seats and moving(r, s),
                      "phase: declare needs a reign with a foray and seats that have not said yet")
    if s.phase == DRAW_PHASE:
        if not s.draws or not s.deck_size:
            return "act.draws: must be positive, with a card in the deck"
        if saying and s.play.kind == NONE and not s.buying:
            if s.enemy != NONE:
                return "enemy: must be null in a reign of forays"
            return unless(s.place < s.drawn and s.drawn == r.seats, "order: no seat draws a card")
        return unless(s.play.kind != NONE or moving(r, s), "order: no seat draws a card")
    if not moving(r, s) or saying or s.draws:
        return "order: must name the seat whose turn it is, and those after it"
    if s.phase == DEBT_PHASE:
        return unless(s.owed and fiefs_of(s, active(s)) > 1
                      and (s.activity == NONE or s.activity <= STUDYING),
                      "act: the phase debt needs a sum owed and a fief to give back")
    if s.activity > STUDYING or s.owed:
        return "act: activity must be a known one, and owed 0"
    if s.phase == ACT_PHASE:
        return unless(s.acted != 7 or s.forced != NONE, "act.acted: all activities are done")
    if s.phase == TAX_PHASE:
        return unless(s.peasant_tax and s.activity != TRADING,
                      "act: the phase tax needs an extra tax and an income of fiefs")
    if s.phase == TRADER_PHASE:
        return unless(s.activity == TRADING, "act.activity: must be trade")
    if s.phase == HISTORY_PHASE and (s.activity != STUDYING or not s.purchases or s.made + s.purchases > 4):
        return "act: the phase history needs the activity culture and purchases left"
    if s.phase == FIEF_PHASE and s.activity != FARMING:
        return "act.activity: must be agriculture"
    if s.phase == FIEF_PHASE or s.phase == HISTORY_PHASE:
        moves.n = 0
        legal_purchases(r, s, &moves)
        return unless(moves.n > 1, "act: this phase needs a seat with the gold for something that it may buy")
    return NULL


cdef const char* check_settlement(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    if s.phase == SPOILS_PHASE:
        return unless(s.stage == SPOILING and not s.owing & s.no_spoils and not s.step
                      and foremost(r, s, s.owing) != NONE,
                      "realm.owing: must give a seat that sent something a share of the spoils")
    if s.phase == SPOILS_DRAW_PHASE:
        return unless(s.stage == SPOILING and s.index < r.seats and s.owing >> s.index & 1 and s.step
                      and (s.step == 2 or spoil_pile(r, s)),
                      "realm.owing: must give a seat that sent something a share of the spoils")
    seat = mourner(r, s)
    if s.stage != MOURNING or seat == NONE or s.step > 1:
        return "realm.owing: must count the fiefs that a seat has to give back"
    return unless((s.sent_fiefs[seat] != 0 or s.step == 1) == (s.phase == DEFEAT_PHASE),
                  "phase: a seat that took part chooses at once, another only after its die")
