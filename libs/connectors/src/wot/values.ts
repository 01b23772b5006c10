import { ConnectorFailure, Unauthorized, type HttpAnswer } from '@trellis/connector-sdk';
import { inBatches } from './discover.js';
import { send, type Context } from './remote.js';
import type { Form } from './form.js';
import type { DescribedThing } from './thing.js';

/** The values of a thing that could be read; undefined when none could, though there are some. */
export async function readValues(
  context: Context,
  thing: DescribedThing,
): Promise<Record<string, unknown> | undefined> {
  const readable = [...thing.properties].filter(([, { read }]) => read);
  if (readable.length === 0) return {};
  const all = thing.readAll && (await attempt(() => readAll(context, thing.readAll!)));
  if (all) return Object.fromEntries(readable.flatMap(([name]) => entryOf(all, name)));
  const read = await inBatches(readable, async ([name, { read }]) => {
    const value = await attempt(async () => ({ value: await readOne(context, read!) }));
    return value ? [[name, value.value] as const] : [];
  });
  const known = read.flat();
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const entryOf = (all: Record<string, unknown>, name: string) =>
  Object.hasOwn(all, name) ? [[name, all[name]] as const] : [];

async function readAll(context: Context, form: Form): Promise<Record<string, unknown> | undefined> {
  const value = await readOne(context, form);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

export async function readOne(context: Context, form: Form): Promise<unknown> {
  const headers = { accept: form.contentType, ...form.headers };
  const answer = await send(context, { href: form.href, method: form.method, headers });
  return unwrap(valueOf(answer), form);
}

/** What an answer holds, by its media type. */
export function valueOf(answer: HttpAnswer): unknown {
  const isText = String(answer.headers['content-type']).startsWith('text/plain');
  return isText ? answer.text : answer.json();
}

export function unwrap(value: unknown, { wrappedIn }: Form): unknown {
  if (wrappedIn === undefined || typeof value !== 'object' || value === null) return value;
  return Object.hasOwn(value, wrappedIn) ? (value as Record<string, unknown>)[wrappedIn] : value;
}

/** One value that cannot be read must not spoil the others; refused credentials concern them all. */
async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unauthorized || !(error instanceof ConnectorFailure)) throw error;
    return undefined;
  }
}
