import {
  ConnectorFailure,
  Misconfigured,
  Unavailable,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { originOf } from './address.js';
import { valueOf } from './content.js';
import type { Form } from './form.js';
import { isPlainJson } from './plain.js';
import type { Remote } from './remote.js';
import type { DescribedThing, Property } from './thing.js';

/**
 * What came of reading a thing: its values, as far as they could be read; that it refuses the
 * credentials; that it does not answer; that there was no time left for it.
 */
export type Reading = { values: Record<string, unknown> } | 'refused' | 'unreachable' | 'unseen';

/** What came of one request. `unsent`: it has not reached anyone, another address may help. */
type Outcome = { value: unknown } | 'refused' | 'odd' | 'silent' | 'unsent';

/** Small devices take few connections at once. */
const atOnce = 3;
/** A thing that has so often not answered is not asked any more; once is enough if it never has. */
const mostSilences = 3;

const longestAnswer = 5_000;
const largestValue = 256 * 1024;
const largestValues = 1024 * 1024;

/** Reads the values of a thing: at once where it has a form for that, the others one by one. */
export async function readValues(remote: Remote, thing: DescribedThing): Promise<Reading> {
  const readable = [...thing.properties].filter(([, { read }]) => read.length > 0);
  if (readable.length === 0) return { values: {} };
  if (remote.isSpent()) return 'unseen';
  const all = await readFirst(remote, thing.readAll, { limit: largestValues });
  const known = membersOf(all);
  const single = await readOneByOne(
    remote,
    readable.filter(([name]) => !known.has(name)),
  );
  if (single.isCut) return 'unseen';
  const values = readable.flatMap(([name, { affordance }]) => {
    const value = known.has(name) ? known.get(name) : single.values.get(name);
    return isKnown(value, affordance) ? [[name, value] as const] : [];
  });
  const isReached = typeof all === 'object' || single.values.size > 0;
  if (isReached) return { values: Object.fromEntries(values) };
  return all === 'refused' || single.isRefused ? 'refused' : 'unreachable';
}

function membersOf(all: Outcome): Map<string, unknown> {
  if (typeof all !== 'object' || typeof all.value !== 'object') return new Map();
  return new Map(Array.isArray(all.value) ? [] : Object.entries(all.value ?? {}));
}

async function readOneByOne(remote: Remote, properties: [string, Property][]) {
  const values = new Map<string, unknown>();
  let [silences, isCut, isRefused] = [0, false, false];
  const readOne = async ([name, { read, affordance }]: [string, Property]) => {
    if (silences >= (values.size > 0 ? mostSilences : 1)) return;
    if (remote.isSpent()) return void (isCut = true);
    const outcome = await readFirst(remote, read, { limit: largestValue, affordance });
    if (typeof outcome === 'object') values.set(name, outcome.value);
    if (outcome === 'silent' || outcome === 'unsent') silences += 1;
    if (outcome === 'refused') isRefused = true;
  };
  await pMap(properties, readOne, { concurrency: atOnce });
  return { values, isCut, isRefused };
}

/** Reads by the first of several forms whose server can be connected to. */
async function readFirst(
  remote: Remote,
  forms: Form[],
  expected: { limit: number; affordance?: PropertyAffordance },
): Promise<Outcome> {
  let outcome: Outcome = 'odd';
  for (const form of forms) {
    outcome = await read(remote, form, expected);
    if (outcome !== 'unsent') return outcome;
  }
  return outcome;
}

async function read(
  { context, home, send }: Remote,
  form: Form,
  { limit, affordance }: { limit: number; affordance?: PropertyAffordance },
): Promise<Outcome> {
  const { href, method, isOpen } = form;
  const headers = { accept: form.accept, ...form.headers };
  try {
    const bounds = { limit, timeout: longestAnswer, accept: 'any' as const };
    const answer = await send({ href, method, headers, isOpen, ...bounds });
    const isRefused = answer.status === 401 || answer.status === 403;
    if (isRefused && originOf(href) === home.origin) return 'refused';
    return answer.status >= 200 && answer.status < 300 ? content(answer, form, affordance) : 'odd';
  } catch (error) {
    // That the time of the poll is up says nothing of the thing.
    if (context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    if (error instanceof Misconfigured) return 'unsent';
    return error instanceof Unavailable && !error.sent ? 'unsent' : 'silent';
  }
}

function content(
  answer: Parameters<typeof valueOf>[0],
  form: Form,
  affordance: PropertyAffordance | undefined,
): Outcome {
  try {
    const value = valueOf(answer, form, affordance);
    return isPlainJson(value) ? { value } : 'odd';
  } catch (error) {
    if (error instanceof Unavailable) return 'odd';
    throw error;
  }
}

/** `null` is how WebThings say that they do not know a value. */
const isKnown = (value: unknown, { type }: PropertyAffordance): boolean =>
  value !== undefined && (value !== null || type === undefined || type === 'null');
