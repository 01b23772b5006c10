import { describeFailure } from '../output/failure.js';
import { readClaims } from '../session/claims.js';
import type { Session } from '../session/session.js';
import type { Check } from './check.js';

/** What commands need which scope; without it they are refused. */
const usedBy: Record<string, string> = {
  'svc.connector': 'connect, instances, clients',
  'svc.units.read': 'units',
  'svc.units.admin': 'units create, link, import, delete',
  'svc.things.read': 'things, events',
  'svc.things.admin': 'things write, deliveries',
  'svc.things.act': 'things invoke',
  'svc.apps.admin': 'apps',
};

/** Whether there is a token that is accepted, and what it allows. */
export async function checkAccess({ token, trellis, source }: Session): Promise<Check[]> {
  try {
    const { account, scopes } = readClaims(await token({}));
    // Any token is enough for this, and the cached one is renewed if it is not accepted any more.
    await trellis.get('/changes');
    const missing = Object.keys(usedBy).filter((scope) => !scopes.includes(scope));
    const detail = `Trellis accepts the token of the account ${account} (${source}).`;
    return [
      { what: 'Access', state: 'ok', detail },
      missing.length === 0
        ? { what: 'Scopes', state: 'ok', detail: 'There are all that commands need.' }
        : {
            what: 'Scopes',
            state: 'warning',
            detail: `Missing: ${missing.map((scope) => `${scope} (${usedBy[scope]})`).join(', ')}`,
            remedy: 'Where these are needed, log in as an app that has them.',
          },
    ];
  } catch (error) {
    const [detail, ...rest] = describeFailure(error).lines;
    return [{ what: 'Access', state: 'wrong', detail: detail!, remedy: rest.join(' ') }];
  }
}

export const hasScope = async ({ token }: Session, scope: string): Promise<boolean> =>
  readClaims(await token({})).scopes.includes(scope);
