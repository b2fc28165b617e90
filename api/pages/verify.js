// The page that checks a record.

import { ask } from "./service.js";

const $ = (id) => document.getElementById(id);

async function check() {
  const text = await $("file").files[0]?.text();
  const seal = $("seal").value.trim();
  const found = await ask("/v1/records/verify", { record: JSON.parse(text), ...(seal && { seal }) });
  return found.sound
    ? `Sound: ${found.decisions} decisions were legal, ${found.outcomes} outcomes are those of the seeds.`
    : `Not sound: ${found.field} ${found.problem}`;
}

$("check").onclick = async () => {
  try {
    $("verdict").textContent = await check();
  } catch (error) {
    $("verdict").textContent = `This cannot be checked: ${error.message}`;
  }
};
