// Matches that begin with moves that are played already: those of another match, or of a record.

import { keep } from "./matches.js";
import { ask } from "./service.js";

export const RECORD = "#record="; // an address with a record, which `unpack` reads
const OTHERS = "medium"; // the level of bots that take the seats of people

// The decisions and outcomes of a record up to an event, without those that were taken back.
function line(record, number) {
  const played = [];
  for (const entry of record.log) {
    if (entry.number > number) break;
    if (entry.kind === "undo") played.pop();
    else if (["move", "outcome"].includes(entry.kind)) played.push(entry.text);
  }
  return played;
}

// Makes such a match, keeps it in this browser, and goes to it.
export async function begin(body, more = {}) {
  const { match, host_token: host, invitations } = await ask("/v1/matches", { ...body, start: "now" });
  keep({ id: match.id, game: match.game, made: Date.now(), host, tokens: invitations.map(({ token }) => token), invitations: [], ...more });
  location[location.hash.startsWith(RECORD) ? "replace" : "assign"](`#${match.id}`);
}

// Plays on from an event of a match that is over: one seat is the player's, bots have the others.
export async function playOn(table, number, mine) {
  const record = await table.own("/record");
  const seats = record.seats.map(({ bot }, seat) => (seat === mine ? { kind: "person" } : { kind: "bot", bot: bot ?? OTHERS }));
  await begin({ game: record.game, options: record.options, moves: line(record, number), seats });
}

// Shows the game of a record, which every seat can be looked at in; one that is not over can be played on.
export async function replay(record) {
  const { game, options, moves } = record;
  if (!game || !Array.isArray(moves)) throw new Error("This is no record: a record has game, options and moves.");
  const { seats } = await ask(`/v1/games/${game}?${new URLSearchParams(options)}`);
  await begin({ game, options, moves, seats: Array(seats).fill({ kind: "person" }) });
}

// The record in an address: JSON, compressed by zlib, in the alphabet of base64 for addresses.
export async function unpack(text) {
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  } catch {
    throw new Error("The address holds no whole record. Copy it again, to its end.");
  }
}
