import { isProblem } from '@trellis/client';
import { firstOf } from '../lookup/pages.js';
import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

/** Maximum number of failed messages to count. */
const maxCounted = 100;

/** Checks for messages that the callback of this app did not accept. */
export async function checkCallback(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.things.admin'))) return [];
  const { trellis } = session;
  const callback = await trellis.get('/callback').catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  });
  if (!callback) return [{ what: 'Callback', state: 'ok', detail: 'This app has no callback.' }];
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
  const reason = first!.error ?? `it responded with ${first!.response_status}`;
  const detail = `${items.length}${more ? '+' : ''} messages to ${url} have failed: ${reason}`;
  const remedy =
    'List them: trellis deliveries list --status failed. Then: trellis deliveries redeliver <id>';
  return [{ what: 'Callback', state: 'wrong', detail, remedy }];
}
