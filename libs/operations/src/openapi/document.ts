import { scopes, sufficientScopes } from '@trellis/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { neededScopes } from '../access/subject.js';
import { isVersioned } from '../answers/conditions.js';
import { ndjson } from '../body/lines.js';
import { describeAnswers } from './answers.js';
import { type DescribeParameter, describeParameters } from './parameters.js';
import type { Operation } from '../operation.js';

/** JSON Merge Patch (RFC 7396). */
const mergePatchJson = 'application/merge-patch+json';

interface DocumentOptions {
  /** The public address. */
  server: string;
  info: { title: string; version: string; description: string };
  /** The groups of operations and their descriptions, in their order. */
  tags: Readonly<Record<string, string>>;
  webhooks: ZodOpenApiPathsObject;
  describeParameter: DescribeParameter;
}

/** Returns the OpenAPI 3.1 document of all operations. */
export function describeOperations<Context>(
  operations: readonly Operation<Context>[],
  { server, info, tags, webhooks, describeParameter }: DocumentOptions,
) {
  const paths: ZodOpenApiPathsObject = {};
  const versioned = new Set(operations.filter(isVersioned).map(({ path }) => path));
  for (const row of operations) {
    if (!(row.tag in tags)) throw new Error(`${row.id}: the tag ${row.tag} is unknown.`);
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}');
    const takesMatch = row.method !== 'get' && versioned.has(row.path);
    paths[path] = {
      ...paths[path],
      [row.method]: describeOperation(row, takesMatch, describeParameter),
    };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info,
      servers: [{ url: server }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      webhooks,
      components: { schemas: eventSchemas(operations), securitySchemes: securitySchemes(server) },
    },
    { override: plainSchema },
  );
  const { schemas = {} } = document.components ?? {};
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(sorted) },
  };
}

const securitySchemes = (server: string) =>
  ({
    oauth2: {
      type: 'oauth2',
      description: 'An access token of an app, by the client credentials grant (RFC 6749).',
      flows: { clientCredentials: { tokenUrl: `${server}/oauth2/token`, scopes } },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token, whoever issued it.',
    },
    ticket: {
      type: 'apiKey',
      in: 'query',
      name: 'ticket',
      description: 'From the forms of a Thing Description, for clients that cannot send headers.',
    },
    connect: {
      type: 'http',
      scheme: 'bearer',
      description: 'What follows `#` in the `href` of a connect session.',
    },
    person: {
      type: 'apiKey',
      in: 'cookie',
      name: 'trellis.session_token',
      description: 'The session of a person who is signed in to the console.',
    },
    app: {
      type: 'http',
      scheme: 'basic',
      description: 'The id and the secret of an app; they can be in the form as well.',
    },
  }) as const;

/** Returns the schemas of event streams, which no other schema refers to. */
function eventSchemas(operations: readonly Operation[]): Record<string, z.ZodType> {
  const named = operations.flatMap(({ answer: { events } }) => {
    const id = events?.meta()?.id;
    return events && id !== undefined ? [[id, events] as const] : [];
  });
  return Object.fromEntries(named);
}

/** `takesMatch`: whether what `GET` answers at the same address has a version, for `If-Match`. */
function describeOperation(
  row: Operation,
  takesMatch: boolean,
  describeParameter: DescribeParameter,
): ZodOpenApiOperationObject {
  const body = describeBody(row);
  return {
    operationId: row.id,
    tags: [row.tag],
    summary: row.summary,
    description: row.description,
    security: security(row),
    requestParams: describeParameters(row, takesMatch, describeParameter),
    ...(body && { requestBody: body }),
    responses: describeAnswers(row, takesMatch),
  };
}

function describeBody(row: Operation): ZodOpenApiOperationObject['requestBody'] {
  const { lines, bytes, body, describedBody, form, optionalBody } = row.input ?? {};
  if (lines) return { required: true, content: { [ndjson]: { schema: lines } } };
  if (bytes) return { content: contentOfBytes(bytes) };
  const schema = describedBody ?? body;
  if (!schema) return undefined;
  const mediaType = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const others = row.method === 'patch' && { [mergePatchJson]: { schema } };
  return { required: !optionalBody, content: { [mediaType]: { schema }, ...others } };
}

const contentOfBytes = ({ types = ['*/*'] }: { types?: readonly string[] }) =>
  Object.fromEntries(
    types.map((type) => [type, { schema: type.startsWith('text/') ? { type: 'string' } : {} }]),
  ) as Record<string, { schema: { type?: 'string' } }>;

/** Returns the schemes by which an access token with scopes is sent. */
const byToken = (scopes: string[]): Record<string, string[]>[] => [
  { oauth2: scopes },
  { bearer: scopes },
];

function security({ access, input }: Operation): Record<string, string[]>[] {
  const { scope, acceptsTicket, acceptsToken } = access;
  if (input?.form) return [{ app: [] }, {}];
  if (scope === 'public') return acceptsToken ? [{}, ...byToken([])] : [];
  if (scope === 'connect session') return [{ connect: [] }];
  if (scope === 'person') return [{ person: [] }];
  const needed = neededScopes(scope);
  const sufficient = needed ? sufficientScopes(needed).map((one) => [one]) : [[]];
  return [...sufficient.flatMap(byToken), ...(acceptsTicket ? [{ ticket: [] }] : [])];
}

const isNumeric = (type: unknown): boolean => type === 'integer' || type === 'number';

const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: greatest } = Number;

/**
 * Removes redundant keywords that zod adds to schemas, and those that are too strict: members may be added to answers,
 * so no answer rules out further ones.
 */
const plainSchema: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  // Of a parameter in its text form; generated validators fail at a pattern of a number.
  if (isNumeric(jsonSchema.type)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === least) delete jsonSchema.minimum;
  if (jsonSchema.maximum === greatest) delete jsonSchema.maximum;
  const { propertyNames: names } = jsonSchema;
  if (typeof names === 'object' && Object.keys(names).length === 1) delete jsonSchema.propertyNames;
};
