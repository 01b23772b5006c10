import type { Caller } from '@trellis/contracts';
import { answerBatch } from '@trellis/testing';
import { createUnit } from '../units/write.js';
import { listUnitsOrdered } from '../units/filter.js';
import { patient } from './context.js';
import type { TestDatabase } from './database.js';
import { needsOf } from './needs.js';
import { newUnit } from './units.js';

export interface NamedUnit {
  id: string;
  name: string;
}

export type OrderedInput = Parameters<typeof listUnitsOrdered>[1];

/** Returns functions that create units with names, and list units in an order. */
export const orderedUnits = (database: () => TestDatabase) => ({
  async createUnits(caller: Caller, names: string[]): Promise<NamedUnit[]> {
    const units = names.map((name) => ({ ...newUnit(caller), name }));
    await answerBatch(createUnit, needsOf(database()), units);
    return units;
  },
  listUnits: (caller: Caller, order: OrderedInput['order'], rest: Partial<OrderedInput> = {}) =>
    listUnitsOrdered(
      database(),
      { caller, order, page: { limit: 1000 }, filter: {}, ...rest },
      patient,
    ),
});

/** A text without case and accents, as far as the names of these tests have some. */
export const fold = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
