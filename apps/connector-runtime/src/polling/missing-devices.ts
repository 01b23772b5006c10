import type { ClientRow } from '../session.js';
import { isHeld, isNotGone, type Changes, type KnownEntity } from './reconcile.js';

/**
 * Many devices of a client that were missing at once, and that are not marked as vanished yet. Which they are is in
 * their mappings.
 */
export interface HeldSweep {
  /** Since when they are missing, but for a few that have joined them since. */
  since: Date;
  /** How many devices were found instead. */
  found: number;
  /** How many are missing. */
  missing: number;
  /** Whether the developer wants it to be held until they return or it is accepted by hand. */
  waits: boolean;
}

/** A sweep is more than so many devices, and more than half of those that a client has. */
const maxMissing = 5;

/** How long they must be missing before they are marked as vanished without being asked (ms). */
export const sweepHoldMs = 60 * 60_000;

/** What polls have stored before. */
interface Before {
  known: KnownEntity[];
  sweep: HeldSweep | null;
}

/**
 * Takes from what was found the devices that are not to be marked as vanished, since so many are missing at once that
 * the technology is to blame rather than they; returns the sweep that is held from then on, or null. While one is
 * held, every device that is missing belongs to it; those that would be believed without it, since they are few, do not
 * begin it anew.
 */
export function holdSweep<Found extends Changes>(
  { known, sweep }: Before,
  found: Found,
  now: Date,
): { findings: Found; sweep: HeldSweep | null } {
  const present = known.filter(isNotGone);
  const lost = new Set(found.vanished.map(({ entity }) => entity));
  // Also those that were found, but cannot be things.
  const returned = new Set([
    ...found.changed.map(({ entity }) => entity),
    ...found.warnings.map(({ connector_thing_id: entity }) => entity),
  ]);
  const missing = present.filter(
    (one) => lost.has(one.entity) || (isHeld(one) && !returned.has(one.entity)),
  );
  if (missing.length === 0) return { findings: found, sweep: null };
  const isSweep = missing.length > maxMissing && missing.length > present.length / 2;
  if (!isSweep && !missing.some(isHeld)) return { findings: found, sweep: null };
  const joined = missing.filter((one) => !isHeld(one)).length;
  const isSame = joined === 0 && missing.length === present.filter(isHeld).length;
  const since = sweep && joined <= maxMissing ? sweep.since : now;
  const waits = sweep?.waits ?? false;
  const isOver = !waits && isSame && now.getTime() - since.getTime() >= sweepHoldMs;
  // What was heard may name only some of them.
  if (isOver && missing.every(({ entity }) => lost.has(entity))) {
    return { findings: found, sweep: null };
  }
  return {
    findings: withoutVanished(found, new Set(missing.map(({ entity }) => entity))),
    sweep: { since, found: present.length - missing.length, missing: missing.length, waits },
  };
}

/** Has devices be unknown rather than gone. */
function withoutVanished<Found extends Changes>(found: Found, held: Set<string>): Found {
  const problem = 'sweep_held';
  const unknown = found.vanished
    .filter((one) => held.has(one.entity) && !isHeld(one))
    .map((one) => Object.assign({}, one, { available: false, problem } as const));
  return {
    ...found,
    vanished: found.vanished.filter(({ entity }) => !held.has(entity)),
    unobserved: [...found.unobserved, ...unknown],
  };
}

interface Needs {
  store: { storeSweep(client: ClientRow, sweep: HeldSweep | null): Promise<unknown> };
}

/** Stores which sweep is held, if that has changed. */
export async function storeHeldSweep(
  { store }: Needs,
  client: ClientRow,
  { before, now }: { before: HeldSweep | null; now: HeldSweep | null },
): Promise<void> {
  const isAsBefore =
    before?.since.getTime() === now?.since.getTime() &&
    before?.found === now?.found &&
    before?.missing === now?.missing;
  if (!isAsBefore) await store.storeSweep(client, now);
}
