import {
  Problem,
  type Caller,
  type CallInSet,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, inLockingTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns } from '../visibility/call-columns.js';
import { noSuchReferencedUnit, noSuchUnit } from '../visibility/units.js';
import { Ancestry, type Link } from './cycle.js';
import { addLinks, idsOfKeys, keepUnits, linksAbove, lockGraphs } from './link.sql.js';

type Call = CallInSet<Received<UnitsContract, 'units.link'>>;

/** A link that was asked for, and by which call. */
interface AskedLink extends Link {
  input: Call['input'];
}

/**
 * Links units, unless they are linked already. A link that would close a cycle is refused. The links of
 * an account are added under a lock, so that concurrent ones cannot close a cycle together.
 */
export const linkUnits: Handler<'units.link', { pool: pg.Pool }> = ({ pool }, calls) =>
  inLockingTransaction(pool, {
    lock: (db) => lockAndFind(db, calls),
    run: storeAcyclic,
    deadline: firstDeadline(calls),
  });

/** Locks the graphs of the callers, and then finds what the calls link. */
async function lockAndFind(db: pg.PoolClient, calls: readonly Call[]) {
  const developers = calls.map(({ input }) => input.caller.developer);
  const [, found] = await Promise.all([query(db, lockGraphs, [developers]), findLinks(db, calls)]);
  return found;
}

/** Stores the links that close no cycle, with the entries of their calls. */
async function storeAcyclic(
  db: pg.PoolClient,
  found: readonly (AskedLink | Problem)[],
): Promise<(Problem | Record<never, never>)[]> {
  const links = found.filter((link): link is AskedLink => !(link instanceof Problem));
  const ancestry = await readAncestry(db, links);
  const outcomes: (Problem | Record<never, never>)[] = [];
  const accepted: AskedLink[] = [];
  for (const link of found) {
    const outcome = link instanceof Problem ? link : await refuseCycle(db, ancestry, link);
    if (outcome === undefined) accepted.push(link as AskedLink);
    outcomes.push(outcome ?? {});
  }
  await storeLinks(db, accepted, entriesOf(accepted));
  return outcomes;
}

/** The links above new ones, as far as they could close a cycle with them. */
export async function readAncestry(db: pg.PoolClient, links: readonly Link[]): Promise<Ancestry> {
  return new Ancestry(links.length === 0 ? [] : await query(db, linksAbove, columns(links)));
}

/** Stores links, with entries of the audit log; returns those that did not exist. */
export async function storeLinks(
  db: pg.PoolClient,
  links: readonly Link[],
  entries = entriesOf([]),
): Promise<Link[]> {
  return links.length === 0 ? [] : query(db, addLinks, [...columns(links), entries]);
}

const columns = (links: readonly Link[]) => [
  links.map(({ parent }) => parent),
  links.map(({ child }) => child),
];

async function findLinks(
  db: pg.PoolClient,
  calls: readonly Call[],
): Promise<(AskedLink | Problem)[]> {
  const others = calls.map(({ input: { caller, other }, expiresAt }) => ({
    input: { caller, id: other },
    expiresAt,
  }));
  const { ids, developers, subjects } = callColumns([...calls, ...others]);
  const rows = await query(db, keepUnits, [ids, developers, subjects]);
  const keys = new Map(rows.map(({ position, key }) => [position, key]));
  return calls.map(({ input }, index) => {
    const unit = keys.get(index + 1);
    const other = keys.get(calls.length + index + 1);
    if (unit === undefined) return noSuchUnit();
    if (other === undefined) return noSuchReferencedUnit();
    return input.role === 'parents'
      ? { input, parent: other, child: unit }
      : { input, parent: unit, child: other };
  });
}

/** Adds a link to those that are known, or says which cycle it would close. */
async function refuseCycle(
  db: pg.PoolClient,
  ancestry: Ancestry,
  { input, ...link }: AskedLink,
): Promise<Problem | undefined> {
  const cycle = ancestry.findCycle(link);
  if (cycle) return cycleProblem(db, input.caller, cycle);
  ancestry.add(link);
  return undefined;
}

/** The problem of a link that would close a cycle, without the units that the caller does not see. */
async function cycleProblem(
  db: pg.PoolClient,
  { developer, subject }: Caller,
  path: string[],
): Promise<Problem> {
  const rows = await query(db, idsOfKeys, [path, developer, subject ?? null]);
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const cycle = path.flatMap((key) => ids.get(key) ?? []);
  return new Problem('unit_cycle', 'A unit cannot be above or below itself.', { cycle });
}
