import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfiguration } from '@trellis/platform';
import { installed } from '@trellis/testing';
import { parse } from 'yaml';
import { generateEnvironments, writeSecrets } from './secrets/environments.js';
import { serviceNames, services as schemas } from './services.js';

interface ComposeService {
  image: string;
  profiles?: string[];
  command?: string[];
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  ports?: string[];
  networks: Record<string, unknown>;
  /** In the form of one version of Compose or the other. */
  volumes?: unknown[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'trellis-compose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

(installed('docker-compose') ? describe : describe.skip)('docker-compose.yml', () => {
  let services: Record<string, ComposeService>;

  beforeAll(() => {
    const secrets = join(folder, 'secrets');
    writeSecrets(secrets);
    const output = execFileSync('docker-compose', ['--profile', 'demo', 'config'], {
      cwd: root,
      env: { PATH: process.env.PATH, SECRETS: secrets },
      encoding: 'utf8',
    });
    ({ services } = parse(output) as { services: Record<string, ComposeService> });
  });

  const text = (environment: ComposeService['environment'] = {}) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

  test.each(serviceNames)(
    'gives %s what it needs in production, and nothing that it does not know',
    (name) => {
      const environment = text(services[name]!.environment);
      expect(() =>
        readConfiguration(schemas[name], { ...environment, NODE_ENV: 'production' }),
      ).not.toThrow();
      expect(Object.keys(environment).filter((key) => !(key in schemas[name].shape))).toEqual([]);
    },
  );

  test('starts nothing of the demo without its profile', () => {
    const demo = Object.entries(services).filter(([, { profiles }]) => profiles?.[0] === 'demo');
    expect(demo.map(([name]) => name).sort()).toEqual([
      'demo',
      'demo-device',
      'demo-register',
      'mosquitto',
    ]);
  });

  test('publishes the gateway alone, on loopback', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['api-gateway', ['127.0.0.1:3000:3000/tcp']],
    ]);
  });

  test('has each of several gateways say where its agents are reached', () => {
    expect(text(services['api-gateway']!.environment)).toMatchObject({
      AGENT_RELAY_HOST: 'hostname',
      AGENT_RELAY_PORT: '3100',
    });
    const networks = ['api-gateway', 'connector-runtime'].map((name) => services[name]!.networks);
    for (const network of networks) expect(network).toHaveProperty('data');
  });

  test('pins every image to a version', () => {
    const images = Object.values(services).map(({ image }) => image);
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?$/.test(image))).toEqual([]);
  });

  test('restricts every container of Trellis', () => {
    for (const [name, service] of Object.entries(services)) {
      if (!service.image.startsWith('trellis/')) continue;
      expect({ name, ...service }).toMatchObject({
        name,
        read_only: true,
        user: '1000:1000',
        cap_drop: ['ALL'],
      });
    }
  });

  test('migrates before a service with a database starts, and starts the gateway last', () => {
    const migrated = { condition: 'service_completed_successfully' };
    const healthy = { condition: 'service_healthy' };
    for (const name of ['migrate-units', 'migrate-connectors', 'migrate-accounts']) {
      expect(services[name]!.depends_on).toMatchObject({ postgres: healthy });
    }
    expect(services['units-service']!.depends_on).toMatchObject({ 'migrate-units': migrated });
    expect(services['connector-runtime']!.depends_on).toMatchObject({
      'migrate-connectors': migrated,
    });
    expect(services['accounts-service']!.depends_on).toMatchObject({
      'migrate-accounts': migrated,
    });
    expect(services['api-gateway']!.depends_on).toMatchObject({
      'units-service': healthy,
      'connector-runtime': healthy,
      'accounts-service': healthy,
      redis: healthy,
    });
  });

  test('waits only for what says whether it is healthy', () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        if (condition === 'service_healthy') expect(services[name]).toHaveProperty('healthcheck');
      }
    }
  });

  test('reads the files that npm run secrets writes', () => {
    const file = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    const read = [...file.matchAll(/\$\{SECRETS:-\.\/secrets\}\/([\w-]+)\.env/g)];
    const written = Object.keys(generateEnvironments());
    expect(new Set(read.map(([, program]) => program))).toEqual(new Set(written));
  });

  test('gives each service a role of its own, which PostgreSQL creates with its password', () => {
    const { postgres, ...rest } = services;
    expect(JSON.stringify(postgres!.volumes)).toMatch(
      /k8s\/database\b[^}]*\/docker-entrypoint-initdb\.d/,
    );
    const roleOf = (name: string) => {
      const { username, password } = new URL(String(rest[name]!.environment!.DATABASE_URL));
      return { username, password };
    };
    const passwords = text(postgres!.environment);
    for (const [service, schema] of [
      ['units-service', 'units'],
      ['connector-runtime', 'connectors'],
      ['accounts-service', 'accounts'],
    ] as const) {
      const password = passwords[`${schema.toUpperCase()}_PASSWORD`];
      const role = { username: `trellis_${schema}`, password };
      expect([`migrate-${schema}`, service].map(roleOf)).toEqual([role, role]);
    }
  });

  test('has queues that survive a restart and lose nothing when memory is short', () => {
    expect(services.redis!.command!.join(' ')).toBe(
      'redis-server --appendonly yes --maxmemory-policy noeviction --maxmemory 512mb',
    );
  });

  test('keeps the servers away from the networks of devices and callers', () => {
    for (const name of ['postgres', 'redis']) {
      expect(Object.keys(services[name]!.networks)).toEqual(['data']);
    }
    expect(Object.keys(services.mosquitto!.networks)).toEqual(['devices']);
  });
});
