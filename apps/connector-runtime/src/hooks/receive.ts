import { receiveHook as receive, Rejected, type ReceivedReport } from '@trellis/connector-sdk';
import { hookRequest, hookTimeouts, Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { publishReports, type ReportNeeds } from '../listening/publish-reports.js';
import { clientSubject } from '../log-subject.js';
import type { RuntimeMetrics } from '../metrics.js';
import { isRemoved } from '../polling/failure.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { digestOf } from './address.js';
import { readHook, readTold, rememberTold } from './hooks.sql.js';
import type { PollRequests } from './poll-requests.js';
import { createToldFloods, takeToldEvents, type ToldFloods } from './hook-events.js';

interface Needs extends SessionNeeds, ReportNeeds {
  pool: Pool;
  pollRequests: PollRequests;
  metrics: Pick<RuntimeMetrics, 'record'>;
  log: Pick<Logger, 'error'>;
}

/**
 * Takes a request that arrived at the address of a client: once the connector has found that the vendor has sent
 * it, what it tells is stored as if it had been heard, and the client is polled soon if there may be more. One for a
 * client that is paused is taken and dropped.
 */
export const receiveHook: Handler<'hooks.receive', Needs> = async (needs, { digest, request }) => {
  const [hook] = await query(needs.pool, readHook, [digest]);
  const client = hook && (await needs.readClient(hook.client));
  if (!client) throw noSuchHook();
  // Refused, a vendor would drop the address.
  if (client.row.pausedSince) return {};
  const session = sessionOf(needs, client.row, client.memory);
  if (!session.connector.hook) throw noSuchHook();
  const binding = { purpose: 'hook-request', id: digest } as const;
  const { headers, body } = hookRequest.parse(needs.sealing.open(binding, request));
  const told = await readRequest(needs, session, { headers, body: Buffer.from(body, 'base64') });
  await store(needs, { digest, client: client.row.id }, told);
  if (told.poll) needs.pollRequests.add(client.row.id);
  return {};
};

const noSuchHook = () => new Problem('not_found', 'There is no such address.');

async function readRequest(
  { log }: Needs,
  { row, connector, contextUntil }: Session,
  request: Parameters<typeof receive>[2],
): Promise<ReceivedReport> {
  try {
    const signal = AbortSignal.timeout(hookTimeouts.receiveMs);
    return await receive(connector, contextUntil(signal), request);
  } catch (error) {
    // Whoever sends it learns no more.
    if (error instanceof Rejected) throw new Problem('invalid_request', 'The request is refused.');
    log.error({ ...clientSubject(row), err: error }, 'a request of a vendor was not read');
    throw new Problem('internal', 'The request could not be read.');
  }
}

/** The counts of a process, beside its requests for polls. */
const floodsBeside = new WeakMap<PollRequests, ToldFloods>();

function floodsOf({ pollRequests }: Needs): ToldFloods {
  const floods = floodsBeside.get(pollRequests) ?? createToldFloods();
  floodsBeside.set(pollRequests, floods);
  return floods;
}

/**
 * Stores what is told, unless it was told before. It counts as told once it is stored: what a vendor tells again
 * because this failed half-way, or while it is under way, is stored anew, and its events are the same ones.
 */
async function store(
  needs: Needs,
  { digest, client }: { digest: string; client: string },
  { report, id }: ReceivedReport,
): Promise<void> {
  const { entities, gone, all, events = [] } = report;
  if (!all && entities.length + gone.length + events.length === 0) return;
  const told = id === undefined ? undefined : digestOf(id);
  if (told !== undefined) {
    const before = await query(needs.pool, readTold, [digest, told]);
    if (before.length > 0) return;
  }
  const taken = takeToldEvents(floodsOf(needs), { client, id, events });
  countEvents(needs, taken.flooding, 'flooding');
  countEvents(needs, taken.invalid, 'invalid');
  try {
    const unknown = await publishReports(needs, client, {
      entities,
      gone,
      all,
      events: taken.events,
    });
    countEvents(needs, unknown, 'unknown');
    countEvents(needs, taken.events.length - unknown, 'stored');
  } catch (error) {
    throw isRemoved(error) ? noSuchHook() : error;
  }
  if (told !== undefined) await query(needs.pool, rememberTold, [digest, told]);
}

function countEvents({ metrics }: Needs, count: number, outcome: string): void {
  if (count > 0) metrics.record('trellis_heard_events_total', count, outcome);
}
