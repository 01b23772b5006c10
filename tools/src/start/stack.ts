import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { configuration as gateway } from '@trellis/api-gateway/configuration';
import { configuration as runtime } from '@trellis/connector-runtime/configuration';
import { readConfiguration } from '@trellis/platform';
import { configuration as units } from '@trellis/units-service/configuration';
import type { LauncherConfiguration } from './configuration.js';
import { noteRunning, openDataDirectory, readSecrets, type Secrets } from './data-directory.js';
import { startEmbeddedDatabase } from './database.js';
import { CannotStart } from './failure.js';
import { requireReachable } from './reachable.js';
import { runProgram, supervise, type Environment } from './programs.js';
import { welcome } from './welcome.js';

export { CannotStart };

const report = (message: string) => void process.stderr.write(`trellis: ${message}\n`);

/** Runs the whole product until it is told to stop. */
export async function runStack(configuration: LauncherConfiguration): Promise<void> {
  const { PORT: port } = configuration;
  const closers: (() => Promise<void>)[] = [];
  const stop = stopOnce(closers);
  try {
    const directory = dataDirectory(configuration.DATA_DIR);
    await refuseTakenPort(port);
    const { DATABASE_URL, REDIS_URL } = configuration;
    if (REDIS_URL) await requireReachable('REDIS_URL', REDIS_URL);
    if (DATABASE_URL) await requireReachable('DATABASE_URL', DATABASE_URL);
    const secrets = readSecrets(directory);
    const databaseUrl = DATABASE_URL ?? (await embedded(directory, secrets, closers));
    const environment = environmentOf(configuration, secrets, databaseUrl);
    for (const schema of [gateway, units, runtime]) {
      readConfiguration(schema, { ...process.env, ...environment });
    }

    await Promise.all([
      runProgram('units-service', 'migrate', environment),
      runProgram('connector-runtime', 'migrate', environment),
    ]);
    const app = { ...secrets.demoApp, developer: 'demo', name: 'Demo' };
    const services = ['units-service', 'connector-runtime', 'api-gateway'].map((service) =>
      supervise(service, environment, report),
    );
    closers.unshift(async () => {
      await Promise.all(services.map((service) => service.stop()));
    });
    await Promise.all([
      runProgram('connector-runtime', 'register-app', environment, [JSON.stringify(app)]),
      ...services.map(({ ready }) => ready),
    ]);
    const address = environment.PUBLIC_URL ?? `http://localhost:${port}`;
    await answering(`http://127.0.0.1:${port}/health/ready`);
    noteRunning(directory, { address, databaseUrl });
    process.stdout.write(welcome(address, secrets.demoApp));
  } catch (error) {
    if (stop.begun) return;
    await stop.run();
    throw error;
  }
}

/** Stops everything in the reverse order of its start, once, when a signal asks for it. */
function stopOnce(closers: (() => Promise<void>)[]) {
  let stopping: Promise<void> | undefined;
  const stop = {
    get begun() {
      return stopping !== undefined;
    },
    run: () =>
      (stopping ??= (async () => {
        for (const close of closers) await close().catch((error: Error) => report(error.message));
      })()),
  };
  const end = () => void stop.run().then(() => process.exit(0));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  // npm may be killed without passing the signal on; what it started must not stay behind.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && end(), 1_000).unref();
  }
  return stop;
}

function dataDirectory(path: string): string {
  try {
    return openDataDirectory(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`DATA_DIR: ${path} cannot be used (${code}).`);
  }
}

async function refuseTakenPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new CannotStart(
          code === 'EADDRINUSE'
            ? `PORT: ${port} is taken; choose another one.`
            : `PORT: ${port} cannot be used (${code}).`,
        ),
      ),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

async function embedded(
  directory: string,
  secrets: Secrets,
  closers: (() => Promise<void>)[],
): Promise<string> {
  const database = await startEmbeddedDatabase({
    directory,
    password: secrets.databasePassword,
    report,
  });
  closers.push(() => database.stop());
  return database.url;
}

/** What the services are told; what the environment says already comes first. */
function environmentOf(
  { PORT, LOG_LEVEL }: LauncherConfiguration,
  secrets: Secrets,
  databaseUrl: string,
): Environment {
  const { JWT_PUBLIC_KEY, JWKS_URL, JWT_SECRET } = process.env;
  const external = JWT_PUBLIC_KEY || JWKS_URL;
  return {
    PORT: String(PORT),
    LOG_LEVEL,
    DATABASE_URL: databaseUrl,
    QUEUE_DATABASE_URL: process.env.QUEUE_DATABASE_URL ?? databaseUrl,
    JWT_SECRET: JWT_SECRET ?? (external ? undefined : secrets.jwtSecret),
    SECRETS_KEYS: process.env.SECRETS_KEYS ?? secrets.secretsKeys,
    // On a laptop the devices are at home: on this machine and in its network.
    EGRESS_PRIVATE: process.env.EGRESS_PRIVATE ?? 'allow',
    PUBLIC_URL: process.env.PUBLIC_URL,
    // Looking up the names of remote technologies takes threads, and a name server may be slow.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '64',
  };
}

async function answering(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
}
