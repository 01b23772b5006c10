/** The parts of JSON Schema 2020-12 that the OpenAPI document uses for input. */
export interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  example?: unknown;
}

type Content = Record<string, { schema: Schema }>;

interface OperationObject {
  security: Record<string, string[]>[];
  parameters?: {
    in: 'path' | 'query' | 'header';
    name: string;
    required?: boolean;
    schema: Schema;
  }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<
    string,
    { content?: Content; headers?: Record<string, { required?: boolean }> }
  >;
}

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>;
}

export interface Operation extends OperationObject {
  /** Method and path, such as `GET /api/v1/units/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Its JSON Pointer in the document (RFC 6901). */
  pointer: string;
}

export const token = (member: string): string => member.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Resolves all references except those to schemas, which may be recursive, and forbids members that schemas do not
 * declare.
 */
export function prepare({ components, ...document }: OpenApiDocument): OpenApiDocument {
  const dereference = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(dereference);
    const { $ref, type, properties } = value as Schema;
    const [, , kind = '', name = ''] = $ref?.split('/') ?? [];
    if ($ref !== undefined && kind !== 'schemas') return dereference(components[kind]![name]);
    const members = Object.entries(value).map(([member, inner]) => [member, dereference(inner)]);
    const isClosed = type === 'object' && properties !== undefined;
    return { ...(isClosed && { additionalProperties: false }), ...Object.fromEntries(members) };
  };
  return dereference({
    ...document,
    components: { schemas: components.schemas },
  }) as OpenApiDocument;
}

/** Returns all operations, deletions last, so that the others find resources. */
export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      pointer: `#/paths/${token(path)}/${method}`,
    })),
  );
  const [deleting, others] = [true, false].map((isDelete) =>
    all.filter(({ method }) => (method === 'DELETE') === isDelete),
  );
  return [...others!, ...deleting!];
}
