import { adviceFor, readClient } from '../lookup/clients.js';
import { idOf } from '../lookup/ids.js';
import { firstOf, readEach } from '../lookup/pages.js';
import type { Session } from '../session/session.js';
import { hasScope } from './access.js';
import type { Check } from './check.js';

/** How many clients are looked at. */
const maxLookedAt = 500;

/** How many of those that fail are shown one by one. */
const maxShown = 10;

/** The connector clients that fail. */
export async function checkClients(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.connector'))) return [];
  const { trellis } = session;
  const found = await firstOf(trellis, '/connectors/clients', { limit: maxLookedAt });
  const clients = await readEach(found.items, ({ href }) => readClient(trellis, href));
  const failing = clients.filter(({ status, paused }) => status === 'ERROR' && !paused);
  const which = `${found.more ? 'the first ' : ''}${clients.length} clients`;
  if (failing.length === 0) {
    return [
      {
        what: 'Clients',
        state: 'ok',
        detail: `${clients.length === 0 ? 'There are none' : 'None fails'}.`,
      },
    ];
  }
  const shown = failing.slice(0, maxShown).map((client): Check => ({
    what: 'Clients',
    state: 'wrong',
    detail: `${idOf(client.id)} of ${idOf(client.subject.href)}: ${client.error!.detail}`,
    remedy: adviceFor(client),
  }));
  if (failing.length === shown.length) return shown;
  const detail = `${failing.length} of ${which} fail.`;
  const remedy = 'All of them: trellis clients list --status error --limit 0';
  return [...shown, { what: 'Clients', state: 'wrong', detail, remedy }];
}
