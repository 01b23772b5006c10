import { query } from '@trellis/database';
import type pg from 'pg';
import { Distances } from './distances.js';
import type { Position, Step, WalkOptions } from './walk-cursor.js';
import { walkStatements, type LinkRow } from './walk.sql.js';

/** A unit on the path of the walk, with the links that are still to be followed. */
interface Frame {
  step: Step;
  /** The links that have been read; undefined before any was read. */
  rows: LinkRow[] | undefined;
  /** The index of the next link among them. */
  next: number;
  /** The link after which to read on. */
  after: string;
  /** Whether there are links to read. */
  hasMore: boolean;
}

/** The number of units whose links are read together, and of links of each. */
const chunk = { units: 128, links: 100 };
/** The number of links that are read at once of a unit with more links. */
const maxLinks = 1_000;
/** The number of units of the path that help to find distances. */
const maxPath = 250;

/**
 * A depth-first walk through the graph of units, in the order of the links. It reaches each unit once: by a shortest path
 * from the start, and among several by the one whose last link is oldest. These paths form a tree, so that a walk only has
 * to remember its current path.
 */
export class Walk {
  readonly distances: Distances;
  readonly #db: pg.PoolClient;
  readonly #options: WalkOptions;
  readonly #frames: Frame[] = [];
  /** The links of units that the walk will reach next. */
  readonly #readAhead = new Map<string, LinkRow[]>();

  constructor(db: pg.PoolClient, options: WalkOptions, { steps, after }: Position) {
    this.#db = db;
    this.#options = options;
    this.distances = new Distances(db, options);
    for (const [index, step] of steps.entries()) {
      this.distances.set(step.unit, step.depth);
      this.#enter(step, { after: steps[index + 1]?.link ?? after });
    }
  }

  /** Returns the next units, at most `count`; fewer only at the end. */
  async next(count: number): Promise<Step[]> {
    const steps: Step[] = [];
    while (steps.length < count) {
      const frame = this.#frames.at(-1);
      if (!frame) break;
      const row = frame.rows?.[frame.next];
      if (row) {
        frame.next += 1;
        const step = this.#follow(frame, row);
        if (step) steps.push(step);
      } else if (frame.hasMore) await this.#read(frame, count - steps.length);
      else this.#frames.pop();
    }
    return steps;
  }

  #follow({ step: previous }: Frame, { link, unit, shared, inner }: LinkRow): Step | undefined {
    if (shared && this.distances.entryOf(unit)?.link !== link) return undefined;
    const step = { unit, link, depth: previous.depth + 1, previous };
    this.distances.set(unit, step.depth);
    if (inner) this.#enter(step, { rows: this.#readAhead.get(unit) });
    this.#readAhead.delete(unit);
    return step;
  }

  #enter(
    step: Step,
    { rows, after = '0' }: { rows?: LinkRow[] | undefined; after?: string | undefined },
  ): void {
    if (step.depth === this.#options.maxDepth) return;
    const frame: Frame = { step, rows: undefined, next: 0, after, hasMore: true };
    if (rows) addLinks(frame, rows, chunk.links);
    this.#frames.push(frame);
  }

  /** Reads the next links of a frame, together with those that will be needed after its first ones. */
  async #read(frame: Frame, wanted: number): Promise<void> {
    const isFirst = frame.rows === undefined;
    const frames = isFirst ? this.#unreadFrames() : [frame];
    const units = isFirst ? this.#nextUnits(Math.min(chunk.units, wanted) - frames.length) : [];
    const limit = isFirst ? chunk.links : maxLinks;
    const rows = await query(this.#db, walkStatements[this.#options.direction].links, [
      [...frames.map(({ step }) => step.unit), ...units],
      [...frames.map(({ after }) => after), ...units.map(() => '0')],
      limit,
    ]);
    const lists = Array.from({ length: frames.length + units.length }, (): LinkRow[] => []);
    for (const row of rows) lists[row.position - 1]!.push(row);
    for (const [index, read] of frames.entries()) addLinks(read, lists[index]!, limit);
    for (const [index, unit] of units.entries()) {
      this.#readAhead.set(unit, lists[frames.length + index]!);
    }
    const shared = rows.filter((row) => row.shared).map(({ unit }) => unit);
    if (shared.length > 0) await this.distances.find(shared, this.path());
  }

  path(): string[] {
    return this.#frames.slice(-maxPath).map(({ step }) => step.unit);
  }

  /** Returns the unread frames at the end of the path. There are several if the walk continues an earlier one. */
  #unreadFrames(): Frame[] {
    return this.#frames
      .slice(-chunk.units)
      .filter(({ rows }) => rows === undefined)
      .toReversed();
  }

  /** Returns the units that the walk will reach next, in its order, as far as the links to them have been read. */
  #nextUnits(count: number): string[] {
    const units: string[] = [];
    const depth = (this.#options.maxDepth ?? Infinity) - 1;
    const collect = (rows: LinkRow[], from: number, above: number): void => {
      if (above >= depth) return;
      for (let next = from; next < rows.length && units.length < count; next += 1) {
        const { inner, unit } = rows[next]!;
        const known = this.#readAhead.get(unit);
        if (known) collect(known, 0, above + 1);
        else if (inner) units.push(unit);
      }
    };
    for (const { rows, next, step } of this.#frames.toReversed()) {
      if (units.length >= count) break;
      collect(rows ?? [], next, step.depth);
    }
    return units;
  }
}

function addLinks(frame: Frame, rows: LinkRow[], limit: number): void {
  frame.rows = rows;
  frame.next = 0;
  frame.hasMore = rows.length === limit;
  frame.after = rows.at(-1)?.link ?? frame.after;
}
