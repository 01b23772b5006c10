import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newCli, type TestCli } from '../testing/run.js';
import { startTrellis, type FakeTrellis } from '../testing/server.js';

const id = '01a1fb49-0d50-7523-8e7b-000000000001';
const running = {
  id,
  href: `http://trellis.example/erasures/${id}`,
  status: 'running',
  requested: '2026-11-30T00:00:00Z',
  clients_left: 1,
  erased: { things: 2 },
};
const completed = {
  ...running,
  status: 'completed',
  ended: '2026-11-30T00:00:20Z',
  erased: { things: 3, history_values: 70 },
  receipt: 'e30.e30.signature',
};
const exported = '{"type":"subject","data":{"id":"alice smith"}}\n';

let trellis: FakeTrellis;
let cli: TestCli;
let reads: number;
beforeEach(async () => {
  reads = 0;
  trellis = await startTrellis({
    'GET /api/v1/subjects': () => [
      { href: 'http://trellis.example/api/v1/subjects/alice%20smith' },
    ],
    'DELETE /api/v1/subjects/alice%20smith': () => running,
    [`GET /api/v1/erasures/${id}`]: () => ((reads += 1) === 1 ? running : completed),
    'GET /api/v1/subjects/alice%20smith/export': () => (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(exported),
  });
  cli = await newCli({ TRELLIS_URL: trellis.address, TRELLIS_TOKEN: 'token' });
});
afterEach(async () => {
  await cli.clear();
  await trellis.close();
});

test('end users are listed by their ids', async () => {
  expect((await cli.run(['subjects', 'list'])).out).toBe('alice smith\n');
});

test('an end user is erased after a confirmation, and its receipt is printed at the end', async () => {
  const refused = await cli.run(['subjects', 'delete', 'alice smith']);
  expect(refused.error).toBeDefined();
  expect(trellis.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);

  const { out, error } = await cli.run(['subjects', 'delete', 'alice smith', '--yes']);
  expect(error).toBeUndefined();
  expect(out).toBe('e30.e30.signature\n');
  expect(reads).toBe(2);

  const json = await cli.run(['subjects', 'delete', 'alice smith', '--yes', '--no-wait', '--json']);
  expect(JSON.parse(json.out)).toEqual(running);
});

test('an export is written to standard output or a file, for the account whatever the subject', async () => {
  const { out } = await cli.run(['--subject', 'bob', 'subjects', 'export', 'alice smith']);
  expect(out).toBe(exported);
  const { headers } = trellis.requests[0]!;
  expect(headers).not.toHaveProperty('x-external-subject-id');
  const directory = await mkdtemp(join(tmpdir(), 'trellis-export-'));
  const file = join(directory, 'alice.ndjson');
  await cli.run(['subjects', 'export', 'alice smith', '-o', file]);
  expect(await readFile(file, 'utf8')).toBe(exported);
  await rm(directory, { recursive: true });
});
