import { setTimeout as pause } from 'node:timers/promises';
import { Rejected, Unavailable, type HttpAnswer, Misconfigured } from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, byOwnName } from './address.js';
import { unwrap, valueOf, isPlainJson } from './content.js';
import type { Form } from './form.js';
import { lookUpOwnAddress, type Remote } from './remote.js';

/** The status of an action of WebThings or the HTTP profile (`ActionStatus`); other statuses are output. */
const progress = z.looseObject({
  href: z.string().optional().catch(undefined),
  status: z.enum([
    'created',
    'pending',
    'running',
    'completed',
    'failed',
    'error',
    'cancelled',
    'canceled',
    'rejected',
  ]),
  output: z.unknown().optional(),
});
type Progress = z.infer<typeof progress>;

/** The time between two requests for the status (ms), which grows. */
const minPauseMs = 100;
const maxPauseMs = 2_000;

const maxFailures = 3;

export async function outcomeOf(remote: Remote, form: Form, begun: HttpAnswer): Promise<unknown> {
  const isBegun = begun.status === 201 || begun.status === 202;
  const state = isBegun ? progressIn(begun, form) : undefined;
  const { location } = begun.headers;
  const statusAddress =
    state?.href ?? (isBegun && typeof location === 'string' ? location : undefined);
  if (state && isEnded(state)) return outputOf(state);
  const href = statusAddress === undefined ? undefined : absolute(statusAddress, form.href);
  if (href === undefined) return outputIn(begun, form);
  // A command of a known thing has not looked it up.
  if (remote.home.ip === undefined) await lookUpOwnAddress(remote);
  return follow(remote, form, byOwnName(href, remote.home));
}

async function follow(remote: Remote, form: Form, href: string): Promise<unknown> {
  let failures = 0;
  for (let wait = minPauseMs; ; wait = Math.min(wait * 1.5, maxPauseMs)) {
    await pause(wait, undefined, { signal: remote.context.signal }).catch(() => {
      throw new Unavailable('The action did not end in time.', { cause: 'answer_timeout' });
    });
    try {
      const answer = await remote.send({ href, headers: { accept: form.accept } });
      failures = 0;
      const state = progressIn(answer, form);
      if (state && isEnded(state)) return outputOf(state);
      if (!state && answer.status !== 202) return outputIn(answer, form);
    } catch (error) {
      failures += 1;
      const mayRecover = error instanceof Unavailable && failures < maxFailures;
      if (mayRecover && !remote.context.signal.aborted) continue;
      // The action has begun, so that its outcome is unknown.
      throw error instanceof Misconfigured
        ? new Unavailable(error.message, { cause: 'unexpected_status', status: error.facts.status })
        : error;
    }
  }
}

function progressIn(answer: HttpAnswer, { wrappedIn }: Form): Progress | undefined {
  try {
    return progress.safeParse(unwrap(answer.json(), wrappedIn)).data;
  } catch {
    return undefined;
  }
}

const isEnded = ({ status }: Progress) => !['created', 'pending', 'running'].includes(status);

function outputOf({ status, output }: Progress): unknown {
  if (status !== 'completed') throw new Rejected(`The action has ended as \`${status}\`.`);
  return isPlainJson(output) ? output : undefined;
}

/** Reads an output. The action has succeeded: a malformed output must not make it look like a failure. */
function outputIn(answer: HttpAnswer, form: Form): unknown {
  if (answer.text === '') return undefined;
  try {
    const output = valueOf(answer, form);
    return isPlainJson(output) ? output : undefined;
  } catch {
    return undefined;
  }
}
