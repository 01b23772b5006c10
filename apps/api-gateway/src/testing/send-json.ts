import type { TestGateway } from './gateway.js';

export interface Sent {
  /** Sent as JSON unless it is a text. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Received<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Sends a request, and reads the JSON of its answer, if there is any. */
export async function sendJson<Body = unknown>(
  gateway: TestGateway,
  method: string,
  path: string,
  { body, headers }: Sent = {},
): Promise<Received<Body>> {
  const response = await gateway.request(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
  };
}
