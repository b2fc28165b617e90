"""What Event cards do, in words for a player (RULES.md 8); `data/events.toml` says it in keys."""

from battlewise.core.games.batalj.cards import REMOVES, Event
from battlewise.core.games.batalj.state import By, Verb
from battlewise.core.vocabulary import by_member

# {n}: the amount of the card; {by}: the symbols that it counts.
DEEDS = by_member(
    Verb,
    {
        Verb.CANCEL: "the card answered has no effect",
        Verb.TAKE_EVENT: "take the card answered into the hand afterwards",
        Verb.FIEF_DISCOUNT: "the next fief costs {n} gold less for each of its crowns",
        Verb.TRADE_BONUS: "trade brings {n} gold more in this turn",
        Verb.PEASANT_TAX: "a die of gold for each fief, in place of their income",
        Verb.EXTRA_PURCHASE: "one more purchase in this turn",
        Verb.SUPPLIES: "no upkeep in this turn; in a battle {n} soldiers for the Swedish reserve",
        Verb.FEUD: "a fief fights a neighbour's: each rolls a die and adds its {by}s, the higher has both",
        Verb.PLACE_TRADER_EVENT: "place a trader",
        Verb.MOVE_TRADER_EVENT: "move any trader to another country",
        Verb.RETURN_TRADER: "send home another player's trader",
        Verb.BUY_HISTORY_OF: "buy a History card of another player for {n} times its price",
        Verb.BUY_FIEF_OF: "buy a fief of another player for its price",
        Verb.CHOOSE_ACTIVITY: "name the activity of the player whose turn begins",
        Verb.RUN_BLOCKADE: "war and blockade do not touch the own trade in this reign",
        Verb.REPEAT_REIGN: "all have another turn in this reign",
        Verb.END_REIGN: "the reign ends at once",
        Verb.PLAGUE: "all who have a fief in an area lose a person of their History cards",
        Verb.REVOLT: "a die says which fiefs of an area go back to the bank, those of fewest {by}s first",
        Verb.AREA_TAX: "the fiefs of an area cost their owners 1 gold for each {by}",
        Verb.WAR_TAX: "all pay the upkeep of their fiefs",
        Verb.DECLARE_WAR: "pay {n} gold and name the enemy of a war",
        Verb.BORROW: "borrow gold and repay twice as much",
        Verb.GOLD: "{gold}",
        Verb.HALVE_GOLD: "all lose half their gold",
        Verb.BAD_HARVEST: "fiefs of 3 crowns bring nothing in this turn",
        Verb.BLIGHT: "the fiefs of an area bring nothing in this reign",
        Verb.DISCARD_EVENT: "another player loses an Event card",
        Verb.WITCH_TRIALS: "the fiefs of an area cost their owners an Event card each",
        Verb.UNDO_PURCHASE: "the purchase is undone and cannot be made in this turn",
        Verb.PRICE_RISE: "the purchase costs {n} gold more",
        Verb.REMOVE_CARD: "another player loses {card} of the History cards",
        Verb.MOVE_FIRST: "take the first turn",
        Verb.LOSE_SPOILS: "another player gets no spoils",
        Verb.MORE_SPOILS: "choose spoils once more",
        Verb.DRAW_EVENTS: "draw {n} Event cards",
        Verb.REPLACE_OPEN: "replace two of the History cards on sale",
        Verb.GIVE_UP_FIEF: "another player gives up a fief",
        Verb.ANOTHER_MOVE: "carry out another activity",
        Verb.COURT_INTRIGUE: "pay {n} gold; after a 5 or 6 carry out another activity",
        Verb.KEEP_EMPIRE: "keep it: 1 AP at the end for three traders",
        Verb.KEEP_LIAISON: "keep it: it counts as a queen at the end",
        Verb.KEEP_ARCHITECT: "keep it: it counts as a castle at the end",
        Verb.ASSASSINATE: "the office of the Archbishop falls vacant, and its family loses 1 AP",
        Verb.ELECT: "the office of the Archbishop moves to the left",
        Verb.MANIPULATE: "name the Archbishop",
        Verb.SILENCE: "the Archbishop collects nothing the next time",
        Verb.AUTHORITY: "the Archbishop collects {n} gold of each player in place of 1",
        Verb.REORDER: "set the order of the turns to come",
        Verb.ENLIST: "an own fief has 1 troop more from now on",
        Verb.ROADS: "an own fief brings {n} gold more in agriculture from now on",
        Verb.EXCHANGE_EVENTS: "take {n} Event cards of another player and give one back",
        Verb.RETURN_MARKER: "a Pillage marker of another player goes back to the box",
        Verb.STEAL_MARKER: "take a random Pillage marker of another player",
        Verb.KEEP_FIEF: "lose no fief after this defeat",
        Verb.CLEAR_SECTOR: "remove all enemy soldiers of a sector",
        Verb.TACTICIAN: "each Swedish roll of this round that fails can be rolled again once",
        Verb.REVERSE: "{n} soldiers for the enemy reserve; Swedes in enemy sectors go back",
        Verb.STEEL: "each Swedish sector attacks as {n} in this round",
        Verb.REMOVE_RESERVE: "remove a piece of the enemy reserve",
        Verb.REMOVE_SOLDIER: "remove an enemy soldier of a sector",
        Verb.REMOVE_CANNON: "remove a cannon, Swedish or the enemy's",
    },
)
SYMBOLS = by_member(By, {By.BY_NOTHING: "", By.BY_CROWNS: "crown", By.BY_TROOPS: "troop"})
REMOVED = dict(zip(REMOVES, ("a card", "a person", "a castle"), strict=True))


def deed(event: Event) -> str:
    """What an Event card does."""
    gold = [f"get {event.own} gold"] if event.own else []
    if event.others:
        verb = "gets" if event.others > 0 else "pays"
        gold.append(f"each other player {verb} {abs(event.others)} gold")
    words = DEEDS[event.verb].format(
        n=event.amount, by=SYMBOLS[event.by], gold=", ".join(gold), card=REMOVED[REMOVES[event.removes]]
    )
    return words + (" (needs a castle)" if event.castle else "")
