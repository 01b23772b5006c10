import { createServer, type Server } from 'node:http';
import express from 'express';
import helmet from 'helmet';
import { serveDocs } from './http/docs.js';
import { describeOperations } from './http/openapi.js';
import {
  identifyRequest,
  logRequests,
  serveOperations,
  type Gate,
} from './http/serve-operations.js';
import { operations } from './operations/index.js';

/** The HTTP server of the gateway, not yet listening. */
export function createGateway(gate: Gate, { trustProxy }: { trustProxy: number }): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  // Trellis runs behind plain HTTP on a laptop, where a browser must not be told to use TLS.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(identifyRequest);
  app.use(logRequests(gate.log));
  serveDocs(app, describeOperations(operations, gate.services.hrefs.base));
  serveOperations(app, operations, gate);
  return createServer({ requestTimeout: 30_000 }, app);
}
