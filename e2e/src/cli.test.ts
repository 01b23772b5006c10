import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount } from '@trellis/testing';
import { loggedInCli } from './cli/logged-in.js';
import { newCli } from './cli/run.js';
import { oneStack } from './one-stack.js';
import { startSlowLamp } from './slow-lamp.js';

const stack = oneStack();
const cli = loggedInCli(stack);
const { demoApp, login, json, lines } = cli;

test('in a checkout, it runs from its sources', async () => {
  const program = fileURLToPath(new URL('../../apps/cli/bin/trellis.mjs', import.meta.url));
  const version = execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
  expect((await cli.run(['--version'])).out).toBe(version);
});

describe('logging in', () => {
  test('checks the credentials and stores them readable by their owner only', async () => {
    const other = newCli();
    const { client_id, client_secret } = demoApp();
    const wrong = await other.run(
      ['login', '--url', stack().address, '--client-id', client_id, '--client-secret-stdin'],
      { input: 'wrong' },
    );
    expect(wrong).toMatchObject({ code: 3, out: '' });
    expect((await other.run(['whoami'])).code).toBe(3);
    const { code, out, err } = await login(other, ['--profile', 'work']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(`Logged in to ${stack().address} as an app of the account demo`);
    expect(`${wrong.err}${err}`).not.toContain(client_secret);
    const file = join(other.directory, 'trellis/profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const who = await other.run(['whoami']);
    expect(who.out).toMatch(/^Account +demo$/m);
    expect(who.out).toContain('svc.apps.admin');
    expect((await other.run(['profiles'])).out).toMatch(/^\* +work +http/m);
    expect((await other.run(['logout'])).code).toBe(0);
    expect((await other.run(['things'])).err).toBe(
      'Error: You are not logged in.\nLog in: trellis login\n',
    );
    other.clear();
  });

  test('is not needed with credentials in the environment', async () => {
    const environment = { TRELLIS_URL: stack().address, TRELLIS_TOKEN: newAccount(stack()).token };
    const { code, out } = await newCli().run(['units', 'list', '--json'], { environment });
    expect({ code, out }).toEqual({ code: 0, out: '[]\n' });
  });
});

describe('usage', () => {
  test.each([
    [['--help'], 0, /Exit codes:\n +0 +done/],
    [['things', 'write', '--help'], 0, /--subject <id> +act for this end user/],
    [['fly'], 2, /unknown command 'fly'/],
    [['things', 'read'], 2, /missing required argument 'thing'/],
    [['events'], 2, /trellis events --follow/],
    [['units', 'get', 'Nowhere'], 4, /There is no unit Nowhere\./],
    [['clients', 'get', '01a1fb49-0d50-7523-8e7b-c9657c118513'], 4, /Request /],
    [['connect', 'toaster', '--subject', 'alice'], 4, /Known connectors: .*philips-hue/],
  ])('%j', async (args, code, text) => {
    const ended = await cli.run(args);
    expect({ code: ended.code, text: `${ended.out}${ended.err}` }).toEqual({
      code,
      text: expect.stringMatching(text),
    });
  });

  test('the exit code is 5 without a response, and the doctor reports it', async () => {
    const environment = { TRELLIS_URL: 'http://127.0.0.1:1', TRELLIS_TOKEN: 'token' };
    expect(await cli.run(['things'], { environment })).toMatchObject({
      code: 5,
      err: expect.stringContaining('No response from http://127.0.0.1:1'),
    });
    expect(await cli.run(['doctor'], { environment })).toMatchObject({
      code: 1,
      out: expect.stringContaining('✗ Address: '),
    });
  });

  test('commands and options are completed', async () => {
    expect((await lines('complete', '--', 'units', 'ex')).join()).toContain('export');
    expect((await lines('completion', 'bash')).join('\n')).toContain('trellis complete --');
  });
});

describe('things of the simulator', () => {
  beforeAll(async () => {
    const set = [
      '--set',
      'devices=5',
      '--set',
      'interval_ms=1000',
      '--set',
      'changes_every_ms=500',
    ];
    const args = ['connect', 'simulator', '--subject', 'alice', ...set];
    expect(await cli.run(args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('The configuration lacks application_key.'),
    });
    const { code, out, err } = await cli.run([...args, '--instance-set', 'application_key=any']);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining('Connected, with 5 things.'),
    });
    expect(out).toMatch(/^[\da-f-]{36} +Lamp 1 /m);
  });

  test('the instance and the client are shown', async () => {
    const [instance] = await json('instances');
    expect((await lines('instances'))[1]).toMatch(/^[\da-f-]{36} +simulator +1 /);
    expect(instance.clients).toHaveLength(1);
    const [head, client] = await lines('clients');
    expect(head).toMatch(/^ID +TYPE +SUBJECT +STATUS +THINGS +POLLED$/);
    expect(client).toMatch(/^[\da-f-]{36} +simulator +alice +STARTED +5 /);
    const [{ id }] = await json('clients');
    const configuration = await lines('clients', 'configuration', id);
    expect(configuration.join('\n')).toMatch(/^devices +5$/m);
    const again = await cli.run([
      'connect',
      'simulator',
      '--subject',
      'alice',
      '--set',
      'devices=1',
    ]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('Conflicts with: http') });
  });

  test('the instance is changed, and invalid changes are refused', async () => {
    const [{ id, connector }] = await json('instances');
    expect((await cli.run(['instances', 'update', id])).code).toBe(2);
    const args = ['--set', 'application_key=another', '--clients-per-subject', '2'];
    const { code, err } = await cli.run(['instances', 'update', id, ...args]);
    expect({ code, err }).toEqual({ code: 0, err: 'Instance updated.\n' });
    const [changed] = await json('instances');
    expect(changed).toMatchObject({ id, connector, clients_per_subject: 2 });
    expect(
      await cli.run(['instances', 'update', id, '--set', 'application_key=5x', '--set', 'a=1']),
    ).toMatchObject({ code: 1, err: expect.stringContaining('configuration') });
  });

  test('a link for the end user is printed, with the branding of the app', async () => {
    const [address] = await lines('connect', 'simulator', '--subject', 'dave', '--link');
    const page = async (href: string) => {
      const headers = { authorization: `Bearer ${new URL(href).hash.slice(1)}` };
      return (await fetch(`${stack().address}/api/v1/connect/session`, { headers })).json();
    };
    expect(await page(address!)).toMatchObject({ technologies: [{ type_id: 'simulator' }] });
    expect(await cli.run(['branding', '--color', '#0b6bcb'])).toMatchObject({ code: 4 });
    await lines('branding', '--name', 'Acme Home');
    await lines('branding', '--color', '#0b6bcb');
    expect(await json('branding')).toEqual({ name: 'Acme Home', color: '#0b6bcb' });
    const options = ['--subject-name', 'Dave', '--language', 'de', '--expires-in', '3600'];
    const session = await json('connect', '--subject', 'dave', '--link', ...options);
    expect(await page(session.href)).toMatchObject({
      subject_name: 'Dave',
      language: 'de',
      branding: { name: 'Acme Home' },
    });
    const away = ['connect', '--subject', 'dave', '--link', '--return-url', 'https://evil.example'];
    expect(await cli.run(away)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not list the origin'),
    });
  });

  test('they are listed, read and written by title, and refuse actions that they do not have', async () => {
    const lamps = await json('things', 'list', '--capability', 'light', '--subject', 'alice');
    expect(lamps).toMatchObject([{ title: 'Lamp 1', available: true }]);
    expect((await cli.run(['things', 'list', '--limit', '2'])).err).toContain(
      'Only the first 2 things',
    );
    expect((await cli.run(['things', 'write', 'lamp 1', 'on', 'yes'])).code).toBe(0);
    expect(await lines('things', 'read', 'Lamp 1', 'on')).toEqual(['true']);
    await cli.run(['things', 'write', 'Lamp 1', 'on', 'off']);
    expect(await json('things', 'read', 'Lamp 1')).toMatchObject({ on: false });
    const several = ['on=true', 'brightness=30', '--transition', '0.2'];
    expect((await cli.run(['things', 'write', 'Lamp 1', ...several])).code).toBe(0);
    expect(await json('things', 'read', 'Lamp 1')).toMatchObject({ on: true, brightness: 30 });
    expect(await cli.run(['things', 'write', 'Lamp 1', 'on'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('A value for on is missing.'),
    });
    await cli.run(['things', 'write', 'Lamp 1', 'on', 'off']);
    const thing = (await lines('things', 'get', 'Lamp 1')).join('\n');
    expect(thing).toMatch(/^on +false +boolean +read, write/m);
    expect(await cli.run(['things', 'invoke', 'Lamp 1', 'fly'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('Lamp 1 has no action fly.'),
    });
    expect(await cli.run(['things', 'write', 'Lamp 1', 'colour', '1'])).toMatchObject({
      code: 4,
      err: expect.stringMatching(/Lamp 1 has no property colour\.\nIt has .*on/),
    });
    expect(await cli.run(['things', 'write', 'Lamp 1', 'on', '5'])).toMatchObject({ code: 1 });
  });

  test('they are watched line by line', async () => {
    const watching = cli.start(['things', 'watch', 'Lamp 1', '--json']);
    await watching.printed(/"title":"Lamp 1"/);
    await cli.run(['things', 'write', 'Lamp 1', 'on', 'true']);
    await watching.printed(/"property":"on","value":true/);
    const { code, err } = await watching.interrupt();
    expect({ code, err }).toEqual({ code: 130, err: '' });
  });

  test('on a terminal they are watched in place, and the cursor is restored', async () => {
    const watching = cli.start(['things', 'watch'], { columns: 80 });
    await watching.printed(/Lamp 1/);
    await watching.printed(/Press Ctrl-C to stop/);
    // What is drawn anew begins by going up.
    // eslint-disable-next-line no-control-regex -- it is an escape sequence
    await watching.printed(/\u001b\[1A|\u001b\[\d+A/);
    const { code, out } = await watching.interrupt();
    expect(code).toBe(130);
    expect(out.lastIndexOf('\u001b[?25h')).toBeGreaterThan(out.lastIndexOf('\u001b[?25l'));
  });

  test('events are followed, and continued after a given one', async () => {
    const following = cli.start(['events', '--follow', '--json', '--subject', 'alice']);
    await following.printed(/"type":"property_changed".*\n.*\n/);
    const { code, out } = await following.interrupt();
    expect(code).toBe(130);
    const [first, second] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    const again = cli.start(['events', '-f', '--json', '--subject', 'alice', '--from', first!.id]);
    await again.printed(second!.id);
    const { out: resumed } = await again.interrupt();
    expect((JSON.parse(resumed.split('\n')[0]!) as { id: string }).id).toBe(second!.id);
    const forPeople = cli.start(['events', '--follow']);
    await forPeople.printed(/property_changed +Lamp|property_changed +Weather/);
    expect((await forPeople.interrupt()).err).toContain(
      'Continue with: trellis events --follow --from',
    );
  });

  test('a client is paused and resumed', async () => {
    const [{ id }] = await json('clients');
    await cli.run(['clients', 'pause', id, '--reason', 'Away']);
    expect((await lines('clients', 'get', id)).join('\n')).toMatch(
      /Status +PAUSED\nPaused .*: Away/,
    );
    expect(await json('clients', 'list', '--status', 'paused')).toHaveLength(1);
    await cli.run(['clients', 'resume', id]);
    expect(await json('clients', 'list', '--status', 'paused')).toEqual([]);
  });
});

test('a write that its device does not follow is accepted, and shown as such', async () => {
  const { request } = newAccount(stack(), { developer: 'demo' });
  const lamp = await startSlowLamp(request);
  try {
    const watching = cli.start(['things', 'watch', lamp.id]);
    await watching.printed(/Slow lamp {2}power=false level=20/);
    const { code, out, err } = await cli.run(['things', 'write', 'Slow lamp', 'power', 'on']);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '',
      err:
        'Slow lamp: power is accepted, not yet confirmed by the device.\n' +
        `Follow it with: trellis things watch ${lamp.id}\n`,
    });
    await watching.printed(/Slow lamp {2}power → true \(pending\)/);
    expect((await lines('things', 'show', 'Slow lamp')).join('\n')).toMatch(
      /^power +false → true \(pending\) +boolean/m,
    );
    expect(await json('things', 'show', 'Slow lamp')).toMatchObject({
      properties: { power: { value: false, target: { value: true, status: 'pending' } } },
    });
    expect((await lines('things')).join('\n')).toMatch(/power=false → true \(pending\)/);
    lamp.follow();
    await watching.printed(/power = true[^]*power → true \(confirmed\)/);
    await watching.interrupt();
  } finally {
    await lamp.close();
  }
});
