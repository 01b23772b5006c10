import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { writeProfiles } from '../session/profiles.js';
import { newCli, type TestCli } from '../testing/run.js';
import { newToken, startTrellis, type FakeTrellis } from '../testing/server.js';

const id = (number: number) => `01a1fb49-0d50-7523-8e7b-00000000000${number}`;
const line = (number: number) => `{"id":"${id(number)}","name":"Unit","type":"room"}\n`;

let trellis: FakeTrellis;
let cli: TestCli;
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('an interrupted export keeps the previous file, and continues without gaps or repetition', async () => {
  let cut = () => {};
  trellis = await startTrellis({
    'GET /api/v1/limits': () => ({ quotas: [] }),
    'GET /api/v1/units/export':
      ({ url }) =>
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        if (url.includes('from=')) return void response.end(line(2) + line(3));
        response.write(line(1) + line(2));
        cut = () => response.destroy();
      },
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
  const file = join(cli.directory, 'units.ndjson');
  await writeFile(file, 'before\n');
  const exporting = cli.run(['units', 'export', '-o', file]);
  while ((await readFile(`${file}.part`, 'utf8').catch(() => '')) !== line(1)) await wait(10);
  cut();
  expect((await exporting).error).toMatchObject({
    exitCode: 5,
    remedy: `Continue with: trellis units export --from ${id(2)} -o ${file}`,
  });
  expect(await readFile(file, 'utf8')).toBe('before\n');
  const { error } = await cli.run(['units', 'export', '--from', id(2), '-o', file]);
  expect(error).toBeUndefined();
  expect(await readFile(file, 'utf8')).toBe(line(1) + line(2) + line(3));
  const printed = await cli.run(['units', 'export'], { on: () => cut() });
  expect(printed).toMatchObject({ out: line(1), error: { exitCode: 5 } });
});

test('a rejected token is renewed before an import, which can be sent only once', async () => {
  const [old, renewed] = [newToken(), newToken({ scope: 'svc.units.admin' })];
  let issued = old;
  const isRefused = (authorization = '') => authorization === `Bearer ${old}` && issued !== old;
  const refusal = (response: ServerResponse) =>
    void response
      .writeHead(401, { 'content-type': 'application/problem+json' })
      .end('{"type":"about:blank#invalid_token"}');
  trellis = await startTrellis({
    'POST /oauth2/token': () => ({ access_token: issued, expires_in: 3600 }),
    'GET /api/v1/changes': ({ headers }) =>
      isRefused(headers.authorization) ? refusal : { changes: [], cursor: '1', more: false },
    'POST /api/v1/units/import': ({ headers }) =>
      isRefused(headers.authorization)
        ? refusal
        : { line: 1, created: 1, failed: 0, complete: true },
  });
  cli = await newCli();
  await writeFile(join(cli.directory, 'lines'), line(1));
  const profile = { url: trellis.address, client_id: 'app', client_secret: 'secret' };
  await writeProfiles({ current: 'work', profiles: { work: profile } });
  await cli.run(['whoami']);
  issued = renewed;
  const { error } = await cli.run(['units', 'import', join(cli.directory, 'lines')]);
  expect(error).toBeUndefined();
});

test('an import says why lines failed, with the members that are not valid', async () => {
  const problem = {
    detail: 'The line is not valid.',
    errors: [{ pointer: '/colour', detail: 'Is not a known member.' }],
  };
  const counts = { line: 1, created: 0, updated: 0, unchanged: 0, failed: 1, complete: true };
  trellis = await startTrellis({
    'GET /api/v1/changes': () => ({ changes: [], cursor: '1', more: false }),
    'POST /api/v1/units/import': () => (response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'application/x-ndjson' })
        .end(`${JSON.stringify({ line: 1, problem })}\n${JSON.stringify(counts)}\n`),
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
  await writeFile(join(cli.directory, 'lines'), line(1));
  const { err, error } = await cli.run(['units', 'import', join(cli.directory, 'lines')]);
  expect(error).toMatchObject({ message: '1 lines could not be imported.' });
  expect(err).toContain('Line 1: The line is not valid. /colour: Is not a known member.');
});
