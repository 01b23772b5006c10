import { z } from 'zod';
import { state, type State } from '../domains/domain.js';

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

/** Changes of states: entities that were added, changed or removed. */
export interface Update {
  added: State[];
  changed: Map<string, Difference>;
  removed: string[];
}

export interface Difference {
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
