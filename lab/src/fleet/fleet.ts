import { setTimeout as pause } from 'node:timers/promises';
import { freePort, serviceNames, type ServiceName } from '@trellis/testing';
import { range } from '../numbers.js';
import { startNetwork } from '../system/network.js';
import { startServers } from '../system/servers.js';
import { startService, type Service } from '../system/service.js';
import type { Life } from './watched/causes.js';

type Sizes = Record<ServiceName, number>;

/** The termination of pods in k8s/base: the endpoint leaves the load balancer while the process still runs. */
interface Termination {
  /** From the decision to end a pod until it gets no new connections (ms). */
  endpointLeavesMs: number;
  /** From the same moment until SIGTERM (ms). */
  preStopMs: number;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** A process, its times, and a function that removes it from the load balancer. */
interface Process extends Service {
  life: Life;
  leave(): void;
}

export interface FleetOptions {
  sizes: Sizes;
  termination: Termination;
  /** The folder into which the services log. */
  logs: string;
  /** Variables of all processes. */
  environment?: Record<string, string>;
}

/** Starts several processes of each service behind a load balancer, on servers of their own and without restarts. */
export async function startFleet({ sizes, termination, ...options }: FleetOptions) {
  const servers = await startServers({ ...options, queues: 'Redis' });
  const endpoints: number[] = [];
  let next = 0;
  // Like a Service of Kubernetes: new connections go to the next endpoint, existing ones remain.
  const balancer = await startNetwork(() => endpoints[(next += 1) % endpoints.length]);
  const processes: Record<ServiceName, Process[]> = {
    'api-gateway': [],
    'units-service': [],
    'connector-runtime': [],
    'accounts-service': [],
  };
  const lives: Life[] = [];
  const changes = { ...options.environment };

  async function add(name: ServiceName): Promise<void> {
    const port = await freePort();
    const environment = { ...(await servers.environmentOf(name)), PORT: String(port), ...changes };
    const program = servers.programOf(name);
    const startedAt = performance.now();
    const life: Life = { service: name, startedAt, readyAt: undefined, endedAt: undefined };
    lives.push(life);
    const service = await startService({ ...program, environment, restarts: false });
    life.readyAt = performance.now();
    if (name === 'api-gateway') endpoints.push(port);
    const leave = () => {
      if (endpoints.includes(port)) endpoints.splice(endpoints.indexOf(port), 1);
    };
    processes[name].push({ ...service, life, leave });
  }
  const stop = async (): Promise<void> => {
    const all = serviceNames.flatMap((service) => processes[service]);
    await Promise.all(all.map((process) => process.stop()));
    await balancer.close();
    await servers.stop();
  };
  try {
    for (const service of serviceNames) {
      for (const _ of range(sizes[service])) await add(service);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address: `http://127.0.0.1:${balancer.port}`,
    servers,
    /** All processes, including those that have ended. */
    lives: lives as readonly Life[],
    /** Returns the running processes, the oldest first. */
    processesOf: (service: ServiceName): readonly Process[] => processes[service],
    /** Starts or ends processes until `count` are left. */
    async scale(service: ServiceName, count: number): Promise<void> {
      const surplus = processes[service].splice(count);
      await Promise.all(surplus.map((process) => terminate(service, process, termination)));
      const missing = range(count - processes[service].length);
      await Promise.all(missing.map(() => add(service)));
    },
    /** Replaces all processes of a service one by one, with changed variables that also hold for later processes. */
    async roll(service: ServiceName, changed: Record<string, string> = {}): Promise<void> {
      Object.assign(changes, changed);
      const endings: Promise<void>[] = [];
      for (let left = processes[service].length; left > 0; left -= 1) {
        await add(service);
        endings.push(terminate(service, processes[service].shift()!, termination));
      }
      await Promise.all(endings);
    },
    /** Kills processes of a service with SIGKILL, the oldest first. */
    async kill(service: ServiceName, count: number): Promise<void> {
      for (const process of processes[service].splice(0, count)) {
        process.leave();
        process.life.endedAt = performance.now();
        process.kill('SIGKILL');
        await process.stop();
      }
    },
    stop,
  };
}

/** Ends a process as Kubernetes ends a pod; throws if its exit code is not 0. */
async function terminate(
  service: ServiceName,
  process: Process,
  { endpointLeavesMs, preStopMs }: Termination,
): Promise<void> {
  await pause(Math.min(endpointLeavesMs, preStopMs));
  process.leave();
  await pause(Math.max(0, preStopMs - endpointLeavesMs));
  process.life.endedAt = performance.now();
  const code = await process.stop();
  if (code !== 0) throw new Error(`${service} did not end in order, but with ${code}.`);
}
