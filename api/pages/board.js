// The analysis board: a view that is set up by hand, checked, drawn, and asked about.

import { Arranger } from "./arrange.js";
import { Exchanges } from "./exchanges.js";
import { Hand } from "./hand.js";
import { JsonPane } from "./json_pane.js";
import { field, label } from "./lobby.js";
import { Picture } from "./picture.js";
import { byId, element, percent } from "./service.js";
import { differences, keysOf, named, pathAt, read, spanOf, write } from "./view_text.js";

const KEPT = "battlewise.board", OPENING = "";
const PAUSE_MS = 350;
const MOST_CHANGES = 12, MOST_TRIALS = 60, MOST_NAMED = 3;
const BUDGETS = { 500: "half a second", 2000: "2 seconds", 5000: "5 seconds" };
const NARROW = matchMedia("(max-width: 760px)");

class Board {
  constructor({ games, levels }, exchanges) {
    Object.assign(this, { games, exchanges, details: null, valid: null, moves: [], past: [], at: -1, round: 0 });
    this.found = { value: {}, spans: new Map() };
    this.pane = new JsonPane({ edited: () => this.wait(), pointed: () => this.showDescribed(), opened: (text) => this.write(text) });
    this.picture = new Picture(byId("picture"), byId("buttons"), {
      play: (text) => this.next(text), putOff: () => {}, explain: (id) => this.explain(id),
    });
    this.hand = new Hand(this, byId("picture"), byId("acts"));
    byId("game").append(...games.map(({ id, title }) => new Option(title, id)));
    const strengths = [...levels.map(({ name }) => [name, { level: name }]),
      ...Object.entries(BUDGETS).map(([ms, text]) => [text, { level: "hard", budget: { milliseconds: Number(ms) } }])];
    byId("strength").append(...strengths.map(([text, asked]) => new Option(text, JSON.stringify(asked), false, text === "hard")));
    byId("game").onchange = () => this.attempt(() => this.choose(byId("game").value));
    byId("begin").onchange = () => this.attempt(() => this.begin());
    byId("options").onchange = () => this.attempt(() => this.begin());
    byId("setup").onsubmit = (event) => { event.preventDefault(); this.attempt(() => this.begin()); };
    byId("file").onchange = () => this.attempt(async () => this.write(await byId("file").files[0].text()));
    byId("undo").onclick = () => this.step(-1);
    byId("redo").onclick = () => this.step(1);
    byId("best").onclick = () => this.attempt(() => this.advise());
    byId("sought").oninput = () => this.showPalette();
    byId("say").onsubmit = (event) => { event.preventDefault(); this.next(byId("said").value); };
    for (const one of document.querySelectorAll("[name=mode]")) one.onchange = () => this.show();
    NARROW.addEventListener("change", () => this.check());
    addEventListener("keydown", (event) => this.keyed(event));
  }

  get game() {
    return byId("game").value;
  }

  get arranging() {
    return document.querySelector("[name=mode]:checked").value === "arrange";
  }

  say(text) {
    byId("status").textContent = text;
  }

  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      this.say(error.message);
      return undefined;
    }
  }

  ask(rest, body) {
    return this.exchanges.ask(`/v1/games/${this.game}${rest}`, body);
  }

  async start() {
    const kept = sessionStorage.getItem(KEPT);
    if (!kept) return this.choose("battlelore");
    const { game, text, view } = JSON.parse(kept);
    await this.choose(game, text ?? write(view));
    return undefined;
  }

  // Another game: from its opening, or with the text of a view.
  async choose(game, text) {
    this.round++; // a check under way is of no use any more
    byId("game").value = game;
    const { options } = this.games.find(({ id }) => id === game);
    byId("options").replaceChildren(...options.map((option) => label(option.name.replaceAll("_", " "), field(option), option.doc)));
    byId("more").hidden = !options.length;
    await this.learn({});
    if (text === undefined) await this.begin();
    else this.write(text);
  }

  // What the service says of the game with these options.
  async learn(options) {
    const query = new URLSearchParams(Object.entries(options).filter(([, value]) => typeof value !== "object")).toString();
    if (this.details?.id === this.game && this.query === query) return;
    const details = await this.ask(query ? `?${query}` : "");
    Object.assign(this, { details, query, arranger: new Arranger(details) });
    for (const one of this.optionFields()) {
      const value = details.chosen[one.name];
      one.value = one.type === "number" ? value : JSON.stringify(value);
    }
    const { value } = byId("begin"), phases = Object.keys(details.minimal_views);
    const shortest = phases.map((phase) => new Option(`the shortest view: ${phase.replaceAll("_", " ")}`, phase, false, phase === value));
    byId("begin").replaceChildren(new Option("an opening position", OPENING), ...shortest);
    this.showPalette();
  }

  optionFields() {
    return [...byId("options").querySelectorAll("[data-option]")];
  }

  async begin() {
    const options = Object.fromEntries(this.optionFields().map(({ name, value }) => [name, JSON.parse(value)]));
    await this.learn(options);
    const shortest = this.details.minimal_views[byId("begin").value];
    if (shortest) {
      this.write(write(shortest));
      return;
    }
    const { record, to_move: mover } = await this.ask("/positions", { record: { options }, seat: 0 });
    const { view } = await this.ask("/positions", { record, seat: mover });
    this.write(write(view));
  }

  // Shows a text as the view's and checks it.
  write(text) {
    this.pane.text = text;
    return this.check();
  }

  // Checks what is being written after a pause.
  wait() {
    byId("board").ariaBusy = true;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.check(), PAUSE_MS);
  }

  // Waits until what was typed last is checked.
  async checked() {
    if (byId("board").ariaBusy === "true") await this.check();
  }

  async check(isNew = true) {
    clearTimeout(this.pause);
    byId("board").ariaBusy = true;
    const { text } = this.pane, round = ++this.round;
    this.pane.fit();
    if (isNew && text !== this.past[this.at]) this.past.splice(++this.at, Infinity, text);
    byId("undo").disabled = this.at <= 0;
    byId("redo").disabled = this.at >= this.past.length - 1;
    byId("advice").replaceChildren();
    try {
      const found = read(text), view = found.value;
      if (!text.trim().startsWith("{")) throw Object.assign(new Error("a view is an object: {…}"), { at: 0 });
      this.found = found;
      if (view.game !== this.game && this.games.some(({ id }) => id === view.game)) return this.choose(view.game, text);
      await this.learn(view.options ?? {});
      if (round !== this.round) return undefined;
      const drawn = { view, layout: NARROW.matches ? "narrow" : "wide", style: false };
      const [legal, drawing] = await Promise.all([this.ask("/legal-moves", { view }), this.ask("/picture", drawn)]);
      if (round !== this.round) return undefined;
      Object.assign(this, { valid: view, moves: legal.moves, mover: legal.to_move, drawing });
      sessionStorage.setItem(KEPT, JSON.stringify({ game: this.game, text }));
      this.judge(null, "The service accepts this view.");
      this.show();
    } catch (error) {
      if (round === this.round) this.refuse(error);
    }
    return undefined;
  }

  // Shows an error where it is: in the text, and in the picture if what has it is drawn.
  refuse(error) {
    const [{ field: path = "", problem = error.message } = {}] = error.problem?.errors ?? [];
    const wrong = path.replace(/^view\.?/, "");
    const span = error.at === undefined ? spanOf(this.found.spans, wrong) : [error.at, error.at + 1];
    this.judge(span, wrong ? `${wrong}: ${problem}` : problem);
    if (error.at === undefined && this.valid) this.picture.mark(this.drawnFor(wrong), "wrong");
  }

  judge(span, message) {
    byId("board").ariaBusy = false;
    byId("picture").classList.toggle("stale", Boolean(span));
    if (span) byId("moves").replaceChildren();
    this.pane.flaw(span, message);
  }

  // Marks the place of a path in the text.
  select(path) {
    this.pane.spot(path && spanOf(this.found.spans, named(path)));
  }

  // The path of what begins on the line of the text that is drawn at a height.
  fieldAt(y) {
    return keysOf(this.found.value, pathAt(this.found.spans, this.pane.placeAt(y)));
  }

  // The ids of what is drawn and described at a path, or in the object around it.
  drawnFor(path) {
    const keys = keysOf(this.valid, path);
    return this.hand.drawn().filter((one) => {
      const place = this.arranger.placeOf(this.valid, one);
      return place?.length && keys.length >= Math.min(2, place.length) && place.every((key, at) => keys[at] === key);
    }).map(({ id }) => id);
  }

  showDescribed() {
    this.pane.spot(null);
    const path = pathAt(this.found.spans, byId("json").selectionStart);
    if (this.valid === this.found.value) this.picture.mark(this.drawnFor(path), "last");
  }

  show() {
    if (!this.valid) return;
    this.picture.show(this.drawing, this.arranging ? [] : this.moves);
    this.hand.ready(this.arranging);
    this.say(this.turn());
    byId("best").disabled = this.mover !== this.valid.seat;
    byId("moves").replaceChildren(...this.moves.map(({ text, touches }) => this.button(text, text, touches)));
    if (this.mover === "chance") this.attempt(() => this.showOutcomes());
  }

  // Who is to move, in words.
  turn() {
    const { mover, valid: { seat } } = this, name = (one) => this.details.seat_names[one] ?? `seat ${one}`;
    if (mover === "over") return "The game is over.";
    if (mover === "chance") return "Chance is to move: choose an outcome.";
    if (mover === seat) return `${name(mover)} is to move.`;
    return `${name(mover)} is to move, and this is the view of ${seat === null ? "a spectator" : name(seat)}: write what happened.`;
  }

  async showOutcomes() {
    const { outcomes } = await this.ask("/outcomes", { view: this.valid });
    byId("moves").replaceChildren(...outcomes.map(({ move, words, probability }) =>
      this.button(move.text, `${words} (${percent(probability)})`, move.touches)));
  }

  button(text, words, touches) {
    const point = (ids) => () => this.picture.mark(ids, "hinted");
    const onclick = () => this.next(text);
    return element("button", { type: "button", textContent: words, onclick, onpointerenter: point(touches), onpointerleave: point([]) });
  }

  next(move) {
    return this.attempt(async () => {
      const { view, text, to_move: mover } = await this.ask("/next", { view: this.valid, move });
      if (!this.details.hidden && typeof mover === "number") view.seat = mover; // each sees all
      this.exchanges.open("/next");
      byId("said").value = "";
      await this.write(write(view));
      this.say(`${text}. ${byId("status").textContent}`);
    });
  }

  async advise() {
    const view = this.valid;
    byId("advice").replaceChildren("Thinking …");
    try {
      const hint = await this.ask("/hints", { view, ...JSON.parse(byId("strength").value) });
      if (view === this.valid) this.showHint(hint);
    } catch (error) {
      byId("advice").replaceChildren();
      throw error;
    } finally {
      this.exchanges.open("/hints");
    }
  }

  showHint(hint) {
    const { win_chance: chance, low, high, move: best } = hint, made = (tag, textContent, more) => element(tag, { textContent, ...more });
    const wins = chance === null ? [] : [made("p", `${percent(chance)} to win, between ${percent(low)} and ${percent(high)}`)];
    const rows = hint.candidates.map(({ move, words, loses }) => element("tr", {},
      element("td", {}, this.button(move.text, words, move.touches)), made("td", loses === null ? "" : (100 * loses).toFixed(1), { className: "number" })));
    const head = element("tr", {}, made("th", "Move"), made("th", "loses, points", { className: "number" }));
    byId("advice").replaceChildren(made("h2", "Best move"), made("p", hint.words, { className: "best" }), ...wins,
      element("ul", {}, ...hint.reasons.map((reason) => made("li", reason))), element("table", {}, head, ...rows),
      ...hint.assumes.map((one) => made("p", one, { className: "assumed" })));
    this.picture.mark(best.touches, "hinted");
    this.say(`Best move: ${hint.words}.`);
  }

  async explain(id) {
    if (this.arranging || this.valid.seat === null) return [];
    const found = await this.attempt(() => this.ask("/explain", { view: this.valid, thing: id }));
    return found?.reasons.map(({ text }) => text) ?? [];
  }

  showPalette() {
    const wanted = byId("sought").value.trim().toLowerCase();
    const fits = ({ id, name, kind }) => `${id} ${name} ${kind ?? ""}`.toLowerCase().includes(wanted);
    byId("palette").replaceChildren(...this.arranger.palette.filter(fits).map(({ id, name, kind = "seat", text = "" }) =>
      element("button", { type: "button", textContent: name, title: [kind, text].filter(Boolean).join(": "), data: { thing: id } })));
  }

  // Brings a thing to a target, with what else that takes; or tells what the service has against it.
  async bring(thing, target) {
    const before = this.found.value, name = thing.title ?? this.arranger.palette.find(({ id }) => id === thing.id).name;
    const changes = this.arranger.brought(before, thing, target).slice(0, MOST_CHANGES);
    const change = await this.settled(changes) ?? changes.find(({ isGuess }) => !isGuess);
    if (change) await this.change(before, change, name);
    else {
      this.select(this.arranger.placeOf(before, thing));
      this.say(`The view has no field that says that ${name} is there. Change the marked place of the JSON instead.`);
    }
  }

  // The first of some changes that the service accepts, with what else that takes; null if it accepts none.
  async settled(changes) {
    const left = { trials: MOST_TRIALS }, before = this.found.value;
    for (const change of changes) {
      const done = await this.arranger.settled(change, (view) => this.trial(view), left);
      if (done && differences(before, done.view).length) return done;
    }
    return null;
  }

  // The path of the field that the service refuses; null if it accepts the view.
  async trial(view) {
    try {
      await this.ask("/legal-moves", { view });
      return null;
    } catch (error) {
      if (error.status !== 422) throw error;
      return error.problem.errors[0].field.replace(/^view\.?/, "");
    }
  }

  async remove(thing) {
    const before = this.found.value, view = this.arranger.removed(before, thing);
    const change = { view, path: this.arranger.placeOf(before, thing) ?? [] };
    if (view) await this.change(before, await this.settled([change]) ?? change, thing.title);
    else this.say(`The view has no field for ${thing.title}: nothing was removed.`);
  }

  async change(before, { view, path }, name) {
    const changed = differences(before, view);
    await this.write(write(view));
    this.select(path);
    const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : "";
    const refused = this.valid === this.found.value ? "" : byId("verdict").textContent;
    this.say(`${name}: changed ${changed.slice(0, MOST_NAMED).join(", ")}${more}. ${refused}`);
  }

  step(by) {
    if (this.past[this.at + by] === undefined) return;
    this.at += by;
    this.pane.text = this.past[this.at];
    this.check(false);
  }

  keyed(event) {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y", "Z"].includes(event.key) || event.target.matches("input")) return;
    event.preventDefault();
    this.step(event.key === "z" ? -1 : 1);
  }
}

const theme = localStorage.getItem("battlewise.theme");
if (theme) document.documentElement.dataset.theme = theme;
const exchanges = new Exchanges();
const board = new Board(await exchanges.ask("/v1/games"), exchanges);
await board.attempt(() => board.start());
