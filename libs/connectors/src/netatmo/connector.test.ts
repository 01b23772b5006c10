import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { netatmo } from './connector.js';
import { newState } from './fixtures.js';
import { startNetatmo, type NetatmoPeer } from './testing.js';

const redirectUri = 'http://localhost/authorized';

testConnector(netatmo, async () => {
  const peer = await startNetatmo({ redirectUri });
  const { access_token } = await peer.grant();
  const accessToken = async () => access_token;
  const { NAModule3 } = peer.state.modules;
  return {
    reach: { instance: peer.instance, client: {}, accessToken },
    unauthorized: { instance: peer.instance, client: {}, accessToken: async () => 'expired-token' },
    at: ({ host, port }) => ({
      instance: { ...peer.instance, api_url: `http://${host}:${port}/api` },
      client: {},
      accessToken,
    }),
    async vanish() {
      delete peer.state.modules.NAModule3;
      return '05:00:00:00:00:01';
    },
    async restore() {
      peer.state.modules.NAModule3 = NAModule3!;
    },
    secrets: [peer.instance.client_secret, access_token, 'expired-token'],
    stop: () => peer.stop(),
  };
});

describe('Netatmo', () => {
  let peer: NetatmoPeer;
  beforeAll(async () => {
    peer = await startNetatmo({ redirectUri });
  });
  afterAll(() => peer.stop());
  beforeEach(() => {
    const { perform: _perform, ...fresh } = newState();
    Object.assign(peer.state, fresh);
  });

  /** A context with a token for some scopes. */
  async function contextOf(scopes?: string[], client = {}) {
    const { access_token } = await peer.grant(scopes);
    const accessToken = async () => access_token;
    return contextFor(netatmo, { instance: peer.instance, client, accessToken });
  }
  const titles = async (scopes?: string[], client = {}) => {
    const { entities } = await netatmo.poll(await contextOf(scopes, client));
    return entities.map(({ title }) => title);
  };

  test('gives a station with its modules, and a heating with its rooms', async () => {
    const { entities, places } = await netatmo.poll(await contextOf());
    const values = Object.fromEntries(entities.map((entity) => [entity.title, entity.values]));
    expect(values).toEqual({
      'Living room (Cottage)': {
        temperature: 19.8,
        target_temperature: 20,
        target_mode: 'schedule',
      },
      'Garden (Cottage)': { temperature: 8.4, humidity: 81, battery: 78 },
      'Wind (Cottage)': {
        ...{ wind_speed: 12, wind_direction: 225, gust_speed: 31, gust_direction: 230 },
        battery: 78,
      },
      'Rain (Cottage)': { rain: 0.1, rain_hour: 0.4, rain_day: 3.2, battery: 78 },
      'Bedroom (Cottage)': { temperature: 19.1, humidity: 52, carbon_dioxide: 640, battery: 78 },
      'Heating (Cottage)': { mode: 'schedule' },
      'Thermostat (Cottage)': { battery_state: 'high', boiler_on: true },
      'Valve (Cottage)': { battery_state: 'low' },
    });
    const station = entities.find(({ id }) => id === '70:ee:50:00:00:01')!;
    expect(station.values).toEqual({
      ...{ temperature: 21.3, humidity: 47, carbon_dioxide: 812, pressure: 1016.2, noise: 38 },
    });
    expect(entities.filter(({ available }) => available === false)).toMatchObject([
      { title: 'Valve (Cottage)' },
    ]);
    expect(places).toMatchObject([
      { name: 'Cottage', type: 'home' },
      { name: 'Living room', type: 'room', entities: [expect.any(String), '04:01', '09:01'] },
    ]);
  });

  test('sets temperatures and modes', async () => {
    const context = await contextOf();
    const { entities } = await netatmo.poll(context);
    const room = entities.find(({ id }) => id.startsWith('room/'))!.id;
    const home = entities.find(({ id }) => id.startsWith('home/'))!.id;
    await netatmo.write!(context, { entity: room, property: 'target_temperature', value: 22.5 });
    expect(peer.state.room).toMatchObject({ target: 22.5, mode: 'manual' });
    await netatmo.invoke!(context, { entity: room, action: 'follow_schedule', input: undefined });
    expect(peer.state.room.mode).toBe('schedule');
    await netatmo.write!(context, { entity: home, property: 'mode', value: 'away' });
    expect(peer.state.homeMode).toBe('away');
    const hot = netatmo.write!(context, {
      entity: room,
      property: 'target_temperature',
      value: 99,
    });
    await expect(hot).rejects.toBeInstanceOf(Rejected);
    const none = netatmo.write!(context, { entity: '04:01', property: 'boiler_on', value: true });
    await expect(none).rejects.toBeInstanceOf(Rejected);
  });

  test('gives what was granted, and nothing without that', async () => {
    expect(await titles(['read_station'])).toHaveLength(5);
    expect(await titles(['read_thermostat'])).toHaveLength(4);
    expect(await titles(undefined, { energy: false })).toHaveLength(5);
    await expect(titles(['write_thermostat'])).rejects.toBeInstanceOf(Unauthorized);
  });

  test('whose requests are used up is left alone for a while', async () => {
    peer.state.usedUp = true;
    const refusal = await titles().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Unavailable);
    expect((refusal as Unavailable).retryAfter).toBeGreaterThan(60_000);
  });

  test('asks for the scopes of what is to be read', () => {
    const { scopes } = netatmo.oauth2!;
    const of = (client: object) => scopes(netatmo.client.schema.parse(client));
    expect(of({})).toEqual(['read_station', 'read_thermostat', 'write_thermostat']);
    expect(of({ energy: false })).toEqual(['read_station']);
  });
});
