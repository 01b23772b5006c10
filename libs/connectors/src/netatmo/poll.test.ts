import { describe, expect, test } from '@jest/globals';
import { Unauthorized, Unavailable, type Discovery } from '@trellis/connector-sdk';
import { startHostileServer } from '@trellis/connector-sdk/testing';
import { netatmoInTest } from './testing/in-test.js';
import { ids } from './testing/state.js';

const netatmo = netatmoInTest();
const { poll } = netatmo;

const idsOf = ({ entities }: Discovery) => entities.map(({ id }) => id);
/** Returns the failures, without what is always left out of this user. */
const detailsOf = ({ problems }: Discovery) =>
  problems
    .map(({ device, failure }) => [device, failure.message])
    .filter(([, message]) => !message!.startsWith('Modules of types'));

const weatherIds = [
  ids.station,
  '02:00:00:00:00:01',
  '06:00:00:00:00:01',
  ids.rain,
  '03:00:00:00:00:01',
  '70:ee:50:00:00:03',
];
const energyIds = [
  `home/${ids.cottage}`,
  `room/${ids.cottage}/${ids.livingRoom}`,
  ids.thermostat,
  ids.valve,
  `home/${ids.flat}`,
  `room/${ids.flat}/${ids.office}`,
  ids.modulating,
];

describe('a poll', () => {
  test('finds stations with their modules, and heatings with their rooms', async () => {
    const found = await poll();
    expect(idsOf(found)).toEqual([...weatherIds, ...energyIds]);
    expect(found.complete).toBe(true);
    expect(found.rooms!.map(({ name }) => name)).toEqual([
      'Cottage',
      'Living room',
      'Garden',
      'Flat',
      'Office',
      'Harbour',
    ]);
  });

  test('reads one thing after the other', async () => {
    await poll();
    expect(netatmo.peer().requests).toEqual([
      'GET /getstationsdata',
      'GET /gethomecoachsdata',
      'GET /homesdata',
      'GET /homestatus',
      'GET /homestatus',
    ]);
  });

  test.each([
    ['weather alone', ['read_station'], weatherIds],
    ['heating alone', ['read_thermostat'], energyIds],
  ])('of a user who has granted %s finds that', async (_what, scopes, expected) => {
    const found = await poll({ scopes });
    expect(idsOf(found)).toEqual(expected);
    expect(found.complete).toBe(true);
  });

  test('does not read what the client does not want', async () => {
    const none = { weather: false, air: false, energy: false, control: false };
    expect(idsOf(await poll({ client: { ...none, weather: true } }))).toEqual(weatherIds);
    expect(netatmo.peer().requests).toEqual(['GET /getstationsdata']);
    expect(idsOf(await poll({ client: { ...none, energy: true } }))).toEqual(energyIds);
  });

  test('of a user who has granted nothing of that is Unauthorized', async () => {
    await expect(poll({ scopes: ['write_thermostat'] })).rejects.toBeInstanceOf(Unauthorized);
  });

  test('of a user without a station or without a home finds the rest', async () => {
    netatmo.peer().state.stations = [];
    const heating = await poll();
    expect([idsOf(heating), heating.complete]).toEqual([energyIds, true]);
    netatmo.peer().state.homes = [];
    const nothing = await poll();
    expect([idsOf(nothing), nothing.complete]).toEqual([[], true]);
  });

  test('with a token that was revoked is Unauthorized', async () => {
    const token = await netatmo.peer().token();
    const options = { accessToken: async () => token };
    await poll({}, options);
    await netatmo.peer().revokeAll();
    await expect(poll({}, options)).rejects.toBeInstanceOf(Unauthorized);
  });
});

describe('a poll of which a part fails', () => {
  const broken = { status: 500, body: { error: { code: 0, message: 'Internal error' } } };

  test('finds the others, is not complete, and names the part', async () => {
    netatmo.peer().state.failing.getstationsdata = broken;
    const heating = await poll();
    expect([idsOf(heating), heating.complete]).toEqual([energyIds, false]);
    expect(detailsOf(heating)).toEqual([
      [undefined, expect.stringMatching(/^The weather cannot be read: /)],
    ]);
    netatmo.peer().state.failing = { homesdata: { status: 200, body: { status: 'ok', body: 17 } } };
    const weather = await poll();
    expect([idsOf(weather), weather.complete]).toEqual([weatherIds, false]);
    expect(detailsOf(weather)).toEqual([
      [undefined, expect.stringMatching(/^The homes cannot be read: /)],
    ]);
  });

  test('names the one home of several that cannot be read', async () => {
    const { state } = netatmo.peer();
    state.status = { [ids.cottage]: state.status[ids.cottage]! };
    const found = await poll();
    expect(idsOf(found)).toEqual([...weatherIds, ...energyIds.slice(0, 4)]);
    expect(found.complete).toBe(false);
    expect(detailsOf(found)).toEqual([
      [`home/${ids.flat}`, expect.stringMatching(/^The home Flat cannot be read: /)],
    ]);
  });

  test('does not name what the end user has not granted', async () => {
    expect(detailsOf(await poll({ scopes: ['read_station'] }))).toEqual([]);
  });

  test('is Unavailable when nothing can be seen', async () => {
    netatmo.peer().state.failing = { getstationsdata: broken, homestatus: broken };
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
  });

  test('reads 20 homes and no more', async () => {
    const { state, requests } = netatmo.peer();
    const [home] = state.homes;
    state.homes = Array.from({ length: 30 }, (_, number) => ({ ...home!, id: `${number}` }));
    for (const { id } of state.homes) state.status[id] = state.status[ids.cottage]!;
    const found = await poll({ scopes: ['read_thermostat'] });
    expect(found.complete).toBe(false);
    expect(detailsOf(found)).toEqual([[undefined, 'Only 20 homes are read.']]);
    expect(requests.filter((one) => one === 'GET /homestatus')).toHaveLength(20);
  });

  test('ends when its time is up while a part hangs', async () => {
    const hanging = await startHostileServer('accepts and never answers');
    const instance = {
      ...netatmo.peer().instance,
      api_url: `http://127.0.0.1:${hanging.port}`,
    };
    const polling = poll({}, { instance, signal: AbortSignal.timeout(300) });
    await expect(polling).rejects.toBeInstanceOf(Unavailable);
    await hanging.idle();
    await hanging.stop();
  });
});
