import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  followEvents,
  installed,
  newAccount,
  startMosquitto,
  startStack,
  waitFor,
  type Account,
  type Stack,
  type TestMosquitto,
} from '@trellis/testing';
import { createClients } from '../clients.js';
import { mqttDiscovery } from '../homes.js';
import { startZigbee2mqtt, type Zigbee2mqtt, type ZigbeeDevice } from './run-zigbee2mqtt.js';
import { installZigbee2mqtt, zigbee2mqttVersion } from './zigbee2mqtt.js';

const bulb: ZigbeeDevice = {
  type: 'Router',
  ieeeAddr: '0x000b57fffec6a5b2',
  nwkAddr: 0x9db1,
  manufName: 'IKEA of Sweden',
  modelId: 'TRADFRI bulb E27 WS opal 980lm',
  inClusterList: [0, 3, 4, 5, 6, 8, 768, 2821],
  outClusterList: [5, 25, 32, 4096],
};
const weather: ZigbeeDevice = {
  type: 'EndDevice',
  ieeeAddr: '0x00158d0001a2b3c4',
  nwkAddr: 0x71e7,
  manufName: 'LUMI',
  modelId: 'lumi.weather',
  inClusterList: [0, 3, 1026, 1027, 1029],
  outClusterList: [0, 4],
};
const remote: ZigbeeDevice = {
  type: 'EndDevice',
  ieeeAddr: '0x000d6ffffe4cb2f5',
  nwkAddr: 0x3366,
  manufName: 'IKEA of Sweden',
  modelId: 'TRADFRI on/off switch',
  inClusterList: [0, 1, 3, 9, 32],
  outClusterList: [3, 4, 6, 8, 25],
};

(installed('mosquitto') ? describe : describe.skip)('Zigbee2MQTT', () => {
  let broker: TestMosquitto;
  let stack: Stack;
  let account: Account;
  let program: Zigbee2mqtt;

  beforeAll(async () => {
    const folder = installZigbee2mqtt(zigbee2mqttVersion);
    broker = (await startMosquitto())!;
    const devices = [bulb, weather, remote];
    program = await startZigbee2mqtt(folder, { brokerUrl: broker.url, devices });
    stack = await startStack();
    account = newAccount(stack);
    const [client] = await createClients(account, {
      connector: mqttDiscovery,
      instance: { broker_url: broker.url },
      count: 1,
      name: 'user',
      configurationOf: () => ({ interval_ms: 1000 }),
    });
    // Only a client that listens receives messages that are not retained.
    await waitFor(async () => {
      const { body } = await account.request('GET', `/connectors/clients/${client}`);
      return body.connection?.state === 'connected';
    });
  });
  afterAll(async () => {
    await stack.stop();
    stack.clear();
    await broker.stop();
  });

  /** Waits for the thing of a device, as far as it fits. */
  const thingOf = (
    { ieeeAddr }: ZigbeeDevice,
    fits: (thing: Thing) => unknown = () => true,
  ): Promise<Thing> =>
    waitFor(async () => {
      const { body } = await account.request('GET', `/things?identifier=${macOf(ieeeAddr)}`, {
        headers: { accept: 'application/ld+json' },
      });
      const thing = (body as Thing[])[0];
      return thing !== undefined && fits(thing) ? thing : undefined;
    });
  const write = async (device: ZigbeeDevice, name: string, body: unknown) => {
    const { properties } = await thingOf(device);
    return account.request('PUT', properties[name]!.forms[0]!.href, { body });
  };

  test('announces devices, which become things with their abilities', async () => {
    const { '@type': types, properties } = await thingOf(bulb);
    expect(types).toEqual(expect.arrayContaining(['Light', 'OnOffSwitch', 'ColorControl']));
    expect(primaryOf(properties)).toEqual(['brightness', 'color_temperature', 'effect', 'on']);
    expect(properties.brightness).toMatchObject({ unit: '%', minimum: 0, maximum: 100 });
    expect(properties.color_temperature).toMatchObject({ minimum: 2203, maximum: 4000 });
    const station = await thingOf(weather);
    expect(primaryOf(station.properties)).toEqual(['humidity', 'pressure', 'temperature']);
    expect(station.properties.battery).toMatchObject({ role: 'diagnostic', unit: '%' });
    const { '@type': kinds, events } = await thingOf(remote);
    expect(kinds).toContain('PushButton');
    expect(Object.keys(events)).toEqual(expect.arrayContaining(['action_on', 'action_off']));
  });

  test('reports what sensors measure', async () => {
    program.report(weather, 'msTemperatureMeasurement', { measuredValue: 2153 });
    program.report(weather, 'msRelativeHumidity', { measuredValue: 4420 });
    const { properties } = await thingOf(
      weather,
      ({ properties: { humidity } }) => humidity?.value !== undefined,
    );
    expect(properties).toMatchObject({ temperature: { value: 21.53 }, humidity: { value: 44.2 } });
  });

  test('carries out what is written', async () => {
    expect(await write(bulb, 'brightness', 50)).toMatchObject({ status: 204 });
    expect(program.stateOf(bulb)).toMatchObject({
      genOnOff: { onOff: 1 },
      genLevelCtrl: { currentLevel: 127 },
    });
    expect((await thingOf(bulb)).properties).toMatchObject({
      on: { value: true },
      brightness: { value: 50 },
    });
    expect(await write(bulb, 'color_temperature', 2500)).toMatchObject({ status: 204 });
    expect(program.stateOf(bulb)).toMatchObject({ lightingColorCtrl: { colorTemperature: 400 } });
    expect(await write(bulb, 'brightness', 0)).toMatchObject({ status: 204 });
    expect(program.stateOf(bulb)).toMatchObject({ genOnOff: { onOff: 0 } });
    // It says which level it restores.
    expect((await thingOf(bulb)).properties).toMatchObject({
      on: { value: false },
      brightness: { value: 50 },
    });
  });

  test('reports the first press of a button', async () => {
    const presses: unknown[] = [];
    const stream = await followEvents(
      { address: stack.address, token: account.token, type: 'thing_event' },
      (press) => presses.push(press),
    );
    program.command(remote, 'genOnOff', 'on');
    await waitFor(() => presses.length > 0);
    expect(presses).toMatchObject([{ event: { name: 'action_on' } }]);
    stream.stop();
  });

  test('keeps the thing of a device that is renamed', async () => {
    const { id } = await thingOf(weather);
    await program.rename(weather, 'Garden');
    const renamed = await thingOf(weather, ({ title }) => title === 'Garden');
    expect(renamed.id).toBe(id);
    program.report(weather, 'msTemperatureMeasurement', { measuredValue: -420 });
    await thingOf(weather, ({ properties }) => properties.temperature?.value === -4.2);
  });

  test('is refused writes once it has stopped', async () => {
    await program.stop();
    await thingOf(bulb, ({ available }) => !available);
    const refused = await write(bulb, 'on', true);
    expect(refused.status).toBe(409);
    expect(refused.body.type).toMatch(/#device_unavailable$/);
  });
});

interface Thing {
  id: string;
  title: string;
  '@type': string[];
  available: boolean;
  properties: Record<string, { role: string; value?: unknown; forms: { href: string }[] }>;
  events: Record<string, object>;
}

const macOf = (address: string) => address.slice(2).replace(/..(?=.)/g, '$&:');

const primaryOf = (properties: Thing['properties']) =>
  Object.keys(properties)
    .filter((name) => properties[name]!.role === 'primary')
    .toSorted();
