"""Prior weights of the legal moves: exp of a linear function of what a player looks at first.

Each kind of decision has its own few traits and weights (weigh*.toml), by mode; what is left has fixed
weights. Nothing here reads what the mover does not know.
"""
from libc.string cimport memset

from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.batalj.activities cimport fief_income, trade_income, upkeep
from battlewise.core.games.batalj.battlefield cimport front_of, pieces, strength
from battlewise.core.games.batalj.estimate cimport nearest_marker, rounds_left
from battlewise.core.games.batalj.foray cimport riders
from battlewise.core.games.batalj.prospect cimport go_on_worth, race
from battlewise.core.games.batalj.reign cimport points, series_size
from battlewise.core.games.batalj.state cimport *

# By kind of decision, in the order of `Decision`.
FORAY_TRAITS = {
    "march": ("raid", "raid_gain", "return", "return_gain", "nearer", "homeward", "stay", "late"),
}
WAR_TRAITS = {
    "commit": ("none", "troops", "hold"),
    "form": ("reserve", "pieces", "troops", "no_reserve"),
    "attack": ("stop", "chance", "kills", "at_reserve", "risk", "reserve"),
    "aim": ("pieces", "commanders", "faced"),
    "loss": ("retreating", "left"),
    "redeploy": (
        "stop", "card_back", "soldier_back", "card_forward", "soldier_forward", "commander", "enemies",
        "commander_home", "thin",
    ),
}

CAMPAIGN_TRAITS = {
    "activity": (
        "agriculture", "trade", "culture", "income", "upkeep", "market", "event", "end", "chancellor",
    ),
    "fief": ("nothing", "price", "crowns", "troops", "late"),
    "card": ("nothing", "price", "completes", "pair", "special"),
    "trader": ("place", "keep", "gain"),
    "window": ("pass", "war"),
    "target": ("leader", "own", "value"),
    "foray": ("stay", "prospect"),
}

cdef enum Decision:
    COMMITTING, FORMING_UP, ATTACKING, AIMING, LOSING, REDEPLOYING
    MARCHING                     # the first of a foray
    ACTING, BUYING_FIEF, BUYING_CARD, TRADING_PLACES, WINDOWING, TARGETING, DECLARING


# -- foray

cdef void _describe_march(const Rules* r, const Realm* s, move_t move, float gain,
                          float* x) noexcept nogil:
    """`gain`: what going on brings, against returning now, in AP or, in a race, in sixths of a win."""
    cdef int seat = s.mover
    cdef int space = move >> 8 & 255
    cdef bint leaves = not s.start >> seat & 1
    if (move & 255) == RAID:
        x[0] = 1
        x[1] = gain
        return
    if space < 2 and (leaves or space != s.at[seat]):
        x[2] = 1
        x[3] = gain
        return
    x[7] = r.home[space] > 4 * rounds_left(r, s)
    if gain > 0:
        x[4] = nearest_marker(r, s, space) / 3.0
    else:
        x[5] = r.home[space] / 3.0
    x[6] = space == s.at[seat]


cdef void _describe_marches(const Rules* r, const Realm* s, const MoveList* moves, float* x) noexcept nogil:
    """Going on against returning; who has hardly time to return does, unless he has lost the race then."""
    cdef float held = worth(r, s.booty[s.mover])
    cdef float gain
    cdef double stop = 1, on
    cdef int i
    if r.mode == FORAY and r.seats > 1:
        race(r, s, s.mover, &stop, &on)
        gain = 6 * (on - stop) if stop > 0 else 2
    else:
        gain = (go_on_worth(r, s, s.mover, riders(r, s)) - held) / 20
    if held and stop > 0 and r.home[s.at[s.mover]] >= 3 * rounds_left(r, s) - 3:
        gain = -2
    gain = max(<float>-2, min(<float>2, gain))
    for i in range(moves.n):
        _describe_march(r, s, moves.move[i], gain, x + i * MOST_TRAITS)


# -- war

cdef void _describe_commitment(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    x[0] = kind == COMMIT_NONE
    x[2] = kind == HOLD_CARD
    if kind == COMMIT_FIEF:
        x[1] = troops_in(r, s, move >> 8 & 255)


cdef void _describe_forming(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int area = move >> 16 & 255 if kind == PUT_FIEF else move >> 8 & 255
    x[0] = area == RESERVE
    x[1] = pieces(s, SWEDEN, area) if area != RESERVE else 0
    x[2] = troops_in(r, s, move >> 8 & 255) if kind == PUT_FIEF and area != RESERVE else 0
    x[3] = area != RESERVE and s.soldiers[SWEDEN][RESERVE] < 2


cdef void _describe_attack(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int area = move >> 8 & 255
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
    cdef int area = move >> 8 & 255
    x[0] = pieces(s, ENEMY, area)
    x[1] = s.commanders[ENEMY][area]
    x[2] = pieces(s, SWEDEN, front_of(ENEMY, area))


cdef void _describe_loss(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    x[0] = move >> 8 & 255
    x[1] = s.soldiers[SWEDEN][s.area] - s.losses + x[0] > 0


cdef void _describe_redeployment(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int area = move >> 8 & 255
    cdef int to = move >> 16 & 255
    x[0] = kind == NEXT_STEP
    x[1], x[2] = kind == CARD_BACK, kind == SOLDIER_BACK
    x[3], x[4], x[5] = kind == CARD_FORWARD, kind == SOLDIER_FORWARD, kind == COMMANDER_TO
    if kind == SOLDIER_FORWARD:
        x[6] = pieces(s, ENEMY, area + LANES)
        x[8] = s.soldiers[SWEDEN][RESERVE] < 3
    elif kind == COMMANDER_TO:
        x[6] = pieces(s, ENEMY, front_of(SWEDEN, to)) if to != RESERVE else 0
        x[7] = to == RESERVE
        x[8] = area != RESERVE and s.commanders[SWEDEN][area] == 1


# -- campaign

cdef void _describe_activity(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
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
    cdef int kind = move & 255
    x[0] = kind == BUY_NOTHING
    if kind == BUY_CARD or kind == SPOIL_CARD:
        _describe_card(r, s, move >> 8 & 255, move >> 16 & 255, x)
    elif kind == BUY_FIEF or kind == GIVE_BACK:
        _describe_fief(r, s, move >> 8 & 255, x)


cdef void _describe_trader(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int to = move >> 8 & 255 if kind == PLACE_TRADER else move >> 16 & 255
    cdef int start = move >> 8 & 255
    x[0], x[1] = kind == PLACE_TRADER, kind == KEEP_TRADERS
    if kind != KEEP_TRADERS:
        x[2] = _step(r, s.traders[s.mover][to])
    if kind == MOVE_TRADER:
        x[2] -= _step(r, s.traders[s.mover][start] - 1)


cdef inline int _step(const Rules* r, int traders) noexcept nogil:
    """What one trader more brings."""
    return r.income[min(traders + 1, 5)] - r.income[min(traders, 5)]


cdef void _describe_target(const Rules* r, const Realm* s, move_t move, float* x) noexcept nogil:
    """Who is struck: the leader in AP, or the seat itself."""
    cdef int verb = r.event[s.play.kind].verb
    cdef int a = move >> 8 & 255
    cdef int other, seat = a, best = -99
    if PLAGUE <= verb <= AREA_TAX or verb == BLIGHT or verb == WITCH_TRIALS:
        seat = s.owner[a]
    elif verb == FEUD:
        seat = s.owner[move >> 16 & 255]
        x[2] = r.fief[move >> 16 & 255].crowns
    elif verb == PLACE_ONE:
        x[2] = _step(r, s.traders[s.mover][a])
        return
    if seat >= r.seats:
        return
    for other in range(r.seats):
        best = max(best, points(r, s, other))
    x[0] = seat != s.mover and points(r, s, seat) == best
    x[1] = seat == s.mover


cdef int _decision_of(const Rules* r, const Realm* s) noexcept nogil:
    if s.phase == MARCH_PHASE:
        return MARCHING - (MARCHING if r.mode == FORAY else 0)
    if s.phase < COMMIT_PHASE or s.phase >= SPOILS_PHASE:
        return _decision_in_peace(s)
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


cdef int _decision_in_peace(const Realm* s) noexcept nogil:
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
        if (move & 255) == GIVE_BACK:        # the opposite of buying
            x[1], x[2], x[3], x[4] = 0, -x[2], -x[3], 0
    elif decision == TRADING_PLACES:
        _describe_trader(r, s, move, x)
    elif decision == WINDOWING:
        x[0] = (move & 255) == PASS
        x[1] = (move & 255) == PLAY_EVENT and s.window == WAR_WINDOW
    elif decision == TARGETING:
        _describe_target(r, s, move, x)
    else:
        x[0] = (move & 255) == STAY_HOME
        x[1] = 0 if x[0] else 3


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int decision = _decision_of(r, s)
    cdef int i
    if decision == UNWEIGHED:
        return UNWEIGHED
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    if s.phase == MARCH_PHASE:
        _describe_marches(r, s, moves, x)
        return decision
    for i in range(moves.n):
        if s.phase == COMMIT_PHASE:
            _describe_commitment(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif s.phase == FORM_PHASE:
            _describe_forming(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif s.phase == ATTACK_PHASE:
            _describe_attack(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif s.phase == AIM_PHASE:
            _describe_aim(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif s.phase == LOSS_PHASE:
            _describe_loss(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif s.phase != REDEPLOY_PHASE:
            _describe_in_peace(r, s, decision, moves.move[i], x + i * MOST_TRAITS)
        else:
            _describe_redeployment(r, s, moves.move[i], x + i * MOST_TRAITS)
    return decision


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, NULL, rules, state, moves, out)
