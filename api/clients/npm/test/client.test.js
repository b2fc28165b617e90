// The client against a service. BATTLEWISE_URL is its address.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { ProblemError, Service } from "@battlewise/client";

const base = process.env["BATTLEWISE_URL"] ?? "http://127.0.0.1:8000";
const service = new Service(base);
/** @type {import("@battlewise/client").MatchIn} */
const againstABot = { game: "leduc", seats: [{ kind: "person" }, { kind: "bot", level: "beginner" }] };
const view = { seat: 0, board: [...Array(4).fill("......."), "...o...", "...x..."] };

/**
 * @template T
 * @param {AsyncIterable<T>} items
 */
async function all(items) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

/** @param {number} last */
const upTo = (last) => [...Array(last).keys()].map((index) => index + 1);

/** @param {(request: number, real: () => Promise<Response>) => Promise<Response>} answer */
function failing(answer) {
  /** @type {Request[]} */
  const asked = [];
  /** @type {typeof fetch} */
  const fetched = (input, options) => {
    asked.push(new Request(input, options));
    return answer(asked.length, () => fetch(input, options));
  };
  return { asked, service: new Service(base, { retries: 2, fetch: fetched }) };
}

const lost = () => Promise.reject(new TypeError("fetch failed"));
const busy = () => Promise.resolve(new Response(null, { status: 503, headers: { "Retry-After": "0" } }));

test("a table of its own", async () => {
  assert((await service.games()).games.some(({ id }) => id === "battlelore"));
  assert.equal((await service.game("connect_four")).id, "connect_four");
  assert((await service.limits()).tournament_games > 0);
  const legal = await service.legalMoves("connect_four", { view });
  assert.equal(legal.moves.length, 7);
  const chosen = await service.chooseMove("connect_four", { view, level: "easy" });
  const after = await service.nextView("connect_four", { view, move: chosen.move.doc });
  assert.equal(after.to_move, 1);
  assert.deepEqual((await service.outcomes("connect_four", { view })).outcomes, []);
  const { record } = await service.position("leduc", { record: { seed: 3 }, seat: 0 });
  assert.deepEqual((await service.position("leduc", { record, seat: 0 })).record, record);
});

test("a match with hints, events and its record", async () => {
  const { made, host, seats } = await service.createMatch(againstABot);
  const me = seats.get(0);
  assert(me);
  await me.join({ name: "Ada", seed: "dice" });
  const heard = all(me.events());
  for await (const match of me.turns()) {
    await assert.rejects(me.move("no such move", match.version), (error) => {
      assert(error instanceof ProblemError);
      assert.equal(error.status, 422);
      assert.deepEqual(error.moves?.map(({ text }) => text), match.moves.map(({ text }) => text));
      return true;
    });
    const hint = await me.hint({ level: "easy" });
    await me.move(hint.move.doc, match.version);
  }
  const state = await me.state();
  assert.deepEqual((await heard).map(({ number }) => number), upTo(state.version));
  const record = await me.record();
  assert((await service.verify({ record: { ...record }, seal: record.seal })).sound);
  const { token } = me;
  await me.changeToken(0);
  assert.notEqual(me.token, token);
  assert.deepEqual((await host.state()).result, state.result);
  assert((await me.rematch()).match);
  assert.equal(made.match.game, "leduc");
});

test("a tournament", async () => {
  const { tournament, token } = await service.createTournament({
    game: "leduc", entrants: { a: "random", b: "greedy" }, blocks: 2000,
  });
  assert((await service.tournament(tournament.id, { wait: 20, games: 0 })).games > 0);
  await assert.rejects(service.cancelTournament(tournament.id, "no token"), { status: 401 });
  assert.equal((await service.cancelTournament(tournament.id, token)).status, "cancelled");
  const [game] = await all(service.tournamentGames(tournament.id));
  assert.deepEqual([...(game?.seats ?? [])].sort(), ["a", "b"]);
});

test("a refusal names the field", async () => {
  await assert.rejects(service.createMatch({ game: "pig", seats: [{}] }), { status: 422, fields: ["seats"] });
});

test("a refusal that is no problem document", async () => {
  const status = { status: 502, statusText: "Bad Gateway" };
  const { service } = failing(() => Promise.resolve(new Response("<html>", status)));
  await assert.rejects(service.games(), { status: 502, message: "502: Bad Gateway" });
});

test("a lost answer makes no second match", async () => {
  const { asked, service } = failing(async (request, real) => {
    if (request > 2) return real();
    await real();
    return request === 1 ? lost() : busy();
  });
  const key = globalThis.crypto ? undefined : webcrypto.randomUUID(); // Node 18 makes no keys
  await service.createMatch(againstABot, key);
  assert.equal(asked.length, 3);
  assert.equal(new Set(asked.map(({ headers }) => headers.get("Idempotency-Key"))).size, 1);
});

test("an action is not repeated when its answer is lost", async () => {
  const { seats } = await service.createMatch({ game: "connect_four", seats: [{}, {}], start: "now" });
  const me = seats.get(0);
  assert(me);
  const { asked, service: broken } = failing(async (_, real) => (await real(), lost()));
  await assert.rejects(broken.match(me.id, me.token).act({ action: "resign" }), TypeError);
  assert.equal(asked.length, 1);
  assert.equal((await me.state()).status, "over");
});

test("retries end", async () => {
  for (const fault of [lost, busy]) {
    const { asked, service } = failing(fault);
    await assert.rejects(service.games());
    assert.equal(asked.length, 3);
  }
});

test("a stream that is interrupted is resumed", { timeout: 30_000 }, async () => {
  const { asked, service: broken } = failing(async (_, real) => {
    const answer = await real();
    if (answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
      let [part] = (await answer.text()).match(/^[^]*?data: .*\n\n/) ?? [""];
      return new Response(new ReadableStream({
        pull(controller) {
          if (part) controller.enqueue(new TextEncoder().encode(part));
          else controller.error(new TypeError("terminated"));
          part = "";
        },
      }), answer);
    }
    return answer;
  });
  const { seats } = await broken.createMatch({ game: "connect_four", seats: [{}, {}], start: "now" });
  const me = seats.get(0);
  assert(me);
  await me.act({ action: "resign" });
  const numbers = (await all(me.events())).map(({ number }) => number);
  assert.deepEqual(numbers, upTo((await me.state()).version));
  assert(asked.filter(({ headers }) => headers.get("Accept") === "text/event-stream").length > 1);
});

test("a stream can be left", { timeout: 30_000 }, async () => {
  const { seats } = await service.createMatch({ game: "connect_four", seats: [{}, {}], start: "now" });
  const me = seats.get(0);
  assert(me);
  const stop = new AbortController();
  await assert.rejects(async () => {
    for await (const { type } of me.events(0, stop.signal)) if (type === "start") stop.abort();
  }, { name: "AbortError" });
});
