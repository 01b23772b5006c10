import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { thingEventKind, webhookEventType } from '@trellis/contracts';
import { openApiDocument, tags } from './openapi.js';
import { operations } from './operations.js';
import { startGateway, type TestGateway } from './testing/gateway.js';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({});
});
afterEach(() => gateway.close());

const getDocument = async () => (await gateway.request('/api/v1/openapi.json')).json();

test('the OpenAPI document has every resource once, derived from the rows', async () => {
  const document = (await getDocument()) as { components: { schemas: Record<string, object> } };
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Unit', 'ConnectorClient', 'Thing', 'Callback', 'Problem']),
  );
});

test('the OpenAPI document is valid', async () => {
  const { valid, errors } = await new Validator().validate(
    openApiDocument('https://trellis.example') as never,
  );
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('what is referred to is not narrowed where it is referred to', async () => {
  const narrowed: object[] = [];
  JSON.stringify(await getDocument(), (_name, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null;
    if (isObject && '$ref' in value && 'additionalProperties' in value) narrowed.push(value);
    return value;
  });
  expect(narrowed).toEqual([]);
});

test('numbers have bounds and no pattern, which generated validators cannot apply to them', async () => {
  const patterned: object[] = [];
  let bounded = 0;
  JSON.stringify(await getDocument(), (_name, value: unknown) => {
    const schema = (value ?? {}) as { type?: unknown; pattern?: unknown; maximum?: number };
    if (schema.type !== 'integer' && schema.type !== 'number') return value;
    if (typeof schema.pattern === 'string') patterned.push(schema);
    if (schema.maximum !== undefined) bounded += 1;
    return value;
  });
  expect(patterned).toEqual([]);
  expect(bounded).toBeGreaterThan(26);
});

/** The verbs that begin the names of operations. */
const verbs =
  /^(?:accept|activate|add|begin|cancel|capture|check|complete|copy|create|debug|delete|export|follow|get|import|invoke|link|list|observe|pause|poll|read|receive|redeliver|register|replace|replay|request|restore|resume|revoke|rotate|send|set|settle|start|subscribe|summarize|test|try|unlink|update|write)(?=[A-Z])/;

describe('every operation', () => {
  test('has a name of its own, which begins with a verb', () => {
    const ids = operations.map(({ id }) => id);
    expect(ids.filter((id) => !verbs.test(id) || !/^[a-zA-Z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is described, and in a group that is', () => {
    const undescribed = operations.filter(
      ({ tag, description }) => !(tag in tags) || !/^[A-Z`][^]{15,}\.$/.test(description),
    );
    expect(undescribed.map(({ id }) => id)).toEqual([]);
  });

  test('has parameters that are described', async () => {
    type Parameter = { name: string; description?: string; $ref?: string };
    const { paths } = (await getDocument()) as {
      paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
    };
    const parameters = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((described) => described.parameters ?? [])
      .filter(({ $ref }) => $ref === undefined);
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
  });
});

test('every schema has a name that says what it is', async () => {
  const { components } = (await getDocument()) as { components: { schemas: object } };
  const odd = /__|\d$|Output$|^[a-z]/;
  expect(Object.keys(components.schemas).filter((name) => odd.test(name))).toEqual([]);
});

test('a member with a default can be left out of a request, and is always in an answer', async () => {
  const { components } = (await getDocument()) as {
    components: { schemas: Record<string, { required?: string[] }> };
  };
  const { NewUnit, Unit, NewConnectorInstance, ConnectorInstance } = components.schemas;
  expect(NewUnit!.required).toEqual(['name', 'type']);
  expect(Unit!.required).toContain('properties');
  expect(NewConnectorInstance!.required).not.toContain('clients_per_subject');
  expect(ConnectorInstance!.required).toContain('clients_per_subject');
});

test('secrets can be sent and not read', async () => {
  const { components } = (await getDocument()) as {
    components: { schemas: Record<string, { properties: Record<string, object> }> };
  };
  const { NewConnectorClient, TokenRequest } = components.schemas;
  expect(NewConnectorClient!.properties.configuration).toMatchObject({ writeOnly: true });
  expect(TokenRequest!.properties.client_secret).toMatchObject({ writeOnly: true });
});

test('the messages to callbacks and of subscriptions are described', async () => {
  const { webhooks } = (await getDocument()) as { webhooks: object };
  const ofSubscriptions = [...thingEventKind.options, 'reset', 'test'];
  expect(Object.keys(webhooks)).toEqual([
    ...['action_requested', ...webhookEventType.options, 'test'],
    ...ofSubscriptions.map((type) => `subscription_${type}`),
  ]);
});

describe('the OpenAPI document lists', () => {
  type Responses = Record<string, { description: string } | undefined>;
  type Paths = Record<string, Record<string, { responses: Responses }>>;
  let paths: Paths;
  beforeEach(async () => {
    ({ paths } = (await getDocument()) as { paths: Paths });
  });

  test.each([
    ['get', '/api/v1/callback'],
    ['delete', '/api/v1/callback'],
    ['get', '/api/v1/callback/deliveries'],
    ['post', '/api/v1/connectors/callback'],
    ['post', '/oauth2/token'],
    ['get', '/api/v1/units/{id}'],
  ])('404 of %s %s, which can find nothing', (method, path) => {
    expect(paths[path]![method]!.responses).toHaveProperty('404');
  });

  test('no 404 of a list that is always there', () => {
    expect(paths['/api/v1/units']!.get!.responses).not.toHaveProperty('404');
  });

  test('429 except where requests are unlimited', () => {
    expect(paths['/api/v1/units']!.get!.responses).toHaveProperty('429');
    expect(paths['/health/live']!.get!.responses).not.toHaveProperty('429');
  });

  test('400 everywhere, since an unknown query parameter is refused everywhere', async () => {
    expect((await gateway.request('/health/live?x=1')).status).toBe(400);
    expect(paths['/health/live']!.get!.responses).toHaveProperty('400');
  });

  test('the problems of an app only where an app is called', () => {
    const { put } = paths['/api/v1/things/{id}/properties/{name}']!;
    const { post } = paths['/api/v1/things/{id}/actions/{name}']!;
    expect(put!.responses['409']!.description).not.toContain('no_callback');
    expect(post!.responses['409']!.description).toContain('no_callback');
  });
});
