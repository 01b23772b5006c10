import { setTimeout as pause } from 'node:timers/promises';
import { Rejected, Unavailable, type HttpAnswer } from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, type Form } from './form.js';
import { send, type Context } from './remote.js';
import { unwrap, valueOf } from './values.js';

/** Pause between two looks at an action that takes its time (ms). */
const look = 250;

export async function writeProperty(context: Context, form: Form, value: unknown): Promise<void> {
  const body = form.wrappedIn === undefined ? value : { [form.wrappedIn]: value };
  await send(context, sending(form, body));
}

/** Invokes an action, and waits for its end where the thing only says that it has begun. */
export async function invokeAction(context: Context, form: Form, input: unknown): Promise<unknown> {
  const body =
    form.wrappedIn === undefined
      ? input
      : { [form.wrappedIn]: { ...(input !== undefined && { input }) } };
  const answer = await send(context, sending(form, body));
  if (answer.text === '') return undefined;
  const begun = answer.status === 201 || answer.status === 202;
  return begun ? finished(context, form, answer) : unwrap(valueOf(answer), form);
}

function sending({ href, method, headers, contentType }: Form, value: unknown) {
  const isText = contentType.startsWith('text/plain');
  return {
    href,
    method,
    headers: { ...headers, ...(value !== undefined && { 'content-type': contentType }) },
    ...(value !== undefined && { body: isText ? String(value) : JSON.stringify(value) }),
  };
}

/** How an action that goes on is told of: by WebThings, and by the HTTP profile of the WoT. */
const progress = z.looseObject({
  href: z.string().optional(),
  status: z.string(),
  output: z.unknown().optional(),
});

async function finished(context: Context, form: Form, begun: HttpAnswer): Promise<unknown> {
  const location = begun.headers.location;
  let state = progress.safeParse(unwrap(begun.json(), form)).data;
  const href = absolute(state?.href ?? (typeof location === 'string' ? location : ''), form.href);
  if (!state || href === undefined) return unwrap(valueOf(begun), form);
  while (!['completed', 'failed', 'error'].includes(state.status)) {
    await pause(look, undefined, { signal: context.signal }).catch(() => {
      throw new Unavailable('The action did not end in time.');
    });
    const answer = await send(context, { href });
    state = progress.safeParse(unwrap(answer.json(), form)).data;
    if (!state) throw new Unavailable('The thing does not say how the action goes.');
  }
  if (state.status !== 'completed') throw new Rejected('The action has failed.');
  return state.output;
}
