import type { Schema, Type, Types } from './types.js';
import { pascalCase, unionOf } from './types.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  type: Type;
  isRequired: boolean;
}

/** An operation, as a method of a client. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  parameters: Parameter[];
  body: { type: Type; isRequired: boolean } | undefined;
  answer: Type | undefined;
  /** Whether the answer is a list that is read page by page. */
  hasPages: boolean;
  takesKey: boolean;
}

interface Content {
  content?: { 'application/json'?: { schema?: Schema } };
}

interface OperationSource {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: (Omit<Parameter, 'type' | 'isRequired'> & { schema?: Schema; required?: boolean })[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

export interface ClientDocument {
  paths: Record<string, Record<string, OperationSource>>;
  components: { schemas: Record<string, Schema> };
}

/** The headers that clients send by themselves, or take when they are created. */
const ownHeaders = ['X-External-Subject-Id'];

export const operationsOf = ({ paths }: ClientDocument, types: Types): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, source]) => operationOf(method, path, source, types)),
  );

function operationOf(
  method: string,
  path: string,
  source: OperationSource,
  types: Types,
): Operation {
  const { operationId: id, summary, description, requestBody } = source;
  const where = pascalCase(id);
  const parameters = (source.parameters ?? [])
    .filter(({ name }) => !ownHeaders.includes(name))
    .map(({ name, in: location, schema = {}, required = false }) => ({
      name,
      in: location,
      type: types.read(schema, where + pascalCase(name)),
      isRequired: required,
    }));
  const answers = Object.values(source.responses).flatMap((response) => schemaOf(response) ?? []);
  const answer = answers.length
    ? unionOf(answers.map((schema) => types.read(schema, `${where}Answer`)))
    : undefined;
  const body = requestBody && {
    type: types.read(schemaOf(requestBody) ?? {}, `${where}Body`),
    isRequired: requestBody.required ?? false,
  };
  return {
    ...{ id, method: method.toUpperCase(), path, summary, description },
    ...{ parameters, body, answer },
    hasPages: itemOf(answer) !== undefined && parameters.some(({ name }) => name === 'cursor'),
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
  };
}

const schemaOf = ({ content }: Content): Schema | undefined =>
  content?.['application/json'] && (content['application/json'].schema ?? {});

/** Returns the type of the items of a list, whose views may have items of different types. */
export function itemOf(answer: Type | undefined): Type | undefined {
  if (answer?.kind === 'list') return answer.of;
  if (answer?.kind !== 'union') return undefined;
  const items = answer.of.map(itemOf);
  return items.every((item) => item !== undefined) ? unionOf(items) : undefined;
}
