import { delivery as shape, Problem, type Delivery as Shown, type Page } from '@trellis/contracts';
import { fetchPage, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import type { Delivery } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { findCallback, type OfApp } from './register.js';

/** So long deliveries can be read (ms). */
const kept = 7 * 24 * 60 * 60_000;

/** So old a pending one is when its job is looked for (ms). */
const overdue = 60_000;

export async function listDeliveries(
  runtime: Runtime,
  { page, status, ...of }: OfApp & { page: Page; status?: Shown['status'] | undefined },
) {
  const { key } = await findCallback(runtime, of);
  const { after, take } = fetchPage(page);
  const rows = await runtime.database.delivery.findMany({
    where: { callbackKey: key, key: { gt: after }, ...(status && { status }) },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, show);
}

export async function readDelivery(runtime: Runtime, { id, ...of }: OfApp & { id: string }) {
  const row = await findDelivery(runtime, of, id);
  return { ...show(row), payload: runtime.sealing.open(row.payload) };
}

/** Sends a message again, under the same id, so that the app can tell that it knows it. */
export async function repeatDelivery(runtime: Runtime, { id, ...of }: OfApp & { id: string }) {
  const { database, deliveries } = runtime;
  const row = await findDelivery(runtime, of, id);
  if (row.interactionId !== null && row.status !== 'pending') {
    throw new Problem('interaction_ended', 'Ask for the action anew; it would be done twice.');
  }
  const repeated = await database.delivery.update({
    where: { id },
    data: { status: 'pending', attempts: 0, attempted: null },
  });
  await deliveries.hurry(id, { delivery: id });
  return show(repeated);
}

/** Forgets old deliveries, and finds the jobs anew that were lost before they were queued. */
export async function sweepDeliveries({ database, deliveries, log }: Runtime): Promise<void> {
  const ago = (age: number) => new Date(Date.now() - age);
  try {
    await database.delivery.deleteMany({ where: { created: { lt: ago(kept) } } });
    const waiting = await database.delivery.findMany({
      where: { status: 'pending', created: { lt: ago(overdue) } },
      select: { id: true },
      take: 1000,
      orderBy: { key: 'asc' },
    });
    for (const { id } of waiting) await deliveries.add(id, { delivery: id });
  } catch (error) {
    log.warn({ err: error }, 'sweeping deliveries failed');
  }
}

async function findDelivery(runtime: Runtime, of: OfApp, id: string): Promise<Delivery> {
  const { key } = await findCallback(runtime, of);
  const row = isUuid(id)
    ? await runtime.database.delivery.findFirst({ where: { id, callbackKey: key } })
    : null;
  if (!row) throw new Problem('not_found', 'There is no such delivery.');
  return row;
}

function show(row: Delivery): Shown {
  return shape.parse({
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    created: row.created.toISOString(),
    ...(row.responseStatus !== null && { response_status: row.responseStatus }),
    ...(row.error !== null && { error: row.error }),
    ...(row.attempted && { attempted: row.attempted.toISOString() }),
  });
}
