// An example front end. Its link is /match#MATCH.TOKEN; browsers do not send what is after the #.
import { ask, byId as $, element, follow, percent } from "./service.js";

let match = "", token = "", state = null, chosen = [], known = 0;
const own = (rest, body, more) => ask(`/v1/matches/${match}${rest}`, body, { token, ...more });
const line = (textContent) => element("li", { textContent });
const attempt = (action) => {
  $("problem").hidden = true;
  return action().catch((error) => Object.assign($("problem"), { textContent: error.message, hidden: false }));
};

const act = (action, more = {}) => attempt(async () => {
  const before = state, sent = { ...state, version: state.version + 0.5, status: "sent", to_move: null, moves: [] };
  show(sent); // until the answer is here, nothing can be clicked
  await own("/actions", { action, ...more }, { headers: { "If-Match": `"${before.version}"` } }).then(show).finally(() => state === sent && show(state = before));
});

function show(found) {
  if (state && found.version < state.version) return undefined; // it came late
  [state, chosen] = [found, []];
  const mine = state.status === "running" && state.to_move === state.seat, { reason, returns } = state.result ?? {};
  const ended = reason && `over (${reason}): ${returns ? returns.map((share, seat) => `${state.seats[seat].side} ${100 * share} %`).join(", ") : "no result"}`;
  $("status").textContent = ended ?? (mine ? `your move: ${state.prompt}` : state.status);
  $("clock").textContent = state.clock?.deadline ? `until ${new Date(state.clock.deadline).toLocaleTimeString()}` : "";
  const shown = { hint: mine && state.hints, undo: mine && state.can_undo, resign: mine, pause: mine, resume: state.status === "paused" };
  for (const [id, visible] of Object.entries(shown)) $(id).hidden = !visible;
  $("reasons").replaceChildren();
  offer();
  return state.view && attempt(async () => { if (state === found) $("board").innerHTML = await own("/picture"); }).then(offer);
}

// Offers the moves that are about the things that were clicked; a click on the picture chooses a thing.
function offer() {
  const left = state.moves.filter(({ touches }) => chosen.every((id, at) => touches[at] === id));
  $("moves").replaceChildren(...left.map(({ text, words: textContent }) =>
    element("button", { textContent, onclick: () => act("move", { move: text }) })));
  const next = new Set(left.map(({ touches }) => touches[chosen.length]));
  for (const thing of $("board").querySelectorAll("[data-id]")) thing.classList.toggle("lit", next.has(thing.dataset.id));
  if (chosen.length && left.length === 1) act("move", { move: left[0].text });
}

$("board").onclick = ({ target }) => {
  const thing = target.closest(".lit");
  chosen = thing ? [...chosen, thing.dataset.id] : [];
  if (state?.moves.length) offer();
};

// Shows what is new, and says what has happened, in words.
async function news() {
  await show(await own(""));
  const { events } = await own(`/events?words=true&after=${known}`);
  const fresh = events.filter(({ number }) => number > known); // another request may have been faster
  $("log").append(...fresh.map(({ actor, type, words }) => line(`${state.seats[actor]?.side ?? "service"}: ${words ?? type}`)));
  known = fresh.at(-1)?.number ?? known;
}

async function listen() {
  try {
    await follow(`/v1/matches/${match}/events`, token, () => attempt(news));
  } catch (error) {
    if (error.status < 500) throw error; // otherwise the service is down for a while
  }
  if (state.status !== "over") setTimeout(() => attempt(listen), 1000);
  else Object.assign($("record"), { href: URL.createObjectURL(new Blob([JSON.stringify(await own("/record"))])), hidden: false });
}

async function hint() {
  let found = await own("/analyses", { kind: "hint" });
  while (["waiting", "running"].includes(found.status)) found = await own(`/analyses/${found.id}?wait=5`);
  $("reasons").replaceChildren(...[`${found.hint.words}: ${percent(found.hint.win_chance)}`, ...found.hint.reasons].map(line));
}

async function enter() {
  [match, token] = location.hash.slice(1).split(".");
  state = await own("");
  if (state.seats[state.seat]?.joined === false) await own("/join", { seed: crypto.randomUUID?.() ?? String(Math.random()) });
  await listen();
}

async function make() {
  token = "";
  const options = JSON.parse($("options").value || "{}"), game = $("game").value, mine = Number($("seat").value);
  const other = $("level").value === "person" ? { kind: "person" } : { kind: "bot", level: $("level").value };
  const { seats } = await ask(`/v1/games/${game}?${new URLSearchParams(options)}`);
  const body = { game, options, seats: Array.from({ length: seats }, (_, seat) => (seat === mine ? { kind: "person" } : other)) };
  const { invitations } = await ask("/v1/matches", body), link = ({ link: one }) => one.replace("/#", "/match#");
  sessionStorage.setItem("invited", invitations.filter(({ seat }) => seat !== mine).map(link).join("\n"));
  location.assign(link(invitations.find(({ seat }) => seat === mine)));
  location.reload();
}

$("setup").onsubmit = (event) => { event.preventDefault(); attempt(make); };
$("hint").onclick = () => attempt(hint);
for (const action of ["undo", "resign", "pause", "resume"]) $(action).onclick = () => (action !== "resign" || confirm("Resign?")) && act(action);
const { games, levels } = await ask("/v1/games");
$("game").replaceChildren(...games.map(({ title, id }) => new Option(title, id)));
$("level").replaceChildren(...levels.map(({ name }) => new Option(name)), new Option("a person, by link", "person"));
$("invited").textContent = sessionStorage.getItem("invited") ?? "";
if (location.hash) attempt(enter);
