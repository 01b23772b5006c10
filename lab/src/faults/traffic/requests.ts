import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, type Stack } from '@trellis/testing';
import { nextPage } from '../../ask.js';

export interface Exchange {
  method: string;
  path: string;
  /** By `performance.now()`. */
  startedAt: number;
  endedAt: number;
  /** `X-Request-Id` of the answer. */
  requestId: string | undefined;
  /** Undefined when the connection broke. */
  status: number | undefined;
  /** Whether it succeeded or failed with a problem document (RFC 9457). */
  isExplained: boolean;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  subject?: string;
  body?: unknown;
  /** `Idempotency-Key`. */
  key?: string;
  /** Whether to repeat it until the outcome is known or the time is up. */
  isRepeated?: boolean;
}

export interface Reply {
  /** Undefined if the outcome is unknown. */
  status: number | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every shape
  body: any;
  next: string | undefined;
  /** Whether an earlier attempt may have taken effect. */
  isRepetition: boolean;
  /** Whether an attempt may still be in flight. */
  mayLinger: boolean;
}

export interface Sender {
  send(request: Request): Promise<Reply>;
  exchanges: Exchange[];
}

/** Time after which a caller stops repeating a request (ms). */
const patienceMs = 20_000;
const repeatAfterMs = 400;

/** Sends requests as one developer, and records them. */
export function createSender(stack: Pick<Stack, 'address' | 'jwtSecret'>): Sender {
  const exchanges: Exchange[] = [];
  const account = newAccount(stack, { lifetimeSeconds: 24 * 3600 });

  async function attempt({ method, path, subject, body, key }: Request) {
    const startedAt = performance.now();
    const answer = await account
      .request(method, path, { subject, body, headers: key ? { 'idempotency-key': key } : {} })
      .catch(() => undefined);
    const isProblem =
      typeof answer?.body?.type === 'string' && answer.body.status === answer.status;
    exchanges.push({
      method,
      path,
      startedAt,
      endedAt: performance.now(),
      requestId: answer?.headers.get('x-request-id') ?? undefined,
      status: answer?.status,
      isExplained: answer !== undefined && (answer.status < 400 || isProblem),
    });
    return answer;
  }

  return {
    exchanges,
    async send(request) {
      const giveUpAt = performance.now() + patienceMs;
      for (let isRepetition = false; ; isRepetition = true) {
        const answer = await attempt(request);
        const isKnown =
          answer !== undefined && answer.status < 500 && !isInUse(answer.status, answer.body);
        const isSettled = isKnown && !hasFailedItems(answer.body);
        const isLast = isSettled || !request.isRepeated || performance.now() > giveUpAt;
        if (isLast) {
          const status = isKnown ? answer.status : undefined;
          const mayLinger = isRepetition || !isSettled;
          const next = answer && nextPage(answer);
          return { status, body: answer?.body, next, isRepetition, mayLinger };
        }
        await pause(repeatAfterMs);
      }
    },
  };
}

/** Whether another attempt of the same request is in flight. */
const isInUse = (status: number, body: { type?: string } | undefined) =>
  status === 429 || (status === 409 && body?.type?.endsWith('#idempotency_key_in_use') === true);

/** Whether a repetition would retry items of a batch. */
const hasFailedItems = (body: { results?: { status: number }[] } | undefined): boolean =>
  body?.results?.some(({ status }) => status >= 500 || status === 429) ?? false;
