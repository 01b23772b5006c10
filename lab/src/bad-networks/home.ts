import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAgentProgram, waitFor, type Account } from '@trellis/testing';
import { createHome, type HomeNetwork } from './namespaces.js';

type Technology = 'hue' | 'home-assistant' | 'mqtt' | 'wot';

const connectorTypes: Record<Technology, string> = {
  hue: 'philips-hue',
  'home-assistant': 'home-assistant',
  mqtt: 'mqtt-discovery',
  wot: 'wot',
};

export type Home = Awaited<ReturnType<typeof startHome>>;

interface HomeOptions {
  number: number;
  account: Account;
  /** The port of the product outside. */
  port: number;
}

/** Starts a home with devices and an agent, whose subject is named like it. */
export async function startHome(options: HomeOptions) {
  const network = createHome(options.number);
  try {
    return await furnish(network, options);
  } catch (error) {
    network.remove();
    throw error;
  }
}

async function furnish(network: HomeNetwork, { number, account, port }: HomeOptions) {
  const name = `home-${number}`;
  const [command, ...args] = [
    ...network.prefix,
    process.execPath,
    '--conditions=@trellis/source',
    '--import',
    import.meta.resolve('tsx'),
    fileURLToPath(new URL('./devices.ts', import.meta.url)),
  ];
  const devices = spawn(command!, args, {
    env: { ...process.env, NODE_OPTIONS: '', NAME: name },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [configurations] = (await once(devices, 'message')) as [Record<Technology, object>];
  const arrivals: { device: Technology; value: unknown }[] = [];
  devices.on('message', (message) => arrivals.push(message as (typeof arrivals)[number]));

  const { body } = await account.request('POST', '/agents', { subject: name, body: { name } });
  const { id, pairing } = body as { id: string; pairing: { code: string } };
  const url = `http://${network.outside}:${port}`;
  const agent = await startAgentProgram(['--url', url, '--code', pairing.code], {
    prefix: network.prefix,
  });
  await agent.prints('Connected to').catch((error: unknown) => {
    throw new Error(agent.output(), { cause: error });
  });

  const clients: string[] = [];
  const clientsAre = async (isSo: (client: Record<string, unknown>) => boolean) => {
    const all = await Promise.all(clients.map((path) => account.request('GET', path)));
    return all.every(({ body }) => isSo(body as Record<string, unknown>));
  };
  return {
    network,
    agent,
    arrivals,
    readAgent: async () => (await account.request('GET', `/agents/${id}`)).body,
    /** Creates clients of technologies, and waits until they have polled. */
    async connect(technologies: Technology[], intervalMs: number): Promise<void> {
      for (const technology of technologies) {
        const connector_type_id = connectorTypes[technology];
        const instance = { connector_type_id, configuration: {} };
        await account.request('POST', '/connectors/instances', { body: instance });
        const configuration = { ...configurations[technology], interval_ms: intervalMs };
        const created = await account.request('POST', '/connectors/clients', {
          subject: name,
          body: { connector_type_id, via: id, configuration },
        });
        if (created.status !== 201) throw new Error(JSON.stringify(created.body));
        clients.push(`/connectors/clients/${created.body.client_id}`);
      }
      await this.works();
    },
    works: () =>
      waitFor(() => clientsAre(({ status }) => status === 'STARTED'), {
        within: 60_000,
        what: `the clients of ${name}`,
      }),
    clientsAre,
    /** Returns the things of the subject by title. */
    async things(): Promise<Record<string, string>> {
      const headers = { accept: 'application/ld+json' };
      const answer = await account.request('GET', '/things?limit=200', { subject: name, headers });
      const things = answer.body as { title: string; base: string }[];
      return Object.fromEntries(things.map(({ title, base }) => [title, base]));
    },
    tellMqtt: () => void devices.send('change'),
    async stop() {
      await agent.clear();
      devices.disconnect();
      await once(devices, 'exit');
      network.remove();
    },
  };
}
