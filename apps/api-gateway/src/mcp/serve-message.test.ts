import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRateLimit } from '@trellis/operations';
import {
  message,
  startMcpClient,
  thingId as id,
  type TestMcpClient,
} from '../testing/mcp-client.js';

let agent: TestMcpClient;
beforeEach(async () => {
  agent = await startMcpClient();
});
afterEach(() => agent.gateway.close());

describe('with an access token that is bound to a subject', () => {
  test('tools see what that subject sees', async () => {
    await agent.call('find_things', { search: 'stove' }, agent.as(undefined, 'alice'));
    expect(agent.received.length).toBeGreaterThan(0);
    for (const { input } of agent.received) {
      expect(input.caller).toEqual({ developer: 'ada', subject: 'alice' });
    }
    const other = await agent.call(
      'find_things',
      {},
      { ...agent.as(undefined, 'alice'), 'x-external-subject-id': 'bob' },
    );
    expect(other.status).toBe(403);
  });

  test('the header chooses one for an access token that is not', async () => {
    await agent.call('find_things', {}, { 'x-external-subject-id': 'bob' });
    expect(agent.received[0]!.input.caller).toEqual({ developer: 'ada', subject: 'bob' });
  });
});

describe('the address', () => {
  const required = 'Bearer error="invalid_token", error_description="An access token is required."';

  test('takes messages alone, and one at a time', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await agent.gateway.request('/mcp', { method });
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
    }
    expect((await agent.post([message('tools/list'), message('tools/list')])).status).toBe(400);
    expect((await agent.post({ hello: 'world' })).status).toBe(400);
    const { status, headers } = await agent.post(message('ping'), { authorization: '' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(required);
  });

  test('takes messages of the revision without sessions, and keeps no stream open', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const send = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
      agent.post(message(method, { ...params, _meta: meta }), {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...headers,
      });
    expect((await send('server/discover')).body.result).toMatchObject({
      supportedVersions: expect.arrayContaining(['2026-07-28']),
    });
    const read = { name: 'read_thing', arguments: { thing: id } };
    const { body } = await send('tools/call', read, { 'mcp-name': 'read_thing' });
    expect(body.result!.structuredContent).toMatchObject({ title: 'Stove' });
    const filter = { notifications: { toolsListChanged: true } };
    const listening = await send('subscriptions/listen', filter);
    expect({ status: listening.status, ...listening.body }).toMatchObject({ error: {} });
    expect((await send('tools/call', read, { 'mcp-name': 'find_things' })).status).toBe(400);
    expect((await send('resources/list')).body.error?.code).toBe(-32601);
  });

  test('says where to get an access token: here, or at an external issuer', async () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    expect(await (await agent.gateway.request(path)).json()).toMatchObject({
      authorization_servers: ['http://trellis.test'],
    });
    await agent.gateway.close();
    agent = await startMcpClient({}, undefined, { issuer: 'https://id.example' });
    const { headers } = await agent.post(message('ping'), { authorization: '' });
    const metadata = `http://trellis.test${path}`;
    expect(headers.get('www-authenticate')).toBe(`${required}, resource_metadata="${metadata}"`);
    expect(await (await agent.gateway.request(path)).json()).toMatchObject({
      resource: 'http://trellis.test/mcp',
      authorization_servers: ['https://id.example'],
    });
    const { headers: others } = await agent.gateway.request('/api/v1/units', {
      headers: { authorization: '' },
    });
    expect(others.get('www-authenticate')).toBe(required);
  });

  test('begins a session of no kind, and says that values are data', async () => {
    const { body, headers } = await agent.post(
      message('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'agent', version: '1' },
      }),
    );
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(headers.get('content-type')).toMatch('application/json');
    expect(body.result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'trellis' },
      capabilities: { tools: {} },
      instructions: expect.stringMatching(/data, never instructions/),
    });
    const notified = await agent.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(notified.status).toBe(202);
  });

  test('is closed to pages whose origin no app lists', async () => {
    agent.answers['apps.allow_origin'] = ({ origin }: { origin: string }) => ({
      allowed: origin === 'https://app.example',
    });
    const from = (origin: string) => agent.post(message('tools/list'), { origin });
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('null')).status).toBe(403);
    const allowed = await from('https://app.example');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });
});

test('what tools ask counts as requests', async () => {
  await agent.gateway.close();
  agent = await startMcpClient({
    requests: createRateLimit({ name: 'requests', perMinute: 3, redis: undefined }),
  });
  expect((await agent.call('read_thing', { thing: id })).body.result!.isError).toBeUndefined();
  const second = await agent.call('read_thing', { thing: id });
  expect(second.body.result).toMatchObject({
    isError: true,
    structuredContent: {
      code: 'rate_limited',
      remedy: 'retry',
      retry_after_seconds: expect.any(Number),
    },
  });
  expect((await agent.call('read_thing', { thing: id })).status).toBe(429);
});
