import { isDeepStrictEqual } from 'node:util';
import type { State } from '../domains/domain.js';
import type { TestHouse } from './house.js';

interface Received {
  id: number;
  type: string;
  event_type?: unknown;
  subscription?: unknown;
}

/** The subscriptions of one connection to a Home Assistant for tests (`websocket_api/commands.py`). */
export class Subscriptions {
  readonly #house: TestHouse;
  readonly #send: (message: object) => void;
  /** The states that were told last, by the id of the subscription; undefined until the first message. */
  readonly #states = new Map<number, Map<string, State> | undefined>();
  readonly #events = new Map<number, string>();

  constructor(house: TestHouse, send: (message: object) => void) {
    this.#house = house;
    this.#send = send;
  }

  /** Whether a command subscribes or ends a subscription; if so it does. */
  answer({ id, type, event_type, subscription }: Received): boolean {
    if (type === 'subscribe_entities') this.#states.set(id, undefined);
    else if (type === 'subscribe_events') this.#events.set(id, String(event_type));
    else if (type === 'unsubscribe_events') this.#states.delete(Number(subscription));
    else return type === 'ping';
    return true;
  }

  /** Sends all states for a new subscription, after its result. */
  begin(id: number): void {
    if (!this.#states.has(id)) return;
    const states = this.#snapshot();
    this.#states.set(id, states);
    const added = [...states].map(([entityId, state]) => [entityId, compressed(state)]);
    this.#tell(id, { a: Object.fromEntries(added) });
  }

  /** Sends a message for each state that has changed (`_state_diff_event` of `messages.py`). */
  tellStates(): void {
    const after = this.#snapshot();
    for (const [id, before] of this.#states) {
      if (!before) continue;
      this.#states.set(id, after);
      for (const entityId of new Set([...before.keys(), ...after.keys()])) {
        const event = difference(entityId, before.get(entityId), after.get(entityId));
        if (event) this.#tell(id, event);
      }
    }
  }

  /** Sends something else to the subscriptions to the states. */
  tell(event: unknown): void {
    for (const id of this.#states.keys()) this.#tell(id, event);
  }

  fire(eventType: string, data: object): void {
    for (const [id, type] of this.#events) {
      if (type !== eventType) continue;
      this.#tell(id, { event_type: type, data, origin: 'LOCAL', time_fired: new Date() });
    }
  }

  #tell(id: number, event: unknown): void {
    this.#send({ id, type: 'event', event });
  }

  #snapshot(): Map<string, State> {
    return structuredClone(this.#house.states);
  }
}

const context = '01JD5SZ7M3Q5';
const now = () => Date.now() / 1000;

const compressed = ({ state, attributes }: State) => ({
  s: state,
  a: attributes,
  c: context,
  lc: now(),
});

function difference(id: string, before: State | undefined, after: State | undefined) {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (!after) return { r: [id] };
  if (!before) return { a: { [id]: compressed(after) } };
  const changed = Object.entries(after.attributes).filter(
    ([name, value]) => !isDeepStrictEqual(before.attributes[name], value),
  );
  const removed = Object.keys(before.attributes).filter((name) => !(name in after.attributes));
  const isChanged = before.state !== after.state;
  return {
    c: {
      [id]: {
        '+': {
          ...(isChanged ? { s: after.state, lc: now() } : { lu: now() }),
          ...(changed.length > 0 && { a: Object.fromEntries(changed) }),
          c: context,
        },
        ...(removed.length > 0 && { '-': { a: removed } }),
      },
    },
  };
}
