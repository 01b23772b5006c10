import { setTimeout as pause } from 'node:timers/promises';
import { load, type Target } from '../load.js';
import { countOf, measureRequests, type Graph, type Measured } from './requests.js';

/** Number of values written to each thing whose history is read, one in a little more than a second. */
const valueCount = Number(process.env.BENCH_VALUES || 60);
const observedCount = 20;

/** Writes a value to every thing and many to some, and reads the history of the latter. */
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
  const observed = things.slice(0, observedCount);
  for (let round = 0; round < valueCount; round += 1) {
    const value = 20 + (round % 50) / 10;
    await Promise.all(observed.map((id) => write(graph, id, value)));
    // The history retains one value a second.
    await pause(1_001);
  }
  await measureRequests(graph, readsOf(observed));
}

async function write({ account }: Graph, thing: string, value: number): Promise<void> {
  const path = `/things/${thing}/properties/temperature`;
  const { status, body } = await account.request('PUT', path, { body: value });
  if (status !== 204) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
}

function readsOf(observed: string[]): Measured[] {
  const history = `/things/${observed[0]!}/properties/temperature/history`;
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
