import { setTimeout as pause } from 'node:timers/promises';
import { listen, type EntityReport, type Offer } from '@trellis/connector-sdk';
import { backoffMs } from '@trellis/platform/concurrency';
import { recordOperation } from '../activity/record.js';
import { clientSubject } from '../log-subject.js';
import { isRemoved, toFailure } from '../polling/failure.js';
import { sessionOf, type Session, type SessionNeeds } from '../session.js';
import type { Runtime } from '../runtime.js';
import type { Connections } from './connections.js';
import type { Offers, Withdraw } from './offers.js';
import { floodLimits } from './floods.js';
import {
  createReportBuffer,
  type DropReason,
  type ReportBuffer,
  type RunInStep,
} from './report-buffer.js';
import type { ConnectionState } from './leases.js';
import type { LastSeen } from './last-seen.js';
import { publishReports } from './publish-reports.js';

export interface ListenerNeeds
  extends
    SessionNeeds,
    Pick<Runtime, 'readClient' | 'store' | 'quotas' | 'polls' | 'metrics' | 'log'> {
  connections: Connections;
  offers: Offers;
  /** Shared by all listeners of a worker. */
  runInStep: RunInStep;
  /** Notes when devices report. */
  seen?: Pick<LastSeen, 'note'>;
}

/** The delays between connections (ms): doubled after each failure, and spread by half to either side. */
const reconnection = { firstMs: 1_000, maxMs: 5 * 60_000 };

/** A connection that lasted this long resets the count of failures (ms). */
const goodAfterMs = 60_000;

/** How often the reports of one client are stored. */
const pace = { burst: 20, intervalMs: 250 };

/** How long a connector may take to stop after its signal was aborted (ms). */
const maxEndMs = 2_000;

/** How long requests that use the connection may take to end before it is ended (ms). */
const maxRequestMs = 1_000;

export interface Listener {
  key: string;
  id: string;
  developer: string;
  /** Ends the connection and stores the remaining reports. */
  stop(): Promise<void>;
}

export interface ListenerEvents {
  onState(state: ConnectionState): void;
  /** Called with the devices that report too often, when these change. */
  onFloods(devices: string[]): void;
}

type ListenerOptions = Pick<Listener, 'key' | 'id' | 'developer'> & ListenerEvents;

/** Listens for a client until it is stopped or the client is removed. Reconnects whenever the connection ends. */
export function startListener(
  needs: ListenerNeeds,
  { onState, onFloods, ...listened }: ListenerOptions,
): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  const countEvents = (count: number, outcome: DropReason | 'stored' | 'unknown') => {
    if (count > 0) needs.metrics.record('trellis_heard_events_total', count, outcome);
  };
  const buffer = createReportBuffer({
    async publish(reports, options) {
      const { dropped, waiting } = await publishReports(needs, listened.id, reports, options);
      const waitingEvents = waiting.events?.length ?? 0;
      countEvents((reports.events?.length ?? 0) - dropped - waitingEvents, 'stored');
      countEvents(dropped, 'unknown');
      return { waiting };
    },
    runInStep: needs.runInStep,
    pace,
    floods: floodLimits,
    onFloods,
    onDropped: countEvents,
    retryMs: () => 1_000 + Math.random() * 4_000,
    onFailure(error) {
      if (isRemoved(error)) stopping.abort();
      else
        needs.log.warn(
          { err: error, client: listened.id },
          'reports of a listener were not stored',
        );
      return !signal.aborted;
    },
  });
  const offering = offerUntilStopped(needs.offers);
  const running = reconnect(needs, { id: listened.id, signal, buffer, offering, onState });
  return {
    ...listened,
    async stop() {
      await Promise.race([offering.stop(), pause(maxRequestMs, undefined, { ref: false })]);
      stopping.abort();
      await Promise.race([running, pause(maxEndMs, undefined, { ref: false })]);
      await buffer.end();
    },
  };
}

interface Running {
  id: string;
  signal: AbortSignal;
  buffer: ReportBuffer;
  offering: Offering;
  onState(state: ConnectionState): void;
}

type Offering = ReturnType<typeof offerUntilStopped>;

/** Offers the connection of one listener, and withdraws no other. */
function offerUntilStopped(offers: Offers) {
  let withdraw: Withdraw = async () => undefined;
  let isStopped = false;
  return {
    offer(session: Session, offer: Offer) {
      if (!isStopped) withdraw = offers.add(session, offer);
    },
    withdraw: () => withdraw(),
    stop() {
      isStopped = true;
      return withdraw();
    },
  };
}

async function reconnect(needs: ListenerNeeds, running: Running): Promise<void> {
  const { id, signal, onState } = running;
  let failures = 0;
  while (!signal.aborted) {
    const connectedForMs = await listenOnce(needs, running, failures > 0);
    if (signal.aborted) return;
    onState('disconnected');
    failures = connectedForMs >= goodAfterMs ? 1 : failures + 1;
    // A poll finds the cause and records it.
    if (failures === 2) await needs.polls.runNow(id).catch(() => false);
    await pause(delayMs(failures), undefined, { signal }).catch(() => undefined);
    onState('connecting');
  }
}

const delayMs = (failures: number): number =>
  backoffMs(reconnection, failures) * (0.5 + Math.random());

/** Listens until the connection ends; returns how long it was established (ms). */
async function listenOnce(
  needs: ListenerNeeds,
  { id, signal, buffer, offering, onState }: Running,
  isAgain: boolean,
): Promise<number> {
  let session: Session | undefined;
  let connectedAt: number | undefined;
  const connection = needs.connections.begin(signal);
  const startedAt = performance.now();
  try {
    const client = await needs.readClient(id);
    if (!client || client.row.pausedSince) return 0;
    const { status, connectorType } = client.row;
    const opened = sessionOf(needs, client.row, client.memory);
    session = opened;
    const context = opened.contextUntil(connection.signal);
    const resolve = connection.limit(context.resolve, client.row.via ?? undefined);
    const onReport = (report: EntityReport) => {
      if (connectedAt === undefined) {
        connectedAt = performance.now();
        recordOperation(needs, opened, { kind: 'listen', startedAt });
        connection.established();
        onState('connected');
        // A poll finds what was missed meanwhile.
        if (isAgain || status !== 'STARTED') void needs.polls.runNow(id).catch(() => false);
      }
      needs.metrics.record('trellis_heard_total', report.entities.length, connectorType);
      needs.seen?.note(id, report);
      buffer.add(report);
    };
    const onOffer = (offer: Offer) => {
      if (!signal.aborted) offering.offer(opened, offer);
    };
    await listen(opened.connector, { ...context, resolve }, onReport, onOffer);
  } catch (error) {
    if (!signal.aborted && session) {
      recordOperation(needs, session, { kind: 'listen', startedAt, failure: toFailure(error) });
    }
    if (!signal.aborted && connectedAt !== undefined && session) {
      const { message } = error as Error;
      needs.log.info({ ...clientSubject(session.row), reason: message }, 'connection ended');
    }
  } finally {
    void offering.withdraw();
    connection.end();
  }
  return connectedAt === undefined ? 0 : performance.now() - connectedAt;
}
