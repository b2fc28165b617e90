// Hints, and the review of a match that is over.

import { byId, element, percent } from "./service.js";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "6 3", "2 3", "8 2 2 2", "1 2"];
const WIDTH = 320, HEIGHT = 120;

async function analysed(table, kind, show) {
  let found = await table.own("/analyses", { kind });
  while (["waiting", "running"].includes(found.status)) {
    show(found.progress);
    found = await table.own(`/analyses/${found.id}?wait=5`);
  }
  return found;
}

export async function advise(table) {
  const box = byId("advice"), { version } = table.match;
  box.replaceChildren(element("p", { textContent: "Thinking …" }));
  const { hint } = await analysed(table, "hint", () => {});
  if (!hint || table.match.version !== version) {
    box.replaceChildren();
    if (hint && !byId("hint").hidden) await advise(table); // the match went on meanwhile
    return;
  }
  showHint(box, table.picture, hint);
}

// Shows a hint in a box and a picture; `named` makes what stands for a candidate.
export function showHint(box, picture, hint, named = ({ words }) => words) {
  const chance = hint.win_chance === null ? [] : [element("p", {},
    element("strong", { textContent: percent(hint.win_chance) }), ` to win (between ${percent(hint.low)} and ${percent(hint.high)})`)];
  const rows = hint.candidates.slice(1).map((one) => element("tr", {}, element("td", {}, named(one)),
    element("td", { className: "number", textContent: one.loses === null ? "" : (100 * one.loses).toFixed(1) })));
  const others = rows.length ? [element("table", {}, element("tr", {},
    element("th", { textContent: "Instead" }), element("th", { className: "number", textContent: "loses, points" })), ...rows)] : [];
  box.replaceChildren(
    element("h2", { textContent: "Hint" }), element("p", { className: "best" }, named(hint)), ...chance,
    element("ul", {}, ...hint.reasons.map((textContent) => element("li", { textContent }))), ...others,
    ...hint.assumes.map((textContent) => element("p", { className: "assumed", textContent })));
  box.tabIndex = 0; // its end is reached by scrolling
  box.scrollTop = 0;
  picture.advise(hint.move);
}

export async function review(table) {
  const box = byId("review");
  const { review: found } = await analysed(table, "review", (progress) =>
    box.replaceChildren(element("p", { textContent: `Reviewing: ${percent(progress)}` })));
  if (!found?.steps.length) {
    box.replaceChildren(element("p", { textContent: found ? "There is no decision to review." : "The review has no result." }));
    return;
  }
  const points = found.turning_points.map(({ number, words }) => element("li", {},
    element("button", { type: "button", textContent: words, onclick: () => table.goTo(number - 1) })));
  const shares = found.shares.map(({ seat, skill, luck, result }) => element("tr", {},
    element("td", { textContent: table.match.seats[seat].side }),
    ...[skill, luck, result].map((share) => element("td", { className: "number", textContent: Math.round(100 * share) }))));
  box.replaceChildren(
    element("h2", { textContent: "Win chances" }), graph(table, found.steps),
    element("table", {}, element("caption", { textContent: "Change of the win chance in the whole match, in points: by decisions and by luck" }),
      element("tr", {}, ...["", "skill", "luck", "result"].map((textContent) => element("th", { textContent }))), ...shares),
    element("h2", { textContent: "Turning points" }), element("ol", {}, ...points));
}

const drawn = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// A line for each seat, of its own colour and dashes; a click goes to the decision.
function graph(table, steps) {
  const last = Math.max(1, steps.length - 1);
  const x = (at) => (at / last) * WIDTH, y = (chance) => (1 - chance) * HEIGHT;
  const lines = table.match.seats.map((_, seat) => drawn("polyline", {
    points: steps.map(({ chances }, at) => `${x(at).toFixed(1)},${y(chances[seat]).toFixed(1)}`).join(" "),
    class: `s-seat-${seat} f-none`, "stroke-width": 2, "stroke-dasharray": DASHES[seat],
  }));
  const worst = steps.reduce((most, step, at) => (step.skill < steps[most].skill ? at : most), 0);
  const mark = steps.length ? [drawn("path", { d: `M${x(worst)} ${HEIGHT} l5 8 h-10 z`, class: "f-danger" })] : [];
  const made = drawn("svg", { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 16}`, role: "img", class: "graph",
    "aria-label": "Win chances in the course of the match; the triangle marks the largest mistake" }, ...lines, ...mark);
  made.onclick = (event) => {
    const { left, width } = made.getBoundingClientRect();
    const step = steps[Math.round(((event.clientX - left) / width) * last)];
    if (step) table.goTo(step.number - 1);
  };
  return made;
}
