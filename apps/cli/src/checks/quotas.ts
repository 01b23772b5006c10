import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

/** Share from which on a quota is nearly used up. */
const nearlyFull = 0.9;

export async function checkQuotas(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.units.read'))) return [];
  const { data } = await session.trellis.get('/limits');
  const full = data.quotas.filter(({ used = 0, limit }) => used > 0 && used >= limit * nearlyFull);
  if (full.length === 0)
    return [{ what: 'Quotas', state: 'ok', detail: 'No quota is nearly used up.' }];
  return full.map(({ name, used, limit }) => ({
    what: 'Quotas',
    state: used! >= limit ? ('wrong' as const) : ('warning' as const),
    detail: `${name}: ${used} of ${limit} are in use.`,
    remedy: 'Delete what you do not need, or ask the operator to raise the quota.',
  }));
}
