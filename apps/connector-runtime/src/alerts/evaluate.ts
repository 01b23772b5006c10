import {
  alertCondition,
  thingAlertKinds,
  type AlertKind,
  type FoundFiring,
} from '@trellis/contracts';
import { columnsOf, query } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import {
  evaluations,
  findUsedQuotas,
  mergeFound,
  readRemoteRules,
  readRulePage,
} from './evaluate.sql.js';

type Needs = Pick<Runtime, 'pool' | 'units' | 'quotas' | 'log'>;

/** How many rules one statement evaluates. */
const pageSize = 1_000;

/** How many rules one call evaluates: its answer may have many items for each. */
const remotePageSize = 50;

/**
 * Evaluates the rules of all accounts: one statement for many rules of a kind. What cannot be evaluated now keeps its
 * state until the next time.
 */
export async function evaluateRules(needs: Needs): Promise<void> {
  for (const kind of Object.keys(evaluations) as (keyof typeof evaluations)[]) {
    await attempt(needs, kind, () => evaluateKind(needs, kind));
  }
  await attempt(needs, 'things and quotas', () => evaluateRemotely(needs));
}

async function attempt({ log }: Needs, task: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error, task }, 'alert rules were not evaluated');
  }
}

async function evaluateKind({ pool }: Needs, kind: keyof typeof evaluations): Promise<void> {
  for (let after = '0'; ;) {
    const [page] = await query(pool, readRulePage, [[kind], after, pageSize]);
    if (!page?.last) return;
    await query(pool, evaluations[kind], [after, page.last]);
    after = page.last;
  }
}

const remoteKinds: AlertKind[] = [...thingAlertKinds, 'quota_used'];

/** Evaluates the rules about which units-service knows something. */
async function evaluateRemotely({ pool, units, quotas }: Needs): Promise<void> {
  for (let after = '0'; ;) {
    const rows = await query(pool, readRemoteRules, [remoteKinds, after, remotePageSize]);
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => key);
    const rules = rows.map(({ key, developer, condition }) => ({
      rule: key,
      developer,
      condition: alertCondition.parse(JSON.parse(condition)),
    }));
    const found = await units('alerts.find_firing', { rules });
    const ofQuotas = rules.filter(({ condition }) => condition.kind === 'quota_used');
    const own = await findOwnQuotas(
      { pool, quotas },
      ofQuotas.map(({ rule }) => rule),
    );
    const firing = [...found, ...own];
    const columns = columnsOf(firing, 'rule', 'kind', 'id', 'title', 'detail', 'since');
    await query(pool, mergeFound, [keys, ...columns]);
    if (rows.length < remotePageSize) return;
    after = keys.at(-1)!;
  }
}

async function findOwnQuotas(
  { pool, quotas }: Pick<Needs, 'pool' | 'quotas'>,
  rules: string[],
): Promise<FoundFiring[]> {
  if (rules.length === 0) return [];
  const limits = [Object.keys(quotas), Object.values(quotas)];
  const rows = await query(pool, findUsedQuotas, [rules, ...limits]);
  return rows.map(({ rule, quota, used, most, now }) => ({
    rule,
    kind: 'quota',
    id: quota,
    title: quota,
    detail: `${used} of ${most} are used`,
    since: now.toISOString(),
  }));
}
