import { query } from '@trellis/database';
import type pg from 'pg';
import { z } from 'zod';
import { cursorCodec, invalidCursor, keyText } from '../../cursor.js';
import { Distances } from './distances.js';
import { walkStatements, type Direction } from './walk.sql.js';

/** A walk over the units below or above one. */
export interface WalkOptions {
  start: string;
  direction: Direction;
  /** The maximum number of links to follow; unlimited by default. */
  maxDepth?: number | undefined;
}

/** A unit that a walk has reached, with its path. */
export interface Step {
  unit: string;
  /** The number of links from the start. */
  depth: number;
  link?: string;
  previous?: Step;
}

/** The maximum number of links in a cursor. Where a walk is deeper, the others are found again. */
const maxLinks = 64;

const walkCursor = z.object({
  start: keyText,
  direction: z.enum(['descendants', 'ancestors']),
  /** How many links lead from the start to the last unit. */
  depth: z.number().int().min(0),
  /** The last of these links, each with the unit that it leads to. */
  path: z.array(z.tuple([keyText, keyText])).max(maxLinks),
  /** The link to the last thing in the last unit, in a list of things. */
  thing: keyText.optional(),
});
export type WalkCursor = z.infer<typeof walkCursor>;

const walkCursors = cursorCodec('walk.1', walkCursor);

/** Returns the cursor of the page that follows a step of a walk. */
export function toCursor({ start, direction }: WalkOptions, last: Step, thing?: string): string {
  const path: WalkCursor['path'] = [];
  for (let step = last; step.previous && path.length < maxLinks; step = step.previous) {
    path.unshift([step.link!, step.unit]);
  }
  return walkCursors.encode({ start, direction, depth: last.depth, path, thing });
}

/** Decodes a cursor; throws `invalid_request` unless it belongs to this walk. */
export function fromCursor(text: string, { start, direction }: WalkOptions): WalkCursor {
  const cursor = walkCursors.decode(text);
  const isOfWalk = cursor.direction === direction && cursor.start === start;
  const isComplete = cursor.path.length === Math.min(cursor.depth, maxLinks);
  if (!isOfWalk || !isComplete) throw invalidCursor();
  return cursor;
}

/** The position at which a walk continues: after its last step, or among the links of that step. */
export interface Position {
  /** The path from the start. */
  steps: Step[];
  /** The link of the last step after which to continue; undefined for all of its links. */
  after?: string;
}

/**
 * Finds the position of a cursor. If a link of its path no longer exists, the walk continues with the links after that
 * one.
 */
export async function findPosition(db: pg.PoolClient, cursor: WalkCursor): Promise<Position> {
  const { start, direction, depth, path } = cursor;
  const isWhole = path.length === depth;
  const steps = isWhole ? [{ unit: start, depth: 0 }] : await stepsToDistant(db, cursor);
  const rest = isWhole ? path : path.slice(1);
  const found = await query(db, walkStatements[direction].path, [
    [steps.at(-1)!.unit, ...rest.map(([, unit]) => unit)].slice(0, rest.length),
    rest.map(([link]) => link),
    rest.map(([, unit]) => unit),
  ]);
  const existing = new Set(found.map(({ position }) => position));
  for (const [index, [link, unit]] of rest.entries()) {
    if (!existing.has(index + 1)) return { steps, after: link };
    const previous = steps.at(-1)!;
    steps.push({ unit, link, depth: previous.depth + 1, previous });
  }
  return { steps };
}

/** Finds the steps to the first unit of a path that does not begin at the start. */
async function stepsToDistant(
  db: pg.PoolClient,
  { start, direction, path }: WalkCursor,
): Promise<Step[]> {
  const distances = new Distances(db, { start, direction });
  const [, first] = path[0]!;
  await distances.find([first], []);
  const links: { link: string; unit: string }[] = [];
  for (let unit = first; unit !== start;) {
    const entry = distances.entryOf(unit);
    if (!entry) throw invalidCursor('The position of this cursor is gone; begin again.');
    links.push({ link: entry.link, unit });
    unit = entry.from;
  }
  const steps: Step[] = [{ unit: start, depth: 0 }];
  for (const step of links.toReversed()) {
    const previous = steps.at(-1)!;
    steps.push({ ...step, depth: previous.depth + 1, previous });
  }
  return steps;
}
