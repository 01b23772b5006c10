import { oneLine } from '@trellis/connector-sdk';
import { domainOf, type State } from '../domains/state.js';
import { timeOf } from '../domains/values.js';
import type { Difference } from './updates.js';

/** An event that an entity has told. */
export interface Happened {
  entityId: string;
  data: { event_type: string };
  at: Date;
}

/**
 * How long before the change of its state an event may have happened (ms). What is older is the last event of an
 * entity that was restored, or that can be reached again.
 */
const maxAgeMs = 60_000;

/** When the event entities have told their last events: the same time again is the same event. */
export class EventTimes {
  readonly #last = new Map<string, number>();

  /** Takes note of the last event of an entity, which has not happened now. */
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

  /** What has happened by a change of a state; undefined if nothing has. */
  change(state: State, { state: text, changedAt }: Difference): Happened | undefined {
    const at = text === undefined ? undefined : eventTime(state);
    if (at === undefined) return undefined;
    const last = this.#last.get(state.entity_id) ?? -Infinity;
    this.#last.set(state.entity_id, Math.max(at, last));
    const type = oneLine(state.attributes.event_type);
    const isOld = at <= last || (changedAt !== undefined && changedAt.getTime() - at > maxAgeMs);
    return type === undefined || isOld
      ? undefined
      : { entityId: state.entity_id, data: { event_type: type }, at: new Date(at) };
  }
}

/** The state of an event entity is the time of its last event. */
function eventTime({ entity_id, state }: State): number | undefined {
  const time = domainOf(entity_id) === 'event' ? timeOf(state) : undefined;
  return time === undefined ? undefined : Date.parse(time);
}
