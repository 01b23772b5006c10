import { hash } from 'node:crypto';
import type { Memory } from '@trellis/connector-sdk';
import type { Laid } from './layout.js';

/** The characters of the digest of a list of properties. */
const digestLength = 10;

/**
 * Returns the properties that a device has: all that are not optional, and optional ones that had a value at any poll. An
 * inverter has no values at night, and is the same device.
 */
export async function presentProperties(
  memory: Memory,
  { unit, laid, hasValue }: { unit: string; laid: readonly Laid[]; hasValue(one: Laid): boolean },
): Promise<Laid[]> {
  const name = `present ${unit}`;
  const digest = hash('sha256', laid.map(({ at }) => at).join('\n'), 'base64url').slice(
    0,
    digestLength,
  );
  const [of, flags = ''] = (await memory.get(name))?.split(' ') ?? [];
  const before = of === digest ? flags : '';
  const isThere = laid.map(
    (one, index) => !one.property.optional || before[index] === '1' || hasValue(one),
  );
  const now = isThere.map((is) => (is ? '1' : '0')).join('');
  if (now !== before && laid.some(({ property }) => property.optional)) {
    await memory.set(name, `${digest} ${now}`);
  }
  return laid.filter((_, index) => isThere[index]);
}
