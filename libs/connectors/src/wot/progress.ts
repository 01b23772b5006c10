import { setTimeout as pause } from 'node:timers/promises';
import { Rejected, Unavailable, type HttpAnswer } from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, byOwnName } from './address.js';
import { unwrap, valueOf } from './content.js';
import type { Form } from './form.js';
import { isPlainJson } from './plain.js';
import type { Remote } from './remote.js';

/**
 * How an action that goes on is told of: by WebThings (action requests), and by the HTTP profile of
 * the WoT (`ActionStatus`). A `status` of another meaning belongs to an output.
 */
const progress = z.looseObject({
  href: z.string().optional().catch(undefined),
  status: z.enum([
    ...(['created', 'pending', 'running', 'completed'] as const),
    ...(['failed', 'error', 'cancelled', 'canceled', 'rejected'] as const),
  ]),
  output: z.unknown().optional(),
});
type Progress = z.infer<typeof progress>;

/** Pauses between two looks at an action (ms): short at first. */
const firstPause = 100;
const longestPause = 2_000;

/** So often in a row it may fail to be looked at. */
const mostFailures = 3;

/** The output of an action whose request was answered, when it has ended. */
export async function outcomeOf(remote: Remote, form: Form, begun: HttpAnswer): Promise<unknown> {
  const isBegun = begun.status === 201 || begun.status === 202;
  const state = isBegun ? progressIn(begun, form) : undefined;
  const { location } = begun.headers;
  const told = state?.href ?? (isBegun && typeof location === 'string' ? location : undefined);
  if (state && isEnded(state)) return outputOf(state);
  const href = told === undefined ? undefined : absolute(told, form.href);
  if (href === undefined) return outputIn(begun, form);
  return followed(remote, form, byOwnName(href, remote.home));
}

async function followed(remote: Remote, form: Form, href: string): Promise<unknown> {
  let failures = 0;
  for (let wait = firstPause; ; wait = Math.min(wait * 1.5, longestPause)) {
    await pause(wait, undefined, { signal: remote.context.signal }).catch(() => {
      throw new Unavailable('The action did not end in time.');
    });
    try {
      const answer = await remote.send({ href, headers: { accept: form.accept } });
      failures = 0;
      const state = progressIn(answer, form);
      if (state && isEnded(state)) return outputOf(state);
      if (!state && answer.status !== 202) return outputIn(answer, form);
    } catch (error) {
      failures += 1;
      const isPassing = error instanceof Unavailable && failures < mostFailures;
      if (!isPassing || remote.context.signal.aborted) throw error;
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

/** The action has been done: an answer that makes no sense must not look as if it had not. */
function outputIn(answer: HttpAnswer, form: Form): unknown {
  if (answer.text === '') return undefined;
  try {
    const output = valueOf(answer, form);
    return isPlainJson(output) ? output : undefined;
  } catch {
    return undefined;
  }
}
