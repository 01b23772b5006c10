import { Problem, type Handler } from '@trellis/contracts';
import { notFoundIfDeleted } from '../../database/not-found-if-deleted.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { findUnit } from '../../visibility/units.js';
import { checkJsonLd } from '../json-ld/check.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';

interface Needs {
  prisma: PrismaClient;
  jsonLd: JsonLdProcessor;
}

/** Adds a property to a unit that has none of this name. */
export const addProperty: Handler<'units.add_property', Needs> = async (
  { prisma, jsonLd },
  { caller, id, property: { name, value } },
  { expiresAt },
) => {
  await checkJsonLd(jsonLd, { value, pointer: '/value', expiresAt });
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await notFoundIfDeleted(
    prisma.unitProperty.createMany({
      data: [{ unitKey: key, name, value: JSON.stringify(value) }],
      skipDuplicates: true,
    }),
  );
  if (count === 1) return {};
  throw new Problem('already_exists', 'The unit has a property of this name; PUT changes it.', {
    existing: { kind: 'property', id, name },
  });
};
