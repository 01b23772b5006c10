import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startHttpServer, waitFor, type Account, type Stack } from '@trellis/testing';
import pg from 'pg';

interface SlowLamp {
  /** The id of its thing. */
  id: string;
  /** Lets it do, from now on, what it was requested. */
  follow(): void;
  /** Makes it report other values, as after a press of a button. */
  report(values: Record<string, unknown>): void;
  close(): Promise<void>;
}

/** Connects a lamp of the Web of Things that accepts every write at once, and does nothing yet. */
export async function startSlowLamp(
  request: Account['request'],
  subject = 'alice',
): Promise<SlowLamp> {
  const reported: Record<string, unknown> = {
    power: false,
    level: 20,
    mode: 'day',
    label: 'Kitchen',
  };
  const requested: Record<string, unknown> = {};
  let doesFollow = false;
  const server = await startHttpServer((received, response) => {
    const name = received.url.slice(1);
    if (received.method === 'PUT') {
      (doesFollow ? reported : requested)[name] = JSON.parse(received.body);
      return response.writeHead(204).end();
    }
    const body = name === '' ? descriptionAt(server.address) : reported[name];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const configuration = { url: server.address, interval_ms: 1_000 };
  const created = await request('POST', '/connectors/clients', {
    subject,
    body: { connector_type_id: 'wot', configuration },
  });
  const { client_id } = created.body as { client_id: string };
  const id = await waitFor(async () => {
    const { body } = await request('GET', `/things?client=${client_id}`);
    return (body as { href: string }[])[0]?.href.split('/').at(-1);
  });
  return {
    id,
    follow() {
      doesFollow = true;
      Object.assign(reported, requested);
    },
    report: (values) => void Object.assign(reported, values),
    close: () => server.close(),
  };
}

function descriptionAt(address: string) {
  const property = (name: string, more: object) => ({
    [name]: { ...more, forms: [{ href: `${address}/${name}` }] },
  });
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: 'urn:example:slow-lamp',
    title: 'Slow lamp',
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: {
      ...property('power', { title: 'Power', '@type': 'OnOffProperty', type: 'boolean' }),
      ...property('level', {
        title: 'Level',
        type: 'integer',
        minimum: 0,
        maximum: 100,
        unit: '%',
      }),
      ...property('mode', { title: 'Mode', type: 'string', enum: ['day', 'night'] }),
      ...property('label', { title: 'Label', type: 'string', maxLength: 20 }),
    },
  };
}

/** Ends the time in which devices may report what they were requested, as a minute would. */
export async function endTargets({ dataDirectory }: Stack): Promise<void> {
  const file = readFileSync(join(dataDirectory, 'services.env'), 'utf8');
  const { DATABASE_URL } = parseEnv(file) as { DATABASE_URL?: string };
  const database = new pg.Client({
    connectionString: DATABASE_URL,
    options: '-c search_path=units',
  });
  await database.connect();
  await database.query(
    `UPDATE things SET target_until = now(),
       targets = regexp_replace(targets, '"until":[0-9]+', '"until":0', 'g')
     WHERE targets IS NOT NULL`,
  );
  await database.end();
}
