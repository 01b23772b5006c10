import {
  withOnlyRole,
  Problem,
  roleOfAffordance,
  type AffordanceRole,
  type BatchedCall,
  type Caller,
  type Handler,
  type Page,
  type PropertyAffordance,
  type Thing,
} from '@trellis/contracts';
import {
  boundedOutcomes,
  maxResourceBytes,
  query,
  queryBounded,
  toPage,
  type BoundedRow,
} from '@trellis/database';
import type pg from 'pg';
import { answerInGroups, callColumns, callerColumns, pageColumns } from '../batches/calls.js';
import { toPageOfIds } from '../batches/page-of-ids.js';
import { noSuchThing } from '../visibility/rules.js';
import {
  describeThingsOf,
  listThingsOf,
  readThings,
  showThingsByIds,
  type FoundThing,
} from './read.sql.js';
import { toThing } from './row.js';

interface Needs {
  pool: pg.Pool;
}

export const readThing: Handler<'things.read', Needs> = async ({ pool }, calls) => {
  const rows = await queryBounded(pool, readThings, calls, callColumns(calls));
  return boundedOutcomes(calls, rows, (row) => {
    if (!row) return noSuchThing();
    return row.id === null ? tooLarge() : toThing(row);
  });
};

const tooLarge = () =>
  new Problem(
    'answer_too_large',
    `The description of the thing and its values exceed ${maxResourceBytes} bytes.`,
  );

/** Reads things by their ids, as far as the answer has room. */
export const showThings: Handler<'things.show', Needs> = async ({ pool }, calls) => {
  const ids = calls.map(({ input }) => input.ids.join('\n'));
  const rows = await query(pool, showThingsByIds, [...callerColumns(calls), ids]);
  return boundedOutcomes(calls, groupByCall(rows), (row, { ids, view, role }) => {
    const things = row?.things ?? [];
    const isWhole = things.length === (things[0]?.found ?? 0);
    const shown = things.map((thing) => withOnlyRole(toThing(thing), role));
    return {
      things: view === 'values' ? shown.map(onlyValues) : shown,
      covered: isWhole ? ids.length : things.at(-1)!.index,
    };
  });
};

/**
 * Returns a thing without affordances and write-only values. Values that users set or measure come first, and those that
 * devices say about themselves last.
 */
function onlyValues(thing: Thing): Thing {
  const { properties, value_times: _times, ...rest } = thing;
  const names = Object.keys(thing.values).filter((name) => !properties[name]?.writeOnly);
  names.sort((one, other) => rankOf(properties[one]) - rankOf(properties[other]));
  const values = Object.fromEntries(names.map((name) => [name, thing.values[name]!]));
  const units = names.flatMap((name) => {
    const unit = properties[name]?.unit;
    return unit === undefined ? [] : [[name, unit] as const];
  });
  return Object.assign(rest, {
    properties: {},
    actions: {},
    events: {},
    values,
    ...(units.length > 0 && { units: Object.fromEntries(units) }),
  });
}

const ranks: Record<AffordanceRole, number> = { primary: 1, configuration: 2, diagnostic: 3 };

const rankOf = (property: PropertyAffordance | undefined): number => {
  const rank = ranks[roleOfAffordance(property ?? {})];
  return rank === ranks.primary && property?.readOnly !== true ? 0 : rank;
};

type ListCall = BatchedCall<{ caller: Caller; page: Page }>;

const listedFor = ({ input }: ListCall) =>
  input.caller.subject === undefined ? 'account' : 'subject';

const listColumns = (calls: readonly ListCall[]) => [
  ...callerColumns(calls),
  ...pageColumns(calls),
];

/** Lists the things that the callers see, in order of creation. */
export const listThings: Handler<'things.list', Needs> = ({ pool }, calls) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await queryBounded(pool, listThingsOf[list], calls, listColumns(calls));
    return boundedOutcomes(calls, rows, (row, { page }) => toPageOfIds(row!, page));
  });

export const describeThings: Handler<'things.describe', Needs> = ({ pool }, calls) =>
  answerInGroups(calls, listedFor, async (list, calls) => {
    const rows = await query(pool, describeThingsOf[list], listColumns(calls));
    return boundedOutcomes(calls, groupByCall(rows), (row, { page }) => {
      const things: (FoundThing | null)[] = row?.things ?? [];
      // Null stands for things that the page has no room for.
      const isWhole = things.length === (things[0]?.found ?? 0);
      return toPage(isWhole ? things : [...things, null], page, toThing);
    });
  });

function groupByCall<Row extends FoundThing>(rows: Row[]) {
  const calls: (BoundedRow & { things: Row[] })[] = [];
  for (const row of rows) {
    const call = calls.at(-1);
    if (call?.position === row.position) call.things.push(row);
    else calls.push({ position: row.position, deferredFrom: row.deferredFrom, things: [row] });
  }
  return calls;
}
