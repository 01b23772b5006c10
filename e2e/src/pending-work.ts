import { expect } from '@jest/globals';
import { connectBroker } from '@trellis/messaging';
import { startHttpServer, waitFor, type Account, type HttpServer } from '@trellis/testing';
import type { SimulatedClient } from './simulation.js';

/** Starts the server of an app, which accepts every message. */
export const startApp = (): Promise<HttpServer> =>
  startHttpServer((_request, response) => response.writeHead(204).end());

/** Creates a thing whose action the app carries out; returns its address. */
export async function createLetterBox({ request }: Account, app: HttpServer): Promise<string> {
  await request('PUT', '/callback', { body: { url: app.address } });
  const body = { title: 'Letter box', actions: { open: {} } };
  return (await request('POST', '/things', { body })).headers.get('location')!;
}

type BrokerAddress = Parameters<typeof connectBroker>[0];

async function inQueues<T>(
  where: BrokerAddress,
  use: (broker: Awaited<ReturnType<typeof connectBroker>>) => Promise<T>,
): Promise<T> {
  const broker = await connectBroker(where);
  try {
    return await use(broker);
  } finally {
    await broker.close();
  }
}

/** Keeps the jobs of queues from being worked on, as if everything had crashed before. */
export const pauseQueues = (where: BrokerAddress, names: string[]): Promise<unknown> =>
  inQueues(where, ({ queue }) => Promise.all(names.map((name) => queue(name).pause())));

export const resumeQueues = (where: BrokerAddress, names: string[]): Promise<unknown> =>
  inQueues(where, ({ queue }) => Promise.all(names.map((name) => queue(name).resume())));

/** How many jobs of a queue there are, in whatever state. */
export const countJobs = (where: BrokerAddress, name: string): Promise<number> =>
  inQueues(where, async (broker) => {
    const counts = await broker.countJobs(name);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  });

/** The queues of what is requested here. */
export const workQueues = ['removals', 'interactions', 'deliveries'];

/** The addresses of the outcomes of a write to a device, and of an action of an app's thing. */
export interface PendingWork {
  write: string;
  action: string;
}

interface Targets {
  /** The client to remove. */
  removed: SimulatedClient;
  lamp: string;
  letterBox: string;
}

/** Requests a removal, a write and an action while nobody works on their queues. */
export async function requestWork(
  { request }: Account,
  { removed, lamp, letterBox }: Targets,
): Promise<PendingWork> {
  const headers = { prefer: 'respond-async' };
  const write = await request('PUT', `${lamp}/properties/on`, { body: true, headers });
  const action = await request('POST', `${letterBox}/actions/open`, { headers });
  const removal = await request('DELETE', removed.path);
  expect([write.status, action.status, removal.status]).toEqual([202, 202, 500]);
  return { write: write.headers.get('location')!, action: action.headers.get('location')! };
}

const outcomeOf = ({ request }: Account, interaction: string): Promise<string> =>
  waitFor(
    async () => {
      const { status } = (await request('GET', interaction)).body as { status: string };
      return status !== 'pending' && status !== 'running' && status;
    },
    { what: 'the outcome of the interaction' },
  );

export async function expectDone(account: Account, { write, action }: PendingWork): Promise<void> {
  expect(await outcomeOf(account, write)).toBe('completed');
  expect(await outcomeOf(account, action)).toBe('completed');
}

export async function expectGone(client: SimulatedClient): Promise<void> {
  await waitFor(async () => (await client.read()).status === 404, { what: 'the removal' });
  expect(await client.things()).toEqual([]);
}

/** Waits until a poll of a client has found something new. */
export async function expectPolled({ request }: Account, client: SimulatedClient): Promise<void> {
  const station = await client.station();
  const modified = async () => (await request('GET', station)).body.modified as string;
  const last = await modified();
  await waitFor(async () => (await modified()) !== last, { what: 'the next poll' });
}
