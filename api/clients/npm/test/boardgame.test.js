// The bot in the real boardgame.io, in whole games of connect four. BATTLEWISE_URL is a service's address.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { battlewiseBot } from "@battlewise/client/boardgame";
import { Service } from "@battlewise/client";
import { ConnectFour, mapping } from "./connect-four.js";

const require = createRequire(import.meta.url);
/** @type {typeof import("boardgame.io/ai")} */
const { Bot, RandomBot, Simulate, Step } = require("boardgame.io/ai");
/** @type {typeof import("boardgame.io/client")} */
const { Client } = require("boardgame.io/client");
/** @type {typeof import("boardgame.io/multiplayer")} */
const { Local } = require("boardgame.io/multiplayer");
/** @type {typeof import("boardgame.io/internal")} */
const { InitializeGame } = require("boardgame.io/internal");

const service = new Service(process.env["BATTLEWISE_URL"] ?? "http://127.0.0.1:8000");
const Opponent = battlewiseBot(Bot, service, mapping, { level: "medium", seed: 7 });
const enumerate = ConnectFour.ai?.enumerate;
assert(enumerate);

test("it is a bot of boardgame.io", () => {
  assert(new Opponent({ enumerate }) instanceof Bot);
});

test("a whole game by Simulate, against random moves", async () => {
  const bots = { 0: new RandomBot({ enumerate, seed: "1" }), 1: new Opponent({ enumerate }) };
  const { state } = await Simulate({ game: ConnectFour, bots, state: InitializeGame({ game: ConnectFour }) });
  assert.deepEqual(state.ctx.gameover, { winner: "1" });
});

test("a whole game of the bot against itself, by one instance", async () => {
  const state = InitializeGame({ game: ConnectFour });
  const bots = new Opponent({ enumerate });
  const { state: end, metadata } = await Simulate({ game: ConnectFour, bots, state });
  assert(end.ctx.gameover);
  assert.equal(metadata.move.doc.kind, "drop");
});

test("a step of a client", async () => {
  const client = Client({ game: ConnectFour });
  client.start();
  await Step(client, new Opponent({ enumerate }));
  assert.equal(client.getState()?.G.columns.flat().length, 1);
  client.stop();
});

test("a whole game by a client with Local, against random moves", { timeout: 60_000 }, async () => {
  const multiplayer = Local({ bots: { 1: Opponent } });
  const client = Client({ game: ConnectFour, playerID: "0", multiplayer, debug: false });
  let seed = 5;
  const ended = new Promise((resolve) => {
    client.subscribe((state) => {
      if (state?.ctx.gameover) resolve(state.ctx.gameover);
      else if (state?.ctx.currentPlayer === "0") {
        const free = state.G.columns.flatMap((discs, column) => (discs.length < 6 ? [column] : []));
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        const column = free[seed % free.length];
        setTimeout(() => client.moves["drop"]?.(column));
      }
    });
  });
  client.start();
  assert.deepEqual(await ended, { winner: "1" });
  client.stop();
});
