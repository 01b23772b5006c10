import { randomUUID } from 'node:crypto';
import { throughAgent, type ResolveHost } from '@trellis/connector-sdk';
import { createSealing } from '@trellis/sealing';
import { newAccount, startAgentProgram } from '@trellis/testing';
import { insertClients, type NewClients } from '../polls/clients.js';
import type { Product } from '../polls/product.js';

export type Home = Awaited<ReturnType<typeof startHome>>;

const hourMs = 3_600_000;

/** Starts an agent as a user does. */
export async function startHome(product: Product, { relayPort }: { relayPort: number }) {
  const developer = `bench-${randomUUID()}`;
  const account = newAccount(product, { developer, lifetimeSeconds: 24 * 3_600 });
  const created = await account.request('POST', '/agents', {
    subject: 'alice',
    body: { name: 'Home' },
  });
  const { id, pairing } = created.body as { id: string; pairing: { code: string } };
  const program = await startAgentProgram(['--url', product.address, '--code', pairing.code]);
  await program.prints('Connected to');
  const binding = { purpose: 'agent-ticket', developer, id } as const;
  const ticket = createSealing(product.sealingKeys).seal(binding, { until: Date.now() + hourMs });
  const route = { agent: id, relay: `http://127.0.0.1:${relayPort}`, ticket };
  const resolve: ResolveHost = throughAgent(async () => route);
  return {
    account,
    developer,
    resolve,
    pid: program.pid,
    /** Inserts clients that reach their devices through the agent. */
    async insertClients(clients: Omit<NewClients, 'developer'>): Promise<string[]> {
      const ids = await insertClients(product, { ...clients, developer });
      await product.database.query('UPDATE connectors.clients SET via = $1 WHERE developer = $2', [
        id,
        developer,
      ]);
      return ids;
    },
    stop: () => program.clear(),
  };
}
