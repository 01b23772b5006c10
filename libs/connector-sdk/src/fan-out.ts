import pMap from 'p-map';
import type { Poll } from './connector.js';
import { ConnectorFailure, Unavailable } from './failure.js';
import { raceSignal } from './net/abort.js';

/** One of several hosts that a client's configuration names: its name, or an object with it. */
export type Host = string | { host: string };

export interface FanOutOptions {
  /** How many hosts are polled at the same time. Default 16. */
  concurrency?: number;
  /** Time until a host must have been polled (ms). Default 12,000. */
  timeoutMs?: number;
}

/**
 * Polls several hosts. A host that fails becomes a problem of the poll and takes nothing from the
 * others; the poll is then incomplete. `pollHost` gets a signal that is aborted when the time of its
 * host is up: work that ignores it is abandoned and no longer counts as concurrent. Set the `handle` of
 * each device to its host, so that `Connector.find` asks that host alone.
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
  const hasRooms = polls.some(({ rooms }) => rooms !== undefined);
  return {
    devices: polls.flatMap(({ devices }) => devices),
    complete: problems.length === 0 && polls.every(({ complete }) => complete !== false),
    ...(hasRooms && { rooms: polls.flatMap(({ rooms = [] }) => rooms) }),
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
  return new Unavailable(`${name} did not answer in time.`);
}
