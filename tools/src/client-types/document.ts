import type {
  OpenAPI3,
  OperationObject,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
} from 'openapi-typescript';

/** Common path prefix of the client's requests. */
const prefix = '/api/v1';
const json = 'application/json';
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Returns the part of the OpenAPI document for the types of the client: operations with JSON. Streams, lines and files
 * are read as responses without types, and all problems share one type.
 */
export function clientDocument(shared: OpenAPI3): OpenAPI3 {
  const document = withoutReferences(shared, shared);
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const operations = operationsOf(item as PathItemObject);
    return path.startsWith(prefix) && operations.length > 0
      ? [[path.slice(prefix.length), Object.fromEntries(operations)] as const]
      : [];
  });
  const needed = {
    openapi: document.openapi,
    info: document.info,
    paths: Object.fromEntries(paths),
  };
  const schemas = reachable(needed, document.components?.schemas ?? {});
  return { ...needed, components: { schemas } };
}

/** Resolves references to shared parameters, headers and answers, but not to schemas. */
function withoutReferences<Part>(part: Part, { components }: OpenAPI3): Part {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(String($ref)) ?? [];
    if (kind === undefined || kind === 'schemas') {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, resolve(member)]),
      );
    }
    return resolve((components as Record<string, Record<string, unknown>>)[kind]![name!]);
  };
  return resolve(part) as Part;
}

/** Returns the paths of POST that take no `Idempotency-Key`. */
export const pathsWithoutKey = ({ paths = {} }: OpenAPI3): string[] =>
  Object.entries(paths)
    .filter(([, item]) => {
      const { post } = item as PathItemObject;
      return (
        post &&
        !parametersOf(post as OperationObject).some(({ name }) => name === 'Idempotency-Key')
      );
    })
    .map(([path]) => path);

function operationsOf(item: PathItemObject) {
  return methods.flatMap((method) => {
    const operation = item[method] as OperationObject | undefined;
    return operation && isForClient(operation) ? [[method, forClient(operation)] as const] : [];
  });
}

type Content = { content?: Record<string, unknown> };

const successes = ({ responses = {} }: OperationObject): [string, Content][] =>
  Object.entries(responses as Record<string, Content>).filter(([status]) => /^[23]/.test(status));

/** Whether the client has an operation. Operations that only redirect are for browsers. */
const isForClient = (operation: OperationObject): boolean =>
  successes(operation).some(([status]) => status < '300') &&
  [operation.requestBody as Content, ...successes(operation).map(([, response]) => response)].every(
    (one) => !one?.content || json in one.content,
  );

/** Drops bodies other than JSON, and makes headers optional, since the client adds the subject by itself. */
function forClient(operation: OperationObject): OperationObject {
  const onlyJson = <Part extends Content>(part: Part): Part =>
    part.content ? { ...part, content: { [json]: part.content[json] } } : part;
  const responses = successes(operation).map(([status, { content, ...response }]) => {
    const { headers: _, ...described } = response as { headers?: unknown };
    return [status, onlyJson({ ...described, ...(content && { content }) })];
  });
  return {
    ...operation,
    parameters: parametersOf(operation).map((parameter) =>
      parameter.in === 'header' ? { ...parameter, required: false } : parameter,
    ),
    ...(operation.requestBody && {
      requestBody: onlyJson(operation.requestBody as RequestBodyObject),
    }),
    responses: Object.fromEntries(responses),
  };
}

const parametersOf = ({ parameters = [] }: OperationObject) => parameters as ParameterObject[];

/** Returns the schemas that are referenced, directly or through others. */
function reachable<Schema>(from: unknown, schemas: Record<string, Schema>): Record<string, Schema> {
  const found = new Set<string>();
  const follow = (value: unknown) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      follow(schemas[name!]);
    }
  };
  follow(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
