import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { walkStatements, type Direction, type Edge } from './walk.sql.js';

/**
 * The maximum number of links that are read to find distances: first all links of the walk, which suffices if it is small;
 * then those that lead to the units, which are few unless the graph is dense.
 */
const maxLinks = { ofSmallWalk: 2_000, toUnits: 20_000, toDistantUnits: 200_000 };

/** The maximum number of earlier units that help to find distances. */
const maxExamined = 2_000;

/**
 * The distances of units from the start of a walk, which are found as they are needed, and the links by which the walk
 * reaches units: the oldest link of a shortest path.
 */
export class Distances {
  readonly #db: pg.PoolClient;
  readonly #direction: Direction;
  readonly #start: string;
  /** The distances of units that are known to be in the walk. */
  readonly #known: Map<string, number>;
  /** The links to units, for units whose links are all known. */
  readonly #linksTo = new Map<string, Edge[]>();
  /** The units that were examined last, in the walk or not; searches stop at them. */
  #examined: string[] = [];
  /** Whether the walk is small and completely known; undefined before that was tried. */
  #knowsAll: boolean | undefined;

  constructor(db: pg.PoolClient, { direction, start }: { direction: Direction; start: string }) {
    this.#db = db;
    this.#direction = direction;
    this.#start = start;
    this.#known = new Map([[start, 0]]);
  }

  /** Returns the distance of a unit, or undefined if the walk does not reach it. */
  of(unit: string): number | undefined {
    return this.#known.get(unit);
  }

  /** Stores the distance of a unit that the walk has reached. */
  set(unit: string, distance: number): void {
    this.#known.set(unit, distance);
  }

  /** Returns the link by which the walk reaches a unit. */
  entryOf(unit: string): Edge | undefined {
    let entry: Edge | undefined;
    for (const edge of this.#linksTo.get(unit) ?? []) {
      if (this.of(edge.from) === undefined) continue;
      if (!entry || this.#isBefore(edge, entry)) entry = edge;
    }
    return entry;
  }

  #isBefore(one: Edge, other: Edge): boolean {
    const difference = this.of(one.from)! - this.of(other.from)!;
    return difference < 0 || (difference === 0 && BigInt(one.link) < BigInt(other.link));
  }

  /** Finds the distances of units; `path` are nearby units with known distances. */
  async find(units: readonly string[], path: readonly string[]): Promise<void> {
    const missing = units.filter((unit) => !this.#linksTo.has(unit));
    if (missing.length === 0 || this.#knowsAll) return;
    this.#knowsAll ??= await this.#findAll(maxLinks.ofSmallWalk);
    if (this.#knowsAll) return;
    const { before } = walkStatements[this.#direction];
    const known = [this.#start, ...path, ...this.#examined];
    for (const limit of [maxLinks.toUnits, maxLinks.toDistantUnits]) {
      const edges = await query(this.#db, before, [missing, known, limit]);
      if (edges.length < limit) return this.#learn(missing, edges);
    }
    this.#knowsAll = await this.#findAll(maxLinks.toDistantUnits);
    if (!this.#knowsAll) throw new Problem('timeout', 'Too many paths lead through these units.');
  }

  /** Reads all links of the walk unless there are too many. */
  async #findAll(limit: number): Promise<boolean> {
    const { beyond } = walkStatements[this.#direction];
    const edges = await query(this.#db, beyond, [this.#start, limit]);
    if (edges.length === limit) return false;
    this.#learn([], edges);
    return true;
  }

  #learn(units: readonly string[], edges: readonly Edge[]): void {
    const examined = [...new Set([...units, ...edges.map(({ to }) => to)])];
    for (const unit of examined) this.#linksTo.set(unit, []);
    for (const edge of edges) this.#linksTo.get(edge.to)!.push(edge);
    spread(this.#known, edges);
    this.#examined = [...examined, ...this.#examined].slice(0, maxExamined);
  }
}

/** Completes distances along links: breadth-first from all units with known distances. */
function spread(distances: Map<string, number>, edges: readonly Edge[]): void {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const units = next.get(from);
    if (units) units.push(to);
    else next.set(from, [to]);
  }
  const byDistance: string[][] = [];
  for (const unit of next.keys()) {
    const distance = distances.get(unit);
    if (distance !== undefined) (byDistance[distance] ??= []).push(unit);
  }
  for (let distance = 0; distance < byDistance.length; distance += 1) {
    for (const unit of byDistance[distance] ?? []) {
      for (const other of next.get(unit) ?? []) {
        if ((distances.get(other) ?? Infinity) <= distance + 1) continue;
        distances.set(other, distance + 1);
        (byDistance[distance + 1] ??= []).push(other);
      }
    }
  }
}
