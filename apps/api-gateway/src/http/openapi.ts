import { commonProblems, problems, scopes, type ProblemCode } from '@trellis/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
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
      ...(subjectParameter(row) && { header: subjectParameter(row)! }),
    },
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
      ...problemAnswers(row),
    } as never,
  };
}

function security({ access }: Operation): Record<string, string[]>[] {
  if (access === 'public') return [];
  const needed = access === 'any token' ? [] : [access];
  return [{ oauth2: needed }, { bearer: needed }];
}

function subjectParameter({ subject }: Operation) {
  if (!subject || subject === 'none') return undefined;
  const id = z.string().meta({
    description: 'The end user for whom the call acts; 1 to 256 characters.',
    example: 'customer-42',
  });
  return z.object({ [subjectHeader]: subject === 'required' ? id : id.optional() });
}

const eventStream = {
  description: 'Server-sent events, until the access token expires',
  headers: z.object({ 'X-Request-Id': headers['X-Request-Id'] }),
  content: { 'text/event-stream': { schema: z.string() } },
};

/** The bodies of success by media type. */
function contentOf({ answer, mediaType = 'application/json', otherMediaTypes }: Operation) {
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
  if (row.body) codes.add('body_too_large').add('unsupported_media_type');
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
