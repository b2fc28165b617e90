// The types of requests and answers, by their names in the OpenAPI document.

import type { components } from "./schema.js";

type Schemas = components["schemas"];

export type ActionIn = Schemas["ActionIn"];
export type AnalysisIn = Schemas["AnalysisIn"];
export type AnalysisOut = Schemas["AnalysisOut"];
export type ChosenMove = Schemas["ChosenMove"];
export type EventOut = Schemas["EventOut"];
export type EventsOut = Schemas["EventsOut"];
export type GameDetails = Schemas["GameDetails"];
export type GamesOut = Schemas["GamesOut"];
export type HintOut = Schemas["HintOut"];
export type JoinIn = Schemas["JoinIn"];
export type LegalMoves = Schemas["LegalMoves"];
export type LegalMovesIn = Schemas["LegalMovesIn"];
export type LimitsOut = Schemas["LimitsOut"];
export type MatchIn = Schemas["MatchIn"];
export type MatchMade = Schemas["MatchMade"];
export type MatchOut = Schemas["MatchOut"];
export type MoveDocument = Schemas["MoveDocument"];
export type MoveIn = Schemas["MoveIn"];
export type MoveOut = Schemas["MoveOut"];
export type NextIn = Schemas["NextIn"];
export type NextOut = Schemas["NextOut"];
export type OutcomesOut = Schemas["OutcomesOut"];
export type PositionIn = Schemas["PositionIn"];
export type PositionOut = Schemas["PositionOut"];
export type Problem = Schemas["Problem"];
export type RecordOut = Schemas["RecordOut"];
export type RematchOut = Schemas["RematchOut"];
export type TokenOut = Schemas["TokenOut"];
export type TournamentGame = Schemas["TournamentGame"];
export type TournamentIn = Schemas["TournamentIn"];
export type TournamentMade = Schemas["TournamentMade"];
export type TournamentOut = Schemas["TournamentOut"];
export type VerifyIn = Schemas["VerifyIn"];
export type VerifyOut = Schemas["VerifyOut"];
export type View = Schemas["View"];
