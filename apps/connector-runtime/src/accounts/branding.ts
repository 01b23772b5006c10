import {
  connectBrandingVersion,
  requireExpected,
  staleVersion,
  wrongExistence,
  type ConnectBranding,
  type Handler,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn, type Queries } from '../database.js';
import type { Runtime } from '../runtime.js';

/** Reads the branding of an account; undefined when it has none. */
export async function findBranding(
  database: Queries,
  developer: string,
): Promise<ConnectBranding | undefined> {
  const row = await database.connectBranding.findUnique({ where: { developer } });
  return row ? { name: row.name, color: row.color ?? undefined } : undefined;
}

export const readBranding: Handler<'connect.read_branding', Pick<Runtime, 'database'>> = async (
  { database },
  { caller: { developer } },
) => {
  const branding = await findBranding(database, developer);
  return branding ? { branding } : {};
};

export const putBranding: Handler<'connect.put_branding', Pick<Runtime, 'database'>> = async (
  { database },
  { caller: { developer }, branding, exists, expected },
  deadline,
) => {
  const data = columnsOf(branding);
  const create = { developer, ...data };
  await writeInTurn(database, { developer, deadline }, async (tx) => {
    if (exists === undefined) {
      await tx.connectBranding.upsert({ where: { developer }, create, update: data });
    } else if (exists) {
      const before = await findBranding(tx, developer);
      if (!before) throw wrongExistence(false);
      requireExpected(connectBrandingVersion(before), expected);
      // Another request may have replaced it meanwhile.
      const where = { developer, ...columnsOf(before) };
      const { count } = await tx.connectBranding.updateMany({ where, data });
      if (count === 0) throw staleVersion();
    } else {
      await tx.connectBranding.create({ data: create }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? wrongExistence(true) : error;
      });
    }
  });
  return {};
};

const columnsOf = ({ name, color }: ConnectBranding) => ({ name, color: color ?? null });
