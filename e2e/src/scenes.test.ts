import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

interface Result {
  thing: { href: string };
  status: string;
  problem?: { status: number };
}

/** A room with a simulated lamp and a plug of an app, in a house. */
async function house() {
  const account = newAccount(stack());
  const { request } = account;
  const client = await simulate(account);
  const lamp = await client.lamp();
  const created = await request('POST', '/things', {
    subject: 'alice',
    body: { title: 'Own plug', properties: { on: { type: 'boolean', value: true } } },
  });
  const plug = created.headers.get('location')!;
  const unit = async (name: string) =>
    (await request('POST', '/units', { body: { name, type: name } })).body.id as string;
  const [home, room] = [await unit('house'), await unit('room')];
  await request('POST', `/units/${room}/parents`, { body: { id: home } });
  for (const id of [lamp, plug]) await request('POST', `/units/${room}/things`, { body: { id } });
  const write = (thing: string, values: object) =>
    request('PUT', `${thing}/properties`, { body: values });
  // Bulk commands do not wait until devices report what was written.
  const hasValues = (thing: string, values: object) =>
    waitFor(async () => {
      const { body } = await request('GET', `${thing}/properties`);
      return isDeepStrictEqual({ ...body, ...values }, body);
    });
  return { account, home, room, lamp, plug, write, hasValues };
}

const whenEnded = ({ request }: Account, location: string) =>
  waitFor(
    async () => {
      const { body } = await request('GET', location);
      return body.status !== 'pending' && body;
    },
    { what: 'the end of the batch' },
  );

test('a scene restores what was saved, for things of connectors and of apps', async () => {
  const { account, home, lamp, plug, write, hasValues } = await house();
  const { request } = account;
  const color = { hue: 200, saturation: 60 };
  expect((await write(lamp, { on: true, brightness: 30, color })).status).toBe(204);
  const created = await request('POST', `/units/${home}/scenes`, { body: { name: 'Evening' } });
  expect(created).toMatchObject({ status: 201, body: { name: 'Evening' } });
  const scene = created.headers.get('location')!;
  const { body } = await request('GET', scene);
  expect(body.states).toEqual([
    { thing: { href: lamp }, properties: { on: true, brightness: 30, color } },
    { thing: { href: plug }, properties: { on: true } },
  ]);

  expect((await write(lamp, { on: true, color_temperature: 4000 })).status).toBe(204);
  await write(lamp, { on: false });
  await write(plug, { on: false });
  const activated = await request('POST', `${scene}/activate`);
  expect(activated.status).toBe(202);
  const ended = await whenEnded(account, activated.headers.get('location')!);
  expect(ended).toMatchObject({ status: 'completed', progress: { completed: 2, failed: 0 } });
  await hasValues(lamp, { on: true, brightness: 30, color });
  await hasValues(plug, { on: true });
});

test('a scene is restored in the time that is given, of what has transitions', async () => {
  const { account, room, lamp, plug, write, hasValues } = await house();
  const { request } = account;
  await write(lamp, { on: true, brightness: 10 });
  const created = await request('POST', `/units/${room}/scenes`, { body: { name: 'Dim' } });
  await write(lamp, { brightness: 100 });
  await write(plug, { on: false });
  const path = `${created.headers.get('location')}/activate`;
  const refused = await request('POST', path, { body: { transition: -1 } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/transition' }] } });
  const start = Date.now();
  await request('POST', path, { body: { transition: 3 }, headers: { prefer: 'wait=20' } });
  await hasValues(plug, { on: true });
  await hasValues(lamp, { on: true, brightness: 10 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(3_000);
});

test('a write says how long the change takes, and is confirmed at its end', async () => {
  const { lamp, account, write, hasValues } = await house();
  const { request } = account;
  await write(lamp, { on: true, brightness: 10 });
  const described = (await request('GET', lamp)).body.properties.brightness;
  expect(described).toMatchObject({ transition: true });
  const put = (name: string, transition: number, body: unknown) =>
    request('PUT', `${lamp}/properties/${name}?transition=${transition}`, {
      body,
      headers: { prefer: 'wait=1' },
    });
  expect(await put('brightness', 4, 90)).toMatchObject({
    status: 202,
    body: { status: 'completed' },
  });
  const { value, target } = (await request('GET', lamp)).body.properties.brightness;
  expect(value).toBeLessThan(90);
  expect(target).toMatchObject({ value: 90, status: 'pending' });
  await hasValues(lamp, { on: true, brightness: 90 });
  expect((await request('GET', lamp)).body.properties.brightness.target).toBeUndefined();
});

test('a thing that is gone fails alone', async () => {
  const { account, room, lamp, plug, write, hasValues } = await house();
  const { request } = account;
  await write(lamp, { on: true });
  const created = await request('POST', `/units/${room}/scenes`, { body: { name: 'All' } });
  await request('DELETE', plug);
  await write(lamp, { on: false });
  const headers = { prefer: 'wait=20' };
  const path = `${created.headers.get('location')}/activate`;
  const { status, body } = await request('POST', path, { headers });
  expect({ status, body }).toMatchObject({ status: 200, body: { progress: { failed: 1 } } });
  const results = (await request('GET', body.results.href)).body as Result[];
  expect(
    results.map(({ thing, status, problem }) => [thing.href, status, problem?.status]),
  ).toEqual([
    [lamp, 'completed', undefined],
    [plug, 'failed', 404],
  ]);
  await hasValues(lamp, { on: true });
});

test('a scene is recaptured, changed and deleted', async () => {
  const { account, room, plug, write } = await house();
  const { request } = account;
  const created = await request('POST', `/units/${room}/scenes`, { body: { name: 'Now' } });
  const scene = created.headers.get('location')!;
  await write(plug, { on: false });
  await request('POST', `${scene}/capture`);
  const plugIn = async () => {
    const { states } = (await request('GET', scene)).body as {
      states: { thing: { href: string }; properties: object }[];
    };
    return states.find(({ thing }) => thing.href === plug)?.properties;
  };
  expect(await plugIn()).toEqual({ on: false });
  const { headers } = await request('GET', scene);
  const states = [{ thing: { href: plug }, properties: { on: true } }];
  const change = (match: string) =>
    request('PATCH', scene, { body: { name: 'Later', states }, headers: { 'if-match': match } });
  expect((await change('"other"')).status).toBe(412);
  expect((await change(headers.get('etag')!)).status).toBe(204);
  expect(await plugIn()).toEqual({ on: true });
  expect((await request('GET', `/units/${room}/scenes`)).body).toMatchObject([{ name: 'Later' }]);
  expect((await request('DELETE', scene)).status).toBe(204);
  expect((await request('GET', scene)).status).toBe(404);
});

test('other accounts, and subjects that do not see the unit, see no scene', async () => {
  const { account, room } = await house();
  const created = await account.request('POST', `/units/${room}/scenes`, {
    body: { name: 'Secret' },
  });
  const scene = created.headers.get('location')!;
  const stranger = newAccount(stack());
  const requests = [
    ['GET', scene],
    ['POST', `${scene}/activate`],
    ['POST', `${scene}/capture`],
    ['DELETE', scene],
    ['GET', `/units/${room}/scenes`],
  ] as const;
  for (const [method, path] of requests) {
    expect((await stranger.request(method, path)).status).toBe(404);
    expect((await account.request(method, path, { subject: 'carol' })).status).toBe(404);
  }
  await account.request('POST', `/units/${room}/subjects`, { body: { id: 'alice' } });
  expect((await account.request('GET', scene, { subject: 'alice' })).status).toBe(200);
});
