import { createServer, type Server } from 'node:http';
import express, { type NextFunction } from 'express';
import {
  answerErrors,
  attachExchange,
  createExchange,
  createIdForms,
  createSender,
  dataHeaders,
  type Exchange,
  limitRequestTime,
  logRequest,
  messagesOf,
  notFound,
  oneByOne,
  type ObserveDuration,
  pageHeaders,
  type PipelineOptions,
  serveOperations,
  type TraceOptions,
  traceRequest,
} from '@trellis/operations';
import { readBearer } from './access/authenticate.js';
import type { VerifyToken } from './access/token.js';
import type { GatewayMetrics } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { type Context, contextFor, type Services } from './operation.js';
import { operations } from './operations.js';
import { serveDocs } from './pages/docs.js';
import { problemPage } from './pages/problem-page.js';
import { type ConsoleOptions, serveWebPages, webPages } from './pages/web-pages.js';

interface GatewayOptions extends Pick<
  PipelineOptions<Context>,
  'limits' | 'audit' | 'origins' | 'log'
> {
  services: Services;
  verifyToken: VerifyToken;
  metrics: Pick<GatewayMetrics, 'record'>;
  /** How many proxies in front of the gateway to trust with the address of the caller. */
  trustProxy: number;
  console: ConsoleOptions;
  /** Undefined when requests are not traced. */
  traces?: TraceOptions | undefined;
}

const requestTimeoutMs = 30_000;

/**
 * How long an idle connection stays open (ms): longer than proxies keep theirs, mostly for 60 s. One that
 * is closed here while the next request is on its way to it would fail that request.
 */
const keepAliveTimeoutMs = 75_000;

/**
 * How long nothing may be read from or written to the connection of a request (ms): longer than any takes. Streams may be
 * silent.
 */
const silenceTimeoutMs = 150_000;

/** Returns the HTTP server of the gateway, not yet listening. */
export function createGateway({ trustProxy, traces, console, ...options }: GatewayOptions): Server {
  const { log, services, metrics, verifyToken } = options;
  const tracing = traces?.tracing;
  const observe: ObserveDuration = (seconds, { method, route, status }) =>
    metrics.record('trellis_http_request_duration_seconds', seconds, method, route, status);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.set('case sensitive routing', true);
  const headers = dataHeaders();
  const ofPages = pageHeaders();
  const sender = createSender(headers);
  const serve = serveOperations(operations, {
    ...options,
    authenticate: (row, exchange) => readBearer(row, exchange, { services, verifyToken }),
    contextOf: contextFor(services),
    memory: {
      begin: (request) => services.units('requests.begin', request),
      renew: (attempt) => services.units('requests.renew', attempt),
      end: (attempt) => services.units('requests.end', attempt),
      sealing: services.sealing,
    },
    idForms: createIdForms(services.hrefs.base),
    refuseCaller: services.erasures.refuse,
    sender,
    headers,
    tracing,
  });
  async function answer(exchange: Exchange, next: NextFunction): Promise<void> {
    limitRequestTime(exchange, requestTimeoutMs);
    logRequest({ log, observe, tracing }, exchange);
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
  app.use(answerErrors({ hrefs: services.hrefs, sender, log, toPage: problemPage }));
  const server = createServer({ requestTimeout: 0, ...messagesOf(app) }, oneByOne(app));
  server.headersTimeout = requestTimeoutMs;
  server.timeout = silenceTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  return server;
}
