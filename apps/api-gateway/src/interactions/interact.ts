import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  anyJson,
  type Interaction,
  interactionTopic,
  jsonPointer,
  maxTransitionMs,
  Problem,
  requireConforming,
  type Thing,
  type ThingsHint,
  thingsTopic,
} from '@trellis/contracts';
import { invalidMember, numberParameter, requestTimeoutMs } from '@trellis/operations';
import { z } from 'zod';
import { type InteractionResource, interactionToJson } from './resource.js';
import { requesterOf } from '../access/requester.js';
import { createSignal, mayConcern } from '../events/stream.js';
import type { OperationRequest } from '../operation.js';

/** How long a caller waits for the outcome by default, and at most. */
const defaultWaitMs = 5_000;
const maxWaitMs = 20_000;

/** The time of a request that is reserved for reading the outcome (ms). */
const readMs = 1_000;

/** Returns how long the calls of a request may take (ms): longer if the caller wants to wait longer. */
export const interactionTimeoutMs = (header: (name: string) => string | undefined): number =>
  requestTimeoutMs + Math.max(0, preferredWaitMs(header('Prefer')) - defaultWaitMs);

type InteractingRequest = Pick<
  OperationRequest,
  | 'connectors'
  | 'units'
  | 'caller'
  | 'hrefs'
  | 'header'
  | 'sealing'
  | 'subscribeHints'
  | 'newId'
  | 'deadline'
  | 'endTurn'
  | 'bearer'
  | 'requestId'
>;

interface RequestedInteraction {
  operation: Interaction['operation'];
  /** Of the property or action; not of several properties. */
  name?: string;
  input: unknown;
  /** How long the change of properties takes. */
  transitionSeconds?: number | undefined;
  idempotent: boolean;
}

type InteractionAnswer =
  | { status: 200; body: unknown }
  | { status: 202; headers: { Location: string }; body: InteractionResource }
  | { status: 204 };

/**
 * Requests a write or an action from the creator of a thing, and waits for the outcome: 200 with the output, 204 without,
 * the problem, or, when it takes longer, 202 with the interaction. The outcome of a write is that the device reports the
 * values.
 */
export async function interact(
  request: InteractingRequest,
  thing: Thing,
  { input, transitionSeconds, ...requested }: RequestedInteraction,
): Promise<InteractionAnswer> {
  const { connectors, caller, hrefs, header, sealing } = request;
  const id = request.newId();
  const binding = { purpose: 'interactions.input', developer: caller.developer, id } as const;
  const start = () =>
    connectors('interactions.start', {
      ...requested,
      transition_ms: toMs(transitionSeconds),
      // Writes of several properties would have to be merged with those of one.
      queue: requested.operation === 'writeproperty' && prefersQueue(header('Prefer')),
      caller,
      id,
      thing: thing.id,
      creator: thing.creator,
      ...(thing.subject !== undefined && { subject: thing.subject }),
      attributes: thing.attributes,
      ...(input !== undefined && { input: sealing.seal(binding, input) }),
      requester: requesterOf(request),
    });
  const read = () => connectors('interactions.read', { caller, id });
  const waitMs = preferredWaitMs(header('Prefer'));
  const waitsUntil = performance.now() + waitMs;
  const interaction = await untilEnded(request, { id, start, read, waitMs });
  if (interaction.problem) throw Problem.fromData(interaction.problem);
  const isDone =
    waitMs > 0 &&
    interaction.status !== 'pending' &&
    (requested.operation === 'invokeaction' ||
      (await isConfirmed(request, { thing: thing.id, interaction: id, waitsUntil })));
  if (!isDone) {
    const Location = hrefs.interaction(interaction.id);
    return { status: 202, headers: { Location }, body: interactionToJson(interaction, hrefs) };
  }
  return interaction.output === undefined
    ? { status: 204 }
    : { status: 200, body: interaction.output };
}

interface Started<Outcome> {
  id: string;
  start(): Promise<Outcome>;
  read(): Promise<Outcome>;
  waitMs: number;
}

/** Starts what ends later; returns it when it has ended, or as it is when the wait is over. */
export async function untilEnded<Outcome extends { status: string }>(
  request: Pick<InteractingRequest, 'subscribeHints' | 'deadline' | 'endTurn'>,
  { id, start, read, waitMs }: Started<Outcome>,
): Promise<Outcome> {
  if (waitMs === 0) return start();
  const { subscribeHints, deadline, endTurn } = request;
  let wake = () => {};
  const awakened = new Promise<void>((resolve) => (wake = resolve));
  // Subscribed first: the hint may come before the answer to the start.
  const subscription = await subscribeHints(interactionTopic(id), wake);
  try {
    const started = await start();
    if (started.status !== 'pending') return started;
    endTurn();
    const timer = setTimeout(wake, Math.min(waitMs, deadline.remainingMs() - readMs));
    await awakened;
    clearTimeout(timer);
    // What has been accepted is not answered as if it had not.
    return await read().catch(() => started);
  } finally {
    subscription.end();
  }
}

interface Awaited {
  thing: string;
  interaction: string;
  /** By `performance.now()`. */
  waitsUntil: number;
}

/** Waits until a device has reported what an interaction wrote; returns whether it has. */
async function isConfirmed(
  request: Pick<InteractingRequest, 'units' | 'caller' | 'subscribeHints' | 'deadline' | 'endTurn'>,
  { thing, interaction, waitsUntil }: Awaited,
): Promise<boolean> {
  const { units, caller, subscribeHints, deadline, endTurn } = request;
  endTurn();
  const ended = new AbortController();
  const changed = createSignal(ended.signal);
  const subscription = await subscribeHints<ThingsHint>(thingsTopic(caller.developer), (hint) => {
    if (mayConcern(hint, { thing, caller })) changed.notify();
  });
  try {
    for (;;) {
      changed.reset();
      const read = await units('things.targets', { caller, id: thing });
      // The device may follow both writes and report only the last.
      if (read.replaced.includes(interaction)) return false;
      if (!read.interactions.includes(interaction)) return true;
      const leftMs = Math.min(waitsUntil - performance.now(), deadline.remainingMs() - readMs);
      if (leftMs <= 0) return false;
      await changed.wait(leftMs);
    }
  } catch {
    // The write has been accepted; whether it is confirmed is not known.
    return false;
  } finally {
    subscription.end();
    ended.abort();
  }
}

/** `Prefer: handling=queue`: a write waits while its device is away. */
const prefersQueue = (header = ''): boolean =>
  preferencesIn(header).some((preference) => /^handling\s*=\s*"?queue"?$/.test(preference));

const preferencesIn = (header: string): string[] =>
  header.split(',').map((preference) => preference.trim().toLowerCase());

/** `Prefer: wait=<seconds>` or `respond-async` (RFC 7240, sections 4.1 and 4.3), in milliseconds. */
export function preferredWaitMs(header = ''): number {
  const preferences = preferencesIn(header);
  const seconds = preferences
    .map((preference) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(preference)?.[1])
    .find(Boolean);
  if (seconds !== undefined) return Math.min(Number(seconds) * 1000, maxWaitMs);
  return preferences.includes('respond-async') ? 0 : defaultWaitMs;
}

const notFound = (what: string) => new Problem('not_found', `The thing has no such ${what}.`);

/**
 * Throws the problem of a write, if there is one. The app that created a thing writes read-only properties, too:
 * it knows what they are.
 */
export function requireWritable(
  { properties, creator }: Thing,
  { name, value, app }: { name: string; value: unknown; app: string },
): void {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!property) throw notFound('property');
  const isCreator = creator.kind === 'app' && creator.id === app;
  if (property.readOnly && !isCreator) {
    throw new Problem('not_writable', 'The property is read-only.');
  }
  requireConforming(value, property);
}

const maxTransitionSeconds = maxTransitionMs / 1000;

/** A member that says how long the change of properties takes. */
export const transitionMember = z
  .number()
  .min(0)
  .max(maxTransitionSeconds)
  .optional()
  .describe(
    'How long the change takes (s), of properties with `transition`; others change at once.',
  );

/** A query parameter that says how long the change of properties takes. */
export const transitionQuery = {
  transition: numberParameter(0, maxTransitionSeconds)
    .optional()
    .describe('How long the change takes (s); only of properties with `transition`.'),
};

export const toMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1000);

/** Throws the problem of a write that says how long the change takes, of properties that cannot. */
export function requireTransitions(
  { properties, creator }: Thing,
  names: readonly string[],
  transitionSeconds: number | undefined,
): void {
  if (transitionSeconds === undefined) return;
  // An app's thing only stores values.
  const isPossible = (name: string) => creator.kind === 'client' && properties[name]?.transition;
  const refused = names.find((name) => !isPossible(name));
  if (refused === undefined) return;
  throw invalidMember('/query/transition', `The property ${refused} has no transitions.`);
}

/** The most properties that one request writes. */
export const maxProperties = 100;

/** The values of properties, by their names. */
export const propertyValues = z
  .record(z.string(), anyJson)
  .refine((values) => Object.keys(values).length > 0, 'Must have a property.')
  .refine(
    (values) => Object.keys(values).length <= maxProperties,
    `Must have at most ${maxProperties} properties.`,
  );

/** Throws the first problem of a write of several properties; its pointers begin with the name of the property. */
export async function requireAllWritable(
  thing: Thing,
  { values, app }: { values: Readonly<Record<string, unknown>>; app: string },
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    // Checking a value takes up to 100,000 steps; other requests come in between.
    await yieldToEventLoop();
    try {
      requireWritable(thing, { name, value, app });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw ofMember(error, name);
    }
  }
}

function ofMember({ code, message, extras }: Problem, name: string): Problem {
  const prefix = jsonPointer([name]);
  const errors = extras.errors ?? [{ pointer: '', detail: message }];
  const pointed = errors.map(({ pointer, detail }) => ({ pointer: prefix + pointer, detail }));
  // The thing exists; a member of the body does not.
  const shown = code === 'not_found' ? 'invalid_request' : code;
  return new Problem(shown, message, { ...extras, errors: pointed });
}

/** Throws the problem of an action, if there is one; says whether it may be repeated. */
export function requireInvocable(
  { actions }: Thing,
  { name, input }: { name: string; input: unknown },
): { idempotent: boolean } {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw notFound('action');
  if (action.input && (input !== undefined || action.input.required)) {
    requireConforming(input, action.input);
  }
  return { idempotent: action.idempotent ?? false };
}
