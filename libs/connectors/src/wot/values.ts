import {
  ConnectorFailure,
  Unavailable,
  type PropertyAffordance,
  isUnsent,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { originOf } from './address.js';
import { valueOf, isPlainJson } from './content.js';
import type { Form } from './form.js';
import { QuotaExceeded } from './quota.js';
import type { Remote } from './remote.js';
import type { DescribedProperty, DescribedThing } from './thing.js';

/** The values of a thing, or the reason why there are none; `unseen` means that the poll had to end. */
export type Reading = { values: Record<string, unknown> } | 'refused' | 'unreachable' | 'unseen';

/** The result of a request. After `unsent` and `limited`, when nothing was sent, another form may work. */
type Outcome = { value: unknown } | 'refused' | 'invalid' | 'silent' | 'unsent' | 'limited';

/** Small devices accept few connections at the same time. */
const concurrency = 3;
/** The number of requests without an answer after which a thing is given up; one if it never answered. */
const maxSilences = 3;

const valueTimeoutMs = 5_000;
const maxValueBytes = 256 * 1024;
const maxValuesBytes = 1024 * 1024;

/** Reads the values of a thing: all at once if there is a form for that, the others one by one. */
export async function readValues(remote: Remote, thing: DescribedThing): Promise<Reading> {
  const readable = [...thing.properties].filter(([, { read }]) => read.length > 0);
  if (readable.length === 0) return { values: {} };
  if (remote.quota.isExhausted()) return 'unseen';
  const all = await readFirst(remote, thing.readAll, { maxBytes: maxValuesBytes });
  const known = membersOf(all);
  const single = await readOneByOne(
    remote,
    readable.filter(([name]) => !known.has(name)),
  );
  if (single.isCutShort) return 'unseen';
  const values = readable.flatMap(([name, { affordance }]) => {
    const value = known.has(name) ? known.get(name) : single.values.get(name);
    return isKnown(value, affordance) ? [[name, value] as const] : [];
  });
  const isReached = typeof all === 'object' || single.values.size > 0;
  if (isReached) return { values: Object.fromEntries(values) };
  if (single.isLimited) return 'unseen';
  return all === 'refused' || single.isRefused ? 'refused' : 'unreachable';
}

function membersOf(all: Outcome): Map<string, unknown> {
  if (typeof all !== 'object' || typeof all.value !== 'object') return new Map();
  return new Map(Array.isArray(all.value) ? [] : Object.entries(all.value ?? {}));
}

async function readOneByOne(remote: Remote, properties: [string, DescribedProperty][]) {
  const values = new Map<string, unknown>();
  let [silences, isCutShort, isRefused, isLimited] = [0, false, false, false];
  const readOne = async ([name, { read, affordance }]: [string, DescribedProperty]) => {
    if (isLimited || silences >= (values.size > 0 ? maxSilences : 1)) return;
    if (remote.quota.isExhausted()) return void (isCutShort = true);
    const outcome = await readFirst(remote, read, { maxBytes: maxValueBytes, affordance });
    if (typeof outcome === 'object') values.set(name, outcome.value);
    if (outcome === 'silent' || outcome === 'unsent') silences += 1;
    if (outcome === 'refused') isRefused = true;
    if (outcome === 'limited') isLimited = true;
  };
  await pMap(properties, readOne, { concurrency });
  return { values, isCutShort, isRefused, isLimited };
}

/** Reads with the first of several forms whose server accepts the connection. */
async function readFirst(
  remote: Remote,
  forms: Form[],
  expected: { maxBytes: number; affordance?: PropertyAffordance },
): Promise<Outcome> {
  let outcome: Outcome = 'invalid';
  for (const form of forms) {
    outcome = await read(remote, form, expected);
    if (outcome !== 'unsent' && outcome !== 'limited') return outcome;
  }
  return outcome;
}

async function read(
  { context, home, send }: Remote,
  form: Form,
  { maxBytes, affordance }: { maxBytes: number; affordance?: PropertyAffordance },
): Promise<Outcome> {
  const { href, method, isOpen } = form;
  const headers = { accept: form.accept, ...form.headers };
  try {
    const bounds = { maxBytes, timeoutMs: valueTimeoutMs, accept: 'any' as const };
    const answer = await send({ href, method, headers, isOpen, ...bounds });
    const isRefused = answer.status === 401 || answer.status === 403;
    if (isRefused && originOf(href) === home.origin) return 'refused';
    return answer.status >= 200 && answer.status < 300
      ? content(answer, form, affordance)
      : 'invalid';
  } catch (error) {
    // An abort of the poll says nothing about the thing.
    if (context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    if (error instanceof QuotaExceeded) return 'limited';
    return isUnsent(error) ? 'unsent' : 'silent';
  }
}

function content(
  answer: Parameters<typeof valueOf>[0],
  form: Form,
  affordance: PropertyAffordance | undefined,
): Outcome {
  try {
    const value = valueOf(answer, form, affordance);
    return isPlainJson(value) ? { value } : 'invalid';
  } catch (error) {
    if (error instanceof Unavailable) return 'invalid';
    throw error;
  }
}

/** Returns whether a value is known; WebThings report `null` for one that is not. */
export const isKnown = (value: unknown, { type }: PropertyAffordance): boolean =>
  value !== undefined && (value !== null || type === undefined || type === 'null');
