// The analysis board: a view that is set up by hand, checked, drawn, and asked about.

import { Arranger } from "./arrange.js";
import { Exchanges } from "./exchanges.js";
import { Hand } from "./hand.js";
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
    Object.assign(this, { games, exchanges, details: null, found: { value: {}, spans: new Map() }, valid: null, moves: [], past: [], at: -1, round: 0 });
    this.picture = new Picture(byId("picture"), byId("buttons"), {
      play: (text) => this.next(text), putOff: () => {}, explain: (id) => this.explain(id),
    });
    this.hand = new Hand(this, byId("picture"), byId("acts"));
    byId("game").append(...games.map(({ id, title }) => new Option(title, id)));
    byId("strength").append(...levels.map(({ name }) => new Option(name, JSON.stringify({ level: name }), false, name === "hard")),
      ...Object.entries(BUDGETS).map(([ms, text]) => new Option(text, JSON.stringify({ level: "hard", budget: { milliseconds: Number(ms) } }))));
    byId("game").onchange = () => this.attempt(() => this.choose(byId("game").value));
    byId("begin").onchange = () => this.attempt(() => this.begin());
    byId("options").onchange = () => this.attempt(() => this.begin());
    byId("setup").onsubmit = (event) => event.preventDefault();
    byId("file").onchange = async () => this.attempt(async () => this.write(await byId("file").files[0].text()));
    byId("json").oninput = () => {
      byId("board").ariaBusy = true;
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.check(), PAUSE_MS);
    };
    for (const kind of ["click", "keyup"]) byId("json").addEventListener(kind, () => this.showDescribed());
    byId("seek").onclick = () => this.scrollTo(byId("flaw"));
    byId("undo").onclick = () => this.step(-1);
    byId("redo").onclick = () => this.step(1);
    byId("best").onclick = () => this.attempt(() => this.advise());
    byId("sought").oninput = () => this.showPalette();
    byId("say").onsubmit = (event) => { event.preventDefault(); this.next(byId("said").value); };
    for (const one of document.querySelectorAll("[name=mode]")) one.onchange = () => this.show();
    NARROW.addEventListener("change", () => this.check());
    addEventListener("keydown", (event) => this.keyed(event));
    for (const kind of ["dragover", "drop"]) byId("text").addEventListener(kind, (event) => this.dropped(event));
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
    const own = this.games.find(({ id }) => id === game);
    byId("options").replaceChildren(...own.options.map((option) => label(option.name.replaceAll("_", " "), field(option), option.doc)));
    byId("more").hidden = !own.options.length;
    await this.learn({});
    byId("begin").replaceChildren(new Option("an opening position", OPENING),
      ...Object.keys(this.details.minimal_views).map((phase) => new Option(`the shortest view: ${phase.replaceAll("_", " ")}`, phase)));
    if (text === undefined) await this.begin();
    else this.write(text);
  }

  // What the service says of the game with these options.
  async learn(options) {
    const query = new URLSearchParams(Object.entries(options).filter(([, value]) => typeof value !== "object")).toString();
    if (this.details?.id === this.game && this.query === query) return;
    const details = await this.ask(query ? `?${query}` : "");
    Object.assign(this, { details, query, arranger: new Arranger(details) });
    for (const one of byId("options").querySelectorAll("[data-option]")) one.value = one.type === "number" ? details.chosen[one.name] : JSON.stringify(details.chosen[one.name]);
    this.showPalette();
  }

  async begin() {
    const options = Object.fromEntries([...byId("options").querySelectorAll("[data-option]")].map(({ name, value }) => [name, JSON.parse(value)]));
    await this.learn(options);
    const phase = byId("begin").value;
    if (phase !== OPENING && phase in this.details.minimal_views) {
      this.write(write(this.details.minimal_views[phase]));
      return;
    }
    const { record, to_move: mover } = await this.ask("/positions", { record: { options }, seat: 0 });
    const { view } = await this.ask("/positions", { record, seat: mover });
    this.write(write(view));
  }

  // Shows a text as the view's and checks it.
  write(text) {
    byId("json").value = text;
    this.cover("spot", null);
    return this.check();
  }

  async check(isNew = true) {
    clearTimeout(this.pause);
    byId("board").ariaBusy = true;
    const text = byId("json").value, round = ++this.round;
    byId("json").rows = text.split("\n").length + 1;
    byId("json").cols = Math.max(...text.split("\n").map(({ length }) => length)) + 2;
    if (isNew && text !== this.past[this.at]) this.at = this.past.splice(this.at + 1, Infinity, text) && this.past.length - 1;
    byId("undo").disabled = this.at <= 0;
    byId("redo").disabled = this.at >= this.past.length - 1;
    byId("advice").replaceChildren();
    try {
      this.found = read(text);
      const view = this.found.value;
      if (view === null || typeof view !== "object" || Array.isArray(view)) throw Object.assign(new Error("a view is an object: {…}"), { at: 0 });
      if (view.game !== undefined && view.game !== this.game && this.games.some(({ id }) => id === view.game)) return this.choose(view.game, text);
      await this.learn(view.options ?? {});
      if (round !== this.round) return undefined;
      const layout = NARROW.matches ? "narrow" : "wide";
      const [legal, drawing] = await Promise.all([this.ask("/legal-moves", { view }), this.ask("/picture", { view, layout, style: false })]);
      if (round !== this.round) return undefined;
      Object.assign(this, { valid: view, moves: legal.moves, mover: legal.to_move, drawing });
      sessionStorage.setItem(KEPT, JSON.stringify({ game: this.game, text }));
      this.flaw(null);
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
    this.flaw(span, wrong ? `${wrong}: ${problem}` : problem);
    if (error.at === undefined && this.valid) this.picture.mark(this.drawnFor(wrong), "wrong");
  }

  flaw(span, message = "The service accepts this view.") {
    byId("board").ariaBusy = false;
    byId("verdict").textContent = message;
    byId("verdict").classList.toggle("bad", Boolean(span));
    byId("json").setAttribute("aria-invalid", Boolean(span));
    byId("picture").classList.toggle("stale", Boolean(span));
    byId("flaw").dataset.message = span ? message : "";
    byId("seek").hidden = !span;
    this.cover("flaw", span);
    if (span) byId("moves").replaceChildren();
  }

  // Covers a span of the text with a mark, and scrolls to it unless it is being written.
  cover(name, span) {
    const mark = byId(name);
    mark.hidden = !span;
    if (!span) return;
    const before = byId("json").value.slice(0, span[0]).split("\n"), lines = byId("json").value.slice(...span).split("\n");
    mark.style.top = `calc(var(--pad) + ${before.length - 1} * var(--row))`;
    mark.style.height = `calc(${lines.length} * var(--row))`;
    mark.style.setProperty("--left", lines.length > 1 ? "0px" : `calc(var(--pad) + ${before.at(-1).length}ch)`);
    mark.style.width = lines.length > 1 ? "100%" : `${Math.max(1, lines[0].length)}ch`;
    if (document.activeElement !== byId("json")) this.scrollTo(mark);
  }

  scrollTo(mark) {
    byId("text").scrollTop = mark.offsetTop - byId("text").clientHeight / 3;
  }

  // Marks the place of a path in the text.
  select(path) {
    const span = path && spanOf(this.found.spans, named(path));
    this.cover("spot", span);
    if (span) byId("json").setSelectionRange(...span);
  }

  // The path of what begins on the line of the text that is drawn at a height.
  fieldAt(y) {
    const lines = byId("json").value.split("\n"), { top, height } = byId("json").getBoundingClientRect();
    const row = Math.max(0, Math.min(lines.length - 1, Math.floor(((y - top) / height) * byId("json").rows)));
    const indent = lines[row].length - lines[row].trimStart().length;
    const at = lines.slice(0, row).reduce((sum, { length }) => sum + length + 1, indent);
    return keysOf(this.found.value, pathAt(this.found.spans, at));
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
    this.cover("spot", null);
    if (this.valid === this.found.value) this.picture.mark(this.drawnFor(pathAt(this.found.spans, byId("json").selectionStart)), "last");
  }

  show() {
    if (!this.valid) return;
    const isOver = this.mover === "over", isOwn = this.mover === this.valid.seat;
    this.picture.show(this.drawing, this.arranging ? [] : this.moves);
    this.hand.ready(this.arranging);
    const name = (seat) => this.details.seat_names[seat] ?? `seat ${seat}`;
    this.say(isOver ? "The game is over." : this.mover === "chance" ? "Chance is to move: choose an outcome."
      : isOwn ? `${name(this.mover)} is to move.` : `${name(this.mover)} is to move, and this is the view of ${this.valid.seat === null ? "a spectator" : name(this.valid.seat)}: write what happened.`);
    byId("best").disabled = !isOwn;
    byId("moves").replaceChildren(...this.moves.map(({ text, touches }) => this.button(text, text, touches)));
    if (this.mover === "chance") this.attempt(() => this.showOutcomes());
  }

  async showOutcomes() {
    const { outcomes } = await this.ask("/outcomes", { view: this.valid });
    byId("moves").replaceChildren(...outcomes.map(({ move, words, probability }) => this.button(move.text, `${words} (${percent(probability)})`, move.touches)));
  }

  button(text, words, touches) {
    const point = (ids) => () => this.picture.mark(ids, "hinted");
    return element("button", { type: "button", textContent: words, onclick: () => this.next(text), onpointerenter: point(touches), onpointerleave: point([]) });
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
    const points = (share) => (share === null ? "" : (100 * share).toFixed(1));
    const chance = hint.win_chance === null ? "" : `${percent(hint.win_chance)} to win, between ${percent(hint.low)} and ${percent(hint.high)}`;
    const rows = hint.candidates.map(({ move, words, loses }) => element("tr", {},
      element("td", {}, this.button(move.text, words, move.touches)), element("td", { className: "number", textContent: points(loses) })));
    byId("advice").replaceChildren(element("h2", { textContent: "Best move" }), element("p", { className: "best", textContent: hint.words }),
      element("p", { textContent: chance }), element("ul", {}, ...hint.reasons.map((textContent) => element("li", { textContent }))),
      element("table", {}, element("tr", {}, element("th", { textContent: "Move" }), element("th", { className: "number", textContent: "loses, points" })), ...rows),
      ...hint.assumes.map((textContent) => element("p", { className: "assumed", textContent })));
    this.picture.mark(hint.move.touches, "hinted");
    this.say(`Best move: ${hint.words}.`);
  }

  async explain(id) {
    if (this.arranging || this.valid.seat === null) return [];
    return (await this.attempt(() => this.ask("/explain", { view: this.valid, thing: id })))?.reasons?.map(({ text }) => text) ?? [];
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
    if (!changes.length) {
      this.select(this.arranger.placeOf(before, thing));
      this.say(`The view has no field that says that ${name} is there. Change the marked place of the JSON instead.`);
      return;
    }
    const left = { trials: MOST_TRIALS };
    let done = null;
    for (const change of changes) done ??= await this.arranger.settled(change, (view) => this.trial(view), left);
    await this.change(before, done ?? changes[0], name);
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
    const view = this.arranger.removed(this.found.value, thing);
    if (view) await this.change(this.found.value, { view, path: [] }, thing.title);
    else this.say(`The view has no field for ${thing.title}: nothing was removed.`);
  }

  async change(before, { view, path }, name) {
    const changed = differences(before, view);
    await this.write(write(view));
    this.select(path.length ? path : keysOf(view, changed[0]));
    const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : "";
    this.say(`${name}: changed ${changed.slice(0, MOST_NAMED).join(", ")}${more}. ${this.valid === this.found.value ? "" : byId("verdict").textContent}`);
  }

  step(by) {
    if (this.past[this.at + by] === undefined) return;
    this.at += by;
    byId("json").value = this.past[this.at];
    this.cover("spot", null);
    this.check(false);
  }

  keyed(event) {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y", "Z"].includes(event.key) || event.target.matches("input")) return;
    event.preventDefault();
    this.step(event.key === "z" ? -1 : 1);
  }

  dropped(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") event.dataTransfer.files[0].text().then((text) => this.write(text));
  }
}

const theme = localStorage.getItem("battlewise.theme");
if (theme) document.documentElement.dataset.theme = theme;
const exchanges = new Exchanges();
const board = new Board(await exchanges.ask("/v1/games"), exchanges);
await board.attempt(() => board.start());
