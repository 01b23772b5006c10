/** Slots for which owners take turns: none waits for all the work of another one. */
export interface Turns {
  /** Resolves when a slot is held. */
  acquire(owner: string): Promise<void>;
  release(): void;
}

export function createTurns(total: number): Turns {
  let free = total;
  /** What waits, by owner; the owner whose turn it is comes first. */
  const waiting = new Map<string, (() => void)[]>();

  return {
    async acquire(owner) {
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve) => {
        const queue = waiting.get(owner);
        if (queue) queue.push(resolve);
        else waiting.set(owner, [resolve]);
      });
    },
    release() {
      const [next] = waiting;
      if (!next) {
        free += 1;
        return;
      }
      const [owner, queue] = next;
      waiting.delete(owner);
      const start = queue.shift()!;
      if (queue.length > 0) waiting.set(owner, queue);
      start();
    },
  };
}
