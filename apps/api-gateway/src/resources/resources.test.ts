import { Problem } from '@trellis/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const other = '0190b1f4-6d5c-7cc0-8000-000000000002';
const api = 'http://trellis.test/api/v1';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = (path: string) => sendJson(gateway, 'GET', path);
const send = (method: string, path: string, body?: unknown) =>
  sendJson(gateway, method, path, { body });

describe('a resource', () => {
  test('of a unit has references in place of ids, and says what is truncated', async () => {
    calls['units.read'] = () => ({
      id,
      name: 'Kitchen',
      type: 'room',
      things: [other],
      properties: [{ name: 'floor', value: null }],
      children: [],
      parents: [],
      subjects: ['Zoë/1'],
      owner: 'ada',
      truncated: ['things'],
    });
    expect(await get(`/api/v1/units/${id}`)).toMatchObject({
      status: 200,
      body: {
        things: [{ href: `${api}/things/${other}` }],
        subjects: [{ href: `${api}/subjects/Zo%C3%AB%2F1` }],
        truncated: ['things'],
      },
    });
  });

  test('of a connector client shows its warnings and its polls, and no ticket as such', async () => {
    const warning = { code: 'misconfigured', detail: 'Wrong password.', connector_thing_id: 'a' };
    calls['clients.read'] = () => ({
      id,
      instance: other,
      connector: 1,
      subject: 'alice',
      mappings: [{ connector_thing_id: 'a', thing_id: other }],
      status: 'STARTED',
      warnings: [warning],
      last_polled: '2026-11-22T06:00:00.000Z',
      next_poll: null,
      authorization_ticket: 't/1',
      version: 'a',
    });
    const { body } = await get(`/api/v1/connectors/clients/${id}`);
    expect(body).toEqual({
      id,
      instance: { href: `${api}/connectors/instances/${other}` },
      connector: { href: `${api}/connectors/descriptions/1` },
      subject: { href: `${api}/subjects/alice` },
      mappings: [{ connector_thing_id: 'a', thing_id: other }],
      status: 'STARTED',
      warnings: [warning],
      last_polled: '2026-11-22T06:00:00.000Z',
      next_poll: null,
      authorization: { href: `${api}/connectors/authorizations/t%2F1` },
    });
  });

  test('of a preview has the links of the things that would go', async () => {
    calls['clients.preview_removal'] = () => ({
      clients: [id],
      things: [other],
      memberships: [{ thing: other, unit: id }],
    });
    const path = `/api/v1/connectors/clients/${id}?dry_run=true`;
    expect((await send('DELETE', path)).body).toEqual({
      clients: [{ href: `${api}/connectors/clients/${id}` }],
      things: [{ href: `${api}/things/${other}` }],
      links: [
        {
          relation: 'things',
          href: `${api}/units/${id}`,
          thing: { href: `${api}/things/${other}` },
        },
      ],
    });
  });

  test('of a forced removal says what was given up; without force there is none', async () => {
    const given_up = [{ step: 'grant', code: 'unavailable', detail: 'It refuses.' }];
    calls['clients.remove'] = ({ force }: { force?: boolean }) => (force ? { given_up } : {});
    const path = `/api/v1/connectors/clients/${id}`;
    expect(await send('DELETE', `${path}?force=true`)).toMatchObject({
      status: 200,
      body: { given_up },
    });
    // The release before does not say it.
    calls['clients.remove'] = () => ({});
    expect((await send('DELETE', `${path}?force=true`)).body).toEqual({ given_up: [] });
    expect((await send('DELETE', `${path}?force=false`)).status).toBe(204);
    expect((await send('DELETE', `${path}?force=1`)).status).toBe(400);
  });

  test('of a property that is only tried stores nothing, and is the problem of its value', async () => {
    const inputs: unknown[] = [];
    let problem = new Problem('precondition_failed', 'It has changed.');
    calls['units.update_property'] = (input) => {
      inputs.push(input);
      throw problem;
    };
    const path = `/api/v1/units/${id}/properties/area`;
    const attempt = () => send('PUT', `${path}?dry_run=true`, { value: { '@type': 3 } });
    expect((await attempt()).status).toBe(204);
    problem = new Problem('invalid_json_ld', 'Not valid JSON-LD: invalid type value.');
    expect(await attempt()).toMatchObject({ status: 400, body: { detail: problem.message } });
    const call = { id, property: { name: 'area', value: { '@type': 3 } }, expected: [] };
    expect(inputs).toEqual([expect.objectContaining(call), expect.objectContaining(call)]);
  });

  test('of unit suggestions refers to the things in each room', async () => {
    calls['clients.rooms'] = () => [{ id: 'r', name: 'Attic', type: 'room', things: [other] }];
    expect((await get(`/api/v1/connectors/clients/${id}/unit_suggestions`)).body).toEqual([
      { id: 'r', name: 'Attic', type: 'room', things: [{ href: `${api}/things/${other}` }] },
    ]);
  });

  test('of a list leads to the next page', async () => {
    calls['units.list'] = () => ({ items: [id], next: '42' });
    const { body, headers } = await get('/api/v1/units?limit=1&type=room');
    expect(body).toEqual([{ href: `${api}/units/${id}` }]);
    expect(headers.get('link')).toBe(`<${api}/units?limit=1&type=room&cursor=NDI>; rel="next"`);
  });
});
