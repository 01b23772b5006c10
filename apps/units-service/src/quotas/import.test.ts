import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller, LineOutcome, QuotaLimits, UnitLine } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createUnit } from '../units/write.js';
import { importUnits } from '../units/import/import.js';
import { listUnits } from '../units/list.js';
import { addProperty } from '../units/properties.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = (quotas?: Partial<QuotaLimits<'units'>>) => needsOf(database, quotas);

const line = (id: string, more: Partial<UnitLine> = {}): UnitLine => ({
  id,
  name: id,
  type: 'room',
  ...more,
});
const properties = (names: string) => ({
  properties: [...names].map((name) => ({ name, value: 1 })),
});

async function importLines(
  caller: Caller,
  lines: UnitLine[],
  quotas: Partial<QuotaLimits<'units'>>,
): Promise<string[]> {
  const { outcomes } = await importUnits(needs(quotas), { caller, lines }, patient);
  return outcomes.map(nameOutcome);
}

/** Returns the outcome of a line, or the name of the exceeded quota. */
function nameOutcome(outcome: LineOutcome): string {
  if (typeof outcome === 'string') return outcome;
  return outcome.quota ? `full: ${outcome.quota.name}` : outcome.code;
}

describe('an import', () => {
  test('creates units up to the quota; lines that need no room are stored', async () => {
    const caller = { developer: randomUUID() };
    const lines = [line('a'), line('b', { parents: ['a'] }), line('c'), line('a', properties('p'))];
    const under = line('d', { parents: ['c'] });
    const more = line('b', { subjects: ['alice'] });
    const quotas = { units: 2 };
    expect(await importLines(caller, [...lines, under, more], quotas)).toEqual([
      'created',
      'created',
      'full: units',
      'updated',
      'unknown_reference',
      'updated',
    ]);
    expect(await importLines(caller, [...lines, line('c')], quotas)).toEqual([
      'unchanged',
      'unchanged',
      'full: units',
      'unchanged',
      'full: units',
    ]);
  });

  test('fills units up to their quotas, over several lines and imports', async () => {
    const caller = { developer: randomUUID() };
    const quotas = { unit_properties: 3, unit_bytes: 100 };
    const large = { properties: [{ name: 'large', value: 'x'.repeat(100) }] };
    expect(
      await importLines(
        caller,
        [
          line('a', properties('pq')),
          line('a', properties('qrs')),
          line('a', properties('r')),
          line('b', properties('pqrs')),
          line('b', large),
          line('b'),
        ],
        quotas,
      ),
    ).toEqual([
      'created',
      'full: unit_properties',
      'updated',
      'full: unit_properties',
      'full: unit_bytes',
      'created',
    ]);
    expect(
      await importLines(
        caller,
        [
          line('a', properties('pqr')),
          line('a', properties('ps')),
          line('b', properties('pq')),
          line('b', properties('rs')),
          line('b', properties('r')),
          line('b', large),
        ],
        quotas,
      ),
    ).toEqual([
      'unchanged',
      'full: unit_properties',
      'updated',
      'full: unit_properties',
      'updated',
      'full: unit_properties',
    ]);
  });

  test('that is sent again changes nothing, also when the quotas were lowered', async () => {
    const caller = { developer: randomUUID() };
    const lines = [line('a', properties('pq')), line('b')];
    await importLines(caller, lines, {});
    const lowered = { units: 1, unit_properties: 1, unit_bytes: 1 };
    expect(await importLines(caller, lines, lowered)).toEqual(['unchanged', 'unchanged']);
  });

  test('and other requests at the same time never exceed a quota', async () => {
    const caller = { developer: randomUUID() };
    const quotas = { units: 10, unit_properties: 4 };
    const [shared] = (await answerBatch(createUnit, needs(), [newUnit(caller)])) as {
      id: string;
    }[];
    const id = shared!.id;
    const added = (names: string) =>
      answerBatch(
        addProperty,
        needs(quotas),
        [...names].map((name) => ({ caller, id, property: { name, value: 1 } })),
      );
    const created = () => [newUnit(caller), newUnit(caller)];
    await Promise.all([
      importLines(caller, [line(id, properties('ab')), line('x'), line('y')], quotas),
      added('cd'),
      answerBatch(createUnit, needs(quotas), created()),
      importLines(caller, [line('z'), line(id, properties('ef')), line('v')], quotas),
      added('gh'),
      ...Array.from({ length: 4 }, () => answerBatch(createUnit, needs(quotas), created())),
    ]);
    const { items } = await answerOne(listUnits, database, { caller, page: { limit: 100 } });
    expect(items).toHaveLength(10);
    const { rows } = await database.pool.query(
      `SELECT FROM unit_properties JOIN units ON units.key = unit_key WHERE units.id = $1`,
      [id],
    );
    expect(rows).toHaveLength(4);
  });
});
