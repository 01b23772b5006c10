import { Problem, type Handler, type UnitProperty } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ensureSubject } from '../subjects/ensure.js';
import { checkJsonLd } from './json-ld/check.js';
import type { JsonLdProcessor } from './json-ld/processor.js';

interface Needs {
  prisma: PrismaClient;
  jsonLd: JsonLdProcessor;
}

/** Creates a unit without references. A repeated call with the same id changes nothing. */
export const createUnit: Handler<'units.create', Needs> = async (
  { prisma, jsonLd },
  { caller: { developer, subject }, id, name, type, properties },
  { expiresAt },
) => {
  requireDistinctNames(properties);
  for (const [index, { value }] of properties.entries()) {
    await checkJsonLd(jsonLd, { value, pointer: `/properties/${index}/value`, expiresAt });
  }
  const rows = properties.map((property) => ({
    name: property.name,
    value: JSON.stringify(property.value),
  }));
  const owner = { developer, ownerSubject: subject ?? null };
  const insertion = prisma.$transaction(async (db) => {
    if (subject !== undefined) await ensureSubject(db, { developer, subject });
    await db.unit.create({ data: { id, ...owner, name, type, properties: { create: rows } } });
  });
  await insertion.catch((error: unknown) => {
    // The job was delivered twice, and the first delivery has created the unit.
    if (!isUniqueViolation(error)) throw error;
  });
  return { id };
};

function requireDistinctNames(properties: UnitProperty[]): void {
  const names = new Set<string>();
  for (const [index, { name }] of properties.entries()) {
    if (names.has(name)) {
      const detail = 'Another property of the unit has this name.';
      throw new Problem('invalid_request', detail, {
        errors: [{ pointer: `/properties/${index}/name`, detail }],
      });
    }
    names.add(name);
  }
}
