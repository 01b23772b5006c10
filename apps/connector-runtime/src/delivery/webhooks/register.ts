import {
  ConnectorFailure,
  isPrivateAddress,
  portOf,
  type ResolveHost,
} from '@trellis/connector-sdk';
import {
  Problem,
  requireExpected,
  webhookEventType,
  webhookVersion,
  wrongExistence,
  type Handler,
  type Webhook,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn, type Queries } from '../../database.js';
import type { Prisma, Webhook as Row } from '../../generated/prisma/client.js';
import { refuseRevoked } from '../../accounts/revoked-apps.js';
import { requireRoom } from '../../accounts/quotas.js';
import type { Runtime } from '../../runtime.js';
import { failed, storeSettlement, type SettleNeeds } from '../settle.js';
import { rotateSecret } from '../secrets.js';

type Needs = Pick<
  Runtime,
  'database' | 'sealing' | 'clock' | 'resolverOf' | 'allowPrivate' | 'quotas'
>;

/** Creates or changes the webhook of an app. Its secret stays unless `rotate` is set. */
export const putWebhook: Handler<'webhooks.put', Needs> = async (
  { database, resolverOf, allowPrivate, quotas, ...needs },
  { developer, app, url, events, secret, rotate, exists, expected },
  deadline,
) => {
  await refuseUnreachable({ resolve: resolverOf(developer), allowPrivate }, url);
  const where = { developer_app: { developer, app } };
  const before = await database.webhook.findUnique({ where });
  // This request was delivered before: its secret is stored.
  if (before?.secret === secret)
    return { webhook: toWebhook(before), isNew: true, secretStored: true };
  if (exists !== undefined && exists !== (before !== null)) throw wrongExistence(!exists);
  if (before) requireExpected(webhookVersion(toWebhook(before)), expected);
  const rotated =
    before && rotate && rotateSecret(needs, { ...before, table: 'callbacks', id: app }, secret);
  const stored = await writeInTurn(database, { developer, deadline }, async (tx) => {
    await refuseRevoked(tx, { developer, app });
    const create = { developer, app, url, events, secret };
    const update = { url, events, ...rotated };
    const webhook =
      exists === undefined
        ? await tx.webhook.upsert({ where, create, update })
        : await (before ? replace(tx, before, update) : createNew(tx, create));
    if (!before) await requireRoom(tx, quotas, { name: 'callbacks', developer });
    return webhook;
  });
  return {
    webhook: toWebhook(stored),
    isNew: before === null,
    secretStored: stored.secret === secret,
  };
};

/** Changes a webhook unless another request has changed it meanwhile. */
async function replace(tx: Queries, before: Row, data: Prisma.WebhookUncheckedUpdateInput) {
  const { key, modified, url, secret } = before;
  const [webhook] = await tx.webhook.updateManyAndReturn({
    where: { key, modified, url, secret },
    data,
  });
  if (!webhook) throw new Problem('precondition_failed', 'The callback has changed meanwhile.');
  return webhook;
}

async function createNew(tx: Queries, data: Prisma.WebhookUncheckedCreateInput): Promise<Row> {
  try {
    return await tx.webhook.create({ data });
  } catch (error) {
    throw isUniqueViolation(error) ? wrongExistence(true) : error;
  }
}

export const readWebhook: Handler<'webhooks.read', Pick<Runtime, 'database'>> = async (
  { database },
  of,
) => toWebhook(await requireWebhook(database, of));

/** Removes a webhook. Actions that wait for it fail. */
export const removeWebhook: Handler<'webhooks.remove', SettleNeeds> = async (
  { database, publishEnded },
  { expected, ...of },
  deadline,
) => {
  const ended = await writeInTurn(database, { developer: of.developer, deadline }, async (tx) => {
    const { key } = await requireWebhook(tx, of);
    if (expected) {
      await tx.$queryRaw`SELECT key FROM callbacks WHERE key = ${key} FOR UPDATE`;
      requireExpected(webhookVersion(toWebhook(await requireWebhook(tx, of))), expected);
    }
    return deleteWebhook(tx, of);
  });
  for (const id of ended) await publishEnded(id);
  return {};
};

/** Deletes the webhook of an app, if it has one; returns the ids of the interactions that failed. */
export async function deleteWebhook(
  tx: Queries,
  { developer, app }: { developer: string; app: string },
): Promise<string[]> {
  const waiting = await tx.delivery.findMany({
    where: { webhook: { developer, app }, status: 'pending', interactionId: { not: null } },
    select: { interactionId: true },
  });
  const ids = waiting.map(({ interactionId }) => interactionId!);
  await tx.webhook.deleteMany({ where: { developer, app } });
  const problem = new Problem('no_callback', 'The app has removed its callback address.');
  await storeSettlement(tx, ids, failed(problem));
  return ids;
}

/** Reads the webhook of an app; throws `not_found` when it has none. */
export async function requireWebhook(
  database: Queries,
  { developer, app }: { developer: string; app: string },
): Promise<Row> {
  const found = await database.webhook.findUnique({
    where: { developer_app: { developer, app } },
  });
  if (!found) throw new Problem('not_found', 'The app has registered no callback.');
  return found;
}

/** Throws `invalid_request` for an address that must not be reached. Every delivery checks it again. */
export async function refuseUnreachable(
  { resolve, allowPrivate }: { resolve: ResolveHost; allowPrivate: boolean },
  given: string,
  pointer = '/url',
) {
  const url = new URL(given);
  try {
    const { address } = await resolve(url.hostname, portOf(url));
    const isUnprotected = url.protocol === 'http:' && !isPrivateAddress(address);
    if (isUnprotected && !allowPrivate) throw unreachable('Must be an https address.', pointer);
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    throw unreachable(error.message, pointer);
  }
}

const unreachable = (detail: string, pointer: string) =>
  new Problem('invalid_request', 'The address cannot be reached.', {
    errors: [{ pointer, detail }],
  });

const toWebhook = ({ url, events, created, modified }: Row): Webhook => ({
  url,
  events: events.map((type) => webhookEventType.parse(type)),
  created: created.toISOString(),
  modified: modified.toISOString(),
});
