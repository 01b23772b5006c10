import autocannon from 'autocannon';
import { quantile } from '../numbers.js';

/** A request whose path is below `/api/v1`. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  /** `X-External-Subject-Id`. */
  subject?: string;
  headers?: Record<string, string>;
}

/** A server, and the account of the requests. */
export interface Target {
  address: string;
  token: string;
}

interface LoadOptions extends Target {
  next: () => LoadRequest;
  inFlight: number;
  /** Number of requests, or duration (s). After a number of requests each one has been answered. */
  stop: { requests: number } | { seconds: number };
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Latencies (ms). */
  p50: number;
  p99: number;
}

/** Sends requests as fast as they are answered; throws if one of them fails. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { address, token, next, inFlight, stop } = options;
  const latencies: number[] = [];
  let sent = '';
  const take = () => {
    const request = toRequest(next(), token);
    sent = `${request.method} ${request.path}`;
    return request;
  };
  const startedAt = performance.now();
  const result = await autocannon({
    url: address,
    connections: 'requests' in stop ? Math.min(inFlight, stop.requests) : inFlight,
    ...('requests' in stop ? { amount: stop.requests } : { duration: stop.seconds }),
    requests: [{ setupRequest: (request) => ({ ...request, ...take() }) }],
    setupClient(client) {
      client.on('response', (_status, _bytes, latency) => latencies.push(latency));
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  refuseErrors(result, sent);
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

function toRequest(
  { method, path, body, subject, headers }: LoadRequest,
  token: string,
): autocannon.Request {
  const hasBody = body !== undefined;
  return {
    method,
    path: `/api/v1${path}`,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(subject !== undefined && { 'x-external-subject-id': subject }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

function refuseErrors({ non2xx, errors, timeouts }: autocannon.Result, sent: string): void {
  if (non2xx + errors + timeouts === 0) return;
  throw new Error(
    `${sent}: ${non2xx} answers that are not 2xx, ${errors} errors, ${timeouts} timeouts.`,
  );
}
