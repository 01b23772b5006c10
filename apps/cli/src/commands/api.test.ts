import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

let trellis: FakeTrellis;
let cli: TestCli;
let sent: unknown;
beforeEach(async () => {
  sent = undefined;
  trellis = await startTrellis({
    'GET /api/v1/limits': () => ({ name: 'Lamp\u001b' }),
    'GET /api/v1/events': () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('id: 1\ndata: {}\u001b\n\n');
    },
    'POST /api/v1/units': ({ body, headers }) => {
      sent = { body: JSON.parse(body), type: headers['content-type'] };
      return { id: 'urn:uuid:1' };
    },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('prints JSON, whichever form the path has', async () => {
  for (const path of ['/limits', '/api/v1/limits']) {
    const { out, error } = await cli.run(['api', 'get', path]);
    expect(error).toBeUndefined();
    expect(JSON.parse(out)).toEqual({ name: 'Lamp\u001b' });
    expect(out).not.toContain('\u001b');
  }
});

test('sends a body, and prints what is not JSON as it is', async () => {
  const { out } = await cli.run(['api', 'POST', '/units', '--body', '{"name":"Hall"}']);
  expect(JSON.parse(out)).toEqual({ id: 'urn:uuid:1' });
  expect(sent).toEqual({ body: { name: 'Hall' }, type: 'application/json' });
  expect((await cli.run(['api', 'GET', '/events'])).out).toBe('id: 1\ndata: {}\ufffd\n\n');
});

test('the version is that of the package', async () => {
  expect((await cli.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a refused request is a failure, and invalid usage is not sent', async () => {
  expect((await cli.run(['api', 'GET', '/nowhere'])).error).toMatchObject({ title: 'Not found' });
  for (const [args, message] of [
    [['BREW', '/coffee'], /BREW is not one of GET/],
    [['GET', 'units'], /does not begin with a slash/],
    [['POST', '/units', '--body', '{'], /The body is not JSON/],
  ] as const) {
    const { error } = await cli.run(['api', ...args]);
    expect(error).toMatchObject({ message: expect.stringMatching(message), exitCode: 2 });
  }
});
