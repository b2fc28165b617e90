// Refusals, and which of them to retry.

import type { MoveOut, Problem } from "./types.js";

const LONGEST_PAUSE_S = 30;
const FIRST_PAUSE_S = 0.2;

/** The service refused a request. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** The HTTP status. */
  readonly status: number;
  /** The problem document (RFC 9457). */
  readonly problem: Problem;
  /** Paths of the wrong fields. */
  readonly fields: string[];
  /** With 412: current version of the match. */
  readonly version: number | undefined;
  /** If the move was not legal: the legal moves. */
  readonly moves: MoveOut[];
  /** With 429 and 503: seconds after which to retry. */
  readonly retryAfter: number | undefined;

  private constructor(answer: Response, given: Partial<Problem>) {
    const title = answer.statusText || String(answer.status);
    const filled = { type: "about:blank", title, detail: title, errors: [], ...given, status: answer.status };
    super(`${answer.status}: ${filled.detail}`);
    this.status = answer.status;
    this.problem = filled;
    this.fields = filled.errors.map((error) => error.field);
    this.version = filled.version ?? undefined;
    this.moves = filled.moves ?? [];
    this.retryAfter = retryAfter(answer);
  }

  /** The error of an answer, also of one that something before the service has given. */
  static async of(answer: Response): Promise<ProblemError> {
    const document: unknown = await answer.json().catch(() => null);
    return new ProblemError(answer, typeof document === "object" && document ? document : {});
  }
}

function retryAfter(answer: Response): number | undefined {
  const seconds = answer.headers.get("Retry-After");
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}

/**
 * Seconds to pause before a request is repeated; undefined if it must not be.
 *
 * @param attempt how many attempts have failed
 * @param answer undefined for a lost connection
 */
export function pauseS(attempt: number, answer?: Response): number | undefined {
  const backoff = Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (attempt - 1) * (1 + Math.random()));
  if (!answer) return backoff;
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const asked = retryAfter(answer) ?? 0;
  return asked > LONGEST_PAUSE_S ? undefined : Math.max(asked, backoff);
}

/** Pause, until the signal aborts. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, 1000 * seconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
