"""The table as JSON (RULES.md 9): the view of a state, and the state of a view."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, take_bit
from battlewise.core.documents cimport name_of, number_of, pile_doc, set_doc
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.batalj.knowledge.redeal cimport secret
from battlewise.core.games.batalj.rules.meanings cimport needs_target
from battlewise.core.games.batalj.rules.turn cimport asked, result_of
from battlewise.core.games.batalj.rules.war cimport committer
from battlewise.core.games.batalj.state cimport *
from battlewise.core.piles cimport pile_size

from battlewise.core.errors import ViewError
from battlewise.core.games.batalj.cards import COUNTRIES as COUNTRY_IDS
from battlewise.core.games.batalj.words import (
    ACTIVITY_IDS, AREA_IDS, ARMY_IDS, GUN_IDS, PHASE_IDS, PIECE_IDS, RIDING_IDS, STAGE_IDS, VICTORY_IDS,
    WINDOW_IDS,
)

FLAGS = (False, True)
PURCHASE_PHASES = (None, *PHASE_IDS[1:])
# By verb, what the target of an Event card is, and what its numbers name; None: they stand for themselves.
TARGETS = {
    FEUD: (("fief", "fiefs"), ("to", "fiefs")),
    PLACE_TRADER_EVENT: (("country", COUNTRY_IDS),),
    MOVE_TRADER_EVENT: (("seat", None), ("country", COUNTRY_IDS), ("to", COUNTRY_IDS)),
    RETURN_TRADER: (("seat", None), ("country", COUNTRY_IDS)),
    DECLARE_WAR: (("country", COUNTRY_IDS),),
    CHOOSE_ACTIVITY: (("activity", ACTIVITY_IDS),),
    BORROW: (("number", None),),
    REPLACE_OPEN: (("card", "history"), ("to", "history")),
    RETURN_MARKER: (("seat", None), ("marker", "markers")),
    REMOVE_RESERVE: (("piece", PIECE_IDS),),
    REMOVE_CANNON: (("gun", GUN_IDS),),
    **dict.fromkeys((BUY_HISTORY_OF, REMOVE_CARD), (("card", "history"),)),
    **dict.fromkeys((BUY_FIEF_OF, ENLIST, ROADS, PLAGUE, REVOLT, AREA_TAX, BLIGHT, WITCH_TRIALS),
                    (("fief", "fiefs"),)),
    **dict.fromkeys((MANIPULATE, DISCARD_EVENT, EXCHANGE_EVENTS, LOSE_SPOILS, GIVE_UP_FIEF, STEAL_MARKER),
                    (("seat", None),)),
    **dict.fromkeys((CLEAR_SECTOR, REMOVE_SOLDIER), (("area", AREA_IDS),)),
}

cdef enum:
    DONE = 255                   # in `left` of an event: what was due has been done


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


# -- numbers that a view names as they are

class _Number:
    """A whole number, or an index of `names`, at an offset in the state; NONE is null. By default it is
    `default`, None: null.
    """

    def __init__(self, name, offset, size, names=None, default=0):
        self.name, self.offset, self.size, self.names, self.default = name, offset, size, names, default


cdef object _ids(object one, object names):
    return _ids_of(one.names, names)


cdef object _ids_of(object ids, object names):
    """The names of a number's values: a tuple, an attribute of `Names`, or None for a number as it is."""
    return getattr(names, ids) if isinstance(ids, str) else ids


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


cdef object _layout():
    """By part of the view, the numbers that stand there."""
    cdef Realm s
    cdef size_t base = <size_t>&s
    top = [_Number("turn", <size_t>&s.turn - base, 2)]
    order = [_Number("place", <size_t>&s.place - base, 1)]
    reign = [
        _Number("reign", <size_t>&s.reign - base, 1),
        _Number("regent", <size_t>&s.regent - base, 1, "regents", None),
        _Number("enemy", <size_t>&s.enemy - base, 1, COUNTRY_IDS, None),
        _Number("archbishop", <size_t>&s.archbishop - base, 1, default=None),
        _Number("silenced", <size_t>&s.silenced - base, 1, FLAGS),
        _Number("declared", <size_t>&s.declared - base, 1, FLAGS),
        _Number("window", <size_t>&s.window - base, 1, WINDOW_IDS),
    ]
    own_turn = [
        _Number("activity", <size_t>&s.activity - base, 1, ACTIVITY_IDS),
        _Number("forced", <size_t>&s.forced - base, 1, ACTIVITY_IDS, None),
        _Number("claimed", <size_t>&s.claimed - base, 1),
        _Number("discount", <size_t>&s.discount - base, 1),
        _Number("trade_bonus", <size_t>&s.trade_bonus - base, 1),
        _Number("peasant_tax", <size_t>&s.peasant_tax - base, 1, FLAGS),
        _Number("extra_purchases", <size_t>&s.extra_purchases - base, 1, FLAGS),
        _Number("no_upkeep", <size_t>&s.no_upkeep - base, 1, FLAGS),
        _Number("bad_harvest", <size_t>&s.bad_harvest - base, 1, FLAGS),
        _Number("purchases", <size_t>&s.purchases - base, 1),
        _Number("made", <size_t>&s.made - base, 1),
        _Number("draws", <size_t>&s.draws - base, 1),
        _Number("owed", <size_t>&s.owed - base, 1),
        _Number("scientist", <size_t>&s.role - base, 1, FLAGS),
        _Number("extra", <size_t>&s.extra - base, 1),
        _Number("buying", <size_t>&s.buying - base, 1, PURCHASE_PHASES),
        _Number("home", <size_t>&s.home - base, 1, PURCHASE_PHASES),
    ]
    war = [
        _Number("committed", <size_t>&s.committed - base, 1),
        _Number("step", <size_t>&s.step - base, 1),
        _Number("leader", <size_t>&s.leader - base, 1, default=None),
        _Number("stage", <size_t>&s.stage - base, 1, STAGE_IDS),
        _Number("round", <size_t>&s.round - base, 1),
        _Number("enemy_guns", <size_t>&s.enemy_guns - base, 1),
        _Number("spare", <size_t>&s.spare - base, 1),
        _Number("unplaced_soldiers", <size_t>&s.unplaced_soldiers - base, 1),
        _Number("unplaced_commanders", <size_t>&s.unplaced_commanders - base, 1),
        _Number("index", <size_t>&s.index - base, 1),
        _Number("area", <size_t>&s.area - base, 1, AREA_IDS, None),
        _Number("losses", <size_t>&s.losses - base, 1),
        _Number("rerolled", <size_t>&s.rerolled - base, 1),
        _Number("tactician", <size_t>&s.tactician - base, 1, FLAGS),
        _Number("steel", <size_t>&s.steel - base, 1),
        _Number("victory", <size_t>&s.victory - base, 1, VICTORY_IDS),
    ]
    foray = [
        _Number("die", <size_t>&s.die - base, 1),
        _Number("marches", <size_t>&s.marches - base, 1),
    ]
    return {"top": top, "order": order, "war": war, "foray": foray, "reign": reign, "turn": own_turn}


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
            view["event"] = _event_doc(r, s, names)
    if s.phase == OVER_PHASE and r.mode != BATTLE:
        view["points"] = [result_of(r, s, seat) for seat in range(r.seats)]
    return view


cdef object _event_doc(const Rules* r, const Realm* s, object names):
    """The Event card that is played."""
    cdef int verb = r.event[s.play.kind].verb
    cdef bint named = needs_target(verb) and s.phase != TARGET_PHASE
    return {
        "card": names.events[s.play.kind],
        "seat": s.play.seat,
        "target": _target_doc(s, verb, names) if named else None,
        "die": s.play.c if verb == FEUD else 0,
        "back": PHASE_IDS[s.play.back],
        "taker": number_of(s.play.taker),
        "passed": seats_doc(s.play.passed),
        "left": 0 if s.play.left == DONE else s.play.left,
        "seats_left": seats_doc(s.play.todo) if verb == PLAGUE else [],
        "fiefs_left": {} if verb == PLAGUE else set_doc(s.play.todo, names.fiefs),
    }


cdef object _target_doc(const Realm* s, int verb, object names):
    """What an Event card means, with the fields that moves have for it."""
    numbers = (s.play.a, s.play.b, s.play.c)
    if verb == REORDER:
        found = [(s.play.a | s.play.b << 8) >> 3 * i & 7 for i in range(SEATS)]
        return {"order": [seat for seat in found if seat < SEATS]}
    doc = {}
    for (name, ids), number in zip(TARGETS[verb], numbers):
        known = _ids_of(ids, names)
        doc[name] = number if known is None else known[number]
    return doc


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


# -- restore: the view is of the game's form, so that here is only what the form cannot know

cdef object restore(const Rules* r, Realm* s, object view, int viewer, object names):
    """What `documents.form` says follows from the rest is worked out here; `check` says what fits."""
    clear(r, s)
    s.phase = PHASE_IDS.index(view["phase"])
    _read_numbers(s, view, _NUMBERS["top"], names)
    if r.mode != BATTLE:
        _restore_order(s, view, names)
    if r.mode == CAMPAIGN:
        _restore_reign(r, s, view, viewer, names)
    elif r.mode == BATTLE:
        _restore_players(r, s, view, names)
    if r.mode == FORAY or "foray" in view:
        _restore_foray(r, s, view["foray"], names)
    if r.mode == BATTLE or "war" in view:
        _restore_war(r, s, view["war"], names)
    s.mover = _mover(r, s)


cdef uint64_t read_set(object given, object name, object ids) except? 77:
    """A set as bits; empty if it is left out."""
    cdef uint64_t found = 0
    for one in given.get(name, ()):
        found |= bit(<int>ids.index(one))
    return found


cdef object read_counts(object given, object name, object ids, uint8_t* counts):
    for one, n in given.get(name, {}).items():
        counts[<int>ids.index(one)] = n


cdef int read_seats(object given, object name) except -1:
    """Seats as bits."""
    return sum(1 << seat for seat in given.get(name, ()))


cdef object _read_numbers(Realm* s, object given, object numbers, object names):
    cdef uint8_t* base = <uint8_t*>s
    cdef int value
    for one in numbers:
        ids, said = _ids(one, names), given.get(one.name)
        if one.name not in given:
            value = NONE if one.default is None else one.default
        elif ids is None:
            value = NONE if said is None else said
        else:
            value = ids.index(said) if said in ids else NONE
        if one.size == 2:
            (<uint16_t*>(base + <int>one.offset))[0] = value
        else:
            base[<int>one.offset] = value


cdef object _restore_reign(const Rules* r, Realm* s, object view, int viewer, object names):
    _read_numbers(s, view, _NUMBERS["reign"], names)
    if "enemy" not in view and s.regent != NONE and "war" in view and r.regent[s.regent].country != NONE:
        s.enemy = r.regent[s.regent].country
    _restore_players(r, s, view, names)
    _restore_realm(r, s, view.get("realm", {}), names)
    _restore_act(r, s, view.get("act", {}), names)
    if "event" in view:
        _restore_event(r, s, view["event"], names)
    _restore_hands(r, s, view, viewer, names)


cdef object _restore_event(const Rules* r, Realm* s, object event, object names):
    cdef Play* play = &s.play
    play.kind = names.events.index(event["card"])
    cdef int verb = r.event[play.kind].verb
    if "seat" not in event and (s.window or not s.drawn):
        raise ViewError("event.seat", "is missing: no seat has its turn")
    play.seat = event["seat"] if "seat" in event else active(s)
    play.back = PHASE_IDS.index(event["back"]) if "back" in event else (
        WINDOW_PHASE if s.window else ACT_PHASE)
    play.passed = read_seats(event, "passed")
    play.taker = NONE if event.get("taker") is None else event["taker"]
    play.todo = read_seats(event, "seats_left") if verb == PLAGUE else <uint32_t>read_set(
        event, "fiefs_left", names.fiefs)
    one_due = (s.phase == WRATH_PHASE or s.phase == DISCARD_PHASE and verb == DISCARD_EVENT
               or s.phase == STEAL_PHASE and verb == STEAL_MARKER)
    play.left = event.get("left", int(one_due))
    if s.phase == GIVE_PHASE or s.phase == ELECTION_PHASE:
        play.left = DONE
    if needs_target(verb) and s.phase != TARGET_PHASE:
        play.a, play.b, play.c = _read_target(event.get("target"), verb, names)
    if verb == FEUD:
        play.c = event.get("die", 0)


cdef object _read_target(object target, int verb, object names):
    """The three numbers of an Event card's target."""
    if verb == REORDER:
        wanted = ["order"]
    else:
        wanted = [name for name, _ in TARGETS[verb]]
    if target is None or sorted(target) != sorted(wanted):
        raise ViewError("event.target", f"must say {' and '.join(wanted)} for this card, and nothing else")
    if verb == REORDER:
        bits = sum((target["order"][i] if i < len(target["order"]) else 7) << 3 * i for i in range(SEATS))
        return bits & 255, bits >> 8, 0
    found = []
    for name, ids in TARGETS[verb]:
        known = _ids_of(ids, names)
        if known is not None and target[name] not in known:
            raise ViewError(f"event.target.{name}", f"{target[name]!r} is none of {', '.join(known)}")
        found.append(target[name] if known is None else known.index(target[name]))
    return (*found, *[0] * (3 - len(found)))


cdef object _restore_realm(const Rules* r, Realm* s, object realm, object names):
    """Restore the table. The bank has the fiefs of no seat, foreign ones only if they are listed as free."""
    cdef uint64_t free = read_set(realm, "free", names.fiefs)
    cdef uint64_t taken = 0, gone, sages
    cdef int i
    for i in range(FIEFS):
        if s.owner[i] >= BANK and (free >> i & 1 or "free" not in realm):
            if "free" in realm or r.fief[i].start <= BANK:
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
    while sages:
        i = take_bit(&sages)
        if r.history[i].series != PHILOSOPHER:
            raise ViewError("realm.scientists", f"{names.history[i]} is no philosopher")
        s.scientists |= 1 << r.history[i].number
    if "regents_left" in realm:
        s.regent_deck = read_set(realm, "regents_left", names.regents)
    elif s.regent != NONE:
        s.regent_deck &= ~(<uint32_t>1 << s.regent)
    read_counts(realm, "discard", names.events, s.discard)
    read_counts(realm, "kept", names.events, s.kept)
    s.runners, s.fresh_debt = read_seats(realm, "runners"), read_seats(realm, "fresh_debt")
    s.passed, s.owing = read_seats(realm, "passed"), read_seats(realm, "owing")
    s.no_spoils = read_seats(realm, "no_spoils")


cdef object _restore_act(const Rules* r, Realm* s, object act, object names):
    _read_numbers(s, act, _NUMBERS["turn"], names)
    s.acted = read_set(act, "acted", ACTIVITY_IDS)
    item = act.get("item")
    if item is not None:
        s.bought = item in names.history
        s.item = names.history.index(item) if s.bought else names.fiefs.index(item)
    s.fresh_roads = read_set(act, "fresh_roads", names.fiefs)
    s.barred_fiefs = read_set(act, "barred_fiefs", names.fiefs)
    s.barred_cards = read_set(act, "barred_cards", names.history)


cdef object _restore_hands(const Rules* r, Realm* s, object view, int viewer, object names):
    """Restore deck and hands. Other hands get the first unseen cards until they are dealt anew."""
    cdef int kind, seat, n
    if viewer != PUBLIC:
        read_counts(view, "hand", names.events, s.hand[viewer])
        n = pile_size(s.hand[viewer], r.events)
        if n > MOST_HAND:
            raise ViewError("hand", f"has {n} cards, more than {MOST_HAND}")
        s.hand_size[viewer] = n
    s.deck_size = 0
    for kind in range(r.events):
        n = r.event[kind].count - s.discard[kind] - s.kept[kind] - (s.play.kind == kind)
        n -= s.hand[viewer][kind] if viewer != PUBLIC else 0
        if n < 0:
            raise ViewError("realm.discard", f"with hand, kept and event there are {r.event[kind].count - n} "
                            f"cards {names.events[kind]}, and the game has {r.event[kind].count}")
        s.deck[kind] = n
        s.deck_size += n
    for seat in range(r.seats):
        if seat != viewer:
            if s.hand_size[seat] > s.deck_size:
                raise ViewError(f"players[{seat}].hand_size",
                                f"is more than the {s.deck_size} Event cards that are left")
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


cdef object _restore_order(Realm* s, object view, object names):
    order = view.get("order", [])
    for i, seat in enumerate(order):
        if seat in order[:i]:
            raise ViewError(f"order[{i}]", f"has seat {seat} twice")
        s.order[i] = seat
    s.drawn = len(order)
    _read_numbers(s, view, _NUMBERS["order"], names)


cdef object _restore_players(const Rules* r, Realm* s, object view, object names):
    cdef uint64_t taken = 0, cards
    for i in range(FIEFS):
        if s.owner[i] < BANK:
            s.owner[i] = BANK
    for seat, player in enumerate(view["players"]):
        s.gold[seat] = player.get("gold", r.gold)
        for fief in player.get("fiefs", ()):
            if s.owner[<int>names.fiefs.index(fief)] < BANK:
                raise ViewError(f"players[{seat}].fiefs", f"{fief} belongs to another seat too")
            s.owner[<int>names.fiefs.index(fief)] = seat
        s.cards[seat] = cards = read_set(player, "cards", names.history)
        if cards & taken:
            both = set_doc(cards & taken, names.history)
            raise ViewError(f"players[{seat}].cards", f"{', '.join(both)} belongs to another seat too")
        taken |= cards
        read_counts(player, "traders", COUNTRY_IDS, s.traders[seat])
        s.debt[seat], s.hand_size[seat] = player.get("debt", 0), player.get("hand_size", 0)
        s.empires[seat], s.liaisons[seat] = player.get("empires", 0), player.get("liaisons", 0)
        s.architects[seat], s.sullied[seat] = player.get("architects", 0), player.get("sullied", 0)
        s.fortune[seat], s.more_spoils[seat] = player.get("fortune", 0), player.get("more_spoils", 0)
    s.history_deck &= ~taken


cdef object _restore_foray(const Rules* r, Realm* s, object foray, object names):
    cdef int kind
    _read_numbers(s, foray, _NUMBERS["foray"], names)
    read_counts(foray, "returned", names.markers, s.box)
    s.face_down = read_set(foray, "face_down", names.cities)
    if "face_down" not in foray and START_PHASE <= s.phase <= MARKER_PHASE:
        s.face_down = (1 << r.map_markers) - 1
    for seat, rider in enumerate(foray["riders"]):
        s.at[seat] = NONE if rider.get("at") is None else names.spaces.index(rider["at"])
        rides = r.mode == FORAY or s.at[seat] != NONE or rider.get("booty")
        s.riding[seat] = RIDING_IDS.index(rider.get("status", RIDING_IDS[RIDING if rides else ABSENT]))
        s.start |= rider.get("waiting", False) << seat
        read_counts(rider, "booty", names.markers, s.booty[seat])
        read_counts(rider, "loot", names.markers, s.loot[seat])
    for kind in range(r.markers):
        held = s.box[kind] + sum(s.booty[seat][kind] + s.loot[seat][kind] for seat in range(r.seats))
        if held > r.marker_count[kind]:
            raise ViewError("foray.riders", f"with the box have {held} markers {names.markers[kind]}, "
                            f"and there are {r.marker_count[kind]}")
        s.pool[kind] = r.marker_count[kind] - held


cdef object _restore_war(const Rules* r, Realm* s, object war, object names):
    cdef int army, i
    _read_numbers(s, war, _NUMBERS["war"], names)
    if "stage" not in war:
        s.stage = _stage(s)
    if "victory" not in war:
        s.victory = SWEDISH_VICTORY if s.stage == SPOILING else ENEMY_VICTORY if s.stage == MOURNING else OPEN
    for seat, sent in enumerate(war.get("sent", ())):
        if sent is not None:
            s.sent_fiefs[seat] = read_set(sent, "fiefs", names.fiefs)
            s.sent_cards[seat] = read_set(sent, "cards", names.history)
    for army, key in enumerate(ARMY_IDS):
        for i, n in enumerate(war.get("soldiers", {}).get(key, ())):
            s.soldiers[army][i] = n
        for i, n in enumerate(war.get("commanders", {}).get(key, ())):
            s.commanders[army][i] = n
    for i, n in enumerate(war.get("guns", ())):
        s.guns[i] = n
    s.card = read_set(war, "cards", AREA_IDS[:RESERVE])
    s.done = read_set(war, "done", AREA_IDS)
    s.unplaced = read_set(war, "unplaced", names.fiefs)
    s.enemy_cards = read_set(war, "enemy_cards", names.regents)


cdef int _stage(const Realm* s) noexcept:
    """Where the battle stands, as far as the phase says it."""
    if s.phase == FORM_PHASE:
        return FORMING
    if s.phase == ENEMY_CARD_PHASE:
        return ENEMY_FORMING
    if s.phase == AIM_PHASE:
        return SWEDISH_ATTACKS if s.losses else SWEDISH_GUNS
    if s.phase == ATTACK_PHASE or s.phase == REROLL_PHASE:
        return SWEDISH_ATTACKS
    if s.phase == REDEPLOY_PHASE:
        return REDEPLOYMENT
    if s.phase == SPOILS_PHASE or s.phase == SPOILS_DRAW_PHASE or s.window == SPOILS_WINDOW:
        return SPOILING
    if s.phase == DEFEAT_PHASE or s.phase == DEFEAT_DIE_PHASE:
        return MOURNING
    return WAR_EVENTS if s.window == WAR_WINDOW else NO_BATTLE
