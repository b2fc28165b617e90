// An example front end of the service's matches. The link is /match#MATCH.TOKEN: browsers do not send the part
// after #, so the token is sent only in the Authorization header.

const $ = (id) => document.getElementById(id);
const made = (tag, textContent, onclick) => Object.assign(document.createElement(tag), { textContent, onclick });
let match = "", token = "", state = null;

async function ask(path, body, headers = {}) {
  const request = { headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } };
  if (body) Object.assign(request, { method: "POST", body: JSON.stringify(body) });
  if (body) request.headers["Content-Type"] = "application/json";
  const response = await fetch(path, request);
  if (request.headers.Accept && response.ok) return response.body;
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), { final: response.status < 500 });
  return answer;
}

const own = (rest, body, headers) => ask(`/v1/matches/${match}${rest}`, body, headers);
const attempt = (action) => {
  $("problem").hidden = true;
  return action().catch((error) => Object.assign($("problem"), { textContent: error.message, hidden: false }));
};

const act = (action, more = {}) => attempt(async () => {
  const before = state, sent = { ...state, version: state.version + 0.5, status: "sent", to_move: null, moves: [] };
  show(sent); // until the answer is here, nothing can be clicked
  await own("/actions", { action, ...more }, { "If-Match": `"${before.version}"` }).then(show).finally(() => state === sent && show(state = before));
});

function show(found) {
  if (state && found.version < state.version) return;
  state = found;
  const mine = state.to_move === state.seat;
  const result = state.result && `over (${state.result.reason}): ${(state.result.returns ?? ["no result"]).join(" : ")}`;
  $("status").textContent = result ?? (mine ? "your move" : state.status);
  $("clock").textContent = state.clock?.deadline ? `until ${new Date(state.clock.deadline).toLocaleTimeString()}` : "";
  $("board").textContent = state.text ?? "";
  $("moves").replaceChildren(...state.moves.map(({ text }) => made("button", text, () => act("move", { move: text }))));
  $("reasons").replaceChildren();
  for (const id of ["hint", "undo", "resign"]) $(id).hidden = state.status !== "running";
  $("record").hidden = state.status !== "over";
}

function tell(event) {
  const who = event.actor === null ? "" : `${state.seats[event.actor].side}: `;
  $("log").append(made("li", `${who}${event.move ? event.move.text : event.type}`));
}

// EventSource cannot send a token, so the stream is read here: blocks of lines `name: value`.
async function follow() {
  try {
    const reader = (await own("/events", undefined, { Accept: "text/event-stream" })).pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "", part; !(part = await reader.read()).done;) {
      text += part.value;
      const blocks = text.split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const { event, data } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        if (event === "snapshot") show(JSON.parse(data));
        else if (event) tell(JSON.parse(data));
      }
      if (!text) show(await own(""));
    }
  } catch (error) {
    if (error.final) throw error; // otherwise the service is down for a while
  }
  if (state.status === "over") $("record").href = URL.createObjectURL(new Blob([JSON.stringify(await own("/record"))]));
  else setTimeout(() => attempt(follow), 1000);
}

async function hint() {
  let found = await own("/analyses", { kind: "hint" });
  while (["waiting", "running"].includes(found.status)) found = await own(`/analyses/${found.id}?wait=5`);
  const words = [`${found.hint.move.text}: ${Math.round(100 * found.hint.win_chance)} %`, ...found.hint.reasons];
  $("reasons").replaceChildren(...words.map((text) => made("li", text)));
}

async function enter() {
  [match, token] = location.hash.slice(1).split(".");
  state = await own("");
  if (state.seats[state.seat]?.joined === false) await own("/join", { seed: crypto.randomUUID?.() ?? String(Math.random()) });
  await follow();
}

async function make() {
  token = "";
  const answer = await ask("/v1/matches", { game: $("game").value, seats: [{ kind: "person" }, { kind: "bot", level: $("level").value }] });
  location.assign(`/match#${answer.match.id}.${answer.invitations[0].token}`);
  location.reload();
}

$("setup").onsubmit = (event) => { event.preventDefault(); attempt(make); };
$("hint").onclick = () => attempt(hint);
for (const action of ["undo", "resign"]) $(action).onclick = () => act(action);
const { games, levels } = await ask("/v1/games");
$("game").replaceChildren(...games.filter((game) => game.seats === 2).map((game) => new Option(game.title, game.id)));
$("level").replaceChildren(...levels.map((level) => new Option(level.name)));
if (location.hash) attempt(enter);
