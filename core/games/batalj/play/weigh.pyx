"""Prior weights of the legal moves: exp of a linear function of a few traits of each move.

Each kind of decision has its own traits and weights (weigh*.toml), by mode; battles have the same in all
modes. Other decisions have fixed weights. Nothing here reads what the mover does not know.
"""
from libc.math cimport exp
from libc.string cimport memset

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

from battlewise.core.vocabulary import by_member

cpdef enum WarDecision:
    COMMITTING, FORMING_UP, ATTACKING, AIMING, LOSING, REDEPLOYING

cpdef enum Decision:
    MARCHING                     # the only one of a foray
    ACTING, BUYING_FIEF, BUYING_CARD, TRADING_PLACES, WINDOWING, TARGETING, DECLARING

# The traits of each kind of decision, by its name in the files of weights.
WAR_TRAITS = dict(by_member(WarDecision, {
    WarDecision.COMMITTING: ("commit", ("none", "troops", "hold")),
    WarDecision.FORMING_UP: ("form", ("reserve", "pieces", "troops", "no_reserve")),
    WarDecision.ATTACKING: ("attack", ("stop", "chance", "kills", "at_reserve", "risk", "reserve")),
    WarDecision.AIMING: ("aim", ("pieces", "commanders", "faced")),
    WarDecision.LOSING: ("loss", ("retreating", "left")),
    WarDecision.REDEPLOYING: ("redeploy", (
        "stop", "card_back", "soldier_back", "card_forward", "soldier_forward", "commander", "enemies",
        "commander_home", "thin", "from_reserve", "pieces_back",
    )),
}))
CAMPAIGN_TRAITS = dict(by_member(Decision, {
    Decision.MARCHING: ("march", (
        "raid", "raid_gain", "return", "return_gain", "nearer", "homeward", "stay", "late", "far", "rival",
    )),
    Decision.ACTING: ("activity", (
        "agriculture", "trade", "culture", "income", "upkeep", "market", "event", "end", "chancellor",
    )),
    Decision.BUYING_FIEF: ("fief", ("nothing", "price", "crowns", "troops", "late")),
    Decision.BUYING_CARD: ("card", ("nothing", "price", "completes", "pair", "special")),
    Decision.TRADING_PLACES: ("trader", ("place", "keep", "gain")),
    Decision.WINDOWING: ("window", ("pass", "war")),
    Decision.TARGETING: ("target", ("leader", "own", "value")),
    Decision.DECLARING: ("foray", ("stay", "prospect")),
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
        x[2] = 1
        x[3] = gain
        return
    x[7] = 1 - in_time(r.home[space], marches)
    if move_kind(move) == RAID:
        x[0] = 1
        x[1] = gain
        x[8] = r.home[space] / 3.0
        x[9] = _nearest_rival(r, s, space) / 6.0
        return
    if gain > 0:
        x[4] = nearest_marker(r, s, space) / 3.0
    else:
        x[5] = r.home[space] / 3.0
    x[6] = space == s.at[seat]


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
    x[0] = kind == COMMIT_NONE
    x[2] = kind == HOLD_CARD
    if kind == COMMIT_FIEF:
        x[1] = troops_in(r, s, move_a(move))


cdef void _describe_forming(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_b(move) if kind == PUT_FIEF else move_a(move)
    x[0] = area == RESERVE
    x[1] = pieces(s, SWEDEN, area) if area != RESERVE else 0
    x[2] = troops_in(r, s, move_a(move)) if kind == PUT_FIEF and area != RESERVE else 0
    x[3] = area != RESERVE and s.soldiers[SWEDEN][RESERVE] < 2


cdef void _describe_attack(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_a(move)
    cdef int power, target, most
    if kind == ATTACK_NO_MORE:
        x[0] = 1
        return
    target = front_of(SWEDEN, area) if kind == ATTACK else area
    power = strength(s, SWEDEN, area if kind == ATTACK else <int>RESERVE)
    most = pieces(s, ENEMY, target)
    x[1] = power / 6.0
    x[2] = min(power, most)
    x[3] = target == RESERVE
    x[4] = kind == ATTACK and not s.commanders[SWEDEN][area]
    x[5] = kind == RESERVE_ATTACK


cdef void _describe_aim(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int area = move_a(move)
    x[0] = pieces(s, ENEMY, area)
    x[1] = s.commanders[ENEMY][area]
    x[2] = pieces(s, SWEDEN, front_of(ENEMY, area))


cdef void _describe_loss(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    x[0] = move_a(move)
    x[1] = s.soldiers[SWEDEN][s.area] - s.losses + x[0] > 0


cdef void _describe_redeployment(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int area = move_a(move)
    cdef int to = move_b(move)
    x[0] = kind == NEXT_STEP
    x[1], x[2] = kind == CARD_BACK, kind == SOLDIER_BACK
    x[3], x[4], x[5] = kind == CARD_FORWARD, kind == SOLDIER_FORWARD, kind == COMMANDER_TO
    if kind == CARD_FORWARD and area == RESERVE:
        x[6] = pieces(s, ENEMY, to + LANES)
        x[9] = 1
    elif kind == CARD_BACK:
        x[10] = pieces(s, SWEDEN, area)
    elif kind == SOLDIER_FORWARD:
        x[6] = pieces(s, ENEMY, area + LANES)
        x[8] = s.soldiers[SWEDEN][RESERVE] < 3
    elif kind == COMMANDER_TO:
        x[6] = pieces(s, ENEMY, front_of(SWEDEN, to)) if to != RESERVE else 0
        x[7] = to == RESERVE
        x[8] = area != RESERVE and s.commanders[SWEDEN][area] == 1


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
    """Write the traits of each move of a battle; returns the `WarDecision` or UNWEIGHED."""
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
    x[0], x[1] = kind == AGRICULTURE, kind == TRADE
    x[2] = kind == CULTURE_FIEFS or kind == CULTURE_TRADE
    x[6], x[7], x[8] = kind == PLAY_EVENT, kind == END_TURN, kind == USE_CARD
    if kind == AGRICULTURE or kind == CULTURE_FIEFS:
        x[3] = fief_income(r, s, seat, kind == AGRICULTURE, 0)
    elif kind == TRADE or kind == CULTURE_TRADE:
        x[3] = trade_income(r, s, seat, kind == TRADE) + 2 * x[1]
    if TRADE <= kind <= CULTURE_TRADE and not s.no_upkeep:
        x[4] = upkeep(r, s, seat)
    if kind == AGRICULTURE or x[2]:
        x[5] = min(<float>30, s.gold[seat] + x[3] - x[4])


cdef void _describe_fief(const Rules* r, const Realm* s, int fief, float* x) noexcept nogil:
    x[1] = r.fief[fief].price
    x[2] = r.fief[fief].crowns
    x[3] = r.fief[fief].troops
    x[4] = s.reign >= 12


cdef void _describe_card(const Rules* r, const Realm* s, int card, int role, float* x) noexcept nogil:
    cdef int series = r.history[card].series
    cdef int n
    if series == PHILOSOPHER:
        series = SCIENTIST if role else CULTURE
    n = series_size(r, s, s.mover, series)
    x[1] = r.history[card].price
    x[2] = n >= 2
    x[3] = n == 1
    x[4] = series == RESOURCE


cdef void _describe_purchase(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    x[0] = kind == BUY_NOTHING
    if kind == BUY_CARD or kind == SPOIL_CARD:
        _describe_card(r, s, move_a(move), move_b(move), x)
    elif kind == BUY_FIEF or kind == GIVE_BACK:
        _describe_fief(r, s, move_a(move), x)


cdef void _describe_trader(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int to = move_a(move) if kind == PLACE_TRADER else move_b(move)
    cdef int start = move_a(move)
    x[0], x[1] = kind == PLACE_TRADER, kind == KEEP_TRADERS
    if kind != KEEP_TRADERS:
        x[2] = _step(r, s.traders[s.mover][to])
    if kind == MOVE_TRADER:
        x[2] -= _step(r, s.traders[s.mover][start] - 1)


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
        x[2] = r.fief[move_b(move)].crowns
    elif verb == PLACE_TRADER_EVENT:
        x[2] = _step(r, s.traders[s.mover][a])
        return
    if seat >= r.seats:
        return
    x[0] = seat != s.mover and leaders >> seat & 1
    x[1] = seat == s.mover


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
        _describe_purchase(r, s, move, x)
        if move_kind(move) == GIVE_BACK:        # the opposite of buying
            x[1], x[2], x[3], x[4] = 0, -x[2], -x[3], 0
    elif decision == TRADING_PLACES:
        _describe_trader(r, s, move, x)
    elif decision == WINDOWING:
        x[0] = move_kind(move) == PASS
        x[1] = move_kind(move) == PLAY_EVENT and s.window == WAR_WINDOW
    else:
        x[0] = move_kind(move) == STAY_HOME
        x[1] = 0 if x[0] else 3


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """Write the traits of each move outside of battles; returns the `Decision` or UNWEIGHED."""
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


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    if _weigh_exactly(r, s, moves, out):
        return
    if _at_war(s):
        weigh_by(&r.of_battle, describe_at_war, NULL, rules, state, moves, out)
    else:
        weigh_by(&r.weights, describe_moves, NULL, rules, state, moves, out)
