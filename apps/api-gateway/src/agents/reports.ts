import {
  agentReport,
  foundService,
  maxReportLength,
  Problem,
  type ConnectorsContract,
} from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { z } from 'zod';
import type { AgentConnection } from './sessions.js';

/** How often a report is stored at most, and a round trip that has changed, or has not (ms). */
const pace = { reportMs: 5_000, changedRoundTripMs: 5 * 60_000, roundTripMs: 60 * 60_000 };

/** Stores what an agent says of itself, the latest at most every few seconds, and its round trip. */
export function storeReports(
  connection: AgentConnection,
  connectors: RpcClient<ConnectorsContract>,
): void {
  const { agent, session } = connection;
  const store = (data: { report?: z.output<typeof agentReport>; round_trip_ms?: number }) =>
    connectors('agents.report', { agent, session, ...data }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') connection.end('restart');
    });
  let latest = '';
  let timer: NodeJS.Timeout | undefined;
  let storedAt = -Infinity;
  const storeLatest = () => {
    timer = undefined;
    storedAt = performance.now();
    const { success, data: report } = tolerantReport.safeParse(parse(latest));
    if (success) void store({ report });
    else connection.end('protocol');
  };
  const isDue = createRoundTrips();
  connection.follow({
    onReport(text) {
      if (text.length > maxReportLength) return connection.end('protocol');
      latest = text;
      timer ??= setTimeout(storeLatest, Math.max(0, storedAt + pace.reportMs - performance.now()));
    },
    onRoundTrip(ms) {
      if (isDue(ms)) void store({ round_trip_ms: ms });
    },
  });
  connection.onEnd(() => clearTimeout(timer));
}

/** The least change of a round trip that counts (ms). */
const minChangeMs = 20;

/** Returns whether a round trip is to be stored: ten thousand idle agents shall cost nothing. */
function createRoundTrips() {
  let stored = { ms: 0, at: -Infinity };
  return (ms: number): boolean => {
    const now = performance.now();
    const hasChanged = Math.abs(ms - stored.ms) > Math.max(minChangeMs, stored.ms / 2);
    if (now - stored.at < (hasChanged ? pace.changedRoundTripMs : pace.roundTripMs)) return false;
    stored = { ms, at: now };
    return true;
  };
}

/** A device may announce itself with any name: services that are not valid are left out. */
const tolerantReport = agentReport.extend({
  found: z
    .array(z.unknown())
    .max(1_000)
    .transform((all) => all.flatMap((one) => foundService.safeParse(one).data ?? []))
    .pipe(agentReport.shape.found),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
