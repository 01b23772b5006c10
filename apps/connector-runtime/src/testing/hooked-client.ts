import type { Connector, HookRequest } from '@trellis/connector-sdk';
import { attemptRemoval } from '../clients/removal-job.js';
import { digestOf, renewRegistration } from '../hooks/registration.js';
import { receiveHook } from '../hooks/receive.js';
import { sealGrant } from '../oauth/grant.js';
import { createOutbox } from '../delivery/outbox.js';
import { poll } from '../polling/poll.js';
import type { HookState } from '../polling/read.sql.js';
import type { Session } from '../session.js';
import { insertClient } from './clients.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { pollNeeds } from './polled-client.js';
import { recordingQueue, recordingScheduler } from './queues.js';
import { sessionNeeds } from './session.js';
import { recordingUnits } from './units.js';

/** The public address of the installations of tests. */
export const hookBase = 'https://trellis.example';

interface HookedSetting {
  connector: Connector;
  instance?: object;
  client?: object;
  /** The access token of a client that an end user has authorized. */
  accessToken?: string;
  /** Whether vendors reach the installation. Default true. */
  isReachable?: boolean;
}

/** A client whose vendor may send requests to its address, with everything real but units-service. */
export async function hookedClient(
  testing: TestDatabase,
  { connector, instance, client, accessToken, isReachable = true }: HookedSetting,
) {
  const session = sessionNeeds(testing, [connector]);
  const { sealing } = session;
  const { units, upserts } = recordingUnits();
  const requested: string[] = [];
  const polling = pollNeeds(session, { units });
  const hookNeeds = Object.assign({ hookBase: isReachable ? hookBase : undefined }, polling);
  const needs = {
    ...polling,
    units,
    renewRegistration: (polled: Session, hook: HookState | null) =>
      renewRegistration(hookNeeds, polled, hook),
    polls: recordingScheduler<{ client: string }>(),
    outbox: createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog }),
    pollRequests: {
      add: (id: string) => void requested.push(id),
      follow: () => undefined,
      stop: () => undefined,
    },
  };
  const given = { ...(instance && { instance }), ...(client && { client }) };
  const row = await insertClient(needs, connector.typeId, given);
  const { id, key } = row;
  if (accessToken !== undefined) {
    const tokens = { access_token: accessToken, token_type: 'bearer' as const };
    const data = sealGrant(sealing, row, tokens as never);
    await testing.database.client.update({ where: { id }, data });
  }
  return {
    id,
    /** The clients that were to be polled. */
    requested,
    upserts,
    poll: () => poll(needs, { client: id }),
    remove: () => attemptRemoval(needs, { client: id }),
    hooks: () => testing.database.hook.findMany({ where: { clientKey: key } }),
    /** Makes its addresses older. */
    age: (interval: string) =>
      testing.pool.query(
        `UPDATE hooks SET created = created - $2::interval, registered = registered - $2::interval
        WHERE client_key = $1`,
        [key, interval],
      ),
    /** Sends a request to an address, as the gateway passes it on. */
    async send(address: string | undefined, { headers, body }: HookRequest) {
      const digest = digestOf(new URL(address!).pathname.split('/').at(-1)!);
      const binding = { purpose: 'hook-request', id: digest } as const;
      const request = sealing.seal(binding, { headers, body: body.toString('base64') });
      await receiveHook(needs, { digest, request }, { expiresAt: Date.now() + 5_000 });
    },
  };
}
