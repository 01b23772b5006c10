import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createDatabase,
  launchTool,
  newAccount,
  startStack,
  waitFor,
  type Stack,
} from '@trellis/testing';
import pg from 'pg';

const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [old, current] = [keyOf('old'), keyOf('new')];

let dataDirectory: string;
let databaseUrl: string;
let database: pg.Client;
beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'trellis-keys-'));
  databaseUrl = await createDatabase();
  database = new pg.Client(databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function withKeys(keys: string, use: (stack: Stack) => Promise<void>) {
  const environment = { DATABASE_URL: databaseUrl, SECRETS_KEYS: keys };
  const stack = await startStack({ environment, dataDirectory });
  try {
    await use(stack);
  } finally {
    await stack.stop();
  }
}

const secretsOf = async ({ address }: Stack) => {
  const health = await (await fetch(`${address}/health`)).json();
  return (health as { services: Record<string, { secrets?: { left: Record<string, number> } }> })
    .services['connector-runtime']!.secrets!;
};

const configurations = async () => {
  const { rows } = await database.query<{ configuration: string }>(
    `SELECT configuration FROM connectors.clients
     UNION ALL SELECT configuration FROM connectors.instances`,
  );
  return rows.map(({ configuration }) => configuration.split('.').slice(0, 2).join('.'));
};

test('a key is replaced while the service runs, and the old one can go', async () => {
  const developer = 'developer-of-keys';
  let client = '';
  const started = (stack: Stack) =>
    waitFor(
      async () => {
        const path = `/connectors/clients/${client}`;
        return (await newAccount(stack, { developer }).request('GET', path)).body.last_polled;
      },
      { what: 'a poll' },
    );

  await withKeys(`${old},${current}`, async (stack) => {
    const { request } = newAccount(stack, { developer });
    await request('POST', '/connectors/instances', {
      body: { connector_type_id: 'simulator', configuration: { application_key: 'any text' } },
    });
    const created = await request('POST', '/connectors/clients', {
      subject: 'alice',
      body: { connector_type_id: 'simulator', configuration: { devices: 1, interval_ms: 1000 } },
    });
    client = created.body.client_id as string;
    await started(stack);
    expect(await configurations()).toEqual(['v2.old', 'v2.old']);
  });

  await withKeys(`${current},${old}`, async (stack) => {
    await waitFor(async () => (await secretsOf(stack)).left.old === 2, { what: 'the count' });
    expect(await configurations()).toEqual(['v2.old', 'v2.old']);
    const { launcher, output } = launchTool('rotate-secrets', { DATABASE_URL: databaseUrl });
    await waitFor(() => launcher.exitCode !== null);
    expect(output()).toContain('re-encrypted with new');
    await waitFor(async () => (await configurations()).every((text) => text === 'v2.new'), {
      what: 'the rotation',
    });
    const secrets = await waitFor(async () => {
      const found = await secretsOf(stack);
      return Object.keys(found.left).length === 0 && found;
    });
    expect(secrets).toEqual({
      current_key: 'new',
      left: {},
      unknown_keys: [],
      developers_left: 0,
      surveyed: expect.any(String),
    });
  });

  await withKeys(current, async (stack) => {
    await started(stack);
    const path = `/connectors/clients/${client}`;
    const { body } = await newAccount(stack, { developer }).request('GET', path);
    expect(body.status).toBe('STARTED');
  });
}, 600_000);
