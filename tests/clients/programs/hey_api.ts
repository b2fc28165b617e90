// A match against a bot by the functions of @hey-api/openapi-ts, with a hint at every decision.
import { act, createMatch, getEvents, getMatch, giveHint, joinMatch } from "./hey/sdk.gen.js";
import { client } from "./hey/client.gen.js";
import type { MatchOut } from "./hey/types.gen.js";

client.setConfig({ baseUrl: process.argv[2] ?? "", throwOnError: true });
const sure = { throwOnError: true } as const;

const { data: made } = await createMatch({
  ...sure, body: { game: "leduc", seats: [{ kind: "person" }, { kind: "bot", level: "beginner" }] },
});
const mine = { ...sure, path: { match: made.match.id }, auth: made.invitations[0]?.token ?? "" };
let match: MatchOut = (await joinMatch({ ...mine, body: { seed: "any text" } })).data;
const chances: (number | null)[] = [];
while (match.status !== "over") {
  if (match.to_move !== match.seat) {
    await getEvents({ ...mine, query: { after: match.version, wait: 20 } });
  } else {
    if (!match.view) throw new Error("no view");
    const body = { view: match.view, level: "easy" } as const;
    const { data: hint } = await giveHint({ ...sure, path: { game: match.game }, body });
    chances.push(hint.win_chance);
    const headers = { "If-Match": `"${match.version}"` };
    await act({ ...mine, headers, body: { action: "move", move: hint.move.text } });
  }
  match = (await getMatch(mine)).data;
}
console.log(JSON.stringify({ reason: match.result?.reason, chances }));
