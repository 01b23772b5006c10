import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { serviceNames, services } from './services.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The secrets that earlier versions of `docker-compose.yml` showed. */
const sample = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgresql://trellis:trellis@postgres:5432/trellis',
  REDIS_URL: 'redis://redis:6379',
  JWT_SECRET: 'development-only-development-only-development-only',
  SECRETS_KEYS: 'development:ZGV2ZWxvcG1lbnQtb25seS1kZXZlbG9wbWVudC1vbmw=',
};

/** The same, with secrets of one's own. */
const own = {
  ...sample,
  DATABASE_URL: 'postgresql://trellis:c97b1e0f@postgres:5432/trellis',
  JWT_SECRET: 'q2dXJ5k1Wm8sVt0ZrPn4Yb7LhE3fUaGc',
  SECRETS_KEYS: 'k1:3q2+796tvu/erb7v3q2+796tvu/erb7v3q2+796tvu8=',
};

const read = (service: keyof typeof services, environment: Record<string, string>) => () =>
  readConfiguration(services[service], environment);
const production = (environment: object) => ({ ...environment, NODE_ENV: 'production' });

describe('the secrets that samples have shown', () => {
  test.each([
    ['api-gateway', 'JWT_SECRET'],
    ['api-gateway', 'SECRETS_KEYS'],
    ['connector-runtime', 'SECRETS_KEYS'],
    ['connector-runtime', 'DATABASE_URL'],
    ['units-service', 'DATABASE_URL'],
    ['accounts-service', 'SECRETS_KEYS'],
    ['accounts-service', 'DATABASE_URL'],
  ] as const)('do not let %s start in production with %s', (service, name) => {
    const environment = { ...own, [name]: sample[name]! };
    expect(read(service, environment)).not.toThrow();
    expect(read(service, production(own))).not.toThrow();
    expect(read(service, production(environment))).toThrow(`${name}: is a sample`);
  });

  test('are refused among others, too', () => {
    const SECRETS_KEYS = `${own.SECRETS_KEYS},${sample.SECRETS_KEYS}`;
    expect(read('connector-runtime', production({ ...own, SECRETS_KEYS }))).toThrow('is a sample');
  });

  test.each(serviceNames)('end %s in production with one line', (service) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@trellis/source', '--import', 'tsx', `apps/${service}/src/main.ts`],
      { cwd: root, env: { PATH: process.env.PATH, ...production(sample) }, encoding: 'utf8' },
    );
    expect(stderr).toMatch(
      new RegExp(`^${service}: [A-Z_]+: is a sample that everybody knows; generate another\n$`),
    );
    expect(stderr).not.toMatch(/development-only|ZGV2|trellis:trellis/);
    expect(status).toBe(2);
  });
});

describe('a secret that is too short', () => {
  const bytes = (count: number) => `k1:${Buffer.alloc(count, 'aB3').toString('base64')}`;
  test.each([
    ['api-gateway', 'JWT_SECRET', 'a'.repeat(31), 'a'.repeat(32)],
    ['api-gateway', 'SECRETS_KEYS', bytes(31), bytes(32)],
    ['connector-runtime', 'SECRETS_KEYS', bytes(31), bytes(32)],
    ['connector-runtime', 'SECRETS_KEYS', `${bytes(32)},k2:short`, bytes(32)],
  ] as const)('for %s is refused everywhere (%s)', (service, name, short, enough) => {
    expect(read(service, { ...own, [name]: short })).toThrow(`${name}: must `);
    expect(read(service, { ...own, [name]: enough })).not.toThrow();
  });
});
