import { isDeepStrictEqual } from 'node:util';
import {
  Problem,
  thingEventKind,
  type Crossing,
  type EventMatch,
  type Handler,
  type ValueCondition,
} from '@trellis/contracts';
import { query, withConnection } from '@trellis/database';
import type pg from 'pg';
import { tooSlowToCheck, type Traversals } from '../database/traversals.js';
import { requireNamed, thingMatcher, type MatchThings } from './match-things.js';
import { readValuesBefore } from './match.sql.js';
import { readPage, toEvent } from './read.js';
import type { ChangeRow } from './read.sql.js';
import { valueKinds } from '../things/value-changes.js';

interface Needs {
  pool: pg.Pool;
  traversals: Traversals;
}

/** The maximum number of events examined for one page. */
const pageSize = 1_000;

/**
 * Reads the events that match, page by page like `readEvents`. Crossings of a condition on a value are derived from the
 * values before. Nothing is remembered, so that reading from a cursor again returns the same events.
 */
export const matchEvents: Handler<'events.match', Needs> = async (
  needs,
  { caller, match, after },
  { expiresAt },
) => {
  const { pool } = needs;
  const tooSlow = tooSlowToCheck({ in: match.in, below: match.below });
  const withDatabase = <T>(run: (db: pg.PoolClient) => Promise<T>): Promise<T> =>
    match.in === undefined && match.below === undefined
      ? withConnection(pool, { expiresAt }, run)
      : needs.traversals({ developer: caller.developer, expiresAt, tooSlow }, run);
  if (after === undefined) await withDatabase((db) => requireNamed(db, caller, match));
  const question = { ...toQuestion(match), caller, after, limit: pageSize };
  const { rows, ...page } = await readPage(pool, question);
  const candidates = rows.filter((row) => mayMatch(row, match));
  if (candidates.length === 0) return { events: [], ...page };
  const events = await withDatabase(async (db) => {
    const matches = await thingMatcher(db, caller, match).catch(nothingIfUnitIsGone);
    return matches ? selectMatching(db, candidates, { match, matches }) : [];
  });
  return { events, ...page };
};

/** Narrows the changes to read as far as an index or the statement allows. */
function toQuestion({ events, value, things }: EventMatch) {
  const kinds = events ?? (value ? (['property_changed'] as const) : thingEventKind.options);
  const areValues = kinds.every((kind) => valueKinds.includes(kind));
  const isOneProperty = value !== undefined && kinds.every((kind) => kind === 'property_changed');
  return {
    kinds,
    ...(isOneProperty && { name: value.property }),
    ...(areValues && things?.length === 1 && { thing: things[0] }),
  };
}

/** Returns whether a change can match, without looking up its thing. */
function mayMatch(row: ChangeRow, { value, things, subject }: EventMatch): boolean {
  if (subject !== undefined && row.subject !== subject) return false;
  if (row.kind === 'client_status_changed' || row.kind === 'client_deleted') return true;
  if (things !== undefined && !things.includes(row.resource!)) return false;
  return !value || row.kind !== 'property_changed' || row.name === value.property;
}

/** Returns undefined for an unknown unit: a subscription to things in a unit outlives the unit. */
function nothingIfUnitIsGone(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'invalid_request') return undefined;
  throw error;
}

async function selectMatching(
  db: pg.PoolClient,
  candidates: ChangeRow[],
  { match, matches }: { match: EventMatch; matches: MatchThings },
) {
  const rows = await matches(candidates);
  const { value: condition } = match;
  if (!condition || condition.changed) return rows.map((row) => toEvent(row));
  const changes = rows.filter(({ kind }) => kind === 'property_changed');
  const before = await readMeeting(db, condition, changes);
  const values = changes.map(({ resource, value }) => ({ thing: resource!, value: parse(value!) }));
  const crossings = crossingsOf(condition, values, before);
  const crossingOf = new Map(changes.map((row, index) => [row, crossings[index]]));
  const { when = ['begins'] } = condition;
  return rows.flatMap((row) => {
    if (row.kind !== 'property_changed') return [toEvent(row)];
    const turn = crossingOf.get(row);
    return turn && when.includes(turn) ? [{ ...toEvent(row), turn }] : [];
  });
}

/** Finds the things that met a condition before the first of their changes. */
async function readMeeting(
  db: pg.PoolClient,
  condition: ValueCondition,
  changes: ChangeRow[],
): Promise<Set<string>> {
  const first = new Map<string, ChangeRow>();
  for (const row of changes) if (!first.has(row.resource!)) first.set(row.resource!, row);
  if (first.size === 0) return new Set();
  const rows = [...first.values()];
  const band = deadBandOf(condition);
  const found = await query(db, readValuesBefore, [
    [...first.keys()],
    rows.map(({ xact }) => xact),
    rows.map(({ key }) => key),
    condition.property,
    band?.low ?? null,
    band?.high ?? null,
    band?.isAbove ?? null,
    rows.map(({ created }) => created),
  ]);
  const meeting = found.filter(({ value }) => meetsCondition(condition, parse(value)));
  return new Set(meeting.map(({ thing }) => thing));
}

const parse = (json: string): unknown => JSON.parse(json);

/** The range of numbers that leave a condition as it was, because of its hysteresis. */
interface DeadBand {
  low: number;
  high: number;
  isAbove: boolean;
}

/** Returns the dead band of a threshold, which is empty without hysteresis; undefined for other conditions. */
function deadBandOf({ above, below, hysteresis = 0 }: ValueCondition): DeadBand | undefined {
  if (above !== undefined) return { low: above - hysteresis, high: above, isAbove: true };
  if (below !== undefined) return { low: below, high: below + hysteresis, isAbove: false };
  return undefined;
}

/** Returns whether a value meets a condition; undefined if it leaves the condition as it was. */
function meetsCondition(condition: ValueCondition, value: unknown): boolean | undefined {
  const band = deadBandOf(condition);
  if (!band) return isDeepStrictEqual(value, condition.equals);
  if (typeof value !== 'number') return undefined;
  const { low, high, isAbove } = band;
  if (isAbove ? value > high : value < low) return true;
  return (isAbove ? value <= low : value >= high) ? false : undefined;
}

/** A new value of a thing. */
interface NewValue {
  thing: string;
  value: unknown;
}

/**
 * Finds the crossings of a condition among values, in their order and for each thing separately. `before` has the things
 * that met the condition before.
 */
function crossingsOf(
  condition: ValueCondition,
  values: readonly NewValue[],
  before: ReadonlySet<string>,
): (Crossing | undefined)[] {
  const meeting = new Set(before);
  return values.map(({ thing, value }) => {
    const meets = meetsCondition(condition, value);
    if (meets === undefined || meets === meeting.has(thing)) return undefined;
    if (meets) meeting.add(thing);
    else meeting.delete(thing);
    return meets ? 'begins' : 'ends';
  });
}
