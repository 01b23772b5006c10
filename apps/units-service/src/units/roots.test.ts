import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { afterWaiting } from '../testing/waiting.js';
import { createUnit, removeUnit } from './write.js';
import { findUnits } from './list.js';
import { linkUnits } from './link.js';
import { listUnitsOrdered } from './filter.js';
import { addSubject, removeReference } from './references.js';
import { traverseUnits } from './traversal/traverse.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Filter = Parameters<typeof findUnits>[1]['filter'];

async function create(caller: Caller, rest: { name?: string; type?: string } = {}) {
  const unit = { ...newUnit(caller), ...rest };
  await answerOne(createUnit, needsOf(database), unit);
  return unit.id;
}

const link = (caller: Caller, parent: string, child: string) =>
  answerOne(linkUnits, database, { caller, id: parent, role: 'children', other: child });

const unlink = (caller: Caller, parent: string, child: string) =>
  answerOne(removeReference, database, { caller, id: parent, relation: 'children', other: child });

/** The units without parents that also meet other conditions, over all pages. */
async function findRoots(caller: Caller, filter: Filter = {}, limit = 2): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const input = {
      caller,
      page: { limit, cursor },
      filter: { ...filter, parents: 'none' as const },
    };
    const { items, next } = await findUnits(database, input, patient);
    expect(items.length).toBeLessThanOrEqual(limit);
    found.push(...items);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}

/** Those that triggers have noted, which a race may leave with parents. */
async function storedRoots({ developer }: Caller): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT unit.id FROM unit_roots root LEFT JOIN units unit ON unit.key = root.unit_key
    WHERE root.developer = $1 ORDER BY root.unit_key`,
    [developer],
  );
  return rows.map(({ id }) => id);
}

describe('units without parents', () => {
  test('are found whatever was created, linked, unlinked and removed before', async () => {
    const step = fc.record({
      action: fc.constantFrom('link', 'unlink', 'remove'),
      parent: fc.nat(4),
      child: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const caller = { developer: randomUUID() };
        const units: string[] = [];
        for (let count = 0; count < 5; count += 1) units.push(await create(caller));
        const left = new Set(units);
        const links = new Map<string, [string, string]>();
        for (const step of steps) {
          // Links go down from lower numbers, so that there are no cycles.
          const [parent, child] = [units[step.parent]!, units[step.child]!];
          const areThere = left.has(parent) && left.has(child) && step.parent < step.child;
          const name = `${parent}>${child}`;
          if (step.action === 'link' && areThere) {
            await link(caller, parent, child);
            links.set(name, [parent, child]);
          } else if (step.action === 'unlink' && links.delete(name)) {
            await unlink(caller, parent, child);
          } else if (step.action === 'remove' && left.delete(parent)) {
            await answerOne(removeUnit, database, { caller, id: parent });
            for (const [name, ends] of links) if (ends.includes(parent)) links.delete(name);
          }
        }
        const children = new Set([...links.values()].map(([, child]) => child));
        const roots = units.filter((unit) => left.has(unit) && !children.has(unit));
        expect(await findRoots(caller)).toEqual(roots);
        expect(await storedRoots(caller)).toEqual(roots);
      }),
      { numRuns: 40 },
    );
  });

  test('are recorded whichever schemas a connection searches', async () => {
    const caller = { developer: randomUUID() };
    const [house, flat] = [await create(caller), await create(caller)];
    await link(caller, house, flat);
    const client = await database.pool.connect();
    await client.query('SET search_path = public');
    await client.query('DELETE FROM units.units WHERE id = $1', [house]);
    client.release(true);
    expect(await findRoots(caller)).toEqual([flat]);
  });

  test('are found by every other condition as well, in every order', async () => {
    const caller = { developer: randomUUID() };
    const house = await create(caller, { name: 'House', type: 'building' });
    const shed = await create(caller, { name: 'Shed', type: 'building' });
    const room = await create(caller, { name: 'Attic', type: 'room' });
    const child = await create(caller, { name: 'Shed', type: 'room' });
    await link(caller, house, child);
    expect(await findRoots(caller)).toEqual([house, shed, room]);
    expect(await findRoots(caller, { type: 'building' })).toEqual([house, shed]);
    expect(await findRoots(caller, { name: 'Shed' })).toEqual([shed]);
    expect(await findRoots(caller, { q: 'name==*e*' })).toEqual([house, shed]);
    expect(await findRoots(caller, { in: house })).toEqual([]);
    expect(await findRoots(caller, { capability: 'light' })).toEqual([]);
    expect(await findRoots({ developer: randomUUID() })).toEqual([]);

    const filter = { parents: 'none' } as const;
    const ordered = async (order: Parameters<typeof listUnitsOrdered>[1]['order']) => {
      const input = { caller, page: { limit: 10 }, order, filter };
      return (await listUnitsOrdered(database, input, patient)).items;
    };
    expect(await ordered({ by: 'name', descending: false })).toEqual([room, house, shed]);
    expect(await ordered({ by: 'created', descending: true })).toEqual([room, shed, house]);
    expect(await ordered({ search: 'shed' })).toEqual([shed]);

    const walk = { caller, id: house, direction: 'descendants', page: { limit: 10 } } as const;
    expect(await traverseUnits(database, { ...walk, ...filter }, patient)).toEqual({ items: [] });
  });

  test('are for a subject those of which it sees no parents, as it is shown them', async () => {
    const account = { developer: randomUUID() };
    const subject = { ...account, subject: 'tenant' };
    const house = await create(account);
    const flat = await create(account);
    const room = await create(subject);
    await link(account, house, flat);
    await link(account, flat, room);
    await answerOne(addSubject, database, { caller: account, id: flat, subject: 'tenant' });
    expect(await findRoots(account)).toEqual([house]);
    expect(await findRoots(subject)).toEqual([flat]);
    const sorted = {
      caller: subject,
      page: { limit: 10 },
      filter: { parents: 'none' },
      order: { by: 'name', descending: false },
    } as const;
    expect((await listUnitsOrdered(database, sorted, patient)).items).toEqual([flat]);
    // The account sees all parents of the subject's units.
    expect(await findRoots(account, { subject: 'tenant' })).toEqual([]);
  });
});

describe('when links of a unit change at the same time', () => {
  async function child(parents: number) {
    const caller = { developer: randomUUID() };
    const above: string[] = [];
    for (let count = 0; count < parents; count += 1) above.push(await create(caller));
    const unit = await create(caller);
    for (const parent of above) await link(caller, parent, unit);
    return { caller, above: above as [string, string], unit };
  }
  const key = (parameter: string) => `(SELECT key FROM units WHERE id = ${parameter}::uuid)`;
  const removal = `DELETE FROM unit_links WHERE parent_key = ${key('$1')} AND child_key = ${key('$2')}`;

  test('one that loses its last two parents is found', async () => {
    const { caller, above, unit } = await child(2);
    await afterWaiting(database.pool, { text: removal, values: [above[0], unit] }, () =>
      unlink(caller, above[1], unit),
    );
    expect(await findRoots(caller)).toEqual([...above, unit]);
  });

  test('one that is moved is not found, whichever change is first', async () => {
    const { caller, above, unit } = await child(1);
    const next = await create(caller);
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO unit_links (parent_key, child_key) SELECT ${key('$1')}, ${key('$2')}`,
        [next, unit],
      );
      await unlink(caller, above[0], unit);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await findRoots(caller)).toEqual([above[0], next]);
  });
});
