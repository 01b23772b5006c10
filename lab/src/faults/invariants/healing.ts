import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { System } from '../../system/system.js';
import type { Sender } from '../traffic/requests.js';
import { findUnfinished, findUnpolled, readPolls, type Polls } from './stored.js';

interface Recovery {
  /** When everything worked again and continued to; undefined if it never did. */
  healedAt: number | undefined;
  /** The problems that remained longest. */
  lastWrong: string[];
}

/** Upper limit of the recovery (ms). */
const giveUpAfterMs = 90_000;

/** How long everything must have worked (ms). */
const wellForMs = 2_000;
const intervalMs = 250;

/** The state at the end of a fault. */
interface Before {
  polls: Polls;
  unfinished: ReadonlySet<string>;
}

/** Waits under traffic until the system has recovered from a fault. */
export async function waitUntilHealed(
  system: System,
  sender: Sender,
  endedAt: number,
): Promise<Recovery> {
  const before = await waitFor(() => look(system).catch(() => undefined));
  let healedAt = endedAt;
  let lastWrong: string[] = [];
  let found: string[] = [];
  for (;;) {
    const earlier = found;
    found = await findWrong(system, sender, before).catch((error: unknown) => [String(error)]);
    const wrong = [
      // A problem that shows only once is a transition.
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
    // Work that started since then may still be in progress.
    ...unfinished.filter((what) => before.unfinished.has(what)),
    ...(await findUnpolled(system, before.polls)),
  ];
}

/** Returns the requests that were sent after the fault and have failed since the last check. */
const findFailures = ({ exchanges }: Sender, faultEndedAt: number, since: number): string[] =>
  exchanges
    .filter(({ startedAt, endedAt }) => startedAt > faultEndedAt && endedAt > since)
    .filter(({ status = 503 }) => status >= 500)
    .map(({ method, path, status }) => `${method} ${path} was answered ${status}`);
