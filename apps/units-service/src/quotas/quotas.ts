import {
  quotaExceeded,
  type Handler,
  type Problem,
  type QuotaLimits,
  type UnitProperty,
} from '@trellis/contracts';
import { readQuotas, type RefusedRow } from '@trellis/database';
import type pg from 'pg';

/** Returns the problems of calls that exceed a quota of their developers, by their index in the batch. */
export const refusalsOf = (
  name: 'units' | 'things',
  limits: QuotaLimits<'units'>,
  refused: readonly RefusedRow[],
): Map<number, Problem> =>
  new Map(
    refused.map(({ position, used }) => [
      position - 1,
      quotaExceeded(name, { limit: limits[name], used: Number(used) }),
    ]),
  );

/** The use of a unit's quotas by its properties. */
export interface PropertyUse {
  properties: number;
  /** In UTF-8, of names and JSON texts. */
  bytes: number;
}

const bytesOf = ({ name, value }: UnitProperty): number =>
  Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(value));

/** Returns the use after adding properties with new names. */
export const withProperties = (used: PropertyUse, added: readonly UnitProperty[]): PropertyUse => ({
  properties: used.properties + added.length,
  bytes: added.reduce((bytes, property) => bytes + bytesOf(property), used.bytes),
});

/** Returns the problem of adding properties that exceed the quotas of their unit. */
export function refuseProperties(
  limits: QuotaLimits<'units'>,
  used: PropertyUse,
  added: readonly UnitProperty[],
): Problem | undefined {
  if (added.length === 0) return undefined;
  const total = withProperties(used, added);
  const refuse = (name: 'unit_properties' | 'unit_bytes', used: number) =>
    quotaExceeded(name, { limit: limits[name], used }, '/properties');
  if (total.properties > limits.unit_properties) return refuse('unit_properties', used.properties);
  if (total.bytes > limits.unit_bytes) return refuse('unit_bytes', used.bytes);
  return undefined;
}

export const readQuotaUse: Handler<
  'quotas.read',
  { pool: pg.Pool; quotas: QuotaLimits<'units'> }
> = ({ pool, quotas }, { developer }) => readQuotas(pool, quotas, developer);
