import { Unavailable } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import type { Scheduler } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { askConnector, type AskConnectorNeeds } from '../request-connector.js';
import { toProblem } from '../problem.js';
import { completed, failed, storeSettlement } from '../../delivery/settle.js';
import { subjectOf } from '../../log-subject.js';
import { endsWithin, Overloaded } from '../../limits/bulkhead.js';
import { Throttled } from '../../limits/rates.js';
import type { PollData } from '../../polling/schedule.js';
import { openInput } from './input.js';
import { createPartTurns } from './part-turns.js';
import { createRests, type Rests } from './rests.js';
import { beginPart, putBackParts, type PartRow } from './run.sql.js';

/** How long a client is left alone that has no room (ms). */
const overloadedMs = 1_000;

/** How long a run begins with things; then other groups have their turn (ms). */
const runMs = 60_000;

/** How often a run looks for what was requested meanwhile (ms). */
const lookMs = 1_000;

export interface AskClientsNeeds extends AskConnectorNeeds {
  polls: Scheduler<PollData>;
  stopping: AbortSignal;
  log: Pick<Logger, 'error'>;
}

/**
 * Asks things of connector clients, and those that `look` finds meanwhile; returns when all that it has begun
 * with have ended, with the clients that rest.
 */
export async function askClients(
  needs: AskClientsNeeds,
  parts: PartRow[],
  { look }: { look: () => Promise<PartRow[]> },
): Promise<Pick<Rests, 'untilNext'>> {
  const endsAt = Date.now() + runMs;
  const taken = new Set<string>();
  const asked = new Set<string>();
  const rests = createRests();
  const turns = createPartTurns();
  const isOver = () => needs.stopping.aborted || Date.now() >= endsAt || turns.hasFailed();
  const mayAsk = (client: string) => !isOver() && !rests.isResting(client);

  async function askInTurn(part: PartRow): Promise<void> {
    const client = part.clientId!;
    taken.add(part.id);
    const outcome = await turns.run(client, async () =>
      mayAsk(client) ? ask(needs, part) : undefined,
    );
    if (outcome?.hasBegun) asked.add(client);
    if (outcome?.pauseMs !== undefined) rests.add(client, outcome.pauseMs);
    // It comes to its turn again.
    if (!outcome || outcome.pauseMs !== undefined) taken.delete(part.id);
  }
  const begin = (some: PartRow[]) => {
    for (const part of some) {
      const isNew = part.status === 'waiting' && !taken.has(part.id);
      if (isNew && mayAsk(part.clientId!)) turns.follow(askInTurn(part));
    }
  };

  begin(parts);
  while (turns.areUnderWay()) {
    const haveEnded = await endsWithin(turns.ended(), lookMs);
    if (!haveEnded && !isOver()) turns.follow(look().then(begin));
  }
  for (const client of asked) await needs.polls.runNow(client).catch(() => undefined);
  // Only when nothing is under way any more: what runs then is taken for interrupted.
  turns.throwFailure();
  return rests;
}

interface Outcome {
  hasBegun: boolean;
  /** How long to leave the client alone, where our own limits say so (ms). */
  pauseMs?: number | undefined;
}

/** Asks one thing, once. One that our own limits leave no room for, or that a stop cuts off, waits again. */
async function ask(needs: AskClientsNeeds, part: PartRow): Promise<Outcome> {
  const { database, pool, log, stopping } = needs;
  const { id, clientId } = part;
  const [begun] = await query(pool, beginPart, [id]);
  if (!begun) return { hasBegun: false };
  try {
    const input = openInput(needs, part, begun.input);
    const output = await askConnector(needs, { ...part, clientId: clientId!, input });
    await storeSettlement(database, [id], completed(output));
  } catch (error) {
    const pauseMs = pauseOf(error);
    const isCutOff = pauseMs !== undefined || (stopping.aborted && error instanceof Unavailable);
    if (error instanceof Overloaded || (isCutOff && isRepeatable(part))) {
      await query(pool, putBackParts, [[id]]);
      return { hasBegun: false, pauseMs };
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      log.error({ err: error, interaction: id, ...subjectOf(error) }, 'interaction failed');
    }
    await storeSettlement(database, [id], failed(problem));
    return { hasBegun: true, pauseMs };
  }
  return { hasBegun: true };
}

/** How long our own limits leave no room for a client (ms); undefined after any other failure. */
function pauseOf(error: unknown): number | undefined {
  if (error instanceof Overloaded) return overloadedMs;
  return error instanceof Throttled ? (error.retryAfterMs ?? overloadedMs) : undefined;
}

/** An action may have been cut off in its middle; writing a value again changes nothing. */
const isRepeatable = ({ operation, idempotent }: PartRow): boolean =>
  idempotent || operation === 'writeproperty';
