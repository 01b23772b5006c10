import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { Drill, Scene } from './drill.js';

/** Whether the polls of a client find a change while nothing can be stored. */
const findsChange = (client: number): boolean => client % 4 === 0;

/** Time limit for storing what was found, once that is possible (ms). */
const publishMs = 30_000;

interface Absence {
  name: string;
  awayMs: number;
  leave(scene: Scene): Promise<void>;
  comeBack(scene: Scene): Promise<void>;
}

/**
 * Stops a dependency that polls need to store changes. Polls without changes go on; the others publish their results
 * when it is back, without fetching them a second time.
 */
const absence = ({ name, awayMs, leave, comeBack }: Absence): Drill => ({
  name,
  maxMissed: 0,
  maxGapMs: 10_000,
  mayWait: findsChange,
  async run(scene) {
    const { remote, clients } = scene;
    const changed = Array.from({ length: clients.count }, (_, client) => client).filter(
      findsChange,
    );
    await leave(scene);
    const title = `Found while ${name}`;
    remote.rename(title, findsChange);
    const leftAt = performance.now();
    await pause(awayMs);
    const returnedAt = performance.now();
    const fetches = changed.map(
      (client) =>
        remote.polls.get(client)!.filter(({ beganAt }) => beganAt > leftAt && beganAt < returnedAt)
          .length,
    );
    await comeBack(scene);
    const areStored = async () => (await clients.countThings(title)) === changed.length;
    await waitFor(areStored, { within: publishMs, every: 250 }).catch(() => undefined);
    const again = fetches.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
    return [
      ...(again > 0 ? [`${again} polls were repeated`] : []),
      ...((await areStored()) ? [] : ['changes were not stored']),
    ];
  },
});

export const dependencyDrills: Drill[] = [
  absence({
    name: 'PostgreSQL away for 5 s',
    awayMs: 5_000,
    leave: ({ fleet }) => fleet.servers.postgres.crash(),
    comeBack: ({ fleet }) => fleet.servers.postgres.start(),
  }),
  absence({
    name: 'units-service away for 20 s',
    awayMs: 20_000,
    leave: ({ fleet }) => fleet.kill('units-service', fleet.processesOf('units-service').length),
    comeBack: ({ fleet }) => fleet.scale('units-service', 1),
  }),
];
