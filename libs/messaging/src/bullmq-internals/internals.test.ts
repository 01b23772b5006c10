import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LockManager, PostgresQueueBackend, RedisQueueBackend, Worker } from 'bullmq';

const require = createRequire(import.meta.url);
const root = dirname(require.resolve('bullmq/package.json'));
const versionOf = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: { bullmq: string } }).dependencies
    .bullmq;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function expectUnchanged(type: { prototype: object }, hashes: Record<string, string>): void {
  const methods = type.prototype as Record<string, unknown>;
  const found = Object.keys(hashes).map((name) => [name, hashOf(String(methods[name]))]);
  expect(Object.fromEntries(found)).toEqual(hashes);
}

const advice = 'see README.md in this folder before you change these hashes';

test('BullMQ has the version whose internals are used', () => {
  const own = new URL('../../package.json', import.meta.url).pathname;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect([version, versionOf(own)]).toEqual(['6.7.0', '6.7.0']);
});

test(`the methods of workers are unchanged: ${advice}`, () => {
  expectUnchanged(Worker, {
    run: 'e25712323e24',
    close: '8164e35a9b96',
    whenCurrentJobsFinished: '6106699519d3',
    startStalledCheckTimer: '7add21df3af4',
    getBlockTimeout: 'fa9382a801df',
  });
  expectUnchanged(LockManager, {
    start: 'a11f983cb02a',
    trackJob: '7852d4b9d880',
    untrackJob: '9fc49d5a0e4c',
    startLockExtenderTimer: '6e99fb87643a',
    extendLocks: 'd9ce86b6e956',
  });
  expectUnchanged(RedisQueueBackend, {
    waitForJob: 'ac7f4c9285ee',
    reconnectBlocking: '8cf324ad834b',
    updateData: '56315538bd58',
  });
});

test(`the methods of PostgreSQL and its tables are unchanged: ${advice}`, () => {
  expectUnchanged(PostgresQueueBackend, {
    moveToActive: '425019ec190f',
    moveToDelayed: '527fd4323cfb',
    moveToCompleted: '98ecc4a156c7',
    changePriority: 'd73fcb0688a2',
    promote: '26c6819b19ab',
    waitForJob: 'e07299a18efb',
    disconnectBlocking: 'a1d132a5e1f3',
  });
  const sql = readFileSync(join(root, 'dist/cjs/postgres/sql-scripts.js'), 'utf8');
  expect(hashOf(sql)).toBe('f30d1c70f415');
});

test(`the scripts that work on the same data are unchanged: ${advice}`, () => {
  const hashes = {
    'addDelayedJob-6': 'fae62ddc3feb',
    'addPrioritizedJob-9': '1bf32d8a9c8d',
    'addStandardJob-9': '14f76771f7ff',
    'extendLocks-1': 'adb9b9053829',
    'getState-8': 'a72a14c23256',
    'moveStalledJobsToWait-9': 'e37307f7de08',
    'moveToActive-11': '690e6c5f3e78',
    'moveToDelayed-11': '13040c994623',
    'moveToFinished-14': '2640504bbf67',
    'promote-9': '0793ac8a231a',
    'removeJob-2': '2eff81d60dd5',
    'retryJob-11': 'fa78ba5ea798',
    'updateData-1': 'cf8b7413981a',
  };
  const found = Object.keys(hashes).map((name) => [
    name,
    hashOf(readFileSync(join(root, 'dist/cjs/scripts', `${name}.js`), 'utf8')),
  ]);
  expect(Object.fromEntries(found)).toEqual(hashes);
});
