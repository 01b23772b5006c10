import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { newToken, startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const since = '2026-11-29T12:00:00.000Z';

let trellis: FakeTrellis;
let cli: TestCli;
beforeEach(async () => {
  const path = `/api/v1/agents/${id}`;
  const agent = () => ({
    id,
    href: `${trellis.address}${path}`,
    subject: { href: `${trellis.address}/api/v1/subjects/alice%20b` },
    name: 'Home\u001b',
    state: 'online',
    since,
    round_trip_ms: 12.4,
    report: {
      version: '0.2.0',
      platform: 'linux arm64',
      addresses: ['192.168.1.10'],
      started: since,
      found: [{ type: '_hue._tcp', name: 'Hue Bridge', address: '192.168.1.20', port: 443 }],
    },
  });
  const pairing = { code: '7K3M-2QXD', expires: '2126-11-29T12:00:00.000Z' };
  trellis = await startTrellis({
    'GET /health': () => ({ services: {} }),
    'GET /api/v1/changes': () => ({ changes: [] }),
    'GET /api/v1/connectors/clients': () => [],
    'GET /api/v1/agents': () => [agent()],
    'POST /api/v1/agents': () => ({ ...agent(), pairing }),
    [`GET ${path}`]: agent,
    [`PATCH ${path}`]: () => ({}),
    [`DELETE ${path}`]: () => ({}),
    [`POST ${path}/pairing_code`]: () => pairing,
  });
  cli = await newCli({
    TRELLIS_URL: trellis.address,
    TRELLIS_TOKEN: newToken({ scope: 'svc.connector.read' }),
  });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('the list and one agent say whose it is, its state, and what it has found', async () => {
  const { out } = await cli.run(['agents']);
  expect(out).toMatch(/ID +NAME +END USER +STATE +SINCE\n.* +alice b +online/);
  const shown = await cli.run(['agents', 'show', id]);
  expect(shown.out).toMatch(/Round trip +12 ms/);
  expect(shown.out).toContain('Hue Bridge (_hue._tcp) at 192.168.1.20:443');
  expect(out + shown.out).not.toContain('\u001b');
});

test('pairing prints what to run in the home, and waits until the agent is connected', async () => {
  const { out, err } = await cli.run(['agents', 'pair', 'Home', '--subject', 'alice']);
  expect(out.trim()).toBe(id);
  expect(err).toContain(`npx @trellis/agent --url ${trellis.address} --code 7K3M-2QXD`);
  expect(err).toContain('The agent is connected.');
  expect(trellis.requests[0]).toMatchObject({ headers: { 'x-external-subject-id': 'alice' } });
});

test('another code is printed with the command that uses it', async () => {
  const { out, err } = await cli.run(['agents', 'code', id]);
  expect(out.trim()).toBe('7K3M-2QXD');
  expect(err).toContain('npx @trellis/agent');
});

test('an agent is renamed, and revoked without a question only when that is asked for', async () => {
  await cli.run(['agents', 'rename', id, 'Cellar']);
  expect(JSON.parse(trellis.requests[0]!.body)).toEqual({ name: 'Cellar' });
  expect((await cli.run(['agents', 'delete', id])).error).toMatchObject({ exitCode: 2 });
  await cli.run(['agents', 'delete', id, '--yes']);
  expect(trellis.requests.at(-1)).toMatchObject({ method: 'DELETE' });
});

test('the doctor says which agents are away, and that their WebSockets reach no gateway', async () => {
  const { out } = await cli.run(['doctor']);
  expect(out).toMatch(/! Agents: Home\S* of alice b went offline .* ago\./);
  expect(out).toContain('✗ WebSockets: The answer to one is 404.');
});
