import { isDeepStrictEqual } from 'node:util';
import {
  levels,
  splitName,
  switchingOn,
  type Requester,
  type Target,
  type TargetOutcome,
  type Thing,
} from '@trellis/contracts';
import { isReached } from './reached.js';

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
  /** Who requested it; left out if that is not known. */
  by?: Requester;
  /** How long the change takes, if the write says so (ms). */
  transitionMs?: number;
  /** When the device last reported the property since, as something else. */
  reported?: number;
  /** The interactions of earlier targets that were pending when this one replaced them; left out if there are none. */
  replaced?: string[];
}

/** The targets of a thing, by the names of properties. */
export type Targets = ReadonlyMap<string, StoredTarget>;

export interface TargetEvent {
  name: string;
  target: TargetOutcome;
  by: Requester | undefined;
}

/** A change of a property that was requested: the latest one since. */
export interface Attribution {
  name: string;
  since: number;
  by: Requester;
}

/** Targets after a change, with its events. */
export interface Changed {
  targets: Targets;
  events: TargetEvent[];
  attributions: Attribution[];
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
): TargetEvent => ({ name, target: toTarget(target, status), by: target.by });

/** Returns to whom the change is due that has reached a target. */
const attribute = (
  name: string,
  { by, requested: since }: Pick<StoredTarget, 'by' | 'requested'>,
): Attribution[] => (by ? [{ name, since, by }] : []);

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
  /** How long the change takes (ms), of properties with `transition`. */
  transition_ms?: number | undefined;
  /** The id of the interaction. */
  interaction: string;
  /** When, by the clock of observations. */
  requested: string;
  requester?: Requester | undefined;
}

export interface Known {
  properties: Properties;
  values: Values;
  /** When each value last changed, as JSON text. */
  valueTimes: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Adds what an interaction requests. What a property has already is no target, unless another request is pending, which
 * may still change it. The write is sent at the same time, so the device may have reported the value before this.
 */
export function request(
  before: Targets,
  { values: wantedValues, interaction, transition_ms, requester: by, ...at }: Requested,
  { properties, values, valueTimes, now }: Known,
): Changed {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  const attributions: Attribution[] = [];
  const requested = Date.parse(at.requested);
  for (const [given, wanted] of Object.entries(wantedValues)) {
    const [name, value] = asSwitch(given, wanted, properties);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property || property.writeOnly) continue;
    const isThere = Object.hasOwn(values, name) && isReached(values[name], value, property);
    const earlier = targets.get(name);
    const opposite = name === given ? switchOff(given, targets) : pendingAt(given, targets);
    if (isThere && earlier?.status !== 'pending' && !opposite) {
      if (changedAt(valueTimes, name) >= requested) {
        attributions.push(...attribute(name, { by, requested }));
      }
      if (!earlier || earlier.status === 'ended') continue;
      end(targets, name, now);
      events.push(eventOf(name, earlier, 'withdrawn'));
      continue;
    }
    const transitionMs = property.transition ? (transition_ms ?? 0) : 0;
    const until = now + transitionMs + confirmWithinMs;
    const target = { value, requested, until, status: 'pending' as const, interaction };
    if (opposite) {
      targets.delete(opposite.name);
      events.push(eventOf(opposite.name, opposite.target, 'withdrawn'));
    }
    const lasting = transitionMs > 0 && { transitionMs };
    const replaces = replacing(interaction, [earlier, opposite?.target]);
    targets.set(name, Object.assign(target, lasting, replaces, by && { by }));
    const isReported = isThere && (earlier?.reported ?? -Infinity) >= requested;
    if (isReported) {
      end(targets, name, now);
      attributions.push(...attribute(name, { by, requested }));
    }
    events.push(eventOf(name, target, isReported ? 'confirmed' : 'pending'));
  }
  return { targets, events, attributions };
}

/** Returns when the value of a property last changed (milliseconds since the epoch). */
const changedAt = (valueTimes: string, name: string): number =>
  (JSON.parse(valueTimes) as Record<string, number>)[name] ?? 0;

/** Returns the property that shows whether a value is reached: a level of 0 switches off, and the level may stay. */
function asSwitch(name: string, value: unknown, properties: Properties): [string, unknown] {
  const on = switchOf(name);
  const isOff = value === 0 && levels.has(splitName(name).base);
  return isOff && Object.hasOwn(properties, on) ? [on, false] : [name, value];
}

/** Returns the property whose target stands for a level of 0, if it has one. */
function switchedBy(name: string, targets: Targets): string[] {
  const isOff = levels.has(splitName(name).base) && targets.get(switchOf(name))?.value === false;
  return isOff ? [switchOf(name)] : [];
}

/** Returns the name of the property that switches the lamp or fan of a property. */
const switchOf = (name: string): string => `on${splitName(name).number}`;

/** Returns a pending target, which a new one of another property contradicts. */
function pendingAt(name: string, targets: Targets) {
  const target = targets.get(name);
  return target?.status === 'pending' ? { name, target } : undefined;
}

/** Returns the pending target that switches off what the write of a property switches on. */
function switchOff(name: string, targets: Targets) {
  const pending = pendingAt(switchOf(name), targets);
  return switchingOn.has(splitName(name).base) && pending?.target.value === false
    ? pending
    : undefined;
}

/** Returns the interactions that the target of another one replaces. */
function replacing(
  by: string,
  earlier: (StoredTarget | undefined)[],
): Pick<StoredTarget, 'replaced'> {
  const all = earlier.flatMap((one) => {
    if (!one) return [];
    const { status, interaction, replaced = [] } = one;
    return status === 'pending' && interaction !== by ? [...replaced, interaction] : replaced;
  });
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
  for (const name of new Set(names.flatMap((one) => [one, ...switchedBy(one, before)]))) {
    const target = targets.get(name);
    if (target?.interaction !== interaction || target.status === 'ended') continue;
    if (isQueued) targets.set(name, { ...target, status: 'queued', until: now + queuedForMs });
    else end(targets, name, now);
    events.push(eventOf(name, target, isQueued ? 'queued' : 'withdrawn'));
  }
  return { targets, events, attributions: [] };
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
  const attributions: Attribution[] = [];
  let isChanged = false;
  for (const [name, target] of before) {
    if (target.status === 'ended') continue;
    if (!Object.hasOwn(reported, name) || observed < target.requested) continue;
    if (isReached(reported[name], target.value, properties[name])) {
      end(targets, name, now);
      events.push(eventOf(name, target, 'confirmed'));
      if (target.status === 'pending') attributions.push(...attribute(name, target));
      continue;
    }
    const hasMoved = !isDeepStrictEqual(reported[name], previous[name]);
    if (target.status === 'pending') {
      const { requested, transitionMs = 0 } = target;
      const latest = requested + transitionMs + arriveWithinMs;
      const until = Math.max(target.until, Math.min(now + confirmWithinMs, latest));
      const at = Math.min(observed, now);
      targets.set(name, { ...target, reported: at, ...(hasMoved && { until }) });
      isChanged = true;
    } else if (target.status === 'unconfirmed' && hasMoved) {
      end(targets, name, now);
      events.push(eventOf(name, target, 'withdrawn'));
    }
  }
  return events.length > 0 || isChanged ? { targets, events, attributions } : undefined;
}

/**
 * Ends targets whose time is over, and forgets those that have ended. A value next to a pending target is what the device
 * made of it.
 */
export function expire(before: Targets, { properties, values, now }: Known): Changed {
  const targets = new Map(before);
  const events: TargetEvent[] = [];
  const attributions: Attribution[] = [];
  for (const [name, target] of before) {
    if (target.status === 'unconfirmed' || target.until > now) continue;
    if (target.status === 'ended') targets.delete(name);
    else if (
      target.reported !== undefined &&
      isReached(values[name], target.value, properties[name], 'nearly')
    ) {
      targets.delete(name);
      events.push(eventOf(name, target, 'confirmed'));
      attributions.push(...attribute(name, target));
    } else if (target.status === 'queued' || !Object.hasOwn(properties, name)) {
      targets.delete(name);
      events.push(eventOf(name, target, 'withdrawn'));
    } else {
      targets.set(name, { ...target, status: 'unconfirmed' });
      events.push(eventOf(name, target, 'unconfirmed'));
    }
  }
  return { targets, events, attributions };
}
