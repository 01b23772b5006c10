import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
    expect.arrayContaining(['Unit', 'ConnectorClient', 'ThingDescription', 'Callback', 'Problem']),
  );
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
