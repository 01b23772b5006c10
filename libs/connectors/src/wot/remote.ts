import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import {
  bareHost,
  ConnectorFailure,
  isUnsent,
  portOf,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
  type HttpAnswer,
  type HttpRequest,
} from '@trellis/connector-sdk';
import type { z } from 'zod';
import { keyPlaceholder, originOf, type Home } from './address.js';
import type { client, instance, Security } from './configuration.js';
import type { Method } from './form.js';
import { createQuota, type Quota } from './quota.js';

export type Context = ConnectorContext<z.output<typeof instance>, z.output<typeof client>>;

export interface RemoteTarget {
  href: string;
  headers?: Record<string, string> | undefined;
  isOpen?: boolean | undefined;
}

export interface RemoteRequest
  extends RemoteTarget, Pick<HttpRequest, 'body' | 'accept' | 'maxBytes' | 'timeoutMs'> {
  method?: Method;
}

type AddressedRequest = Pick<HttpRequest, 'headers' | 'auth' | 'tls'> & { url: URL };

export interface Remote {
  context: Context;
  home: Home;
  send(request: RemoteRequest): Promise<HttpAnswer>;
  /** Completes a request: credentials are added only at the origin of `url`. Does not count it. */
  address(target: RemoteTarget): AddressedRequest;
  quota: Pick<Quota, 'isExhausted' | 'problems'>;
}

/** The number of failed connections after which a server counts as down. */
const maxFailedConnections = 2;

export function openRemote(context: Context): Remote {
  const { url, security, ca } = context.client;
  const keyVariable =
    security?.scheme === 'apikey' && security.in === 'uri' ? security.name : undefined;
  const home: Home = { origin: originOf(url), scheme: security?.scheme, keyVariable };
  const failures = new Map<string, number>();
  const quota = createQuota(new URL(url).hostname, context.client.interval_ms);

  function address({ href, headers, isOpen }: RemoteTarget): AddressedRequest {
    const target = new URL(href);
    const isOwn = target.origin === home.origin;
    const authority = ca === undefined || isOwn ? ca : [ca, ...rootCertificates].join('\n');
    const credentials = isOwn && !isOpen ? security : undefined;
    return {
      url: withKey(target, credentials),
      headers: { ...headers, ...keyHeader(credentials) },
      auth: credentials?.scheme === 'apikey' ? undefined : credentials,
      tls: authority === undefined ? undefined : { ca: authority },
    };
  }

  async function send({ href, headers, isOpen, ...request }: RemoteRequest): Promise<HttpAnswer> {
    const { origin, hostname } = new URL(href);
    const isOwn = origin === home.origin;
    if ((failures.get(origin) ?? 0) >= maxFailedConnections) {
      throw new Unavailable('The server of the thing cannot be reached.', {
        sent: false,
        cause: 'unreachable',
        address: origin,
      });
    }
    quota.take(hostname);
    const target = address({ href, headers, isOpen });
    try {
      const answer = await context.http({ ...request, ...target });
      quota.receive(answer.text.length);
      return answer;
    } catch (error) {
      if (error instanceof ConnectorFailure) hideKey(error, home, security);
      if (isUnsent(error)) {
        failures.set(origin, (failures.get(origin) ?? 0) + 1);
      }
      if (!isOwn && error instanceof Unauthorized) {
        throw new Unauthorized(atAnotherOrigin, {
          cause: 'credentials_withheld',
          address: error.facts.address,
        });
      }
      throw error;
    }
  }

  return { context, home, send, address, quota };
}

/** Resolves the IP address of the user's server, which forms may use; see `byOwnName`. */
export async function lookUpOwnAddress({ context, home }: Remote): Promise<void> {
  const origin = new URL(home.origin);
  const host = bareHost(origin.hostname);
  if (isIP(host)) return;
  home.ip = await context.resolve(host, portOf(origin)).then(
    ({ address }) => address,
    () => undefined,
  );
}

/** Keeps a key that is part of the address out of what is shown. */
function hideKey(
  { facts }: ConnectorFailure,
  { origin }: Home,
  security: Security | undefined,
): void {
  if (security?.scheme === 'apikey' && security.in === 'uri') facts.address = origin;
}

const atAnotherOrigin =
  'The thing needs credentials, but is at another origin than `url`: they are not sent there.';

function withKey(target: URL, security: Security | undefined): URL {
  if (security?.scheme === 'apikey' && security.in === 'uri') {
    return new URL(target.href.replaceAll(keyPlaceholder, encodeURIComponent(security.key)));
  }
  const url = new URL(target);
  if (security?.scheme === 'apikey' && security.in === 'query') {
    url.searchParams.set(security.name, security.key);
  }
  return url;
}

const keyHeader = (security: Security | undefined): Record<string, string> =>
  security?.scheme === 'apikey' && security.in === 'header'
    ? { [security.name.toLowerCase()]: security.key }
    : {};
