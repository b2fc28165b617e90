// A typed client of the Battlewise service.

export { Match } from "./match.js";
export { ProblemError } from "./problems.js";
export { Service, type Asked, type NewMatch } from "./service.js";
export type * from "./types.js";
