import { newAccount, waitFor } from '@trellis/testing';
import { createClient, createClients } from '../../clients.js';
import type { Fleet } from '../fleet.js';
import type { Remote } from './remote.js';

export type Clients = Awaited<ReturnType<typeof createWatched>>;

/** Creates clients of one developer, each with one thing and numbered from 0, and waits until each has been polled. */
export async function createWatched(
  { address, servers }: Fleet,
  remote: Remote,
  { count, intervalMs }: { count: number; intervalMs: number },
) {
  const { jwtSecret, postgres } = servers;
  const account = newAccount({ address, jwtSecret }, { lifetimeSeconds: 24 * 3600 });
  const connector = 'wot';
  const configurationOf = (client: number) => ({
    url: remote.urlOf(client),
    interval_ms: intervalMs,
  });
  const clients = { connector, count, name: 'subject', configurationOf };
  const ids = await createClients(account, clients);
  let next = count;

  const findByStatus = async (status: 'STARTING' | 'ERROR'): Promise<string[]> => {
    const rows = await postgres.query<{ id: string }>(
      'SELECT id FROM connectors.clients WHERE status = $1',
      [status],
    );
    return rows.map(({ id }) => id);
  };
  /** Returns whether all have been polled, and none fails. */
  const areStarted = async () => {
    const others = [...(await findByStatus('STARTING')), ...(await findByStatus('ERROR'))];
    return others.length === 0;
  };
  await waitFor(areStarted, { within: 120_000, every: 500, what: 'the first polls' });
  return {
    account,
    count,
    ids,
    /** Creates another client, which is not observed; returns its path. */
    async createOther(): Promise<string> {
      const number = next++;
      const configuration = configurationOf(number);
      const id = await createClient(account, {
        connector,
        subject: `other-${number}`,
        configuration,
      });
      await waitFor(areStarted, { what: 'the first poll of another client' });
      return `/connectors/clients/${id}`;
    },
    findByStatus,
    areStarted,
    async countThings(title: string): Promise<number> {
      const things = await postgres.query('SELECT FROM units.things WHERE title = $1', [title]);
      return things.length;
    },
  };
}
