import type { Random } from '../random.js';
import type { RequestedAction } from './action.js';
import type { App } from './app.js';
import type { Kind, Model } from './model.js';
import type { Reply, Sender } from './requests.js';

/** Something that was created: a unit, a connector client, or a thing of the app. */
export interface Entity {
  /** It is used once: `unit 7`, `client 3`. */
  label: string;
  id: string;
  /** The things of a client, by their ids in the remote technology. */
  things?: ReadonlyMap<string, string>;
}

/**
 * What the traffic knows of. Whoever changes an entity holds it, so that the outcome of each change is
 * that of one request.
 */
export interface World {
  model: Model;
  sender: Sender;
  app: App;
  /** Every action that was requested since they were last checked. */
  actions: RequestedAction[];
  entities: Map<string, Entity>;
  /** A label that was never used. */
  newLabel(kind: Kind): string;
  count(kind: Kind): number;
  /** Holds some entities while a function runs; it is not called when there are too few. */
  hold(selection: Selection, run: (held: Entity[]) => Promise<Reply[]>): Promise<boolean>;
  /** Whether a request may still have its effect. */
  isSettled(): boolean;
}

interface Selection {
  random: Random;
  kinds: readonly Kind[];
}

/** A request that failed has had its effect by then, or has none: calls expire earlier (ms). */
const lingerMs = 7_000;

export function createWorld({
  model,
  sender,
  app,
}: Pick<World, 'model' | 'sender' | 'app'>): World {
  const entities = new Map<string, Entity>();
  const held = new Set<string>();
  let last = 0;
  const release = (labels: readonly string[]) => labels.forEach((label) => held.delete(label));
  const ofKind = (kind: Kind) =>
    [...entities.values()].filter(({ label }) => label.startsWith(kind));

  return {
    model,
    sender,
    app,
    actions: [],
    entities,
    newLabel: (kind) => `${kind} ${(last += 1)}`,
    isSettled: () => held.size === 0,
    count: (kind) => ofKind(kind).length,
    async hold({ random, kinds }, run) {
      const chosen: Entity[] = [];
      for (const kind of kinds) {
        const free = ofKind(kind).filter(({ label }) => !held.has(label));
        const entity = free.length > 0 ? random.pick(free) : undefined;
        if (entity) held.add(entity.label);
        if (entity) chosen.push(entity);
      }
      const labels = chosen.map(({ label }) => label);
      if (chosen.length < kinds.length) {
        release(labels);
        return false;
      }
      const replies = await run(chosen);
      if (replies.some(({ mayLinger }) => mayLinger)) setTimeout(release, lingerMs, labels);
      else release(labels);
      return true;
    },
  };
}
