import {
  Problem,
  thingEventKind,
  type EventMatch,
  type Handler,
  type ValueCondition,
} from '@trellis/contracts';
import { query, withConnection } from '@trellis/database';
import type pg from 'pg';
import type { Traversals } from '../database/traversals.js';
import { timeoutIfQueryCancelled } from '../query/timeout.js';
import { readValuesBefore } from './match.sql.js';
import { requireNamed, thingMatcher, type MatchThings } from './match-things.js';
import { readPage } from './page.js';
import { toEvent } from './read.js';
import type { ChangeRow } from './read.sql.js';
import { deadBandOf, judge, turnsOf } from './turns.js';

interface Needs {
  pool: pg.Pool;
  traversals: Traversals;
}

/** How many events are looked at for one page. */
const pageSize = 1_000;

/**
 * Reads which events match, as `readEvents` does. Whether the condition of a value has turned is found out from the
 * values before: nothing is remembered, so that whoever reads from a position, and however often, is told the same.
 */
export const matchEvents: Handler<'events.match', Needs> = async (
  needs,
  { caller, match, after },
  { expiresAt },
) => {
  const { pool } = needs;
  const read = <T>(run: (db: pg.PoolClient) => Promise<T>): Promise<T> =>
    match.in === undefined && match.below === undefined
      ? withConnection(pool, { expiresAt }, run)
      : timeoutIfQueryCancelled(needs.traversals({ developer: caller.developer, expiresAt }, run));
  if (after === undefined) await read((db) => requireNamed(db, caller, match));
  const question = { ...toQuestion(match), caller, after, limit: pageSize };
  const { rows, ...page } = await readPage(pool, question);
  const candidates = rows.filter((row) => mayMatch(row, match));
  if (candidates.length === 0) return { events: [], ...page };
  const events = await read(async (db) => {
    const matches = await thingMatcher(db, caller, match).catch(nothingIfUnitIsGone);
    return matches ? selectMatching(db, candidates, { match, matches }) : [];
  });
  return { events, ...page };
};

/** Has an index or the statement find as few as possible. */
function toQuestion({ events, value, things }: EventMatch) {
  const kinds = events ?? (value ? (['property_changed'] as const) : thingEventKind.options);
  const areValues = kinds.every((kind) => kind === 'property_changed' || kind === 'thing_event');
  const isOneProperty = value !== undefined && kinds.every((kind) => kind === 'property_changed');
  return {
    kinds,
    ...(isOneProperty && { name: value.property }),
    ...(areValues && things?.length === 1 && { thing: things[0] }),
  };
}

/** What follows of a change alone. */
function mayMatch(row: ChangeRow, { value, things, subject }: EventMatch): boolean {
  if (subject !== undefined && row.subject !== subject) return false;
  if (row.kind === 'client_status_changed') return true;
  if (things !== undefined && !things.includes(row.resource!)) return false;
  return !value || row.kind !== 'property_changed' || row.name === value.property;
}

/** A subscription to what is in a unit outlives the unit. */
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
  const turns = turnsOf(condition, values, before);
  const turnOf = new Map(changes.map((row, index) => [row, turns[index]]));
  const { when = ['begins'] } = condition;
  return rows.flatMap((row) => {
    if (row.kind !== 'property_changed') return [toEvent(row)];
    const turn = turnOf.get(row);
    return turn && when.includes(turn) ? [{ ...toEvent(row), turn }] : [];
  });
}

/** The things that met a condition before the first of some changes of theirs. */
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
  const meeting = found.filter(({ value }) => judge(condition, parse(value)));
  return new Set(meeting.map(({ thing }) => thing));
}

const parse = (json: string): unknown => JSON.parse(json);
