import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { oneStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = oneStack();

interface Shown {
  status?: string;
  error?: { code: string };
  paused?: { since: string; reason?: string };
}

/** The data of messages to the callback and to the subscription, by path. */
const received: Record<string, Shown[]> = { '/callback': [], '/subscription': [] };
let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part as string;
    received[request.url!]!.push((JSON.parse(body) as { data: Shown }).data);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const stateOf = ({ status, error, paused }: Shown) => ({
  status,
  ...(error && { error: error.code }),
  ...(paused && { paused }),
});

/** An account whose status changes of clients arrive in every way. */
async function observedAccount() {
  const account = newAccount(stack());
  const { request, token } = account;
  const to = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const events = ['client_status_changed'];
  await request('PUT', '/callback', { body: { url: to('/callback'), events } });
  await request('POST', '/subscriptions', {
    body: { match: { events }, url: to('/subscription') },
  });
  const { cursor } = (await request('GET', '/changes')).body;
  const stop = new AbortController();
  const stream = await fetch(`${stack().address}/api/v1/events?type=client_status_changed`, {
    headers: { authorization: `Bearer ${token}`, 'last-event-id': cursor },
    signal: stop.signal,
  });
  let streamed = '';
  const reading = (async () => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) streamed += part;
  })().catch(() => undefined);
  return {
    account,
    events: {
      stream: () =>
        [...streamed.matchAll(/^data: ?(\{.+\})$/gm)].map(([, data]) => JSON.parse(data!) as Shown),
      feed: async () =>
        (await request('GET', `/changes?cursor=${cursor}&kind=client_status_changed`)).body
          .changes as Shown[],
      callback: () => received['/callback']!,
      subscription: () => received['/subscription']!,
    },
    async close() {
      stop.abort();
      await reading;
    },
  };
}

test('a pause reads the same in resources, events, messages and the change feed', async () => {
  const { account, events, close } = await observedAccount();
  const { request } = account;
  const { path, things } = await simulate(account, { devices: 1 });
  const [thing] = await things();

  // Callbacks also report the first poll.
  await waitFor(() => events.callback().length === 1);

  /** Returns the state in resources, and in the latest event of each way after so many of the test. */
  const read = async (count: number) => {
    const client = (await request('GET', path)).body as Shown;
    const listed = (await request('GET', '/connectors/clients?view=summary')).body as Shown[];
    const latest = Object.entries(events).map(async ([way, list]) => {
      const expected = way === 'callback' ? count + 1 : count;
      const found = await waitFor(
        async () => {
          const all = await list();
          return all.length >= expected && all;
        },
        { what: `${expected} status changes of the ${way}` },
      );
      expect(found).toHaveLength(expected);
      return [way, stateOf(found.at(-1)!)] as const;
    });
    const ways = Object.fromEntries(await Promise.all(latest));
    return { client: stateOf(client), listed: stateOf(listed[0]!), ...ways };
  };
  const same = (state: object) => ({
    client: state,
    listed: state,
    ...Object.fromEntries(Object.keys(events).map((way) => [way, state])),
  });
  const availabilities = async () => {
    const headers = { accept: 'application/ld+json' };
    const listing = (await request('GET', '/things', { headers })).body;
    const one = (await request('GET', thing!)).body;
    const entries = (await request('GET', `${thing!}/logbook`)).body as { kind: string }[];
    const log = entries.find(({ kind }) => kind === 'availability_changed');
    return { one: one.availability, listed: listing[0].availability, log };
  };

  const reason = 'The subscription has ended.';
  const answer = await request('POST', `${path}/pause`, { body: { reason } });
  const paused = { status: 'STARTED', paused: { since: answer.body.paused.since, reason } };
  expect(stateOf(answer.body)).toEqual(paused);
  expect(await read(1)).toEqual(same(paused));
  const left = { state: 'unknown', reason: 'client_paused', since: paused.paused.since };
  expect(await availabilities()).toMatchObject({
    one: left,
    listed: left,
    log: { value: 'unknown', code: 'client_paused' },
  });

  const resumed = await request('POST', `${path}/resume`);
  expect(stateOf(resumed.body)).toEqual({ status: 'STARTED' });
  expect(await read(2)).toEqual(same({ status: 'STARTED' }));
  expect(await availabilities()).toMatchObject({
    one: { state: 'available' },
    listed: { state: 'available' },
    log: { previous: 'unknown', value: 'available' },
  });
  await close();
}, 120_000);
