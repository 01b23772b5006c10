import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { newAccount, signToken, waitFor, type Account } from '@trellis/testing';
import { oneStack } from './one-stack.js';
import { openStream } from './open-stream.js';
import { simulate } from './simulation.js';

const stack = oneStack({ environment: { STREAMS_PER_DEVELOPER: '20' } });

const open = (address: string, headers?: Record<string, string | undefined>) =>
  openStream(address.startsWith('http') ? address : `${stack().address}/api/v1${address}`, headers);

/** A thing of an app with a property `n`. */
async function newThing({ request }: Account, subject?: string) {
  const created = await request('POST', '/things', {
    subject,
    body: {
      title: 'Counter',
      properties: {
        n: { type: 'integer', value: 0 },
        code: { type: 'string', writeOnly: true },
        text: { type: 'string' },
      },
    },
  });
  const href = created.headers.get('location')!;
  const write = (n: number) => request('PUT', `${href}/properties/n`, { body: n });
  return { href, write, description: created.body };
}

describe('observing a property', () => {
  test('gives the value as it is and each new one', async () => {
    const account = newAccount(stack());
    const { href, write } = await newThing(account);
    const stream = await open(`${href}/properties/n/observe`, { token: account.token });
    expect(stream.headers.get('content-type')).toMatch('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await waitFor(() => stream.events.length === 1);
    await write(1);
    await waitFor(() => stream.events.length === 2);
    await write(1);
    await write(2);
    await waitFor(() => stream.events.length === 3);
    expect(stream.events.map(({ event, data }) => [event, data])).toEqual([
      ['message', 0],
      ['message', 1],
      ['message', 2],
    ]);
    stream.close();
  });

  test('misses and repeats nothing when it is cut again and again', async () => {
    const account = newAccount(stack());
    const { href, write } = await newThing(account);
    const seen: unknown[] = [];
    let lastId: string | undefined;
    const writing = (async () => {
      for (let n = 1; n <= 100; n += 1) await write(n);
    })();
    while (seen.at(-1) !== 100) {
      const stream = await open(`${href}/properties/n/observe`, {
        token: account.token,
        ...(lastId && { 'last-event-id': lastId }),
      });
      await waitFor(() => stream.events.length >= 7 || stream.events.at(-1)?.data === 100, {
        every: 5,
      });
      stream.close();
      const got = stream.events.slice();
      seen.push(...got.map(({ data }) => data));
      lastId = got.at(-1)!.id;
    }
    await writing;
    const first = seen[0] as number;
    expect(seen).toEqual(Array.from({ length: 101 - first }, (_, index) => first + index));
  });

  test('of a connector’s thing follows its polls', async () => {
    const account = newAccount(stack());
    const client = await simulate(account);
    const thing = await client.station();
    const stream = await open(`${thing}/properties/temperature/observe`, { token: account.token });
    await waitFor(() => stream.events.length >= 3, { what: 'new temperatures' });
    for (const { data } of stream.events) expect(data).toEqual(expect.any(Number));
    stream.close();
  });

  test('is 404 where there is nothing to observe', async () => {
    const account = newAccount(stack());
    const { href } = await newThing(account, 'alice');
    const status = async (address: string, headers = {}) =>
      (await open(address, { token: account.token, ...headers })).status;
    expect(await status(`${href}/properties/nothing/observe`)).toBe(404);
    expect(await status(`${href}/properties/code/observe`)).toBe(404);
    const bob = { 'x-external-subject-id': 'bob' };
    expect(await status(`${href}/properties/n/observe`, bob)).toBe(404);
    const { token } = newAccount(stack());
    expect(await status(`${href}/properties/n/observe`, { token })).toBe(404);
  });
});

describe('a ticket', () => {
  const observeForm = ({ properties }: { properties: Record<string, { forms: never[] }> }) =>
    (properties.n!.forms as { href: string; op: string[] }[]).find(({ op }) =>
      op.includes('observeproperty'),
    )!.href;

  test('opens the streams of its thing without a token', async () => {
    const account = newAccount(stack());
    const { description, write } = await newThing(account, 'alice');
    const stream = await open(observeForm(description));
    await waitFor(() => stream.events.length === 1);
    await write(7);
    await waitFor(() => stream.events.length === 2);
    stream.close();
  });

  test('opens nothing else', async () => {
    const account = newAccount(stack());
    const [mine, other] = [await newThing(account), await newThing(account)];
    const { search } = new URL(observeForm(mine.description));
    expect((await open(`${other.href}/properties/n/observe${search}`)).status).toBe(401);
    expect((await open(`${mine.href}${search}`)).status).toBe(401);
    expect((await open(`/events${search}`)).status).toBe(401);
    expect((await open(`${mine.href}/properties/n/observe?ticket=made-up`)).status).toBe(401);
  });
});

describe('the stream of everything', () => {
  test('tells what happens to the things of a subject, and to no others', async () => {
    const account = newAccount(stack());
    const mine = { token: account.token, 'x-external-subject-id': 'alice' };
    const stream = await open('/events', mine);
    const created = await open('/events?type=thing_created,thing_deleted', {
      token: account.token,
    });
    const other = await open('/events', { token: newAccount(stack()).token });
    const alices = await newThing(account, 'alice');
    const bobs = await newThing(account, 'bob');
    await bobs.write(5);
    await alices.write(3);
    await account.request('DELETE', alices.href);
    await waitFor(() => stream.events.length === 3);
    const id = alices.description.id;
    const time = expect.stringMatching(/Z$/);
    const thing = { href: alices.href };
    const property = { href: `${alices.href}/properties/n`, name: 'n' };
    expect(stream.events.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'thing_created', data: { id, time, thing } },
      { event: 'property_changed', data: { id, time, thing, property, value: 3 } },
      { event: 'thing_deleted', data: { id, time, thing } },
    ]);
    await waitFor(() => created.events.length === 3);
    expect(created.events.map(({ event }) => event)).toEqual([
      'thing_created',
      'thing_created',
      'thing_deleted',
    ]);
    expect(other.events).toEqual([]);
    for (const one of [stream, created, other]) one.close();
  });

  test('goes on after Last-Event-ID, and says when that is too long ago', async () => {
    const { token, ...account } = newAccount(stack());
    const stream = await open('/events', { token });
    const { write } = await newThing({ token, ...account });
    await waitFor(() => stream.events.length === 1);
    stream.close();
    await write(1);
    const lastId = stream.events[0]!.id;
    const next = await open('/events', { token, 'last-event-id': lastId });
    await waitFor(() => next.events.length === 1);
    expect(next.events[0]!.data).toMatchObject({ value: 1 });
    next.close();

    const [xact, key] = lastId.split('-');
    const longAgo = `${xact}-${key}-${Date.now() - 2 * 60 * 60_000}`;
    const late = await open('/events', { token, 'last-event-id': longAgo });
    await waitFor(() => late.events.length === 1);
    expect(late.events[0]!.event).toBe('reset');
    late.close();

    const fromBackup = `${BigInt(xact!) + 1_000_000n}-${key}-${Date.now()}`;
    const ahead = await open('/events', { token, 'last-event-id': fromBackup });
    await waitFor(() => ahead.events.length === 1);
    expect(ahead.events[0]!.event).toBe('reset');
    ahead.close();

    for (const impossible of ['x', `${2n ** 64n}-1-1`, `1-${2n ** 63n}-1`]) {
      const refused = await open('/events', { token, 'last-event-id': impossible });
      expect(refused.status).toBe(400);
    }
    expect((await open('/events?type=nothing', { token })).status).toBe(400);
  });

  test('goes on after many long values without a gap', async () => {
    const { token, ...account } = newAccount(stack());
    const stream = await open('/events', { token });
    const { href } = await newThing({ token, ...account });
    await waitFor(() => stream.events.length === 1);
    stream.close();
    const longText = 'x'.repeat(900_000);
    for (let n = 0; n < 24; n += 1) {
      const body = JSON.stringify(`${n} ${longText}`);
      const written = await account.request('PUT', `${href}/properties/text`, { body });
      expect(written.status).toBe(204);
    }
    const next = await open('/events', { token, 'last-event-id': stream.events[0]!.id });
    await waitFor(() => next.events.length === 24, { what: 'all events' });
    const numbers = next.events.map(({ data }) => parseInt((data as { value: string }).value));
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, n) => n));
    next.close();
  });

  test('ends when the access token expires', async () => {
    const token = signToken(stack(), { exp: Math.floor(Date.now() / 1000) + 10 });
    const stream = await open('/events', { token });
    expect(stream.status).toBe(200);
    expect(stream.ended()).toBe(false);
    await waitFor(() => stream.ended(), { what: 'the end of the stream' });
  });

  test('may be open so many times for a developer, and a closed one counts no more', async () => {
    const { token } = newAccount(stack());
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('/events', { token })));
    expect((await open('/events', { token })).status).toBe(429);
    expect((await open('/events', { token: newAccount(stack()).token })).status).toBe(200);
    for (const stream of streams) stream.close();
    await waitFor(async () => (await open('/events', { token })).status === 200);
  });

  test('is answered to HEAD with its headers alone', async () => {
    const { request } = newAccount(stack());
    const head = await request('HEAD', '/events');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toMatch('text/event-stream');
  });
});

test('open streams do not hold up the end of the gateway', async () => {
  const { token } = newAccount(stack());
  const stream = await open('/events', { token });
  const pid = await stack().pidOf('api-gateway');
  process.kill(pid, 'SIGTERM');
  await waitFor(() => stream.ended(), { within: 5_000, what: 'the end of the stream' });
  const ended = () => /api-gateway ended \((.+)\)/.exec(stack().output())?.[1];
  expect(await waitFor(ended, { what: 'the end of the gateway' })).toBe('exit code 0');
  await waitFor(
    async () => {
      await pause(100);
      return (await fetch(`${stack().address}/health/ready`).catch(() => undefined))?.ok;
    },
    { what: 'the gateway to be back' },
  );
});
