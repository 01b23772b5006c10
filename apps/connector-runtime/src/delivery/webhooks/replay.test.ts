import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Problem, type Change, type UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { silentLog } from '../../testing/log.js';
import { recordingQueue } from '../../testing/queues.js';
import { registerApp, verify } from '../../testing/webhook.js';
import { unitsAnswering } from '../../testing/units.js';
import { replay, sendReplay } from './replay.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const servers: AppServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

const time = '2026-11-23T01:02:03.456Z';
const [client, thing] = [randomUUID(), randomUUID()];
const changeAt = (n: number, more: Partial<Change> = {}): Change => ({
  cursor: `${n}-${n}-1000`,
  time,
  kind: 'thing_created',
  id: thing,
  client,
  subject: 'alice',
  ...more,
});

/** A units-service with these changes, up to which there are no others now. */
function unitsWith(changes: Change[], now: string): RpcClient<UnitsContract> {
  const read = ({ after, limit }: { after?: string; limit: number }) => {
    if (after === undefined) return { changes: [], cursor: now, more: false };
    if (after === 'gone') throw new Problem('position_gone', 'It is too old.');
    const numberOf = (cursor: string) => Number(cursor.split('-')[0]);
    const found = changes.filter(({ cursor }) => numberOf(cursor) > numberOf(after));
    const page = found.slice(0, limit);
    const isCut = page.length < found.length;
    return { changes: page, cursor: isCut ? page.at(-1)!.cursor : '9999-0-1', more: isCut };
  };
  return unitsAnswering(async (_name, input) => read(input));
}

async function appWith(changes: Change[], respond?: Parameters<typeof startAppServer>[0]) {
  const server = await startAppServer(respond);
  servers.push(server);
  const app = await registerApp(testing, server.url);
  const replays = recordingQueue<{ job: string }>();
  const needs = {
    ...app.needs,
    replays,
    log: silentLog,
    units: unitsWith(changes, '1000-0-1'),
  };
  const request = (id: string = randomUUID(), from = '0-0-1') =>
    replay(needs, { ...app.of, id, from }, { expiresAt: Infinity });
  const stored = () => testing.database.replay.findFirst({ where: { webhook: app.of } });
  return {
    app,
    request,
    stored,
    replays,
    messages: () => server.received.map((message) => verify(app.secret, message)),
    ids: () => server.received.map(({ headers }) => headers['webhook-id']),
    /** Runs one job, as far as it comes. */
    async run(isLast = false, number = isLast ? 14 : 1) {
      const { job } = (await stored())!;
      await sendReplay(needs, { job }, { number, isLast }).catch(() => undefined);
    },
    needs,
  };
}

const ofThing = { thing_id: thing, client_id: client, subject: 'alice' };

test('a replay sends what apps are told of, in its order, up to when it was requested', async () => {
  const occurred = '2026-11-22T00:00:00.000Z';
  const { request, run, stored, messages } = await appWith([
    changeAt(1),
    changeAt(2, { kind: 'thing_event', name: 'pressed', data: 'once', occurred }),
    { cursor: '3-3-1000', time, kind: 'thing_created', id: randomUUID(), subject: 'alice' },
    {
      cursor: '4-4-1000',
      time,
      kind: 'client_status_changed',
      id: client,
      subject: 'alice',
      status: 'ERROR',
      error: 'unavailable',
      paused: { since: time, reason: 'Away' },
    },
    changeAt(5, { kind: 'thing_deleted' }),
    changeAt(1001),
  ]);
  await request();
  await run();
  const event = { ...ofThing, event: 'pressed', data: 'once', occurred_at: occurred };
  const paused = { since: time, reason: 'Away' };
  const status = { status: 'ERROR', error: { code: 'unavailable' }, paused };
  expect(messages()).toEqual([
    { type: 'thing_created', timestamp: time, data: ofThing },
    { type: 'thing_event', timestamp: time, data: event },
    {
      type: 'client_status_changed',
      timestamp: time,
      data: { client_id: client, subject: 'alice', ...status },
    },
    { type: 'thing_deleted', timestamp: time, data: ofThing },
  ]);
  expect(await stored()).toBeNull();
});

test('of many, each job sends a few, and each message is sent once', async () => {
  const changes = Array.from({ length: 120 }, (_, n) => changeAt(n + 1));
  const { request, run, stored, replays, ids } = await appWith(changes);
  const { id } = await request();
  await run();
  expect(ids()).toHaveLength(50);
  expect(await stored()).toMatchObject({ position: '50-50-1000', job: replays.added[1] });
  await run();
  await run();
  expect(new Set(ids()).size).toBe(120);
  expect(ids()).toHaveLength(120);
  expect(replays.added).toHaveLength(3);
  expect(replays.added[0]).toBe(id);
  expect(await stored()).toBeNull();
}, 60_000);

test('a message that fails holds back the next ones; what was sent is not sent again after a crash', async () => {
  let isAway = true;
  const { request, run, stored, messages, ids } = await appWith(
    [changeAt(1), changeAt(2), changeAt(3, { kind: 'thing_deleted' })],
    (_request, response) => {
      response.statusCode = isAway && ids().length > 1 ? 503 : 204;
      response.end();
    },
  );
  await request();
  await run();
  expect(await stored()).toMatchObject({ position: '1-1-1000' });
  await testing.database.replay.updateMany({ data: { position: '0-0-1' } });
  isAway = false;
  await run();
  expect(ids()).toHaveLength(4);
  expect(ids()[1]).toBe(ids()[2]);
  expect(messages().at(-1)).toMatchObject({ type: 'thing_deleted' });
  expect(await stored()).toBeNull();
});

test('one that fails for good ends the replay', async () => {
  const { app, request, run, stored } = await appWith(
    [changeAt(1), changeAt(2)],
    (_request, response) => void response.writeHead(500).end(),
  );
  await request();
  await run(true);
  expect(await app.list()).toMatchObject([{ status: 'failed' }]);
  expect(await stored()).toBeNull();
});

test('a message that is tried again ends its job, so that the next one has all attempts', async () => {
  const seen = new Set<unknown>();
  const { request, run, stored, messages, replays } = await appWith(
    [changeAt(1), changeAt(2), changeAt(3, { kind: 'thing_deleted' })],
    ({ headers }, response) => {
      const isFirst = !seen.has(headers['webhook-id']);
      seen.add(headers['webhook-id']);
      response.writeHead(isFirst ? 503 : 204).end();
    },
  );
  await request();
  for (const _message of [1, 2, 3]) {
    await run();
    await run(true);
  }
  expect(messages()).toHaveLength(6);
  expect(new Set(replays.added).size).toBe(3);
  expect(await stored()).toBeNull();
});

test('one whose attempts are used up ends, so that another may begin', async () => {
  const { app, request, run, stored, needs } = await appWith([changeAt(1)]);
  const { id } = await request();
  await testing.database.delivery.create({
    data: {
      id: randomUUID(),
      webhookKey: (await stored())!.webhookKey,
      replayId: id,
      type: 'thing_created',
      payload: '',
    },
  });
  needs.units = unitsAnswering(async () => {
    throw new Problem('timeout', 'It does not answer.');
  });
  await run();
  expect(await stored()).toMatchObject({ id });
  await run(true);
  expect(await stored()).toBeNull();
  expect(await app.list()).toMatchObject([{ status: 'failed' }]);
});

test('there is one at a time, however often its request is delivered', async () => {
  const { request, replays } = await appWith([changeAt(1)]);
  const id = randomUUID();
  expect(await request(id)).toEqual({ id });
  expect(await request(id)).toEqual({ id });
  await expect(request()).rejects.toMatchObject({ code: 'already_exists' });
  expect(new Set(replays.added)).toEqual(new Set([id]));
});

test('from a position that is not known any more it is refused', async () => {
  const { request, stored } = await appWith([]);
  await expect(request(randomUUID(), 'gone')).rejects.toMatchObject({ code: 'position_gone' });
  expect(await stored()).toBeNull();
});
