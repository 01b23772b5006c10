import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../ask.js';
import { setting } from '../../options.js';
import { print } from '../../print.js';
import { load } from '../load.js';
import { countOf, measureRequests, type Graph, type Measured } from './requests.js';

/** Number of values written to each thing whose history is read, one in a little more than a second. */
const valueCount = setting('BENCH_VALUES', 60);
const observedCount = 20;

/** Writes a value to every thing and many to some, and reads the history of the latter. */
export async function measureHistory(graph: Graph, things: string[]): Promise<void> {
  let written = 0;
  const { perSecond } = await load({
    ...graph.target,
    inFlight: 64,
    stop: { requests: things.length },
    next: () => ({
      method: 'PUT',
      path: pathOf(things[written]!),
      body: 20 + (written++ % 100) / 10,
    }),
  });
  print(`\nvalues of things, 64 requests in flight: ${Math.round(perSecond)} a second`);
  const observed = things.slice(0, observedCount);
  for (let round = 0; round < valueCount; round += 1) {
    const value = 20 + (round % 50) / 10;
    const writes = observed.map((id) =>
      ask(graph.account, 'PUT', pathOf(id), { body: value, expected: 204 }),
    );
    await Promise.all(writes);
    // The history retains one value a second.
    await pause(1_001);
  }
  await measureRequests(graph, readsOf(observed));
}

const pathOf = (thing: string) => `/things/${thing}/properties/temperature`;

function readsOf(observed: string[]): Measured[] {
  const history = `${pathOf(observed[0]!)}/history`;
  const days = 7 * 86_400_000;
  const from = new Date(Date.now() - days).toISOString();
  const all = observed.map((id) => `thing=${id}&`).join('');
  const countOfAll = (body: { intervals: unknown[] }[]) =>
    `${body.length} times ${body[0]!.intervals.length} intervals`;
  return [
    { path: history, shown: countOf },
    { path: `${history}?order=desc&limit=10`, shown: countOf },
    { path: `${history}?interval=PT15M`, shown: countOf },
    { path: `${history}?from=${from}&interval=PT1H`, shown: countOf },
    { path: `${history}?from=${from}&interval=P1D&timezone=Europe/Berlin`, shown: countOf },
    { path: `/history?${all}property=temperature&from=${from}&interval=PT1H`, shown: countOfAll },
  ];
}
