// The page: play any game against any bot. The browser keeps the game as a record; the service keeps nothing.

import { ask, element } from "./service.js";

const $ = (id) => document.getElementById(id);
const EVERYBODY = "everybody", NOBODY = "nobody", OWN_SPEC = "specification";
const HINT_LEVEL = "hard";
const FILTER_FROM = 20;

let catalogue;          // the answer of GET /v1/games
let table = null;       // the game on the table

const chosenGame = () => catalogue.games.find((game) => game.id === $("game").value);
const seatName = (game, seat) => game.seat_names[seat] ?? `seat ${seat}`;
const actorName = (actor) => actor === "chance" ? "chance" : seatName(table.game, actor);
const isHuman = (seat) => table.humans === EVERYBODY || table.humans === seat;

function fill(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

function showSetup() {
  $("options").replaceChildren(...chosenGame().options.map((option) => element("label", { title: option.doc },
    option.name.replaceAll("_", " "), optionField(option))));
  showSeats();
  playersField()?.addEventListener("input", showSeats);
}

// In games with an option `players`, it sets the number of seats.
const playersField = () => $("options").querySelector("[name=players]");

function showSeats() {
  const game = chosenGame(), field = playersField();
  const count = field?.validity.valid ? Number(field.value) : game.seats;
  const seats = [...Array(count).keys()].map((seat) => [String(seat), seatName(game, seat)]);
  fill($("seat"), [...seats, [EVERYBODY, "everybody, on one screen"], [NOBODY, "nobody: watch bots"]], $("seat").value);
}

function optionField(option) {
  if (option.low !== null) {
    const field = { type: "number", min: option.low, max: option.high, value: option.default, required: true };
    return element("input", { name: option.name, ...field });
  }
  const select = element("select", { name: option.name });
  fill(select, option.choices.map((choice) => [JSON.stringify(choice), String(choice)]),
    JSON.stringify(option.default));
  return select;
}

function chosenOptions() {
  const fields = [...$("options").querySelectorAll("input, select")];
  return Object.fromEntries(fields.map((field) => [field.name, JSON.parse(field.value)]));
}

function chosenBot() {
  const player = $("opponent").value === OWN_SPEC ? { bot: $("spec").value } : { level: $("opponent").value };
  return $("unit").value ? { ...player, budget: { [$("unit").value]: Number($("amount").value) } } : player;
}

const positionOf = (game, record, seat) => ask(`/v1/games/${game.id}/positions`, { record, seat });

// Lets bots play up to the next decision of a person, and shows its position.
async function advance(own) {
  while (own === table) {
    const viewer = typeof own.humans === "number" ? own.humans : null;
    let position = await positionOf(own.game, own.record, viewer);
    const toMove = position.to_move;
    if (own.humans === EVERYBODY && toMove !== "over") position = await positionOf(own.game, position.record, toMove);
    if (own !== table) return;
    Object.assign(own, { record: position.record, position });
    show();
    if (toMove === "over" || isHuman(toMove)) return;
    const theirs = await positionOf(own.game, own.record, toMove);
    const choice = await ask(`/v1/games/${own.game.id}/moves`, { view: theirs.view, top_k: 0, ...own.player });
    own.record = { ...own.record, moves: [...own.record.moves, choice.move.text] };
  }
}

// Runs an action and shows its error, if there is one.
async function attempt(action) {
  $("problem").hidden = true;
  try {
    await action();
  } catch (error) {
    $("problem").textContent = error.message;
    $("problem").hidden = false;
    if (table?.position) {
      table.record = table.position.record;
      show();
    }
  }
}

function start(event) {
  event?.preventDefault();
  const chosen = $("seat").value;
  const humans = chosen === EVERYBODY || chosen === NOBODY ? chosen : Number(chosen);
  attempt(async () => {
    table = { game: chosenGame(), humans, player: chosenBot(), record: { options: chosenOptions() }, position: null };
    clear();
    await advance(table);
  });
}

// Until the new game is on the table, no action on the old one is possible.
function clear() {
  $("status").textContent = "Setting up …";
  $("moves").replaceChildren();
  $("log").replaceChildren();
  $("hint").disabled = $("undo").disabled = true;
}

// A changed table is a new object, so that answers for the old one are dropped.
function goOn(record) {
  table = { ...table, record };
  $("advice").replaceChildren();
  attempt(() => advance(table));
}

function play(text) {
  goOn({ ...table.record, moves: [...table.record.moves, text] });
}

function lastOwnPly() {
  return table?.position ? table.position.log.findLastIndex((entry) => isHuman(entry.actor)) : -1;
}

function undo() {
  goOn({ ...table.record, moves: table.record.moves.slice(0, lastOwnPly()) });
}

function hint() {
  const asked = table;
  attempt(async () => {
    $("advice").textContent = "Thinking …";
    const body = { view: asked.position.view, level: HINT_LEVEL, top_k: 5 };
    const choice = await ask(`/v1/games/${asked.game.id}/moves`, body);
    if (asked === table) showAdvice(choice);
  });
}

function show() {
  const { position } = table;
  const yours = position.to_move !== "over" && isHuman(position.to_move);
  $("status").textContent = statusText(position, yours);
  $("board").textContent = position.text;
  $("board").style.setProperty("--columns", Math.max(...position.text.split("\n").map((line) => line.length)));
  $("hint").disabled = !yours;
  $("undo").disabled = lastOwnPly() < 0;
  $("filter").value = "";
  $("filter").hidden = position.moves.length < FILTER_FROM;
  $("advice").replaceChildren();
  showMoves(yours);
  showLog(position.log);
}

function statusText(position, yours) {
  if (position.to_move === "over") {
    const best = Math.max(...position.returns);
    const winners = position.returns.flatMap((value, seat) => value === best ? [seatName(table.game, seat)] : []);
    return winners.length > 1 ? `The game is over: a tie of ${winners.join(" and ")}.`
      : `The game is over: ${winners[0]} wins.`;
  }
  const name = seatName(table.game, position.to_move);
  return yours ? `It is your move, ${name}.` : `${name} is thinking …`;
}

function showMoves(yours) {
  const moves = yours ? table.position.moves : [];
  $("moves").replaceChildren(...moves.map((move) => element("button",
    { type: "button", textContent: move.text, onclick: () => play(move.text) })));
  if (!moves.length) $("moves").append(element("p", { className: "none", textContent: "Nothing to decide." }));
}

function showLog(log) {
  $("log").replaceChildren(...log.map((entry) => element("li",
    { className: entry.actor === "chance" ? "chance" : "" }, `${actorName(entry.actor)}: ${entry.move.text}`)));
  $("log").scrollTop = $("log").scrollHeight;
}

const percent = (value) => value === null ? "–" : `${(100 * value).toFixed(0)} %`;

function showAdvice(choice) {
  const rows = choice.candidates.map((one) => element("tr", {},
    element("td", { textContent: one.move.text }),
    element("td", {}, element("meter", { min: 0, max: 1, value: one.value ?? 0, title: percent(one.value) })),
    element("td", { className: "number", textContent: percent(one.value) }),
    element("td", { className: "number", textContent: one.visits })));
  const heads = [["Move", ""], ["", ""], ["Wins", "number"], ["Visits", "number"]];
  const head = element("tr", {}, ...heads.map(([textContent, className]) => element("th", { textContent, className })));
  $("advice").replaceChildren(
    element("p", {}, element("strong", { textContent: choice.move.text }),
      ` wins ${percent(choice.win_chance)}, says ${HINT_LEVEL}. Line: ${choice.line.map((move) => move.text).join(", ")}`),
    element("table", {}, head, ...rows));
  for (const button of $("moves").querySelectorAll("button"))
    button.classList.toggle("advised", button.textContent === choice.move.text);
}

function onKey(event) {
  if (event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const shown = [...$("moves").querySelectorAll("button:not([hidden])")];
  const button = { h: $("hint"), u: $("undo"), n: $("new") }[event.key] ?? shown[Number(event.key) - 1];
  if (button) button.click();
}

async function load() {
  catalogue = await ask("/v1/games");
  fill($("game"), catalogue.games.map((game) => [game.id, game.title]));
  const levels = catalogue.levels.map(({ name }) => [name, name]);
  fill($("opponent"), [...levels, [OWN_SPEC, "another bot …"]], "medium");
  $("amount").max = catalogue.limits.iterations;
  showSetup();
  start();
}

$("setup").onsubmit = start;
$("game").onchange = showSetup;
$("opponent").onchange = () => { $("spec-label").hidden = $("opponent").value !== OWN_SPEC; };
$("unit").onchange = () => {
  $("amount-label").hidden = !$("unit").value;
  if ($("unit").value) $("amount").max = catalogue.limits[$("unit").value];
};
$("hint").onclick = hint;
$("undo").onclick = undo;
$("filter").oninput = () => {
  const words = $("filter").value.toLowerCase();
  for (const button of $("moves").querySelectorAll("button"))
    button.hidden = !button.textContent.toLowerCase().includes(words);
};
document.addEventListener("keydown", onKey);
attempt(load);
