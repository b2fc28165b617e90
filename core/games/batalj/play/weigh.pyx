"""Prior weights of the legal moves: exp of a linear function of a few traits of each move.

Each kind of decision has its own traits and weights (weigh*.toml), by mode; battles have the same in all
modes. Other decisions have fixed weights. Nothing here reads what the mover does not know.
"""
from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport take_bit
from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MAX_MOVES, MoveList, move_t
from battlewise.core.games.batalj.play.estimate cimport nearest_marker
from battlewise.core.games.batalj.play.exact_battle cimport battle_move_values
from battlewise.core.games.batalj.play.exact_foray cimport foray_move_values
from battlewise.core.games.batalj.play.prospect cimport go_on_worth, in_time, marches_left, race
from battlewise.core.games.batalj.rules.activities cimport fief_income, trade_income, upkeep
from battlewise.core.games.batalj.rules.battlefield cimport front_of, pieces, strength
from battlewise.core.games.batalj.rules.foray cimport riders
from battlewise.core.games.batalj.rules.reign cimport points, series_size
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.vocabulary import by_number

# The traits of each kind of decision, by its name in the files of weights.
WAR_TRAITS = dict(by_number({
    COMMITTING: ("commit", by_number({SEND_NONE: "none", SEND_TROOPS: "troops", SEND_HOLD: "hold"})),
    FORMING_UP: ("form", by_number({
        FORM_RESERVE: "reserve", FORM_PIECES: "pieces", FORM_TROOPS: "troops",
        FORM_NO_RESERVE: "no_reserve",
    })),
    ATTACKING: ("attack", by_number({
        ATTACK_STOP: "stop", ATTACK_CHANCE: "chance", ATTACK_KILLS: "kills",
        ATTACK_AT_RESERVE: "at_reserve", ATTACK_RISK: "risk", ATTACK_RESERVE: "reserve",
    })),
    AIMING: ("aim", by_number({AIM_PIECES: "pieces", AIM_COMMANDERS: "commanders", AIM_FACED: "faced"})),
    LOSING: ("loss", by_number({LOSS_RETREATING: "retreating", LOSS_LEFT: "left"})),
    REDEPLOYING: ("redeploy", by_number({
        REDEPLOY_STOP: "stop", REDEPLOY_CARD_BACK: "card_back", REDEPLOY_SOLDIER_BACK: "soldier_back",
        REDEPLOY_CARD_FORWARD: "card_forward", REDEPLOY_SOLDIER_FORWARD: "soldier_forward",
        REDEPLOY_COMMANDER: "commander", REDEPLOY_ENEMIES: "enemies",
        REDEPLOY_COMMANDER_HOME: "commander_home", REDEPLOY_THIN: "thin",
        REDEPLOY_FROM_RESERVE: "from_reserve", REDEPLOY_PIECES_BACK: "pieces_back",
    })),
}))
CAMPAIGN_TRAITS = dict(by_number({
    MARCHING: ("march", by_number({
        MARCH_RAID: "raid", MARCH_RAID_GAIN: "raid_gain", MARCH_RETURN: "return",
        MARCH_RETURN_GAIN: "return_gain", MARCH_NEARER: "nearer", MARCH_HOMEWARD: "homeward",
        MARCH_STAY: "stay", MARCH_LATE: "late", MARCH_FAR: "far", MARCH_RIVAL: "rival",
    })),
    ACTING: ("activity", by_number({
        ACT_AGRICULTURE: "agriculture", ACT_TRADE: "trade", ACT_CULTURE: "culture", ACT_INCOME: "income",
        ACT_UPKEEP: "upkeep", ACT_MARKET: "market", ACT_EVENT: "event", ACT_END: "end",
        ACT_CHANCELLOR: "chancellor", ACT_GROWTH: "growth", ACT_COMPLETES: "completes",
    })),
    BUYING_FIEF: ("fief", by_number({
        FIEF_NOTHING: "nothing", FIEF_PRICE: "price", FIEF_CROWNS: "crowns", FIEF_TROOPS: "troops",
        FIEF_LATE: "late",
    })),
    BUYING_CARD: ("card", by_number({
        CARD_NOTHING: "nothing", CARD_PRICE: "price", CARD_COMPLETES: "completes", CARD_PAIR: "pair",
        CARD_SPECIAL: "special",
    })),
    TRADING_PLACES: ("trader", by_number({
        TRADER_PLACE: "place", TRADER_KEEP: "keep", TRADER_GAIN: "gain",
    })),
    WINDOWING: ("window", by_number({WINDOW_PASS: "pass", WINDOW_WAR: "war"})),
    TARGETING: ("target", by_number({TARGET_LEADER: "leader", TARGET_OWN: "own", TARGET_VALUE: "value"})),
    DECLARING: ("foray", by_number({FORAY_STAY: "stay", FORAY_PROSPECT: "prospect"})),
}))
FORAY_TRAITS = {"march": CAMPAIGN_TRAITS["march"]}


# -- foray

cdef void _describe_march(const Rules* r, const Realm* s, move_t move, float gain, int marches,
                          float* x) noexcept nogil:
    """The traits of a march.

    :param gain: what going on brings, against returning now: in AP; in a race in sixths of a win; for a lone
        rider, where it is exact, in quarters of a gold.
    :param marches: how many are left after this one.
    """
    cdef int seat = s.mover
    cdef int space = move_a(move)
    cdef bint leaves = not s.start >> seat & 1
    if space < 2 and (leaves or space != s.at[seat]):
        x[MARCH_RETURN] = 1
        x[MARCH_RETURN_GAIN] = gain
        return
    x[MARCH_LATE] = 1 - in_time(r.home[space], marches)
    if move_kind(move) == RAID:
        x[MARCH_RAID] = 1
        x[MARCH_RAID_GAIN] = gain
        x[MARCH_FAR] = r.home[space] / 3.0
        x[MARCH_RIVAL] = _nearest_rival(r, s, space) / 6.0
        return
    if gain > 0:
        x[MARCH_NEARER] = nearest_marker(r, s, space) / 3.0
    else:
        x[MARCH_HOMEWARD] = r.home[space] / 3.0
    x[MARCH_STAY] = space == s.at[seat]


cdef int _nearest_rival(const Rules* r, const Realm* s, int space) noexcept nogil:
    """Steps of the nearest other rider to a space; 6: no rider reaches it with one die."""
    cdef int seat, best = 6
    for seat in range(r.seats):
        if seat != s.mover and s.riding[seat] == RIDING and s.at[seat] != NONE:
            best = min(best, <int>r.distance[s.at[seat]][space])
    return best


cdef void _describe_marches(const Rules* r, const Realm* s, const MoveList* moves, float* x) noexcept nogil:
    """Compare going on with returning, each times the chance to come home from here in time."""
    cdef int marches = marches_left(r, s, s.mover) - 1
    cdef int home = r.home[s.at[s.mover]]
    cdef float gain, most = 2
    cdef double stop, on
    cdef int i
    if r.mode == FORAY and r.seats > 1:
        race(r, s, s.mover, &stop, &on)
        stop, on = 6 * stop, 6 * on if stop > 0 else 2      # a race that is lost costs nothing more
    else:
        stop = worth(r, s.booty[s.mover]) / 20.0
        on = go_on_worth(r, s, s.mover, riders(r, s)) / 20
    if r.mode == FORAY and r.seats == 1:
        stop, on, most = 80 * stop, 80 * on, 8
    gain = on * in_time(home, marches) - stop * in_time(max(0, home - s.die), marches)
    gain = max(-most, min(most, gain))
    for i in range(moves.n):
        _describe_march(r, s, moves.move[i], gain, marches, x + i * MOST_TRAITS)


# -- war

cdef void _describe_commitment(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    x[SEND_NONE] = kind == COMMIT_NONE
    x[SEND_HOLD] = kind == HOLD_CARD
    if kind == COMMIT_FIEF:
        x[SEND_TROOPS] = troops_in(r, s, move_a(move))


cdef void _describe_forming(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_b(move) if kind == PUT_FIEF else move_a(move)
    x[FORM_RESERVE] = area == RESERVE
    x[FORM_PIECES] = pieces(s, SWEDEN, area) if area != RESERVE else 0
    x[FORM_TROOPS] = troops_in(r, s, move_a(move)) if kind == PUT_FIEF and area != RESERVE else 0
    x[FORM_NO_RESERVE] = area != RESERVE and s.soldiers[SWEDEN][RESERVE] < 2


cdef void _describe_attack(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_a(move)
    cdef int power, target, most = 0
    if kind == ATTACK_NO_MORE:
        x[ATTACK_STOP] = 1
        return
    power = strength(s, SWEDEN, area)
    if area == RESERVE:
        for target in range(RESERVE):
            most = max(most, pieces(s, ENEMY, target))
    else:
        target = front_of(SWEDEN, area)
        most = pieces(s, ENEMY, target)
        x[ATTACK_AT_RESERVE] = target == RESERVE
        x[ATTACK_RISK] = not s.commanders[SWEDEN][area]
    x[ATTACK_CHANCE] = power / 6.0
    x[ATTACK_KILLS] = min(power, most)
    x[ATTACK_RESERVE] = area == RESERVE


cdef void _describe_aim(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int area = move_a(move)
    x[AIM_PIECES] = pieces(s, ENEMY, area)
    x[AIM_COMMANDERS] = s.commanders[ENEMY][area]
    x[AIM_FACED] = pieces(s, SWEDEN, front_of(ENEMY, area))


cdef void _describe_loss(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    x[LOSS_RETREATING] = move_a(move)
    x[LOSS_LEFT] = s.soldiers[SWEDEN][s.area] - s.losses + x[LOSS_RETREATING] > 0


cdef void _describe_redeployment(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_a(move)
    cdef int to = move_b(move)
    x[REDEPLOY_STOP] = kind == NEXT_STEP
    x[REDEPLOY_CARD_BACK], x[REDEPLOY_SOLDIER_BACK] = kind == CARD_BACK, kind == SOLDIER_BACK
    x[REDEPLOY_CARD_FORWARD] = kind == CARD_FORWARD
    x[REDEPLOY_SOLDIER_FORWARD] = kind == SOLDIER_FORWARD
    x[REDEPLOY_COMMANDER] = kind == COMMANDER_TO
    if kind == CARD_FORWARD and area == RESERVE:
        x[REDEPLOY_ENEMIES] = pieces(s, ENEMY, to + LANES)
        x[REDEPLOY_FROM_RESERVE] = 1
    elif kind == CARD_BACK:
        x[REDEPLOY_PIECES_BACK] = pieces(s, SWEDEN, area)
    elif kind == SOLDIER_FORWARD:
        x[REDEPLOY_ENEMIES] = pieces(s, ENEMY, area + LANES)
        x[REDEPLOY_THIN] = s.soldiers[SWEDEN][RESERVE] < 3
    elif kind == COMMANDER_TO:
        x[REDEPLOY_ENEMIES] = pieces(s, ENEMY, front_of(SWEDEN, to)) if to != RESERVE else 0
        x[REDEPLOY_COMMANDER_HOME] = to == RESERVE
        x[REDEPLOY_THIN] = area != RESERVE and s.commanders[SWEDEN][area] == 1


cdef inline bint _at_war(const Realm* s) noexcept nogil:
    return COMMIT_PHASE <= s.phase <= REDEPLOY_PHASE


cdef inline int _decision_at_war(const Realm* s) noexcept nogil:
    if s.phase == COMMIT_PHASE:
        return COMMITTING
    if s.phase == FORM_PHASE:
        return FORMING_UP
    if s.phase == ATTACK_PHASE:
        return ATTACKING
    if s.phase == AIM_PHASE:
        return AIMING
    if s.phase == LOSS_PHASE:
        return LOSING
    return REDEPLOYING if s.phase == REDEPLOY_PHASE else UNWEIGHED


cdef int describe_at_war(const void* rules, const void* state, const MoveList* moves,
                         float* x) noexcept nogil:
    """Write the traits of each move of a battle; returns the decision or UNWEIGHED."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int decision = _decision_at_war(s)
    cdef int i
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    for i in range(moves.n):
        if decision == COMMITTING:
            _describe_commitment(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == FORMING_UP:
            _describe_forming(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == ATTACKING:
            _describe_attack(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == AIMING:
            _describe_aim(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == LOSING:
            _describe_loss(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == REDEPLOYING:
            _describe_redeployment(r, s, moves.move[i], x + i * MOST_TRAITS)
    return decision


# -- campaign

cdef void _describe_activity(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int seat = s.mover
    x[ACT_AGRICULTURE], x[ACT_TRADE] = kind == AGRICULTURE, kind == TRADE
    x[ACT_CULTURE] = kind == CULTURE_FIEFS or kind == CULTURE_TRADE
    x[ACT_EVENT], x[ACT_END], x[ACT_CHANCELLOR] = kind == PLAY_EVENT, kind == END_TURN, kind == USE_CARD
    if kind == AGRICULTURE or kind == CULTURE_FIEFS:
        x[ACT_INCOME] = fief_income(r, s, seat, kind == AGRICULTURE, 0)
    elif kind == TRADE or kind == CULTURE_TRADE:
        x[ACT_INCOME] = trade_income(r, s, seat, kind == TRADE)
    if TRADE <= kind <= CULTURE_TRADE and not s.no_upkeep:
        x[ACT_UPKEEP] = upkeep(r, s, seat)
    if kind == AGRICULTURE or x[ACT_CULTURE]:
        x[ACT_MARKET] = min(<float>30, s.gold[seat] + x[ACT_INCOME] - x[ACT_UPKEEP])
    if kind == TRADE:
        x[ACT_GROWTH] = _growth(r, s, seat)
    elif x[ACT_CULTURE]:
        x[ACT_COMPLETES] = _completes(r, s, seat, <int>x[ACT_MARKET])


cdef int _growth(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The most income that one trader more brings."""
    cdef int country, most = 0
    for country in range(COUNTRIES):
        if has_room(r, s, country):
            most = max(most, _step(r, s.traders[seat][country]))
    return most


cdef bint _completes(const Rules* r, const Realm* s, int seat, int gold) noexcept nogil:
    """Whether a card on display can be paid that counts in its series."""
    cdef uint64_t cards = s.open
    cdef int card
    while cards:
        card = take_bit(&cards)
        if (r.history[card].price <= gold and r.history[card].series < PHILOSOPHER
                and series_size(r, s, seat, r.history[card].series) >= 2):
            return True
    return False


cdef void _describe_fief(const Rules* r, const Realm* s, int fief, float* x) noexcept nogil:
    x[FIEF_PRICE] = r.fief[fief].price
    x[FIEF_CROWNS] = r.fief[fief].crowns
    x[FIEF_TROOPS] = r.fief[fief].troops
    x[FIEF_LATE] = s.reign >= 12


cdef void _describe_card(const Rules* r, const Realm* s, int card, int role, float* x) noexcept nogil:
    cdef int series = r.history[card].series
    cdef int n
    if series == PHILOSOPHER:
        series = SCIENTIST if role else CULTURE
    n = series_size(r, s, s.mover, series)
    x[CARD_PRICE] = r.history[card].price
    x[CARD_COMPLETES] = n >= 2
    x[CARD_PAIR] = n == 1
    x[CARD_SPECIAL] = series == RESOURCE


cdef void _describe_purchase(const Rules* r, const Realm* s, int decision, move_t move,
                             float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    x[FIEF_NOTHING if decision == BUYING_FIEF else CARD_NOTHING] = kind == BUY_NOTHING
    if kind == BUY_CARD or kind == SPOIL_CARD:
        _describe_card(r, s, move_a(move), move_b(move), x)
    elif kind == BUY_FIEF or kind == GIVE_BACK:
        _describe_fief(r, s, move_a(move), x)


cdef void _describe_trader(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int to = move_a(move) if kind == PLACE_TRADER else move_b(move)
    cdef int start = move_a(move)
    x[TRADER_PLACE], x[TRADER_KEEP] = kind == PLACE_TRADER, kind == KEEP_TRADERS
    if kind != KEEP_TRADERS:
        x[TRADER_GAIN] = _step(r, s.traders[s.mover][to])
    if kind == MOVE_TRADER:
        x[TRADER_GAIN] -= _step(r, s.traders[s.mover][start] - 1)


cdef inline int _step(const Rules* r, int traders) noexcept nogil:
    """The income of one trader more."""
    return r.income[min(traders + 1, 5)] - r.income[min(traders, 5)]


cdef int _leaders(const Rules* r, const Realm* s) noexcept nogil:
    """The seats with the most AP as bits."""
    cdef int seat, ap, best = -99, found = 0
    for seat in range(r.seats):
        ap = points(r, s, seat)
        if ap > best:
            best, found = ap, 0
        found |= (ap == best) << seat
    return found


cdef void _describe_target(const Rules* r, const Realm* s, move_t move, int leaders, float* x) noexcept nogil:
    """The traits of a target: whether the seat struck is a leader in AP, or the mover."""
    cdef int verb = r.event[s.play.kind].verb
    cdef int a = move_a(move)
    cdef int seat = a
    if PLAGUE <= verb <= AREA_TAX or verb == BLIGHT or verb == WITCH_TRIALS:
        seat = s.owner[a]
    elif verb == FEUD:
        seat = s.owner[move_b(move)]
        x[TARGET_VALUE] = r.fief[move_b(move)].crowns
    elif verb == PLACE_TRADER_EVENT:
        x[TARGET_VALUE] = _step(r, s.traders[s.mover][a])
        return
    if seat >= r.seats:
        return
    x[TARGET_LEADER] = seat != s.mover and leaders >> seat & 1
    x[TARGET_OWN] = seat == s.mover


cdef int _decision_of(const Realm* s) noexcept nogil:
    if s.phase == MARCH_PHASE:
        return MARCHING
    if s.phase == ACT_PHASE or s.phase == AFTER_PHASE:
        return ACTING
    if s.phase == FIEF_PHASE or s.phase == DEBT_PHASE or s.phase == DEFEAT_PHASE or s.phase == WRATH_PHASE:
        return BUYING_FIEF
    if s.phase == HISTORY_PHASE or s.phase == SPOILS_PHASE:
        return BUYING_CARD
    if s.phase == TRADER_PHASE or s.phase == FIRST_TRADER_PHASE:
        return TRADING_PLACES
    if s.phase == WINDOW_PHASE or s.phase == REACTION_PHASE:
        return WINDOWING
    if s.phase == TARGET_PHASE:
        return TARGETING
    return DECLARING if s.phase == DECLARE_PHASE else UNWEIGHED


cdef void _describe_in_peace(const Rules* r, const Realm* s, int decision, move_t move,
                             float* x) noexcept nogil:
    if decision == ACTING:
        _describe_activity(r, s, move, x)
    elif decision == BUYING_FIEF or decision == BUYING_CARD:
        _describe_purchase(r, s, decision, move, x)
        if move_kind(move) == GIVE_BACK:        # the opposite of buying
            x[FIEF_PRICE] = x[FIEF_LATE] = 0
            x[FIEF_CROWNS], x[FIEF_TROOPS] = -x[FIEF_CROWNS], -x[FIEF_TROOPS]
    elif decision == TRADING_PLACES:
        _describe_trader(r, s, move, x)
    elif decision == WINDOWING:
        x[WINDOW_PASS] = move_kind(move) == PASS
        x[WINDOW_WAR] = move_kind(move) == PLAY_EVENT and s.window == WAR_WINDOW
    else:
        x[FORAY_STAY] = move_kind(move) == STAY_HOME
        x[FORAY_PROSPECT] = 0 if x[FORAY_STAY] else 3


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """Write the traits of each move outside of battles; returns the decision or UNWEIGHED."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int decision = _decision_of(s)
    cdef int i, leaders
    if decision == UNWEIGHED:
        return UNWEIGHED
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    if decision == MARCHING:
        _describe_marches(r, s, moves, x)
        return decision
    if decision == TARGETING:
        leaders = _leaders(r, s)
        for i in range(moves.n):
            _describe_target(r, s, moves.move[i], leaders, x + i * MOST_TRAITS)
        return decision
    for i in range(moves.n):
        _describe_in_peace(r, s, decision, moves.move[i], x + i * MOST_TRAITS)
    return decision


# -- where values are exact

cdef double INDIFFERENCE = 0.0005    # of the return: the loss that a search may accept in one move
cdef double LEAST_WEIGHT = 1e-5


cdef void _weigh_by_value(int n, const double* value, float* out) noexcept nogil:
    """Give the best moves weights near to 1, and every move some weight."""
    cdef double best = -1
    cdef int i
    for i in range(n):
        best = max(best, value[i])
    for i in range(n):
        out[i] = LEAST_WEIGHT + exp((value[i] - best) / INDIFFERENCE)


cdef bint _weigh_exactly(const Rules* r, const Realm* s, const MoveList* moves, float* out) noexcept nogil:
    cdef double value[MAX_MOVES]
    if r.mode == FORAY:
        if not foray_move_values(r, s, moves, value):
            return False
    elif r.mode != BATTLE or not battle_move_values(r, s, moves, value):
        return False
    _weigh_by_value(moves.n, value, out)
    return True


cdef float POORER = 0.001           # by which a move's weight shrinks if another one brings the same and more


cdef void _weigh_incomes(const Rules* r, const Realm* s, const MoveList* moves, float* out) noexcept nogil:
    """Culture and science with the greater of the two incomes leaves nothing to be said for the other one."""
    cdef int i, kind, fiefs, trade
    if s.phase != ACT_PHASE or s.peasant_tax:       # by a peasant tax a die decides what the fiefs bring
        return
    fiefs = fief_income(r, s, s.mover, False, 0)
    trade = trade_income(r, s, s.mover, False)
    for i in range(moves.n):
        kind = move_kind(moves.move[i])
        if kind == CULTURE_FIEFS and fiefs < trade or kind == CULTURE_TRADE and trade < fiefs:
            out[i] *= POORER


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    if _weigh_exactly(r, s, moves, out):
        return
    if _at_war(s):
        weigh_by(&r.of_battle, describe_at_war, NULL, rules, state, moves, out)
    else:
        weigh_by(&r.weights, describe_moves, NULL, rules, state, moves, out)
        _weigh_incomes(r, s, moves, out)
