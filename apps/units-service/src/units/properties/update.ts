import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { checkJsonLd } from '../json-ld/check.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import { noSuchProperty } from './row.js';

interface Needs {
  prisma: PrismaClient;
  jsonLd: JsonLdProcessor;
}

export const updateProperty: Handler<'units.update_property', Needs> = async (
  { prisma, jsonLd },
  { caller, id, property: { name, value } },
  { expiresAt },
) => {
  await checkJsonLd(jsonLd, { value, pointer: '/value', expiresAt });
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await prisma.unitProperty.updateMany({
    where: { unitKey: key, name },
    data: { value: JSON.stringify(value) },
  });
  if (count === 0) throw noSuchProperty();
  return {};
};
