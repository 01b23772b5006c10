import { randomBytes, randomUUID } from 'node:crypto';
import { createResolvers, type ResolverOf } from '@trellis/connector-sdk';
import type { Input, ConnectorsContract, WebhookEventType } from '@trellis/contracts';
import { inTransaction } from '@trellis/database';
import { createSealing, generateKey } from '@trellis/sealing';
import { answerOne } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { readInteraction } from '../interactions/read.js';
import { startInteraction } from '../interactions/start.js';
import { createOutbox, type WebhookEvent } from '../delivery/outbox.js';
import { createRegistry } from '../registry.js';
import { deliver } from '../delivery/webhooks/deliver.js';
import { listDeliveries } from '../delivery/webhooks/deliveries.js';
import { putWebhook } from '../delivery/webhooks/register.js';
import type { ReceivedMessage } from './app-server.js';
import { roomyBulkhead } from './bulkhead.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { recordingQueue } from './queues.js';
import { defaultQuotas } from './session.js';

type Put = Input<ConnectorsContract, 'webhooks.put'>;

const context = { expiresAt: Infinity };

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Verifies a message as an app does; throws when no signature fits. */
export const verify = (secret: string, { headers, body }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(body, headers);

/** An app that has registered a webhook for `thing_created`. */
export async function registerApp(
  { database, pool }: TestDatabase,
  url: string,
  { resolverOf = createResolvers({ allowPrivate: true }) }: { resolverOf?: ResolverOf } = {},
) {
  const sealing = createSealing(generateKey());
  const deliveries = recordingQueue<{ delivery: string }>();
  const ended: string[] = [];
  const needs = {
    database,
    pool,
    sealing,
    clock: { now: () => Date.now() },
    resolverOf,
    allowPrivate: true,
    deliveries,
    outbox: createOutbox({ sealing, deliveries, log: silentLog }),
    publishEnded: async (id: string) => void ended.push(id),
    bulkhead: roomyBulkhead(),
    quotas: defaultQuotas,
  };
  const of = { developer: randomUUID(), app: 'app' };
  const secret = newSecret();
  const seal = (text: string) =>
    sealing.seal({ purpose: 'callbacks.secret', developer: of.developer, id: of.app }, text);
  const put = (more: Partial<Put> = {}) =>
    putWebhook(
      { ...needs, resolverOf: createResolvers({ allowPrivate: true }) },
      {
        ...of,
        url,
        events: ['thing_created'],
        secret: seal(secret),
        rotate: false,
        ...more,
      },
      context,
    );
  await put();
  return {
    needs,
    of,
    secret,
    seal,
    put,
    ended,
    /** Ids of the deliveries whose jobs were added. */
    added: deliveries.added,
    /** Stores an event; returns the id of its delivery, if any. */
    async happen(data: Record<string, unknown> = {}, type: WebhookEventType = 'thing_created') {
      const { developer } = of;
      const ids = await inTransaction(pool, (db) =>
        needs.outbox.add(db, [{ developer, type, data } as WebhookEvent]),
      );
      await needs.outbox.flush(ids);
      return ids[0]!;
    },
    attempt: (id: string, { isLast = false } = {}) =>
      deliver(needs, { delivery: id }, { number: 1, isLast }).catch(() => undefined),
    list: async () =>
      (await listDeliveries(needs, { ...of, filter: {}, page: { limit: 100 } }, context)).items,
  };
}

type RegisteredApp = Awaited<ReturnType<typeof registerApp>>;

/** Requests an action of a thing that the app has created. */
export async function requestAction({ needs, of }: RegisteredApp, { idempotent = false } = {}) {
  const id = randomUUID();
  const thing = randomUUID();
  const caller = { developer: of.developer };
  await answerOne(
    startInteraction,
    { ...needs, registry: createRegistry([]), interactions: recordingQueue() },
    {
      caller,
      id,
      thing,
      creator: { kind: 'app', id: of.app },
      operation: 'invokeaction',
      name: 'open',
      input: needs.sealing.seal({ purpose: 'interactions.input', ...caller, id }, { n: 1 }),
      idempotent,
    },
  );
  return { id, thing, read: () => answerOne(readInteraction, needs, { caller, id }) };
}
