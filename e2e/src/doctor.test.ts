import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  launchTool,
  newAccount,
  startRedis,
  startStack,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { simulate } from './simulation.js';

(process.env.TEST_REDIS_URL ? describe : describe.skip)('the doctor', () => {
  let redis: TestRedis;
  let stack: Stack;
  beforeAll(async () => {
    redis = (await startRedis())!;
    stack = await startStack({ environment: { REDIS_URL: redis.url } });
  });
  afterAll(async () => {
    await stack.stop();
    stack.clear();
    await redis.stop();
  });

  test('says what is wrong with an installation and how to mend it, and nothing else', async () => {
    await simulate(newAccount(stack));
    const { launcher, output } = launchTool('doctor', { DATA_DIR: stack.dataDirectory });
    const [code] = (await once(launcher, 'exit')) as [number];
    const lines = output().split('\n');
    expect(lines.filter((line) => / WRONG /.test(line))).toEqual(
      ['api-gateway', 'units-service', 'connector-runtime', 'accounts-service'].map(
        (service) => `${service}: WRONG  Redis persistence: appendonly is off.`,
      ),
    );
    expect(lines).toContain('connector-runtime: ok     schedules: 1 for 1 clients.');
    expect(output()).toMatch('units-service: ok     migrations of the schema units: All ');
    expect(code).toBe(1);
  });
});
