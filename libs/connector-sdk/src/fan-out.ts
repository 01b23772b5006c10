import pMap from 'p-map';
import type { Poll } from './connector.js';
import { ConnectorFailure, Unavailable } from './failure.js';
import { raceSignal } from './net/abort.js';

export type Host = string | { host: string };

export interface FanOutOptions {
  /** How many hosts are polled concurrently. Default 16. */
  concurrency?: number;
  /** The timeout for each host (ms). Default 12,000. */
  timeoutMs?: number;
}

/**
 * Polls several hosts. A host that fails becomes a problem of the poll, which is then incomplete; the others are not
 * affected. The signal for `pollHost` is aborted when the host times out: work that ignores it is abandoned. Set the
 * `handle` of each device to its host, so that `Connector.find` asks only that host.
 */
export async function pollEach<One extends Host, Command>(
  hosts: readonly One[],
  pollHost: (host: One, options: { signal: AbortSignal }) => Promise<Poll<Command>>,
  { concurrency = 16, timeoutMs = 12_000 }: FanOutOptions = {},
): Promise<Poll<Command>> {
  const pollInTime = async (host: One): Promise<Poll<Command>> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await raceSignal(timeout, pollHost(host, { signal: timeout }));
    } catch (error) {
      return { devices: [], problems: [{ failure: failureOf(error, { host, timeout }) }] };
    }
  };
  const polls = await pMap(hosts, pollInTime, { concurrency });
  const problems = polls.flatMap(({ problems = [] }) => problems);
  return {
    devices: polls.flatMap(({ devices }) => devices),
    complete: problems.length === 0 && polls.every(({ complete }) => complete !== false),
    rooms: polls.some(({ rooms }) => rooms) ? polls.flatMap(({ rooms = [] }) => rooms) : undefined,
    problems,
  };
}

function failureOf(
  error: unknown,
  { host, timeout }: { host: Host; timeout: AbortSignal },
): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  if (!timeout.aborted || error !== timeout.reason) throw error;
  const name = typeof host === 'string' ? host : host.host;
  return new Unavailable(`${name} did not answer in time.`, {
    cause: 'poll_timeout',
    address: name,
  });
}
