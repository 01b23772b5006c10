import {
  delivery as schema,
  Problem,
  type Delivery,
  type DeliveryDetails,
  type Handler,
} from '@trellis/contracts';
import { maxKey, pageRange, query, toPage } from '@trellis/database';
import type { JobQueue } from '@trellis/messaging';
import { validate as isUuid } from 'uuid';
import { writeInTurn, type Database } from '../../database.js';
import type { Delivery as Row } from '../../generated/prisma/client.js';
import type { Runtime } from '../../runtime.js';
import { readAttempts } from '../attempt.js';
import { listDeliveries as statementsOf, type DeliveryRow } from './deliveries.sql.js';
import { requireWebhook } from './register.js';
import { scanOf, scanValues } from './scan.js';

export const listDeliveries: Handler<
  'deliveries.list',
  Pick<Runtime, 'database' | 'pool'>
> = async ({ database, pool }, { page, filter, descending = false, ...of }) => {
  const { key: webhookKey } = await requireWebhook(database, of);
  const { after, before, take } = pageRange(page);
  const range = descending
    ? { webhookKey, after: -1n, before, take }
    : { webhookKey, after, before: maxKey, take };
  const statements = statementsOf[descending ? 'descending' : 'ascending'];
  const statement = statements[filter.status === undefined ? 'any' : 'ofStatus'];
  const rows = await query(pool, statement, scanValues(filter, range));
  const found = rows.filter((row) => row.key !== null);
  const items = found.slice(0, page.limit).map(toDelivery);
  const { scanned, last } = rows[0]!;
  if (found.length > page.limit) return { items, next: found[page.limit - 1]!.key! };
  return scanned === scanOf(filter, range) && last !== null ? { items, next: last } : { items };
};

export const listDeliveriesOfSubject: Handler<
  'deliveries.of_subject',
  Pick<Runtime, 'database'>
> = async ({ database }, { developer, subject, page }) => {
  const { after, take } = pageRange(page);
  const rows = await database.delivery.findMany({
    where: { subject, webhook: { developer }, key: { gt: after } },
    select: { key: true, id: true, webhook: { select: { app: true } } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id, webhook: { app } }) => ({ id, app }));
};

export const readDelivery: Handler<
  'deliveries.read',
  Pick<Runtime, 'database' | 'sealing'>
> = async ({ database, sealing }, on) => {
  const row = await requireDelivery(database, on);
  return toDetails({ sealing }, on, row);
};

/** Returns a delivery with its message and its attempts. */
export function toDetails(
  { sealing }: Pick<Runtime, 'sealing'>,
  { developer }: { developer: string },
  row: Row,
): DeliveryDetails {
  const binding = { purpose: 'deliveries.payload', developer, id: row.id } as const;
  return Object.assign(toDelivery(toListed(row)), {
    payload: sealing.open(binding, row.payload),
    last_attempts: readAttempts(row.lastAttempts),
  });
}

/** Sends a message again, under the same id, so that the app can recognize it. */
export const redeliver: Handler<
  'deliveries.redeliver',
  { database: Database; deliveries: JobQueue<{ delivery: string }> }
> = async ({ database, deliveries }, on, deadline) => {
  const { id, interactionId, status } = await requireDelivery(database, on);
  if (interactionId !== null && status !== 'pending') {
    throw new Problem(
      'interaction_ended',
      'The action has ended, and sending it again might perform it twice. Invoke it anew.',
    );
  }
  const reset = await writeInTurn(database, { developer: on.developer, deadline }, (tx) =>
    tx.delivery.update({
      where: { id },
      // A message of a replay is now sent on its own.
      data: { status: 'pending', attempts: 0, attempted: null, replayId: null },
    }),
  );
  await deliveries.addOrRunNow(id, { delivery: id });
  return toDelivery(toListed(reset));
};

async function requireDelivery(
  database: Database,
  { id, ...of }: { developer: string; app: string; id: string },
): Promise<Row> {
  const { key } = await requireWebhook(database, of);
  const row = isUuid(id)
    ? await database.delivery.findFirst({ where: { id, webhookKey: key } })
    : null;
  if (!row) throw new Problem('not_found', 'There is no such delivery.');
  return row;
}

type Listed = Omit<DeliveryRow, 'scanned' | 'last' | 'key'>;

/** Converts a row as Prisma reads it. */
const toListed = ({ clientId, interactionId, responseStatus, ...row }: Row): Listed =>
  Object.assign(row, {
    client_id: clientId,
    interaction_id: interactionId,
    response_status: responseStatus,
  });

const toDelivery = (row: Listed): Delivery => ({
  id: row.id,
  type: row.type,
  thing: row.thing ?? undefined,
  client: row.client_id ?? undefined,
  interaction: row.interaction_id ?? undefined,
  event: row.event ?? undefined,
  status: schema.shape.status.parse(row.status),
  attempts: row.attempts,
  created: row.created.toISOString(),
  response_status: row.response_status ?? undefined,
  error: row.error ?? undefined,
  attempted: row.attempted?.toISOString(),
});
