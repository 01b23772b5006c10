import {
  failureFacts,
  Problem,
  type ProblemCode,
  type ProblemExtras,
  type ProblemRow,
  problems,
  remedy,
  tokenFaults,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Answer } from '../answer.js';

/** The body of every error (RFC 9457). */
export const problemDocument = z
  .looseObject({
    type: z.url(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string().describe('The id of the request, as in `X-Request-Id`.'),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .optional()
      .describe('What is wrong with the input, by JSON Pointer.'),
    existing: z.object({ href: z.string() }).optional(),
    cycle: z.array(z.string()).optional(),
    written: z.array(z.string()).optional(),
    quota: z
      .object({ name: z.string(), limit: z.number().int(), used: z.number().int() })
      .optional(),
    remedy: remedy.optional(),
    reason: z
      .string()
      .optional()
      .describe(
        `Why, in a word: of a refused access token ${tokenFaults.map((fault) => `\`${fault}\``).join(', ')}; of a refused sign-in ` +
          'the error code of better-auth in lower case.',
      ),
    trials: z
      .array(
        z.object({
          client: z.object({ href: z.string() }),
          found: z.number().int().optional(),
          error: z.object({ code: z.string(), detail: z.string() }).optional(),
        }),
      )
      .optional()
      .describe('What the clients that have tried a change would find.'),
    failure: failureFacts
      .optional()
      .describe('What is known about the failure of a remote technology.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457' });
type ProblemDocument = z.output<typeof problemDocument>;

export const invalidMember = (
  pointer: string,
  detail: string,
  message = 'The request is not valid.',
): Problem => new Problem('invalid_request', message, { errors: [{ pointer, detail }] });

export interface ProblemHrefs {
  /** The explanation of a code. */
  problem(code: ProblemCode): string;
  /** The resource with which a request conflicts. */
  existing(resource: NonNullable<ProblemExtras['existing']>): string;
  client(id: string): string;
}

/** `Retry-After` when a dependency is unavailable and the problem does not say (s). */
const defaultRetryAfterSeconds = 2;

/** Returns a problem as a document; `instance` is the id of the request or interaction that it is about. */
export function problemToJson(
  problem: Problem,
  hrefs: ProblemHrefs,
  instance: string,
): ProblemDocument {
  const { code, message, extras } = problem;
  const row: ProblemRow = problems[code];
  return {
    type: hrefs.problem(code),
    title: row.title,
    status: row.status,
    detail: message,
    instance,
    ...(extras.errors && { errors: extras.errors }),
    ...(extras.existing && { existing: { href: hrefs.existing(extras.existing) } }),
    ...(extras.cycle && { cycle: extras.cycle }),
    ...(extras.written && { written: extras.written }),
    ...(extras.quota && { quota: extras.quota }),
    ...((extras.remedy ?? row.remedy) && { remedy: extras.remedy ?? row.remedy }),
    ...(extras.trials && {
      trials: extras.trials.map(({ client, ...trial }) => ({
        client: { href: hrefs.client(client) },
        ...trial,
      })),
    }),
    ...(extras.failure && { failure: extras.failure }),
    ...(extras.reason && { reason: extras.reason }),
    ...(extras.oauth && { error: extras.oauth, error_description: message }),
  };
}

/** Returns a problem as an answer, with the headers that its status requires. */
export function problemAnswer(problem: Problem, hrefs: ProblemHrefs, requestId: string): Answer {
  const { status } = problems[problem.code];
  return {
    status,
    // Clients of the token endpoint accept nothing else (RFC 6749, section 5.2).
    mediaType: problem.extras.oauth ? 'application/json' : 'application/problem+json',
    headers: headersOf(problem, status),
    body: problemToJson(problem, hrefs, requestId),
  };
}

/** Removes the characters that descriptions of errors cannot have (RFC 6750, section 3). */
const quotable = (text: string): string => text.replaceAll(/[^\x20-\x7e]|["\\]/g, '');

function headersOf({ code, message, extras }: Problem, status: number): Record<string, string> {
  if (status === 429 || status === 503 || extras.retry_after !== undefined) {
    return { 'Retry-After': String(extras.retry_after ?? defaultRetryAfterSeconds) };
  }
  if (extras.oauth) {
    return {
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="Trellis"' }),
    };
  }
  if (code === 'invalid_token') {
    const parameters = {
      error: code,
      error_description: quotable(message),
      ...(extras.resource_metadata && { resource_metadata: extras.resource_metadata }),
      ...(extras.scope && { scope: extras.scope }),
    };
    const shown = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
    return { 'WWW-Authenticate': `Bearer ${shown.join(', ')}` };
  }
  if (code === 'insufficient_scope') {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${extras.scope}"` };
  }
  if (extras.allow) return { Allow: extras.allow.join(', ') };
  return {};
}
