import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { walkStatements, type Direction, type Edge } from './walk.sql.js';

/**
 * How many links are read to find the distances of units: first all links of the walk, which suffices
 * when it is small; then those that lead to the units, which are few unless the graph is dense.
 */
const maxLinks = { ofSmallWalk: 2_000, toUnits: 20_000, toDistantUnits: 200_000 };

/** How many units that were examined before help to find out distances. */
const maxExamined = 2_000;

/**
 * The distances of units from the start of a walk, found out as they are needed, and by which of several
 * links a walk comes to a unit: the oldest link of a shortest path.
 */
export class Distances {
  readonly #db: pg.PoolClient;
  readonly #direction: Direction;
  readonly #start: string;
  /** The distance of each unit that is known to be in the walk. */
  readonly #known: Map<string, number>;
  /** The links to units of which all are known. */
  readonly #linksTo = new Map<string, Edge[]>();
  /** The units that were last examined, in the walk or not: there is no need to look beyond them. */
  #examined: string[] = [];
  /** Whether the walk is small and all of it is known; undefined when that was not tried yet. */
  #knowsAll: boolean | undefined;

  constructor(db: pg.PoolClient, { direction, start }: { direction: Direction; start: string }) {
    this.#db = db;
    this.#direction = direction;
    this.#start = start;
    this.#known = new Map([[start, 0]]);
  }

  /** The distance of a unit that was found out, or undefined when the walk does not come to it. */
  of(unit: string): number | undefined {
    return this.#known.get(unit);
  }

  /** Notes the distance of a unit to which the walk has come. */
  set(unit: string, distance: number): void {
    this.#known.set(unit, distance);
  }

  /** The link by which the walk comes to a unit whose distance was found out. */
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

  /** Finds out the distances of units; `path` are units whose distances are known, near them. */
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

/** Completes the distances of units by links: breadth-first, from all units whose distance is known. */
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
