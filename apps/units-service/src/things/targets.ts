import { isDeepStrictEqual } from 'node:util';
import type { Target, TargetOutcome, Thing } from '@trellis/contracts';

/** How long a device may take to report a requested value, or another value on the way to it (ms). */
const confirmWithinMs = 60_000;

/** How long a device may take altogether that reports values on the way, such as a shutter that moves (ms). */
const arriveWithinMs = 5 * 60_000;

/** How long the interactions of replaced targets are remembered: longer than anybody waits for one (ms). */
const rememberMs = 60_000;

/** The most interactions of a property that are remembered. */
const maxReplaced = 50;

/** How long a target stays queued (ms); longer than a write waits, in case nobody withdraws it. */
const queuedForMs = 25 * 60 * 60_000;

/** A target as it is stored. Times are in milliseconds since the epoch. */
interface StoredTarget extends Pick<Target, 'value'> {
  /** One that has `ended` only remembers what it has replaced. */
  status: Target['status'] | 'ended';
  requested: number;
  /** When it becomes unconfirmed if it is pending, ends if it is queued, or is forgotten if it has ended. */
  until: number;
  /** The id of the interaction that requested it. */
  interaction: string;
  /** Whether the device has reported the property since, as something else. */
  isReported?: boolean;
  /** The interactions of earlier targets that were pending when this one replaced them; left out if there are none. */
  replaced?: string[];
}

/** The targets of a thing, by the names of properties. */
export type Targets = ReadonlyMap<string, StoredTarget>;

export interface TargetEvent {
  name: string;
  target: TargetOutcome;
}

/** Targets after a change, with its events. */
export interface Changed {
  targets: Targets;
  events: TargetEvent[];
}

type Values = Readonly<Record<string, unknown>>;
type Properties = Thing['properties'];

export const parseTargets = (text: string | null): Targets =>
  new Map(Object.entries(text === null ? {} : (JSON.parse(text) as Record<string, StoredTarget>)));

export const formatTargets = (targets: Targets): string | null =>
  targets.size === 0 ? null : JSON.stringify(Object.fromEntries(targets));

/** Returns when the time of the first target is over; null if that of all is. */
export function firstEnd(targets: Targets): Date | null {
  const ends = [...targets.values()]
    .filter(({ status }) => status !== 'unconfirmed')
    .map(({ until }) => until);
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

export const isAnyPending = (targets: Targets): boolean =>
  [...targets.values()].some(({ status }) => status === 'pending');

/** Returns targets as callers see them. */
export const toTargets = (text: string): Record<string, Target> =>
  Object.fromEntries(
    [...parseTargets(text)].flatMap(([name, target]) =>
      target.status === 'ended' ? [] : [[name, toTarget(target, target.status)]],
    ),
  );

const toTarget = <Status extends TargetOutcome['status']>(
  { value, requested }: StoredTarget,
  status: Status,
) => ({ value, requested: new Date(requested).toISOString(), status });

const eventOf = (
  name: string,
  target: StoredTarget,
  status: TargetOutcome['status'],
): TargetEvent => ({ name, target: toTarget(target, status) });

/** Returns the interactions of targets that may still be confirmed, and of those that were replaced before they were. */
export function interactionsOf(targets: Targets): { interactions: string[]; replaced: string[] } {
  const all = [...targets.values()];
  return {
    interactions: all.flatMap(({ status, interaction }) => (status === 'ended' ? [] : interaction)),
    replaced: all.flatMap(({ replaced = [] }) => replaced),
  };
}

/** Removes a target; what it has replaced is remembered. */
function end(targets: Map<string, StoredTarget>, name: string, now: number): void {
  const target = targets.get(name);
  if (!target?.replaced) targets.delete(name);
  else targets.set(name, { ...target, status: 'ended', until: now + rememberMs });
}

interface Requested {
  values: Values;
  /** The id of the interaction. */
  interaction: string;
  /** When, by the clock of observations. */
  requested: string;
}

export interface Known {
  properties: Properties;
  values: Values;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Adds what an interaction requests. What a property has already is no target, unless another request is pending, which
 * may still change it.
 */
export function request(
  before: Targets,
  { values: requested, interaction, ...at }: Requested,
  { properties, values, now }: Known,
): Changed {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  for (const [name, value] of Object.entries(requested)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property || property.writeOnly) continue;
    const isThere = Object.hasOwn(values, name) && isReached(values[name], value, property);
    const earlier = targets.get(name);
    if (isThere && earlier?.status !== 'pending') {
      if (!earlier || earlier.status === 'ended') continue;
      end(targets, name, now);
      events.push(eventOf(name, earlier, 'withdrawn'));
      continue;
    }
    const until = now + confirmWithinMs;
    const requested = Date.parse(at.requested);
    const target = { value, requested, until, status: 'pending' as const, interaction };
    targets.set(name, Object.assign(target, replacing(earlier)));
    events.push(eventOf(name, target, 'pending'));
  }
  return { targets, events };
}

/** Returns the interactions that a new target replaces. */
function replacing(earlier: StoredTarget | undefined): Pick<StoredTarget, 'replaced'> {
  const { status, interaction, replaced = [] } = earlier ?? {};
  const all = status === 'pending' ? [...replaced, interaction!] : replaced;
  return all.length > 0 ? { replaced: all.slice(-maxReplaced) } : {};
}

interface Withdrawal {
  interaction: string;
  /** All by default. */
  names?: readonly string[] | undefined;
  queued?: boolean | undefined;
}

/** Removes the targets of an interaction that was not performed, or marks them as queued. */
export function withdraw(
  before: Targets,
  { interaction, names = [...before.keys()], queued: isQueued = false }: Withdrawal,
  { now }: Pick<Known, 'now'>,
): Changed {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  for (const name of names) {
    const target = targets.get(name);
    if (target?.interaction !== interaction || target.status === 'ended') continue;
    if (isQueued) targets.set(name, { ...target, status: 'queued', until: now + queuedForMs });
    else end(targets, name, now);
    events.push(eventOf(name, target, isQueued ? 'queued' : 'withdrawn'));
  }
  return { targets, events };
}

interface Observation {
  previous: Values;
  /** When the poll began or the device reported; `Infinity` if that is not known. */
  observed: number;
}

/**
 * Compares targets with the values that a device has just reported. A value on the way gives a pending target more time; any
 * change ends an unconfirmed one. A queued one stays, since it is still to be sent.
 */
export function settle(
  before: Targets,
  { values: reported, properties, now, previous, observed }: Known & Observation,
): Changed | undefined {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  let isChanged = false;
  for (const [name, target] of before) {
    if (target.status === 'ended') continue;
    if (!Object.hasOwn(reported, name) || observed < target.requested) continue;
    if (isReached(reported[name], target.value, properties[name])) {
      end(targets, name, now);
      events.push(eventOf(name, target, 'confirmed'));
      continue;
    }
    const hasMoved = !isDeepStrictEqual(reported[name], previous[name]);
    if (target.status === 'pending' && (hasMoved || !target.isReported)) {
      const until = Math.min(now + confirmWithinMs, target.requested + arriveWithinMs);
      targets.set(name, { ...target, isReported: true, ...(hasMoved && { until }) });
      isChanged = true;
    } else if (target.status === 'unconfirmed' && hasMoved) {
      end(targets, name, now);
      events.push(eventOf(name, target, 'withdrawn'));
    }
  }
  return events.length > 0 || isChanged ? { targets, events } : undefined;
}

/**
 * Ends targets whose time is over, and forgets those that have ended. A value next to a pending target is what the device
 * made of it.
 */
export function expire(before: Targets, { properties, values, now }: Known): Changed {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  for (const [name, target] of before) {
    if (target.status === 'unconfirmed' || target.until > now) continue;
    if (target.status === 'ended') targets.delete(name);
    else if (
      target.isReported &&
      isReached(values[name], target.value, properties[name], 'nearly')
    ) {
      targets.delete(name);
      events.push(eventOf(name, target, 'confirmed'));
    } else if (target.status === 'queued' || !Object.hasOwn(properties, name)) {
      targets.delete(name);
      events.push(eventOf(name, target, 'withdrawn'));
    } else {
      targets.set(name, { ...target, status: 'unconfirmed' });
      events.push(eventOf(name, target, 'unconfirmed'));
    }
  }
  return { targets, events };
}

type Schema = Properties[string] | undefined;

/**
 * Returns whether a value is the requested one. Numbers may differ by the rounding of the technology: half a step, or
 * half a percent of the range if it has no steps. With `nearly` it is a whole step, or two percent. Members that were not
 * requested do not count.
 */
function isReached(
  value: unknown,
  target: unknown,
  schema: Schema,
  precision: 'rounded' | 'nearly' = 'rounded',
): boolean {
  if (typeof value === 'number' && typeof target === 'number') {
    return Math.abs(value - target) <= toleranceOf(target, schema)[precision];
  }
  if (isObject(value) && isObject(target)) {
    return Object.keys(target).every(
      (name) =>
        Object.hasOwn(value, name) &&
        isReached(value[name], target[name], schema?.properties?.[name], precision),
    );
  }
  return isDeepStrictEqual(value, target);
}

function toleranceOf(
  target: number,
  { multipleOf: step, minimum, maximum }: NonNullable<Schema> = {},
) {
  if (step !== undefined) return { rounded: step / 2, nearly: step };
  const range = minimum === undefined || maximum === undefined ? 0 : maximum - minimum;
  const share = Number.isFinite(range) ? range / 200 : 0;
  // 20.1 °C is not 20 °C, which is within half a percent of the range of a thermostat.
  const digit = Number.isInteger(target) ? Infinity : 0.05;
  return { rounded: Math.min(share, digit), nearly: 4 * share };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
