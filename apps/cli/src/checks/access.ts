import { describeFailure } from '../output/failure.js';
import { readClaims } from '../session/claims.js';
import type { Session } from '../session/session.js';
import type { Check } from './check.js';

/** The commands that need each scope. */
const usedBy: Record<string, string> = {
  'svc.connector': 'connect, instances, clients',
  'svc.units.read': 'units',
  'svc.units.admin': 'units create, link, import, delete',
  'svc.things.read': 'things, events',
  'svc.things.admin': 'things write, deliveries',
  'svc.things.act': 'things invoke',
  'svc.apps.admin': 'apps',
};

/** Checks whether Trellis accepts the access token, and which scopes it has. */
export async function checkAccess({ token, trellis, source }: Session): Promise<Check[]> {
  try {
    const { account, scopes } = readClaims(await token({}));
    // This call needs no scope, and renews a cached token that is rejected.
    await trellis.get('/changes');
    const missing = Object.keys(usedBy).filter((scope) => !scopes.includes(scope));
    const detail = `Trellis accepts the token of the account ${account} (${source}).`;
    return [
      { what: 'Access', state: 'ok', detail },
      missing.length === 0
        ? { what: 'Scopes', state: 'ok', detail: 'The token has all scopes that commands need.' }
        : {
            what: 'Scopes',
            state: 'warning',
            detail: `Missing: ${missing.map((scope) => `${scope} (${usedBy[scope]})`).join(', ')}`,
            remedy: 'To use these commands, log in as an app that has the scopes.',
          },
    ];
  } catch (error) {
    const [detail, ...rest] = describeFailure(error).lines;
    return [{ what: 'Access', state: 'wrong', detail: detail!, remedy: rest.join(' ') }];
  }
}

export const hasScope = async ({ token }: Session, scope: string): Promise<boolean> =>
  readClaims(await token({})).scopes.includes(scope);
