import type { Entity, HeardEntities } from '@trellis/connector-sdk';

/**
 * What was heard and is not stored yet: of each device the latest values. However often a device speaks, it
 * takes no more room than once.
 */
export class Pending {
  #entities = new Map<string, Entity>();
  #gone = new Set<string>();
  #all: Set<string> | undefined;

  get isEmpty(): boolean {
    return this.#entities.size === 0 && this.#gone.size === 0 && !this.#all;
  }

  add({ entities, gone, all }: HeardEntities): void {
    if (all) this.#all = new Set(all);
    for (const entity of entities) {
      const before = this.#entities.get(entity.id);
      this.#entities.set(entity.id, before ? merge(before, entity) : entity);
      this.#gone.delete(entity.id);
      this.#all?.add(entity.id);
    }
    for (const id of gone) {
      this.#entities.delete(id);
      this.#gone.add(id);
      this.#all?.delete(id);
    }
  }

  /** Takes everything out. */
  take(): HeardEntities {
    const taken = {
      entities: [...this.#entities.values()],
      gone: [...this.#gone],
      ...(this.#all && { all: [...this.#all] }),
    };
    this.#all = undefined;
    this.#entities = new Map();
    this.#gone = new Set();
    return taken;
  }

  /** Puts back what was taken and could not be stored, behind what has been heard since. */
  putBack(taken: HeardEntities): void {
    const since = this.take();
    this.add(taken);
    this.add(since);
  }
}

/** An entity as it is after two reports in a row. */
export function merge(before: Entity, after: Entity): Entity {
  if (after.forgotten === undefined) return after;
  const forgotten = after.forgotten;
  const kept = Object.entries(before.values).filter(
    ([name]) => Object.hasOwn(after.properties, name) && !forgotten.includes(name),
  );
  const values = Object.fromEntries([...kept, ...Object.entries(after.values)]);
  const { forgotten: _, ...rest } = after;
  if (before.forgotten === undefined) return { ...rest, values };
  const all = new Set([...before.forgotten, ...forgotten]);
  return {
    ...rest,
    values,
    forgotten: [...all].filter((name) => !Object.hasOwn(values, name)).sort(),
  };
}
