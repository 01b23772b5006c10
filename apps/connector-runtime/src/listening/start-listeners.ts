import type { Broker } from '@trellis/messaging';
import type { Configuration } from '../configuration.js';
import type { Runtime } from '../runtime.js';
import { createConnections } from './connections.js';
import { createLeases } from './leases.js';
import { startListener, type ListenerNeeds } from './listener.js';
import { leaseTimes, startListening, type Listening } from './start-listening.js';
import { createSteps } from './report-buffer.js';

/** How often the reports of all clients are stored (ms): they share messages and statements. */
const storeIntervalMs = 60;

type WorkerNeeds = Omit<ListenerNeeds, 'connections' | 'runInStep'> &
  Pick<Runtime, 'pool' | 'subscribe'>;

/** Listens for this process's share of the clients. */
export function startListeners(
  broker: Broker,
  needs: WorkerNeeds,
  configuration: Configuration,
): Listening {
  const worker = broker.nodeId;
  const listenerNeeds = {
    ...needs,
    connections: createConnections({
      perHost: configuration.LISTENERS_PER_HOST,
      // As many as a client of `wot` has subscriptions.
      hostsPerClient: 64,
      connectingPerHost: 10,
      connecting: 100,
      turnMs: { min: 100, max: 250 },
      maxConnectingMs: 60_000,
    }),
    runInStep: createSteps(storeIntervalMs),
  };
  return startListening({
    worker,
    leases: createLeases(needs.pool, { worker, ...leaseTimes }),
    limits: {
      perWorker: configuration.LISTENERS_PER_WORKER,
      perDeveloper: configuration.LISTENERS_PER_DEVELOPER,
    },
    times: leaseTimes,
    start: (client, events) => startListener(listenerNeeds, { ...client, ...events }),
    broker,
    subscribe: needs.subscribe,
    log: needs.log,
  });
}
