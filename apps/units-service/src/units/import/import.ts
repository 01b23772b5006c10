import {
  Problem,
  type Caller,
  type Handler,
  type LineOutcome,
  type QuotaLimits,
} from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import type { Ancestry, Link } from '../cycle.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import { cycleProblem, readAncestry } from '../link.js';
import { lockGraphs } from '../link.sql.js';
import { checkLine, type CheckedLine, type ImportMode } from './check-line.js';
import { resolveFileIds, type ResolvedId } from './file-ids.js';
import { lockVisibleThings } from './import.sql.js';
import { createPlanner, type PlannedLine, type RefusedCycle } from './plan.js';
import { openRoom } from './room.js';
import { storeLines } from './store.js';

interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

/** Stores lines in one transaction, except refused ones. */
export const importUnits: Handler<'units.import', Needs> = (needs, input, deadline) =>
  storeInMode('add', needs, input, deadline);

/** Stores lines of a model in the same way, and replaces what differs from them. */
export const mergeUnits: typeof importUnits = (needs, input, deadline) =>
  storeInMode('replace', needs, input, deadline);

async function storeInMode(
  mode: ImportMode,
  { pool, jsonLd, quotas }: Needs,
  { caller, lines }: { caller: Caller; lines: unknown[] },
  deadline: { expiresAt: number },
): Promise<{ outcomes: LineOutcome[] }> {
  const origin = { developer: caller.developer, ...deadline, mode };
  const checked: (CheckedLine | Problem)[] = [];
  // One after the other, so that an import occupies one slot.
  for (const line of lines) checked.push(await checkLine(jsonLd, line, origin));
  const outcomes = await inTransaction(
    pool,
    async (db) => {
      await query(db, lockGraphs, [[caller.developer]]);
      const planned = await planLines(db, { caller, quotas, mode }, checked);
      const accepted = planned.filter((line): line is PlannedLine => 'line' in line);
      const stored = await storeLines(db, { caller, mode }, accepted);
      return Promise.all(planned.map((line) => toOutcome(line)));

      async function toOutcome(line: PlannedLine | Problem | RefusedCycle): Promise<LineOutcome> {
        if (line instanceof Problem) return line.toData();
        if ('cycle' in line) return (await cycleProblem(db, caller, line.cycle)).toData();
        return stored.get(line)!;
      }
    },
    deadline,
  );
  return { outcomes };
}

async function planLines(
  db: pg.PoolClient,
  { caller, quotas, mode }: { caller: Caller; quotas: QuotaLimits<'units'>; mode: ImportMode },
  checked: readonly (CheckedLine | Problem)[],
): Promise<(PlannedLine | Problem | RefusedCycle)[]> {
  const lines = checked.filter((line): line is CheckedLine => !(line instanceof Problem));
  const fileIds = new Set(
    lines.flatMap(({ id, parents, children, removed }) => [
      id,
      ...parents,
      ...children,
      ...removed.parents,
      ...removed.children,
    ]),
  );
  const units = await resolveFileIds(db, caller, fileIds);
  const things = await findThings(db, caller, lines);
  const ancestry = await findAncestry(db, lines, units);
  const room = await openRoom(db, { developer: caller.developer, quotas, mode }, lines, units);
  const plan = createPlanner({ units, things, ancestry, room, mode });
  return checked.map((line) => (line instanceof Problem ? line : plan(line)));
}

async function findThings(
  db: pg.PoolClient,
  { developer, subject }: Caller,
  lines: CheckedLine[],
): Promise<Map<string, string>> {
  const ids = [...new Set(lines.flatMap(({ things }) => things))];
  if (ids.length === 0) return new Map();
  const rows = await query(db, lockVisibleThings, [ids, developer, subject ?? null]);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Reads the links above units with which lines could close a cycle. */
async function findAncestry(
  db: pg.PoolClient,
  lines: CheckedLine[],
  units: ReadonlyMap<string, ResolvedId>,
): Promise<Ancestry> {
  const keysOf = (fileIds: string[]) => fileIds.flatMap((fileId) => units.get(fileId)!.key ?? []);
  const links: Link[] = [];
  for (const { id, parents, children } of lines) {
    const [above, below] = [keysOf(parents), keysOf(children)];
    const own = units.get(id)!.key;
    // A new unit connects all of its parents with all of its children, and so may several together: a link from each
    // of these units to itself makes the statement read the links above it.
    const ends = own === undefined ? [...above, ...below] : [];
    links.push(...ends.map((key) => ({ parent: key, child: key })));
    if (own === undefined) continue;
    links.push(...above.map((parent) => ({ parent, child: own })));
    links.push(...below.map((child) => ({ parent: own, child })));
  }
  const areLinear = lines.every(({ children }) => children.length === 0);
  return readAncestry(
    db,
    areLinear ? links.filter(({ parent, child }) => parent !== child) : links,
  );
}
