// The page: the lobby, or the table of the match that the address names after its #.

import { lobby } from "./lobby.js";
import { enter } from "./matches.js";
import { replay, unpack } from "./past.js";
import { Table } from "./table.js";
import { byId } from "./service.js";

const RECORD = "record=";
let table = null;

function theme() {
  const chosen = localStorage.getItem("battlewise.theme") ?? "";
  byId("theme").value = chosen;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

byId("theme").onchange = () => {
  localStorage.setItem("battlewise.theme", byId("theme").value);
  theme();
};
for (const name of ["speed", "sound"]) {
  byId(name).value = localStorage.getItem(`battlewise.${name}`) ?? byId(name).value;
  byId(name).onchange = () => localStorage.setItem(`battlewise.${name}`, byId(name).value);
}

async function route() {
  table?.close();
  table = null;
  byId("problem").hidden = true;
  const named = location.hash.slice(1);
  byId("lobby").hidden = Boolean(named);
  byId("table").hidden = !named;
  try {
    if (named.startsWith(RECORD)) await replay(await unpack(named.slice(RECORD.length)));
    else if (named) table = await new Table(enter(named)).start();
    else await lobby(byId("lobby"));
  } catch (error) {
    byId("problem").textContent = error.message;
    byId("problem").hidden = false;
  }
}

addEventListener("hashchange", route);
theme();
await route();
