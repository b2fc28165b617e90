// The service, and how requests are sent.

import { lines } from "./lines.js";
import { Match } from "./match.js";
import { pause, pauseS, ProblemError } from "./problems.js";
import type * as T from "./types.js";

/** What a request needs besides its path. */
export interface Asked {
  body?: object;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Whether it is safe to repeat after a lost connection. After 429 and 503 it always is. Default: true. */
  again?: boolean;
  signal?: AbortSignal | undefined;
}

/** A new match and its tokens. */
export interface NewMatch {
  /** The service's answer. */
  made: T.MatchMade;
  /** The match as the host. */
  host: Match;
  /** The match as each seat that is not a bot's, by number. */
  seats: Map<number, Match>;
}

/** A service. */
export class Service {
  readonly #base: string;
  readonly #retries: number;
  readonly #fetch: typeof fetch;

  /**
   * @param base its address, such as `http://127.0.0.1:8000`
   * @param options `retries`: how often a request is repeated at most, if it is safe to repeat; default: 4.
   *   `fetch`: what sends requests; default: the global one
   */
  constructor(base: string, options: { retries?: number; fetch?: typeof fetch } = {}) {
    this.#base = base.replace(/\/+$/, "");
    this.#retries = options.retries ?? 4;
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
  }

  /** The games, the levels and the limits of one request. */
  games(): Promise<T.GamesOut> {
    return this.ask("GET", "/v1/games");
  }

  /** A game with schemas and examples of its views and moves. */
  game(game: string): Promise<T.GameDetails> {
    return this.ask("GET", `/v1/games/${encodeURIComponent(game)}`);
  }

  /** The limits of requests, of addresses, and of the service. */
  limits(): Promise<T.LimitsOut> {
    return this.ask("GET", "/v1/limits");
  }

  /** Check a view and list the legal moves. */
  legalMoves(game: string, body: T.LegalMovesIn): Promise<T.LegalMoves> {
    return this.ask("POST", `/v1/games/${encodeURIComponent(game)}/legal-moves`, { body });
  }

  /** A bot's move for a view, with its win chance and the candidates. */
  chooseMove(game: string, body: T.MoveIn, signal?: AbortSignal): Promise<T.ChosenMove> {
    return this.ask("POST", `/v1/games/${encodeURIComponent(game)}/moves`, { body, signal });
  }

  /** The next view, from a view and what happened as its seat saw it. */
  nextView(game: string, body: T.NextIn): Promise<T.NextOut> {
    return this.ask("POST", `/v1/games/${encodeURIComponent(game)}/next`, { body });
  }

  /** What chance can do at a view, with probabilities. */
  outcomes(game: string, body: T.LegalMovesIn): Promise<T.OutcomesOut> {
    return this.ask("POST", `/v1/games/${encodeURIComponent(game)}/outcomes`, { body });
  }

  /** The position at the end of a record. */
  position(game: string, body: T.PositionIn): Promise<T.PositionOut> {
    return this.ask("POST", `/v1/games/${encodeURIComponent(game)}/positions`, { body });
  }

  /** Verify a record. */
  verify(body: T.VerifyIn): Promise<T.VerifyOut> {
    return this.ask("POST", "/v1/records/verify", { body });
  }

  /**
   * Create a match.
   *
   * @param idempotencyKey 16 to 200 characters that nobody can guess; the same request with the same key gets
   *   the same match. Default: a key of its own, so that a retry creates no second match; none where there is
   *   no Web Crypto (Node 18), and no retry after a lost connection
   */
  async createMatch(body: T.MatchIn, idempotencyKey: string | undefined = randomKey()): Promise<NewMatch> {
    const again = idempotencyKey !== undefined;
    const headers: Record<string, string> = again ? { "Idempotency-Key": idempotencyKey } : {};
    const made = await this.ask<T.MatchMade>("POST", "/v1/matches", { body, headers, again });
    const { id } = made.match;
    const seats = new Map(made.invitations.map(({ seat, token }) => [seat, this.match(id, token)]));
    return { made, host: this.match(id, made.host_token), seats };
  }

  /**
   * A match by its id.
   *
   * @param token of a seat or of the host; none for a spectator
   */
  match(id: string, token?: string): Match {
    return new Match(this, id, token);
  }

  /** Start a tournament between bots. */
  createTournament(body: T.TournamentIn): Promise<T.TournamentMade> {
    return this.ask("POST", "/v1/tournaments", { body, again: false });
  }

  /**
   * The standings of a tournament.
   *
   * @param wait longest time to wait for its end, in seconds
   * @param games wait until there are more games than this
   */
  tournament(
    id: string,
    { wait = 0, games }: { wait?: number; games?: number } = {},
  ): Promise<T.TournamentOut> {
    const more = games === undefined ? "" : `&games=${games}`;
    return this.ask("GET", `/v1/tournaments/${encodeURIComponent(id)}?wait=${wait}${more}`);
  }

  /** The games of a tournament, each with seats, scores and record. */
  async *tournamentGames(id: string): AsyncGenerator<T.TournamentGame, void, undefined> {
    const answer = await this.send("GET", `/v1/tournaments/${encodeURIComponent(id)}/games`);
    for await (const line of lines(bodyOf(answer))) yield JSON.parse(line) as T.TournamentGame;
  }

  /**
   * Cancel a tournament. Games that were played are kept.
   *
   * @param token the tournament's token
   */
  cancelTournament(id: string, token: string): Promise<T.TournamentOut> {
    return this.ask("DELETE", `/v1/tournaments/${encodeURIComponent(id)}`, { token });
  }

  /** Send a request and read the answer, which must be JSON. */
  async ask<Answer>(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    return (await (await this.send(method, path, asked)).json()) as Answer;
  }

  /**
   * Send a request.
   *
   * @throws ProblemError if the service refuses it; what `fetch` throws if there is no answer
   */
  async send(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const { body, token, signal, again = true } = asked;
    const headers = {
      ...asked.headers,
      ...(body && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const content = body && { body: JSON.stringify(body) };
    const request = { method, headers, ...content, ...(signal && { signal }) };
    for (let attempt = 1; ; attempt++) {
      let answer: Response | undefined;
      try {
        answer = await this.#fetch(this.#base + path, request);
      } catch (error) {
        if (!again || attempt > this.#retries || signal?.aborted) throw error;
      }
      if (answer?.ok) return answer;
      const seconds = pauseS(attempt, answer);
      if (answer && (seconds === undefined || attempt > this.#retries)) throw await ProblemError.of(answer);
      await answer?.body?.cancel();
      await pause(seconds ?? 0, signal);
    }
  }
}

/** The body of an answer, which is empty if there is none. */
export function bodyOf(answer: Response): ReadableStream<Uint8Array> {
  return answer.body ?? new Blob([]).stream();
}

function randomKey(): string | undefined {
  const bytes = globalThis.crypto?.getRandomValues(new Uint8Array(24));
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
