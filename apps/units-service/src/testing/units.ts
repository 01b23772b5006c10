import { randomUUID } from 'node:crypto';
import type { Caller, UnitProperty } from '@trellis/contracts';
import type { JsonLdProcessor } from '../units/json-ld/processor.js';

/** A processor for tests without JSON-LD. */
export const withoutJsonLd: JsonLdProcessor = {
  check: () => Promise.reject(new Error('There is no JSON-LD.')),
  close: async () => undefined,
};

/** The input that creates a unit. */
export const newUnit = (caller: Caller, properties: UnitProperty[] = []) => ({
  caller,
  id: randomUUID() as string,
  name: 'Kitchen',
  type: 'room',
  properties,
});
