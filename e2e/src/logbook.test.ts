import { expect, test } from '@jest/globals';
import { signToken, waitFor } from '@trellis/testing';
import { mqttHome } from './mqtt/home.js';

const mqtt = mqttHome();

const lamp = {
  name: 'Lamp',
  unique_id: 'lamp-1',
  command_topic: 'lamp/set',
  state_topic: 'lamp/state',
  availability_topic: 'lamp/availability',
  payload_on: 'ON',
  payload_off: 'OFF',
};

interface Entry {
  id: string;
  time: string;
}

test('the logbook of a thing says what changed and why: the device, an app, an end user, a bulk command', async () => {
  const { stack, retain, obeys } = mqtt;
  await obeys('lamp/set', (payload) => ['lamp/state', payload]);
  await retain('homeassistant/switch/lamp/config', lamp);
  await retain('lamp/availability', 'online');
  await retain('lamp/state', 'OFF');
  const { developer, request, only } = await mqtt.connectClient();
  const { id } = await only();
  const thing = `/things/${id.replace('urn:uuid:', '')}`;
  const read = async (query = '') =>
    (await request('GET', `${thing}/logbook${query}`)).body as (Entry & Record<string, unknown>)[];
  const shows = (expected: object, what: string) =>
    waitFor(
      async () => {
        const [newest] = await read();
        const isAs = Object.entries(expected).every(
          ([member, value]) => newest?.[member] === value,
        );
        return isAs && newest;
      },
      { what },
    );
  const isOn = (value: boolean) =>
    waitFor(async () => (await request('GET', `${thing}/properties/on`)).body === value, {
      what: `on: ${value}`,
    });
  await isOn(false);
  expect(await read()).toEqual([]);

  await retain('lamp/state', 'ON');
  await shows({ kind: 'property_changed', value: true }, 'what the device reports');

  const byApp = await request('PUT', `${thing}/properties/on`, {
    body: false,
    headers: { authorization: `Bearer ${signToken(stack, { sub: developer, azp: 'app-1' })}` },
  });
  expect(byApp.status).toBe(204);

  const claims = { sub: developer, azp: 'app-2', external_subject_id: 'alice' };
  const bySubject = await request('PUT', `${thing}/properties`, {
    body: { on: true },
    headers: { authorization: `Bearer ${signToken(stack, claims)}` },
  });
  expect(bySubject.status).toBe(204);

  const byBatch = await request('POST', '/interactions/batch', {
    body: { select: { things: [id] }, property: 'on', value: false },
  });
  expect(byBatch.status).toBe(202);
  await isOn(false);
  await shows({ kind: 'property_changed', value: false }, 'what the bulk command wrote');

  await retain('lamp/availability', 'offline');
  await shows({ kind: 'availability_changed', value: 'unavailable' }, 'that the device is away');
  await retain('lamp/availability', 'online');
  await shows({ kind: 'availability_changed', value: 'available' }, 'that the device is back');

  const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id');
  const app = { type: 'app', app: 'app-1', request_id: idOf(byApp) };
  const subject = { type: 'subject', app: 'app-2', subject: 'alice', request_id: idOf(bySubject) };
  const batch = {
    type: 'batch',
    app: developer,
    request_id: idOf(byBatch),
    batch: byBatch.body.id,
  };
  const on = { property: 'on' };
  const entries = await read();
  const known = entries.map(({ id: _id, time: _time, ...entry }) => entry);
  const reported = { type: 'reported' };
  const changed = { kind: 'availability_changed', cause: reported };
  expect(known.filter(({ kind }) => kind !== 'target_changed')).toEqual([
    { ...changed, previous: 'unavailable', value: 'available' },
    { ...changed, previous: 'available', value: 'unavailable' },
    { ...on, kind: 'property_changed', previous: true, value: false, cause: batch },
    { ...on, kind: 'property_changed', previous: false, value: true, cause: subject },
    { ...on, kind: 'property_changed', previous: true, value: false, cause: app },
    { ...on, kind: 'property_changed', previous: false, value: true, cause: reported },
  ]);
  // A lamp that has followed before its target was stored has none.
  for (const entry of known.filter(({ kind }) => kind === 'target_changed')) {
    expect(entry).toMatchObject({ ...on, status: 'pending' });
    expect([app, subject, batch]).toContainEqual(entry.cause);
  }

  expect(await read('?property=none')).toEqual([]);
  const times = entries.map(({ time }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
  const first = await request('GET', `${thing}/logbook?limit=2`);
  const [, next] = /<([^>]+)>/.exec(first.headers.get('link')!)!;
  const second = await request('GET', next!);
  expect([...first.body, ...second.body]).toEqual(entries.slice(0, 4));
});
