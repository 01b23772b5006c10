import {
  digestOfSubject,
  erasedCounts,
  maxRunningErasures,
  Problem,
  wholeAccount,
  type Erasure as Shown,
  type Handler,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { writeInTurn, type Database } from '../database.js';
import type { Erasure } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';

type Needs = Pick<Runtime, 'database' | 'units' | 'erasures' | 'publishErasures' | 'log'>;

/**
 * Stores the request to erase a subject, from which on new data of it are refused, and starts its schedule. While an earlier
 * request is under way, answers that.
 */
export const startErasure: Handler<'erasures.start', Needs> = async (
  { database, units, erasures, publishErasures, log },
  { id, developer, subject },
  deadline,
) => {
  const row = await insert(database, { id, developer, subject }, deadline);
  try {
    // The schedule does this again, with the clients.
    await units('subjects.begin_erasure', { id: row.id, developer, subject, clients: [] });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') {
      await database.erasure.deleteMany({ where: { id: row.id } });
    }
    throw error;
  }
  await publishErasures();
  await erasures.start([{ id: row.id, data: { erasure: row.id } }]).catch((err: unknown) => {
    log.warn({ err, erasure: row.id }, 'erasure waits for the reconciliation');
  });
  return toShown(database, row);
};

async function insert(
  database: Database,
  data: { id: string; developer: string; subject: string },
  deadline: { expiresAt: number },
): Promise<Erasure> {
  const { developer, subject } = data;
  try {
    return await writeInTurn(database, { developer, deadline }, (tx) =>
      tx.erasure.create({ data }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return database.erasure.findFirstOrThrow({
      where: { developer, OR: [{ subject }, { id: data.id }] },
    });
  }
}

export const readErasure: Handler<'erasures.read', Pick<Needs, 'database'>> = async (
  { database },
  { id, developer },
) => {
  const row = isUuid(id) ? await database.erasure.findFirst({ where: { id, developer } }) : null;
  const isCanceled = row?.subject === null && row.ended === null;
  if (!row || isCanceled) throw new Problem('not_found', 'There is no such erasure.');
  return toShown(database, row);
};

/** Lists the subjects that are erased at the moment, which gateways refuse. */
export const listRunningErasures: Handler<'erasures.running', Pick<Needs, 'database'>> = async ({
  database,
}) => {
  const rows = await database.erasure.findMany({
    where: { subject: { not: null } },
    select: { developer: true, subject: true },
    orderBy: { key: 'asc' },
    take: maxRunningErasures,
  });
  const digestOf = ({ developer, subject }: (typeof rows)[number]) =>
    digestOfSubject({ developer, subject: subject! });
  return { subjects: rows.map(digestOf) };
};

async function toShown(database: Database, row: Erasure): Promise<Shown> {
  const { id, developer, subject, requested, ended, errorCode, errorDetail, failed } = row;
  const isOfAccount = subject === wholeAccount;
  const isScheduled = isOfAccount && row.pass === 0 && row.settles! > new Date();
  const left = { developer, ...(!isOfAccount && { subject: subject! }) };
  const clientsLeft = subject === null ? 0 : await database.client.count({ where: left });
  return {
    id,
    status: subject === null ? 'completed' : isScheduled ? 'scheduled' : 'running',
    ...(subject && { subject }),
    requested: requested.toISOString(),
    ...(ended && { ended: ended.toISOString() }),
    clients_left: clientsLeft,
    erased: erasedCounts.parse(row.erased),
    ...(errorCode !== null && {
      last_error: { code: errorCode, detail: errorDetail!, at: failed!.toISOString() },
    }),
  };
}
