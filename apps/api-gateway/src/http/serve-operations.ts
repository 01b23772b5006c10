import { Problem } from '@trellis/contracts';
import type { Logger, Tracing } from '@trellis/platform';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { answerAudited } from './answer-audited.js';
import type { AuditLog } from './audit-log.js';
import type { AnswerOptions } from './answer-request.js';
import type { EventStream } from './answer.js';
import { createCallOperation } from './call-operation.js';
import { answerPreflight, exposeToPage, isPreflight, requireOrigin } from './cors.js';
import { sendEvents } from './event-stream.js';
import { sendLines } from './lines.js';
import { useBareIds } from './ids.js';
import { toLogged } from './log-requests.js';
import { hold } from './observe-requests.js';
import type { Operation } from './operation.js';
import type { Origins } from './origins.js';
import { problemAnswer } from './problem.js';
import { prefersPage, problemPage } from './problem-page.js';
import { createRoutes } from './routes.js';
import type { Sender } from './send-answer.js';

interface ServeOptions extends Omit<AnswerOptions, 'callOperation'> {
  audit: AuditLog;
  origins: Origins;
  sender: Sender;
  headers: Map<string, string>;
  tracing: Pick<Tracing, 'runFor'> | undefined;
}

/**
 * Serves the operations, with 405 for other methods on their paths; passes on what has another path. One
 * middleware finds the operation: Express would try the paths of all operations in order.
 */
export function serveOperations(
  operations: readonly Operation[],
  options: ServeOptions,
): RequestHandler {
  const routeOf = createRoutes(operations);
  const { sender, headers, limits, log, tracing, idForms } = options;
  const answering: AnswerOptions & ServeOptions = {
    ...options,
    callOperation: createCallOperation(operations, {
      idForms,
      answer: (row, route, exchange) => answerAudited(row, route, exchange, answering),
    }),
  };
  return async (request, response, next) => {
    const route = routeOf(request.url);
    if (!route) return next();
    const row = route.operationOf(request.method);
    if (!row) {
      const preflight = isPreflight(request) && (await answerPreflight(route, request, options));
      if (preflight) return void sender.answer(request, response, preflight);
      throw methodNotAllowed(route.allow);
    }
    useBareIds(row, route.params, idForms);
    const exchange = { request, response };
    if (row.refusesOrigins) await requireOrigin(request, options);
    const answered = answerAudited(row, route, exchange, answering);
    const isOfPage = request.headers.origin !== undefined;
    const answer = await (isOfPage
      ? answered.finally(() => exposeToPage(row, exchange, options))
      : answered);
    const { stream, lines } = answer;
    if (!stream && !lines) {
      return limits.heavy.answered(request, sender.answer(request, response, answer));
    }
    response.setHeaders(headers).setHeader('X-Request-Id', request.id);
    hold(response);
    if (stream) {
      const send = () => sendStream(request, response, stream);
      // What it reads for hours would make a trace that never ends.
      await (tracing ? tracing.runFor([], send) : send());
    }
    if (lines) await sendLines({ request, response, log }, lines);
  };
}

export const methodNotAllowed = (allow: string[]) =>
  new Problem('method_not_allowed', `Allowed here: ${allow.join(', ')}.`, { allow });

/** Answers what nothing else serves. */
export const notFound: RequestHandler = () => {
  throw new Problem('not_found', 'There is no such address.');
};

/** Answers errors with problem documents, and people with pages. */
export function answerErrors({
  services,
  sender,
  log,
}: Pick<AnswerOptions, 'services'> & { sender: Sender; log: Logger }): ErrorRequestHandler {
  function toProblem(error: unknown, request: Request): Problem {
    if (error instanceof Problem) return error;
    // Express throws these for a path that cannot be decoded.
    if (error instanceof URIError || (error as { status?: number }).status === 400) {
      return new Problem('not_found', 'There is no such address.');
    }
    log.error({ req: toLogged(request), err: error }, 'request failed');
    return new Problem('internal', 'The request failed; the failure has been logged.');
  }
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const problem = toProblem(error, request);
    const answer = problemAnswer(problem, services.hrefs, request.id);
    const showsPage = request.isForPeople && prefersPage(request);
    sender.answer(request, response, showsPage ? problemPage(problem, answer, request.id) : answer);
  };
}

/** Streams until either side ends it. Once it has begun, a failure can only close the connection. */
async function sendStream(
  request: Request,
  response: Response,
  { end, ...stream }: EventStream<unknown>,
): Promise<void> {
  response.once('close', end);
  try {
    await sendEvents(request, response, stream);
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    end();
  }
}
