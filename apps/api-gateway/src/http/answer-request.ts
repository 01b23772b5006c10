import { Problem, type Caller } from '@trellis/contracts';
import { memberErrors } from '@trellis/messaging';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readBody } from './body.js';
import { checkAnswer } from './check-answer.js';
import type { Answer, Operation, Services } from './operation.js';
import type { CountRequest } from './rate-limit.js';
import { readSubject, subjectHeader } from './subject.js';
import { openTicket } from './ticket.js';
import type { Bearer, VerifyToken } from './token.js';

export interface AnswerOptions {
  services: Services;
  verifyToken: VerifyToken;
  countRequest: CountRequest;
}

const checksAnswers = process.env.NODE_ENV === 'test';

/**
 * Checks a request and has its operation answer it. The order of the checks is part of the interface:
 * token, scope, input, existence. A data schema belongs to its thing, so operations check values by it
 * after existence.
 */
export async function answerRequest(
  row: Operation,
  request: Request,
  response: Response,
  { services, verifyToken, countRequest }: AnswerOptions,
): Promise<Answer> {
  const ticket = row.acceptsTicket ? readTicket(request, services) : undefined;
  const bearer = ticket?.bearer ?? (await readBearer(row, request, verifyToken));
  if (!row.unlimited) {
    await countRequest(row.access === 'public' ? `address ${request.ip}` : bearer.developer);
  }
  requireScope(row, bearer);
  const subject = ticket
    ? ticket.subject
    : readSubject(row.subject ?? 'none', request.get(subjectHeader));
  const caller: Caller = {
    developer: bearer.developer,
    ...(subject !== undefined && { subject }),
  };
  const query = parse(row.query ?? noQuery, request.query, ['query']) as Record<string, unknown>;
  const sent = row.body && (await readBody(request, response, row));
  const body = row.body && (sent !== undefined ? parse(row.body, sent, []) : undefined);
  const result =
    (await row.handle({
      ...services,
      caller,
      bearer,
      params: request.params as Record<string, string>,
      query,
      body,
      header: (name) => request.get(name),
      url: request.originalUrl,
    })) ?? {};
  const answer = checksAnswers ? checkAnswer(row, result) : result;
  return { status: row.status, mediaType: row.mediaType, ...answer };
}

/** Unknown parameters are refused: ignoring a misspelt `dry_run` would do what nobody wanted. */
const noQuery = z.strictObject({});

async function readBearer({ access }: Operation, request: Request, verifyToken: VerifyToken) {
  return access === 'public' ? nobody : verifyToken(request.headers.authorization);
}

const nobody: Bearer = { developer: 'nobody', app: 'nobody', scopes: [], expiresAt: 0 };

/** The ticket in the query, which counts when there is no access token. */
function readTicket({ headers, query, params }: Request, { sealing }: Services) {
  if (headers.authorization !== undefined || typeof query.ticket !== 'string') return undefined;
  const ticket = openTicket(sealing, query.ticket);
  if (!ticket || ticket.thing !== params.id) {
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
