import { Unavailable } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { completed, failed, storeSettlement } from '../../delivery/settle.js';
import { subjectOf } from '../../log-subject.js';
import { endsWithin, Overloaded } from '../../limits/bulkhead.js';
import { Throttled } from '../../limits/rates.js';
import type { Runtime } from '../../runtime.js';
import { isRepeatable, requestConnector, type RequestNeeds } from '../request-connector.js';
import { confirmByPolls } from '../confirm.js';
import { Interrupted, toProblem } from '../problem.js';
import { openInput } from './group.js';
import { claimPart, releaseParts, type PartRow } from './run.sql.js';

/** How long an overloaded client rests (ms). */
const overloadedMs = 1_000;

/** How long a run starts interactions (ms), so that groups take turns. */
const runMs = 60_000;

/** How often a run reads newly requested parts (ms). */
const lookMs = 1_000;

export type AskClientsNeeds = RequestNeeds &
  Pick<Runtime, 'polls' | 'pollRequests' | 'stopping' | 'log'>;

/**
 * Performs parts for connector clients, and those that `look` finds meanwhile. Returns the resting clients once all
 * started parts have ended.
 */
export async function askClients(
  needs: AskClientsNeeds,
  parts: PartRow[],
  { look }: { look: () => Promise<PartRow[]> },
): Promise<Pick<Rests, 'untilNext'>> {
  const endsAt = Date.now() + runMs;
  const claimed = new Set<string>();
  /** The clients, with the longest transition (ms), and the delay that their technology states. */
  const requested = new Map<string, { transitionMs: number; confirmAfterMs: number | undefined }>();
  const rests = createRests();
  const runner = createPartRunner();
  const isOver = () => needs.stopping.aborted || Date.now() >= endsAt || runner.hasFailed();
  const mayAsk = (client: string) => !isOver() && !rests.isResting(client);

  async function askInTurn(part: PartRow): Promise<void> {
    const client = part.clientId!;
    claimed.add(part.id);
    const outcome = await runner.run(client, async () =>
      mayAsk(client) ? ask(needs, part) : undefined,
    );
    if (outcome?.hasBegun) {
      const known = requested.get(client);
      requested.set(client, {
        transitionMs: Math.max(part.transitionMs ?? 0, known?.transitionMs ?? 0),
        confirmAfterMs: outcome.confirmAfterMs ?? known?.confirmAfterMs,
      });
    }
    if (outcome?.pauseMs !== undefined) rests.add(client, outcome.pauseMs);
    // The part waits for another turn.
    if (!outcome || outcome.pauseMs !== undefined) claimed.delete(part.id);
  }
  const begin = (some: PartRow[]) => {
    for (const part of some) {
      const isNew = part.status === 'waiting' && !claimed.has(part.id);
      if (isNew && mayAsk(part.clientId!)) runner.follow(askInTurn(part));
    }
  };

  begin(parts);
  while (runner.areUnderWay()) {
    const haveEnded = await endsWithin(runner.ended(), lookMs);
    if (!haveEnded && !isOver()) runner.follow(look().then(begin));
  }
  for (const [client, changed] of requested) {
    const confirmed = confirmByPolls(needs, { client, ...changed, isWrite: true });
    await confirmed.catch(() => undefined);
  }
  // Not earlier: parts that still run would be treated as interrupted.
  runner.throwFailure();
  return rests;
}

interface Outcome {
  hasBegun: boolean;
  /** How long the client has to rest because of our own limits (ms). */
  pauseMs?: number | undefined;
  /** See `Connector.confirmAfterMs`. */
  confirmAfterMs?: number | undefined;
}

/** Performs one part. It waits again when our own limits or a shutdown prevent it. */
async function ask(needs: AskClientsNeeds, part: PartRow): Promise<Outcome> {
  const { database, pool, log, stopping } = needs;
  const { id, clientId } = part;
  const [begun] = await query(pool, claimPart, [id]);
  if (!begun) return { hasBegun: false };
  try {
    const input = openInput(needs, part, begun.input);
    const request = { ...part, clientId: clientId!, input };
    const { output, confirmAfterMs } = await requestConnector(needs, request);
    await storeSettlement(database, [id], completed(output));
    return { hasBegun: true, confirmAfterMs };
  } catch (error) {
    const pauseMs = pauseOf(error);
    const isCutOff =
      pauseMs !== undefined ||
      error instanceof Interrupted ||
      (stopping.aborted && error instanceof Unavailable);
    if (error instanceof Overloaded || (isCutOff && isRepeatable(part))) {
      await query(pool, releaseParts, [[id]]);
      return { hasBegun: false, pauseMs };
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      log.error({ err: error, interaction: id, ...subjectOf(error) }, 'interaction failed');
    }
    await storeSettlement(database, [id], failed(problem));
    return { hasBegun: true, pauseMs };
  }
}

/** Returns how long a client has to rest because of our own limits (ms); undefined for other failures. */
function pauseOf(error: unknown): number | undefined {
  if (error instanceof Overloaded) return overloadedMs;
  return error instanceof Throttled ? (error.retryAfterMs ?? overloadedMs) : undefined;
}

/** How many fast interactions of an instance run at once. Slow ones do not delay the others, but take slow slots. */
const atOnce = 8;
const slowAfterMs = 2_000;

/** How many fast interactions of a client run at once. */
const atOncePerClient = 2;

/** Runs the interactions of an instance, alternating between its clients. */
function createPartRunner() {
  const ofClients = createRoundRobin({ slots: Infinity, slotsPerOwner: atOncePerClient });
  const ofInstance = createRoundRobin({ slots: atOnce });
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    /** Runs an interaction when it is the client's turn. */
    async run<Outcome>(client: string, ask: () => Promise<Outcome>): Promise<Outcome> {
      const releaseClient = await ofClients.acquire(client);
      try {
        const releaseInstance = await ofInstance.acquire('');
        const asking = ask();
        const isFast = await endsWithin(asking, slowAfterMs);
        releaseInstance();
        if (!isFast) releaseClient();
        return await asking;
      } finally {
        releaseClient();
      }
    },
    /** Tracks running work and its failure. */
    follow(work: Promise<void>): void {
      const followed = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(followed));
      underWay.add(followed);
    },
    areUnderWay: (): boolean => underWay.size > 0,
    ended: (): Promise<unknown> => Promise.all(underWay),
    hasFailed: (): boolean => failures.length > 0,
    throwFailure(): void {
      if (failures.length > 0) throw failures[0];
    },
  };
}

type Rests = ReturnType<typeof createRests>;

/** Tracks clients that rest for a while because they are overloaded. */
function createRests() {
  const until = new Map<string, number>();
  const restMs = (client: string) => Math.max(0, (until.get(client) ?? 0) - Date.now());
  return {
    add: (client: string, ms: number): void => void until.set(client, Date.now() + ms),
    isResting: (client: string): boolean => restMs(client) > 0,
    /** Returns the delay until the client of any of the parts no longer rests (ms). */
    untilNext: (parts: Pick<PartRow, 'clientId'>[]): number =>
      Math.min(...parts.map(({ clientId }) => restMs(clientId!))),
  };
}
