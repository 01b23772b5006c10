import {
  isPlainText,
  Problem,
  type Caller,
  type Page,
  type UnitProperty,
} from '@trellis/contracts';
import type { Database } from '../database.js';
import { fetchPage, toPage } from '@trellis/database';
import { orGone } from '../gone.js';
import { checkJsonLd } from './json-ld/check.js';
import { findUnit } from './visible.js';

interface OnUnit {
  caller: Caller;
  id: string;
}

/** A property as it was sent. */
export const fromJson = ({ name, value }: { name: string; value: string }): UnitProperty => ({
  name,
  value: JSON.parse(value),
});

const noSuchProperty = () => new Problem('not_found', 'The unit has no such property.');

export async function listProperties(
  { prisma }: Database,
  { caller, id, page }: OnUnit & { page: Page },
) {
  const { key } = await findUnit(prisma, caller, id);
  const { after, take } = fetchPage(page);
  const rows = await prisma.unitProperty.findMany({
    where: { unitKey: key, key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, fromJson);
}

export async function readProperty(
  { prisma }: Database,
  { caller, id, name }: OnUnit & { name: string },
): Promise<UnitProperty> {
  const { key } = await findUnit(prisma, caller, id);
  if (!isPlainText(name)) throw noSuchProperty();
  const row = await prisma.unitProperty.findFirst({ where: { unitKey: key, name } });
  if (!row) throw noSuchProperty();
  return fromJson(row);
}

/** Adds a property; refused when the unit has one of this name. */
export async function addProperty(
  { prisma }: Database,
  { caller, id, property: { name, value } }: OnUnit & { property: UnitProperty },
): Promise<Record<string, never>> {
  await checkJsonLd(value, '/value');
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await orGone(
    prisma.unitProperty.createMany({
      data: [{ unitKey: key, name, value: JSON.stringify(value) }],
      skipDuplicates: true,
    }),
  );
  if (count === 1) return {};
  throw new Problem('already_exists', 'The unit has a property of this name; PUT changes it.', {
    existing: { kind: 'property', id, name },
  });
}

export async function updateProperty(
  { prisma }: Database,
  { caller, id, property: { name, value } }: OnUnit & { property: UnitProperty },
): Promise<Record<string, never>> {
  await checkJsonLd(value, '/value');
  const { key } = await findUnit(prisma, caller, id);
  const { count } = await prisma.unitProperty.updateMany({
    where: { unitKey: key, name },
    data: { value: JSON.stringify(value) },
  });
  if (count === 0) throw noSuchProperty();
  return {};
}

/** Removes a property and answers what it was. */
export async function removeProperty(
  { prisma }: Database,
  { caller, id, name }: OnUnit & { name: string },
): Promise<UnitProperty> {
  const { key } = await findUnit(prisma, caller, id);
  if (!isPlainText(name)) throw noSuchProperty();
  const rows = await prisma.$queryRaw<{ name: string; value: string }[]>`
    DELETE FROM unit_properties WHERE unit_key = ${key} AND name = ${name} RETURNING name, value`;
  if (!rows[0]) throw noSuchProperty();
  return fromJson(rows[0]);
}
