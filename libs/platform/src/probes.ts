import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Metrics } from './metrics/metrics.js';

export interface ProbeOptions {
  /** Port to listen on; without it, nothing is served. */
  port: number | undefined;
  /** Rejects when the service cannot do its own work. */
  check: () => Promise<unknown>;
  metrics: Pick<Metrics<never>, 'text' | 'contentType'>;
}

/**
 * Serves the probes of an orchestrator such as Kubernetes: `/health/live` answers 200 while the process runs,
 * `/health/ready` answers 503 when it cannot do its own work. `/metrics` serves the metrics of the process. Returns a
 * function that stops serving.
 */
export async function serveProbes({
  port,
  check,
  metrics,
}: ProbeOptions): Promise<() => Promise<void>> {
  if (port === undefined) return async () => undefined;
  const server = createServer((request, response) => {
    if (request.url === '/health/live') answer(response, 200);
    else if (request.url === '/metrics') void sendMetrics(response, metrics);
    else if (request.url !== '/health/ready') answer(response, 404);
    else {
      check().then(
        () => answer(response, 200),
        () => answer(response, 503),
      );
    }
  });
  server.listen(port);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

async function sendMetrics(response: ServerResponse, metrics: ProbeOptions['metrics']) {
  const text = await metrics.text();
  response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
}

const statuses = { 200: 'ok', 404: 'unknown', 503: 'unavailable' };

function answer(response: ServerResponse, status: keyof typeof statuses): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ status: statuses[status] }));
}
