import { Problem } from '@trellis/contracts';
import type { Express, NextFunction, Request, Response } from 'express';
import { answerRequest, type AnswerOptions } from './answer-request.js';
import { sendEvents } from './event-stream.js';
import type { Answer, EventStream, Operation } from './operation.js';
import { problemAnswer } from './problem.js';

/** Serves all operations, and answers 405 or 404 to everything else. */
export function serveOperations(
  app: Express,
  operations: readonly Operation[],
  options: AnswerOptions,
): void {
  for (const path of new Set(operations.map((row) => row.path))) {
    const rows = operations.filter((row) => row.path === path);
    const route = app.route(path);
    for (const row of rows) {
      route[row.method](async (request: Request, response: Response) => {
        const answer = await answerRequest(row, request, response, options);
        if (answer.stream) await sendStream(request, response, answer.stream);
        else send(response, answer);
      });
    }
    route.all(() => {
      const allow = rows.flatMap(({ method }) =>
        method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
      );
      throw new Problem('method_not_allowed', `Allowed here: ${allow.join(', ')}.`, { allow });
    });
  }
  app.use(() => {
    throw new Problem('not_found', 'There is no such address.');
  });
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const problem = toProblem(error, request);
    send(response, problemAnswer(problem, options.services.hrefs, String(request.id)));
  });
}

function send(response: Response, answer: Answer): void {
  const { status = 200, headers = {}, links, body, mediaType } = answer;
  response.status(status).set(headers);
  if (links) response.links(links);
  if (body === undefined) response.end();
  else response.type(mediaType ?? 'application/json').send(JSON.stringify(body));
}

/** Streams until either side ends it. Once it has begun, a failure can only close the connection. */
async function sendStream(
  request: Request,
  response: Response,
  { events, end }: EventStream<unknown>,
): Promise<void> {
  response.once('close', end);
  try {
    await sendEvents(request, response, events);
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    end();
  }
}

function toProblem(error: unknown, request: Request): Problem {
  if (error instanceof Problem) return error;
  // Express throws these for a path that cannot be decoded.
  if (error instanceof URIError || (error as { status?: number }).status === 400) {
    return new Problem('not_found', 'There is no such address.');
  }
  request.log.error({ err: error }, 'request failed');
  return new Problem('internal', 'The request failed; the failure has been logged.');
}
