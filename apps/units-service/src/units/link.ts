import {
  Problem,
  type BatchedCall,
  type Caller,
  type Handler,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { columnsOf, firstDeadline, inLockingTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns } from '../batches/calls.js';
import { noSuchReferenced, noSuchUnit } from '../visibility/rules.js';
import { Ancestry, type Link } from './cycle.js';
import { addLinks, idsOfKeys, linksAbove, lockGraphs, lockVisibleUnits } from './link.sql.js';

type Call = BatchedCall<Received<UnitsContract, 'units.link'>>;

/** A requested link, with its call. */
interface RequestedLink extends Link {
  input: Call['input'];
}

/**
 * Links units, unless they are linked already. A link that would close a cycle is refused. The links of an account are
 * added under a lock, so that concurrent links cannot close a cycle together.
 */
export const linkUnits: Handler<'units.link', { pool: pg.Pool }> = ({ pool }, calls) =>
  inLockingTransaction(pool, {
    lock: (db) => lockAndFind(db, calls),
    run: storeAcyclic,
    deadline: firstDeadline(calls),
  });

/** Locks the graphs of the callers, and then finds the ends of the links. */
async function lockAndFind(db: pg.PoolClient, calls: readonly Call[]) {
  const developers = calls.map(({ input }) => input.caller.developer);
  const [, found] = await Promise.all([query(db, lockGraphs, [developers]), findLinks(db, calls)]);
  return found;
}

/** Stores the links that close no cycle, with their audit entries. */
async function storeAcyclic(
  db: pg.PoolClient,
  found: readonly (RequestedLink | Problem)[],
): Promise<(Problem | Record<never, never>)[]> {
  const links = found.filter((link): link is RequestedLink => !(link instanceof Problem));
  const ancestry = await readAncestry(db, links);
  const outcomes: (Problem | Record<never, never>)[] = [];
  const accepted: RequestedLink[] = [];
  for (const link of found) {
    const outcome = link instanceof Problem ? link : await refuseCycle(db, ancestry, link);
    if (outcome === undefined) accepted.push(link as RequestedLink);
    outcomes.push(outcome ?? {});
  }
  await storeLinks(db, accepted, entriesOf(accepted));
  return outcomes;
}

/** Reads the links above new ones with which they could close a cycle. */
export async function readAncestry(db: pg.PoolClient, links: readonly Link[]): Promise<Ancestry> {
  return new Ancestry(links.length === 0 ? [] : await query(db, linksAbove, columns(links)));
}

/** Stores links with audit entries; returns those that did not exist. */
export async function storeLinks(
  db: pg.PoolClient,
  links: readonly Link[],
  entries = entriesOf([]),
): Promise<Link[]> {
  return links.length === 0 ? [] : query(db, addLinks, [...columns(links), entries]);
}

const columns = (links: readonly Link[]) => columnsOf(links, 'parent', 'child');

async function findLinks(
  db: pg.PoolClient,
  calls: readonly Call[],
): Promise<(RequestedLink | Problem)[]> {
  const others = calls.map(({ input: { caller, other }, expiresAt }) => ({
    input: { caller, id: other },
    expiresAt,
  }));
  const rows = await query(db, lockVisibleUnits, callColumns([...calls, ...others]));
  const keys = new Map(rows.map(({ position, key }) => [position, key]));
  return calls.map(({ input }, index) => {
    const unit = keys.get(index + 1);
    const other = keys.get(calls.length + index + 1);
    if (unit === undefined) return noSuchUnit();
    if (other === undefined) return noSuchReferenced('unit');
    return input.role === 'parents'
      ? { input, parent: other, child: unit }
      : { input, parent: unit, child: other };
  });
}

/** Adds a link to the known ones, or returns the problem of the cycle that it would close. */
async function refuseCycle(
  db: pg.PoolClient,
  ancestry: Ancestry,
  { input, ...link }: RequestedLink,
): Promise<Problem | undefined> {
  const cycle = ancestry.findCycle(link);
  if (cycle) return cycleProblem(db, input.caller, cycle);
  ancestry.add(link);
  return undefined;
}

/**
 * Creates the problem of a cycle, without the units that the caller does not see. `path` names units by their keys, or
 * by their ids if they are new.
 */
export async function cycleProblem(
  db: pg.PoolClient,
  { developer, subject }: Caller,
  path: string[],
): Promise<Problem> {
  const isKey = (name: string) => /^\d+$/.test(name);
  const rows = await query(db, idsOfKeys, [path.filter(isKey), developer, subject ?? null]);
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const cycle = path.flatMap((name) => (isKey(name) ? (ids.get(name) ?? []) : name));
  return new Problem('unit_cycle', 'A unit cannot be above or below itself.', { cycle });
}
