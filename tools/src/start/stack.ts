import { setTimeout as delay } from 'node:timers/promises';
import { createSealing } from '@trellis/sealing';
import { serviceNames, type ServiceName } from '../services.js';
import {
  healthPortOf,
  serviceEnvironment,
  type Environment,
  type LauncherConfiguration,
} from './configuration.js';
import { openDataDirectory, readSecrets, type Secrets } from './data-directory.js';
import { startEmbeddedDatabase } from './database.js';
import { removeEnvironmentFile, writeEnvironmentFile } from './environment-file.js';
import { pendingMigrations } from './pending-migrations.js';
import { requireFreePort, requireReachable } from './ports.js';
import { runProgram } from './programs.js';
import { supervise } from './supervise.js';
import { welcome } from './welcome.js';

const report = (message: string) => void process.stderr.write(`trellis: ${message}\n`);

/** Runs the product with the selected services until a signal stops it. */
export async function runStack(
  configuration: LauncherConfiguration,
  services: ServiceName[],
): Promise<void> {
  const shutdown = createShutdown();
  try {
    const text = await startStack(configuration, services, shutdown);
    if (!shutdown.hasBegun) process.stdout.write(text);
  } catch (error) {
    // Errors during the shutdown are expected.
    if (shutdown.hasBegun) return;
    await shutdown.run();
    throw error;
  }
}

/** Starts everything; returns the welcome text. */
async function startStack(
  configuration: LauncherConfiguration,
  services: ServiceName[],
  shutdown: Shutdown,
): Promise<string> {
  const directory = openDataDirectory(configuration.DATA_DIR);
  const { PORT: port, DATABASE_URL, REDIS_URL } = configuration;
  if (services.includes('api-gateway')) await requireFreePort(port);
  if (REDIS_URL) await requireReachable('REDIS_URL', REDIS_URL);
  if (DATABASE_URL) await requireReachable('DATABASE_URL', DATABASE_URL);

  const secrets = readSecrets(directory);
  const databaseUrl = DATABASE_URL ?? (await embeddedDatabase(directory, secrets, shutdown));
  const environment = serviceEnvironment({ configuration, secrets, databaseUrl });
  const signInCode = createSealing(environment.SECRETS_KEYS!).seal(
    { purpose: 'sign-in-code', id: secrets.demoApp.client_id },
    secrets.demoApp.client_secret,
  );
  await prepareDatabase(environment, secrets, signInCode);
  writeEnvironmentFile(directory, environment);
  shutdown.onClose(async () => removeEnvironmentFile(directory));

  const running = services.map((service) =>
    supervise(service, {
      environment: {
        ...environment,
        LOG_LEVEL: configuration.LOG_LEVEL,
        HEALTH_PORT: healthPortOf(service, configuration.HEALTH_PORT),
      },
      report,
    }),
  );
  shutdown.onClose(async () => {
    await Promise.all(running.map((service) => service.stop()));
  });
  await Promise.all(running.map(({ ready }) => ready));
  if (services.includes('api-gateway'))
    await waitForGateway(port, services.length === serviceNames.length);

  const address = environment.PUBLIC_URL ?? `http://localhost:${port}`;
  return welcome({ address, services, environment, demoApp: secrets.demoApp, signInCode });
}

async function embeddedDatabase(
  directory: string,
  { databasePassword: password }: Secrets,
  shutdown: Shutdown,
): Promise<string> {
  const database = await startEmbeddedDatabase({ directory, password, report });
  shutdown.onClose(() => database.stop());
  return database.url;
}

/** Brings the schemas up to date and registers the demo app. */
async function prepareDatabase(
  environment: Environment,
  { demoApp }: Secrets,
  sign_in_code: string,
): Promise<void> {
  const pending = await pendingMigrations(environment.DATABASE_URL!);
  await Promise.all(pending.map((app) => runProgram({ app, program: 'migrate', environment })));
  await runProgram({
    app: 'connector-runtime',
    program: 'register-app',
    environment,
    args: [JSON.stringify({ ...demoApp, developer: 'demo', name: 'Demo', sign_in_code })],
  });
}

/** Waits until the gateway answers, and reaches the other services if all run. */
async function waitForGateway(port: number, isComplete: boolean): Promise<void> {
  const path = isComplete ? '/health' : '/health/live';
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    const { status } = response?.ok ? ((await response.json()) as { status: string }) : {};
    if (status === 'ok') return;
    await delay(100);
  }
}

interface Shutdown {
  /** Whether the process is stopping. */
  readonly hasBegun: boolean;
  /** Registers a function that runs at the end, in reverse order of registration. */
  onClose(close: () => Promise<void>): void;
  /** Closes everything once. */
  run(): Promise<void>;
}

/** Closes everything that was registered on a signal, and ends the process. */
function createShutdown(): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const close of closers.reverse()) {
      await close().catch((error: Error) => report(error.message));
    }
  }
  const run = () => (closing ??= closeAll());

  const end = () => void run().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // npm may be killed without forwarding the signal.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && end(), 1_000).unref();
  }
  return {
    get hasBegun() {
      return closing !== undefined;
    },
    onClose: (close) => void closers.push(close),
    run,
  };
}
