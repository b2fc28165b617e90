// A match against a bot by the types of openapi-typescript, with a hint at every decision.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const service = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

function given<Data>(answer: { data?: Data; error?: components["schemas"]["Problem"] }): Data {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "no answer");
  return answer.data;
}

const made = given(await service.POST("/v1/matches", {
  body: { game: "leduc", seats: [{ kind: "person" }, { kind: "bot", level: "beginner" }] },
}));
const headers = { Authorization: `Bearer ${made.invitations[0]?.token}` };
const path = { match: made.match.id };
let match: components["schemas"]["MatchOut"] = given(
  await service.POST("/v1/matches/{match}/join", { params: { path }, headers, body: { seed: "any text" } }),
);
const chances: (number | null)[] = [];
while (match.status !== "over") {
  if (match.to_move !== match.seat) {
    const query = { after: match.version, wait: 20 };
    given(await service.GET("/v1/matches/{match}/events", { params: { path, query }, headers }));
  } else {
    const { id } = given(await service.POST("/v1/matches/{match}/analyses", {
      params: { path }, headers, body: { kind: "hint", level: "easy" },
    }));
    const { hint } = given(await service.GET("/v1/matches/{match}/analyses/{analysis}", {
      params: { path: { ...path, analysis: id }, query: { wait: 20 } }, headers,
    }));
    if (!hint) throw new Error("no hint");
    chances.push(hint.win_chance);
    given(await service.POST("/v1/matches/{match}/actions", {
      params: { path, header: { "If-Match": `"${match.version}"` } }, headers,
      body: { action: "move", move: hint.move.doc },
    }));
  }
  match = given(await service.GET("/v1/matches/{match}", { params: { path }, headers }));
}
console.log(JSON.stringify({ reason: match.result?.reason, chances }));
