import { createServer, type Server } from 'node:http';
import express from 'express';
import type { AnswerOptions } from './http/answer-request.js';
import { serveDocs } from './http/docs.js';
import { logRequest } from './http/log-requests.js';
import { describeOperations } from './http/openapi.js';
import { limitRequestTime } from './http/request-time.js';
import { dataHeaders, pageHeaders } from './http/security-headers.js';
import { createSender } from './http/send-answer.js';
import { answerErrors, notFound, serveOperations } from './http/serve-operations.js';
import { operations } from './operations/index.js';

interface GatewayOptions extends AnswerOptions {
  /** How many proxies in front of the gateway to trust with the address of the caller. */
  trustProxy: number;
}

/** How long a client may take to send a request (ms). */
const requestTimeoutMs = 30_000;

/** The HTTP server of the gateway, not yet listening. */
export function createGateway({ trustProxy, ...options }: GatewayOptions): Server {
  const { log, services } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('case sensitive routing', true);
  const headers = dataHeaders();
  const ofPages = pageHeaders();
  const sender = createSender(headers);
  const serve = serveOperations(operations, { ...options, sender, headers });
  // One middleware for what every request needs: each of its own would cost about as much as it does.
  app.use((request, response, next) => {
    limitRequestTime(request, requestTimeoutMs);
    logRequest(log, request, response);
    return serve(request, response, next);
  });
  app.use(
    serveDocs(describeOperations(operations, services.hrefs.base), {
      sender: createSender(ofPages),
      headers: ofPages,
    }),
  );
  app.use(notFound);
  app.use(answerErrors({ services, sender, log }));
  const server = createServer({ requestTimeout: 0 }, app);
  server.headersTimeout = requestTimeoutMs;
  return server;
}
