import { ServerResponse, type IncomingMessage } from 'node:http';
import helmet from 'helmet';

/**
 * The headers of helmet, by name. They are the same for every response, so they are computed once:
 * helmet itself computes them for each request, which costs a notable share of a small answer.
 */
export function securityHeaders(): Map<string, string> {
  // On a laptop Trellis is served over plain HTTP, where a browser must not be told to use TLS.
  const middleware = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  const request = { method: 'GET' } as IncomingMessage;
  const sample = new ServerResponse(request);
  middleware(request, sample, (error) => {
    if (error) throw error as Error;
  });
  return new Map(Object.entries(sample.getHeaders()) as [string, string][]);
}
