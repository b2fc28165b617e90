// A match, by a token of a seat or of the host.

import { parts } from "./lines.js";
import { pause, pauseS, ProblemError } from "./problems.js";
import { bodyOf, type Asked, type Service } from "./service.js";
import type * as T from "./types.js";

const WAIT_S = 20;
const MOST_ATTEMPTS = 8; // from which on pauses do not grow
const ENDED = ["done", "cancelled", "failed"];

/** A match as a seat, as the host or, without a token, as a spectator. */
export class Match {
  readonly id: string;
  token: string | undefined;
  readonly #service: Service;
  readonly #path: string;

  constructor(service: Service, id: string, token?: string) {
    this.#service = service;
    this.#path = `/v1/matches/${encodeURIComponent(id)}`;
    this.id = id;
    this.token = token;
  }

  /** The match as this seat sees it. */
  state(signal?: AbortSignal): Promise<T.MatchOut> {
    return this.#ask("GET", "", { signal });
  }

  /** Take the seat, and give a seed for the luck. */
  join(body: T.JoinIn = {}): Promise<T.MatchOut> {
    return this.#ask("POST", "/join", { body, again: false });
  }

  /**
   * Play a move.
   *
   * @param move its text or object
   * @param version of the match when the move was chosen
   */
  move(move: string | T.MoveDocument, version: number): Promise<T.MatchOut> {
    return this.act({ action: "move", move }, version);
  }

  /**
   * Act: move, undo, resign, pause, resume, abort, replace.
   *
   * @param version of the match on which the action is based; needed for a move and for undo
   */
  act(body: T.ActionIn, version?: number): Promise<T.MatchOut> {
    const headers: Record<string, string> = version === undefined ? {} : { "If-Match": `"${version}"` };
    return this.#ask("POST", "/actions", { body, headers, again: false });
  }

  /** The match whenever this seat is to move, until the match is over. */
  async *turns(signal?: AbortSignal): AsyncGenerator<T.MatchOut, void, undefined> {
    let state = await this.state(signal);
    while (state.status !== "over") {
      if (state.to_move === state.seat && state.moves.length) yield state;
      else await this.eventList(state.version, { wait: WAIT_S, signal });
      state = await this.state(signal);
    }
  }

  /**
   * The events after a known one, at most 500.
   *
   * @param wait longest time to wait for one, in seconds
   */
  eventList(
    after = 0,
    { wait = 0, signal }: { wait?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<T.EventsOut> {
    return this.#ask("GET", `/events?after=${after}&wait=${wait}`, { signal });
  }

  /**
   * Every event after a known one as it happens, to the last, which is `end`. A stream that is interrupted is
   * resumed, however long the service is away.
   *
   * @throws ProblemError if the service refuses it
   */
  async *events(after = 0, signal?: AbortSignal): AsyncGenerator<T.EventOut, void, undefined> {
    for (let attempt = 1; ; attempt++) {
      let seconds = pauseS(Math.min(attempt, MOST_ATTEMPTS)) ?? 0;
      try {
        const headers = { Accept: "text/event-stream", "Last-Event-ID": String(after) };
        const asked = { token: this.token, headers, signal };
        const answer = await this.#service.send("GET", `${this.#path}/events`, asked);
        if (answer.status === 204) return;
        for await (const { event, data } of parts(bodyOf(answer))) {
          if (event === "snapshot") continue;
          const happened = JSON.parse(data) as T.EventOut;
          [attempt, after] = [0, happened.number];
          yield happened;
          if (happened.type === "end") return;
        }
      } catch (error) {
        if (signal?.aborted) throw error;
        if (error instanceof ProblemError) {
          if (error.retryAfter === undefined) throw error;
          seconds = error.retryAfter;
        } else if (!(error instanceof TypeError)) {
          throw error; // fetch throws TypeError for a connection that fails
        }
      }
      await pause(seconds, signal);
    }
  }

  /**
   * A hint for the seat's decision; waits for it.
   *
   * @throws Error if it is cancelled, such as by a move, or fails
   */
  async hint(body: T.AnalysisIn = {}): Promise<T.HintOut> {
    let found = await this.analyse(body);
    while (!ENDED.includes(found.status)) found = await this.analysis(found.id, WAIT_S);
    if (!found.hint) throw new Error(`the hint is ${found.status}`);
    return found.hint;
  }

  /** Start a hint, an analysis or a review. */
  analyse(body: T.AnalysisIn = {}): Promise<T.AnalysisOut> {
    return this.#ask("POST", "/analyses", { body, again: false });
  }

  /**
   * Progress and result of an analysis.
   *
   * @param wait longest time to wait for its end, in seconds
   */
  analysis(id: string, wait = 0): Promise<T.AnalysisOut> {
    return this.#ask("GET", `/analyses/${encodeURIComponent(id)}?wait=${wait}`);
  }

  /** Cancel an analysis. The answer has its best result so far. */
  cancelAnalysis(id: string): Promise<T.AnalysisOut> {
    return this.#ask("DELETE", `/analyses/${encodeURIComponent(id)}`);
  }

  /** The record of the match, which is over. */
  record(): Promise<T.RecordOut> {
    return this.#ask("GET", "/record");
  }

  /** Request a rematch. */
  rematch(): Promise<T.RematchOut> {
    return this.#ask("POST", "/rematch");
  }

  /**
   * Get a new token and use it. The old one is valid until then.
   *
   * @param seat this seat; none for the host
   */
  async changeToken(seat?: number): Promise<void> {
    const whose = seat === undefined ? "/host/token" : `/seats/${seat}/token`;
    this.token = (await this.#ask<T.TokenOut>("POST", whose)).token;
  }

  #ask<Answer>(method: string, rest: string, asked: Asked = {}): Promise<Answer> {
    return this.#service.ask<Answer>(method, this.#path + rest, { ...asked, token: this.token });
  }
}
