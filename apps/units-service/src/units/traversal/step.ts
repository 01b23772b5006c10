import type { Direction } from './walk.sql.js';

/** A walk over the units below or above one. */
export interface WalkOptions {
  start: string;
  direction: Direction;
  /** How many links to follow at most; any number by default. */
  maxDepth?: number | undefined;
}

/** A unit to which a walk has come, and how. */
export interface Step {
  unit: string;
  /** How many links lead to it from the start. */
  depth: number;
  /** The link that led to it; undefined at the start. */
  link?: string;
  /** The step before it; undefined at the start. */
  previous?: Step;
}
