import { ServerResponse, type IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Sets the headers of helmet. They are the same for every response, so they are computed once: helmet
 * itself computes them for each request, which costs a notable share of a small answer.
 */
export function securityHeaders(): RequestHandler {
  // On a laptop Trellis is served over plain HTTP, where a browser must not be told to use TLS.
  const middleware = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  const request = { method: 'GET' } as IncomingMessage;
  const sample = new ServerResponse(request);
  middleware(request, sample, (error) => {
    if (error) throw error as Error;
  });
  const headers = new Map(Object.entries(sample.getHeaders()) as [string, string][]);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}
