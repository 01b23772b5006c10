import { isProblem } from '@trellis/client';
import { withImplied } from '@trellis/client/scopes';
import { adviceFor } from '../lookup/connectors.js';
import { idOf } from '../lookup/named.js';
import { firstOf } from '../lookup/pages.js';
import { describeFailure } from '../output/failure.js';
import type { Session } from '../session/session.js';
import { readClaims } from '../session/tokens.js';
import { ok, warning, wrong, type Check } from './check.js';

const usedBy: Record<string, string> = {
  'svc.connector': 'connect, instances, clients',
  'svc.connector.read': 'clients list, activity',
  'svc.connector.pause': 'clients pause, resume, poll',
  'svc.units.read': 'units',
  'svc.units.admin': 'units create, link, import, delete',
  'svc.things.read': 'things, events',
  'svc.things.admin': 'deliveries',
  'svc.things.act': 'things write, invoke',
  'svc.audit.read': 'audit',
  'svc.apps.admin': 'apps',
};

/** Checks whether Trellis accepts the access token, and which scopes it has. */
export async function checkAccess({ token, trellis, source }: Session): Promise<Check[]> {
  try {
    const { account, scopes } = readClaims(await token({}));
    // This call needs no scope, and renews a cached token that is rejected.
    await trellis.get('/changes');
    const allowed = withImplied(scopes);
    const missing = Object.keys(usedBy).filter((scope) => !allowed.includes(scope));
    const texts = missing.map((scope) => `${scope} (${usedBy[scope]})`);
    return [
      ok('Access', `Trellis accepts the token of the account ${account} (${source}).`),
      texts.length === 0
        ? ok('Scopes', 'The token has all scopes that commands need.')
        : warning(
            'Scopes',
            `Missing: ${texts.join(', ')}`,
            'To use these commands, log in as an app that has the scopes.',
          ),
    ];
  } catch (error) {
    return [failedCheck('Access', error)];
  }
}

export function failedCheck(what: string, error: unknown): Check {
  const [detail, ...rest] = describeFailure(error).lines;
  return wrong(what, detail!, rest.join(' '));
}

export const hasScope = async ({ token }: Session, scope: string): Promise<boolean> =>
  withImplied(readClaims(await token({})).scopes).includes(scope);

const maxShown = 10;

export async function checkClients(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.connector.read'))) return [];
  const { trellis } = session;
  const { items, more } = await firstOf(trellis, '/connectors/clients', {
    limit: maxShown,
    query: { status: 'ERROR', paused: 'false', view: 'summary' },
  });
  if (items.length === 0) {
    const { data } = await trellis.get('/connectors/clients', { query: { limit: 1 } });
    return [ok('Clients', data.length === 0 ? 'There are no clients.' : 'No client fails.')];
  }
  const failing = items.map((client) => {
    const name = `${idOf(client.id)} of ${idOf(client.subject.href)}`;
    return wrong('Clients', `${name}: ${client.error?.detail ?? ''}`, adviceFor(client));
  });
  if (!more) return failing;
  const remedy = 'List all: trellis clients list --status error --limit 0';
  return [...failing, wrong('Clients', `More than ${maxShown} clients fail.`, remedy)];
}

/** Maximum number of failed messages to count. */
const maxCounted = 100;

/** Checks for messages that the callback of this app did not accept. */
export async function checkCallback(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.things.admin'))) return [];
  const trellis = session.trellis.forAccount();
  const callback = await trellis.get('/callback').catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  });
  if (!callback) return [ok('Callback', 'This app has no callback.')];
  const options = { limit: maxCounted, query: { status: 'failed' } };
  const { items, more } = await firstOf(trellis, '/callback/deliveries', options);
  const { url } = callback.data;
  const [first] = items;
  if (!first) return [ok('Callback', `${url} has accepted all messages.`)];
  const reason = first.error ?? `it responded with ${first.response_status}`;
  const detail = `${items.length}${more ? '+' : ''} messages to ${url} have failed: ${reason}`;
  const remedy =
    'List them: trellis deliveries list --status failed. Then: trellis deliveries redeliver <id>';
  return [wrong('Callback', detail, remedy)];
}

/** Share from which on a quota is nearly used up. */
const nearlyFull = 0.9;

export async function checkQuotas(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.units.read'))) return [];
  const { data } = await session.trellis.forAccount().get('/limits');
  const full = data.quotas.filter(({ used = 0, limit }) => used > 0 && used >= limit * nearlyFull);
  if (full.length === 0) return [ok('Quotas', 'No quota is nearly used up.')];
  const remedy = 'Delete what you do not need, or ask the operator to raise the quota.';
  return full.map(({ name, used, limit }) => {
    const check = used! >= limit ? wrong : warning;
    return check('Quotas', `${name}: ${used} of ${limit} are in use.`, remedy);
  });
}
