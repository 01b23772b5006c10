import { setTimeout as pause } from 'node:timers/promises';
import { freePort, serviceNames, type ServiceName } from '@trellis/testing';
import { range } from '../numbers.js';
import { startNetwork } from '../system/network.js';
import { startServers, type Servers } from '../system/servers.js';
import { startService, type Service } from '../system/service.js';

type Sizes = Record<ServiceName, number>;

/** The termination of pods in k8s/base: the endpoint leaves the load balancer while the process still runs. */
interface Termination {
  /** From the decision to end a pod until it gets no new connections (ms). */
  endpointLeavesMs: number;
  /** From the same moment until SIGTERM (ms). */
  preStopMs: number;
}

/** Several processes of each service behind a load balancer, without restarts. */
export interface Fleet {
  /** Base URL, without a trailing slash. */
  address: string;
  servers: Servers;
  /** Returns the running processes, the oldest first. */
  processesOf(service: ServiceName): readonly Process[];
  /** Starts or ends processes until `count` are left. */
  scale(service: ServiceName, count: number): Promise<void>;
  /** Replaces all processes of a service one by one, with changed variables that also hold for later processes. */
  roll(service: ServiceName, changed?: Record<string, string>): Promise<void>;
  /** Kills processes of a service with SIGKILL, the oldest first. */
  kill(service: ServiceName, count: number): Promise<void>;
  stop(): Promise<void>;
}

/** A process, and a function that removes it from the load balancer. */
interface Process extends Service {
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

/** Starts the product on servers of its own. */
export async function startFleet({ sizes, termination, ...options }: FleetOptions): Promise<Fleet> {
  const servers = await startServers({ ...options, queues: 'Redis' });
  const endpoints: number[] = [];
  let next = 0;
  // Like a Service of Kubernetes: new connections go to the next endpoint, existing ones remain.
  const balancer = await startNetwork(() => endpoints[(next += 1) % endpoints.length]);
  const processes: Record<ServiceName, Process[]> = {
    'api-gateway': [],
    'units-service': [],
    'connector-runtime': [],
  };
  const changes = { ...options.environment };

  async function add(name: ServiceName): Promise<void> {
    const port = await freePort();
    const environment = { ...(await servers.environmentOf(name)), PORT: String(port), ...changes };
    const program = servers.programOf(name);
    const service = await startService({ ...program, environment, restarts: false });
    if (name === 'api-gateway') endpoints.push(port);
    const leave = () => {
      if (endpoints.includes(port)) endpoints.splice(endpoints.indexOf(port), 1);
    };
    processes[name].push({ ...service, leave });
  }
  const stop = async () => {
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
    processesOf: (service) => processes[service],
    async scale(service, count) {
      const surplus = processes[service].splice(count);
      await Promise.all(surplus.map((process) => terminate(service, process, termination)));
      const missing = range(count - processes[service].length);
      await Promise.all(missing.map(() => add(service)));
    },
    async roll(service, changed = {}) {
      Object.assign(changes, changed);
      const endings: Promise<void>[] = [];
      for (let left = processes[service].length; left > 0; left -= 1) {
        await add(service);
        endings.push(terminate(service, processes[service].shift()!, termination));
      }
      await Promise.all(endings);
    },
    async kill(service, count) {
      for (const process of processes[service].splice(0, count)) {
        process.leave();
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
  const code = await process.stop();
  if (code !== 0) throw new Error(`${service} did not end in order, but with ${code}.`);
}
