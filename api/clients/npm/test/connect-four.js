// Connect four for boardgame.io, and how it is Battlewise's `connect_four`.

import { createRequire } from "node:module";

const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");
const ROWS = 6;
const COLUMNS = 7;
const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]];

/** @typedef {{ columns: string[][] }} Board columns from left to right, each with its discs from below */

/**
 * @param {Board} board
 * @param {string} player
 */
function hasFour({ columns }, player) {
  return columns.some((discs, column) => discs.some((_, row) =>
    LINES.some(([right = 0, up = 0]) =>
      [0, 1, 2, 3].every((step) => columns[column + right * step]?.[row + up * step] === player))));
}

/** @type {import("boardgame.io").Game<Board>} */
export const ConnectFour = {
  name: "connect-four",
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const discs = G.columns[column];
      if (!discs || discs.length === ROWS) return INVALID_MOVE;
      discs.push(playerID);
      return undefined;
    },
  },
  endIf: ({ G, ctx }) => {
    if (hasFour(G, ctx.currentPlayer)) return { winner: ctx.currentPlayer };
    return G.columns.every((discs) => discs.length === ROWS) ? { draw: true } : undefined;
  },
  ai: {
    enumerate: (G) =>
      G.columns.flatMap((discs, column) => (discs.length < ROWS ? [{ move: "drop", args: [column] }] : [])),
  },
};

/** @type {import("@battlewise/client/boardgame").Mapping<Board, unknown>} */
export const mapping = {
  game: "connect_four",
  view: ({ columns }, _ctx, playerID) => ({
    seat: Number(playerID),
    board: Array.from({ length: ROWS }, (_, fromTop) =>
      columns.map((discs) => ({ 0: "x", 1: "o" })[discs[ROWS - 1 - fromTop] ?? ""] ?? ".").join("")),
  }),
  move: (move) => ({ move: "drop", args: [move.doc["column"]] }),
};
