import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  freePort,
  installed,
  installedPostgres,
  launchTool,
  newAccount,
  startPostgresImage,
  startRedis,
  type PostgresImage,
  type ServiceName,
  serviceNames,
} from '@trellis/testing';
import pg from 'pg';
import { parse } from 'yaml';
import { runProgram, startService } from '@trellis/lab/system';
import { simulate } from './simulation.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { services: composed } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as {
  services: { postgres: { environment: Record<string, string>; volumes: string[] } };
};
const initFiles = composed.postgres.volumes
  .map((volume) => volume.split(':'))
  .filter(([, target]) => target === '/docker-entrypoint-initdb.d')
  .map(([source]) => join(root, source!))[0];

const programs = installedPostgres();

/**
 * Runs the containers of docker-compose.yml as processes: PostgreSQL and Redis, the migrations and the services. Only
 * the addresses differ, so the generated secrets are used unchanged.
 */
(programs && installed('redis-server') ? describe : describe.skip)(
  'an installation on one host',
  () => {
    let folder: string;
    let secrets: string;
    let volume: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'trellis-one-host-'));
      secrets = join(folder, 'secrets');
      // Its server needs a folder that its own user may reach.
      volume = mkdtempSync(join(tmpdir(), 'trellis-volume-'));
    });
    afterEach(() => {
      for (const each of [folder, volume]) rmSync(each, { recursive: true, force: true });
    });

    /** Generates secrets, or adds those that a folder of an earlier release lacks. */
    const generateSecrets = async () => {
      const { launcher, output } = launchTool('secrets', {}, [secrets]);
      const [code] = (await once(launcher, 'close')) as [number | null];
      if (code !== 0) throw new Error(`No secrets were generated: ${output()}`);
    };

    const variablesOf = (program: string) =>
      parseEnv(readFileSync(join(secrets, `${program}.env`), 'utf8')) as Record<string, string>;

    const startPostgres = (files = initFiles) =>
      startPostgresImage({
        programs: programs!,
        volume,
        initFiles: files,
        environment: { ...composed.postgres.environment, ...variablesOf('postgres') },
      });

    /** The services for which there are secrets. */
    const services = () => serviceNames.filter((name) => existsSync(join(secrets, `${name}.env`)));

    const databaseUrl = (service: ServiceName, { port }: PostgresImage) =>
      variablesOf(service).DATABASE_URL!.replace('@postgres:5432/', `@127.0.0.1:${port}/`);

    const migrate = async (postgres: PostgresImage) => {
      for (const name of services().filter((service) => service !== 'api-gateway')) {
        const environment = { DATABASE_URL: databaseUrl(name, postgres) };
        const logFile = join(folder, `${name}.log`);
        await runProgram({ name, logFile, program: 'migrate', environment });
      }
    };

    /** Starts everything, has `use` meet the gateway, and stops everything. */
    async function up<T>(
      use: (stack: { address: string; jwtSecret: string }, postgres: PostgresImage) => Promise<T>,
      files = initFiles,
    ): Promise<T> {
      const stops: (() => unknown)[] = [];
      try {
        const postgres = await startPostgres(files);
        stops.push(() => postgres.stop());
        const redis = (await startRedis())!;
        stops.push(() => redis.stop());
        await migrate(postgres);
        const port = await freePort();
        for (const name of services()) {
          const own = variablesOf(name);
          expect(own.REDIS_URL).toBe('redis://redis:6379');
          const service = await startService({
            name,
            logFile: join(folder, `${name}.log`),
            environment: {
              ...own,
              ...(own.DATABASE_URL && { DATABASE_URL: databaseUrl(name, postgres) }),
              REDIS_URL: redis.url,
              PORT: String(port),
            },
          });
          stops.push(() => service.stop());
        }
        const jwtSecret = variablesOf('api-gateway').JWT_SECRET!;
        return await use({ address: `http://127.0.0.1:${port}`, jwtSecret }, postgres);
      } finally {
        for (const stop of stops.reverse()) await stop();
      }
    }

    const query = async <Row extends pg.QueryResultRow>(url: string, text: string) => {
      const client = new pg.Client(url);
      await client.connect();
      return client
        .query<Row>(text)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    };

    /** The roles that the services use. */
    const rolesInUse = async (postgres: PostgresImage) => {
      const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = {
        ...composed.postgres.environment,
        ...variablesOf('postgres'),
      };
      const server = `127.0.0.1:${postgres.port}/${POSTGRES_DB}`;
      const rows = await query<{ role: string }>(
        `postgresql://${POSTGRES_USER}:${POSTGRES_PASSWORD}@${server}`,
        `SELECT DISTINCT usename AS role FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1`,
      );
      return rows.map(({ role }) => role);
    };
    const own = ['trellis_accounts', 'trellis_connectors', 'trellis_units'];

    test('gives each service a role, which needs the password of the secrets', async () => {
      await generateSecrets();
      await up(async (stack, postgres) => {
        await simulate(newAccount(stack));
        expect(await rolesInUse(postgres)).toEqual(own);
        const wrong = Object.assign(new URL(databaseUrl('units-service', postgres)), {
          password: variablesOf('postgres').CONNECTORS_PASSWORD,
        });
        await expect(query(wrong.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
      });
    });

    /** As releases wrote them that had one role for everything. */
    const writeEarlierSecrets = async () => {
      await generateSecrets();
      const { SECRETS_KEYS, JWT_SECRET } = variablesOf('api-gateway');
      const database = 'DATABASE_URL=postgresql://trellis:earlier@postgres:5432/trellis\n';
      const redis = 'REDIS_URL=redis://redis:6379\n';
      const sealing = `SECRETS_KEYS=${SECRETS_KEYS}\n`;
      rmSync(secrets, { recursive: true });
      mkdirSync(secrets);
      for (const [program, lines] of Object.entries({
        postgres: 'POSTGRES_PASSWORD=earlier\n',
        migrations: database,
        'units-service': database + redis,
        'connector-runtime': database + redis + sealing,
        'api-gateway': `${redis}${sealing}JWT_SECRET=${JWT_SECRET}\n`,
      }))
        writeFileSync(join(secrets, `${program}.env`), lines);
    };

    test('works on with the secrets and the volume of an earlier release, and can be given roles', async () => {
      await writeEarlierSecrets();
      const subject = 'alice';
      const developer = 'acme';
      const body = { name: 'Garden', type: 'place' };
      const path = await up(async (stack) => {
        const { request } = newAccount(stack, { developer });
        const { headers } = await request('POST', '/units', { subject, body });
        return new URL(headers.get('location')!, stack.address).pathname;
      }, '');
      const find = (stack: { address: string; jwtSecret: string }) =>
        newAccount(stack, { developer }).request('GET', stack.address + path, { subject });

      await up(async (stack, postgres) => {
        expect((await find(stack)).body).toMatchObject(body);
        expect(await rolesInUse(postgres)).toEqual(['trellis']);
      });

      // What docs/operate.md has an operator do.
      appendFileSync(
        join(secrets, 'postgres.env'),
        'UNITS_PASSWORD=one\nCONNECTORS_PASSWORD=two\n',
      );
      await generateSecrets();
      const postgres = await startPostgres();
      for (const file of ['1-roles.sql', '2-passwords.sql'])
        postgres.runFile(join(initFiles!, file));
      await postgres.stop();
      for (const [service, address] of [
        ['units-service', 'trellis_units:one'],
        ['connector-runtime', 'trellis_connectors:two'],
      ] as const) {
        const file = join(secrets, `${service}.env`);
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.replace('//trellis:earlier@', `//${address}@`));
      }
      await up(async (stack, after) => {
        expect((await find(stack)).body).toMatchObject(body);
        await simulate(newAccount(stack));
        expect(await rolesInUse(after)).toEqual(own);
      });
    });

    test('sets an empty volume up with the secrets of an earlier release', async () => {
      await writeEarlierSecrets();
      await generateSecrets();
      await up(async (stack, postgres) => {
        await simulate(newAccount(stack));
        expect(await rolesInUse(postgres)).toEqual(['trellis', 'trellis_accounts']);
      });
    });

    test('says that a volume was made with other secrets', async () => {
      await writeEarlierSecrets();
      await (await startPostgres('')).stop();
      rmSync(secrets, { recursive: true });
      await generateSecrets();
      const postgres = await startPostgres();
      await expect(migrate(postgres)).rejects.toThrow('units-service');
      await postgres.stop();
      const log = readFileSync(join(folder, 'units-service.log'), 'utf8');
      expect(log).toMatch('password authentication failed for user "trellis_units"');
    });
  },
);
