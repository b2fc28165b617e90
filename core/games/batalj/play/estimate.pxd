from battlewise.core.games.batalj.state cimport *

cpdef enum:                      # features of a foray, of each seat; 20 gold are 1 AP
    RIDER_BANKED                 # AP brought home
    RIDER_PROSPECT               # AP that it will still bring home, on average
    RIDER_HELD                   # AP of its booty
    RIDER_RIDING
    RIDER_FAR                    # steps to a start city, in sixes
    RIDER_CHANCES                # steps to the nearest marker, in sixes
    RIDER_PRESSED                # chance that it cannot come home any more
    RIDER_RACE                   # logarithm of its chance to win, if it comes home, wherever the markers are
    OF_FORAY

cpdef enum:                      # features of a campaign, of each seat
    SEAT_POINTS                  # AP if the game ended now
    SEAT_POINTS_LATE             # times the share of the game that is over
    SEAT_GOLD                    # what its gold lacks to the AP that are counted, in AP
    SEAT_CASH                    # gold, in AP, times the share of the reigns that are left
    SEAT_FARMING                 # income of its fiefs for the reigns left, in AP
    SEAT_TRADING                 # income of its traders, the same
    SEAT_BETTER                  # the higher of the two, upkeep deducted from that of traders
    SEAT_MINES                   # income before each reign, the same
    SEAT_TRADERS                 # times the share of the reigns that are left
    SEAT_UPKEEP                  # troop symbols, for the reigns left, in AP
    SEAT_CROWNS                  # crowns that do not count yet, in AP
    SEAT_SERIES                  # series of two cards and more, times the share of the reigns that are left
    SEAT_SINGLES                 # series of which it has a card, the same
    SEAT_EVENTS                  # Event cards
    SEAT_OFFICE                  # Archbishop, for the reigns left
    SEAT_FIEFS                   # fiefs
    SEAT_PROSPECT                # AP that its foray will bring
    SEAT_TURN                    # it has not moved in this reign
    SEAT_SPOILS                  # in a battle to which it has sent troops: the chance of victory
    SEAT_PENALTY                 # in a battle the chance that it loses a fief
    OF_CAMPAIGN

cpdef enum:                      # features of a battle, of Sweden
    FIELD_BIAS
    FIELD_RESERVES               # logarithm of the ratio of soldiers in the reserves
    FIELD_FORCES                 # the same of all pieces
    FIELD_END                    # chance that attacks of one round on the enemy reserve end the battle
    FIELD_ENDED                  # the same of the enemy
    FIELD_BREACHED               # enemy pieces that stand before the Swedish reserve
    FIELD_LAST                   # one Swedish soldier is in reserve
    FIELD_TWO                    # two enemy soldiers are, of whom one will advance
    FIELD_SECTORS                # that the enemy holds
    FIELD_OPEN                   # lanes without a Province card
    FIELD_COMMANDERS             # Swedish ones, anywhere
    FIELD_AHEAD                  # those in enemy sectors
    FIELD_ENEMY_COMMANDERS       # anywhere
    FIELD_GUNS                   # what Swedish ones hit in a round, on average
    FIELD_ENEMY_GUNS             # the same of the enemy
    FIELD_LATE                   # by rounds that are left
    FIELD_LATE_BREACH            # the same, if Swedes stand before the enemy reserve
    FIELD_INITIATIVE             # Sweden has still to attack in this round
    OF_BATTLE

cdef int nearest_marker(const Rules* r, const Realm* s, int space) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
