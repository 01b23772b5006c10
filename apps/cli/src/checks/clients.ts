import { adviceFor } from '../lookup/clients.js';
import { idOf } from '../lookup/ids.js';
import { firstOf } from '../lookup/pages.js';
import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

const what = 'Clients';

const maxShown = 10;

export async function checkClients(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.connector'))) return [];
  const { trellis } = session;
  const { items, more } = await firstOf(trellis, '/connectors/clients', {
    limit: maxShown,
    query: { status: 'ERROR', paused: 'false', view: 'summary' },
  });
  if (items.length === 0) return [await noneFails(session)];
  const failing = items.map((client): Check => ({
    what,
    state: 'wrong',
    detail: `${idOf(client.id)} of ${idOf(client.subject.href)}: ${client.error?.detail ?? ''}`,
    remedy: adviceFor(client),
  }));
  if (!more) return failing;
  const detail = `More than ${maxShown} clients fail.`;
  const remedy = 'List all: trellis clients list --status error --limit 0';
  return [...failing, { what, state: 'wrong', detail, remedy }];
}

async function noneFails({ trellis }: Session): Promise<Check> {
  const { data } = await trellis.get('/connectors/clients', { query: { limit: 1 } });
  return {
    what,
    state: 'ok',
    detail: data.length === 0 ? 'There are no clients.' : 'No client fails.',
  };
}
