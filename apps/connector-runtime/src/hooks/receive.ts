import {
  receiveHook as receive,
  Rejected,
  type ReceivedReport,
  type DeviceEvent,
} from '@trellis/connector-sdk';
import { hookRequest, hookTimeouts, Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import { LRUCache } from 'lru-cache';
import { v5 as uuidFrom } from 'uuid';
import { publishReports, type ReportNeeds } from '../listening/publish-reports.js';
import { clientSubject } from '../log-subject.js';
import { isRemoved } from '../polling/failure.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import { byVendor, recordWork } from '../activity/record.js';
import { floodLimits, Floods } from '../listening/floods.js';
import { toReportedEvent, type ReportedEvent } from '../listening/pending-reports.js';
import type { Runtime } from '../runtime.js';
import { digestOf } from './registration.js';
import { readHook, readStoredRequest, rememberRequest } from './hooks.sql.js';
import type { PollRequests } from './poll-requests.js';

type Needs = SessionNeeds &
  ReportNeeds &
  Pick<Runtime, 'pool' | 'pollRequests' | 'metrics' | 'log'>;

/**
 * Receives a request at the address of a client. Once the connector has verified that the vendor sent it, its reports
 * are stored like those of a listener, and the client is polled soon if there may be more. Requests for a paused client
 * are accepted and dropped.
 */
export const receiveHook: Handler<'hooks.receive', Needs> = async (needs, { digest, request }) => {
  const [hook] = await query(needs.pool, readHook, [digest]);
  const client = hook && (await needs.readClient(hook.client));
  if (!client) throw noSuchHook();
  // A vendor drops an address that refuses requests.
  if (client.row.pausedSince) return {};
  const session = sessionOf(needs, client.row, client.memory);
  if (!session.connector.hook) throw noSuchHook();
  const binding = { purpose: 'hook-request', id: digest } as const;
  const { headers, body } = hookRequest.parse(needs.sealing.open(binding, request));
  const given = { headers, body: Buffer.from(body, 'base64') };
  const operation = { kind: 'hook', startedBy: byVendor, failureOf } as const;
  const received = await recordWork(needs, session, operation, () =>
    readRequest(needs, session, given),
  );
  await store(needs, { digest, client: client.row.id }, received);
  if (received.poll) needs.pollRequests.add(client.row.id);
  return {};
};

const noSuchHook = () => new Problem('not_found', 'There is no such address.');

const failureOf = (error: unknown) => ({
  code: error instanceof Problem ? error.code : 'internal',
  detail: error instanceof Problem ? error.message : 'The request could not be read.',
});

async function readRequest(
  { log }: Needs,
  { row, connector, contextUntil }: Session,
  request: Parameters<typeof receive>[2],
): Promise<ReceivedReport> {
  try {
    const signal = AbortSignal.timeout(hookTimeouts.receiveMs);
    return await receive(connector, contextUntil(signal), request);
  } catch (error) {
    // The sender learns no more than this.
    if (error instanceof Rejected) throw new Problem('invalid_request', 'The request is refused.');
    log.error({ ...clientSubject(row), err: error }, 'request of a vendor could not be read');
    throw new Problem('internal', 'The request could not be read.');
  }
}

/** Event counts of this process, by its requests for polls. */
const floodsOfProcess = new WeakMap<PollRequests, HookFloods>();

function floodsOf({ pollRequests }: Needs): HookFloods {
  const floods = floodsOfProcess.get(pollRequests) ?? createHookFloods();
  floodsOfProcess.set(pollRequests, floods);
  return floods;
}

/**
 * Stores the reports of a request, unless they were stored before. A request that the vendor repeats because this
 * failed, or while it is under way, is stored again; its events have the same ids.
 */
async function store(
  needs: Needs,
  { digest, client }: { digest: string; client: string },
  { report, id }: ReceivedReport,
): Promise<void> {
  const { entities, gone, all, events = [] } = report;
  if (!all && entities.length + gone.length + events.length === 0) return;
  const request = id === undefined ? undefined : digestOf(id);
  if (request !== undefined) {
    const before = await query(needs.pool, readStoredRequest, [digest, request]);
    if (before.length > 0) return;
  }
  const taken = acceptEvents(floodsOf(needs), { client, id, events });
  countEvents(needs, taken.flooding, 'flooding');
  countEvents(needs, taken.invalid, 'invalid');
  try {
    const { dropped: unknown } = await publishReports(needs, client, {
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
  if (request !== undefined) await query(needs.pool, rememberRequest, [digest, request]);
}

function countEvents({ metrics }: Needs, count: number, outcome: string): void {
  if (count > 0) metrics.record('trellis_heard_events_total', count, outcome);
}

/** The most events of one request that are stored: vendors report a few at once. */
export const maxEventsPerRequest = 100;

/** The most clients whose events are counted; the least recent is evicted first. */
const maxCountedClients = 1_000;

/** Event counts of devices, by client. */
type HookFloods = LRUCache<string, Floods>;

export const createHookFloods = (): HookFloods => new LRUCache({ max: maxCountedClients });

interface HookReport {
  client: string;
  /** The vendor's id of the request, if it has one. */
  id: string | undefined;
  events: readonly DeviceEvent[];
}

/** The events to store, and how many are dropped for which reason. */
interface AcceptedEvents {
  events: ReportedEvent[];
  flooding: number;
  invalid: number;
}

/**
 * Applies the limits of listeners to the events of a request. Anyone who knows the secret of an app can sign requests,
 * so only the first events of a request count, and each device has the limit of a listener.
 */
export function acceptEvents(
  floods: HookFloods,
  { client, id, events }: HookReport,
  now = new Date(),
): AcceptedEvents {
  const ofClient = floods.get(client) ?? new Floods(floodLimits);
  floods.set(client, ofClient);
  const accepted = events
    .slice(0, maxEventsPerRequest)
    .map((event, index) => ({ event, index }))
    .filter(({ event: { device } }) => {
      ofClient.count(device, now.getTime());
      return !ofClient.isFlooding(device);
    });
  const valid = accepted.flatMap(({ event, index }) => {
    const reported = toReportedEvent(event, now);
    if (!reported) return [];
    return [id === undefined ? reported : { ...reported, id: occurrenceId(client, id, index) }];
  });
  return {
    events: valid,
    flooding: events.length - accepted.length,
    invalid: accepted.length - valid.length,
  };
}

/**
 * Derives the id of an event from the vendor's id of its request, so that a repeated request stores and delivers it
 * once (UUIDv5, RFC 9562). The index is that among all events of the request.
 */
const occurrenceId = (client: string, id: string, index: number): string =>
  uuidFrom(`hook ${digestOf(id)} ${index}`, client);
