import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { System } from '../../system/system.js';
import type { Sender } from '../traffic/requests.js';
import { findUnfinished, findUnpolled, readPolls, type Polls } from './stored.js';

interface Healed {
  /** When everything was well again, and stayed so; undefined if it never was. */
  healedAt: number | undefined;
  /** What was wrong last. */
  lastWrong: string[];
}

/** How long it may take at most (ms). */
const giveUpAfterMs = 90_000;

/** How long it must have been well (ms). */
const wellForMs = 2_000;
const intervalMs = 250;

/** What was so when a fault ended. */
interface Before {
  polls: Polls;
  unfinished: ReadonlySet<string>;
}

/** Waits, while the traffic goes on, until all is as it was before a fault that has just ended. */
export async function waitUntilHealed(
  system: System,
  sender: Sender,
  endedAt: number,
): Promise<Healed> {
  const before = await waitFor(() => look(system).catch(() => undefined));
  let healedAt = endedAt;
  let lastWrong: string[] = [];
  let found: string[] = [];
  for (;;) {
    const earlier = found;
    found = await findWrong(system, sender, before).catch((error: unknown) => [String(error)]);
    const wrong = [
      // What is between two states is wrong at one look only.
      ...found.filter((what) => earlier.includes(what)),
      ...findFailures(sender, endedAt, healedAt),
    ];
    const now = performance.now();
    if (wrong.length > 0) [healedAt, lastWrong] = [now, wrong];
    if (now - healedAt >= wellForMs) return { healedAt, lastWrong };
    if (now - endedAt > giveUpAfterMs) return { healedAt: undefined, lastWrong };
    await pause(intervalMs);
  }
}

const look = async (system: System): Promise<Before> => ({
  polls: await readPolls(system),
  unfinished: new Set(await findUnfinished(system)),
});

async function findWrong(system: System, { send }: Sender, before: Before): Promise<string[]> {
  const { body } = await send({ method: 'GET', path: `${system.address}/health` });
  const unfinished = await findUnfinished(system);
  return [
    ...(body?.status === 'ok' ? [] : [`the health is ${JSON.stringify(body)}`]),
    // What has begun since then may still be under way.
    ...unfinished.filter((what) => before.unfinished.has(what)),
    ...(await findUnpolled(system, before.polls)),
  ];
}

/** Requests that began after the fault and have failed since the last look. */
const findFailures = ({ exchanges }: Sender, faultEndedAt: number, since: number): string[] =>
  exchanges
    .filter(({ startedAt, endedAt }) => startedAt > faultEndedAt && endedAt > since)
    .filter(({ status = 503 }) => status >= 500)
    .map(({ method, path, status }) => `${method} ${path} was answered ${status}`);
