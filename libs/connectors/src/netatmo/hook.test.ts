import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  receiveHook,
  registerHook,
  Rejected,
  Unavailable,
  unregisterHook,
  type HookRequest,
} from '@trellis/connector-sdk';
import { netatmo } from './connector.js';
import { netatmoInTest } from './testing/in-test.js';
import { addLodge, lodge, lodgeIds, notificationOf } from './testing/lodge.js';
import { ids } from './testing/state.js';

const inTest = netatmoInTest();
const client = { security: true, alarms: true };
const address = 'https://trellis.example/api/v1/connectors/hooks/secret';

/** Of stations Netatmo tells nothing. */
const weather = { energy: false, control: false };

beforeEach(() => addLodge(inTest.peer().state));

const receive = async (request: HookRequest) =>
  receiveHook(netatmo, await inTest.contextOf({ client }), request);

const notify = (content: object) =>
  receive(notificationOf(content, inTest.peer().instance.client_secret));

const movement = {
  event_type: 'movement',
  event_id: '601dce1560abca1ebad9b723',
  device_id: lodgeIds.indoor,
  camera_id: lodgeIds.indoor,
  home_id: lodge,
  push_type: 'NACamera-movement',
  message: 'Movement seen by Hall',
  snapshot_url: 'https://netatmo.example/picture',
};

describe('the address of a client', () => {
  test('is registered, replaced and dropped', async () => {
    const context = await inTest.contextOf();
    await registerHook(netatmo, context, `${address}-1`);
    await registerHook(netatmo, context, address);
    expect(inTest.peer().state.webhook).toBe(address);
    await unregisterHook(netatmo, context);
    expect(inTest.peer().state.webhook).toBeUndefined();
  });

  test('is not registered where Netatmo has nothing to tell', async () => {
    await registerHook(netatmo, await inTest.contextOf({ client: weather }), address);
    expect(inTest.peer().requests).toEqual([]);
  });

  test('is dropped once Netatmo has nothing to tell any more, and nothing else is', async () => {
    const context = await inTest.contextOf();
    const { memory } = context;
    await registerHook(netatmo, context, address);
    const { state } = inTest.peer();
    const quiet = Object.assign(await inTest.contextOf({ client: weather }), { memory });
    await registerHook(netatmo, quiet, `${address}-1`);
    expect(state.webhook).toBeUndefined();
    state.webhook = 'https://trellis.example/of-another-client';
    await registerHook(netatmo, quiet, `${address}-2`);
    expect(state.webhook).toBe('https://trellis.example/of-another-client');
  });

  test('is dropped later where Netatmo cannot be reached, and needs not be where it is gone', async () => {
    const context = await inTest.contextOf();
    const { memory } = context;
    await registerHook(netatmo, context, address);
    const { state } = inTest.peer();
    const quiet = Object.assign(await inTest.contextOf({ client: weather }), { memory });
    state.failing.dropwebhook = { status: 503, body: '' };
    await expect(registerHook(netatmo, quiet, address)).rejects.toBeInstanceOf(Unavailable);
    state.failing = {};
    state.webhook = undefined;
    await registerHook(netatmo, quiet, address);
    expect(await memory.get('registered')).toBeUndefined();
  });

  test('that Netatmo does not take is refused', async () => {
    const registering = registerHook(netatmo, await inTest.contextOf(), 'https://a.example:8443/');
    await expect(registering).rejects.toBeInstanceOf(Rejected);
  });
});

describe('a request', () => {
  test('of a camera tells an event, without the addresses of pictures', async () => {
    const { report, id, poll } = await notify(movement);
    expect(report.events).toEqual([
      { device: lodgeIds.indoor, name: 'movement', data: { message: 'Movement seen by Hall' } },
    ]);
    expect([id, poll]).toEqual(['NACamera-movement 601dce1560abca1ebad9b723', false]);
  });

  test('tells who was seen', async () => {
    const persons = [{ id: 'alice', is_known: true, face_url: 'https://a.example' }, 7, {}];
    const { report } = await notify({ ...movement, event_type: 'person', persons });
    expect(report.events).toMatchObject([
      { name: 'person', data: { persons: [{ id: 'alice', known: true }, {}] } },
    ]);
  });

  test('of an outdoor camera tells each of its events', async () => {
    const { report, poll } = await notify({
      event_type: 'outdoor',
      device_id: lodgeIds.outdoor,
      event_list: [{ type: 'human', message: 'A person' }, { type: 'storm' }, { type: 'vehicle' }],
    });
    expect(report.events).toEqual([
      { device: lodgeIds.outdoor, name: 'human', data: { message: 'A person' } },
      { device: lodgeIds.outdoor, name: 'vehicle', data: {} },
    ]);
    expect(poll).toBe(false);
  });

  test('of a door tag is about the tag, and has its state polled', async () => {
    const { report, poll } = await notify({
      event_type: 'tag_open',
      module_id: lodgeIds.tag,
      device_id: lodgeIds.indoor,
    });
    expect(report.events).toMatchObject([{ device: lodgeIds.tag, name: 'tag_open' }]);
    expect(poll).toBe(true);
  });

  test('of an alarm tells its state, and has it polled', async () => {
    const eventOf = async (event_type: string, sub_type: number) => {
      const { report, poll } = await notify({ event_type, sub_type, device_id: lodgeIds.smoke });
      expect(poll).toBe(true);
      return report.events!.map(({ name, data }) => [name, data]);
    };
    expect(await eventOf('smoke', 1)).toEqual([['smoke', { state: 'detected' }]]);
    expect(await eventOf('co_detected', 2)).toEqual([['co_detected', { state: 'alarm' }]]);
    expect(await eventOf('tampered', 9)).toEqual([['tampered', {}]]);
  });

  test.each([
    { event_type: 'set_point', push_type: 'display_change', room_id: ids.livingRoom },
    { push_type: 'home_event_changed', home_id: ids.cottage },
    { event_type: 'off', device_id: lodgeIds.indoor, push_type: 'NACamera-off' },
  ])('that something has changed has that polled: %j', async (content) => {
    expect(await notify(content)).toMatchObject({ report: { events: [] }, poll: true });
  });

  test('about the address itself tells nothing', async () => {
    const { report, poll } = await notify({ push_type: 'webhook_activation' });
    expect([report.events, poll]).toEqual([undefined, false]);
  });

  test.each(['nonsense', '[]', '7', '{"event_type":7,"event_list":9}'])(
    'that is signed and malformed fails nothing: %s',
    async (body) => {
      const secret = inTest.peer().instance.client_secret;
      const { headers } = notificationOf({}, secret);
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const signed = { ...headers, 'x-netatmo-secret': signature };
      const { report } = await receive({ headers: signed, body: Buffer.from(body) });
      expect(report.events ?? []).toEqual([]);
    },
  );

  test.each<[string, (request: HookRequest) => HookRequest]>([
    ['no signature', ({ body }) => ({ headers: {}, body })],
    [
      'the signature of another body',
      ({ headers, body }) => ({ headers, body: Buffer.from(`${body} `) }),
    ],
    ['the signature of another app', () => notificationOf(movement, 'the secret of another app')],
    [
      'a signature that is cut off',
      ({ headers, body }) => ({
        headers: { 'x-netatmo-secret': headers['x-netatmo-secret']!.slice(0, 40) },
        body,
      }),
    ],
  ])('with %s is refused', async (_what, forge) => {
    const request = notificationOf(movement, inTest.peer().instance.client_secret);
    await expect(receive(forge(request))).rejects.toBeInstanceOf(Rejected);
  });
});

describe('cameras, doorbells, door tags, sirens and alarms', () => {
  test('are devices where the client wants them, with their events', async () => {
    const { entities } = await inTest.poll({ client });
    const watching = entities.filter(({ id }) => Object.values(lodgeIds).includes(id));
    expect(watching.map(({ id, events }) => [id, Object.keys(events)])).toEqual([
      [lodgeIds.indoor, ['person', 'person_away', 'movement', 'animal', 'alarm_started']],
      [lodgeIds.outdoor, ['human', 'animal', 'vehicle']],
      [
        lodgeIds.doorbell,
        ['incoming_call', 'accepted_call', 'missed_call', 'human', 'animal', 'vehicle'],
      ],
      [lodgeIds.tag, ['tag_open', 'tag_big_move', 'tag_small_move', 'tag_uninstalled']],
      [lodgeIds.study, ['person', 'person_away', 'movement', 'animal', 'alarm_started']],
      [lodgeIds.siren, []],
      [
        lodgeIds.smoke,
        [
          'smoke',
          'tampered',
          'detection_chamber_status',
          'sound_test',
          'battery_status',
          'wifi_status',
        ],
      ],
      [lodgeIds.carbonMonoxide, ['co_detected', 'sound_test', 'battery_status', 'wifi_status']],
    ]);
    expect(watching.map(({ values }) => values)).toEqual([
      { monitoring: true },
      { monitoring: false },
      {},
      { open: false, battery_state: 'high', battery_low: false },
      { monitoring: true },
      { monitoring: false, battery_state: 'low', battery_low: true },
      { last_seen: '2025-11-24T16:00:00.000Z' },
      { last_seen: '2025-11-24T16:00:00.000Z', battery: 80 },
    ]);
  });

  test('are smoke alarms alone where the client wants no more', async () => {
    const { entities } = await inTest.poll({ client: { alarms: true } });
    const ids = entities.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([lodgeIds.smoke, lodgeIds.carbonMonoxide]));
    expect(ids).not.toContain(lodgeIds.indoor);
  });

  test('have the state of a smoke alarm that reports it', async () => {
    const status = inTest.peer().state.status[lodge]!.modules as { id: string }[];
    const alarm = status.find(({ id }) => id === lodgeIds.smoke)!;
    Object.assign(alarm, { smoke_detected: true, status_tampered: false });
    const { entities } = await inTest.poll({ client });
    const { types, values } = entities.find(({ id }) => id === lodgeIds.smoke)!;
    expect(types).toContain('SmokeSensor');
    expect(values).toMatchObject({ smoke: true, tampered: false });
  });

  test('are none by default', async () => {
    const { entities, problems } = await inTest.poll();
    expect(entities.map(({ id }) => id)).not.toContain(lodgeIds.indoor);
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      expect.stringContaining('NACamDoorTag'),
    ]);
  });
});
