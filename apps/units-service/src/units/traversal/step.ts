import type { Direction } from './walk.sql.js';

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
