import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Trellis } from '@trellis/client';
import { startHttpServer, waitFor } from '@trellis/testing';
import { loggedInCli } from './cli/logged-in.js';
import { newCli } from './cli/run.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const cli = loggedInCli(stack);
const { demoApp, json, lines } = cli;

describe('units', () => {
  const house = [
    { id: 'house', name: 'House', type: 'building' },
    { id: 'ground', name: 'Ground floor', type: 'floor', parents: ['house'] },
    { id: 'kitchen', name: 'Kitchen', type: 'room', parents: ['ground'] },
    { id: 'hall', name: 'Hall', type: 'room', parents: ['ground', 'house'] },
  ];

  test('are imported, drawn, linked, exported and deleted', async () => {
    const file = join(cli.directory, 'house.ndjson');
    writeFileSync(file, house.map((line) => JSON.stringify(line)).join('\n'));
    const imported = await cli.run(['units', 'import', file]);
    expect(imported).toMatchObject({ code: 0, err: 'Imported: 4 created\n' });
    const again = await cli.run(['units', 'import', '-'], { input: readFileSync(file, 'utf8') });
    expect(again.err).toBe('Imported: 0 created, 4 unchanged\n');
    const withoutIds = (text: string[]) => text.map((line) => line.replace(/ {2}[\da-f-]{36}/, ''));
    expect(withoutIds(await lines('units', 'tree', 'house'))).toEqual([
      'House  building',
      '├── Ground floor  floor',
      '│   ├── Kitchen  room',
      '│   └── Hall  room',
      '└── Hall  room',
    ]);
    const tree = await cli.run(['units', 'tree', 'house', '--depth', '1']);
    expect(tree.out).toContain('│   └── …');
    expect(tree.err).toContain('There is more below');
    const [room] = await lines('units', 'create', 'Attic', '--type', 'room', '--in', 'House');
    expect((await cli.run(['units', 'unlink', room!, '--parent', 'House'])).code).toBe(0);
    expect((await cli.run(['units', 'link', 'House', '--child', room!])).code).toBe(0);
    const cycle = await cli.run(['units', 'link', room!, '--child', 'House']);
    expect(cycle).toMatchObject({ code: 1, err: expect.stringContaining('cycle') });
    const exported = (await lines('units', 'export')).map(
      (line) => JSON.parse(line) as { name: string },
    );
    expect(exported.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['House', 'Hall', 'Attic']),
    );
    const prompted = await cli.run(['units', 'delete', 'Attic']);
    expect(prompted).toMatchObject({
      code: 2,
      err: expect.stringMatching(/1 link\.\n.*\nConfirm with --yes\./s),
    });
    expect((await cli.run(['units', 'delete', 'Attic', '--yes'])).code).toBe(0);
    expect((await cli.run(['units', 'get', 'Attic'])).code).toBe(4);
  });

  test('failed lines are reported', async () => {
    const input = `{"id":"a","name":"A","type":"room"}\n{"id":"b","name":""}\n`;
    const { code, err } = await cli.run(['units', 'import', '-'], { input });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^Imported: 1 created, 1 failed\nLine 2: .*\nError: 1 lines could not be imported/s,
    );
  });

  test('an import and an export have a bar on a terminal', async () => {
    const file = join(cli.directory, 'many.ndjson');
    const many = Array.from({ length: 300 }, (_, n) => ({
      id: `n${n}`,
      name: `N ${n}`,
      type: 'room',
    }));
    writeFileSync(file, many.map((line) => JSON.stringify(line)).join('\n'));
    const { code, out } = await cli.run(['units', 'import', file], { columns: 80 });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('Imported: 300 created'),
    });
    const target = join(cli.directory, 'out.ndjson');
    const exported = await cli.run(['units', 'export', '-o', target], { columns: 80 });
    expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/Exported \d+ lines\./) });
    expect(readFileSync(target, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(300);
  });
});

describe('apps', () => {
  test('are registered, changed, rotated and revoked', async () => {
    const { id, client_secret } = await json(
      'apps',
      'register',
      'Panel',
      '--scopes',
      'svc.things.read',
    );
    const tryIt = async (command: string, client_secret: string) => {
      // Without a token of before.
      const fresh = newCli();
      const environment = {
        TRELLIS_URL: stack().address,
        TRELLIS_CLIENT_ID: id,
        TRELLIS_CLIENT_SECRET: client_secret,
      };
      const ended = await fresh.run([command, 'list'], { environment });
      fresh.clear();
      return ended;
    };
    expect((await tryIt('things', client_secret)).code).toBe(0);
    expect(await tryIt('units', client_secret)).toMatchObject({
      code: 3,
      err: expect.stringContaining('svc.units.read'),
    });
    expect((await lines('apps')).join('\n')).toMatch(/ Panel .* svc\.things\.read$/m);
    expect((await cli.run(['apps', 'update', id])).code).toBe(2);
    const origin = 'https://panel.example';
    const renaming = ['apps', 'update', id, '--name', 'Wall', '--origins', origin];
    expect((await cli.run(renaming)).code).toBe(0);
    const apps = (await json('apps')) as { id: string }[];
    expect(apps.find((app) => app.id === id)).toMatchObject({
      name: 'Wall',
      allowed_origins: [origin],
    });
    const rotated = await json('apps', 'rotate', id, '--overlap', '0');
    expect((await tryIt('things', client_secret)).code).toBe(3);
    expect((await tryIt('things', rotated.client_secret)).code).toBe(0);
    expect((await cli.run(['apps', 'revoke', id, '--yes'])).code).toBe(0);
    expect((await tryIt('things', rotated.client_secret)).code).toBe(3);
  });
});

describe('problems', () => {
  test('are found, with what to do about them', async () => {
    const { code, out } = await cli.run(['doctor']);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/✓ Access: .*account demo/),
    });
    await cli.run([
      'connect',
      'philips-hue',
      '--subject',
      'bob',
      '--set',
      'host=127.0.0.1:9',
      '--timeout',
      '0',
    ]);
    const failing = () => json('clients', 'list', '--status', 'error');
    await waitFor(async () => (await failing()).length === 1, { what: 'a client that fails' });
    const wrong = await cli.run(['doctor']);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/✗ Clients: [\da-f-]{36} of bob: .*\n {4}\S/);
    const [{ id }] = await failing();
    expect((await lines('clients')).join('\n')).toContain(`${id}  `);
    expect((await cli.run(['clients', 'delete', id, '--yes'])).code).toBe(0);
  });

  test('of the way to agents are looked for, when there are any', async () => {
    const before = await cli.run(['doctor']);
    expect(before.out).not.toContain('WebSockets');
    const { client_id: clientId, client_secret: clientSecret } = demoApp();
    const trellis = new Trellis({ baseUrl: stack().address, clientId, clientSecret });
    const body = { name: 'Home' };
    const { data } = await trellis.forSubject('bob').post('/agents', { body });
    const { code, out } = await cli.run(['doctor']);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/✓ Agents: .*\n✓ WebSockets: They reach Trellis\./),
    });
    await trellis.delete('/agents/{id}', { path: { id: data.id } });
  });

  test('deliveries require a callback', async () => {
    expect(await cli.run(['deliveries'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('The app has registered no callback.'),
    });
  });

  test('a refused message is listed, and delivered when it is redelivered', async () => {
    const messages: unknown[] = [];
    const app = await startHttpServer(({ body }, response) => {
      messages.push(JSON.parse(body));
      // With 410 it says that it does not want the message again.
      response.writeHead(messages.length === 1 ? 410 : 204).end();
    });
    const { client_id: clientId, client_secret: clientSecret } = demoApp();
    const trellis = new Trellis({ baseUrl: stack().address, clientId, clientSecret });
    const url = `${app.address}/trellis`;
    await trellis.put('/callback', { body: { url, events: ['thing_created'] } });
    await lines(
      'connect',
      'simulator',
      '--subject',
      'carol',
      '--name',
      'home',
      '--set',
      'devices=1',
      '--instance-set',
      'application_key=any',
    );
    const [thing] = await json('things', 'list', '--subject', 'carol');
    const failed = () => json('deliveries', 'list', '--status', 'failed');
    await waitFor(async () => (await failed()).length === 1, { what: 'the delivery to fail' });
    const [{ id }] = await failed();
    expect((await lines('deliveries')).at(-1)).toMatch(
      new RegExp(`^${id} +thing_created +failed +1 +.*The app answers with status 410\\.$`),
    );
    expect(await json('deliveries', 'get', id)).toMatchObject({
      payload: { type: 'thing_created', data: { thing_id: thing.id, subject: 'carol' } },
    });
    const { code, err } = await cli.run(['deliveries', 'redeliver', id]);
    expect({ code, err }).toEqual({ code: 0, err: `Redelivering ${id}.\n` });
    await waitFor(() => messages.length === 2, { what: 'the message to come again' });
    expect(messages[1]).toEqual(messages[0]);
    const last = async () => (await json('deliveries')).at(-1);
    await waitFor(async () => (await last()).status === 'delivered', { what: 'its delivery' });
    await trellis.delete('/callback');
    await app.close();
  });
});
