import { randomBytes } from 'node:crypto';
import {
  newAccount,
  serviceNames,
  waitFor,
  type Account,
  type ServiceName,
} from '@trellis/testing';
import getPort from 'get-port';
import { checkAgent } from './check-agent.js';
import { derivedImage } from './build.js';
import { runContainer, startContainer, type Container } from './container.js';
import type { startServers } from './servers.js';

/** Time limit until a service is ready (ms). */
const maxStartMs = 2_000;

/** CPU limit until a service is ready (s): three times the measured value, for slow machines. */
const maxStartCpuSeconds = 6;

interface Start {
  readyMs: number;
  cpuSeconds: number;
}

/**
 * Runs the migrations and the services together, and polls a client. Returns the cost of the start of each
 * service. `mayBeSlow` ignores the time that passed, but not the CPU time.
 */
export async function checkImages(
  servers: Awaited<ReturnType<typeof startServers>>,
  { mayBeSlow }: { mayBeSlow: boolean },
): Promise<Map<ServiceName, Start>> {
  const jwtSecret = randomBytes(32).toString('base64url');
  const port = await getPort();
  const environment = {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    JWT_SECRET: jwtSecret,
    SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: String(port),
  };
  for (const service of serviceNames.filter((name) => name !== 'api-gateway')) {
    const command = ['node', `${service}/dist/migrate.js`];
    // A job may be repeated.
    runContainer({ target: 'migrations', environment, command });
    runContainer({ target: 'migrations', environment, command });
  }

  const starts = new Map<ServiceName, Start>();
  const containers: Container[] = [];
  try {
    for (const service of serviceNames) {
      const { container, ...took } = await start(
        service,
        environment,
        mayBeSlow ? Infinity : maxStartMs,
      );
      containers.push(container);
      starts.set(service, took);
    }
    const address = `http://127.0.0.1:${port}`;
    const account = newAccount({ address, jwtSecret });
    await pollClient(account);
    await checkAgent(account, address);
    await requirePages(port);
    await requirePackage(port);
    // Its exit code is 1 if it finds a problem.
    for (const target of serviceNames) {
      runContainer({ target, environment, command: ['node', 'dist/doctor.js'] });
    }
    const codes = containers.map((container) => container.stop());
    if (codes.some((code) => code !== 0)) throw new Error(`A service ended with ${codes.join()}.`);
  } catch (error) {
    process.stderr.write(containers.map((container) => container.logs()).join('\n'));
    throw error;
  } finally {
    for (const container of containers) container.remove();
  }
  return starts;
}

/** Starts a service that must be ready within `withinMs`; tries up to three times, because the machine may be busy. */
async function start(
  target: ServiceName,
  environment: Record<string, string>,
  withinMs: number,
  attempt = 1,
) {
  const port = await getPort();
  const begin = performance.now();
  const container = startContainer({
    target,
    image: target === 'connector-runtime' ? derivedImage : undefined,
    environment: { ...environment, HEALTH_PORT: String(port) },
  });
  try {
    await waitFor(() => isReady(port), {
      every: 10,
      within: 30_000,
      what: `${target} being ready`,
    });
  } catch (error) {
    process.stderr.write(container.logs());
    container.remove();
    throw error;
  }
  const readyMs = Math.round(performance.now() - begin);
  const cpuSeconds = container.cpuSeconds();
  if (cpuSeconds > maxStartCpuSeconds) {
    container.remove();
    throw new Error(`${target} took ${cpuSeconds} s of CPU until it was ready.`);
  }
  if (readyMs <= withinMs) return { container, readyMs, cpuSeconds };
  container.remove();
  if (attempt === 3) throw new Error(`${target} was ready after ${readyMs} ms only.`);
  return start(target, environment, withinMs, attempt + 1);
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Connects an end user to the simulator and waits until a second poll has succeeded. */
async function pollClient({ request }: Account): Promise<void> {
  const subject = 'alice';
  const simulator = (configuration: object) => ({ connector_type_id: 'simulator', configuration });
  await request('POST', '/connectors/instances', { body: simulator({ application_key: 'any' }) });
  const { status, body } = await request('POST', '/connectors/clients', {
    subject,
    body: simulator({ devices: 3, interval_ms: 1000 }),
  });
  if (status !== 201) throw new Error(`The client was not created: ${JSON.stringify(body)}`);
  const polled = new Set<string>();
  await waitFor(
    async () => {
      const client = await request('GET', `/connectors/clients/${body.client_id}`, { subject });
      if (client.body.last_polled) polled.add(client.body.last_polled);
      return client.body.status === 'STARTED' && polled.size > 1;
    },
    { what: 'the second poll' },
  );
  const things = await request('GET', '/things', { subject });
  if (things.body.length !== 3) throw new Error('The things of the client are missing.');

  const about = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
  const properties = [{ name: 'about', value: about }];
  const unit = await request('POST', '/units', {
    subject,
    body: { name: 'Garden', type: 'place', properties },
  });
  if (unit.status !== 201) throw new Error(`JSON-LD was not checked: ${JSON.stringify(unit.body)}`);
}

/** Requires the connector of the package that is in the derived image. */
async function requirePackage(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/connectors/descriptions`);
  const types = ((await answer.json()) as { type_id: string }[]).map(({ type_id }) => type_id);
  if (!types.includes('acme-hub')) throw new Error(`There are only ${types.join(', ')}.`);
}

async function requirePages(port: number): Promise<void> {
  for (const path of ['/docs/swagger-ui-bundle.js', '/connect']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
    if (status !== 200) throw new Error(`The gateway does not serve ${path}.`);
  }
}
