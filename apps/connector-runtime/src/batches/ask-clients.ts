import { query } from '@trellis/database';
import { createTurns, type Release, type Scheduler } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { askConnector, type AskConnectorNeeds } from '../interactions/ask-connector.js';
import { toProblem } from '../interactions/problem.js';
import { completed, failed, storeSettlement } from '../interactions/settle.js';
import { endsWithin, Overloaded } from '../limits/bulkhead.js';
import { Throttled } from '../limits/rates.js';
import type { PollData } from '../polling/schedule.js';
import { inputOf } from './input.js';
import { beginPart, putBackParts, type PartRow } from './run.sql.js';

/** How many things of an instance are asked at once; those that take long make the others wait no longer. */
const atOnce = 8;
const slowAfterMs = 2_000;

/** How many things of one client are asked at once. */
const atOncePerClient = 2;

/** How long a client is left alone that has no room (ms). */
const overloadedMs = 1_000;

export interface AskClientsNeeds extends AskConnectorNeeds {
  polls: Scheduler<PollData>;
  stopping: AbortSignal;
  log: Pick<Logger, 'error'>;
}

/** How it went on. */
export interface Held {
  /** How long to wait with the rest, where the limits say so (ms). */
  pauseMs?: number;
}

/** Asks things of connector clients; begins with none after `endsAt`, and returns when all have ended. */
export async function askClients(
  needs: AskClientsNeeds,
  parts: PartRow[],
  { endsAt }: { endsAt: number },
): Promise<Held> {
  const ofClients = createTurns({ slots: Infinity, slotsPerOwner: atOncePerClient });
  const ofInstance = createTurns({ slots: atOnce });
  const asked = new Set<string>();
  /** Clients that have no room for now, and for how long. */
  const resting = new Map<string, number>();

  async function takeTurn(part: PartRow): Promise<void> {
    const client = part.clientId!;
    const release = await ofClients.acquire(client);
    const releaseFast = once(await ofInstance.acquire(''));
    try {
      if (needs.stopping.aborted || Date.now() >= endsAt || resting.has(client)) return;
      const asking = ask(needs, part);
      await endsWithin(asking, slowAfterMs);
      releaseFast();
      const { hasBegun, pauseMs } = await asking;
      if (hasBegun) asked.add(client);
      if (pauseMs !== undefined) resting.set(client, pauseMs);
    } finally {
      releaseFast();
      release();
    }
  }

  const turns = await Promise.allSettled(parts.map(takeTurn));
  for (const client of asked) await needs.polls.runNow(client).catch(() => undefined);
  // Only when nothing is under way any more: what runs then is taken for interrupted.
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
  return resting.size > 0 ? { pauseMs: Math.min(...resting.values()) } : {};
}

/** Asks one thing, once. One that our own limits leave no room for waits again. */
async function ask(needs: AskClientsNeeds, part: PartRow): Promise<Held & { hasBegun: boolean }> {
  const { database, pool, log } = needs;
  const { id, clientId } = part;
  const [begun] = await query(pool, beginPart, [id]);
  if (!begun) return { hasBegun: false };
  try {
    const input = inputOf(needs, part);
    const output = await askConnector(needs, { ...part, clientId: clientId!, input });
    await storeSettlement(database, [id], completed(output));
  } catch (error) {
    const pauseMs = pauseOf(error, part);
    if (pauseMs !== undefined) {
      await query(pool, putBackParts, [[id]]);
      return { hasBegun: false, pauseMs };
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') log.error({ err: error, id }, 'interaction failed');
    await storeSettlement(database, [id], failed(problem));
  }
  return { hasBegun: true };
}

/**
 * How long to wait when it was not asked because of our own limits. An action may have been throttled in its
 * middle, and is not repeated; writing a value again changes nothing.
 */
function pauseOf(error: unknown, { operation, idempotent }: PartRow): number | undefined {
  if (error instanceof Overloaded) return overloadedMs;
  const isRepeatable = idempotent || operation === 'writeproperty';
  return error instanceof Throttled && isRepeatable
    ? (error.retryAfterMs ?? overloadedMs)
    : undefined;
}

/** A turn is given back once. */
function once(release: Release): Release {
  let isHeld = true;
  return () => {
    if (isHeld) release();
    isHeld = false;
  };
}
