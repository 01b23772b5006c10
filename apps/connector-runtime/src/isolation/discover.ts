import { Budget, type Connector, type Discovery, type SharedBudget } from '@trellis/connector-sdk';
import type { ClientRow } from '../session.js';
import { discoverAtMost } from './check-entities.js';
import { TooCostly, type Isolation } from './isolation.js';
import type { WeighedDiscovery } from './poll-process.js';

type Context = Parameters<Connector['poll']>[0];

/** Where polls of a client run: in the service (null), in a process that several polls share, or in one of their own. */
export type IsolationLevel = 'shared' | 'separate' | null;

/** Limits of a poll in the service: received bytes, steps of evaluations (0.5 µs), and devices. */
export const limits = { bytes: 2 * 1024 * 1024, steps: 50_000, devices: 1_000 };

/** Limits of a poll in another process below which the next one runs in the service. */
const light = { cpuMs: 50, bytes: limits.bytes / 2, devices: limits.devices };

/** Processor time (ms) above which the next poll gets a process of its own. The first poll of a process takes 100. */
const separateCpuMs = 250;

interface Poll {
  developer: string;
  maxEntities: number;
  /** Where the client's last poll ran. */
  level: string | null;
  isDebugged?: boolean;
}

/** Polls a connector in the service, or in another process when that takes too much. Polling twice changes nothing. */
export async function discoverOrIsolate(
  isolation: Isolation,
  connector: Connector,
  contextWith: (effort?: SharedBudget) => Context,
  { developer, maxEntities, level, isDebugged = false }: Poll,
): Promise<{ discovery: Discovery; level: IsolationLevel }> {
  if (level === null) {
    const discovery = await discoverHere(connector, contextWith, maxEntities);
    if (discovery) return { discovery, level: null };
  }
  const isHeavy = level === 'separate';
  const options = { developer, maxEntities, isHeavy, isDebugged };
  const discovery = await isolation.discover(connector, contextWith(), options);
  return { discovery, level: levelAfter(discovery) };
}

/** Polls in the service; undefined when that takes too much. */
async function discoverHere(
  connector: Connector,
  contextWith: (effort: SharedBudget) => Context,
  maxEntities: number,
): Promise<Discovery | undefined> {
  const effort = new Budget({ limits, refuse: () => new Error('Too much work.') });
  try {
    const discovery = await discoverAtMost(maxEntities, connector, contextWith(effort));
    effort.take('devices', discovery.entities.length);
    return effort.isExhausted ? undefined : discovery;
  } catch (error) {
    if (!effort.isExhausted) throw error;
    return undefined;
  }
}

function levelAfter({ cpuMs, bytes, entities }: WeighedDiscovery): IsolationLevel {
  if (cpuMs > separateCpuMs) return 'separate';
  const isLight = cpuMs <= light.cpuMs && bytes <= light.bytes && entities.length <= light.devices;
  return isLight ? null : 'shared';
}

/** Returns the isolation of the next poll after one that failed. */
export const isolationAfterFailure = (error: unknown, { isolation }: ClientRow): string | null =>
  error instanceof TooCostly ? 'separate' : isolation;
