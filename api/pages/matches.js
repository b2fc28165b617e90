// The matches of this browser: their ids and tokens. A token never stays in the address.

const KEY = "battlewise.matches";
const MOST = 30;

// What can be read of them.
export function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)).filter((one) => typeof one?.id === "string" && Array.isArray(one.tokens));
  } catch {
    return [];
  }
}

export const known = (id) => all().find((one) => one.id === id);

export function keep(match) {
  const others = all().filter((one) => one.id !== match.id);
  localStorage.setItem(KEY, JSON.stringify([match, ...others].slice(0, MOST)));
  return match;
}

export const forget = (id) => localStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.id !== id)));

// The match that `ID` or `ID.TOKEN` names; a token from an invitation is kept and taken out of the address.
export function enter(named) {
  const [id, token] = named.split(".");
  const match = known(id) ?? { id, tokens: [], invitations: [] };
  if (token && !match.tokens.includes(token)) match.tokens.push(token);
  if (token) history.replaceState(null, "", `#${id}`);
  return token ? keep(match) : match;
}
