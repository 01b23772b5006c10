import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from './operations.js';
import { startGateway, type TestGateway } from './testing/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  const person = { id: 'ada', email: 'ada@acme.example', name: 'Ada' };
  gateway = await startGateway({ 'people.read_session': async () => person });
});
afterAll(() => gateway.close());

/** Operations whose bodies are free, and why. */
const free: Record<string, string> = {
  writeThingProperty: 'the body is the value',
  writeThingProperties: 'the members are properties',
  invokeAction: 'the body is the input of the action',
  createAccessToken: 'unknown parameters are ignored (RFC 6749, section 3.2)',
  receiveMcpMessage: 'JSON-RPC',
  registerMcpClient: 'unknown members are ignored (RFC 7591, section 3.2)',
  revokeMcpToken: 'unknown parameters are ignored (RFC 6749, section 3.2)',
  startSignIn: 'better-auth checks it',
  startSignInStep: 'better-auth checks it',
};

const withBody = operations.filter(({ input }) => input?.body);

test('only bodies that others define are free', () => {
  const ids = withBody.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(free)));
});

const strict = withBody.filter(({ id, access }) => !free[id] && access.scope !== 'connect session');

test.each(strict.map(({ id, method, path }) => [id, method.toUpperCase(), path]))(
  '%s refuses an unknown member, and names it',
  async (_id, method, path) => {
    const { access } = operations.find(
      (one) => one.path === path && one.method === method.toLowerCase(),
    )!;
    const answer = await gateway.request(path.replaceAll(/:\w+/g, 'x'), {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: 'trellis.session_token=of-ada',
        ...((access.subject ?? 'none') === 'required' && { 'x-external-subject-id': 'alice' }),
      },
      body: JSON.stringify({ no_such_member: 1 }),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: unknown }).errors).toContainEqual({
      pointer: '/no_such_member',
      detail: 'Is not a known member.',
    });
  },
);

type Schema = Record<string, unknown> & { $ref?: string; properties?: Record<string, Schema> };

test('no object in a body is open by omission', async () => {
  const document = (await (await gateway.request('/api/v1/openapi.json')).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
    >;
    components: { schemas: Record<string, Schema> };
  };
  const open: string[] = [];
  const seen = new Set<string>();
  const visit = (schema: Schema, where: string): void => {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!;
      if (!seen.has(name)) visit(document.components.schemas[seen.add(name) && name]!, name);
      return;
    }
    const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
    if (schema.properties && schema.additionalProperties === undefined) open.push(where);
    const parts = [items, anyOf, oneOf].flat().filter((part) => part instanceof Object);
    for (const part of parts) visit(part as Schema, where);
    for (const [name, part] of Object.entries(properties)) visit(part, `${where}/${name}`);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const contents = Object.values(requestBody?.content ?? {});
      for (const { schema } of contents) visit(schema, `${method} ${path}`);
    }
  }
  expect(open).toEqual([]);
});

test.each([
  [{ '@context': 'https://www.w3.org/2022/wot/td/v1.1', security: 'nosec', 'saref:x': 1 }, 404],
  [{ title: 'Box', subject: 'alice' }, 400],
])('of a Thing Description, other terms are ignored: %j', async (terms, status) => {
  const answer = await gateway.request('/api/v1/things', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Box', ...terms }),
  });
  // The service behind the gateway finds nothing; the body was accepted.
  expect(answer.status).toBe(status);
});
