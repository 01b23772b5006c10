import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { inBatches } from '../batches.js';
import { claimInteractions, type ClaimedRow } from './claim.sql.js';
import { readTargets, type TargetRow } from './target.sql.js';

/** Age at which a request expires (ms): nobody wants a lamp switched an hour later. */
export const maxAgeMs = 2 * 60_000;

const limits = { maxItems: 250, maxInFlight: 2 };

/** Claims an interaction; resolves with undefined when it has ended. */
export type ClaimInteraction = (id: string) => Promise<ClaimedRow | undefined>;

/** Returns a function that claims the interactions whose jobs begin together with one statement. */
export function createClaims(pool: Pool): ClaimInteraction {
  const claimSet = async (ids: string[]) => {
    const rows = await query(pool, claimInteractions, [ids, maxAgeMs]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  };
  return inBatches(claimSet, limits);
}

interface Target {
  client: string;
  thing: string;
}

/** Reads the device of a thing and its client; resolves with undefined when the thing is gone. */
export type ReadTarget = (target: Target) => Promise<TargetRow | undefined>;

/** Returns a function that reads the targets of the requests that begin together with one statement. */
export function createTargetReader(pool: Pool): ReadTarget {
  const readSet = async (targets: Target[]) => {
    const rows = await query(pool, readTargets, [
      targets.map(({ client }) => client),
      targets.map(({ thing }) => thing),
    ]);
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    return targets.map((_target, index) => byPosition.get(index + 1));
  };
  return inBatches(readSet, limits);
}
