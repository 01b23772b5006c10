import { Problem, type Caller, type UnitProperty } from '@trellis/contracts';
import type { Database } from '../database.js';
import { registerSubject } from '../subjects/register.js';
import { checkJsonLd } from './json-ld/check.js';
import { isUniqueViolation } from '@trellis/database';

export interface NewUnit {
  caller: Caller;
  id: string;
  name: string;
  type: string;
  properties: UnitProperty[];
}

/** Creates a unit without any references. A repetition with the same id changes nothing. */
export async function createUnit({ prisma }: Database, unit: NewUnit): Promise<{ id: string }> {
  const { caller, id, name, type, properties } = unit;
  refuseRepeatedNames(properties);
  for (const [index, { value }] of properties.entries()) {
    await checkJsonLd(value, `/properties/${index}/value`);
  }
  await prisma
    .$transaction(async (db) => {
      if (caller.subject !== undefined) {
        await registerSubject(db, { developer: caller.developer, subject: caller.subject });
      }
      await db.unit.create({
        data: {
          id,
          developer: caller.developer,
          ownerSubject: caller.subject ?? null,
          name,
          type,
          properties: {
            create: properties.map((property) => ({
              name: property.name,
              value: JSON.stringify(property.value),
            })),
          },
        },
      });
    })
    .catch((error: unknown) => {
      // The job was delivered twice: the first delivery has made the unit.
      if (!isUniqueViolation(error)) throw error;
    });
  return { id };
}

function refuseRepeatedNames(properties: UnitProperty[]): void {
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
