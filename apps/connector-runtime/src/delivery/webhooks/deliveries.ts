import { delivery as schema, Problem, type Delivery, type Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { JobQueue } from '@trellis/messaging';
import { validate as isUuid } from 'uuid';
import { writeInTurn, type Database } from '../../database.js';
import type { Delivery as Row } from '../../generated/prisma/client.js';
import type { Runtime } from '../../runtime.js';
import { requireWebhook } from './register.js';

export const listDeliveries: Handler<'deliveries.list', Pick<Runtime, 'database'>> = async (
  { database },
  { page, status, descending = false, ...of },
) => {
  const { key } = await requireWebhook(database, of);
  const { after, before, take } = pageRange(page);
  const rows = await database.delivery.findMany({
    where: {
      webhookKey: key,
      key: descending ? { lt: before } : { gt: after },
      status,
    },
    orderBy: { key: descending ? 'desc' : 'asc' },
    take,
  });
  return toPage(rows, page, toDelivery);
};

export const readDelivery: Handler<
  'deliveries.read',
  Pick<Runtime, 'database' | 'sealing'>
> = async ({ database, sealing }, on) => {
  const row = await requireDelivery(database, on);
  const { developer } = on;
  const binding = { purpose: 'deliveries.payload', developer, id: row.id } as const;
  return { ...toDelivery(row), payload: sealing.open(binding, row.payload) };
};

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
  return toDelivery(reset);
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

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    type: row.type,
    status: schema.shape.status.parse(row.status),
    attempts: row.attempts,
    created: row.created.toISOString(),
    response_status: row.responseStatus ?? undefined,
    error: row.error ?? undefined,
    attempted: row.attempted?.toISOString(),
  };
}
