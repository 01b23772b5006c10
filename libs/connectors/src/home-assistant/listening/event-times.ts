import { oneLine } from '@trellis/connector-sdk';
import { domainOf, timeOf, type State } from '../domains/domain.js';
import type { Difference } from './updates.js';

export interface Happened {
  entityId: string;
  data: Record<string, string>;
  at: Date;
}

/**
 * How long before the change of its state an event may have happened (ms). An older one is the last event of an
 * entity that was restored, or that can be reached again.
 */
const maxAgeMs = 60_000;

/** The times of the last events of entities: the same time again is the same event. */
export class EventTimes {
  readonly #last = new Map<string, number>();

  /** Records the last event of an entity, which is not new. */
  see(state: State): void {
    const at = eventTime(state);
    if (at !== undefined) this.#last.set(state.entity_id, at);
  }

  forget(entityId: string): void {
    this.#last.delete(entityId);
  }

  clear(): void {
    this.#last.clear();
  }

  /** Returns the event of a state change; undefined if there is none. */
  change(state: State, { state: text, changedAt }: Difference): Happened | undefined {
    const at = text === undefined ? undefined : eventTime(state);
    if (at === undefined) return undefined;
    const last = this.#last.get(state.entity_id) ?? -Infinity;
    this.#last.set(state.entity_id, Math.max(at, last));
    const data = dataOf(state);
    const isOld = at <= last || (changedAt !== undefined && changedAt.getTime() - at > maxAgeMs);
    return data === undefined || isOld
      ? undefined
      : { entityId: state.entity_id, data, at: new Date(at) };
  }
}

/** Returns the time of the last event, which is the state of an event entity or a tag. */
function eventTime({ entity_id, state }: State): number | undefined {
  const time = carried.has(domainOf(entity_id)) ? timeOf(state) : undefined;
  return time === undefined ? undefined : Date.parse(time);
}

/** The data of events by domain: the names of the members and of the attributes. The first is required. */
const carried = new Map([
  ['event', [['event_type', 'event_type']]],
  [
    'tag',
    [
      ['tag_id', 'tag_id'],
      ['device_id', 'last_scanned_by_device_id'],
    ],
  ],
]);

function dataOf({ entity_id: id, attributes }: State): Record<string, string> | undefined {
  const members = (carried.get(domainOf(id)) ?? []).map(
    ([name = '', attribute = '']) => [name, oneLine(attributes[attribute])] as const,
  );
  if (members[0]?.[1] === undefined) return undefined;
  return Object.fromEntries(
    members.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}
