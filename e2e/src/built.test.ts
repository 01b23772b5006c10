import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  freePort,
  createDatabase,
  installed,
  startMosquitto,
  startOtlpReceiver,
  waitFor,
  type OtlpReceiver,
  serviceNames,
  writeConnectorPackage,
} from '@trellis/testing';
import { connectAsync } from 'mqtt';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Node of this run and that of the images, which may be newer (`TEST_BUILT_NODE`). */
const nodes = [...new Set([process.execPath, process.env.TEST_BUILT_NODE || process.execPath])];

/** The bundles that the images run, in a folder without any package beside them. */
const bundles = mkdtempSync(join(tmpdir(), 'trellis-built-'));
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

beforeAll(() => {
  for (const service of serviceNames) {
    const cwd = join(root, 'apps', service);
    cpSync(join(cwd, 'dist'), join(bundles, service, 'dist'), { recursive: true });
    if (service === 'api-gateway') continue;
    const migrations = join('prisma', 'migrations');
    cpSync(join(cwd, migrations), join(bundles, service, migrations), { recursive: true });
  }
  // As an image that is derived from that of connector-runtime has it.
  writeConnectorPackage(join(bundles, 'connector-runtime/dist/node_modules'));
});

describe.each(nodes)('the bundles under %s', (node) => {
  let address: string;
  let environment: NodeJS.ProcessEnv;
  let traces: OtlpReceiver;
  const probes: Record<string, number> = {};
  const stops: (() => Promise<void>)[] = [];

  const run = (service: string, program: string, ...args: string[]): string =>
    execFileSync(node, [`dist/${program}.js`, ...args], {
      cwd: join(bundles, service),
      env: environment,
      encoding: 'utf8',
    });

  async function start(service: string): Promise<void> {
    const port = (probes[service] = await freePort());
    const child = spawn(node, ['dist/main.js'], {
      cwd: join(bundles, service),
      env: { ...environment, HEALTH_PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    stops.push(async () => {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    });
  }

  beforeAll(async () => {
    const port = await freePort();
    const databaseUrl = await createDatabase();
    address = `http://127.0.0.1:${port}`;
    traces = await startOtlpReceiver();
    environment = {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      QUEUE_DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(32).toString('base64'),
      SECRETS_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      EGRESS_PRIVATE_NETWORKS: '127.0.0.0/8',
      CONNECTORS: 'acme-hub',
    };
    run('units-service', 'migrate');
    run('connector-runtime', 'migrate');
    run('accounts-service', 'migrate');
    for (const service of serviceNames) await start(service);
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
    await traces.close();
  });

  test('the services connect an end user and show the things', async () => {
    const app = JSON.stringify({ developer: 'acme', name: 'Acme Home' });
    const credentials = JSON.parse(run('connector-runtime', 'register-app', app)) as object;
    const token = await fetch(`${address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
    });
    const { access_token } = (await token.json()) as { access_token: string };

    const request = (path: string, body?: object, subject?: string) =>
      fetch(`${address}/api/v1${path}`, {
        headers: {
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
          ...(subject !== undefined && { 'x-external-subject-id': subject }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    const post = async (
      path: string,
      configuration: object,
      { subject, type = 'simulator' }: { subject?: string; type?: string } = {},
    ) => {
      const body = { connector_type_id: type, configuration };
      const answer = await request(path, body, subject);
      expect(answer.status).toBe(201);
      return (await answer.json()) as { client_id: string };
    };
    await post('/connectors/instances', { application_key: 'any text' });
    await post('/connectors/clients', { devices: 2, interval_ms: 1000 }, { subject: 'alice' });
    await waitFor(
      async () => ((await (await request('/things')).json()) as object[]).length === 2,
      {
        what: 'the things of the simulator',
      },
    );

    // A connector of a package is polled, and uses the SDK of the bundle.
    const ofPackage = { type: 'acme-hub' };
    await post('/connectors/instances', {}, ofPackage);
    const { client_id } = await post('/connectors/clients', {}, { ...ofPackage, subject: 'bob' });
    await waitFor(
      async () => {
        const client = await (await request(`/connectors/clients/${client_id}`)).json();
        return (client as { error?: { detail: string } }).error?.detail === 'Of the package.';
      },
      { what: 'the failure of the package' },
    );

    // What serves agents is loaded by the first one.
    const agents = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await request('/../../mcp', agents);
    expect(await listed.json()).toMatchObject({ result: { tools: expect.any(Array) } });

    // JSON-LD is checked by a child process, whose program has to be found beside the bundle.
    const value = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
    const properties = [{ name: 'about', value }];
    const unit = await request('/units', { name: 'Garden', type: 'place', properties });
    expect(unit.status).toBe(201);
  });

  (installed('mosquitto') ? test : test.skip)('the demo of compose shows its device', async () => {
    const broker = (await startMosquitto())!;
    const home = await connectAsync(broker.url);
    try {
      const script = readFileSync(join(root, 'compose/device.sh'), 'utf8');
      const [, topic, message] = /^publish (\S+) '([^']+)'/m.exec(script)!;
      await home.publishAsync(topic!, message!, { retain: true, qos: 1 });
      await home.publishAsync('thermometer/state', '21.5', { retain: true, qos: 1 });

      const DEMO_CLIENT_SECRET = randomBytes(32).toString('base64url');
      const demo = (program: string) =>
        execFileSync(node, [join(root, 'compose', program)], {
          cwd: join(bundles, 'connector-runtime'),
          env: {
            ...environment,
            DEMO_CLIENT_SECRET,
            GATEWAY: address,
            BROKER: broker.url,
          },
          encoding: 'utf8',
        });
      demo('register.mjs');
      expect(demo('demo.mjs')).toMatch(/^Thermometer \(urn:uuid:[0-9a-f-]+\): temperature\n$/);
    } finally {
      await home.endAsync();
      await broker.stop();
    }
  });

  test('the doctor of every service finds what it needs, and nothing wrong', () => {
    // Other test programs use connections of the same server: its number of connections is not that of these services.
    const ofOthers = 'PostgreSQL connections';
    for (const service of serviceNames) {
      const { stdout } = spawnSync(node, ['dist/doctor.js'], {
        cwd: join(bundles, service),
        env: environment,
        encoding: 'utf8',
      });
      const results = stdout.split(new RegExp(`^(?=${service}: )`, 'm'));
      expect(results).toContain(`${service}: ok     configuration: It is valid.\n`);
      const wrong = results.filter((result) => !result.startsWith(`${service}: ok `));
      expect(wrong.filter((result) => !result.includes(ofOthers))).toEqual([]);
    }
  });

  test('no thing is without its client', () => {
    expect(run('connector-runtime', 'remove-orphans')).toMatch(/ 0 are not\.\n$/);
  });

  (process.env.TEST_REDIS_URL ? test : test.skip)('the board shows the queues', async () => {
    const port = await freePort();
    const board = spawn(node, ['dist/queue-board.js'], {
      cwd: join(bundles, 'connector-runtime'),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        REDIS_URL: process.env.TEST_REDIS_URL,
        QUEUE_BOARD_PORT: String(port),
        QUEUE_BOARD_PASSWORD: 'correct horse battery',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const authorization = `Basic ${Buffer.from('operator:correct horse battery').toString('base64')}`;
    const at = (path: string) =>
      fetch(`http://127.0.0.1:${port}/${path}`, { headers: { authorization } });
    try {
      const page = await waitFor(() => at('').catch(() => undefined), { what: 'the board' });
      const files = [...(await page.text()).matchAll(/src="(static[^"]+)"/g)];
      expect(files.length).toBeGreaterThan(1);
      for (const [, file] of files) expect((await at(file!)).status).toBe(200);
      expect(((await (await at('api/queues')).json()) as { queues: [] }).queues).toHaveLength(18);
    } finally {
      const exit = once(board, 'exit');
      board.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    }
  });

  test('the services are traced, which takes nothing that is loaded beside the bundles', async () => {
    for (const service of serviceNames) {
      const [span] = await traces.find((one) => one.service === service, `a span of ${service}`);
      expect(span!.attributes).not.toEqual({});
    }
    const [statement] = await traces.find(({ name }) => name === 'SQL polls.read', 'a poll');
    expect(statement!.service).toBe('connector-runtime');
  });

  test('every service has its probes on a port of its own', async () => {
    for (const service of serviceNames) {
      for (const probe of ['live', 'ready']) {
        const answer = await fetch(`http://127.0.0.1:${probes[service]}/health/${probe}`);
        expect([service, probe, await answer.json()]).toEqual([service, probe, { status: 'ok' }]);
      }
    }
  });

  test('the gateway serves the document of the interface', async () => {
    const document = await fetch(`${address}/api/v1/openapi.json`);
    expect(await document.json()).toHaveProperty('paths');
  });

  test.each([
    ['/docs/', 5],
    ['/connect/', 3],
  ])('the gateway serves %s with all that the page loads', async (path, count) => {
    const page = await (await fetch(`${address}${path}`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThanOrEqual(count);
    for (const file of files) {
      const answer = await fetch(new URL(file, `${address}${path}`));
      expect([file, answer.status]).toEqual([file, 200]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });
});
