import type { Handler, Thing } from '@trellis/contracts';
import { boundedOutcomes, query, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import { callerColumns } from '../batches/call-columns.js';
import { toThing } from './row.js';
import { showThingsByIds, type ShownRow } from './show.sql.js';

/** Reads things by their ids, as far as the answer has room. */
export const showThings: Handler<'things.show', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const ids = calls.map(({ input }) => input.ids.join('\n'));
  const rows = await query(pool, showThingsByIds, [...callerColumns(calls), ids]);
  return boundedOutcomes(calls, groupByCall(rows), (row, { ids, view }) => {
    const things = row?.things ?? [];
    const isWhole = things.length === (things[0]?.found ?? 0);
    return {
      things: things.map((thing) =>
        view === 'values' ? onlyValues(toThing(thing)) : toThing(thing),
      ),
      covered: isWhole ? ids.length : things.at(-1)!.index,
    };
  });
};

function groupByCall(rows: ShownRow[]) {
  const calls: (BoundedRow & { things: ShownRow[] })[] = [];
  for (const row of rows) {
    const call = calls.at(-1);
    if (call?.position === row.position) call.things.push(row);
    else calls.push({ position: row.position, deferredFrom: row.deferredFrom, things: [row] });
  }
  return calls;
}

/** Returns a thing without affordances and write-only values. */
function onlyValues(thing: Thing): Thing {
  const { properties, value_times: _times, ...rest } = thing;
  const readable = Object.entries(thing.values).filter(([name]) => !properties[name]?.writeOnly);
  return Object.assign(rest, {
    properties: {},
    actions: {},
    events: {},
    values: Object.fromEntries(readable),
  });
}
