import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  listen,
  AnotherDevice,
  Unauthorized,
  Unavailable,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { startListening } from '../../testing/listening.js';
import { philipsHue } from '../connector.js';
import { startHueBridge, type HuePeer } from '../testing/bridge.js';
import { listenToBridge } from './listen.js';

describe('listening to a bridge', () => {
  let peer: HuePeer;
  const stops: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    peer = await startHueBridge();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await peer.stop();
  });

  const contextOf = ({ client = {}, memory = emptyMemory(), signal }: Given = {}) =>
    contextFor(philipsHue, {
      client: { host: peer.host, application_key: peer.key, ...client },
      memory,
      ...(signal && { signal }),
    });
  interface Given {
    client?: object;
    memory?: ReturnType<typeof emptyMemory>;
    signal?: AbortSignal;
  }

  /** Listens until the test ends. */
  function hear(given: Given = {}) {
    const hearing = startListening((signal, emit, onOffer) =>
      listen(philipsHue, contextOf({ ...given, signal }), emit, onOffer),
    );
    stops.push(hearing.stop);
    return hearing;
  }

  const press = (event: string, updated: string, button = 'dimmer-button-1') =>
    peer.changes.tell('update', {
      id: button,
      id_v1: '/sensors/7',
      owner: { rid: 'dimmer', rtype: 'device' },
      type: 'button',
      button: { last_event: event, button_report: { event, updated } },
    });

  test('offers its devices for commands, which need one request', async () => {
    const { offerOf } = hear();
    const offer = await offerOf('color');
    const before = peer.requests.length;
    const request = { device: 'color', handle: 'device', property: 'on', value: false };
    await writeProperty(philipsHue, contextOf(), request, offer);
    expect(peer.requests.slice(before).map(({ method }) => method)).toEqual(['PUT']);
  });

  test('begins with every device', async () => {
    const { reports, begun } = hear();
    await begun();
    const [first] = reports;
    expect(first!.entities.map(({ id }) => id)).toEqual(expect.arrayContaining(['color', 'room']));
    expect(first!.all).toEqual(first!.entities.map(({ id }) => id));
    expect(first!.events ?? []).toEqual([]);
  });

  test('tells what changes of a lamp, a room and a scene, each alone and as a whole', async () => {
    const { reports, begun, last } = hear();
    await begun();
    const before = last('color')!;
    peer.changes.tell(
      'update',
      { id: 'color-light', type: 'light', color_temperature: { mirek: 200, mirek_valid: true } },
      { id: 'room-lights', type: 'grouped_light', on: { on: false } },
      { id: 'scene-relax', type: 'scene', status: { active: 'static' } },
      { id: 'scene-day', type: 'smart_scene', state: 'inactive' },
    );
    await waitFor(() => reports.length === 2);
    expect(reports[1]!.entities.map(({ id }) => id).sort()).toEqual(['color', 'room']);
    expect(last('color')).toEqual({
      ...before,
      values: { ...before.values, color_temperature: 5000 },
    });
    expect(last('room')!.values).toMatchObject({ on: false, active_scene: 'Relax' });
  });

  test('tells what was written to the bridge by others', async () => {
    const { begun, last } = hear();
    await begun();
    const request = { device: 'color', handle: 'device', property: 'brightness', value: 12 };
    await writeProperty(philipsHue, contextOf(), request);
    await waitFor(() => last('color')?.values.brightness === 12);
  });

  test('tells that a device is away, is gone, and is there again', async () => {
    const { reports, begun, last } = hear();
    await begun();
    const status = (given: string) =>
      peer.changes.tell('update', {
        id: 'color-zigbee',
        type: 'zigbee_connectivity',
        status: given,
      });
    status('connectivity_issue');
    await waitFor(() => last('color')?.available === false);
    peer.changes.tell(
      'delete',
      { id: 'color', type: 'device' },
      { id: 'future', type: 'teleporter' },
    );
    await waitFor(() => reports.at(-1)!.gone.includes('color'));
    peer.changes.tell('add', peer.state.find('color'), peer.state.find('color-zigbee'));
    await waitFor(() => last('color')?.available === true);
  });

  test('tells each press of a button with its time, also twice the same', async () => {
    const { begun, events, last } = hear();
    await begun();
    press('initial_press', '2026-11-20T18:00:01.100Z');
    press('initial_press', '2026-11-20T18:00:02.200Z');
    press('short_release', '2026-11-20T18:00:02.300Z', 'dimmer-button-3');
    await waitFor(() => events().length === 3);
    const at = (time: string) => new Date(`2026-11-20T18:00:${time}Z`);
    expect(events()).toMatchObject([
      {
        device: 'dimmer',
        name: 'event_1',
        data: { event_type: 'initial_press' },
        at: at('01.100'),
      },
      {
        device: 'dimmer',
        name: 'event_1',
        data: { event_type: 'initial_press' },
        at: at('02.200'),
      },
      {
        device: 'dimmer',
        name: 'event_3',
        data: { event_type: 'short_release' },
        at: at('02.300'),
      },
    ]);
    expect(last('dimmer')!.values).toMatchObject({
      event_1: 'initial_press',
      event_3: 'short_release',
    });
    const types = expect.arrayContaining(['initial_press', 'short_release']);
    expect(last('dimmer')!.events).toMatchObject({
      event_1: { data: { properties: { event_type: { enum: types } } } },
      event_3: { data: { properties: { event_type: { type: 'string' } } } },
    });
  });

  test('does not tell a press again: what was there before, is repeated, or is old', async () => {
    const { begun, events, reports } = hear();
    await begun();
    press('initial_press', '2026-11-20T17:00:00.000Z');
    press('initial_press', '2026-11-20T18:00:03.000Z');
    press('initial_press', '2026-11-20T18:00:03.000Z');
    peer.changes.tell('update', { id: 'dimmer-button-1', type: 'button', metadata: {} });
    await waitFor(() => reports.length === 5);
    expect(events()).toHaveLength(1);
    const again = hear();
    await again.begun();
    expect(again.events()).toEqual([]);
  });

  test('tells turns of a dial, and a doorbell of an older bridge by the time of the change', async () => {
    const { begun, events } = hear();
    await begun();
    const turned = { direction: 'counter_clock_wise', steps: 30, duration: 400 };
    const updated = '2026-11-20T18:00:01.000Z';
    peer.changes.tell(
      'update',
      {
        id: 'dial-rotary',
        type: 'relative_rotary',
        relative_rotary: { rotary_report: { updated, action: 'start', rotation: turned } },
      },
      { id: 'camera-bell', type: 'bell_button', button: { last_event: 'initial_press' } },
    );
    await waitFor(() => events().length === 2);
    expect(events()).toMatchObject([
      {
        device: 'dial',
        name: 'rotation',
        data: { steps: -30, duration: 400, action: 'start' },
        at: new Date(updated),
      },
      {
        device: 'camera',
        name: 'event',
        data: { event_type: 'initial_press' },
        at: new Date('2026-11-20T18:00:05Z'),
      },
    ]);
  });

  test('ends with the stream, with the reason', async () => {
    const { begun, ended } = hear();
    await begun();
    peer.changes.end();
    expect(await ended).toBeInstanceOf(Unavailable);
    expect(await hear({ client: { application_key: 'wrong' } }).ended).toBeInstanceOf(Unauthorized);
  });

  test('never asks for a key: only a poll waits for the link button', async () => {
    const { ended } = hear({ client: { application_key: undefined } });
    expect(await ended).toBeInstanceOf(Unauthorized);
    expect(peer.requests).toEqual([]);
  });

  test('sends nothing to a bridge with another certificate than at first', async () => {
    const memory = emptyMemory();
    const { begun, ended } = hear({ memory });
    await begun();
    await peer.replaceCertificate();
    peer.changes.end();
    await ended;
    const before = peer.requests.length;
    expect(await hear({ memory }).ended).toBeInstanceOf(AnotherDevice);
    expect(peer.requests).toHaveLength(before);
  });

  test('reads everything again when the bridge could not tell a change', async () => {
    const { begun, last } = hear();
    await begun();
    Object.assign(peer.state.find('color-light'), { dimming: { brightness: 3 } });
    peer.changes.tell('error', {});
    await waitFor(() => last('color')?.values.brightness === 3);
  });

  test('follows scenes that are new, gone, or of another room', async () => {
    const { begun, last } = hear();
    const scenes = () =>
      (last('room')!.actions.recall_scene as { input?: { enum?: unknown[] } }).input?.enum;
    const group = (rid: string) => ({ group: { rid, rtype: 'room' } });
    const dinner = { id: 'scene-dinner', type: 'scene', metadata: { name: 'Dinner' } };
    await begun();
    const before = scenes()!;
    peer.changes.tell('add', { ...dinner, ...group('room') });
    await waitFor(() => scenes()?.includes('Dinner') === true);
    peer.changes.tell('update', { ...dinner, ...group('attic') });
    await waitFor(() => scenes()?.includes('Dinner') === false);
    peer.changes.tell('update', { ...dinner, ...group('room') });
    await waitFor(() => scenes()?.includes('Dinner') === true);
    peer.changes.tell('delete', { id: dinner.id, type: 'scene' });
    await waitFor(() => scenes()?.includes('Dinner') === false);
    expect(scenes()).toEqual(before);
  });

  test('reads everything again when one event changes more devices than a bridge has', async () => {
    const lights = Array.from({ length: 501 }, (_, index) => ({
      id: `light-${index}`,
      type: 'light',
      owner: { rid: `lamp-${index}`, rtype: 'device' },
      on: { on: false },
    }));
    const lamps = lights.map(({ id, type, owner }) => ({
      id: owner.rid,
      type: 'device',
      services: [{ rid: id, rtype: type }],
    }));
    for (const one of [...lights, ...lamps]) peer.state.resources.add(one);
    const { reports, begun, last } = hear();
    const turnOn = (some: typeof lights) => {
      for (const one of some) one.on = { on: true };
      peer.changes.tell('update', ...some.map((one) => ({ ...one })));
    };
    await begun();
    turnOn(lights.slice(0, 500));
    await waitFor(() => last('lamp-499')?.values.on === true);
    expect(reports).toMatchObject([{ all: expect.anything() }, { all: undefined }]);
    turnOn(lights);
    await waitFor(() => last('lamp-500')?.values.on === true);
    expect(reports).toHaveLength(3);
    expect(reports[2]!.all).toEqual(reports[0]!.all);
  });

  test.each([
    ['at first', 20_001, 0],
    ['one by one', 19_990, 20],
  ])('ends when the bridge has too many resources, %s', async (_when, first, more) => {
    const room = (_: unknown, index: number) => ({ id: `room-${first + index}`, type: 'room' });
    peer.state.answer = {
      data: Array.from({ length: first }, (_, id) => ({ id: `${id}`, type: 'x' })),
    };
    const { ended, begun } = hear();
    if (more > 0) {
      await begun();
      peer.changes.tell('add', ...Array.from({ length: more }, room));
    }
    expect(await ended).toBeInstanceOf(Unavailable);
    await waitFor(() => peer.changes.count() === 0);
  });

  test('ends when changes give a resource members without end', async () => {
    const { ended, begun } = hear();
    await begun();
    const members = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [index, 0]));
    peer.changes.tell('update', { id: 'color-light', type: 'light', dimming: members });
    expect(await ended).toBeInstanceOf(Unavailable);
  });

  test('opens a stream that is silent for long anew', async () => {
    const stopping = new AbortController();
    let reads = 0;
    const context = contextOf({ signal: stopping.signal });
    const ended = listenToBridge(
      context,
      { emit: () => (reads += 1), offer: () => undefined },
      { idleTimeoutMs: 200 },
    ).catch((error: unknown) => error);
    await waitFor(() => reads >= 3);
    expect(peer.changes.count()).toBeLessThanOrEqual(1);
    stopping.abort();
    expect(await ended).toBeInstanceOf(Unavailable);
    await waitFor(() => peer.changes.count() === 0);
  });

  test.each([
    ['a line without end', 'data: '.padEnd(65_536, 'x').repeat(40)],
    ['an event that is no JSON', 'data: <html>\n\n'],
    ['an event of another shape', 'data: {"type":"update"}\n\n'],
  ])('ends when the bridge sends %s', async (_what, bytes) => {
    const { begun, ended } = hear();
    await begun();
    peer.changes.write(bytes);
    expect(await ended).toBeInstanceOf(Unavailable);
    await waitFor(() => peer.changes.count() === 0);
  });

  test('leaves out what is malformed, alone', async () => {
    const { begun, last } = hear();
    await begun();
    peer.changes.write(
      `data: ${JSON.stringify([
        17,
        { type: 'update', data: 'none' },
        {
          type: 'update',
          data: [
            null,
            { type: 'light' },
            { id: 'nothing', type: 'light', on: { on: true } },
            JSON.parse(
              '{"id":"color-light","type":"light","__proto__":{"on":1},"on":{"on":false}}',
            ),
          ],
        },
      ])}\n\n`,
    );
    await waitFor(() => last('color')?.values.on === false);
    expect(last('color')!.values.brightness).toBe(60.5);
  });
});
