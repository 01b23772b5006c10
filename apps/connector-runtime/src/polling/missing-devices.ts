import { isDeferred, isPresent, type Changes, type KnownEntity } from './reconcile.js';

/**
 * Many devices of a client that went missing at once and are not marked as vanished yet. Their mappings have the
 * problem `sweep_held`.
 */
export interface MissingDevices {
  /** Since when they are missing; a few may have joined later. */
  since: Date;
  /** How many devices are still found. */
  found: number;
  /** How many devices are missing. */
  missing: number;
  /** Whether only the developer may decide, however long the devices are missing. */
  waits: boolean;
}

/** More missing devices than this, and more than half of all, are treated as a failure of the technology. */
const maxMissing = 5;

/** How long devices must be missing before they are marked as vanished without the developer's decision (ms). */
export const gracePeriodMs = 60 * 60_000;

interface Before {
  known: KnownEntity[];
  missing: MissingDevices | null;
}

/**
 * Defers the loss of many devices at once, because the technology is then more likely to be at fault than the
 * devices. Returns the changes to publish, and the missing devices to remember, or null. While some are deferred,
 * every missing device joins them; a few that join do not restart the grace period.
 */
export function deferMissing<Found extends Changes>(
  { known, missing: before }: Before,
  found: Found,
  now: Date,
): { changes: Found; missing: MissingDevices | null } {
  const present = known.filter(isPresent);
  const lost = new Set(found.vanished.map(({ entity }) => entity));
  // Devices that were found but cannot become things are back as well.
  const returned = new Set([
    ...found.changed.map(({ entity }) => entity),
    ...found.warnings.map(({ connector_thing_id: entity }) => entity),
  ]);
  const missing = present.filter(
    (one) => lost.has(one.entity) || (isDeferred(one) && !returned.has(one.entity)),
  );
  const areMany = missing.length > maxMissing && missing.length > present.length / 2;
  if (missing.length === 0 || (!areMany && !missing.some(isDeferred))) {
    return { changes: found, missing: null };
  }
  const joined = missing.filter((one) => !isDeferred(one)).length;
  const areSame = joined === 0 && missing.length === present.filter(isDeferred).length;
  const since = before && joined <= maxMissing ? before.since : now;
  const waits = before?.waits ?? false;
  const isOver = !waits && areSame && now.getTime() - since.getTime() >= gracePeriodMs;
  // A listener may have reported only some of them.
  if (isOver && missing.every(({ entity }) => lost.has(entity))) {
    return { changes: found, missing: null };
  }
  return {
    changes: markUnknown(found, new Set(missing.map(({ entity }) => entity))),
    missing: { since, found: present.length - missing.length, missing: missing.length, waits },
  };
}

/** Marks missing devices as unknown instead of removing them. */
function markUnknown<Found extends Changes>(found: Found, deferred: Set<string>): Found {
  const unknown = found.vanished
    .filter((one) => deferred.has(one.entity) && !isDeferred(one))
    .map((one) => ({ ...one, available: false, problem: 'sweep_held' as const }));
  return {
    ...found,
    vanished: found.vanished.filter(({ entity }) => !deferred.has(entity)),
    unobserved: [...found.unobserved, ...unknown],
  };
}

/** Returns whether two records of missing devices are the same. */
export const areSameMissing = (one: MissingDevices | null, other: MissingDevices | null): boolean =>
  one?.since.getTime() === other?.since.getTime() &&
  one?.found === other?.found &&
  one?.missing === other?.missing;
