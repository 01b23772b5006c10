import type { Account, ApiAnswer } from '@trellis/testing';
import { createClients } from '../../clients.js';
import type { HostileRemotes } from './remotes.js';

/** An attempt of one developer to slow down all others. */
export interface Attack {
  name: string;
  /** Creates what the attack needs. Returns the request to repeat, if there is one. */
  prepare(
    account: Account,
    remotes: HostileRemotes,
    /** The address of the gateway. */
    gateway: string,
  ): Promise<(() => Promise<ApiAnswer>) | undefined>;
  inFlight: number;
}

type Clients = Omit<Parameters<typeof createClients>[1], 'name'>;

/** Attacks by clients that are costly to poll. */
export const polls = (
  name: string,
  clientsOf: (remotes: HostileRemotes) => Clients | undefined,
): Attack => ({
  name,
  async prepare(account, remotes) {
    const clients = clientsOf(remotes);
    if (clients) await createClients(account, { name: name.replaceAll(' ', '-'), ...clients });
    return undefined;
  },
  inFlight: 0,
});
