import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const thing = '0190b1f4-6d5c-7cc0-8000-000000000001';
const now = '2026-11-21T00:00:00.000Z';
const page = { events: [], cursor: '1-1-1', more: false, missed: false };

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {
    'events.read': () => page,
    'things.read': ({ id }: { id: string }) => ({
      id,
      title: 'Safe',
      properties: { open: { type: 'boolean' }, code: { type: 'string', writeOnly: true } },
      events: { opened: { data: { type: 'string' } }, closed: {} },
      values: { open: true, code: '1234' },
      availability: { state: 'available' },
      creator: { kind: 'app', id: 'app' },
      created: now,
      modified: now,
    }),
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const observe = (name: string, options?: RequestInit) =>
  gateway.request(`/api/v1/things/${thing}/properties/${name}/observe`, options);

const subscribe = (name: string, options?: RequestInit) =>
  gateway.request(`/api/v1/things/${thing}/events/${name}`, options);

/** Returns the next `count` events of a stream, which is then ended; comments and `retry` are none. */
async function eventsOf(response: Response, count: number): Promise<string[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((event) => !event.startsWith('retry:'));
  while (events().length < count) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended: ${text}`);
    text += value;
  }
  await reader.cancel();
  return events().slice(0, count);
}

describe('a stream of events', () => {
  test('is kept by no cache, buffered by no proxy, and protected as all data', async () => {
    const response = await gateway.request('/api/v1/events');
    expect(response.status).toBe(200);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.any(String),
    });
    await response.body!.cancel();
  });

  test.each([
    ['an app', undefined, { customer_no: '4711' }],
    ['an end user', 'alice', undefined],
  ])('has for %s the attributes that it may see', async (_who, subject, shown) => {
    const attributes = { customer_no: '4711' };
    const event = { cursor: '2-2-2', time: now, thing, attributes };
    const events = [
      { ...event, kind: 'thing_created' },
      { ...event, kind: 'client_status_changed', status: 'STARTED' },
    ];
    calls['events.read'] = ({ after }: { after?: string }) =>
      after === '1-1-1' ? { ...page, events, cursor: '2-2-2' } : page;
    const token = gateway.tokenOf('ada', 'home', undefined, subject);
    const headers = { authorization: `Bearer ${token}` };
    const response = await gateway.request('/api/v1/events', { headers });
    const sent = await eventsOf(response, 2);
    const data = sent.map(
      (one) => JSON.parse(/^data: ?(.*)$/m.exec(one)![1]!) as { attributes?: unknown },
    );
    expect(data.map((one) => one.attributes)).toEqual([shown, shown]);
  });

  test('is not opened by a request for its head', async () => {
    let reads = 0;
    calls['events.read'] = () => {
      reads += 1;
      return page;
    };
    // More than may be open at a time.
    for (let request = 0; request < 11; request += 1) {
      const head = await gateway.request('/api/v1/events', { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
    }
    expect(reads).toBe(11);
    await (await gateway.request('/api/v1/events')).body!.cancel();
  });

  test('says that events were missed, and where it goes on', async () => {
    calls['events.read'] = () => ({ ...page, cursor: '2-2-2', missed: true });
    const response = await gateway.request('/api/v1/events', {
      headers: { 'last-event-id': '1-1-1' },
    });
    expect(await eventsOf(response, 1)).toEqual(['event: reset\ndata: {}\nid: 2-2-2']);
  });
});

describe('a property that is observed', () => {
  test('begins with its value, unless the client continues after an event', async () => {
    expect(await eventsOf(await observe('open'), 1)).toEqual(['data: true\nid: 1-1-1']);
    const headers = { 'last-event-id': '1-1-1' };
    expect(await eventsOf(await observe('open', { headers }), 1)).toEqual(['id: 1-1-1']);
  });

  test('is not found when it can only be written, or when only objects have such a name', async () => {
    for (const name of ['code', 'other', 'constructor', '__proto__']) {
      expect((await observe(name)).status).toBe(404);
    }
  });
});

describe('an event of a thing that is subscribed to', () => {
  const occurred = { kind: 'thing_event', thing, time: now, occurred: now };

  test.each<[string, object, string]>([
    ['opened', { data: 'by key' }, '"by key"'],
    ['closed', {}, 'null'],
  ])('comes with what it carries: %s', async (name, data, shown) => {
    const selections: unknown[] = [];
    calls['events.read'] = ({ after, ...selection }: { after?: string }) => {
      if (after === undefined) return page;
      selections.push(selection);
      const event = { ...occurred, name, ...data, cursor: '2-2-2' };
      return { ...page, cursor: '2-2-2', events: [event] };
    };
    expect(await eventsOf(await subscribe(name), 1)).toEqual([`data: ${shown}\nid: 2-2-2`]);
    expect(selections[0]).toMatchObject({ thing, name, kinds: ['thing_event'] });
  });

  test('goes on after the last one that its client has seen', async () => {
    const cursors: unknown[] = [];
    calls['events.read'] = ({ after }: { after?: string }) => {
      cursors.push(after);
      return page;
    };
    const headers = { 'last-event-id': '1-1-1' };
    await (await subscribe('opened', { headers })).body!.cancel();
    expect(cursors[0]).toBe('1-1-1');
  });

  test('is not found when the thing has none of that name', async () => {
    for (const name of ['open', 'other', 'constructor', '__proto__']) {
      expect((await subscribe(name)).status).toBe(404);
    }
  });
});

describe('the ticket in the description of a thing', () => {
  const observeWith = (href: string) => fetch(href.replace('http://trellis.test', gateway.address));

  /** Returns the address in the description that a subject sees. */
  async function addressFor(subject: string): Promise<string> {
    const response = await gateway.request(`/api/v1/things/${thing}`, {
      headers: { 'x-external-subject-id': subject },
    });
    const { properties } = (await response.json()) as {
      properties: Record<string, { forms: { href: string }[] }>;
    };
    return properties.open!.forms[1]!.href;
  }

  test('opens its streams as the subject to whom it was shown', async () => {
    const callers: unknown[] = [];
    calls['events.read'] = ({ caller }: { caller: unknown }) => {
      callers.push(caller);
      return page;
    };
    const response = await observeWith(await addressFor('alice'));
    expect(response.status).toBe(200);
    await response.body!.cancel();
    expect(callers[0]).toEqual({ developer: 'ada', subject: 'alice' });
  });

  test('opens no stream of another thing, and nothing but streams', async () => {
    const address = await addressFor('alice');
    const another = '0190b1f4-6d5c-7cc0-8000-000000000002';
    expect((await observeWith(address.replace(thing, another))).status).toBe(401);
    expect((await observeWith(address.replace('/observe', ''))).status).toBe(401);
    expect((await observeWith(address.replace('ticket=', 'ticket=x'))).status).toBe(401);
  });
});

test('a stream whose client has gone leaves its place at once', async () => {
  let reads = 0;
  calls['events.read'] = ({ after }: { after?: string }) => {
    // The first look of a stream tells where it begins.
    if (after !== undefined) reads += 1;
    return page;
  };
  const open = () => gateway.request('/api/v1/events');
  const streams = await Promise.all(Array.from({ length: 10 }, open));
  expect((await open()).status).toBe(429);
  await waitFor(() => reads === 10);
  for (const stream of streams) await stream.body!.cancel();
  const next = await waitFor(async () => {
    const stream = await open();
    return stream.status === 200 && stream;
  });
  // None has looked for events again, by which it would have seen it, too, but much later.
  expect(reads).toBeLessThanOrEqual(11);
  await next.body!.cancel();
});
