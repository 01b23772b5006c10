import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '@trellis/testing';
import getPort from 'get-port';
import type { ServiceName } from '../services.js';

/** Where the build of each service is. */
export type Builds = Record<ServiceName, string>;

export interface Installation {
  address: string;
  jwtSecret: string;
  /** Runs the migrations of a build. */
  migrate(build: string): void;
  /** Replaces every service that is to run another build, and waits until all are well. */
  roll(builds: Builds): Promise<void>;
  stop(): Promise<void>;
}

/** An installation on one PostgreSQL and one Redis, whose services can be of different builds. */
export async function createInstallation(servers: {
  databaseUrl: string;
  redisUrl: string;
}): Promise<Installation> {
  const port = await getPort();
  const address = `http://127.0.0.1:${port}`;
  const jwtSecret = randomBytes(32).toString('base64url');
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    PUBLIC_URL: address,
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    JWT_SECRET: jwtSecret,
    SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_PRIVATE_NETWORKS: '127.0.0.0/8',
    RECONCILIATION_INTERVAL_MS: '1000',
  };
  const running = new Map<ServiceName, { build: string; child: ChildProcess }>();

  async function end(service: ServiceName): Promise<void> {
    const child = running.get(service)?.child;
    running.delete(service);
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  return {
    address,
    jwtSecret,
    migrate(build) {
      for (const service of ['units-service', 'connector-runtime']) {
        const cwd = join(build, service);
        execFileSync(process.execPath, ['dist/migrate.js'], { cwd, env: environment });
      }
    },
    async roll(builds) {
      for (const [name, build] of Object.entries(builds)) {
        const service = name as ServiceName;
        if (running.get(service)?.build === build) continue;
        await end(service);
        const child = spawn(process.execPath, ['dist/main.js'], {
          cwd: join(build, service),
          env: environment,
          stdio: ['ignore', 2, 2],
        });
        running.set(service, { build, child });
      }
      const isWell = () =>
        fetch(`${address}/health`).then(
          async (answer) => ((await answer.json()) as { status: string }).status === 'ok',
          () => false,
        );
      await waitFor(isWell, { within: 120_000, what: 'the services' });
    },
    async stop() {
      await Promise.all([...running.keys()].map(end));
    },
  };
}
