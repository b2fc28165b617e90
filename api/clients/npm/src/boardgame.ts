// A bot for boardgame.io that asks a Battlewise service for its moves.

import type { Service } from "./service.js";
import type { ChosenMove, MoveIn, MoveOut, View } from "./types.js";

/** The part of boardgame.io's state that a bot needs. */
export interface BoardgameState<G, Ctx> {
  G: G;
  ctx: Ctx;
}

/** A move or an event of a game for boardgame.io. */
export type BoardgameMove = { move: string; args?: unknown[] } | { event: string; args?: unknown[] };

/** How a game for boardgame.io and one of Battlewise are the same game. */
export interface Mapping<G, Ctx> {
  /** Id of the game in Battlewise. */
  game: string;
  /** What a seat knows, as Battlewise writes it. Take nothing from `G` that this player must not know. */
  view(G: G, ctx: Ctx, playerID: string): View;
  /** The move of the game for boardgame.io that a move of Battlewise is. */
  move(move: MoveOut, G: G, ctx: Ctx, playerID: string): BoardgameMove;
}

/** How strong the bot is: `level` or `bot`, `budget`, `options`, `seed`, `timeout_ms`. */
export type Strength = Omit<MoveIn, "view">;

/** An action of boardgame.io. */
export interface BoardgameAction {
  type: "MAKE_MOVE" | "GAME_EVENT";
  payload: { type: string; args: unknown[]; playerID: string };
}

/** A decision: the action, and what Battlewise says of it. */
export interface Decision {
  action: BoardgameAction;
  metadata: ChosenMove;
}

type AnyClass = abstract new (...given: any[]) => object;

/**
 * A class of bots, for `Local({ bots })`; an instance of it is for `Simulate` and `Step`.
 *
 * @param Bot the class `Bot` of `boardgame.io/ai`
 * @param strength default: the level `medium`
 */
export function battlewiseBot<G, Ctx, Base extends AnyClass>(
  Bot: Base,
  service: Service,
  mapping: Mapping<G, Ctx>,
  strength: Strength = {},
) {
  abstract class BattlewiseBot extends Bot {
    async play({ G, ctx }: BoardgameState<G, Ctx>, playerID: string): Promise<Decision> {
      const view = mapping.view(G, ctx, playerID);
      const metadata = await service.chooseMove(mapping.game, { ...strength, view });
      const chosen = mapping.move(metadata.move, G, ctx, playerID);
      const isMove = "move" in chosen;
      const payload = { type: isMove ? chosen.move : chosen.event, args: chosen.args ?? [], playerID };
      return { action: { type: isMove ? "MAKE_MOVE" : "GAME_EVENT", payload }, metadata };
    }
  }
  type Made = InstanceType<Base> & BattlewiseBot;
  return BattlewiseBot as unknown as new (...given: ConstructorParameters<Base>) => Made;
}
