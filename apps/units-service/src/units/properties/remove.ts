import { isPlainText, type Handler } from '@trellis/contracts';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { noSuchProperty, toProperty } from './row.js';

/** Removes a property and answers it as it was. */
export const removeProperty: Handler<'units.remove_property', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id, name },
) => {
  const { key } = await findUnit(prisma, caller, id);
  if (!isPlainText(name)) throw noSuchProperty();
  const rows = await prisma.$queryRaw<{ name: string; value: string }[]>`
    DELETE FROM unit_properties WHERE unit_key = ${key} AND name = ${name} RETURNING name, value`;
  if (!rows[0]) throw noSuchProperty();
  return toProperty(rows[0]);
};
