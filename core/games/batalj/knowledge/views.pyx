"""The table as JSON (RULES.md 9): the view of a state, and the state of a view."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, take_bit
from battlewise.core.documents cimport pile_doc, set_doc, name_of
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.batalj.knowledge.redeal cimport secret
from battlewise.core.games.batalj.rules.turn cimport asked, result_of
from battlewise.core.games.batalj.rules.war cimport committer
from battlewise.core.games.batalj.state cimport *
from battlewise.core.piles cimport pile_size

from battlewise.core.games.batalj.cards import COUNTRIES as COUNTRY_IDS
from battlewise.core.games.batalj.words import (
    ACTIVITY_IDS, AREA_IDS, ARMY_IDS, PHASE_IDS, RIDING_IDS, STAGE_IDS, VICTORY_IDS, WINDOW_IDS,
)
from battlewise.core.views import Fields

_MOST_PIECES = 120


cdef void clear(const Rules* r, Realm* s) noexcept:
    """Fill a blank state with what it has before its first move."""
    cdef int i, seat
    s.mover = CHANCE
    s.regent = s.enemy = s.archbishop = s.leader = s.area = NONE
    s.forced = s.bought = s.item = NONE
    s.play.kind = s.play.taker = NONE
    memset(s.at, NONE, SEATS)
    if r.mode != FORAY:
        s.regent_deck = <uint32_t>((<uint64_t>1 << r.regents) - 1)
        s.history_deck = bit(r.histories) - 1 if r.histories < 64 else <uint64_t>-1
        for i in range(FIEFS):
            s.owner[i] = r.fief[i].start
            if s.owner[i] < BANK and (s.owner[i] >= r.seats or r.mode == CAMPAIGN and not r.fief[i].home):
                s.owner[i] = BANK
        for seat in range(r.seats):
            s.gold[seat] = r.gold
    if r.mode != BATTLE:
        for i in range(r.markers):
            s.pool[i] = r.marker_count[i]
    if r.mode == FORAY:
        for seat in range(r.seats):
            s.riding[seat] = RIDING
    if r.mode == CAMPAIGN:
        for i in range(r.events):
            s.deck[i] = r.event[i].count
            s.deck_size += r.event[i].count


# -- values in both ways

cdef uint64_t read_set(object fields, object name, object ids) except? 77:
    """A set as bits; empty if it is left out."""
    cdef uint64_t found = 0
    cdef int i
    for i, n in enumerate(fields.counts(name, ids, 1, default=True)):
        found |= <uint64_t>n << i
    return found


cdef object read_counts(object fields, object name, object ids, uint8_t* counts):
    for i, n in enumerate(fields.counts(name, ids, 99, default=True)):
        counts[i] = n


cdef object read_list(object fields, object name, int length, int most, uint8_t* out):
    """A list of so many whole numbers in 0..most; zeros if it is left out."""
    items = fields.items(name, length, default=[0] * length)
    if len(items) != length or any(type(n) is not int or not 0 <= n <= most for n in items):
        raise fields.fail(name, f"is not {length} whole numbers in 0..{most}")
    for i, n in enumerate(items):
        out[i] = n


# -- numbers that a view names as they are

class _Number:
    """A whole number, or an index of `names` (null: none), at an offset in the state.

    One with names and the default 0 is never null, unless it is `nullable`.
    """

    def __init__(self, name, offset, size, most, names=None, default=0, nullable=False):
        self.name, self.offset, self.size, self.most = name, offset, size, most
        self.names, self.default, self.nullable = names, default, nullable


cdef object _ids(object one, object names):
    """The names of a number's values: a tuple, or an attribute of `Names`."""
    return getattr(names, one.names) if isinstance(one.names, str) else one.names


cdef object _numbers_doc(const Realm* s, object numbers, object names):
    cdef const uint8_t* base = <const uint8_t*>s
    cdef int value
    doc = {}
    for one in numbers:
        value = base[<int>one.offset]
        if one.size == 2:
            value = (<const uint16_t*>(base + <int>one.offset))[0]
        doc[one.name] = name_of(_ids(one, names), value) if one.names else (
            None if one.default is None and value == NONE else value)
    return doc


cdef object _read_numbers(Realm* s, object fields, object numbers, object names):
    cdef uint8_t* base = <uint8_t*>s
    cdef int value
    for one in numbers:
        if one.names or one.default is None:
            value = NONE
            if not fields.null(one.name):
                value = (fields.choice(one.name, _ids(one, names)) if one.names
                         else fields.integer(one.name, 0, one.most))
            elif one.default == 0 and one.names and not (one.nullable and fields.has(one.name)):
                value = 0
        else:
            value = fields.integer(one.name, 0, one.most, default=one.default)
        if one.size == 2:
            (<uint16_t*>(base + <int>one.offset))[0] = value
        else:
            base[<int>one.offset] = value


cdef object _layout():
    """By part of the view, the numbers that stand there."""
    cdef Realm s
    cdef size_t base = <size_t>&s
    top = [_Number("turn", <size_t>&s.turn - base, 2, 60000)]
    order = [_Number("place", <size_t>&s.place - base, 1, SEATS)]
    reign = [
        _Number("reign", <size_t>&s.reign - base, 1, REIGNS - 1),
        _Number("regent", <size_t>&s.regent - base, 1, 0, "regents", None),
        _Number("enemy", <size_t>&s.enemy - base, 1, 0, COUNTRY_IDS, None),
        _Number("archbishop", <size_t>&s.archbishop - base, 1, SEATS - 1, default=None),
        _Number("silenced", <size_t>&s.silenced - base, 1, 1),
        _Number("declared", <size_t>&s.declared - base, 1, 1),
        _Number("window", <size_t>&s.window - base, 1, 0, WINDOW_IDS, 0),
    ]
    own_turn = [
        _Number("activity", <size_t>&s.activity - base, 1, 0, ACTIVITY_IDS, 0, True),
        _Number("forced", <size_t>&s.forced - base, 1, 0, ACTIVITY_IDS, None),
        _Number("claimed", <size_t>&s.claimed - base, 1, 2),
        _Number("discount", <size_t>&s.discount - base, 1, 20),
        _Number("trade_bonus", <size_t>&s.trade_bonus - base, 1, 60),
        _Number("peasant_tax", <size_t>&s.peasant_tax - base, 1, 1),
        _Number("extra_purchases", <size_t>&s.extra_purchases - base, 1, 1),
        _Number("no_upkeep", <size_t>&s.no_upkeep - base, 1, 1),
        _Number("bad_harvest", <size_t>&s.bad_harvest - base, 1, 1),
        _Number("purchases", <size_t>&s.purchases - base, 1, 3),
        _Number("made", <size_t>&s.made - base, 1, 3),
        _Number("draws", <size_t>&s.draws - base, 1, 20),
        _Number("owed", <size_t>&s.owed - base, 1, 200),
        _Number("bought", <size_t>&s.bought - base, 1, 0, ("fief", "card"), None),
        _Number("role", <size_t>&s.role - base, 1, 1),
        _Number("extra", <size_t>&s.extra - base, 1, 20),
        _Number("buying", <size_t>&s.buying - base, 1, 0, PHASE_IDS, 0),
        _Number("home", <size_t>&s.home - base, 1, 0, PHASE_IDS, 0),
    ]
    event = [
        _Number("card", <size_t>&s.play.kind - base, 1, 0, "events", None),
        _Number("seat", <size_t>&s.play.seat - base, 1, SEATS - 1),
        _Number("a", <size_t>&s.play.a - base, 1, 254),
        _Number("b", <size_t>&s.play.b - base, 1, 254),
        _Number("c", <size_t>&s.play.c - base, 1, 254),
        _Number("back", <size_t>&s.play.back - base, 1, 0, PHASE_IDS, 0),
        _Number("taker", <size_t>&s.play.taker - base, 1, SEATS - 1, default=None),
        _Number("left", <size_t>&s.play.left - base, 1, 255),
    ]
    war = [
        _Number("committed", <size_t>&s.committed - base, 1, SEATS),
        _Number("step", <size_t>&s.step - base, 1, 99),
        _Number("leader", <size_t>&s.leader - base, 1, SEATS - 1, default=None),
        _Number("stage", <size_t>&s.stage - base, 1, 0, STAGE_IDS, 0),
        _Number("round", <size_t>&s.round - base, 1, BATTLE_ROUNDS + 1),
        _Number("enemy_guns", <size_t>&s.enemy_guns - base, 1, 20),
        _Number("spare", <size_t>&s.spare - base, 1, 20),
        _Number("unplaced_soldiers", <size_t>&s.unplaced_soldiers - base, 1, 60),
        _Number("unplaced_commanders", <size_t>&s.unplaced_commanders - base, 1, 60),
        _Number("index", <size_t>&s.index - base, 1, 60),
        _Number("area", <size_t>&s.area - base, 1, 0, AREA_IDS, None),
        _Number("losses", <size_t>&s.losses - base, 1, 6),
        _Number("rerolled", <size_t>&s.rerolled - base, 1, 6),
        _Number("tactician", <size_t>&s.tactician - base, 1, 1),
        _Number("steel", <size_t>&s.steel - base, 1, 20),
        _Number("victory", <size_t>&s.victory - base, 1, 0, VICTORY_IDS, 0),
    ]
    foray = [
        _Number("die", <size_t>&s.die - base, 1, 6),
        _Number("marches", <size_t>&s.marches - base, 1, FORAY_ROUNDS),
    ]
    return {"top": top, "order": order, "war": war, "foray": foray, "reign": reign, "turn": own_turn,
            "event": event}


_NUMBERS = _layout()


# -- describe

cdef object describe(const Rules* r, const Realm* s, int viewer, object names):
    """The view's own fields (`documents.form`)."""
    view = {"phase": PHASE_IDS[s.phase], **_numbers_doc(s, _NUMBERS["top"], names)}
    if r.mode != BATTLE:
        view.update(_order_doc(s, names), foray=_foray_doc(r, s, names))
    if r.mode != FORAY:
        view["players"] = [_player_doc(r, s, seat, names) for seat in range(r.seats)]
        view["war"] = _war_doc(r, s, viewer, names)
    if r.mode == CAMPAIGN:
        view.update(_numbers_doc(s, _NUMBERS["reign"], names), realm=_realm_doc(r, s, names),
                    act=_act_doc(r, s, names))
        if viewer != PUBLIC:
            view["hand"] = pile_doc(s.hand[viewer], names.events)
        if s.play.kind != NONE:
            view["event"] = {**_numbers_doc(s, _NUMBERS["event"], names), "passed": seats_doc(s.play.passed),
                             "todo": [i for i in range(FIEFS) if s.play.todo >> i & 1]}
    if s.phase == OVER_PHASE and r.mode != BATTLE:
        view["points"] = [result_of(r, s, seat) for seat in range(r.seats)]
    return view


cdef object seats_doc(int seats):
    return [seat for seat in range(SEATS) if seats >> seat & 1]


cdef object _realm_doc(const Rules* r, const Realm* s, object names):
    """What lies on the table for all."""
    cdef uint64_t here = s.open | s.history_deck
    cdef uint64_t whole = bit(r.histories) - 1 if r.histories < 64 else <uint64_t>-1
    for seat in range(r.seats):
        here |= s.cards[seat]
    return {
        "free": set_doc(fief_set(s, BANK), names.fiefs),
        "enlisted": set_doc(s.enlisted, names.fiefs),
        "roads": set_doc(s.roads, names.fiefs),
        "blighted": set_doc(s.blighted, names.fiefs),
        "display": set_doc(s.open, names.history),
        "gone_cards": set_doc(whole & ~here, names.history),
        "scientists": {one: 1 for i, one in enumerate(names.history)
                       if r.history[i].series == PHILOSOPHER and s.scientists >> r.history[i].number & 1},
        "regents_left": set_doc(s.regent_deck, names.regents),
        "discard": pile_doc(s.discard, names.events),
        "kept": pile_doc(s.kept, names.events),
        "runners": seats_doc(s.runners),
        "fresh_debt": seats_doc(s.fresh_debt),
        "passed": seats_doc(s.passed),
        "owing": seats_doc(s.owing),
        "no_spoils": seats_doc(s.no_spoils),
    }


cdef object _act_doc(const Rules* r, const Realm* s, object names):
    """The turn in progress."""
    item = None
    if s.bought != NONE:
        item = names.history[s.item] if s.bought else names.fiefs[s.item]
    return {
        **_numbers_doc(s, _NUMBERS["turn"], names),
        "acted": set_doc(s.acted, ACTIVITY_IDS),
        "item": item,
        "fresh_roads": set_doc(s.fresh_roads, names.fiefs),
        "barred_fiefs": set_doc(s.barred_fiefs, names.fiefs),
        "barred_cards": set_doc(s.barred_cards, names.history),
    }


cdef object _order_doc(const Realm* s, object names):
    return {"order": [s.order[i] for i in range(s.drawn)], **_numbers_doc(s, _NUMBERS["order"], names)}


cdef object _player_doc(const Rules* r, const Realm* s, int seat, object names):
    player = {
        "gold": s.gold[seat],
        "fiefs": set_doc(fief_set(s, seat), names.fiefs),
        "cards": set_doc(s.cards[seat], names.history),
    }
    if r.mode == CAMPAIGN:
        player.update({
            "debt": s.debt[seat],
            "traders": pile_doc(s.traders[seat], COUNTRY_IDS),
            "hand_size": s.hand_size[seat],
            "empires": s.empires[seat],
            "liaisons": s.liaisons[seat],
            "architects": s.architects[seat],
            "sullied": s.sullied[seat],
            "fortune": s.fortune[seat],
            "more_spoils": s.more_spoils[seat],
        })
    return player


cdef object _foray_doc(const Rules* r, const Realm* s, object names):
    return {
        **_numbers_doc(s, _NUMBERS["foray"], names),
        "unseen": pile_doc(s.pool, names.markers),
        "returned": pile_doc(s.box, names.markers),
        "face_down": set_doc(s.face_down, names.cities),
        "riders": [{
            "status": RIDING_IDS[s.riding[seat]],
            "at": name_of(names.spaces, s.at[seat]),
            "waiting": bool(s.start >> seat & 1),
            "booty": pile_doc(s.booty[seat], names.markers),
            "loot": pile_doc(s.loot[seat], names.markers),
        } for seat in range(r.seats)],
    }


cdef object _sent_doc(const Rules* r, const Realm* s, int seat, int viewer, object names):
    """What a seat has sent to war; null while it is a secret."""
    if secret(r, s) and seat != viewer:
        return None
    return {"fiefs": set_doc(s.sent_fiefs[seat], names.fiefs),
            "cards": set_doc(s.sent_cards[seat], names.history)}


cdef object _war_doc(const Rules* r, const Realm* s, int viewer, object names):
    return {
        **_numbers_doc(s, _NUMBERS["war"], names),
        "sent": [_sent_doc(r, s, seat, viewer, names) for seat in range(r.seats)],
        "soldiers": {name: [s.soldiers[army][i] for i in range(AREAS)]
                     for army, name in enumerate(ARMY_IDS)},
        "commanders": {name: [s.commanders[army][i] for i in range(AREAS)]
                       for army, name in enumerate(ARMY_IDS)},
        "guns": [s.guns[i] for i in range(GUNS)],
        "cards": set_doc(s.card, AREA_IDS[:RESERVE]),
        "done": set_doc(s.done, AREA_IDS),
        "unplaced": set_doc(s.unplaced, names.fiefs),
        "enemy_cards": set_doc(s.enemy_cards, names.regents),
    }


# -- restore

cdef object restore(const Rules* r, Realm* s, object view, int viewer, object names):
    """What `documents.form` says follows from the rest is worked out here; `check` says what fits."""
    fields = Fields(view)
    clear(r, s)
    s.phase = fields.choice("phase", PHASE_IDS)
    _read_numbers(s, fields, _NUMBERS["top"], names)
    if r.mode != BATTLE:
        _restore_order(r, s, fields, names)
    if r.mode == CAMPAIGN:
        _restore_reign(r, s, fields, viewer, names)
    elif r.mode == BATTLE:
        _restore_players(r, s, fields, names)
    if r.mode != BATTLE and (r.mode == FORAY or fields.has("foray")):
        _restore_foray(r, s, fields.object("foray"), names)
    if r.mode != FORAY and (r.mode == BATTLE or fields.has("war")):
        _restore_war(r, s, fields.object("war"), viewer, names)
    fields.items("points", r.seats, default=())     # follow from the rest
    s.mover = _mover(r, s)
    fields.close()


cdef object _restore_reign(const Rules* r, Realm* s, object fields, int viewer, object names):
    _read_numbers(s, fields, _NUMBERS["reign"], names)
    _restore_players(r, s, fields, names)
    _restore_realm(r, s, fields.object("realm") if fields.has("realm") else Fields({}), names)
    _restore_act(r, s, fields.object("act") if fields.has("act") else Fields({}), names)
    if fields.has("event"):
        event = fields.object("event")
        _read_numbers(s, event, _NUMBERS["event"], names)
        s.play.passed = _read_seats(r, event, "passed")
        for i in event.items("todo", FIEFS, default=()):
            if type(i) is not int or not 0 <= i < FIEFS:
                raise event.fail("todo", f"{i!r:.40} is not a whole number in 0..{FIEFS - 1}")
            s.play.todo |= <uint32_t>1 << <int>i
        event.close()
    _restore_hands(r, s, fields, viewer, names)


cdef int _read_seats(const Rules* r, object fields, object name) except -1:
    seats = 0
    for i, seat in enumerate(fields.items(name, r.seats, default=())):
        if type(seat) is not int or not 0 <= seat < r.seats or seats >> seat & 1:
            raise fields.fail(f"{name}[{i}]", f"{seat!r:.40} is not a seat, or is there twice")
        seats |= 1 << seat
    return seats


cdef object _restore_realm(const Rules* r, Realm* s, object realm, object names):
    """Restore the table. The bank has the fiefs of no seat, foreign ones only if they are listed as free."""
    cdef uint64_t free = read_set(realm, "free", names.fiefs)
    cdef uint64_t taken = 0, gone, sages
    cdef int i
    for i in range(FIEFS):
        if s.owner[i] >= BANK and (free >> i & 1 or not realm.has("free")):
            if realm.has("free") or r.fief[i].start <= BANK:
                s.owner[i] = BANK
    s.enlisted = read_set(realm, "enlisted", names.fiefs)
    s.roads = read_set(realm, "roads", names.fiefs)
    s.blighted = read_set(realm, "blighted", names.fiefs)
    for i in range(r.seats):
        taken |= s.cards[i]
    s.open = read_set(realm, "display", names.history)
    gone = read_set(realm, "gone_cards", names.history)
    s.history_deck &= ~(taken | s.open | gone)
    sages = read_set(realm, "scientists", names.history)
    if sages & ~r.of_series[<int>PHILOSOPHER]:
        raise realm.fail("scientists", "must all be philosophers")
    while sages:
        s.scientists |= 1 << r.history[take_bit(&sages)].number
    if realm.has("regents_left"):
        s.regent_deck = read_set(realm, "regents_left", names.regents)
    elif s.regent != NONE:
        s.regent_deck &= ~(<uint32_t>1 << s.regent)
    read_counts(realm, "discard", names.events, s.discard)
    read_counts(realm, "kept", names.events, s.kept)
    s.runners, s.fresh_debt = _read_seats(r, realm, "runners"), _read_seats(r, realm, "fresh_debt")
    s.passed, s.owing = _read_seats(r, realm, "passed"), _read_seats(r, realm, "owing")
    s.no_spoils = _read_seats(r, realm, "no_spoils")
    realm.close()


cdef object _restore_act(const Rules* r, Realm* s, object act, object names):
    _read_numbers(s, act, _NUMBERS["turn"], names)
    s.acted = read_set(act, "acted", ACTIVITY_IDS)
    if s.bought != NONE:
        s.item = act.choice("item", names.history if s.bought else names.fiefs)
    else:
        act.null("item")
    s.fresh_roads = read_set(act, "fresh_roads", names.fiefs)
    s.barred_fiefs = read_set(act, "barred_fiefs", names.fiefs)
    s.barred_cards = read_set(act, "barred_cards", names.history)
    act.close()


cdef object _restore_hands(const Rules* r, Realm* s, object fields, int viewer, object names):
    """Restore deck and hands. Other hands get the first unseen cards until they are dealt anew."""
    cdef int kind, seat, n
    if viewer != PUBLIC:
        read_counts(fields, "hand", names.events, s.hand[viewer])
        n = pile_size(s.hand[viewer], r.events)
        if n != s.hand_size[viewer]:
            if n > MOST_HAND:
                raise fields.fail("hand", f"has {n} cards, more than {MOST_HAND}")
            s.hand_size[viewer] = n
    s.deck_size = 0
    for kind in range(r.events):
        n = r.event[kind].count - s.discard[kind] - s.kept[kind] - (s.play.kind == kind)
        n -= s.hand[viewer][kind] if viewer != PUBLIC else 0
        if n < 0:
            raise fields.fail("realm.discard", f"has more cards {names.events[kind]} than there are")
        s.deck[kind] = n
        s.deck_size += n
    for seat in range(r.seats):
        if seat != viewer:
            if s.hand_size[seat] > s.deck_size:
                raise fields.fail(f"players[{seat}].hand_size", "must not exceed the Event cards left")
            kind = 0
            for _ in range(s.hand_size[seat]):
                while not s.deck[kind]:
                    kind += 1
                s.deck[kind] -= 1
                s.hand[seat][kind] += 1
                s.deck_size -= 1


cdef int _mover(const Rules* r, const Realm* s) except -9:
    """The mover, which follows from the phase."""
    if is_chance(s.phase):
        return CHANCE
    if s.phase == OVER_PHASE:
        return OVER
    if s.phase == COMMIT_PHASE:
        return committer(r, s)
    if FORM_PHASE <= s.phase <= REDEPLOY_PHASE:
        return s.leader if s.leader < r.seats else 0
    if s.phase == MARKERS_PHASE:
        return s.order[0]
    if r.mode == CAMPAIGN:
        return asked(r, s)
    return s.order[s.place] if s.place < SEATS else 0


cdef object _restore_order(const Rules* r, Realm* s, object fields, object names):
    order = fields.items("order", r.seats, default=())
    for i, seat in enumerate(order):
        if type(seat) is not int or not 0 <= seat < r.seats or seat in order[:i]:
            raise fields.fail(f"order[{i}]", f"{seat!r:.40} is not a seat, or is there twice")
        s.order[i] = seat
    s.drawn = len(order)
    _read_numbers(s, fields, _NUMBERS["order"], names)


cdef object _restore_players(const Rules* r, Realm* s, object fields, object names):
    cdef uint64_t taken = 0, cards
    players = fields.objects("players", r.seats)
    if len(players) != r.seats:
        raise fields.fail("players", f"has {len(players)} items, not {r.seats}")
    for i in range(FIEFS):
        if s.owner[i] < BANK:
            s.owner[i] = BANK
    for seat, player in enumerate(players):
        s.gold[seat] = player.integer("gold", 0, MOST_GOLD, default=r.gold)
        cards = read_set(player, "fiefs", names.fiefs)
        for i in range(FIEFS):
            if cards >> i & 1:
                if s.owner[i] < BANK:
                    raise player.fail("fiefs", f"{names.fiefs[i]} belongs to another seat too")
                s.owner[i] = seat
        s.cards[seat] = read_set(player, "cards", names.history)
        if r.mode == CAMPAIGN:
            read_counts(player, "traders", COUNTRY_IDS, s.traders[seat])
            s.debt[seat] = player.integer("debt", 0, 20, default=0)
            s.hand_size[seat] = player.integer("hand_size", 0, MOST_HAND, default=0)
            s.empires[seat] = player.integer("empires", 0, 9, default=0)
            s.liaisons[seat] = player.integer("liaisons", 0, 9, default=0)
            s.architects[seat] = player.integer("architects", 0, 9, default=0)
            s.sullied[seat] = player.integer("sullied", 0, 9, default=0)
            s.fortune[seat] = player.integer("fortune", 0, 9, default=0)
            s.more_spoils[seat] = player.integer("more_spoils", 0, 9, default=0)
        if s.cards[seat] & taken:
            raise player.fail("cards", "must not belong to another seat too")
        taken |= s.cards[seat]
        player.close()
    s.history_deck &= ~taken


cdef object _restore_foray(const Rules* r, Realm* s, object foray, object names):
    cdef int kind
    _read_numbers(s, foray, _NUMBERS["foray"], names)
    read_counts(foray, "returned", names.markers, s.box)
    s.face_down = read_set(foray, "face_down", names.cities)
    if not foray.has("face_down") and START_PHASE <= s.phase <= MARKER_PHASE:
        s.face_down = (1 << r.map_markers) - 1
    riders = foray.objects("riders", r.seats)
    if len(riders) != r.seats:
        raise foray.fail("riders", f"has {len(riders)} items, not {r.seats}")
    for seat, rider in enumerate(riders):
        s.riding[seat] = rider.choice("status", RIDING_IDS)
        s.at[seat] = NONE if rider.null("at") else rider.choice("at", names.spaces)
        s.start |= rider.flag("waiting") << seat
        read_counts(rider, "booty", names.markers, s.booty[seat])
        read_counts(rider, "loot", names.markers, s.loot[seat])
        rider.close()
    for kind in range(r.markers):
        held = s.box[kind] + sum(s.booty[seat][kind] + s.loot[seat][kind] for seat in range(r.seats))
        if held > r.marker_count[kind]:
            raise foray.fail("riders", f"have more {names.markers[kind]} than there are")
        s.pool[kind] = r.marker_count[kind] - held
    if foray.has("unseen"):
        foray.counts("unseen", names.markers, 99)
    foray.close()


cdef object _restore_war(const Rules* r, Realm* s, object war, int viewer, object names):
    cdef uint8_t* pieces
    _read_numbers(s, war, _NUMBERS["war"], names)
    sent = war.items("sent", r.seats, default=[None] * r.seats)
    if len(sent) != r.seats:
        raise war.fail("sent", f"has {len(sent)} items, not {r.seats}")
    for seat, one in enumerate(sent):
        if one is not None:
            army = Fields(one, f"war.sent[{seat}]")
            s.sent_fiefs[seat] = read_set(army, "fiefs", names.fiefs)
            s.sent_cards[seat] = read_set(army, "cards", names.history)
            army.close()
    for name, target in (("soldiers", 0), ("commanders", 1)):
        if war.has(name):
            armies = war.object(name)
            for army, key in enumerate(ARMY_IDS):
                pieces = &s.commanders[army][0] if target else &s.soldiers[army][0]
                read_list(armies, key, AREAS, _MOST_PIECES, pieces)
            armies.close()
    read_list(war, "guns", GUNS, 20, s.guns)
    s.card = read_set(war, "cards", AREA_IDS[:RESERVE])
    s.done = read_set(war, "done", AREA_IDS)
    s.unplaced = read_set(war, "unplaced", names.fiefs)
    s.enemy_cards = read_set(war, "enemy_cards", names.regents)
    war.close()
