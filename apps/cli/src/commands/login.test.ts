import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { newToken, startTrellis, type FakeTrellis } from '../testing/server.js';

let trellis: FakeTrellis;
let cli: TestCli;
let issued: string[];
beforeEach(async () => {
  issued = [];
  trellis = await startTrellis({
    'POST /oauth2/token': () => {
      issued.push(newToken({ scope: `scope-${issued.length + 1}` }));
      return { access_token: issued.at(-1), expires_in: 3600 };
    },
  });
  cli = await newCli();
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

async function login(secret: string) {
  const stdin = jest
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([secret]) as never);
  const args = ['--url', trellis.address, '--client-id', 'app', '--client-secret-stdin'];
  const { error } = await cli.run(['login', ...args]);
  stdin.mockRestore();
  expect(error).toBeUndefined();
}

const tokens = async () => {
  const folder = join(cli.directory, 'trellis');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(
    files
      .filter((name) => name.startsWith('token-'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
};

test.each(['secret', 'other secret'])(
  'after a login with %j its token is used, and that of before is gone',
  async (secret) => {
    await login('secret');
    await login(secret);
    expect((await cli.run(['whoami'])).out).toMatch(/^Scopes +scope-2$/m);
    expect(issued).toHaveLength(2);
    expect(await tokens()).toEqual([expect.stringContaining(issued[1]!)]);
  },
);

test('credentials of the environment cache no token', async () => {
  const environment = { TRELLIS_CLIENT_ID: 'app', TRELLIS_CLIENT_SECRET: 'secret' };
  Object.assign(process.env, { TRELLIS_URL: trellis.address, ...environment });
  const { out } = await cli.run(['whoami']);
  expect(out).toMatch(/renewed automatically/);
  expect(await tokens()).toEqual([]);
});

test('a token of the environment is not renewed', async () => {
  Object.assign(process.env, { TRELLIS_URL: trellis.address, TRELLIS_TOKEN: newToken() });
  const { out } = await cli.run(['whoami']);
  expect(out).toMatch(/^Token +expires /m);
  expect(out).not.toMatch(/another one/);
});
