import { createServer, type Server } from 'node:http';
import express, { type NextFunction } from 'express';
import type { ConsoleOptions } from './console-settings.js';
import { serveDocs } from './http/docs.js';
import { attachExchange, createExchange, type Exchange } from './http/exchange.js';
import { messagesOf } from './http/express-messages.js';
import { createIdForms } from './http/ids.js';
import { logRequest } from './http/log-requests.js';
import type { PipelineOptions } from './http/pipeline.js';
import { limitRequestTime } from './http/request-time.js';
import { dataHeaders, pageHeaders } from './http/security-headers.js';
import { createSender } from './http/send-answer.js';
import { answerErrors, notFound, serveOperations } from './http/serve-operations.js';
import { traceRequest, type TraceOptions } from './http/trace-requests.js';
import { serveWebPages, webPages } from './http/web-pages.js';
import type { GatewayMetrics } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { operations } from './operations/index.js';

interface GatewayOptions extends Omit<PipelineOptions, 'idForms' | 'callOperation' | 'readerAt'> {
  metrics: Pick<GatewayMetrics, 'record'>;
  /** How many proxies in front of the gateway to trust with the address of the caller. */
  trustProxy: number;
  console: ConsoleOptions;
  /** Undefined when requests are not traced. */
  traces?: TraceOptions | undefined;
}

/** How long a client may take to send a request (ms). */
const requestTimeoutMs = 30_000;

/**
 * How long an idle connection stays open (ms): longer than proxies keep theirs, mostly for 60 s. One that
 * is closed here while the next request is on its way to it would fail that request.
 */
const keepAliveTimeoutMs = 75_000;

/** The HTTP server of the gateway, not yet listening. */
export function createGateway({ trustProxy, traces, console, ...options }: GatewayOptions): Server {
  const { log, services, metrics } = options;
  const tracing = traces?.tracing;
  const logging = { log, metrics, tracing };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('case sensitive routing', true);
  const headers = dataHeaders();
  const ofPages = pageHeaders();
  const sender = createSender(headers);
  const idForms = createIdForms(services.hrefs.base);
  const serve = serveOperations(operations, { ...options, idForms, sender, headers, tracing });
  async function answer(exchange: Exchange, next: NextFunction): Promise<void> {
    limitRequestTime(exchange, requestTimeoutMs);
    logRequest(logging, exchange);
    if (!(await serve(exchange))) next();
  }
  // One middleware for everything: each of its own would cost about as much as it does.
  app.use((request, response, next) => {
    const exchange = createExchange(request, response);
    attachExchange(exchange);
    return traces
      ? traceRequest(traces, exchange, () => answer(exchange, next))
      : answer(exchange, next);
  });
  app.use(
    serveDocs(openApiDocument(services.hrefs.base), {
      sender: createSender(ofPages),
      headers: ofPages,
    }),
  );
  app.use(serveWebPages(webPages(console)));
  app.use(notFound);
  app.use(answerErrors({ hrefs: services.hrefs, sender, log }));
  const server = createServer({ requestTimeout: 0, ...messagesOf(app) }, app);
  server.headersTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  return server;
}
