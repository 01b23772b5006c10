import { Problem, type Caller } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readBody } from './body.js';
import { checkAnswer } from './check-answer.js';
import {
  answerOnce,
  idempotencyHeader,
  onlyAttempt,
  readIdempotencyKey,
  replayedHeader,
  takesIdempotencyKey,
} from './idempotency.js';
import { limitAttempts, limitBody, limitRequests, type Limits } from './limits.js';
import { readLines } from './lines.js';
import { toLogged } from './log-requests.js';
import type { Answer, Attempt, Operation, Services } from './operation.js';
import type { Route } from './routes.js';
import { readSubject, subjectHeader } from './subject.js';
import { openTicket } from './ticket.js';
import type { Bearer, VerifyToken } from './token.js';

export interface AnswerOptions {
  services: Services;
  verifyToken: VerifyToken;
  limits: Limits;
  log: Logger;
}

const checksAnswers = process.env.NODE_ENV === 'test';

/**
 * Checks a request and has its operation answer it. The order of the checks is part of the interface:
 * token, scope, input, existence. A data schema belongs to its thing, so operations check values by it
 * after existence.
 */
export async function answerRequest(
  row: Operation,
  { params, query: givenQuery }: Pick<Route, 'params' | 'query'>,
  { request, response }: { request: Request; response: Response },
  options: AnswerOptions,
): Promise<Answer> {
  const { services, verifyToken, limits } = options;
  request.routePath = row.path;
  const ticket = row.acceptsTicket
    ? readTicket(services, { thing: params.id, ticket: givenQuery.ticket, request })
    : undefined;
  const bearer = ticket?.bearer ?? (await readBearer(row, request, verifyToken));
  const developer = row.access === 'public' ? undefined : bearer.developer;
  if (!row.unlimited) await limitRequests(limits, request, developer);
  requireScope(row, bearer);
  const subject = ticket
    ? ticket.subject
    : readSubject(row.subject ?? 'none', request.get(subjectHeader));
  const caller: Caller = {
    developer: bearer.developer,
    ...(subject !== undefined && { subject }),
  };
  const key = takesIdempotencyKey(row)
    ? readIdempotencyKey(request.get(idempotencyHeader))
    : undefined;
  const query = parse(row.query ?? noQuery, givenQuery, ['query']) as Record<string, unknown>;
  const checked = { caller, bearer, key, params, query };
  if (!row.body) return perform(row, checked, { request, response }, options);
  const release = limitBody(limits, request, developer);
  try {
    return await perform(row, checked, { request, response }, options);
  } finally {
    release();
  }
}

/** What was found out about a request before its body is read. */
interface Checked extends Pick<Route, 'params'> {
  caller: Caller;
  bearer: Bearer;
  key: string | undefined;
  query: Record<string, unknown>;
}

/** Reads the body, and has the operation answer the request. */
async function perform(
  row: Operation,
  { caller, bearer, key, params, query }: Checked,
  { request, response }: { request: Request; response: Response },
  { services, limits, log }: AnswerOptions,
): Promise<Answer> {
  const sent = row.body && (await readBody(request, row));
  const body = row.body && (sent !== undefined ? parse(row.body, sent, []) : undefined);
  const handle = async (attempt: Attempt): Promise<Answer> => {
    const result =
      (await row.handle({
        ...services,
        ...attempt,
        requestId: request.id,
        caller,
        bearer,
        params,
        query,
        body,
        lines: row.takesLines ? readLines(request) : noLines,
        header: (name) => request.get(name),
        countAttempt: (clientId) => limitAttempts(limits, request, clientId),
        url: request.originalUrl,
      })) ?? {};
    const answer = checksAnswers ? checkAnswer(row, result) : result;
    const { status, mediaType, isConstant } = row;
    return { status, mediaType, isConstant, ...answer };
  };
  if (!key) return handle(onlyAttempt);
  const memory = {
    ...services,
    onReplay: () => response.setHeader(replayedHeader, 'true'),
    onError: (err: unknown) =>
      log.warn({ req: toLogged(request), err }, 'storing an answer failed'),
  };
  const repeatable = { caller, app: bearer.app, url: request.originalUrl, key, body: sent };
  return answerOnce(memory, repeatable, handle);
}

/** Unknown parameters are refused: ignoring a misspelt `dry_run` would do what nobody wanted. */
const noQuery = z.strictObject({});

const noLines: AsyncIterable<never> = (async function* () {})();

async function readBearer({ access }: Operation, request: Request, verifyToken: VerifyToken) {
  return access === 'public' ? nobody : verifyToken(request.headers.authorization);
}

const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expiresAt: 0 };

/** The ticket in the query, which counts when there is no access token. */
function readTicket(
  { sealing }: Services,
  given: { thing: string | undefined; ticket: unknown; request: Request },
) {
  const { authorization } = given.request.headers;
  if (authorization !== undefined || typeof given.ticket !== 'string') return undefined;
  const ticket = openTicket(sealing, given.ticket);
  if (!ticket || ticket.thing !== given.thing) {
    throw new Problem('invalid_token', 'The ticket has expired or is for another thing.');
  }
  const { developer, subject, expiresAt } = ticket;
  const bearer: Bearer = { developer, app: 'ticket', scopes: ['svc.things.read'], expiresAt };
  return { bearer, subject };
}

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
