import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeKind, type Caller, type Change } from '@trellis/contracts';
import fc from 'fast-check';
import type pg from 'pg';
import { patient, propertyTestMs } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';
import { readChanges } from './changes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A step of a writer's transaction on one of a few units and things. */
const step = fc.record({
  action: fc.constantFrom(
    ...(['create', 'rename', 'describe', 'delete', 'link', 'unlink', 'share', 'unshare'] as const),
    ...(['find', 'title', 'lose', 'add', 'remove'] as const),
  ),
  unit: fc.nat(4),
  other: fc.nat(4),
});
const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  /** How many other things happen before it commits. */
  ticks: fc.nat(20),
  commits: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
});
const writers = fc.array(fc.array(transaction, { maxLength: 8 }), { minLength: 2, maxLength: 4 });
const reads = fc.infiniteStream(
  fc.record({ limit: fc.integer({ min: 1, max: 7 }), isLost: fc.boolean() }),
);

type Action = typeof step extends fc.Arbitrary<{ action: infer T }> ? T : never;

/** $1 a unit, $2 the developer, $3 a text, $4 another unit, $5 a thing. */
const statements: Record<Action, string> = {
  create: `INSERT INTO units (id, developer, name, type, owner_subject)
    VALUES ($1, $2, $3, 'room', CASE WHEN $3 < '8' THEN 'alice' END) ON CONFLICT DO NOTHING`,
  rename: `UPDATE units SET name = $3 WHERE id = $1 AND developer = $2`,
  describe: `INSERT INTO unit_properties (unit_key, name, value)
    SELECT key, 'size', to_json($3::text)::text FROM units WHERE id = $1 AND developer = $2
    ON CONFLICT (unit_key, name) DO UPDATE SET value = excluded.value`,
  delete: `DELETE FROM units WHERE id = $1 AND developer = $2`,
  link: `INSERT INTO unit_links (parent_key, child_key)
    SELECT parent.key, child.key FROM units parent, units child
    WHERE child.id = $1 AND parent.id = $4 AND parent.id <> child.id AND child.developer = $2 ON CONFLICT DO NOTHING`,
  unlink: `DELETE FROM unit_links USING units child
    WHERE child_key = child.key AND child.id = $1 AND child.developer = $2`,
  share: `INSERT INTO unit_subjects (unit_key, developer, subject)
    SELECT key, developer, 'alice' FROM units WHERE id = $1 AND developer = $2
    ON CONFLICT DO NOTHING`,
  unshare: `DELETE FROM unit_subjects USING units unit
    WHERE unit_key = unit.key AND unit.id = $1 AND unit.developer = $2`,
  find: `INSERT INTO things
      (id, developer, subject, title, properties, actions, "values", available, modified)
    VALUES ($5, $2, CASE WHEN $3 < '8' THEN 'alice' ELSE 'bob' END, $3, '{}', '{}', '{}', true, now())
    ON CONFLICT DO NOTHING`,
  title: `UPDATE things SET title = $3 WHERE id = $5 AND developer = $2`,
  lose: `DELETE FROM things WHERE id = $5 AND developer = $2`,
  add: `INSERT INTO unit_things (unit_key, thing_key)
    SELECT unit.key, thing.key FROM units unit, things thing
    WHERE unit.id = $1 AND thing.id = $5 AND unit.developer = $2 ON CONFLICT DO NOTHING`,
  remove: `DELETE FROM unit_things USING units unit
    WHERE unit_key = unit.key AND unit.id = $1 AND unit.developer = $2`,
};

/** Gives each parameter a type, whether a statement uses it or not. */
const prepared = (sql: string) =>
  `WITH given AS (SELECT $1::uuid, $2::text, $3::text, $4::uuid, $5::uuid) ${sql}`;

type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

interface Ids {
  units: string[];
  things: string[];
}

/** Carries out a transaction; one that waits for another for too long is rolled back, as any that fails. */
async function write(
  developer: string,
  { units, things }: Ids,
  { steps, ticks, commits }: Transaction,
) {
  const db = await database.pool.connect();
  try {
    await db.query(`BEGIN; SET LOCAL lock_timeout = '50ms'`);
    for (const { action, unit, other } of steps) {
      await db.query(prepared(statements[action]), [
        units[unit],
        developer,
        randomUUID(),
        units[other],
        things[other],
      ]);
    }
    for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
    await db.query(commits ? 'COMMIT' : 'ROLLBACK');
  } catch {
    await db.query('ROLLBACK');
  } finally {
    db.release();
  }
}

/** Queries for the resources that a caller sees, by kind: $1 developer, $2 subject or null, $3 id or null for all. */
const resourceSql = {
  units: `
    SELECT unit.id, unit.name,
      ARRAY(SELECT name || value FROM unit_properties WHERE unit_key = unit.key ORDER BY name) AS properties,
      ARRAY(SELECT parent.id::text FROM unit_links JOIN units parent ON parent.key = parent_key
        WHERE child_key = unit.key AND ${visibleUnitSql('parent', '$2')} ORDER BY parent.id) AS parents,
      ARRAY(SELECT child.id::text FROM unit_links JOIN units child ON child.key = child_key
        WHERE parent_key = unit.key AND ${visibleUnitSql('child', '$2')}) AS children,
      ARRAY(SELECT thing.id::text FROM unit_things JOIN things thing ON thing.key = thing_key
        WHERE unit_key = unit.key AND ${visibleThingSql('thing', '$2')} ORDER BY thing.id) AS things,
      ARRAY(SELECT subject FROM unit_subjects WHERE unit_key = unit.key) AS subjects
    FROM units unit
    WHERE unit.developer = $1 AND ${visibleUnitSql('unit', '$2')} AND ($3::uuid IS NULL OR unit.id = $3)
    ORDER BY unit.id`,
  things: `
    SELECT thing.id, thing.title FROM things thing
    WHERE thing.developer = $1 AND ${visibleThingSql('thing', '$2')}
      AND ($3::uuid IS NULL OR thing.id = $3)
    ORDER BY thing.id`,
};

interface Resource {
  id: string;
  parents?: string[];
  children?: string[];
  things?: string[];
}

const readResources = async (
  db: pg.Pool,
  kind: keyof typeof resourceSql,
  { developer, subject = null }: { developer: string; subject?: string | null },
  id: string | null = null,
) => (await db.query<Resource>(resourceSql[kind], [developer, subject, id])).rows;

/** Resources in the order of their ids. Units are compared by their parents, and not by their children again. */
const withoutOrder = (resources: Resource[]) =>
  resources
    .map(({ children: _children, parents, ...rest }) => ({
      ...rest,
      ...(parents && { parents: parents.toSorted() }),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));

/** Follows the changes, reads what they name, and drops what is gone. */
function createMirror(caller: Caller, cursor: string) {
  const copies = { units: new Map<string, Resource>(), things: new Map<string, Resource>() };
  const seen: string[] = [];
  let after = cursor;
  const apply = async ({ kind, id, cursor }: Change) => {
    seen.push(cursor);
    const of = kind.startsWith('unit_') ? 'units' : 'things';
    const isDeleted = kind.endsWith('_deleted');
    const [resource] = isDeleted ? [] : await readResources(database.pool, of, caller, id);
    if (resource) {
      copies[of].set(id, resource);
      // A subject that is linked to a unit was not told of what was in it before.
      for (const child of resource.children ?? []) {
        const { parents } = copies.units.get(child) ?? {};
        if (parents && !parents.includes(id)) parents.push(id);
      }
      return;
    }
    copies[of].delete(id);
    // The links of what is gone go with it.
    for (const { parents = [], things = [] } of copies.units.values()) {
      for (const ids of [parents, things]) if (ids.includes(id)) ids.splice(ids.indexOf(id), 1);
    }
  };
  return {
    seen,
    units: () => withoutOrder([...copies.units.values()]),
    things: () => withoutOrder([...copies.things.values()]),
    /** Reads a page; one that is lost is read again. */
    async read({ limit, isLost }: { limit: number; isLost: boolean }): Promise<boolean> {
      const question = { caller, kinds: changeKind.options, limit, after };
      const page = await readChanges(database, question, patient);
      if (isLost) return true;
      for (const change of page.changes) await apply(change);
      after = page.cursor;
      return page.more || page.changes.length > 0;
    },
  };
}

test(
  'mirrors equal what is there, whatever happens at once and whatever is lost on the way',
  async () => {
    await fc.assert(
      fc.asyncProperty(writers, reads, async (plans, choices) => {
        const developer = randomUUID();
        const newIds = () => Array.from({ length: 5 }, () => randomUUID() as string);
        const ids = { units: newIds(), things: newIds() };
        const question = { caller: { developer }, kinds: changeKind.options, limit: 1 };
        const { cursor } = await readChanges(database, question, patient);
        const callers: Caller[] = [{ developer }, { developer, subject: 'alice' }];
        const mirrors = callers.map((caller) => createMirror(caller, cursor));
        let isWriting = true;
        const writing = Promise.all(
          plans.map(async (plan) => {
            for (const one of plan) await write(developer, ids, one);
          }),
        ).finally(() => (isWriting = false));
        for (const choice of choices) {
          const wasWriting = isWriting;
          const haveRead = await Promise.all(mirrors.map((mirror) => mirror.read(choice)));
          if (!haveRead.includes(true) && !wasWriting) break;
        }
        await writing;
        for (const [index, caller] of callers.entries()) {
          const mirror = mirrors[index]!;
          const stored = (kind: keyof typeof resourceSql) =>
            readResources(database.pool, kind, caller);
          expect(mirror.units()).toEqual(withoutOrder(await stored('units')));
          expect(mirror.things()).toEqual(withoutOrder(await stored('things')));
        }
        const { rows } = await database.pool.query<{ position: string }>(
          `SELECT xact || '-' || key AS position FROM changes WHERE developer = $1 ORDER BY xact, key`,
          [developer],
        );
        const positions = mirrors[0]!.seen.map((one) => one.split('-').slice(0, 2).join('-'));
        expect(positions).toEqual(rows.map(({ position }) => position));
      }),
      { numRuns: 50 },
    );
  },
  propertyTestMs,
);
