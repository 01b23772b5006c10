import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
  type Entity,
} from '@trellis/connector-sdk';
import { contextFor, startHostileServer, testConnector } from '@trellis/connector-sdk/testing';
import { netatmo } from './connector.js';
import { ids } from './fixtures.js';
import { startNetatmo, type NetatmoPeer } from './testing.js';

const redirectUri = 'http://localhost/authorized';

testConnector(netatmo, async () => {
  const peer = await startNetatmo({ redirectUri });
  const token = await peer.token();
  const accessToken = async () => token;
  const { modules } = peer.state.stations[0]!;
  const rain = modules.findIndex(({ _id }) => _id === ids.rain);
  const [gauge] = modules.slice(rain);
  return {
    reach: { instance: peer.instance, client: {}, accessToken },
    unauthorized: { instance: peer.instance, client: {}, accessToken: async () => 'expired-token' },
    at: ({ host, port }) => ({
      instance: { ...peer.instance, api_url: `http://${host}:${port}/api` },
      client: {},
      accessToken,
    }),
    async vanish() {
      modules.splice(rain, 1);
      return ids.rain;
    },
    restore: async () => void modules.splice(rain, 0, gauge!),
    secrets: [peer.instance.client_secret, token, 'expired-token'],
    stop: () => peer.stop(),
  };
});

let peer: NetatmoPeer;
beforeEach(async () => {
  peer = await startNetatmo({ redirectUri });
});
afterEach(() => peer.stop());

/** A context with a token for some scopes. */
async function contextOf(scopes?: string[], client: object = {}) {
  const token = await peer.token({ ...(scopes && { scopes }) });
  const accessToken = async () => token;
  return contextFor(netatmo, { instance: peer.instance, client, accessToken });
}
const poll = async (scopes?: string[], client?: object) =>
  netatmo.poll(await contextOf(scopes, client));
const idsOf = ({ entities }: { entities: Entity[] }) => entities.map(({ id }) => id);

const weatherIds = [
  ...[ids.station, '02:00:00:00:00:01', '06:00:00:00:00:01', ids.rain, '03:00:00:00:00:01'],
  '70:ee:50:00:00:03',
];
const energyIds = [
  ...[`home/${ids.cottage}`, `room/${ids.cottage}/${ids.livingRoom}`, ids.thermostat, ids.valve],
  ...[`home/${ids.flat}`, `room/${ids.flat}/${ids.office}`, ids.modulating],
];

describe('a poll', () => {
  test('gives stations with their modules, and heatings with their rooms', async () => {
    const found = await poll();
    expect(idsOf(found)).toEqual([...weatherIds, ...energyIds]);
    expect(found.complete).toBe(true);
    expect(found.places!.map(({ name }) => name)).toEqual([
      ...['Cottage', 'Living room', 'Garden', 'Flat', 'Office', 'Harbour'],
    ]);
  });

  test('asks one thing after the other', async () => {
    await poll();
    expect(peer.requests).toEqual([
      ...['GET /getstationsdata', 'GET /homesdata', 'GET /homestatus', 'GET /homestatus'],
    ]);
  });

  test.each([
    ['weather alone', ['read_station'], weatherIds],
    ['heating alone', ['read_thermostat'], energyIds],
  ])('of a user who has granted %s gives that', async (_what, scopes, expected) => {
    const found = await poll(scopes);
    expect(idsOf(found)).toEqual(expected);
    expect(found.complete).toBe(true);
  });

  test('does not ask for what the client does not want', async () => {
    expect(idsOf(await poll(undefined, { energy: false }))).toEqual(weatherIds);
    expect(peer.requests).toEqual(['GET /getstationsdata']);
    expect(idsOf(await poll(undefined, { weather: false }))).toEqual(energyIds);
  });

  test('of a user who has granted neither is Unauthorized', async () => {
    await expect(poll(['write_thermostat'])).rejects.toBeInstanceOf(Unauthorized);
  });

  test('of a user without a station or without a home gives the rest', async () => {
    peer.state.stations = [];
    const heating = await poll();
    expect([idsOf(heating), heating.complete]).toEqual([energyIds, true]);
    peer.state.homes = [];
    const nothing = await poll();
    expect([idsOf(nothing), nothing.complete]).toEqual([[], true]);
  });

  test('with a token that was taken back is Unauthorized', async () => {
    const context = await contextOf();
    await netatmo.poll(context);
    await peer.revokeAll();
    await expect(netatmo.poll(context)).rejects.toBeInstanceOf(Unauthorized);
  });
});

describe('a poll of which a part fails', () => {
  const broken = { status: 500, body: { error: { code: 0, message: 'Internal error' } } };

  test('is not complete, and gives the others', async () => {
    peer.state.failing.getstationsdata = broken;
    const heating = await poll();
    expect([idsOf(heating), heating.complete]).toEqual([energyIds, false]);
    peer.state.failing = { homesdata: { status: 200, body: { status: 'ok', body: 17 } } };
    const weather = await poll();
    expect([idsOf(weather), weather.complete]).toEqual([weatherIds, false]);
  });

  test('is not complete when one home of several cannot be seen', async () => {
    peer.state.status = { [ids.cottage]: peer.state.status[ids.cottage]! };
    const found = await poll();
    expect(idsOf(found)).toEqual([...weatherIds, ...energyIds.slice(0, 4)]);
    expect(found.complete).toBe(false);
  });

  test('is Unavailable when nothing can be seen', async () => {
    peer.state.failing = { getstationsdata: broken, homestatus: broken };
    await expect(poll()).rejects.toBeInstanceOf(Unavailable);
  });

  test('asks for the heating of 20 homes and no more', async () => {
    const [home] = peer.state.homes;
    peer.state.homes = Array.from({ length: 30 }, (_, number) => ({ ...home!, id: `${number}` }));
    for (const { id } of peer.state.homes) {
      peer.state.status[id] = peer.state.status[ids.cottage]!;
    }
    expect(await poll(['read_thermostat'])).toMatchObject({ complete: false });
    expect(peer.requests.filter((one) => one === 'GET /homestatus')).toHaveLength(20);
  });

  test('ends in bounded time when a part hangs', async () => {
    const hanging = await startHostileServer('accepts and never answers');
    const context = await contextOf();
    const instance = { ...context.instance, api_url: `http://127.0.0.1:${hanging.port}` };
    const { accessToken } = context;
    const signal = AbortSignal.timeout(300);
    const began = performance.now();
    const polling = netatmo.poll(
      contextFor(netatmo, { instance, client: {}, accessToken, signal }),
    );
    await expect(polling).rejects.toBeInstanceOf(Unavailable);
    expect(performance.now() - began).toBeLessThan(2_000);
    await hanging.idle();
    await hanging.stop();
  });
});

describe('what the API refuses', () => {
  const error = (status: number, code: number) => ({
    status,
    body: { error: { code, message: 'a text that the remote chose' } },
  });

  test.each([
    ['a token that has expired', error(403, 3), Unauthorized],
    ['a token that is not valid', error(403, 2), Unauthorized],
    ['no token', error(401, 1), Unauthorized],
    ['an app that was deactivated', error(403, 5), Misconfigured],
    ['an internal error', error(500, 99), Unavailable],
    ['an error that is not known', error(403, 1234), Unavailable],
    ['a page of a proxy', { status: 403, body: '<html>' }, Unavailable],
  ])('because of %s', async (_what, failing, kind) => {
    peer.state.failing = { getstationsdata: failing, homesdata: failing };
    const refusal = (await poll().catch((reason: unknown) => reason)) as Error;
    expect(refusal).toBeInstanceOf(kind);
    expect(refusal.message).not.toContain('a text that the remote chose');
  });

  test.each([
    ['are used up', error(403, 26), 600_000],
    ['are used up, as it says of late', error(429, 26), 600_000],
    ['come at once', error(429, 11), 60_000],
    ['are too many for a proxy', { status: 429, body: '<html>' }, 600_000],
    ['are used up for as long as it says', { ...error(429, 26), retryAfterMs: '30' }, 30_000],
  ])(
    'because the requests of a user %s leaves it alone for a while',
    async (_w, failing, pause) => {
      peer.state.failing.getstationsdata = failing;
      const refusal = await poll().catch((reason: unknown) => reason);
      expect(refusal).toBeInstanceOf(Unavailable);
      expect((refusal as Unavailable).retryAfterMs).toBe(pause);
      expect(peer.requests).toEqual(['GET /getstationsdata']);
    },
  );

  test('an hour of requests is no failure of the authorization', async () => {
    peer.state.usedUp = true;
    await expect(poll()).rejects.toMatchObject({ retryAfterMs: 600_000 });
  });
});

describe('the heating', () => {
  const home = `home/${ids.cottage}`;
  const room = `room/${ids.cottage}/${ids.livingRoom}`;
  const roomOf = (id: string) => peer.state.status[id]!.rooms[0]!;
  const write = async (entity: string, property: string, value: unknown) =>
    netatmo.write!(await contextOf(), { entity, property, value });
  const invoke = async (entity: string, action: string, input?: unknown) =>
    netatmo.invoke!(await contextOf(), { entity, action, input });
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

  test.each([
    ['by setpoints', ids.cottage, room, 'POST /setroomthermpoint'],
    ['by states', ids.flat, `room/${ids.flat}/${ids.office}`, 'POST /setstate'],
  ])('of a room is set %s, as its home takes it', async (_how, of, entity, request) => {
    await write(entity, 'target_temperature', 22.5);
    const set = { therm_setpoint_mode: 'manual', therm_setpoint_temperature: 22.5 };
    expect(roomOf(of)).toMatchObject(set);
    const until = inAnHour();
    await invoke(entity, 'set_target', { temperature: 19, until });
    expect(roomOf(of)).toMatchObject({
      ...{ therm_setpoint_mode: 'manual', therm_setpoint_temperature: 19 },
      therm_setpoint_end_time: seconds(until),
    });
    await invoke(entity, 'boost', { until });
    expect(roomOf(of)).toMatchObject({ therm_setpoint_mode: 'max' });
    await invoke(entity, 'follow_schedule');
    expect(roomOf(of)).toMatchObject({ therm_setpoint_mode: 'schedule' });
    const posted = peer.requests.filter((one) => one.startsWith('POST'));
    expect(posted).toEqual([request, request, request, request]);
  });

  test('that was set is seen by the next poll', async () => {
    const until = new Date(1000 * seconds(inAnHour())).toISOString();
    await invoke(room, 'set_target', { temperature: 18.5, until });
    const { entities } = await poll();
    expect(entities.find(({ id }) => id === room)!.values).toMatchObject({
      ...{ target_temperature: 18.5, target_mode: 'manual', target_until: until },
    });
  });

  test('of a home has a mode and a schedule', async () => {
    await write(home, 'mode', 'away');
    expect(peer.state.homes[0]).toMatchObject({ therm_mode: 'away', therm_mode_endtime: 0 });
    const until = inAnHour();
    await invoke(home, 'set_mode', { mode: 'hg', until });
    expect(peer.state.homes[0]).toMatchObject({
      ...{ therm_mode: 'hg', therm_mode_endtime: seconds(until) },
    });
    await write(home, 'schedule', 'Holidays');
    const { entities } = await poll();
    expect(entities.find(({ id }) => id === home)!.values).toEqual({
      ...{ mode: 'hg', schedule: 'Holidays' },
    });
    expect(peer.state.homes[0]!.schedules![2]).toMatchObject({ name: 'Tariff', selected: true });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a temperature that is too high', () => write(room, 'target_temperature', 99)],
    ['one that Netatmo does not take', () => write(room, 'target_temperature', 6)],
    ['a mode that there is not', () => write(home, 'mode', 'party')],
    ['a schedule that there is not', () => write(home, 'schedule', 'Tariff')],
    ['an end in the past', () => invoke(room, 'boost', { until: '2020-01-01T00:00:00Z' })],
    [
      'an end of the schedule',
      () => invoke(home, 'set_mode', { mode: 'schedule', until: inAnHour() }),
    ],
    ['a property that cannot be set', () => write(ids.thermostat, 'boiler_on', true)],
    ['a room that there is not', () => write(`room/${ids.cottage}/99`, 'target_temperature', 20)],
    ['a home that there is not', () => write('room/none/1', 'target_temperature', 20)],
    ['an action that there is not', () => invoke(home, 'boost')],
    ['an action without its input', () => invoke(room, 'set_target')],
  ])('does not take %s', async (_what, ask) => {
    await expect(ask()).rejects.toBeInstanceOf(Rejected);
    expect(peer.state.homes[0]!.therm_mode).toBe('schedule');
    expect(roomOf(ids.cottage).therm_setpoint_mode).toBe('schedule');
  });

  test('that may only be read is not set', async () => {
    const context = await contextOf(['read_thermostat']);
    const writing = netatmo.write!(context, { entity: home, property: 'mode', value: 'away' });
    await expect(writing).rejects.toBeInstanceOf(Rejected);
    expect(peer.state.homes[0]!.therm_mode).toBe('schedule');
  });

  test('that is out of reach is Unavailable', async () => {
    roomOf(ids.flat).reachable = false;
    const writing = write(`room/${ids.flat}/${ids.office}`, 'target_temperature', 20);
    await expect(writing).rejects.toBeInstanceOf(Unavailable);
  });

  test('is Unauthorized with a token that is no good', async () => {
    const accessToken = async () => 'expired-token';
    const context = contextFor(netatmo, { instance: peer.instance, client: {}, accessToken });
    const writing = netatmo.write!(context, { entity: home, property: 'mode', value: 'away' });
    await expect(writing).rejects.toBeInstanceOf(Unauthorized);
  });
});
