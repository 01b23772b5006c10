import { isProblem } from '@trellis/client';
import { firstOf } from '../lookup/pages.js';
import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

/** More are not counted. */
const maxCounted = 100;

/** Messages to the callback of this app that it has not accepted. */
export async function checkCallback(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.things.admin'))) return [];
  const { trellis } = session;
  const callback = await trellis.get('/callback').catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  });
  if (!callback) return [{ what: 'Callback', state: 'ok', detail: 'This app has none.' }];
  const query = { status: 'failed' };
  const { items, more } = await firstOf(trellis, '/callback/deliveries', {
    limit: maxCounted,
    query,
  });
  const { url } = callback.data;
  if (items.length === 0) {
    return [{ what: 'Callback', state: 'ok', detail: `${url} has accepted all messages.` }];
  }
  const [first] = items;
  const reason = first!.error ?? `it answers ${first!.response_status}`;
  const detail = `${items.length}${more ? '+' : ''} messages to ${url} have failed: ${reason}`;
  const remedy =
    'See trellis deliveries list --status failed, and then trellis deliveries redeliver <id>.';
  return [{ what: 'Callback', state: 'wrong', detail, remedy }];
}
