import type { Random } from '../random.js';
import type { App } from './app.js';
import type { Kind, Model } from './model.js';
import type { Reply, Sender } from './requests.js';

export interface Entity {
  /** A unique label, such as `unit 7` or `client 3`. */
  label: string;
  id: string;
  /** The things of a client, by their ids in the remote technology. */
  things?: ReadonlyMap<string, string>;
}

/** A requested action and the answer to its request. */
export interface RequestedAction {
  /** Its unique input. */
  token: string;
  isIdempotent: boolean;
  /** `unknown` when the request was answered with 5xx or not at all. */
  answered: 'performed' | 'accepted' | 'refused' | 'unknown';
  /** The address of its outcome, if it was `accepted`. */
  interaction?: string;
}

/** A failed request cannot take effect later than this, since calls expire earlier (ms). */
const lingerMs = 7_000;

interface Participants {
  model: Model;
  sender: Sender;
  app: App;
}

export type World = ReturnType<typeof createWorld>;

/** Creates the entities of the traffic. A caller locks an entity while it changes it, so that each outcome has one cause. */
export function createWorld(participants: Participants) {
  const entities = new Map<string, Entity>();
  const locked = new Set<string>();
  let last = 0;
  const release = (labels: readonly string[]) => labels.forEach((label) => locked.delete(label));
  const ofKind = (kind: Kind) =>
    [...entities.values()].filter(({ label }) => label.startsWith(kind));

  return {
    ...participants,
    /** The actions requested since the last check. */
    actions: [] as RequestedAction[],
    entities,
    newLabel: (kind: Kind) => `${kind} ${(last += 1)}`,
    isSettled: () => locked.size === 0,
    count: (kind: Kind) => ofKind(kind).length,
    /** Locks an entity of each kind while a function runs, which is not called if there are too few. */
    async withLocked(
      random: Random,
      kinds: readonly Kind[],
      run: (entities: Entity[]) => Promise<Reply[]>,
    ): Promise<void> {
      const chosen: Entity[] = [];
      for (const kind of kinds) {
        const free = ofKind(kind).filter(({ label }) => !locked.has(label));
        const entity = free.length > 0 ? random.pick(free) : undefined;
        if (entity) locked.add(entity.label);
        if (entity) chosen.push(entity);
      }
      const labels = chosen.map(({ label }) => label);
      if (chosen.length < kinds.length) {
        release(labels);
        return;
      }
      const replies = await run(chosen);
      if (replies.some(({ mayLinger }) => mayLinger)) setTimeout(release, lingerMs, labels);
      else release(labels);
    },
  };
}
