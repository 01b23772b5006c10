import type { Caller } from '@trellis/contracts';
import type pg from 'pg';
import { findUnit } from '../../visibility/find-unit.js';
import { noSuchUnit } from '../../visibility/rules.js';
import {
  findPosition,
  fromCursor,
  type Position,
  type Step,
  type WalkCursor,
  type WalkOptions,
} from './walk-cursor.js';
import { Walk } from './walk.js';

/** The number of units and the time (ms) after which a page ends, even if it is short. */
const budget = { units: 2_500, ms: 1_000 };

export interface OpenWalk {
  walk: Walk;
  options: WalkOptions;
  /** The cursor after which the page begins; undefined for the first page. */
  after: WalkCursor | undefined;
  /** The last step before the page, the start for the first page. */
  last: Step;
  /** Whether that is the step of the cursor, which still exists. */
  isExact: boolean;
  /** Returns whether the page may continue after a number of units. */
  mayGoOn(units: number): boolean;
}

/** Begins or continues a walk; throws `not_found` when the caller does not see its start. */
export async function openWalk(
  db: pg.PoolClient,
  walk: { caller: Caller; id: string; cursor: string | undefined } & Omit<WalkOptions, 'start'>,
): Promise<OpenWalk> {
  const { caller, id, cursor, direction, maxDepth } = walk;
  const unit = await findUnit(db, caller, id);
  if (!unit) throw noSuchUnit();
  const options: WalkOptions = { start: unit.key, direction, maxDepth };
  const after = cursor === undefined ? undefined : fromCursor(cursor, options);
  const position: Position = after
    ? await findPosition(db, after)
    : { steps: [{ unit: unit.key, depth: 0 }] };
  const endsAt = Date.now() + budget.ms;
  return {
    walk: new Walk(db, options, position),
    options,
    after,
    last: position.steps.at(-1)!,
    isExact: position.after === undefined,
    mayGoOn: (units) => units < budget.units && Date.now() < endsAt,
  };
}
