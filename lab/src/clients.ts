import { randomUUID } from 'node:crypto';
import { waitFor, type Account } from '@trellis/testing';
import pMap from 'p-map';
import { range } from './numbers.js';

const concurrency = 8;

interface NewClient {
  connector: string;
  subject: string;
  configuration: object;
}

export async function createClient(
  account: Account,
  { connector, subject, configuration }: NewClient,
): Promise<string> {
  const body = { connector_type_id: connector, configuration };
  const created = await create(account, '/connectors/clients', { body, subject });
  if (created.status !== 201) throw new Error(`${subject} was answered ${created.status}.`);
  return created.body.client_id as string;
}

interface NewClients {
  connector: string;
  instance?: object;
  count: number;
  /** Prefix of their subjects: each subject has one client of a connector. */
  name: string;
  configurationOf(n: number): object;
}

/** Creates an instance of a connector, unless there is one, and numbered clients; returns their ids. */
export async function createClients(
  account: Account,
  { connector, instance = {}, count, name, configurationOf }: NewClients,
): Promise<string[]> {
  const body = { connector_type_id: connector, configuration: instance };
  const { status } = await create(account, '/connectors/instances', { body });
  if (status !== 201 && status !== 409) throw new Error(`The instance was answered ${status}.`);
  const createOne = (n: number) =>
    createClient(account, {
      connector,
      subject: `${name}-${n}`,
      configuration: configurationOf(n),
    });
  return pMap(range(count), createOne, { concurrency });
}

/** Sends a POST request until it is answered, because on a busy machine a service may answer too late. */
function create({ request }: Account, path: string, options: { body: object; subject?: string }) {
  const headers = { 'idempotency-key': randomUUID() };
  return waitFor(async () => {
    const answer = await request('POST', path, { ...options, headers });
    const isInUse = answer.body?.type?.endsWith('#idempotency_key_in_use');
    return answer.status < 500 && !isInUse && answer;
  });
}
