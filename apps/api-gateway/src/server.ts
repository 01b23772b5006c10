import { createServer, type Server } from 'node:http';
import type { Logger } from '@trellis/platform';
import express from 'express';
import type { AnswerOptions } from './http/answer-request.js';
import { serveDocs } from './http/docs.js';
import { logRequests } from './http/log-requests.js';
import { describeOperations } from './http/openapi.js';
import { securityHeaders } from './http/security-headers.js';
import { serveOperations } from './http/serve-operations.js';
import { operations } from './operations/index.js';

interface GatewayOptions extends AnswerOptions {
  log: Logger;
  /** How many proxies in front of the gateway to trust with the address of the caller. */
  trustProxy: number;
}

/** How long a client may take to send a request (ms). */
const requestTimeoutMs = 30_000;

/** The HTTP server of the gateway, not yet listening. */
export function createGateway({ log, trustProxy, ...options }: GatewayOptions): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.use(securityHeaders());
  app.use(logRequests(log));
  serveDocs(app, describeOperations(operations, options.services.hrefs.base));
  serveOperations(app, operations, options);
  return createServer({ requestTimeout: requestTimeoutMs }, app);
}
