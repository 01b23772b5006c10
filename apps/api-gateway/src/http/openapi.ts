import { commonProblems, problems, scopes, type ProblemCode } from '@trellis/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { idempotencyHeader, takesIdempotencyKey } from './idempotency.js';
import { ndjson } from './lines.js';
import type { Operation } from './operation.js';
import { problemDocument } from './problem.js';
import { subjectHeader } from './subject.js';

const headers = {
  'X-Request-Id': z.string().meta({ description: 'The id of the request.' }),
  Link: z.string().optional().meta({ description: 'The next page, `rel="next"` (RFC 8288).' }),
};

/** The OpenAPI 3.1 document of all operations. */
export function describeOperations(operations: readonly Operation[], server: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const row of operations) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method]: describeOperation(row) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Trellis',
      version: '1',
      description: 'Devices and services of your users as uniform things in your app.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${server}/oauth2/token`, scopes } },
        },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  });
}

function describeOperation(row: Operation): ZodOpenApiOperationObject {
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return {
    operationId: `${row.method} ${row.path}`.replaceAll(/\W+/g, '_'),
    tags: [row.tag],
    summary: row.summary,
    ...(row.description && { description: row.description }),
    security: security(row),
    requestParams: {
      ...(names.length > 0 && {
        path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      }),
      ...(row.query && { query: row.query }),
      ...(Object.keys(headerParameters(row)).length > 0 && {
        header: z.object(headerParameters(row)),
      }),
    },
    ...(row.takesLines && {
      requestBody: { required: true, content: { [ndjson]: { schema: row.takesLines } } },
    }),
    ...(row.body && {
      requestBody: {
        required: !row.optionalBody,
        content: {
          [row.form ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: row.body,
          },
        },
      },
    }),
    responses: {
      [row.status]: row.events ? eventStream : success('Success', contentOf(row)),
      ...Object.fromEntries(
        Object.entries(row.otherAnswers ?? {}).map(([status, { description, answer }]) => [
          status,
          success(description, answer && { 'application/json': answer }),
        ]),
      ),
      ...(row.isConstant && { 304: { description: 'Is what `If-None-Match` names' } }),
      ...problemAnswers(row),
    } as never,
  };
}

function security({ access }: Operation): Record<string, string[]>[] {
  if (access === 'public') return [];
  const needed = access === 'any token' ? [] : [access];
  return [{ oauth2: needed }, { bearer: needed }];
}

function headerParameters(row: Operation): Record<string, z.ZodType> {
  return {
    ...(row.subject === 'required' && { [subjectHeader]: subjectParameter }),
    ...(row.subject === 'optional' && { [subjectHeader]: subjectParameter.optional() }),
    ...(takesIdempotencyKey(row) && { [idempotencyHeader]: keyParameter }),
  };
}

const subjectParameter = z.string().meta({
  description: 'The end user for whom the call acts; 1 to 256 characters.',
  example: 'customer-42',
});

const keyParameter = z
  .string()
  .optional()
  .meta({
    description:
      'Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets ' +
      'the answer of the first. 1 to 255 visible ASCII characters.',
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  });

const eventStream = {
  description: 'Server-sent events, until the access token expires',
  headers: z.object({ 'X-Request-Id': headers['X-Request-Id'] }),
  content: { 'text/event-stream': { schema: z.string() } },
};

/** The bodies of success by media type. */
function contentOf({ answer, lines, mediaType = 'application/json', otherMediaTypes }: Operation) {
  if (lines) return { [ndjson]: lines };
  return answer && { [mediaType]: answer, ...otherMediaTypes };
}

const success = (description: string, content: Record<string, z.ZodType> | undefined) => ({
  description,
  headers: z.object(headers),
  ...(content && {
    content: Object.fromEntries(
      Object.entries(content).map(([mediaType, schema]) => [mediaType, { schema }]),
    ),
  }),
});

/** The problems that an operation can answer, by status: its own and those that follow from its row. */
function problemAnswers(row: Operation) {
  const codes = new Set<ProblemCode>(commonProblems);
  if (!row.path.includes(':')) codes.delete('not_found');
  if (!row.unlimited) codes.add('rate_limited');
  if (row.access !== 'public') codes.add('invalid_token');
  if (row.access !== 'public' && row.access !== 'any token') codes.add('insufficient_scope');
  if (takesIdempotencyKey(row)) codes.add('idempotency_key_in_use').add('idempotency_key_reused');
  if (row.body || row.takesLines) codes.add('body_too_large').add('unsupported_media_type');
  for (const code of row.problems ?? []) codes.add(code);

  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map((code) => `${problems[code].title} (\`${code}\`)`).join('; '),
        content: { 'application/problem+json': { schema: problemDocument } },
      },
    ]),
  );
}
