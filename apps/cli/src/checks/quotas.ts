import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

/** From this share on, a quota is about to be used up. */
const nearlyFull = 0.9;

/** Quotas of the account that are, or are about to be, used up. */
export async function checkQuotas(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.units.read'))) return [];
  const { data } = await session.trellis.get('/limits');
  const full = data.quotas.filter(({ used = 0, limit }) => used > 0 && used >= limit * nearlyFull);
  if (full.length === 0) return [{ what: 'Quotas', state: 'ok', detail: 'All have room.' }];
  return full.map(({ name, used, limit }) => ({
    what: 'Quotas',
    state: used! >= limit ? ('wrong' as const) : ('warning' as const),
    detail: `${name}: ${used} of ${limit} are in use.`,
    remedy: 'Delete what is not needed, or have the operator raise it.',
  }));
}
