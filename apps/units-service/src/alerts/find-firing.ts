import type { AlertKind, FoundFiring, Handler, QuotaLimits } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import {
  findLowBatteries,
  findSilent,
  findUnavailable,
  findUsedQuotas,
} from './find-firing.sql.js';

interface Needs {
  pool: pg.Pool;
  quotas: QuotaLimits<'units'>;
}

const ofThings = {
  thing_unavailable: findUnavailable,
  thing_silent: findSilent,
  battery_low: findLowBatteries,
} as const;

/** Evaluates the conditions of many rules: one statement for each kind. */
export const findFiring: Handler<'alerts.find_firing', Needs> = async (
  { pool, quotas },
  { rules },
) => {
  const columnsOf = (kind: AlertKind) => {
    const some = rules.filter(({ condition }) => condition.kind === kind);
    return [
      some.map(({ rule }) => rule),
      some.map(({ developer }) => developer),
      some.map(({ condition }) => JSON.stringify(condition)),
    ];
  };
  const has = (kind: AlertKind) => rules.some(({ condition }) => condition.kind === kind);
  const found: FoundFiring[] = [];
  for (const kind of Object.keys(ofThings) as (keyof typeof ofThings)[]) {
    if (!has(kind)) continue;
    for (const { since, ...row } of await query(pool, ofThings[kind], columnsOf(kind))) {
      found.push({ ...row, kind: 'thing', since: since.toISOString() });
    }
  }
  if (has('quota_used')) {
    const limits = [Object.keys(quotas), Object.values(quotas)];
    const rows = await query(pool, findUsedQuotas, [...columnsOf('quota_used'), ...limits]);
    for (const { since, id, ...row } of rows) {
      found.push({ ...row, kind: 'quota', id, title: id, since: since.toISOString() });
    }
  }
  return found;
};
