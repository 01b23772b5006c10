import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

export interface ProbeOptions {
  /** Port to listen on; without one, nothing is served. */
  port: number | undefined;
  /** Rejects when the service cannot do its own work. */
  check: () => Promise<unknown>;
}

/**
 * Serves the probes of an orchestrator, such as Kubernetes: `/health/live` answers 200 as long as the
 * process runs, `/health/ready` answers 503 when it cannot do its own work. Returns a function that ends
 * it.
 */
export async function serveProbes({ port, check }: ProbeOptions): Promise<() => Promise<void>> {
  if (port === undefined) return async () => undefined;
  const server = createServer((request, response) => {
    if (request.url === '/health/live') answer(response, 200);
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

const statuses = { 200: 'ok', 404: 'unknown', 503: 'unavailable' };

function answer(response: ServerResponse, status: keyof typeof statuses): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ status: statuses[status] }));
}
