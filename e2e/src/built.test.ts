import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, waitFor } from '@trellis/testing';
import getPort from 'get-port';

/**
 * The bundles that the images run. They are built by the Node of this run and started by the one in
 * `TEST_BUILT_NODE`, where it is set: the images have a newer Node than a developer may have.
 */
const node = process.env.TEST_BUILT_NODE || process.execPath;
const services = ['units-service', 'connector-runtime', 'api-gateway'];
const root = fileURLToPath(new URL('../..', import.meta.url));

let address: string;
let environment: NodeJS.ProcessEnv;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const port = await getPort();
  const databaseUrl = await createDatabase();
  address = `http://127.0.0.1:${port}`;
  environment = {
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    QUEUE_DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret of the tests that is long enough',
    SECRETS_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  for (const service of services) {
    execFileSync(process.execPath, [`${root}/tools/src/bundle.mjs`], {
      cwd: folderOf(service),
    });
  }
  run('units-service', 'migrate');
  run('connector-runtime', 'migrate');
  for (const service of services) start(service);
  await waitFor(
    () =>
      fetch(`${address}/health`).then(
        async (answer) => ((await answer.json()) as { status: string }).status === 'ok',
        () => false,
      ),
    { within: 120_000, what: 'the built services' },
  );
});

afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

const folderOf = (service: string) => `${root}/apps/${service}`;

function run(service: string, program: string, ...args: string[]): string {
  return execFileSync(node, [`dist/${program}.js`, ...args], {
    cwd: folderOf(service),
    env: environment,
    encoding: 'utf8',
  });
}

function start(service: string): void {
  const child = spawn(node, ['dist/main.js'], {
    cwd: folderOf(service),
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  stops.push(async () => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  });
}

test('the built services connect an end user and show the things', async () => {
  const app = JSON.stringify({ developer: 'acme', name: 'Acme Home' });
  const credentials = JSON.parse(run('connector-runtime', 'register-app', app)) as object;
  const token = await fetch(`${address}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
  });
  const { access_token } = (await token.json()) as { access_token: string };

  const request = (path: string, body?: object) =>
    fetch(`${address}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'x-external-subject-id': 'alice',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const post = async (path: string, configuration: object) => {
    const answer = await request(path, { connector_type_id: 'simulator', configuration });
    expect(answer.status).toBe(201);
  };
  await post('/connectors/instances', { application_key: 'any text' });
  await post('/connectors/clients', { devices: 2, interval_ms: 1000 });
  await waitFor(async () => ((await (await request('/things')).json()) as object[]).length === 2, {
    what: 'the things of the simulator',
  });

  // JSON-LD is checked by a worker of its own, which has to be found in the bundle.
  const value = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
  const properties = [{ name: 'about', value }];
  const unit = await request('/units', { name: 'Garden', type: 'place', properties });
  expect(unit.status).toBe(201);
});

test('the built gateway serves the documentation of the interface', async () => {
  expect((await fetch(`${address}/docs`)).status).toBe(200);
  expect((await fetch(`${address}/api/v1/openapi.json`)).status).toBe(200);
});
