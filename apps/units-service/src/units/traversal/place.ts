import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { Distances } from './distances.js';
import { walkStatements } from './walk.sql.js';
import type { Step, WalkOptions } from './step.js';

/** The position of a walk, as the cursor of a page holds it. */
export interface Place {
  start: string;
  direction: WalkOptions['direction'];
  /** How many links lead from the start to the last unit. */
  depth: number;
  /** The last of these links, with the units to which they lead. */
  path: { link: string; unit: string }[];
  /** The link to the last thing in the last unit, for a list of things. */
  thing?: string;
}

/** The most links that a cursor holds. Where a walk is deeper, the others are found again. */
const maxLinks = 64;

const directions = { descendants: 'd', ancestors: 'a' } as const;

/** A cursor: direction, start, depth, last thing, and links with units; base 36, separated by dots. */
const form = /^[da]\.[0-9a-z]{1,13}\.[0-9a-z]{1,8}\.[0-9a-z]{0,13}((?:\.[0-9a-z]{1,13}){0,128})$/;

const encode = (key: string) => BigInt(key).toString(36);

function decode(text: string): string {
  let key = 0n;
  for (const digit of text) key = key * 36n + BigInt(parseInt(digit, 36));
  if (key >= 2n ** 63n) throw invalidCursor();
  return String(key);
}

const invalidCursor = (detail = 'Is not a cursor of this list.') => {
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/query/cursor', detail }] });
};

/** The cursor of the page that follows a step of a walk. */
export function toCursor({ start, direction }: WalkOptions, last: Step, thing?: string): string {
  const path: string[] = [];
  for (let step = last; step.previous && path.length < 2 * maxLinks; step = step.previous) {
    path.unshift(encode(step.link!), encode(step.unit));
  }
  const head = [directions[direction], encode(start), last.depth.toString(36)];
  return [...head, thing === undefined ? '' : encode(thing), ...path].join('.');
}

/** The place of a cursor; throws `invalid_request` unless it is one of this walk. */
export function fromCursor(cursor: string, { start, direction }: WalkOptions): Place {
  const [, tail] = form.exec(cursor) ?? [];
  if (tail === undefined) throw invalidCursor();
  const [way, first, depth, thing] = cursor.split('.') as [string, string, string, string];
  const keys = tail.split('.').slice(1).map(decode);
  const path = keys.flatMap((link, index) =>
    index % 2 === 0 && keys[index + 1] !== undefined ? { link, unit: keys[index + 1]! } : [],
  );
  const place: Place = {
    start: decode(first),
    direction,
    depth: parseInt(depth, 36),
    path,
    ...(thing !== '' && { thing: decode(thing) }),
  };
  const isOfWalk = way === directions[direction] && place.start === start;
  const isWhole = keys.length === 2 * Math.min(place.depth, maxLinks);
  if (!isOfWalk || !isWhole) throw invalidCursor();
  return place;
}

/** Where a walk goes on: after the last of its steps, or among the links of that step. */
export interface Position {
  /** The path from the start. */
  steps: Step[];
  /** The link of the last step after which to go on; undefined for all of its links. */
  after?: string;
}

/**
 * Finds the position of a place. Where a link of its path does not exist any more, the walk goes on with
 * the links after that one.
 */
export async function findPosition(db: pg.PoolClient, place: Place): Promise<Position> {
  const { start, direction, depth, path } = place;
  const isWhole = path.length === depth;
  const steps = isWhole ? [{ unit: start, depth: 0 }] : await stepsToDistant(db, place);
  const rest = isWhole ? path : path.slice(1);
  const found = await query(db, walkStatements[direction].path, [
    [steps.at(-1)!.unit, ...rest.map(({ unit }) => unit)].slice(0, rest.length),
    rest.map(({ link }) => link),
    rest.map(({ unit }) => unit),
  ]);
  const existing = new Set(found.map(({ position }) => position));
  for (const [index, { link, unit }] of rest.entries()) {
    if (!existing.has(index + 1)) return { steps, after: link };
    const previous = steps.at(-1)!;
    steps.push({ unit, link, depth: previous.depth + 1, previous });
  }
  return { steps };
}

/** The steps to the first unit of a path that does not begin at the start. */
async function stepsToDistant(
  db: pg.PoolClient,
  { start, direction, path }: Place,
): Promise<Step[]> {
  const distances = new Distances(db, { start, direction });
  await distances.find([path[0]!.unit], []);
  const links: { link: string; unit: string }[] = [];
  for (let unit = path[0]!.unit; unit !== start;) {
    const entry = distances.entryOf(unit);
    if (!entry) throw invalidCursor('The place of this cursor is gone; begin again.');
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
