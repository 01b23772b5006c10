import { scopes } from '@trellis/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { isVersioned } from './conditions.js';
import { idempotencyHeader, takesIdempotencyKey } from './idempotency.js';
import { ndjson } from './lines.js';
import { describeAnswers } from './openapi-answers.js';
import { operationId, type Operation } from './operation.js';
import { subjectHeader } from './subject.js';

/** JSON Merge Patch (RFC 7396). */
const mergePatchJson = 'application/merge-patch+json';

/** The OpenAPI 3.1 document of all operations. */
export function describeOperations(operations: readonly Operation[], server: string) {
  const paths: ZodOpenApiPathsObject = {};
  const versioned = new Set(operations.filter(isVersioned).map(({ path }) => path));
  for (const row of operations) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}');
    const takesMatch = row.method !== 'get' && versioned.has(row.path);
    paths[path] = { ...paths[path], [row.method]: describeOperation(row, takesMatch) };
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

/** `takesMatch`: whether what `GET` answers at the same address has a version, for `If-Match`. */
function describeOperation(row: Operation, takesMatch: boolean): ZodOpenApiOperationObject {
  const header = headerParameters(row, takesMatch);
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return {
    operationId: operationId(row),
    tags: [row.tag],
    summary: row.summary,
    ...(row.description && { description: row.description }),
    security: security(row),
    requestParams: {
      ...(names.length > 0 && {
        path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      }),
      ...(row.query && { query: row.query }),
      ...(Object.keys(header).length > 0 && { header: z.object(header) }),
    },
    ...(row.takesLines && {
      requestBody: { required: true, content: { [ndjson]: { schema: row.takesLines } } },
    }),
    ...(row.takesBytes !== undefined && {
      requestBody: { content: contentOfBytes(row) },
    }),
    ...(row.body && {
      requestBody: {
        required: !row.optionalBody,
        content: {
          [row.form ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: row.body,
          },
          ...(row.method === 'patch' && { [mergePatchJson]: { schema: row.body } }),
        },
      },
    }),
    responses: describeAnswers(row, takesMatch) as never,
  };
}

const contentOfBytes = ({ takenTypes = ['*/*'] }: Operation) =>
  Object.fromEntries(takenTypes.map((type) => [type, { schema: {} }]));

function security({ access }: Operation): Record<string, string[]>[] {
  if (access === 'public') return [];
  const needed = access === 'any token' ? [] : [access];
  return [{ oauth2: needed }, { bearer: needed }];
}

function headerParameters(row: Operation, takesMatch: boolean): Record<string, z.ZodType> {
  return {
    ...(row.subject === 'required' && { [subjectHeader]: subjectParameter }),
    ...(row.subject === 'optional' && { [subjectHeader]: subjectParameter.optional() }),
    ...(takesIdempotencyKey(row) && { [idempotencyHeader]: keyParameter }),
    ...(isVersioned(row) && { 'If-None-Match': knownParameter }),
    ...(takesMatch && { 'If-Match': expectedParameter }),
    ...(canCreate(row) && { 'If-None-Match': newParameter }),
    ...(showsChange(row) && { Prefer: preferParameter }),
  };
}

/** Whether it creates what is not there, unless it must not. */
const canCreate = ({ method, otherAnswers }: Operation): boolean =>
  method === 'put' && otherAnswers?.[201] !== undefined;

/** Whether it shows what it has changed to callers that prefer that. */
const showsChange = ({ method, status, otherAnswers }: Operation): boolean =>
  (method === 'patch' || method === 'put') && status === 204 && otherAnswers?.[200] !== undefined;

const subjectParameter = z.string().meta({
  description: 'The end user for whom the call acts; 1 to 256 characters.',
  example: 'customer-42',
});

const knownParameter = z.string().optional().meta({
  description: 'An `ETag` that the caller has the answer of: 304 while that is current.',
});

const expectedParameter = z.string().optional().meta({
  description:
    'The `ETag` of the resource that the caller has read: 412 when it has changed since.',
});

const newParameter = z.string().optional().meta({
  description: 'With `*`, 412 when the resource is there already.',
});

const preferParameter = z.string().optional().meta({
  description: '`return=representation` answers the changed resource (RFC 7240).',
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
