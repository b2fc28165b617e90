// The analysis board: a view that is set up by hand, checked, drawn, and asked about.

import { Arranger } from "./arrange.js";
import { Exchanges } from "./exchanges.js";
import { Hand } from "./hand.js";
import { showHint } from "./hints.js";
import { JsonPane, fieldAt, fieldOf, named, read, write } from "./json_pane.js";
import { optional } from "./lobby.js";
import { Picture } from "./picture.js";
import { byId, element, percent } from "./service.js";

const KEPT = "battlewise.board";
const PAUSE_MS = 350;
const MOST_CHANGES = 12, MOST_MENDS = 3;
const BUDGETS = { 500: "half a second", 2000: "2 seconds", 5000: "5 seconds" };
const NARROW = matchMedia("(max-width: 760px)");

class Board {
  constructor({ games, levels }, exchanges) {
    Object.assign(this, { games, exchanges, details: null, valid: null, moves: [], past: [], at: -1, round: 0 });
    this.found = { value: {}, fields: new Map() };
    this.pane = new JsonPane({ edited: () => this.wait(), pointed: (at) => this.showDescribed(at) });
    this.picture = new Picture(byId("picture"), byId("buttons"), {
      play: (text) => this.next(text), putOff: () => {}, explain: (id) => this.explain(id),
    });
    this.hand = new Hand(this, byId("picture"), byId("acts"));
    byId("game").append(...games.map(({ id, title }) => new Option(title, id)));
    const strengths = [...levels.map(({ name }) => [name, { level: name }]),
      ...Object.entries(BUDGETS).map(([ms, text]) => [text, { level: "hard", budget: { milliseconds: Number(ms) } }])];
    byId("strength").append(...strengths.map(([text, asked]) => new Option(text, JSON.stringify(asked), false, text === "hard")));
    const on = (id, kind, action) => byId(id).addEventListener(kind, (event) => {
      if (kind === "submit") event.preventDefault();
      this.attempt(action);
    });
    on("game", "change", () => this.choose(byId("game").value));
    on("begin", "change", () => this.begin());
    on("options", "change", () => this.begin());
    on("setup", "submit", () => this.begin());
    on("file", "change", async () => this.write(await byId("file").files[0].text()));
    on("undo", "click", () => this.step(-1));
    on("redo", "click", () => this.step(1));
    on("best", "click", () => this.advise());
    on("sought", "input", () => this.showPalette());
    on("say", "submit", () => this.next(byId("said").value));
    on("clicks", "change", () => this.show());
    NARROW.addEventListener("change", () => this.check());
    addEventListener("keydown", (event) => this.keyed(event));
  }

  get game() {
    return byId("game").value;
  }

  say(text) {
    byId("status").textContent = text;
  }

  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      return this.say(error.message);
    }
  }

  ask(rest, body) {
    return this.exchanges.ask(`/v1/games/${this.game}${rest}`, body);
  }

  start() {
    const { game = "battlelore", text, view } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    return this.choose(game, view ? write(view) : text);
  }

  // Another game: from its opening, or with the text of a view.
  async choose(game, text) {
    this.round++; // a check under way is of no use any more
    byId("game").value = game;
    const { options } = this.games.find(({ id }) => id === game);
    byId("options").replaceChildren(...options.map(optional));
    byId("more").hidden = !options.length;
    await this.learn({});
    await (text === undefined ? this.begin() : this.write(text));
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
    const phases = Object.keys(details.minimal_views).map((phase) => [`the shortest view: ${phase.replaceAll("_", " ")}`, phase]);
    const { value } = byId("begin"), ways = [["an opening position", ""], ...phases];
    byId("begin").replaceChildren(...ways.map(([text, phase]) => new Option(text, phase, false, phase === value)));
    this.showPalette();
  }

  optionFields() {
    return [...byId("options").querySelectorAll("[data-option]")];
  }

  async begin() {
    const options = Object.fromEntries(this.optionFields().map(({ name, value }) => [name, JSON.parse(value)]));
    await this.learn(options);
    let view = this.details.minimal_views[byId("begin").value];
    if (!view) {
      const { record, to_move: seat } = await this.ask("/positions", { record: { options }, seat: 0 });
      ({ view } = await this.ask("/positions", { record, seat }));
    }
    await this.write(write(view));
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

  async check(isNew = true) {
    clearTimeout(this.pause);
    byId("board").ariaBusy = true;
    const { text } = this.pane, round = ++this.round;
    if (isNew && text !== this.past[this.at]) this.past.splice(++this.at, Infinity, text);
    byId("undo").disabled = this.at <= 0;
    byId("redo").disabled = this.at >= this.past.length - 1;
    byId("advice").replaceChildren();
    try {
      const found = read(text), view = found.value;
      if (text.trim()[0] !== "{") throw Object.assign(new Error("a view is an object: {…}"), { span: [0, 1] });
      this.found = found;
      if (view.game !== this.game && this.games.some(({ id }) => id === view.game)) {
        await this.choose(view.game, text);
        return;
      }
      await this.learn(view.options ?? {});
      const asked = { view, layout: NARROW.matches ? "narrow" : "wide", style: false };
      const [{ moves, to_move: mover }, drawing] = await Promise.all([this.ask("/legal-moves", { view }), this.ask("/picture", asked)]);
      const outcomes = mover === "chance" ? await this.outcomes(view) : [];
      if (round !== this.round) return;
      Object.assign(this, { valid: view, moves: [...moves, ...outcomes], mover, drawing });
      sessionStorage.setItem(KEPT, JSON.stringify({ game: this.game, text }));
      this.judge(null, "The service accepts this view.");
      this.show();
    } catch (error) {
      if (round === this.round) this.refuse(error);
    }
  }

  async outcomes(view) {
    const { outcomes } = await this.ask("/outcomes", { view });
    return outcomes.map(({ move, words, probability }) => ({ ...move, words: `${words} (${percent(probability)})` }));
  }

  // Shows an error where it is: in the text, and in the picture if what has it is drawn.
  refuse({ message, span, problem }) {
    const [{ field: name = "", problem: words = message } = {}] = problem?.errors ?? [];
    const wrong = name.replace(/^view\.?/, ""), place = fieldOf(this.found.fields, wrong);
    this.judge(span ?? place?.span ?? [0, 1], wrong ? `${wrong}: ${words}` : words);
    if (!span && this.valid) this.picture.mark(this.drawnFor(place.path), "wrong");
  }

  judge(span, message) {
    byId("board").ariaBusy = false;
    byId("picture").classList.toggle("stale", Boolean(span));
    if (span) byId("moves").replaceChildren();
    this.pane.flaw(span, message);
  }

  // Marks what describes a drawn thing in the text.
  select(thing) {
    this.spot(this.arranger.placeOf(this.found.value, thing));
  }

  spot(path) {
    this.pane.spot(path && fieldOf(this.found.fields, named(path)).span);
  }

  // The path of what is written at a point of the page.
  pathAt(x, y) {
    return fieldAt(this.found.fields, document.caretPositionFromPoint(x, y).offset).path;
  }

  // The ids of what is drawn and described at a path, or in the object around it.
  drawnFor(path) {
    const isAround = (place) => place?.length && place.every((key, at) => path[at] === key);
    return this.hand.drawn().filter((one) => isAround(this.arranger.placeOf(this.valid, one))).map(({ id }) => id);
  }

  showDescribed(at) {
    this.pane.spot(null);
    if (this.valid === this.found.value) this.picture.mark(this.drawnFor(fieldAt(this.found.fields, at)?.path ?? []), "last");
  }

  show() {
    if (!this.valid) return;
    this.arranging = document.querySelector("[name=mode]:checked").value === "arrange";
    this.picture.show(this.drawing, this.arranging ? [] : this.moves);
    this.hand.ready(this.arranging);
    this.say(this.turn());
    byId("best").disabled = this.mover !== this.valid.seat;
    byId("moves").replaceChildren(...this.moves.map((move) => this.button(move, move.words ?? move.text)));
  }

  // Who is to move, in words.
  turn() {
    const { mover, valid: { seat } } = this, name = (one) => this.details.seat_names[one] ?? `seat ${one}`;
    if (mover === "over") return "The game is over.";
    if (mover === "chance") return "Chance is to move: choose an outcome.";
    if (mover === seat) return `${name(mover)} is to move.`;
    return `${name(mover)} is to move, and this is the view of ${seat === null ? "a spectator" : name(seat)}: write what happened.`;
  }

  // A button that plays a move and, under the pointer, marks what it is about.
  button({ text, touches }, words) {
    const point = (ids) => () => this.picture.mark(ids, "hinted");
    const events = { onclick: () => this.next(text), onpointerenter: point(touches), onpointerleave: point([]) };
    return element("button", { type: "button", textContent: words, ...events });
  }

  next(move) {
    return this.attempt(async () => {
      const { view, text, to_move: mover } = await this.ask("/next", { view: this.valid, move });
      if (!this.details.hidden && typeof mover === "number") view.seat = mover; // each sees all
      this.exchanges.show(`/v1/games/${this.game}/next`);
      byId("said").value = "";
      await this.write(write(view));
      this.say(`${text}. ${byId("status").textContent}`);
    });
  }

  async advise() {
    const view = this.valid, box = byId("advice");
    box.replaceChildren("Thinking …");
    const hint = await this.ask("/hints", { view, ...JSON.parse(byId("strength").value) }).finally(() => box.replaceChildren());
    this.exchanges.show(`/v1/games/${this.game}/hints`);
    if (view === this.valid) showHint(box, this.picture, hint, ({ move, words }) => this.button(move, words));
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

  bring(thing, target) {
    return this.change(thing, (view) => this.arranger.brought(view, thing, target));
  }

  remove(thing) {
    return this.change(thing, (view) => [this.arranger.removed(view, thing)].filter(Boolean));
  }

  // Makes the first of the possible changes that the service accepts, or else the first, to show what it has against that.
  change(thing, possible) {
    return this.attempt(async () => {
      if (byId("board").ariaBusy === "true") await this.check();
      const before = this.found.value, { arranger } = this, same = JSON.stringify(before);
      const changes = possible(before).filter((edits) => JSON.stringify(arranger.applied(before, edits)) !== same).slice(0, MOST_CHANGES);
      if (!changes.length) {
        this.select(thing);
        this.say(`The view has no field that says this of ${thing.title}. Change its JSON instead.`);
        return;
      }
      let [edits] = changes, mends = null;
      for (const one of changes) {
        mends = await this.mended(arranger.applied(before, one), one, thing);
        if (mends) edits = [...one, ...mends];
        if (mends) break;
      }
      await this.write(write(arranger.applied(before, edits)));
      this.spot(edits.at(-1 - (mends?.length ?? 0))[0]);
      const changed = edits.map(([path]) => named(path)).join(", ");
      this.say(`${thing.title}: changed ${changed}. ${mends ? "" : byId("verdict").textContent}`);
    });
  }

  // The edits that a changed view needs besides until the service accepts it; null if they are not found.
  async mended(view, edits, thing, left = MOST_MENDS, before = null) {
    const refused = await this.refused(view);
    if (refused === null) return [];
    if (refused === before || !left) return null;
    for (const mend of this.arranger.mends(view, edits, refused, thing)) {
      const more = await this.mended(this.arranger.applied(view, [mend]), edits, thing, left - 1, refused);
      if (more) return [mend, ...more];
    }
    return null;
  }

  // The path of the field that the service refuses; null if it accepts the view.
  refused(view) {
    return this.ask("/legal-moves", { view }).then(() => null, (error) => {
      if (error.status !== 422) throw error;
      return error.problem.errors[0].field.replace(/^view\.?/, "");
    });
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
