import { setTimeout as pause } from 'node:timers/promises';
import { load, type Target } from '../load.js';
import { countOf, measureRequests, type Graph, type Measured } from './requests.js';

/** How many values are written to each of the things that are looked back at, one in more than a second. */
const valueCount = Number(process.env.BENCH_VALUES || 60);
const watchedCount = 20;

/** Writes a value to every thing and many to some, and looks back at these. */
export async function measureHistory(
  graph: Graph,
  target: Target,
  things: string[],
): Promise<void> {
  let written = 0;
  const { perSecond } = await load({
    ...target,
    inFlight: 64,
    stop: { requests: things.length },
    next: () => ({
      method: 'PUT',
      path: `/things/${things[written]!}/properties/temperature`,
      body: 20 + (written++ % 100) / 10,
    }),
  });
  graph.print(`\nvalues of things, 64 requests in flight: ${Math.round(perSecond)} a second`);
  const watched = things.slice(0, watchedCount);
  for (let round = 0; round < valueCount; round += 1) {
    const value = 20 + (round % 50) / 10;
    await Promise.all(watched.map((id) => write(graph, id, value)));
    // What begins and ends within the same second is not kept.
    await pause(1_001);
  }
  await measureRequests(graph, readsOf(watched));
}

async function write({ account }: Graph, thing: string, value: number): Promise<void> {
  const path = `/things/${thing}/properties/temperature`;
  const { status, body } = await account.request('PUT', path, { body: value });
  if (status !== 204) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
}

function readsOf(watched: string[]): Measured[] {
  const history = `/things/${watched[0]!}/properties/temperature/history`;
  const days = 7 * 86_400_000;
  const from = new Date(Date.now() - days).toISOString();
  const all = watched.map((id) => `thing=${id}&`).join('');
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
