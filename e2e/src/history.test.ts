import { expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

/** Waits until another second, because the history has one value a second. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100));

test('what an app writes can be looked back at', async () => {
  const { request } = newAccount(stack());
  const { body } = await request('POST', '/things', {
    subject: 'alice',
    body: { title: 'Meter', properties: { level: { type: 'number', value: 1 }, on: {} } },
  });
  const thing = `/things/${(body.id as string).replace('urn:uuid:', '')}`;
  for (const level of [2, 4]) {
    await nextSecond();
    const put = await request('PUT', `${thing}/properties/level`, { body: String(level) });
    expect(put.status).toBe(204);
  }
  const history = `${thing}/properties/level/history`;
  const values = await request('GET', history, { subject: 'alice' });
  expect(values.status).toBe(200);
  const items = values.body as { time: string; until?: string; value?: number }[];
  expect(items[0]).not.toHaveProperty('value');
  expect(items[1]!.value).toBe(1);
  expect(items.at(-1)).toMatchObject({ value: 4 });
  expect(items.at(-1)).not.toHaveProperty('until');
  for (const [index, { time }] of items.slice(1).entries()) expect(items[index]!.until).toBe(time);

  const [hour] = (await request('GET', `${history}?interval=PT24H`)).body.slice(-1);
  expect(hour).toMatchObject({ max: 4, last: 4 });
  expect(hour.coverage).toBeGreaterThan(0);
  const several = await request('GET', `/history?thing=${body.id}&property=level&interval=P1D`);
  expect(several.body.at(0).intervals.at(-1)).toMatchObject({ last: 4 });

  const hidden = await request('GET', history, { subject: 'bob' });
  const unknown = await request('GET', `${thing}/properties/nothing/history?interval=P1D`);
  expect([hidden.status, unknown.status]).toEqual([404, 404]);
  const empty = await request('GET', `${thing}/properties/on/history`);
  expect(empty.body).toEqual([{ time: expect.anything(), until: expect.anything() }]);
  await request('DELETE', thing);
  expect((await request('GET', history)).status).toBe(404);
});

test('what polls find can be looked back at', async () => {
  const account = newAccount(stack());
  const client = await simulate(account, { devices: 1 });
  const station = await client.station();
  const history = `${station}/properties/temperature/history`;
  const values = await waitFor(
    async () => {
      const { body } = await account.request('GET', `${history}?order=desc`);
      const known = (body as { value?: number }[]).filter(({ value }) => value !== undefined);
      return known.length >= 3 && known;
    },
    { what: 'three temperatures' },
  );
  const { body } = await account.request('GET', `${history}?interval=PT24H&aggregate=min,max`);
  const [today] = body.slice(-1);
  for (const { value } of values) {
    expect(value).toBeGreaterThanOrEqual(today.min);
    expect(value).toBeLessThanOrEqual(today.max);
  }
});
