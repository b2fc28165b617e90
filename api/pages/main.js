// The page: the lobby, or the table of the match that the address names after its #.

import { lobby } from "./lobby.js";
import { enter } from "./matches.js";
import { RECORD, replay, unpack } from "./past.js";
import { Table } from "./table.js";
import { byId } from "./service.js";

let table = null;
let routes = 0;

function theme() {
  const chosen = byId("theme").value;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

for (const name of ["speed", "sound", "theme"]) {
  const box = byId(name), kept = localStorage.getItem(`battlewise.${name}`);
  if ([...box.options].some(({ value }) => value === kept)) box.value = kept;
  box.addEventListener("change", () => localStorage.setItem(`battlewise.${name}`, box.value));
}
byId("theme").addEventListener("change", theme);

async function route() {
  const number = ++routes;
  table?.close();
  table = null;
  byId("problem").hidden = true;
  const named = location.hash.slice(1);
  byId("lobby").hidden = Boolean(named);
  byId("table").hidden = !named;
  try {
    if (location.hash.startsWith(RECORD)) await replay(await unpack(location.hash.slice(RECORD.length)));
    else if (named) await (table = new Table(enter(named))).start();
    else await lobby(byId("lobby"));
  } catch (error) {
    if (number !== routes) return; // something else is shown by now
    byId("table").hidden = true;
    byId("lobby").hidden = false;
    if (named) lobby(byId("lobby")).catch(() => {});
    byId("problem").textContent = error.message;
    byId("problem").hidden = false;
  }
}

addEventListener("click", ({ target }) => {
  if (!target.closest("#menu") || target.closest("#menu button, #menu a")) byId("menu").open = false;
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !byId("menu").open) return;
  byId("menu").open = false;
  byId("menu").firstElementChild.focus();
});
addEventListener("hashchange", route);
theme();
await route();
