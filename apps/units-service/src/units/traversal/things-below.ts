import type { Handler } from '@trellis/contracts';
import { columnsOf, query } from '@trellis/database';
import type pg from 'pg';
import { tooSlowToCheck, type Traversals } from '../../database/traversals.js';
import { hasConditions, thingMatch } from '../../things/filter.js';
import { earlierUnits, thingsOfUnits, type ThingRow } from './walk.sql.js';
import { openWalk, type OpenWalk } from './open-walk.js';
import { toCursor, type Step } from './walk-cursor.js';
import type { Walk } from './walk.js';

/** How many units have their things read at once, and how many things of each; fewer where these are looked into. */
const chunks = { plain: { units: 250, things: 200 }, filtered: { units: 50, things: 50 } };
/** The number of other units of a thing that are examined, at first and in all: a few of them mostly suffice. */
const maxUnits = { first: 16, all: 200_000 };

/** A unit of a walk whose things after a link are still to be read. */
interface UnreadUnit {
  step: Step;
  after: string;
}

/**
 * The things in a unit and in every unit below it, in the order of a walk. A thing that is in several of
 * these units is shown in the one into which it came first.
 */
export const listThingsBelow: Handler<'units.things_below', { traversals: Traversals }> = (
  { traversals },
  { caller, id, page: { limit, cursor }, filter = {}, q },
  { expiresAt },
) => {
  const isFiltered = hasConditions(filter) || q !== undefined;
  const match = isFiltered ? thingMatch(caller, filter, q) : undefined;
  const chunk = chunks[isFiltered ? 'filtered' : 'plain'];
  async function readPage(db: pg.PoolClient) {
    const opened = await openWalk(db, { caller, id, cursor, direction: 'descendants' });
    const { walk, options, mayGoOn } = opened;
    const items: string[] = [];
    let unread = firstUnits(opened);
    let last: { step: Step; thing?: string } = { step: opened.last };
    let visited = 0;
    do {
      if (unread.length === 0) {
        const steps = await walk.next(chunk.units);
        if (steps.length === 0) return { items };
        unread = steps.map((step) => ({ step, after: '0' }));
      }
      const reading = { walk, unread, subject: caller.subject, match, perUnit: chunk.things };
      const { things, rest } = await readThings(db, reading);
      for (const { step, link, id: thing } of things) {
        if (items.length === limit) {
          return { items, next: toCursor(options, last.step, last.thing) };
        }
        items.push(thing);
        last = { step, thing: link };
      }
      if (rest.length === 0) last = { step: unread.at(-1)!.step };
      else last = { step: rest[0]!.step, thing: rest[0]!.after };
      unread = rest;
      visited += chunk.units;
    } while (mayGoOn(visited));
    return { items, next: toCursor(options, last.step, last.thing) };
  }
  const tooSlow = tooSlowToCheck({ ...filter, q });
  return traversals({ developer: caller.developer, expiresAt, tooSlow }, readPage);
};

/** Returns the unit at which the page begins, unless the previous page showed all of its things. */
function firstUnits({ after, last, isExact }: OpenWalk): UnreadUnit[] {
  if (!after) return [{ step: last, after: '0' }];
  return isExact && after.thing !== undefined ? [{ step: last, after: after.thing }] : [];
}

interface Reading {
  walk: Walk;
  unread: UnreadUnit[];
  subject: string | undefined;
  /** Selects the things to show; undefined for all. */
  match: ReturnType<typeof thingMatch> | undefined;
  perUnit: number;
}

/** Reads the next things of units; returns them with the units that have more. */
async function readThings(db: pg.PoolClient, { walk, unread, subject, match, perUnit }: Reading) {
  const found = await query(db, thingsOfUnits, [
    unread.map(({ step }) => step.unit),
    unread.map(({ after }) => after),
    perUnit,
    subject ?? null,
  ]);
  const counts = unread.map(() => 0);
  for (const { position } of found) counts[position - 1]! += 1;
  // The things of a unit that has more come before those of the next unit.
  const full = counts.indexOf(perUnit);
  const rows = full < 0 ? found : found.filter(({ position }) => position <= full + 1);
  const repeated = await findRepeated(db, walk, rows);
  const shown = await match?.(
    db,
    rows.map(({ thing }) => thing),
  );
  const things = rows
    .filter(({ link, thing }) => !repeated.has(link) && (!shown || shown.has(thing)))
    .map((row) => ({ ...row, step: unread[row.position - 1]!.step }));
  const rest =
    full < 0
      ? []
      : [{ step: unread[full]!.step, after: rows.at(-1)!.link }, ...unread.slice(full + 1)];
  return { things, rest };
}

/** Finds the links of things that are shown elsewhere: they were added to another unit of the walk before. */
async function findRepeated(db: pg.PoolClient, walk: Walk, rows: ThingRow[]): Promise<Set<string>> {
  const repeated = new Set<string>();
  let open = rows.filter(({ shared }) => shared);
  for (const limit of [maxUnits.first, maxUnits.all]) {
    if (open.length === 0) break;
    const earlier = await query(db, earlierUnits, [...columnsOf(open, 'thing', 'link'), limit]);
    const units = new Set(earlier.map(({ unit }) => unit));
    const unknown = [...units].filter((unit) => walk.distances.of(unit) === undefined);
    await walk.distances.find(unknown, walk.path());
    const counts = new Map<string, number>();
    for (const { link, unit } of earlier) {
      if (walk.distances.of(unit) !== undefined) repeated.add(link);
      counts.set(link, (counts.get(link) ?? 0) + 1);
    }
    open = open.filter(({ link }) => !repeated.has(link) && counts.get(link) === limit);
  }
  return repeated;
}
