import { hash } from 'node:crypto';
import { memberErrors, Problem, withImplied } from '@trellis/contracts';
import { z } from 'zod';
import { exposeToPage, isForPages, requireOrigin } from './access/cors.js';
import { neededScopes, readSubject, requireScope, subjectHeader } from './access/subject.js';
import type { Answer } from './answer.js';
import { checkAnswer } from './answers/check-answer.js';
import { isVersioned, requireMatch } from './answers/conditions.js';
import { parseBody, receiveBody } from './body/body.js';
import { wantsTable } from './body/table.js';
import { createFold } from './deep-parameters.js';
import { type Exchange, headerOf, nobody } from './exchange.js';
import { toRequest } from './handler-request.js';
import {
  answerOnce,
  idempotencyHeader,
  readIdempotencyKey,
  replayedHeader,
  takesIdempotencyKey,
} from './idempotency.js';
import { createDeadline, requestTimeoutMs, type Deadline } from './limits/deadline.js';
import { limitBody, limitRequests, limitTrial, ownerOf } from './limits/limits.js';
import { answerAudited, isAudited, isPreview } from './observe/audit.js';
import { toLogged } from './observe/observe-requests.js';
import type { Operation } from './operation.js';
import type { PipelineOptions } from './pipeline-options.js';

export type Pipeline = (exchange: Exchange) => Promise<Answer>;

/** Does its part of an exchange, and returns the answer of the next step, or throws a problem. */
type Step = (exchange: Exchange, next: Pipeline) => Promise<Answer>;

/** Creates a step for a row; returns undefined for rows that do without it. */
type CreateStep = (row: Operation, options: PipelineOptions<unknown>) => Step | undefined;

/**
 * The steps of every operation. Their order is part of the interface: token, rate limit, scope, input, existence.
 * Existence is up to the handler, which also checks values by the data schema of their thing.
 */
const steps: readonly CreateStep[] = [
  exposeAnswer,
  recordInAuditLog,
  authenticate,
  refuseOrigin,
  limitRate,
  identify,
  checkScope,
  limitTrials,
  admit,
  selectSubject,
  readKey,
  parseQuery,
  budgetBody,
  receive,
  startDeadline,
  waitForTurn,
  parse,
  answerRepetitions,
  checkMatch,
];

/** Creates the pipeline of a row: the steps that it needs, then its handler. */
export function createPipeline<Context>(
  row: Operation<Context>,
  options: PipelineOptions<Context>,
): Pipeline {
  return steps.reduceRight<Pipeline>(
    (next, create) => {
      const step = create(row, options);
      return step ? (exchange) => step(exchange, next) : next;
    },
    handling(row, options),
  );
}

/** Returns a step that ends before the next one begins. */
const before =
  (check: (exchange: Exchange) => Promise<void> | void): Step =>
  (exchange, next) => {
    const pending = check(exchange);
    return pending ? pending.then(() => next(exchange)) : next(exchange);
  };

/** Refuses web pages that may not use the operation. */
function refuseOrigin(row: Operation, options: PipelineOptions<unknown>): Step | undefined {
  if (!row.access.refusesOrigins) return undefined;
  return before((exchange) => requireOrigin(row, exchange, options));
}

/** Lets web pages of listed origins read the answer, a problem as well. */
function exposeAnswer(row: Operation, options: PipelineOptions<unknown>): Step | undefined {
  if (!isForPages(row)) return undefined;
  return async (exchange, next) => {
    if (exchange.headers.origin === undefined) return next(exchange);
    try {
      return await next(exchange);
    } finally {
      await exposeToPage(row, exchange, options);
    }
  };
}

/** Leaves an entry in the audit log. */
function recordInAuditLog(row: Operation, options: PipelineOptions<unknown>): Step | undefined {
  if (!isAudited(row)) return undefined;
  return async (exchange, next) =>
    isPreview(row, exchange) ? next(exchange) : answerAudited(row, exchange, options, next);
}

/** Verifies the access token, ticket or connect session. */
function authenticate(row: Operation, options: PipelineOptions<unknown>): Step {
  const { scope, acceptsToken } = row.access;
  const verify = async (exchange: Exchange) => {
    const bearer = await options.authenticate(row, exchange);
    exchange.bearer = { ...bearer, scopes: withImplied(bearer.scopes) };
    exchange.owner = exchange.bearer.developer;
  };
  if (scope !== 'public') return before(verify);
  return before((exchange) => {
    if (acceptsToken && exchange.headers.authorization !== undefined) return verify(exchange);
    exchange.owner = ownerOf(exchange);
    return undefined;
  });
}

function limitRate(row: Operation, { limits }: PipelineOptions<unknown>): Step | undefined {
  return row.limits?.unlimited ? undefined : before((exchange) => limitRequests(limits, exchange));
}

function limitTrials(row: Operation, { limits }: PipelineOptions<unknown>): Step | undefined {
  return row.limits?.isTrial ? before((exchange) => limitTrial(limits, exchange)) : undefined;
}

/** Waits while as many requests of the owner are under way as may be at once. */
function admit(row: Operation, { limits }: PipelineOptions<unknown>): Step | undefined {
  if (row.limits?.unlimited) return undefined;
  return async (exchange, next) => {
    // An inner request has the turn of the outer one, for which it would otherwise wait.
    if (exchange.isInner) return next(exchange);
    exchange.endTurn = await limits.admission.enter(exchange.owner);
    try {
      return await next(exchange);
    } finally {
      exchange.endTurn();
    }
  };
}

/** Notes who acts, for logs and the audit log. */
function identify({ access }: Operation): Step | undefined {
  if (access.scope === 'public' && !access.acceptsToken) return undefined;
  return before((exchange) => {
    const { bearer } = exchange;
    if (bearer === nobody) return;
    exchange.identified = {
      developer: bearer.developer,
      actor: bearer.actor ?? { type: 'app', id: bearer.app },
      subject: bearer.subject,
      ids: bearer.auditIds ?? [],
    };
  });
}

function checkScope({ access }: Operation): Step | undefined {
  if (!neededScopes(access.scope)) return undefined;
  return before(({ bearer }) => requireScope(access.scope, bearer));
}

function selectSubject({ access }: Operation, options: PipelineOptions<unknown>): Step {
  const { idForms } = options;
  const use = access.subject ?? 'none';
  const isPublic = access.scope === 'public';
  return before((exchange) => {
    const { bearer, identified } = exchange;
    const header = isPublic ? undefined : headerOf(exchange, subjectHeader);
    const subject = bearer.isTicket
      ? bearer.subject
      : readSubject(use, header, { forms: idForms, bound: isPublic ? undefined : bearer.subject });
    const { developer } = bearer;
    exchange.caller = subject === undefined ? { developer } : { developer, subject };
    if (identified && subject !== undefined) identified.subject = subject;
    options.refuseCaller(exchange.caller);
  });
}

function readKey(row: Operation): Step | undefined {
  if (!takesIdempotencyKey(row)) return undefined;
  return before((exchange) => {
    exchange.idempotencyKey = readIdempotencyKey(headerOf(exchange, idempotencyHeader));
  });
}

/** Refuses unknown parameters: ignoring a misspelt `dry_run` would carry out the request. */
const noQuery = z.strictObject({});

function parseQuery({ input }: Operation): Step {
  const schema = input?.query;
  const fold = schema && createFold(schema);
  return before((exchange) => {
    const sentQuery = fold ? fold(exchange.sentQuery) : exchange.sentQuery;
    if (!schema && Object.keys(sentQuery).length === 0) return;
    exchange.query = parseInput(schema ?? noQuery, sentQuery, ['query']);
  });
}

const takesBody = (input: Operation['input']): input is NonNullable<Operation['input']> =>
  input?.body !== undefined || input?.bytes !== undefined;

/** Bounds the bytes of the bodies that are in memory. */
function budgetBody({ input }: Operation, { limits }: PipelineOptions<unknown>): Step | undefined {
  if (!takesBody(input)) return undefined;
  return async (exchange, next) => {
    const release = limitBody(limits, exchange, input.bytes?.max);
    try {
      return await next(exchange);
    } finally {
      release();
    }
  };
}

function receive({ input }: Operation): Step | undefined {
  if (!takesBody(input)) return undefined;
  return before(async (exchange) => {
    if (!exchange.isInner) exchange.bytes = await receiveBody(exchange.request, input);
  });
}

function startDeadline(row: Operation): Step {
  return before((exchange) => {
    if (!exchange.isInner) exchange.deadline = deadlineOf(row, (name) => headerOf(exchange, name));
  });
}

/** Returns the deadline of a request that begins now; a stream has none. */
export function deadlineOf(row: Operation, header: (name: string) => string | undefined): Deadline {
  const { input, answer, limits } = row;
  const { events = answer.lines ?? input?.lines } = answer;
  const isStream = events !== undefined || wantsTable(row, header);
  return createDeadline(isStream ? Infinity : (limits?.timeoutMs?.(header) ?? requestTimeoutMs));
}

/** Waits while other heavy requests of the same owner are under way. */
function waitForTurn(
  row: Operation,
  { limits: { heavy } }: PipelineOptions<unknown>,
): Step | undefined {
  if (row.limits?.onlyCalls) return undefined;
  const operation = `${row.method} ${row.path}`;
  const { answer, limits: own, method } = row;
  const isRead = method === 'get' && !answer.events && !answer.lines && !own?.timeoutMs;
  return async (exchange, next) => {
    const { owner, bytes, deadline } = exchange;
    const end = await heavy.enter(exchange, {
      owner,
      operation,
      isRead,
      bodyBytes: bytes?.length ?? 0,
      expiresAt: Date.now() + deadline.remainingMs(),
    });
    try {
      const answer = await next(exchange);
      // Others are measured when they are sent.
      if (exchange.isInner) heavy.answered(exchange, sizeOf(answer));
      return answer;
    } finally {
      end();
    }
  };
}

const sizeOf = ({ body }: Answer): number =>
  body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));

function parse({ input = {} }: Operation, { idForms }: PipelineOptions<unknown>): Step | undefined {
  const { body: schema, bareIds } = input;
  if (input.bytes) return before(identifyBytes);
  if (!schema) return undefined;
  return before(async (exchange) => {
    if (!exchange.bytes) return;
    exchange.sentBody = await parseBody(exchange.bytes, input, exchange.owner);
    const parsed = parseInput(schema, exchange.sentBody, []);
    exchange.body = bareIds ? bareIds(parsed, idForms) : parsed;
  });
}

/** Notes a digest of bytes by which a repetition is recognized. */
function identifyBytes(exchange: Exchange): void {
  if (exchange.bytes) exchange.sentBody = hash('sha256', exchange.bytes);
}

/** Answers the repetition of a request with the stored answer. */
function answerRepetitions(
  row: Operation,
  { memory, log }: PipelineOptions<unknown>,
): Step | undefined {
  if (!takesIdempotencyKey(row)) return undefined;
  return async (exchange, next) => {
    if (exchange.idempotencyKey === undefined) return next(exchange);
    const events = {
      onReplay: () => exchange.response.setHeader(replayedHeader, 'true'),
      onError: (err: unknown) =>
        log.warn({ req: toLogged(exchange), err }, 'storing an answer failed'),
    };
    return answerOnce(memory, events, exchange, exchange.idempotencyKey, (attempt) => {
      exchange.attempt = attempt;
      return next(exchange);
    });
  };
}

/** Checks `If-Match` of `DELETE` and `POST`; the services check it for `PUT` and `PATCH`. */
function checkMatch(row: Operation, options: PipelineOptions<unknown>): Step | undefined {
  if (row.method !== 'delete' && row.method !== 'post') return undefined;
  return before((exchange) => {
    // The resource may already have the version that an earlier attempt made.
    if (exchange.headers['if-match'] === undefined || exchange.attempt.isRepetition) return;
    return requireMatch(options.readerAt(row.path), toRequest(row, exchange, options));
  });
}

const checksAnswers = process.env.NODE_ENV === 'test';

/** Calls the handler. */
function handling<Context>(row: Operation<Context>, options: PipelineOptions<Context>): Pipeline {
  const { status, mediaType, isConstant } = row.answer;
  const hasTag = isVersioned(row);
  return async (exchange) => {
    const result = (await row.handle(toRequest(row, exchange, options))) ?? {};
    const answer = checksAnswers ? checkAnswer(row, result) : result;
    return { status, mediaType, isConstant, isVersioned: hasTag, ...answer };
  };
}

function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  below: string[],
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The request is not valid.', {
    errors: memberErrors(result.error, below),
  });
}
