import { simulatorInstance, waitFor, type Account } from '@trellis/testing';
import { createClients } from '../../clients.js';

export const createSimulators = (
  account: Account,
  { count, devices }: { count: number; devices: number },
): Promise<string[]> =>
  createClients(account, {
    connector: 'simulator',
    instance: simulatorInstance.configuration,
    count,
    name: `simulator-${devices}`,
    configurationOf: () => ({ devices, interval_ms: 60_000 }),
  });

/** Waits until an account has a number of things whose titles contain a word; returns their ids. */
export const thingsOf = ({ request }: Account, title: string, count: number): Promise<string[]> =>
  waitFor(
    async () => {
      const { body } = await request('GET', `/things?search=${title}&limit=1000`);
      const ids = (body as { href: string }[]).map(({ href }) => href.split('/').at(-1)!);
      return ids.length >= count && ids;
    },
    { what: `${count} things called ${title}` },
  );
