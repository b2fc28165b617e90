"""The evaluation: chances to win, linear in a few numbers (weights: estimate*.toml), by mode."""
from libc.math cimport log
from libc.string cimport memset

from battlewise.core.bits cimport count_bits
from battlewise.core.fitted cimport MOST_FEATURES, win_chances
from battlewise.core.games.batalj.play.exact_battle cimport battle_value
from battlewise.core.games.batalj.play.exact_foray cimport foray_values
from battlewise.core.games.batalj.play.prospect cimport in_time, marches_left, prospect, race
from battlewise.core.games.batalj.rules.activities cimport bonus_of, each_turn, upkeep
from battlewise.core.games.batalj.rules.battlefield cimport held, pieces
from battlewise.core.games.batalj.rules.foray cimport hides_marker
from battlewise.core.games.batalj.rules.reign cimport points, series_size
from battlewise.core.games.batalj.rules.turn cimport returns
from battlewise.core.games.batalj.rules.war cimport contribution
from battlewise.core.games.batalj.state cimport *

from battlewise.core.vocabulary import by_number

FORAY_NAMES = by_number({
    RIDER_BANKED: "banked", RIDER_PROSPECT: "prospect", RIDER_HELD: "held", RIDER_RIDING: "riding",
    RIDER_FAR: "far", RIDER_CHANCES: "chances", RIDER_PRESSED: "pressed", RIDER_RACE: "race",
})

CAMPAIGN_NAMES = by_number({
    SEAT_POINTS: "points", SEAT_POINTS_LATE: "points_late", SEAT_GOLD: "gold", SEAT_CASH: "cash",
    SEAT_FARMING: "farming", SEAT_TRADING: "trading", SEAT_BETTER: "better", SEAT_MINES: "mines",
    SEAT_TRADERS: "traders", SEAT_UPKEEP: "upkeep", SEAT_CROWNS: "crowns", SEAT_SERIES: "series",
    SEAT_SINGLES: "singles", SEAT_EVENTS: "events", SEAT_OFFICE: "office", SEAT_FIEFS: "fiefs",
    SEAT_PROSPECT: "prospect", SEAT_TURN: "turn", SEAT_SPOILS: "spoils", SEAT_PENALTY: "penalty",
})

BATTLE_NAMES = by_number({
    FIELD_BIAS: "bias", FIELD_RESERVES: "reserves", FIELD_FORCES: "forces", FIELD_END: "end",
    FIELD_ENDED: "ended", FIELD_BREACHED: "breached", FIELD_LAST: "last", FIELD_TWO: "two",
    FIELD_SECTORS: "sectors", FIELD_OPEN: "open", FIELD_COMMANDERS: "commanders", FIELD_AHEAD: "ahead",
    FIELD_ENEMY_COMMANDERS: "enemy_commanders", FIELD_GUNS: "guns", FIELD_ENEMY_GUNS: "enemy_guns",
    FIELD_LATE: "late", FIELD_LATE_BREACH: "late_breach", FIELD_INITIATIVE: "initiative",
})


# -- foray

cdef int nearest_marker(const Rules* r, const Realm* s, int space) noexcept nogil:
    """Steps to the nearest marker; 12: there is none."""
    cdef int city, best = 12
    for city in range(2, 2 + r.cities):
        if hides_marker(r, s, city):
            best = min(best, <int>r.distance[space][city])
    return best


cdef void _describe_rider(const Rules* r, const Realm* s, int seat, double* x) noexcept nogil:
    cdef double banked = worth(r, s.loot[seat])
    cdef double stop, on, home = 1
    x[RIDER_BANKED] = banked / 20
    x[RIDER_PROSPECT] = (prospect(r, s, seat) - banked) / 20
    x[RIDER_HELD] = worth(r, s.booty[seat]) / 20.0
    x[RIDER_RIDING] = s.riding[seat] == RIDING
    if s.at[seat] != NONE:
        x[RIDER_FAR] = r.home[s.at[seat]] / 6.0
        x[RIDER_CHANCES] = nearest_marker(r, s, s.at[seat]) / 6.0
        home = in_time(r.home[s.at[seat]], marches_left(r, s, seat))
        x[RIDER_PRESSED] = 1 - home
    race(r, s, seat, &stop, &on)
    x[RIDER_RACE] = log(0.02 + home * max(stop, on))


# -- battle

cdef double _enemies_to_come(const Rules* r, const Realm* s) noexcept nogil:
    """The expected number of soldiers on the enemy cards still to be drawn."""
    cdef int drawn = s.index if s.stage == ENEMY_FORMING else 0
    return 2.3 * (r.seats + 1 - drawn) if s.stage <= ENEMY_FORMING else 0


cdef void describe_battle(const Rules* r, const Realm* s, double* x) noexcept nogil:
    cdef double reserve[2]
    cdef double front[2]
    cdef int army, area, i
    reserve[ENEMY] = s.soldiers[ENEMY][RESERVE] + _enemies_to_come(r, s) / 3
    reserve[SWEDEN] = s.soldiers[SWEDEN][RESERVE] + s.unplaced_soldiers
    front[ENEMY] = _enemies_to_come(r, s) * 2 / 3
    front[SWEDEN] = 0
    for area in range(FIEFS):
        if s.unplaced >> area & 1:
            front[SWEDEN] += troops_in(r, s, area)
    if s.stage == NO_BATTLE:
        for i in range(r.seats):
            front[SWEDEN] += contribution(r, s, i)
    for army in range(2):
        for area in range(RESERVE):
            front[army] += pieces(s, army, area)
    x[FIELD_BIAS] = 1
    x[FIELD_RESERVES] = log((reserve[0] + 0.5) / (reserve[1] + 0.5))
    x[FIELD_FORCES] = log((reserve[0] + front[0] + 1) / (reserve[1] + front[1] + 1))
    x[FIELD_LAST] = reserve[0] <= 1
    x[FIELD_TWO] = reserve[1] == 2
    x[FIELD_SECTORS] = count_bits(held(s, ENEMY)) if s.stage > ENEMY_FORMING else min(<int>LANES, r.seats)
    for area in range(AREAS):
        x[FIELD_COMMANDERS] += s.commanders[SWEDEN][area]
        x[FIELD_ENEMY_COMMANDERS] += s.commanders[ENEMY][area]
    x[FIELD_COMMANDERS] += s.unplaced_commanders
    for i in range(GUNS):
        x[FIELD_GUNS] += s.guns[i] * (i + 1) / 6.0
    x[FIELD_ENEMY_GUNS] = s.enemy_guns / 3.0
    x[FIELD_LATE] = 1.0 / max(1, BATTLE_ROUNDS + 1 - s.round)
    if s.stage > ENEMY_FORMING:
        _describe_lanes(s, x)
        x[FIELD_INITIATIVE] = s.stage <= SWEDISH_ATTACKS


cdef inline double _chance_to_end(const Realm* s, int army, int area) noexcept nogil:
    """The chance that an attack on the other army's reserve takes all its soldiers."""
    return max(0, pieces(s, army, area) - s.soldiers[1 - army][RESERVE] + 1) / 6.0


cdef inline void _describe_lanes(const Realm* s, double* x) noexcept nogil:
    cdef int lane
    x[FIELD_END] = x[FIELD_ENDED] = 1
    for lane in range(LANES):
        x[FIELD_END] *= 1 - _chance_to_end(s, SWEDEN, lane + LANES)
        x[FIELD_ENDED] *= 1 - _chance_to_end(s, ENEMY, lane)
        x[FIELD_BREACHED] += pieces(s, ENEMY, lane)
        x[FIELD_OPEN] += not (s.card >> lane | s.card >> (lane + LANES)) & 1
        x[FIELD_AHEAD] += s.commanders[SWEDEN][lane + LANES] > 0
    x[FIELD_END] = 1 - x[FIELD_END]
    x[FIELD_ENDED] = 1 - x[FIELD_ENDED]
    if held(s, SWEDEN) >> LANES:
        x[FIELD_LATE_BREACH] = x[FIELD_LATE]


# -- campaign

cdef void _describe_seat(const Rules* r, const Realm* s, int seat, double* x) noexcept nogil:
    cdef double left = (REIGNS - s.reign) / <double>REIGNS
    x[SEAT_POINTS] = points(r, s, seat)
    x[SEAT_POINTS_LATE] = x[SEAT_POINTS] * (1 - left)
    x[SEAT_GOLD] = (s.gold[seat] % 20) / 20.0
    x[SEAT_CASH] = s.gold[seat] / 20.0 * left
    x[SEAT_CROWNS] = crowns_of(r, s, seat) % 3 / 3.0
    x[SEAT_TRADERS] = traders_of(s, seat) * left
    x[SEAT_EVENTS] = s.hand_size[seat]
    x[SEAT_FIEFS] = fiefs_of(s, seat)
    x[SEAT_PROSPECT] = (prospect(r, s, seat) - worth(r, s.loot[seat])) / 20
    x[SEAT_TURN] = _has_to_move(r, s, seat)
    _describe_income(r, s, seat, x)
    _describe_series(r, s, seat, left, x)


cdef inline void _describe_income(const Rules* r, const Realm* s, int seat, double* x) noexcept nogil:
    """What a reign brings and costs, for all that are left, in AP."""
    cdef double reigns = (REIGNS - s.reign) / 20.0
    cdef int farming = crowns_of(r, s, seat) + 2 * count_bits(series_of(r, s, seat, CASTLE))
    cdef int trading = 2 * count_bits(series_of(r, s, seat, QUEEN))
    cdef int troops = upkeep(r, s, seat)
    cdef int i
    for i in range(COUNTRIES):
        trading += r.income[min(<int>s.traders[seat][i], 5)]
    farming += bonus_of(r, s, seat, PER_FIEF) * fiefs_of(s, seat)
    trading += bonus_of(r, s, seat, PER_TRADER) * traders_of(s, seat)
    x[SEAT_FARMING] = farming * reigns
    x[SEAT_TRADING] = trading * reigns
    x[SEAT_BETTER] = max(farming, trading - troops) * reigns
    x[SEAT_UPKEEP] = troops * reigns
    x[SEAT_MINES] = each_turn(r, s, seat) * reigns
    x[SEAT_OFFICE] = (s.archbishop == seat) * reigns


cdef inline void _describe_series(const Rules* r, const Realm* s, int seat, double left,
                                  double* x) noexcept nogil:
    cdef int i, n
    for i in range(PHILOSOPHER):
        n = series_size(r, s, seat, i)
        x[SEAT_SERIES] += left * (n >= 2)
        x[SEAT_SINGLES] += left * (n >= 1)


cdef inline double _has_to_move(const Rules* r, const Realm* s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.drawn):
        if s.order[i] == seat:
            return i > s.place or (i == s.place and s.phase <= ACT_PHASE)
    return s.enemy == NONE


cdef double _victory(const Rules* r, const Realm* s) noexcept nogil:
    """Sweden's chance to win a battle; in a campaign as if no more Event cards were played."""
    cdef double x[OF_BATTLE]
    cdef double shared[2]
    if GUN_PHASE <= s.phase <= REDEPLOY_PHASE and battle_value(r, s, shared):
        return shared[0]
    memset(x, 0, sizeof(x))
    describe_battle(r, s, x)
    win_chances(&r.of_battle, x, shared)
    return shared[0]


cdef void _describe_war(const Rules* r, const Realm* s, double* out) noexcept nogil:
    """Write the features of a battle. A seat that has sent nothing loses a fief in half of all defeats."""
    cdef double victory = _victory(r, s)
    cdef int seat
    for seat in range(r.seats):
        if s.sent_fiefs[seat]:
            out[seat * OF_CAMPAIGN + SEAT_SPOILS] = victory
        if fiefs_of(s, seat):
            out[seat * OF_CAMPAIGN + SEAT_PENALTY] = (1 - victory) * (1 if s.sent_fiefs[seat] else 0.5)


# -- all modes

cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """Write OF_FORAY or OF_CAMPAIGN numbers for each seat; in a battle OF_BATTLE numbers for Sweden."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int seat
    if r.mode == BATTLE:
        memset(out, 0, OF_BATTLE * sizeof(double))
        describe_battle(r, s, out)
        return
    memset(out, 0, r.weights.rows * r.weights.features * sizeof(double))
    if r.mode == FORAY:
        for seat in range(r.seats):
            _describe_rider(r, s, seat, out + seat * OF_FORAY)
    else:
        for seat in range(r.seats):
            _describe_seat(r, s, seat, out + seat * OF_CAMPAIGN)
        if s.stage > NO_BATTLE and s.stage < SPOILING:
            _describe_war(r, s, out)


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win, or a lone rider's share of all treasures; at the end the result."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef double x[SEATS * MOST_FEATURES]
    cdef double shared
    cdef int seat
    if s.phase == OVER_PHASE:
        returns(rules, state, out)
    elif r.mode == FORAY and foray_values(r, s, out):
        return
    elif r.mode == FORAY and r.seats == 1:
        out[0] = prospect(r, s, 0) / r.all_treasures
    elif r.mode == BATTLE:
        shared = _victory(r, s)
        for seat in range(r.seats):
            out[seat] = shared
    else:
        features(rules, state, x)
        win_chances(&r.weights, x, out)
