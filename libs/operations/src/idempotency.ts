import { createHash } from 'node:crypto';
import {
  attemptLease,
  maxStoredAnswerLength,
  Problem,
  type ProblemData,
  problems,
  type RequestState,
} from '@trellis/contracts';
import { backoffMs } from '@trellis/platform/concurrency';
import type { Sealing } from '@trellis/sealing';
import { v4 as newAttemptId, v5 as derivedId } from 'uuid';
import type { Answer } from './answer.js';
import type { Attempt, Exchange } from './exchange.js';
import type { Operation } from './operation.js';
import { invalidMember } from './answers/problem.js';

/** The header that marks the repetitions of one request (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeader = 'Idempotency-Key';

/** The header of answers that were stored earlier, as Stripe names it. */
export const replayedHeader = 'Idempotent-Replayed';

/** How an attempt is released again after a failure: for about as long as its lease lasts. */
const releaseBackoff = { firstMs: 500, maxMs: 2_000 };
const maxReleaseFailures = 4;

/** How often a lease is renewed: for longer than any request takes, so that none that hangs blocks its key. */
const maxRenewals = 120_000 / attemptLease.renewedMs;

/** `Retry-After` of a request of which another attempt is under way (s). */
const retryAfterSeconds = 1;

/**
 * Returns whether an operation takes a key. Other methods are idempotent by themselves. `POST /oauth2/token` is public:
 * a key would belong to no developer, and tokens must not be stored. Requests and answers of lines are of any length,
 * and safe to repeat. An operation that changes nothing is safe to repeat, too.
 */
export const takesIdempotencyKey = ({ method, access, input, answer, audit }: Operation): boolean =>
  method === 'post' &&
  access.scope !== 'public' &&
  !input?.lines &&
  !answer.lines &&
  audit !== undefined;

const bareKey = /^[\x21\x23-\x7e][\x21-\x7e]*$/;
const quotedKey = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+"$/;
const maxKeyLength = 255;

/**
 * Reads the key of a request: a string of RFC 9651 (section 3.3.3), as the draft has it, or the bare
 * text that most clients send. Quoted or not, it is the same key.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const key = quotedKey.test(text) ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text;
  const isValid = key.length <= maxKeyLength && (key !== text || bareKey.test(text));
  if (isValid) return key;
  const detail = `Must be one key of 1 to ${maxKeyLength} visible ASCII characters.`;
  throw invalidMember(`/headers/${idempotencyHeader}`, detail, `${idempotencyHeader}: ${detail}`);
}

type RepeatableRequest = Pick<Exchange, 'caller' | 'bearer' | 'url' | 'sentBody' | 'deadline'>;

/** Stores the answers of requests with a key. */
export interface RequestMemory {
  begin(
    request: StoredAttempt & { fingerprints: string[]; subject?: string },
  ): Promise<RequestState>;
  /** Keeps the lease of an attempt. */
  renew(attempt: StoredAttempt): Promise<unknown>;
  /** Ends an attempt, with the answer for its repetitions if they get the same one. */
  end(attempt: StoredAttempt & { answer?: string }): Promise<unknown>;
  sealing: Pick<Sealing, 'seal' | 'open' | 'fingerprints'>;
}

interface StoredAttempt {
  developer: string;
  /** A digest of everything that identifies a request, except its body. */
  scope: string;
  attempt: string;
}

interface MemoryEvents {
  /** Called when the answer was stored earlier. */
  onReplay(): void;
  /** Called with what kept an answer from being stored. It is sent nevertheless. */
  onError(error: unknown): void;
}

/** The stored outcome of a request. */
type Stored = { answer: Answer; problem?: never } | { problem: ProblemData; answer?: never };

/**
 * Carries out a request once: its repetitions get the stored answer. An answer is not stored if a repetition might
 * succeed; then, and when the gateway dies meanwhile, a repetition is a new attempt that creates the same ids.
 */
export async function answerOnce(
  { begin: beginAttempt, renew, end: endAttempt, sealing }: RequestMemory,
  { onReplay, onError }: MemoryEvents,
  request: RepeatableRequest,
  key: string,
  answer: (attempt: Attempt) => Promise<Answer>,
): Promise<Answer> {
  const { developer, subject } = request.caller;
  const scope = scopeOf(request, key);
  const attempt = { developer, scope, attempt: newAttemptId() };
  const binding = { purpose: 'requests.answer', developer, id: scope } as const;

  async function begin() {
    try {
      const fingerprints = sealing.fingerprints(JSON.stringify(request.sentBody) ?? '');
      return await beginAttempt({
        fingerprints,
        ...(subject !== undefined && { subject }),
        ...attempt,
      });
    } catch (error) {
      // It may have begun, although nobody waits any more.
      void release();
      throw error;
    }
  }

  /** Ends an attempt without an answer, at last: until then its repetitions are refused. */
  async function release(failures = 0): Promise<void> {
    await endAttempt(attempt).catch(() => {
      if (failures === maxReleaseFailures) return;
      const delayMs = backoffMs(releaseBackoff, failures + 1);
      setTimeout(release, delayMs, failures + 1).unref();
    });
  }

  async function end(stored: Stored | undefined): Promise<void> {
    const sealed = stored && sealing.seal(binding, stored);
    const fits = sealed !== undefined && sealed.length <= maxStoredAnswerLength;
    const ended = { ...attempt, ...(fits && { answer: sealed }) };
    const ending = endAttempt(ended).catch((error: unknown) => {
      onError(error);
      void release();
    });
    await request.deadline.wait(ending);
  }

  const state = await begin();
  if (state.state === 'ended') {
    onReplay();
    return replay(sealing.open(binding, state.answer) as Stored);
  }
  if (state.state !== 'begun') throw refusals[state.state]();
  const stopRenewing = repeatedly(() => renew(attempt));
  try {
    const { provisional, ...given } = await answer({
      newId: (index = 0) => derivedId(String(index), state.seed),
      isRepetition: state.seed !== attempt.attempt,
    }).finally(stopRenewing);
    await end(provisional ? undefined : { answer: given });
    return given;
  } catch (error) {
    const isStored = error instanceof Problem && isFinal(problems[error.code].status);
    await end(isStored ? { problem: error.toData() } : undefined);
    throw error;
  }
}

/** Renews a lease until the returned function is called. One that fails is followed by the next. */
function repeatedly(renew: () => Promise<unknown>): () => void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    if (count === maxRenewals) clearInterval(timer);
    void renew().catch(() => undefined);
  }, attemptLease.renewedMs).unref();
  return () => clearInterval(timer);
}

/**
 * Returns whether a repetition would get the same answer. Quotas (403) may have room again, missing access may have
 * been granted, and the expected version may match (412).
 */
export const isFinal = (status: number): boolean =>
  status < 500 && ![403, 412, 429].includes(status);

/** Returns a digest of everything that identifies a request of a developer, except its body. */
const scopeOf = ({ caller, bearer, url }: RepeatableRequest, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([bearer.app, caller.subject ?? null, url, key]))
    .digest('base64url');

function replay({ answer, problem }: Stored): Answer {
  if (problem) throw Problem.fromData(problem);
  return answer;
}

const refusals = {
  in_progress: () =>
    new Problem('idempotency_key_in_use', 'Repeat the request when the first one has ended.', {
      retry_after: retryAfterSeconds,
    }),
  other_body: () =>
    new Problem('idempotency_key_reused', 'A request with another body must have another key.'),
};
