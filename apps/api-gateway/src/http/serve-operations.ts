import { randomUUID } from 'node:crypto';
import { Problem, type Caller } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Express, NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import type { Sealing } from '@trellis/sealing';
import { openTicket } from '../things/ticket.js';
import { readBody } from './body.js';
import { sendEvents } from './event-stream.js';
import type { Answer, Operation, Services } from './operation.js';
import { problemAnswer } from './problem.js';
import type { CountRequest } from './rate-limit.js';
import { subjectHeader, subjectOf } from './subject.js';
import type { Bearer, VerifyToken } from './token.js';

export interface Gate {
  services: Services;
  verifyToken: VerifyToken;
  countRequest: CountRequest;
  log: Logger;
}

/** Makes the routes of all operations, and answers 405 and 404 for everything else. */
export function serveOperations(app: Express, operations: readonly Operation[], gate: Gate): void {
  for (const path of new Set(operations.map((row) => row.path))) {
    const rows = operations.filter((row) => row.path === path);
    const route = app.route(path);
    for (const row of rows) {
      route[row.method](async (request: Request, response: Response) => {
        const answer = await perform(row, request, response, gate);
        if (answer.stream) await follow(request, response, answer.stream);
        else send(response, answer);
      });
    }
    const allow = rows.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
    );
    route.all(() => {
      throw new Problem('method_not_allowed', `Allowed here: ${allow.join(', ')}.`, { allow });
    });
  }
  app.use(() => {
    throw new Problem('not_found', 'There is no such address.');
  });
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const problem = asProblem(error, gate.log);
    send(response, problemAnswer(problem, gate.services.hrefs, requestId(response)));
  });
}

/** The order of the checks is part of the interface: token, scope, input, existence. */
async function perform(
  row: Operation,
  request: Request,
  response: Response,
  { services, verifyToken, countRequest }: Gate,
): Promise<Answer> {
  const ticket = row.ticket ? ticketOf(request, services.sealing) : undefined;
  const bearer = ticket?.bearer ?? (await bearerOf(row, request, verifyToken));
  if (!row.unlimited) {
    await countRequest(row.access === 'public' ? `address ${request.ip}` : bearer.developer);
  }
  requireScope(row, bearer);
  const subject = ticket
    ? ticket.subject
    : subjectOf(row.subject ?? 'none', request.get(subjectHeader));
  const caller: Caller = {
    developer: bearer.developer,
    ...(subject !== undefined && { subject }),
  };
  const query = parse(row.query ?? noQuery, request.query, ['query']);
  const sent = row.body && (await readBody(request, response, row));
  const body = row.body && (sent !== undefined ? parse(row.body, sent, []) : undefined);
  const answer = await row.handle({
    ...services,
    caller,
    bearer,
    params: request.params as Record<string, string> as never,
    query: query as never,
    body,
    header: (name) => request.get(name),
    url: request.originalUrl,
  });
  return { status: row.status, ...answer };
}

/** A parameter that an operation does not know may be a wish that it would not fulfil: `dry_run`. */
const noQuery = z.strictObject({});

async function bearerOf({ access }: Operation, request: Request, verifyToken: VerifyToken) {
  return access === 'public' ? nobody : verifyToken(request.headers.authorization);
}

/** The ticket that stands for an access token, unless there is one. */
function ticketOf({ headers, query, params }: Request, sealing: Sealing) {
  if (headers.authorization !== undefined || typeof query.ticket !== 'string') return undefined;
  const ticket = openTicket(sealing, query.ticket);
  if (!ticket || ticket.thing !== params.id) {
    throw new Problem('invalid_token', 'The ticket has expired or is for another thing.');
  }
  const { developer, subject, expires } = ticket;
  const bearer: Bearer = { developer, app: 'ticket', scopes: ['svc.things.read'], expires };
  return { bearer, subject };
}

const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expires: 0 };

function requireScope({ access }: Operation, { scopes }: Bearer): void {
  if (access === 'public' || access === 'any token' || scopes.includes(access)) return;
  throw new Problem('insufficient_scope', `The access token lacks the scope ${access}.`, {
    scope: access,
  });
}

function parse(schema: z.ZodType, input: unknown, below: string[]): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The request is not valid.', {
    errors: memberErrors(result.error, below),
  });
}

function asProblem(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error;
  // A path that cannot be decoded names nothing.
  if (error instanceof URIError || (error as { status?: number }).status === 400) {
    return new Problem('not_found', 'There is no such address.');
  }
  log.error({ err: error }, 'request failed');
  return new Problem('internal', 'The request failed; the failure has been logged.');
}

function send(response: Response, { status = 200, body, type, headers = {} }: Answer): void {
  response.status(status).set(headers);
  if (body === undefined) response.end();
  else response.type(type ?? 'application/json').send(JSON.stringify(body));
}

/** Streams until either side ends it; once it has begun, a failure can only cut it off. */
async function follow(
  request: Request,
  response: Response,
  { events, end }: NonNullable<Answer['stream']>,
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

const requestId = (response: Response): string => String(response.locals.requestId);

/** Gives every request an id: the caller's `X-Request-Id` when it is harmless, else a new one. */
export function identifyRequest(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('X-Request-Id') ?? '';
  response.locals.requestId = /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
  response.set('X-Request-Id', requestId(response));
  next();
}

/** Logs every request when it has been answered; what it carried is nobody's business. */
export const logRequests =
  (log: Logger) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const { method, path } = request;
    response.once('finish', () => {
      const ms = Math.round(performance.now() - began);
      log.info({ request: requestId(response), method, path, status: response.statusCode, ms });
    });
    next();
  };
