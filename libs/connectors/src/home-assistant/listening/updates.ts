import { z } from 'zod';
import { state, type State, domainOf, timeOf } from '../domains/domain.js';
import { oneLine } from '@trellis/connector-sdk';

const attributes = z.record(z.string(), z.unknown());
const seconds = z.number().optional().catch(undefined);

/** A state in `subscribe_entities` (`as_compressed_state` of `core.py`); `lc` is when it changed. */
const compressed = z.looseObject({ s: z.string(), a: attributes.catch({}), lc: seconds });

/** The changed members of a state, and the removed attributes. */
const difference = z.looseObject({
  '+': z
    .looseObject({
      s: z.string().optional().catch(undefined),
      a: attributes.optional().catch(undefined),
      lc: seconds,
    })
    .optional()
    .catch(undefined),
  '-': z
    .looseObject({ a: z.array(z.string()).catch([]) })
    .optional()
    .catch(undefined),
});

const members = z.record(z.string(), z.unknown()).catch({});

/** A message of `subscribe_entities` (`_state_diff_event` of `websocket_api/messages.py`). */
const message = z.looseObject({
  a: members.default({}),
  c: members.default({}),
  r: z.array(z.unknown()).catch([]).default([]),
});

export interface Update {
  added: State[];
  changed: Map<string, Difference>;
  removed: string[];
}

interface Difference {
  state: string | undefined;
  attributes: Record<string, unknown>;
  removed: string[];
  /** When the state changed, by the clock of Home Assistant; left out when it did not. */
  changedAt: Date | undefined;
}

/** Parses a message; ignores each entity that is not as documented. */
export function parseUpdate(event: unknown): Update {
  const { a = {}, c = {}, r = [] } = message.safeParse(event).data ?? {};
  return {
    added: Object.entries(a).flatMap(([entity_id, given]) => {
      const { s, a: named } = compressed.safeParse(given).data ?? {};
      return state.safeParse({ entity_id, state: s, attributes: named }).data ?? [];
    }),
    changed: new Map(
      Object.entries(c).flatMap(([id, given]) => {
        const found = difference.safeParse(given).data;
        return found ? [[id, toDifference(found)]] : [];
      }),
    ),
    removed: r.filter((id) => typeof id === 'string'),
  };
}

const toDifference = ({ '+': plus, '-': minus }: z.infer<typeof difference>): Difference => ({
  state: plus?.s,
  attributes: plus?.a ?? {},
  removed: minus?.a ?? [],
  changedAt: plus?.lc === undefined ? undefined : new Date(plus.lc * 1000),
});

/** Returns a state after a change; undefined when the result is no valid state. */
export function applyDifference(
  before: State,
  { state: text, attributes: given, removed }: Difference,
): State | undefined {
  const merged = new Map([...Object.entries(before.attributes), ...Object.entries(given)]);
  for (const name of removed) merged.delete(name);
  return state.safeParse({
    entity_id: before.entity_id,
    state: text ?? before.state,
    attributes: Object.fromEntries(merged),
  }).data;
}

export interface Happened {
  entityId: string;
  data: Record<string, string>;
  at: Date;
}

/** How long before the change of its state an event may have happened (ms); older ones were restored. */
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
