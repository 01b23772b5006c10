import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeKind, type Change } from '@trellis/contracts';
import fc from 'fast-check';
import type pg from 'pg';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { readChanges } from './changes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What a writer does in its transaction to one of a few units. */
const step = fc.record({
  action: fc.constantFrom('create', 'rename', 'describe', 'delete', 'link', 'unlink', 'share'),
  unit: fc.nat(5),
  other: fc.nat(5),
});
const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  /** How many other things happen before it commits. */
  turns: fc.nat(20),
  commits: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});
const writers = fc.array(fc.array(transaction, { maxLength: 8 }), { minLength: 2, maxLength: 4 });
const reads = fc.infiniteStream(
  fc.record({ limit: fc.integer({ min: 1, max: 7 }), isLost: fc.boolean() }),
);

const statements: Record<string, string> = {
  create: `INSERT INTO units (id, developer, name, type) VALUES ($1, $2, 'new', 'room') ON CONFLICT DO NOTHING`,
  rename: `UPDATE units SET name = $3 WHERE id = $1 AND developer = $2`,
  describe: `INSERT INTO unit_properties (unit_key, name, value)
    SELECT key, 'size', $3 FROM units WHERE id = $1 AND developer = $2
    ON CONFLICT (unit_key, name) DO UPDATE SET value = excluded.value`,
  delete: `DELETE FROM units WHERE id = $1 AND developer = $2`,
  link: `INSERT INTO unit_links (parent_key, child_key)
    SELECT parent.key, child.key FROM units parent, units child
    WHERE child.id = $1 AND parent.id = $3 AND child.developer = $2 ON CONFLICT DO NOTHING`,
  unlink: `DELETE FROM unit_links USING units child
    WHERE child_key = child.key AND child.id = $1 AND child.developer = $2`,
  share: `INSERT INTO unit_subjects (unit_key, developer, subject)
    SELECT key, developer, 'alice' FROM units WHERE id = $1 AND developer = $2
    ON CONFLICT DO NOTHING`,
};

type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

/** Carries out a transaction; one that waits for another for too long is rolled back, as any that fails. */
async function write(developer: string, ids: string[], { steps, turns, commits }: Transaction) {
  const db = await database.pool.connect();
  try {
    await db.query(`BEGIN; SET LOCAL lock_timeout = '50ms'`);
    for (const { action, unit, other } of steps) {
      const values: Partial<Record<string, string>> = {
        ...{ rename: randomUUID(), describe: `"${randomUUID()}"`, link: ids[other]! },
      };
      const more = values[action];
      if (action === 'link' && unit === other) continue;
      await db.query(statements[action]!, [ids[unit], developer, ...(more ? [more] : [])]);
    }
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    await db.query(commits ? 'COMMIT' : 'ROLLBACK');
  } catch {
    await db.query('ROLLBACK');
  } finally {
    db.release();
  }
}

const unitSql = `
  SELECT unit.id, unit.name,
    ARRAY(SELECT name || value FROM unit_properties WHERE unit_key = unit.key ORDER BY name) AS properties,
    ARRAY(SELECT parent.id::text FROM unit_links JOIN units parent ON parent.key = parent_key
      WHERE child_key = unit.key ORDER BY parent.id) AS parents,
    ARRAY(SELECT subject FROM unit_subjects WHERE unit_key = unit.key) AS subjects
  FROM units unit WHERE unit.developer = $1 AND ($2::uuid IS NULL OR unit.id = $2)`;

interface Unit {
  id: string;
  parents: string[];
}

const readUnits = async (db: pg.Pool, developer: string, id: string | null = null) =>
  (await db.query<Unit>(unitSql, [developer, id])).rows;

/** Follows the changes, reads what they name, and drops what is gone. */
function createMirror(developer: string, cursor: string) {
  const units = new Map<string, Unit>();
  const seen: string[] = [];
  let after = cursor;
  const apply = async ({ kind, id, cursor }: Change) => {
    seen.push(cursor);
    const [unit] = kind === 'unit_deleted' ? [] : await readUnits(database.pool, developer, id);
    if (unit) return void units.set(id, unit);
    units.delete(id);
    for (const { parents } of units.values()) {
      if (parents.includes(id)) parents.splice(parents.indexOf(id), 1);
    }
  };
  return {
    units,
    seen,
    /** Reads a page; one that is lost is read again. */
    async read({ limit, isLost }: { limit: number; isLost: boolean }): Promise<boolean> {
      const question = { caller: { developer }, kinds: changeKind.options, limit, after };
      const page = await readChanges(database, question, patient);
      if (isLost) return true;
      for (const change of page.changes) await apply(change);
      after = page.cursor;
      return page.more || page.changes.length > 0;
    },
  };
}

test('a mirror equals what is there, whatever happens at once and whatever is lost on the way', async () => {
  await fc.assert(
    fc.asyncProperty(writers, reads, async (plans, choices) => {
      const developer = randomUUID();
      const ids = Array.from({ length: 6 }, () => randomUUID());
      const question = { caller: { developer }, kinds: changeKind.options, limit: 1 };
      const { cursor } = await readChanges(database, question, patient);
      const mirror = createMirror(developer, cursor);
      let isWriting = true;
      const writing = Promise.all(
        plans.map(async (plan) => {
          for (const one of plan) await write(developer, ids, one);
        }),
      ).finally(() => (isWriting = false));
      for (const choice of choices) {
        const wasWriting = isWriting;
        if (!(await mirror.read(choice)) && !wasWriting) break;
      }
      await writing;
      const stored = await readUnits(database.pool, developer);
      const byId = (one: Unit, other: Unit) => (one.id < other.id ? -1 : 1);
      expect([...mirror.units.values()].sort(byId)).toEqual(stored.sort(byId));
      const { rows } = await database.pool.query<{ position: string }>(
        `SELECT xact || '-' || key AS position FROM changes WHERE developer = $1 ORDER BY xact, key`,
        [developer],
      );
      const positions = mirror.seen.map((one) => one.split('-').slice(0, 2).join('-'));
      expect(positions).toEqual(rows.map(({ position }) => position));
    }),
    { numRuns: 60 },
  );
});
