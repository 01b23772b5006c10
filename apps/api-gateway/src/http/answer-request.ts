import { memberErrors, Problem, type Caller } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Trail } from './audit-entry.js';
import { parseBody, receiveBody } from './body.js';
import type { CallOperationFor } from './call-operation.js';
import { changing } from './change.js';
import { checkAnswer } from './check-answer.js';
import { isVersioned, needsMatch, requireMatch } from './conditions.js';
import {
  answerOnce,
  idempotencyHeader,
  onlyAttempt,
  readIdempotencyKey,
  replayedHeader,
  takesIdempotencyKey,
} from './idempotency.js';
import {
  limitAttempts,
  limitBody,
  limitHook,
  limitRequests,
  limitSubject,
  ownerOf,
  type Limits,
} from './limits.js';
import type { Answer } from './answer.js';
import type { IdForms } from './ids.js';
import { readLines } from './lines.js';
import type { Deadline } from './deadline.js';
import { toLogged } from './log-requests.js';
import { hold } from './observe-requests.js';
import type { Attempt, Operation, OperationRequest } from './operation.js';
import { actorOf, readBearer, readTicket } from './read-bearer.js';
import { callWithin, deadlineOf } from './request-deadline.js';
import type { Route } from './routes.js';
import { requireScope } from './scope.js';
import type { Services } from './services.js';
import { readSubject, subjectHeader } from './subject.js';
import type { Bearer, VerifyToken } from './token.js';

export interface AnswerOptions {
  services: Services;
  idForms: IdForms;
  verifyToken: VerifyToken;
  limits: Limits;
  log: Logger;
  /** How a request calls other operations. */
  callOperation: CallOperationFor;
}

/** A request, where its answer goes, and what becomes known of it. */
interface Exchange {
  request: Request;
  response: Response;
  trail: Trail;
}

const checksAnswers = process.env.NODE_ENV === 'test';

/**
 * Checks a request and has its operation answer it. The order of the checks is part of the interface:
 * token, scope, input, existence. A data schema belongs to its thing, so operations check values by it
 * after existence.
 */
export async function answerRequest(
  row: Operation,
  { params, query: givenQuery, operationOf }: Pick<Route, 'params' | 'query' | 'operationOf'>,
  exchange: Exchange,
  options: AnswerOptions,
): Promise<Answer> {
  const { request, trail } = exchange;
  const { services, limits } = options;
  request.routePath = row.path;
  request.isForPeople = row.forPeople ?? false;
  const ticket = row.acceptsTicket
    ? readTicket(services, { thing: params.id, ticket: givenQuery.ticket, request })
    : undefined;
  const bearer = ticket?.bearer ?? (await readBearer(row, request, options));
  const developer = row.access === 'public' ? undefined : bearer.developer;
  if (developer !== undefined) request.tokenApp = { developer, client_id: bearer.app };
  const owner = ownerOf(request, developer);
  if (!row.unlimited) {
    if (bearer.subject !== undefined) await limitSubject(limits, request, bearer);
    await limitRequests(limits, request, owner);
  }
  if (developer !== undefined) {
    request.developer = developer;
    trail.identified = {
      ...{ developer, actor: actorOf(bearer) },
      ...(bearer.subject !== undefined && { subject: bearer.subject }),
      // The entry of the request that created the session says which app it was.
      ...(bearer.connect && { ids: [bearer.connect.id] }),
    };
  }
  requireScope(row, bearer);
  const subject = ticket
    ? ticket.subject
    : readSubject(row.subject ?? 'none', request.get(subjectHeader), {
        forms: options.idForms,
        bound: bearer.subject,
      });
  const caller: Caller = {
    developer: bearer.developer,
    ...(subject !== undefined && { subject }),
  };
  if (trail.identified) Object.assign(trail.identified, caller);
  const key = takesIdempotencyKey(row)
    ? readIdempotencyKey(request.get(idempotencyHeader))
    : undefined;
  const query = parseQuery(row, givenQuery);
  const checked = { owner, caller, bearer, key, params, query, operationOf };
  if (!takesBody(row)) return perform(row, checked, exchange, options);
  const release = limitBody(limits, request, { owner, maxBytes: row.takesBytes });
  try {
    return await perform(row, checked, exchange, options);
  } finally {
    release();
  }
}

const takesBody = ({ body, takesBytes }: Operation): boolean =>
  body !== undefined || takesBytes !== undefined;

/** What was found out about a request before its body is read. */
interface Checked extends Pick<Route, 'params' | 'operationOf'> {
  /** Whom it counts for. */
  owner: string;
  caller: Caller;
  bearer: Bearer;
  key: string | undefined;
  query: Record<string, unknown>;
}

/** Reads the body, and has the operation answer the request when it is its turn. */
async function perform(
  row: Operation,
  checked: Checked,
  exchange: Exchange,
  options: AnswerOptions,
): Promise<Answer> {
  const { request, trail } = exchange;
  const { heavy } = options.limits;
  const { bytes, deadline } = request.within ?? (await receive(row, request));
  trail.deadline = deadline;
  const received = { ...checked, bytes, deadline };
  if (row.onlyCalls) return performNow(row, received, exchange, options);
  const end = await heavy.enter(request, {
    owner: checked.owner,
    operation: `${row.method} ${row.path}`,
    bodyBytes: bytes?.length ?? 0,
    expiresAt: Date.now() + deadline.remainingMs(),
  });
  try {
    const answer = await performNow(row, received, exchange, options);
    // Nobody sends this one, which would tell its size.
    if (request.within) heavy.answered(request, sizeOf(answer));
    return answer;
  } finally {
    end();
  }
}

async function receive(row: Operation, request: Request) {
  return {
    bytes: takesBody(row) ? await receiveBody(request, row) : undefined,
    deadline: deadlineOf(row, (name) => request.get(name)),
  };
}

const sizeOf = ({ body }: Answer): number =>
  body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));

/** What an operation needs besides, once it may begin. */
interface Received extends Checked {
  bytes: Buffer | undefined;
  deadline: Deadline;
}

async function performNow(
  row: Operation,
  { owner, caller, bearer, key, params, query, operationOf, bytes, deadline }: Received,
  { request, response, trail }: Exchange,
  { services, limits, log, idForms, callOperation }: AnswerOptions,
): Promise<Answer> {
  const sent = row.body && bytes && (await parseBody(bytes, row, owner));
  const header = (name: string) => request.get(name);
  const parsed = row.body && (sent !== undefined ? parse(row.body, sent, []) : undefined);
  const body = parsed !== undefined && row.bareIds ? row.bareIds(parsed, idForms) : parsed;
  trail.body = body ?? {};
  const within = callWithin(deadline, services);
  const change = changing(row, { params, request, trail, units: within.units });
  const handle = async (attempt: Attempt): Promise<Answer> => {
    const checked: OperationRequest = {
      requestId: request.id,
      caller,
      bearer,
      params,
      query,
      idForms,
      body,
      bytes: bytes ?? noBytes,
      lines: row.takesLines ? readLines(request) : noLines,
      headers: request.headers,
      header,
      change,
      identify: (who) => void (trail.identified = who),
      countAttempt: (clientId) => limitAttempts(limits, request, clientId),
      countHook: (digest) => limitHook(limits, request, digest),
      url: request.originalUrl,
      deadline,
      hold: () => hold(response),
      callOperation: (id, call) => callOperation({ request, response, deadline }, id, call),
      // Last: a literal that begins with a spread takes V8 a hundred times as long.
      ...within,
      ...attempt,
    };
    if (needsMatch(row, checked)) await requireMatch(operationOf('GET'), checked);
    const result = (await row.handle(checked)) ?? {};
    const answer = checksAnswers ? checkAnswer(row, result) : result;
    const { status, mediaType, isConstant } = row;
    return { status, mediaType, isConstant, isVersioned: isVersioned(row), ...answer };
  };
  if (!key) return handle(onlyAttempt);
  const memory = {
    ...services,
    deadline,
    onReplay: () => response.setHeader(replayedHeader, 'true'),
    onError: (err: unknown) =>
      log.warn({ req: toLogged(request), err }, 'storing an answer failed'),
  };
  const repeatable = { caller, app: bearer.app, url: request.originalUrl, key, body: sent };
  return answerOnce(memory, repeatable, handle);
}

/** Unknown parameters are refused: ignoring a misspelt `dry_run` would do what nobody wanted. */
const noQuery = z.strictObject({});

function parseQuery(row: Operation, given: Route['query']): Record<string, unknown> {
  if (!row.query && Object.keys(given).length === 0) return {};
  return parse(row.query ?? noQuery, given, ['query']) as Record<string, unknown>;
}

const noBytes = Buffer.alloc(0);

const noLines: AsyncIterable<never> = (async function* () {})();

function parse(schema: z.ZodType, input: unknown, below: string[]): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The request is not valid.', {
    errors: memberErrors(result.error, below),
  });
}
