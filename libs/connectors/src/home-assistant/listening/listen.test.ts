import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  listen,
  Unauthorized,
  Unavailable,
  type Connector,
  writeProperty,
  type Device,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { startListening } from '../../testing/listening.js';
import { withConnection } from '../connection.js';
import { homeAssistant } from '../connector.js';
import { registryEntity } from '../testing/registry.js';
import { startHomeAssistant, type HomeAssistantPeer } from '../testing/home-assistant.js';
import { listenToDevices, type ListenOptions } from './listen.js';

const connector = homeAssistant as unknown as Connector;

/** Refuses a command that does not use the connection that listens. */
const refuse = () => Promise.reject(new Unavailable('It would connect again.'));

describe('listening to a house', () => {
  let peer: HomeAssistantPeer;
  const stops: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    peer = await startHomeAssistant();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await peer.stop();
  });

  /** Listens until the test ends. */
  function hear(client: object = {}) {
    const configuration = { url: peer.url, token: peer.token, ...client };
    const hearing = startListening((signal, emit, onOffer) =>
      listen(connector, contextFor(connector, { client: configuration, signal }), emit, onOffer),
    );
    stops.push(hearing.stop);
    return hearing;
  }

  /** Listens with other times and bounds than usual, until the test ends. */
  function hearWith({
    answerTimeoutMs = 30_000,
    ...options
  }: Partial<ListenOptions> & { answerTimeoutMs?: number }) {
    const stopping = new AbortController();
    const client = { url: peer.url, token: peer.token };
    const context = contextFor(homeAssistant, { client, signal: stopping.signal });
    const reports: { devices?: Device[]; gone?: string[]; events?: object[] }[] = [];
    const filter = { ...context.client };
    const ended = withConnection(
      context,
      (connection) =>
        listenToDevices(connection, (one) => reports.push(one), {
          filter,
          maxDevices: 100,
          ...options,
        }),
      { answerTimeoutMs },
    ).catch((error: unknown) => error);
    stops.push(async () => {
      stopping.abort();
      await ended;
    });
    return { reports, ended, begun: () => waitFor(() => reports.length > 0) };
  }

  const stateOf = (id: string) => peer.house.states.get(id)!;
  function change(id: string, state: string, attributes: object = {}) {
    Object.assign(stateOf(id), { state });
    Object.assign(stateOf(id).attributes, attributes);
    peer.tellStates();
  }
  const press = (button: number, type: string, at: string) =>
    change(`event.remote_button_${button}`, at, { event_type: type });

  test('begins with what a poll finds', async () => {
    const { reports, begun } = hear();
    await begun();
    const { entities, all, gone, events } = reports[0]!;
    const context = contextFor(connector, { client: { url: peer.url, token: peer.token } });
    const polled = await homeAssistant.connect!(context as never, (remote) =>
      homeAssistant.poll(remote),
    );
    expect(entities.map(({ id }) => id)).toEqual(polled.devices.map(({ id }) => id));
    expect(all).toEqual(entities.map(({ id }) => id));
    expect({ gone, events }).toEqual({ gone: [], events: [] });
  });

  test('offers its connection for commands', async () => {
    const { offerOf, ended } = hear();
    const offer = await offerOf('lamp');
    const context = contextFor(connector, { client: { url: peer.url, token: peer.token } });
    const write = (value: unknown, property = 'on') =>
      writeProperty(
        connector,
        { ...context, resolve: refuse },
        { device: 'lamp', property, value },
        offer,
      );
    await Promise.all([write(false), write(true)]);
    const calls = ['turn_off', 'turn_on'].map((service) => expect.stringContaining(service));
    expect(peer.calls).toEqual(calls);
    peer.disconnect();
    await ended;
    await expect(write(true)).rejects.toThrow(Unavailable);
  });

  test('tells a changed state, of its device alone and as a whole', async () => {
    const { reports, begun, last } = hear();
    await begun();
    const before = last('lamp')!;
    expect(before.values.on).toBe(true);
    change('light.reading_lamp', 'off', { brightness: null });
    await waitFor(() => last('lamp')?.values.on === false);
    expect(reports[1]!.entities.map(({ id }) => id)).toEqual(['lamp']);
    const { brightness: _, ...others } = before.values;
    expect(last('lamp')).toEqual({
      ...before,
      isRemembered: undefined,
      values: { ...others, on: false },
    });
  });

  test('forgets attributes that a state does not have any more', async () => {
    const { begun, last } = hear();
    await begun();
    expect(last('lamp')!.values).toHaveProperty('brightness');
    delete stateOf('light.reading_lamp').attributes.brightness;
    peer.tellStates();
    await waitFor(() => last('lamp')!.values.brightness === undefined);
  });

  test('tells that a device is away', async () => {
    const { begun, last } = hear();
    await begun();
    change('lock.front_door', 'unavailable');
    await waitFor(() => last('door')?.available === false);
  });

  test('tells events with their times, also twice the same', async () => {
    const { begun, events, last } = hear();
    await begun();
    const times = [1, 2, 3].map((ms) => new Date(Date.now() + ms).toISOString());
    press(1, 'short_release', times[0]!);
    press(1, 'short_release', times[1]!);
    press(2, 'long_release', times[2]!);
    await waitFor(() => events().length === 3);
    expect(events()).toMatchObject([
      {
        device: 'remote',
        name: 'event_1',
        data: { event_type: 'short_release' },
        at: new Date(times[0]!),
      },
      {
        device: 'remote',
        name: 'event_1',
        data: { event_type: 'short_release' },
        at: new Date(times[1]!),
      },
      {
        device: 'remote',
        name: 'event_2',
        data: { event_type: 'long_release' },
        at: new Date(times[2]!),
      },
    ]);
    expect(last('remote')!.events.event_2).toMatchObject({
      title: 'Button 2: Event',
      data: { properties: { event_type: { enum: ['short_release', 'long_release'] } } },
    });
    expect(last('remote')!.values.event_2).toBe('long_release');
  });

  test('tells when a tag is read, and by what', async () => {
    const id = 'tag.front_door';
    const attributes = { tag_id: '04-A3-B1', last_scanned_by_device_id: 'phone' };
    const changed = new Date(Date.now() - 3_600_000).toISOString();
    const before = {
      ...structuredClone(stateOf('event.remote_button_1')),
      ...{
        entity_id: id,
        state: changed,
        attributes: { friendly_name: 'Front door', ...attributes },
      },
    };
    peer.house.states.set(id, before);
    const { begun, events, last } = hear();
    await begun();
    const times = [1, 2].map((ms) => new Date(Date.now() + ms).toISOString());
    for (const time of times) change(id, time);
    await waitFor(() => events().length === 2);
    expect(events()).toMatchObject(
      times.map((time) => ({
        device: id,
        name: 'tag_scanned',
        data: { tag_id: '04-A3-B1', device_id: 'phone' },
        at: new Date(time),
      })),
    );
    expect(last(id)).toMatchObject({ title: 'Front door', values: { last_scanned: times[1] } });
    peer.house.states.delete(id);
    peer.tellStates();
  });

  test('does not tell an event again: after a connection, when it can be reached, when it is restored', async () => {
    const first = hear();
    await first.begun();
    const at = new Date().toISOString();
    press(1, 'short_release', at);
    await waitFor(() => first.events().length === 1);
    peer.disconnect();
    await first.ended;
    const again = hear();
    await again.begun();
    change('event.remote_button_1', 'unavailable');
    change('event.remote_button_1', at);
    const values = stateOf('event.remote_button_2');
    change('event.remote_button_2', 'unknown');
    change('event.remote_button_2', new Date(Date.now() - 3_600_000).toISOString());
    press(1, 'long_release', new Date().toISOString());
    await waitFor(() => again.events().length > 0);
    expect(again.events()).toMatchObject([
      { name: 'event_1', data: { event_type: 'long_release' } },
    ]);
    expect(values.attributes.event_type).toBe('short_release');
  });

  test('tells that devices are gone and new when the registries were read', async () => {
    const { reports, begun } = hearWith({ registryIntervalMs: 0 });
    await begun();
    peer.house.states.delete('lock.front_door');
    peer.tellStates();
    await waitFor(() => reports.some(({ gone }) => gone?.includes('door')));
    const isReported = () =>
      reports.at(-1)!.devices!.find(({ id }) => id === 'registry-switch.new');
    peer.house.entities.push(registryEntity('switch.new', null, { name: 'New' }));
    peer.fire('entity_registry_updated', { action: 'create', entity_id: 'switch.new' });
    peer.house.states.set('switch.new', { entity_id: 'switch.new', state: 'on', attributes: {} });
    peer.tellStates();
    await waitFor(isReported);
    expect(reports.flatMap(({ devices = [] }) => devices).map(({ id }) => id)).not.toContain(
      'switch.new',
    );
  });

  test('tells devices by new names', async () => {
    const { reports, begun } = hearWith({ registryIntervalMs: 0 });
    await begun();
    peer.house.devices.find(({ id }) => id === 'lamp')!.name_by_user = 'Night lamp';
    peer.fire('device_registry_updated', { action: 'update', device_id: 'lamp' });
    await waitFor(() => reports.at(-1)!.devices!.some(({ title }) => title === 'Night lamp'));
  });

  test('does not call others gone while Home Assistant starts', async () => {
    peer.house.config.state = 'STARTING';
    const { reports, begun } = hear();
    await begun();
    expect(reports[0]).toMatchObject({ all: undefined });
    expect(reports[0]!.entities.length).toBeGreaterThan(1);
  });

  test('tells only what the client wants', async () => {
    const { reports, begun, last } = hear({ include: ['lock'] });
    await begun();
    expect(reports[0]!.all).toEqual(['door']);
    change('light.reading_lamp', 'off');
    change('lock.front_door', 'unlocked');
    await waitFor(() => last('door')?.values.locked === false);
    expect(reports.flatMap(({ entities }) => entities).every(({ id }) => id === 'door')).toBe(true);
  });

  test('receives the states anew when very much has changed, and misses nothing', async () => {
    const { reports, begun } = hearWith({ maxChangedBytes: 1_000, registryIntervalMs: 0 });
    const events = () => reports.flatMap((one) => one.events ?? []);
    await begun();
    const count = 100;
    for (let index = 1; index <= count; index += 1) {
      press(1, 'short_release', new Date(Date.now() + index).toISOString());
      if (index % 20 === 0) await waitFor(() => events().length >= index - 10, { every: 5 });
    }
    await waitFor(() => events().length === count);
    await waitFor(() => reports.filter(({ gone }) => gone !== undefined).length > 1);
  });

  describe('ends', () => {
    test('when it is refused, and when the connection ends', async () => {
      expect(await hear({ token: 'a-wrong-token' }).ended).toBeInstanceOf(Unauthorized);
      const { begun, ended } = hear();
      await begun();
      peer.disconnect();
      expect(await ended).toBeInstanceOf(Unavailable);
    });

    test('when Home Assistant gives no sign of life', async () => {
      const { begun, ended } = hearWith({ pingIntervalMs: 1_000 });
      await begun();
      await waitFor(() => peer.pings >= 3);
      peer.isFrozen = true;
      const reason = await ended;
      expect(reason).toBeInstanceOf(Unavailable);
      expect(String(reason)).toMatch(/sign of life/);
    });

    test('when Home Assistant does not answer a reading of the registries', async () => {
      const { begun, ended } = hearWith({ registryIntervalMs: 0, answerTimeoutMs: 500 });
      await begun();
      peer.isFrozen = true;
      peer.fire('entity_registry_updated', { action: 'create', entity_id: 'switch.new' });
      const reason = await ended;
      expect(reason).toBeInstanceOf(Unavailable);
      expect(String(reason)).toMatch(/did not answer in time/);
      await waitFor(() => peer.connections() === 0);
    });

    test('when the version does not know subscriptions to states', async () => {
      peer.errors.set('subscribe_entities', 'unknown_command');
      expect(await hear().ended).toBeInstanceOf(Unavailable);
    });

    test('not when the user may not subscribe to the registries', async () => {
      peer.errors.set('subscribe_events', 'unauthorized');
      const { begun, last } = hear();
      await begun();
      change('light.reading_lamp', 'off');
      await waitFor(() => last('lamp')?.values.on === false);
    });

    test.each([
      ['garbage', '<html>'],
      ['a message without a type', '[]'],
      ['a message without end', JSON.stringify({ type: 'x', junk: 'x'.repeat(17 * 1024 * 1024) })],
    ])('when Home Assistant sends %s', async (_what, text) => {
      const { begun, ended } = hear();
      await begun();
      peer.write(text);
      expect(await ended).toBeInstanceOf(Unavailable);
      await waitFor(() => peer.connections() === 0);
    });

    test('when there are more entities than a house can have', async () => {
      const { begun, ended } = hear();
      await begun();
      const added = Array.from({ length: 50_001 }, (_, index) => [`sensor.x${index}`, { s: '1' }]);
      peer.tell({ a: Object.fromEntries(added) });
      expect(await ended).toBeInstanceOf(Unavailable);
    });
  });

  test('leaves out what is malformed, alone', async () => {
    const { begun, last } = hear();
    await begun();
    const event = {
      a: { nonsense: 1, 'switch.x': { s: 17 }, 'x y': { s: '1' } },
      c: {
        'light.reading_lamp': { '+': { s: 'off', a: 17 }, '-': 'none' },
        'lock.front_door': null,
        'sensor.unknown': { '+': { s: '1' } },
      },
      r: [17],
    };
    peer.tell(17);
    peer.tell(event);
    peer.write(JSON.stringify({ type: 'event', event }));
    await waitFor(() => last('lamp')?.values.on === false);
    expect(last('lamp')!.values).toHaveProperty('battery');
  });
});
