// The page that verifies a record.

import { ask } from "./service.js";

const $ = (id) => document.getElementById(id);

async function check() {
  const file = $("file").files[0];
  if (!file) throw new Error("choose a file first");
  const text = await file.text();
  const seal = $("seal").value.trim();
  const found = await ask("/v1/records/verify", { record: JSON.parse(text), ...(seal && { seal }) });
  return found.sound
    ? `Sound: ${found.decisions} decisions were legal, ${found.outcomes} outcomes follow from the seeds${
      found.given ? ` (it started with ${found.given} moves)` : ""}.`
    : `Not sound: ${found.field} ${found.problem}`;
}

$("check").onclick = async () => {
  try {
    $("verdict").textContent = await check();
  } catch (error) {
    $("verdict").textContent = `The record cannot be checked: ${error.message}`;
  }
};
