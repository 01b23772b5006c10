import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { idOf } from '../lookup/named.js';
import { firstOf } from '../lookup/pages.js';
import { relativeTime } from '../output/format.js';
import type { Session } from '../session/session.js';
import { hasScope } from './account.js';
import { ok, warning, wrong, type Check } from './check.js';

const timeoutMs = 10_000;
const maxShown = 10;

/** Checks which agents are away and, if there are agents, whether their WebSockets reach Trellis. */
export async function checkAgents(session: Session): Promise<Check[]> {
  if (!(await hasScope(session, 'svc.connector.read'))) return [];
  const { trellis, url } = session;
  const { data: some } = await trellis.get('/agents', { query: { limit: 1 } });
  if (some.length === 0) return [];
  const { items, more } = await firstOf(trellis, '/agents', {
    limit: maxShown,
    query: { state: 'offline' },
  });
  const away = items.map(({ name, subject, since }) =>
    warning(
      'Agents',
      `${name} of ${idOf(subject.href)} went offline ${relativeTime(since)}.`,
      'See that it runs and reaches the internet. Its own page says what it waits for.',
    ),
  );
  const rest = more ? [warning('Agents', `More than ${maxShown} agents are offline.`)] : [];
  return [
    ...(away.length === 0 ? [ok('Agents', 'No agent is offline.')] : [...away, ...rest]),
    await checkWebSockets(url),
  ];
}

/** Opens the WebSocket of an agent (RFC 6455, section 4.1), which a proxy may refuse to pass on. */
function checkWebSockets(url: string): Promise<Check> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const remedy =
    'The operator has to let proxies pass on WebSockets at /agents/connect, without which no agent connects.';
  return new Promise((resolve) => {
    const upgrade = request(`${url}/agents/connect`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    upgrade.once('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(ok('WebSockets', 'They reach Trellis.'));
    });
    upgrade.once('response', (response) => {
      response.resume();
      resolve(wrong('WebSockets', `The answer to one is ${response.statusCode}.`, remedy));
    });
    upgrade.once('error', ({ message }) => resolve(wrong('WebSockets', message, remedy)));
    upgrade.end();
  });
}
