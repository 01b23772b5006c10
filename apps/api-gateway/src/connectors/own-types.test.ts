import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../testing/gateway.js';

const described = (id: number, type_id: string, logo = '') => ({
  id,
  type_id,
  name: type_id,
  description: '',
  logo,
  sample_instance_configuration: { connector_type_id: type_id, configuration: {} },
  sample_client_configuration: { connector_type_id: type_id },
  instance_configuration_schema: {},
  client_configuration_schema: {},
  connect: { method: 'form', steps: [] },
});

const accounts: unknown[] = [];
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    'descriptions.list': () => [described(1, 'hub'), described(2, 'cloud')],
    'types.descriptions': ({ developer }: { developer: string }) => {
      accounts.push(developer);
      return developer === 'ada' ? [described(1_100_000_000, 'x-own', 'logo-id')] : [];
    },
  });
});
afterAll(() => gateway.close());

const path = '/api/v1/connectors/descriptions';
const typesOf = async (answer: Response) =>
  ((await answer.json()) as { type_id: string }[]).map(({ type_id }) => type_id);

test('without an access token, no account is asked for its types', async () => {
  const answer = await fetch(`${gateway.address}${path}`);
  expect(await typesOf(answer)).toEqual(['hub', 'cloud']);
  expect((await fetch(`${gateway.address}${path}/x-own`)).status).toBe(404);
  expect(accounts).toEqual([]);
});

test('with one, the types of its account follow, also for one that is bound to a subject', async () => {
  for (const token of [gateway.tokenOf('ada'), gateway.tokenOf('ada', 'app', '', 'alice')]) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await gateway.request(path, { headers });
    expect(await typesOf(answer)).toEqual(['hub', 'cloud', 'x-own']);
    const etag = answer.headers.get('etag')!;
    const again = await gateway.request(path, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status).toBe(304);
  }
  const paged = await gateway.request(`${path}?limit=2`);
  expect(await typesOf(paged)).toEqual(['hub', 'cloud']);
  const next = /<([^>]*)>; rel="next"/.exec(paged.headers.get('link')!)![1]!;
  expect(
    await typesOf(await gateway.request(new URL(next).pathname + new URL(next).search)),
  ).toEqual(['x-own']);
  const one = await gateway.request(`${path}/1100000000`);
  expect(await one.json()).toMatchObject({
    type_id: 'x-own',
    logo: 'http://trellis.test/api/v1/connectors/logos/logo-id',
  });
  const ofBob = { authorization: `Bearer ${gateway.tokenOf('bob')}` };
  expect(await typesOf(await gateway.request(path, { headers: ofBob }))).toEqual(['hub', 'cloud']);
});

test('an access token that is not valid is refused rather than ignored', async () => {
  const headers = { authorization: 'Bearer nonsense' };
  expect((await gateway.request(path, { headers })).status).toBe(401);
});
