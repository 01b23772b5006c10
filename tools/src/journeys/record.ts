import { newAccount, waitFor, type Account } from '@trellis/testing';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { startRecordedServices, type RecordedServices } from './services.js';

/** The journeys, by their headings in docs/architecture.md. */
export const journeyNames = ['`GET /units/:id`', 'A poll', 'A failed delete'] as const;
export type JourneyName = (typeof journeyNames)[number];

/** The files that each journey executes, as paths below the root of the repository. */
export type ExecutedFiles = Record<JourneyName, string[]>;

/** How long files are recorded during each journey (ms). */
const windowMs = 4_000;

/** How long they are recorded while nothing is requested (ms): longer than the intervals of work that recurs. */
const idleMs = 12_000;

/** Periodic work of connector-runtime, which may fall into any window. */
const isPeriodic = (file: string) => file.startsWith('apps/connector-runtime/src/maintenance/');

/** A client whose every poll finds changes. */
const clientConfiguration = { devices: 2, interval_ms: 1_000, change_rate: 1 };

/** Runs the product from its sources and goes each journey; what runs without one is left out. */
export async function recordJourneys(): Promise<ExecutedFiles> {
  const services = await startRecordedServices();
  try {
    const account = newAccount(services);
    const unit = await createUnit(account);
    const idle = new Set(await filesDuring(services, () => pause(idleMs)));
    // Twice, since work for other reasons may fall into one of the windows.
    const record = async (journey: () => Promise<unknown>) => {
      const first = new Set(await filesDuring(services, journey));
      const second = await filesDuring(services, journey);
      return second.filter((file) => first.has(file) && !idle.has(file) && !isPeriodic(file));
    };

    const read = await record(() => expectStatus(account, 'GET', unit, 200));
    const client = await createClient(account);
    const poll = await record(async () => undefined);
    await expectStatus(account, 'POST', `${client}/pause`, 200);
    await refuseRemovals(services.databaseUrl);
    // A poll under way ends first.
    await pause(windowMs);
    const failedDelete = await record(() => expectStatus(account, 'DELETE', client, 500));
    return { '`GET /units/:id`': read, 'A poll': poll, 'A failed delete': failedDelete };
  } finally {
    await services.stop();
    services.clear();
  }
}

/** The files that run during a journey and for a while after it, since some work follows an answer. */
async function filesDuring(
  services: RecordedServices,
  journey: () => Promise<unknown>,
): Promise<string[]> {
  await services.takeFiles();
  await journey();
  await pause(windowMs);
  return services.takeFiles();
}

async function createUnit(account: Account): Promise<string> {
  const body = { name: 'House', type: 'building' };
  const answer = await expectStatus(account, 'POST', '/units', 201, body);
  return `/units/${answer.id}`;
}

/** Creates a client of the simulator and waits for its first poll. */
async function createClient(account: Account): Promise<string> {
  const body = { connector_type_id: 'simulator', configuration: { application_key: 'any text' } };
  const { status } = await account.request('POST', '/connectors/instances', { body });
  if (status !== 201) throw new Error(`The instance is ${status}.`);
  const { client_id } = await expectStatus(account, 'POST', '/connectors/clients', 201, {
    connector_type_id: 'simulator',
    configuration: clientConfiguration,
  });
  const path = `/connectors/clients/${client_id}`;
  await waitFor(async () => (await expectStatus(account, 'GET', path, 200)).status === 'STARTED', {
    what: 'The first poll',
  });
  return path;
}

async function expectStatus(
  { request }: Account,
  method: string,
  path: string,
  status: number,
  body?: unknown,
) {
  const answer = await request(method, path, { subject: 'alice', body });
  if (answer.status === status) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Makes PostgreSQL refuse to delete things, so that removals fail. */
async function refuseRemovals(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`
    CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse_removal BEFORE DELETE ON units.things
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
  `);
  await client.end();
}
