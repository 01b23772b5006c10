import { freePort, serviceNames, type ServiceName } from '@trellis/testing';
import { startServers, type Queues, type Servers } from './servers.js';
import { startService, type Service } from './service.js';

export interface System extends Servers {
  /** Base URL, without a trailing slash. */
  address: string;
  services: Record<ServiceName, Service>;
}

/** Starts the servers and the services, which log into a folder and are restarted when they end. */
export async function startSystem(queues: Queues, logs: string): Promise<System> {
  const servers = await startServers({ queues, logs });
  const services = {} as Record<ServiceName, Service>;
  const stop = async () => {
    for (const service of Object.values(services).reverse()) await service.stop();
    await servers.stop();
  };
  try {
    const port = await freePort();
    for (const name of serviceNames) {
      const environment = { ...(await servers.environmentOf(name)), PORT: String(port) };
      services[name] = await startService({ ...servers.programOf(name), environment });
    }
    return { ...servers, address: `http://127.0.0.1:${port}`, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
