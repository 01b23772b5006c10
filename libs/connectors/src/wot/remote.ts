import type { ConnectorContext, HttpAnswer } from '@trellis/connector-sdk';
import type { z } from 'zod';
import type { client, instance, Security } from './configuration.js';

export type Context = ConnectorContext<z.output<typeof instance>, z.output<typeof client>>;

export interface RemoteRequest {
  href: string;
  method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends a request. The credentials of the client go only where its own address leads: a description
 * that names another origin must not have them sent there.
 */
export async function send(
  { http, client: { url, security, ca } }: Context,
  { href, headers, ...request }: RemoteRequest,
): Promise<HttpAnswer> {
  const target = new URL(href);
  const isOwn = target.origin === new URL(url).origin;
  if (isOwn && security?.scheme === 'apikey' && security.in === 'query') {
    target.searchParams.set(security.name, security.key);
  }
  return http({
    ...request,
    url: target,
    headers: { ...headers, ...(isOwn && security && credentials(security)) },
    ...(ca !== undefined && { tls: { ca } }),
  });
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
