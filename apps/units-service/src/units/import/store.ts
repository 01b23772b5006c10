import type { Caller } from '@trellis/contracts';
import { query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { storeLinks } from '../link.js';
import type { ImportMode } from './check-line.js';
import {
  addProperties,
  addSubjects,
  addThings,
  addUnits,
  ensureSubjects,
  removeLinks,
  removeProperties,
  renameUnits,
  setProperties,
} from './import.sql.js';
import type { PlannedLine } from './plan.js';

type Stored = 'created' | 'updated' | 'unchanged';

/** Stores planned lines and returns the outcome of each. */
export async function storeLines(
  db: pg.PoolClient,
  { caller: { developer, subject }, mode }: { caller: Caller; mode: ImportMode },
  lines: readonly PlannedLine[],
): Promise<Map<PlannedLine, Stored>> {
  const subjects = lines.flatMap(({ line }) => line.subjects);
  if (subject !== undefined) subjects.push(subject);
  if (subjects.length > 0) await query(db, ensureSubjects, [subjects, developer]);

  const added = lines.filter(({ isNew }) => isNew);
  const keys = new Map<string, string>();
  if (added.length > 0) {
    const rows = await query(db, addUnits, [
      added.map(({ id }) => id),
      added.map(({ line }) => line.name),
      added.map(({ line }) => line.type),
      developer,
      subject ?? null,
    ]);
    for (const { id, key } of rows) keys.set(id, key);
  }
  const keyOf = (unit: string) => keys.get(unit) ?? unit;

  const changed = new Set<string>();
  if (mode === 'replace') {
    await store(removeLinks, ({ removedLinks }) =>
      removedLinks.map(({ parent, child }) => [parent, child]),
    );
    await store(removeProperties, ({ line }) => line.removed.properties.map((name) => [name]));
    await store(renameUnits, ({ line, isNew }) => (isNew ? [] : [[line.name, line.type]]));
  }
  const links = lines.flatMap((line) =>
    line.links.map(({ parent, child }) => ({ parent: keyOf(parent), child: keyOf(child) })),
  );
  const newLinks = new Set((await storeLinks(db, links)).map(linkName));
  await store(mode === 'replace' ? setProperties : addProperties, ({ line }) =>
    line.properties.map(({ name, value }) => [name, JSON.stringify(value)]),
  );
  await store(addThings, ({ things }) => things.map((thing) => [thing]));
  await store(addSubjects, ({ line }) => line.subjects.map((id) => [id]), [developer]);

  /** Stores the entries of one list of all lines; an entry has a value for each column. */
  async function store(
    statement: Statement<{ unit: string }>,
    entriesOf: (line: PlannedLine) => string[][],
    more: string[] = [],
  ): Promise<void> {
    const rows = lines.flatMap((line) =>
      entriesOf(line).map((entry) => [keyOf(line.unit), ...entry]),
    );
    if (rows.length === 0) return;
    const columns = rows[0]!.map((_value, column) => rows.map((row) => row[column]));
    for (const { unit } of await query(db, statement, [...columns, ...more])) changed.add(unit);
  }

  return new Map(
    lines.map((line) => {
      const hasNewLink = line.links.some(({ parent, child }) =>
        newLinks.has(linkName({ parent: keyOf(parent), child: keyOf(child) })),
      );
      const isUpdated = hasNewLink || changed.has(keyOf(line.unit));
      return [line, line.isNew ? 'created' : isUpdated ? 'updated' : 'unchanged'];
    }),
  );
}

const linkName = ({ parent, child }: { parent: string; child: string }) => `${parent}>${child}`;
