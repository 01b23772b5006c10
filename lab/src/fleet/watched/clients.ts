import { randomUUID } from 'node:crypto';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import pMap from 'p-map';
import type { Fleet } from '../processes/fleet.js';
import type { Remote } from './remote.js';

/** Connector clients of one developer, each with one thing. */
export interface Clients {
  account: Account;
  /** Number of clients; they are numbered from 0. */
  count: number;
  /** Creates another client, which is not observed; returns its path. */
  createOther(): Promise<string>;
  /** Returns the ids of clients with a status. */
  findByStatus(status: 'STARTING' | 'ERROR'): Promise<string[]>;
  /** Whether all have been polled, and none fails. */
  areStarted(): Promise<boolean>;
  /** Counts the things with a title. */
  countThings(title: string): Promise<number>;
}

interface ClientOptions {
  count: number;
  intervalMs: number;
}

/** Number of clients that are created concurrently. */
const concurrency = 8;
const lifetimeSeconds = 24 * 3600;

/** Creates clients of a remote technology, and waits until each has been polled. */
export async function createClients(
  { address, servers }: Pick<Fleet, 'address' | 'servers'>,
  remote: Remote,
  { count, intervalMs }: ClientOptions,
): Promise<Clients> {
  const { jwtSecret, postgres } = servers;
  const account = newAccount({ address, jwtSecret }, { lifetimeSeconds });
  const create = async (path: string, body: object, subject?: string) => {
    // On a busy machine a service may answer too late.
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await waitFor(async () => {
      const answer = await account.request('POST', path, { body, subject, headers });
      const { type } = answer.body as { type?: string };
      const isInUse = type?.endsWith('#idempotency_key_in_use');
      return answer.status < 500 && !isInUse && answer;
    });
    if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.status}.`);
    return answer.body as { client_id: string };
  };
  await create('/connectors/instances', { connector_type_id: 'wot', configuration: {} });
  const createOne = async (client: number) => {
    const configuration = { url: remote.urlOf(client), interval_ms: intervalMs };
    const body = { connector_type_id: 'wot', configuration };
    return (await create('/connectors/clients', body, `subject-${client}`)).client_id;
  };
  const numbers = Array.from({ length: count }, (_, client) => client);
  await pMap(numbers, createOne, { concurrency });
  let next = count;

  const findByStatus: Clients['findByStatus'] = async (status) => {
    const rows = await postgres.query<{ id: string }>(
      'SELECT id FROM connectors.clients WHERE status = $1',
      [status],
    );
    return rows.map(({ id }) => id);
  };
  const areStarted = async () => {
    const others = [...(await findByStatus('STARTING')), ...(await findByStatus('ERROR'))];
    return others.length === 0;
  };
  await waitFor(areStarted, { within: 120_000, every: 500, what: 'the first polls' });
  return {
    account,
    count,
    async createOther() {
      const id = await createOne(next++);
      await waitFor(areStarted, { what: 'the first poll of another client' });
      return `/connectors/clients/${id}`;
    },
    findByStatus,
    areStarted,
    async countThings(title) {
      const [row] = await postgres.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM units.things WHERE title = $1',
        [title],
      );
      return row!.count;
    },
  };
}
