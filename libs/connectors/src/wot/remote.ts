import { rootCertificates } from 'node:tls';
import {
  Unauthorized,
  Unavailable,
  type ConnectorContext,
  type HttpAnswer,
  type HttpRequest,
} from '@trellis/connector-sdk';
import type { z } from 'zod';
import { originOf, type Home } from './address.js';
import type { client, instance, Security } from './configuration.js';
import type { Method } from './form.js';

export type Context = ConnectorContext<z.output<typeof instance>, z.output<typeof client>>;

export interface RemoteRequest extends Pick<HttpRequest, 'body' | 'accept' | 'limit' | 'timeout'> {
  href: string;
  method?: Method;
  headers?: Record<string, string>;
  /** Credentials are not needed there. */
  isOpen?: boolean;
}

/** Everything that one client's address leads to, for the time of one poll, write or action. */
export interface Remote {
  context: Context;
  home: Home;
  send(request: RemoteRequest): Promise<HttpAnswer>;
  /** Whether so much was asked or answered, or so much time has gone, that one poll should end. */
  isSpent(): boolean;
}

const mostRequests = 5_000;
const mostCharacters = 32 * 1024 * 1024;
/** Well within the time that a poll may take (ms), so that what was seen until then counts. */
const longestPoll = 20_000;

/** After so many failures to connect a server is taken for away. */
const mostRefusals = 2;

/** Gets ready to send requests; nothing is sent yet. */
export function openRemote(context: Context): Remote {
  const { url, security, ca } = context.client;
  const home: Home = { origin: originOf(url), scheme: security?.scheme };
  const began = performance.now();
  const refusals = new Map<string, number>();
  const spent = { requests: 0, characters: 0 };

  async function send({ href, headers, isOpen, ...request }: RemoteRequest): Promise<HttpAnswer> {
    const target = new URL(href);
    const { origin } = target;
    const isOwn = origin === home.origin;
    if ((refusals.get(origin) ?? 0) >= mostRefusals) {
      throw new Unavailable('The server of the thing cannot be reached.', { sent: false });
    }
    spent.requests += 1;
    const authority = ca === undefined || isOwn ? ca : [ca, ...rootCertificates].join('\n');
    try {
      const answer = await context.http({
        ...request,
        url: isOwn && security && !isOpen ? withKey(target, security) : target,
        headers: { ...headers, ...(isOwn && security && !isOpen && credentials(security)) },
        ...(authority !== undefined && { tls: { ca: authority } }),
      });
      spent.characters += answer.text.length;
      return answer;
    } catch (error) {
      if (error instanceof Unavailable && !error.sent) {
        refusals.set(origin, (refusals.get(origin) ?? 0) + 1);
      }
      if (!isOwn && error instanceof Unauthorized) throw new Unauthorized(atAnotherOrigin);
      throw error;
    }
  }

  const isSpent = () =>
    spent.requests >= mostRequests ||
    spent.characters >= mostCharacters ||
    performance.now() - began >= longestPoll;
  return { context, home, send, isSpent };
}

const atAnotherOrigin =
  'The thing wants credentials, but is at another origin than `url`: they are not sent there.';

function withKey(target: URL, security: Security): URL {
  const url = new URL(target);
  if (security.scheme === 'apikey' && security.in === 'query') {
    url.searchParams.set(security.name, security.key);
  }
  return url;
}

function credentials(security: Security): Record<string, string> {
  switch (security.scheme) {
    case 'basic': {
      const pair = Buffer.from(`${security.username}:${security.password}`).toString('base64');
      return { authorization: `Basic ${pair}` };
    }
    case 'bearer':
      return { authorization: `Bearer ${security.token}` };
    case 'apikey':
      return security.in === 'header' ? { [security.name.toLowerCase()]: security.key } : {};
  }
}
