import type { Discovery, Room } from '@trellis/connector-sdk';
import type { ClientWarning } from '@trellis/contracts';
import type { ClientRow } from '../session.js';
import { toStorableText } from './failure.js';
import { reconcile, type Changes, type KnownEntity } from './reconcile.js';
import type { PublishedStatus } from './store.js';
import { findRoomError } from './validate.js';

/** Differences between what was found and what is stored. */
export interface ClientChanges extends Changes {
  /** The rooms to store, as JSON; undefined when nothing is known about them. */
  rooms: string | undefined;
  /** The status to publish to units-service, if that may have changed. */
  status?: PublishedStatus | undefined;
}

/** Compares what a poll discovered with what is stored. */
export function compareDiscovery(
  { id, isListening }: Pick<ClientRow, 'id' | 'isListening'>,
  known: KnownEntity[],
  discovery: Discovery,
): ClientChanges {
  // A device that the listener reports may be available although a poll does not reach it.
  const isCoveredByListener = isListening && discovery.listenCoverage !== 'part';
  const problems = isCoveredByListener ? [] : discovery.problems;
  const { warnings, ...changes } = reconcile(id, known, { ...discovery, problems });
  const checked = checkRooms(discovery.rooms ?? []);
  const hasRooms = discovery.rooms !== undefined && discovery.complete;
  return {
    ...changes,
    warnings: [...warnings, ...checked.warnings],
    rooms: hasRooms ? JSON.stringify(checked.rooms) : undefined,
  };
}

/** Separates valid rooms from the others, for each of which there is a warning. */
function checkRooms(found: Room[]): { rooms: Room[]; warnings: ClientWarning[] } {
  const rooms: Room[] = [];
  const warnings: ClientWarning[] = [];
  for (const room of found) {
    const error = findRoomError(room);
    if (error === undefined) rooms.push(room);
    else {
      const detail = toStorableText(`A room was left out: ${error}`);
      warnings.push({ code: 'connector_failed', detail });
    }
  }
  return { rooms, warnings };
}
