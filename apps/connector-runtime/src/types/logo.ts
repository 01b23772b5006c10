import { randomBytes } from 'node:crypto';
import { logoType, Problem, requireExpected, type Handler } from '@trellis/contracts';
import { writeInTurn } from '../database.js';
import type { Runtime } from '../runtime.js';
import { noSuchType, requireType } from './stored/find.js';
import { requirePicture } from './picture.js';

type Needs = Pick<Runtime, 'database' | 'pool'>;

/** Replaces the logo of a type, which gets a new address. */
export const putLogo: Handler<'types.put_logo', Needs> = async (
  { database, pool },
  { caller: { developer }, type_id: type, logo, expected },
  deadline,
) => {
  const row = await requireType(pool, { developer, type });
  requireExpected(row.logoId ?? '', expected);
  const bytes = Buffer.from(logo.bytes, 'base64');
  requirePicture(logo.type, bytes);
  const logoId = randomBytes(24).toString('base64url');
  await writeInTurn(database, { developer, deadline }, (tx) =>
    tx.connectorType.updateMany({
      where: { key: BigInt(row.key) },
      data: { logo: bytes, logoType: logo.type, logoId },
    }),
  );
  return {};
};

export const readLogo: Handler<'types.read_logo', Needs> = async (
  { database, pool },
  { caller: { developer }, type_id: type },
) => {
  const { key } = await requireType(pool, { developer, type });
  const row = await database.connectorType.findUnique({ where: { key: BigInt(key) } });
  return { ...fileOf(row), id: row!.logoId! };
};

export const findLogo: Handler<'types.find_logo', Pick<Runtime, 'database'>> = async (
  { database },
  { logo: logoId },
) => fileOf(await database.connectorType.findUnique({ where: { logoId } }));

function fileOf(row: { logo: Uint8Array | null; logoType: string | null } | null) {
  if (!row) throw noSuchType();
  if (!row.logo) throw new Problem('not_found', 'The type has no logo.');
  const bytes = Buffer.from(row.logo).toString('base64');
  return { type: logoType.parse(row.logoType), bytes };
}
