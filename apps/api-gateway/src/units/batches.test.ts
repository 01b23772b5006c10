import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { requestMemory } from '../testing/request-memory.js';

const api = 'http://trellis.test/api/v1';
const unit = { name: 'Kitchen', type: 'room' };

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = requestMemory().calls;
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

interface Result {
  status: number;
  id?: string;
  href?: string;
  problem?: { type: string; status: number; instance: string; errors?: { pointer: string }[] };
}

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await gateway.request(`/api/v1/units${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { results: Result[]; errors?: { pointer: string }[] },
  };
};

describe('a batch', () => {
  test('is answered item by item, in order', async () => {
    const names: string[] = [];
    calls['units.create'] = async ({ id, name }: { id: string; name: string }) => {
      names.push(name);
      // The first calls are answered last.
      await new Promise((resolve) => setTimeout(resolve, 5 * (3 - Number(name))));
      return { id };
    };
    const items = ['0', '1', '2'].map((name) => ({ ...unit, name }));
    const { status, body } = await post('/batch', { items });
    expect(status).toBe(200);
    expect(names).toEqual(['0', '1', '2']);
    expect(new Set(body.results.map(({ id }) => id)).size).toBe(3);
    for (const { id, ...result } of body.results) {
      expect(result).toEqual({ status: 201, href: `${api}/units/${id}` });
    }
  });

  test('has a problem for each bad item, and carries out the others', async () => {
    calls['units.create'] = ({ id, name }: { id: string; name: string }) => {
      if (name !== 'odd') return { id };
      throw new Problem('invalid_json_ld', 'Not valid.', {
        errors: [{ pointer: '/properties/0/value', detail: 'Not valid.' }],
      });
    };
    const items = [unit, { name: 5, type: '' }, 'text', null, { ...unit, name: 'odd' }, unit];
    const { status, headers, body } = await post('/batch', { items });
    expect(status).toBe(200);
    expect(body.results.map((result) => result.status)).toEqual([201, 400, 400, 400, 400, 201]);
    const pointers = body.results.map(({ problem }) =>
      problem?.errors?.map(({ pointer }) => pointer),
    );
    expect(pointers).toEqual([
      undefined,
      ['/items/1/name', '/items/1/type'],
      ['/items/2'],
      ['/items/3'],
      ['/items/4/properties/0/value'],
      undefined,
    ]);
    expect(body.results[4]!.problem).toMatchObject({
      type: 'http://trellis.test/docs/problems#invalid_json_ld',
      status: 400,
      instance: headers.get('x-request-id'),
    });
  });

  test('has at most 1000 items, and may have none', async () => {
    const items = Array.from({ length: 1001 }, () => unit);
    const { status, body } = await post('/batch', { items });
    expect({ status, pointers: body.errors?.map(({ pointer }) => pointer) }).toEqual({
      status: 400,
      pointers: ['/items'],
    });
    expect(await post('/batch', { items: [] })).toMatchObject({
      status: 200,
      body: { results: [] },
    });
  });

  test.each([[[unit]], [{}], [{ items: unit }], [5]])('that is %j is 400', async (body) => {
    expect((await post('/batch', body)).status).toBe(400);
  });

  test('is not taken for a unit', async () => {
    for (const path of ['/batch', '/links/batch', '/properties/batch']) {
      const response = await gateway.request(`/api/v1/units${path}`);
      expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
        status: 405,
        allow: 'POST',
      });
    }
  });

  test('creates the same ids in every attempt, until every item has a final result', async () => {
    const created = new Set<string>();
    let isDown = true;
    calls['units.create'] = ({ id, name }: { id: string; name: string }) => {
      if (isDown && name === 'late') throw new Problem('timeout', 'Too late.');
      created.add(id);
      return { id };
    };
    const items = [unit, { ...unit, name: 'late' }, unit];
    const repeat = () => post('/batch', { items }, { 'idempotency-key': 'key' });
    const first = (await repeat()).body.results;
    expect(first.map(({ status }) => status)).toEqual([201, 504, 201]);
    isDown = false;
    const second = (await repeat()).body.results;
    expect(second.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([second[0], second[2]]).toEqual([first[0], first[2]]);
    expect(created.size).toBe(3);
    const third = await repeat();
    expect(third.body.results).toEqual(second);
    expect(third.headers.get('idempotent-replayed')).toBe('true');
  });
});

test('a link names the unit and its parent, and so do its problems', async () => {
  calls['units.link'] = ({ other }: { other: string }) => {
    if (other === 'p') return {};
    const errors = [{ pointer: '/id', detail: 'There is no such unit.' }];
    throw new Problem('unknown_reference', 'There is no such unit.', { errors });
  };
  const items = [{ unit: 'u', parent: 'p' }, { unit: 'u', parent: 'nobody' }, { unit: 'u' }];
  const { results } = (await post('/links/batch', { items })).body;
  expect(results).toMatchObject([
    { status: 201, href: `${api}/units/p` },
    { status: 400, problem: { errors: [{ pointer: '/items/1/parent' }] } },
    { status: 400, problem: { errors: [{ pointer: '/items/2/parent' }] } },
  ]);
});

test('a property is added, or updated with the method PUT', async () => {
  const seen: unknown[] = [];
  calls['units.add_property'] = (input) => {
    seen.push(['add', input]);
    return {};
  };
  calls['units.update_property'] = (input) => {
    seen.push(['update', input]);
    return {};
  };
  const property = { name: 'a/b', value: { deep: [null] } };
  const items = [
    { unit: 'u', ...property },
    { unit: 'u', method: 'PUT', ...property },
    { unit: 'u', method: 'DELETE', ...property },
  ];
  const { results } = (await post('/properties/batch', { items })).body;
  const href = `${api}/units/u/properties/a%2Fb`;
  expect(results).toMatchObject([
    { status: 201, href },
    { status: 204, href },
    { status: 400, problem: { errors: [{ pointer: '/items/2/method' }] } },
  ]);
  const input = { caller: { developer: 'ada' }, id: 'u', property };
  expect(seen).toEqual([
    ['add', input],
    ['update', input],
  ]);
});

test('the OpenAPI document describes the items', async () => {
  const response = await gateway.request('/api/v1/openapi.json');
  const { components } = (await response.json()) as {
    components: { schemas: Record<string, unknown> };
  };
  expect(components.schemas.NewLinks).toMatchObject({
    properties: {
      items: {
        type: 'array',
        maxItems: 1000,
        items: { type: 'object', required: ['unit', 'parent'] },
      },
    },
  });
});
