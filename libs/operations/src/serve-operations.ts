import type { ErrorRequestHandler, RequestHandler } from 'express';
import { Problem } from '@trellis/contracts';
import type { Logger, Tracing } from '@trellis/platform';
import { answerPreflight, isPreflight } from './access/cors.js';
import { useBareIds } from './access/ids.js';
import type { Answer, EventStream } from './answer.js';
import { sendEvents } from './answers/event-stream.js';
import { problemAnswer, type ProblemHrefs } from './answers/problem.js';
import type { Sender } from './answers/send-answer.js';
import { sendLines } from './body/lines.js';
import { sendTable } from './body/table.js';
import { createCallOperation } from './call-operation.js';
import { type Exchange, exchangeOf } from './exchange.js';
import { beginToWait, toLogged } from './observe/observe-requests.js';
import type { Operation } from './operation.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import type { PipelineOptions } from './pipeline-options.js';
import { createRoutes } from './routes.js';

interface ServeOptions<Context> extends Omit<
  PipelineOptions<Context>,
  'callOperation' | 'readerAt'
> {
  sender: Sender;
  headers: Map<string, string>;
  tracing: Pick<Tracing, 'runFor'> | undefined;
}

/** Answers an exchange if its path is that of an operation; returns whether it is. */
export type ServeOperations = (exchange: Exchange) => Promise<boolean>;

/**
 * Serves the operations: finds the row of a request, runs its pipeline, and sends the answer. Other methods on their
 * paths get 405.
 */
export function serveOperations<Context>(
  operations: readonly Operation<Context>[],
  options: ServeOptions<Context>,
): ServeOperations {
  const routeOf = createRoutes(operations);
  const pipelines = new Map<Operation, Pipeline>();
  const answer = (row: Operation, exchange: Exchange): Promise<Answer> => {
    exchange.routePath = row.path;
    exchange.isForPeople = row.answer.forPeople ?? false;
    return pipelines.get(row)!(exchange);
  };
  const callOperation = createCallOperation(operations, { idForms: options.idForms, answer });
  const readers = new Map(
    operations.filter(({ method }) => method === 'get').map((row) => [row.path, row]),
  );
  const readerAt = (path: string) => readers.get(path);
  for (const row of operations) {
    pipelines.set(row, createPipeline(row, { ...options, callOperation, readerAt }));
  }
  return async (exchange) => {
    const route = routeOf(exchange.url);
    if (!route) return false;
    const row = route.operationOf(exchange.method);
    if (row) {
      exchange.params = route.params;
      exchange.sentQuery = route.query;
      useBareIds(row, route.params, options.idForms);
      await send(exchange, await answer(row, exchange), options);
      return true;
    }
    const preflight = isPreflight(exchange) && (await answerPreflight(route, exchange, options));
    if (!preflight) throw methodNotAllowed(route.allow);
    options.sender.answer(exchange, preflight);
    return true;
  };
}

async function send(
  exchange: Exchange,
  answer: Answer,
  { sender, headers, limits, tracing, log }: Omit<ServeOptions<never>, 'contextOf'>,
): Promise<void> {
  const { stream, lines, table } = answer;
  if (!stream && !lines && !table) {
    return limits.heavy.answered(exchange, sender.answer(exchange, answer));
  }
  exchange.response.setHeaders(headers).setHeader('X-Request-Id', exchange.id);
  beginToWait(exchange);
  // Streams may be silent; they have limits of their own.
  exchange.request.socket.setTimeout(0);
  if (stream) {
    const sending = () => sendStream(exchange, stream);
    // The spans of a stream that lasts for hours would never end their trace.
    await (tracing ? tracing.runFor([], sending) : sending());
  }
  if (lines) await sendLines(exchange, { lines, log });
  if (table) await sendTable(exchange, { table, log });
}

export const methodNotAllowed = (allow: string[]) =>
  new Problem('method_not_allowed', `Allowed here: ${allow.join(', ')}.`, { allow });

/** Answers requests that nothing else serves. */
export const notFound: RequestHandler = () => {
  throw new Problem('not_found', 'There is no such address.');
};

interface ErrorOptions {
  hrefs: ProblemHrefs;
  sender: Sender;
  log: Logger;
  /** Returns a problem as a page for browsers. */
  toPage(problem: Problem, answer: Answer, requestId: string): Answer;
}

/** Answers errors with problem documents, and people with pages. */
export function answerErrors({ hrefs, sender, log, toPage }: ErrorOptions): ErrorRequestHandler {
  function toProblem(error: unknown, exchange: Exchange): Problem {
    if (error instanceof Problem) return error;
    // Express throws these for a path that cannot be decoded.
    if (error instanceof URIError || (error as { status?: number }).status === 400) {
      return new Problem('not_found', 'There is no such address.');
    }
    log.error({ req: toLogged(exchange), err: error }, 'request failed');
    return new Problem('internal', 'The request failed; the failure has been logged.');
  }
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const exchange = exchangeOf(response);
    const problem = toProblem(error, exchange);
    const answer = problemAnswer(problem, hrefs, exchange.id);
    const showsPage = exchange.isForPeople && prefersPage(exchange);
    sender.answer(exchange, showsPage ? toPage(problem, answer, exchange.id) : answer);
  };
}

/** Returns whether a request comes from a person: browsers prefer a page to a problem document. */
const prefersPage = ({ request }: Exchange): boolean =>
  request.accepts(['application/problem+json', 'text/html']) === 'text/html';

/** Streams until either side ends it. Once it has begun, a failure can only close the connection. */
async function sendStream(
  exchange: Exchange,
  { end, ...stream }: EventStream<unknown>,
): Promise<void> {
  const { response } = exchange;
  response.once('close', end);
  try {
    await sendEvents(exchange, stream);
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    end();
  }
}
