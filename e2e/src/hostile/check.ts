import type { Report } from './device.js';
import type { Value } from './kinds.js';

export interface ValueEvent {
  value: Value | null | undefined;
  /** When it was recorded (ms since 1970). */
  at: number;
}

export interface TargetEvent {
  value: Value;
  status: 'pending' | 'confirmed' | 'unconfirmed' | 'withdrawn';
  /** When it was requested (ms since 1970). */
  requested: number;
  /** When it was recorded (ms since 1970). */
  at: number;
}

/** A write that was answered 204. */
export interface DoneWrite {
  value: Value;
  sent: number;
  answered: number;
}

/** By how much a value may differ from the requested one: half a percent, from the rounding of technologies. */
const rounding = 0.5 + 1e-9;
/** The same once the device has had time to report: what it can do best. */
const nearest = 2 + 1e-9;
/** By how much a value may differ from the reported one: two decimals. */
const shown = 0.01;

const isNear = (one: Value | null | undefined, other: Value | undefined, tolerance: number) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= tolerance
    : (one ?? undefined) === other;

/** Returns the values that are not, in their order, among the reported ones. */
export function unreported(values: readonly ValueEvent[], reports: readonly Report[]): unknown[] {
  let next = 0;
  return values.flatMap(({ value, at }, n) => {
    const found = reports.findIndex(
      (report, index) => index >= next && report.at <= at && isNear(value, report.value, shown),
    );
    if (found === -1) {
      const before = reports.slice(next - 5).filter((report) => report.at <= at);
      return [{ n, value, at, before, events: values.slice(n - 4, n + 3) }];
    }
    next = found + 1;
    return [];
  });
}

/** How long a target is pending at least (ms). */
const pendingMs = 60_000;

/**
 * How much earlier than the request a report may have been sent (ms): on a busy machine it may be received only
 * after that, and nobody can tell.
 */
const inFlightMs = 250;

/** Returns the confirmations for which the device gave no reason. */
export function unfounded(targets: TargetEvent[], reports: readonly Report[]): unknown[] {
  return targets.flatMap((target, n) => {
    if (target.status !== 'confirmed') return [];
    const { value, requested, at } = target;
    const tolerance = at - requested >= pendingMs ? nearest : rounding;
    const isFounded = reports.some(
      (report) =>
        report.at >= requested - inFlightMs &&
        report.at <= at &&
        isNear(value, report.value, tolerance),
    );
    return isFounded ? [] : [{ n, ...target }];
  });
}

/** Returns the answers 204 for which the device gave no reason: neither a report, nor the value that it had already. */
export function untrue(writes: DoneWrite[], reports: readonly Report[]): unknown[] {
  return writes.filter(({ value, sent, answered }) => {
    const before = reports.findLast(({ at }) => at < sent);
    const since = reports.filter(({ at }) => at >= sent && at <= answered);
    return ![before, ...since].some((report) => report && isNear(value, report.value, rounding));
  });
}

/** Returns whether a value is the requested one. */
export const isReached = (value: Value | null | undefined, requested: Value): boolean =>
  isNear(value, requested, rounding);
