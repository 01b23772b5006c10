import { describe, expect, test } from '@jest/globals';
import { devicesOf } from './devices.js';

const device = (services: object[]) => ({
  id: 'one',
  type: 'device',
  metadata: { name: 'One' },
  services: services.map((service) => ({
    rid: (service as { id: string }).id,
    rtype: (service as { type: string }).type,
  })),
});
const light = (id: string, members: object = { on: { on: true } }) => ({
  id,
  type: 'light',
  ...members,
});
const button = (id: string, control_id?: number) => ({
  id,
  type: 'button',
  ...(control_id !== undefined && { metadata: { control_id } }),
  button: { last_event: 'short_release' },
});

const namesWith = (...services: { id: string; type: string }[]) =>
  devicesOf([device(services), ...services]).flatMap(({ abilities }) =>
    abilities.map((ability) => ('event' in ability ? `${ability.name} (event)` : ability.name)),
  );

describe('a device', () => {
  test('with one lamp or one button has plain names', () => {
    expect(namesWith(light('a'))).toEqual(['on', 'identify']);
    expect(namesWith(button('a', 3))).toEqual(['event', 'event_time', 'event (event)', 'identify']);
  });

  test('with two lamps has them numbered', () => {
    expect(namesWith(light('a'), light('b'))).toEqual(['on_1', 'on_2', 'identify']);
  });

  test('with buttons keeps the numbers that are printed on them', () => {
    expect(namesWith(button('a', 2), button('b', 4))).toEqual([
      'event_2',
      'event_time_2',
      'event_2 (event)',
      'event_4',
      'event_time_4',
      'event_4 (event)',
      'identify',
    ]);
  });

  test.each([
    ['is not an object', { on: 17 }],
    ['is null', { on: null }],
    ['misses a member', { on: {} }],
  ])('loses what %s, and nothing else', (_what, odd) => {
    expect(namesWith(light('a', { ...odd, dimming: { brightness: 1 } }))).toEqual([
      'brightness',
      'identify',
    ]);
  });

  test.each([
    ['a service of an unknown type', { id: 'a', type: 'teleporter' }],
    ['a service with the name of a member of objects', { id: 'a', type: 'constructor' }],
    ['a sensor of another shape', { id: 'a', type: 'motion', motion: 'yes' }],
  ])('ignores %s', (_what, odd) => {
    expect(namesWith(odd, light('b'))).toEqual(['on', 'identify']);
  });
});

test('a room recalls its own scenes, not those of another room', () => {
  const room = (id: string) => ({
    id,
    type: 'room',
    metadata: { name: id },
    services: [{ rid: `lights of ${id}`, rtype: 'grouped_light' }],
  });
  const lights = (id: string) => ({ ...light(`lights of ${id}`), type: 'grouped_light' });
  const scene = (name: string, rid: string) => ({
    id: `scene ${name}`,
    type: 'scene',
    metadata: { name },
    group: { rid, rtype: 'room' },
  });
  const [kitchen, attic] = devicesOf([
    room('kitchen'),
    lights('kitchen'),
    room('attic'),
    lights('attic'),
    scene('Cooking', 'kitchen'),
    scene('Dinner', 'kitchen'),
  ]);
  expect(kitchen!.abilities.at(-1)).toMatchObject({
    name: 'recall_scene',
    action: { input: { enum: ['Cooking', 'Dinner'] } },
  });
  expect(attic!.abilities.map(({ name }) => name)).toEqual(['on']);
});

test('a scene and a smart scene of the same name are both there', () => {
  const group = { rid: 'kitchen', rtype: 'room' };
  const [kitchen] = devicesOf([
    {
      id: 'kitchen',
      type: 'room',
      metadata: { name: 'Kitchen' },
      services: [{ rid: 'lights', rtype: 'grouped_light' }],
    },
    { ...light('lights'), type: 'grouped_light' },
    { id: 'a', type: 'smart_scene', metadata: { name: 'Day' }, group, state: 'inactive' },
    { id: 'b', type: 'scene', metadata: { name: 'Day' }, group, status: { active: 'static' } },
  ]);
  expect(kitchen!.abilities.slice(1)).toMatchObject([
    { name: 'active_scene', value: 'Day' },
    { name: 'recall_scene', action: { input: { enum: ['Day', 'Day (smart scene)'] } } },
    { name: 'end_smart_scene', action: { input: { enum: ['Day (smart scene)'] } } },
  ]);
});

test('an area in which lamps detect motion is a device', () => {
  const [area] = devicesOf([
    {
      id: 'area',
      type: 'motion_area_configuration',
      name: 'Stairs',
      services: [{ rid: 'motion', rtype: 'convenience_area_motion' }],
    },
    { id: 'motion', type: 'convenience_area_motion', enabled: true, motion: { motion: true } },
  ]);
  expect(area).toMatchObject({ title: 'Stairs', handle: 'motion_area_configuration' });
  expect(area!.abilities.map(({ name }) => name)).toEqual(['motion', 'enabled']);
});

describe('a sensor', () => {
  const valueOf = (name: string, service: { id: string; type: string }) =>
    devicesOf([device([service]), service])
      .flatMap(({ abilities }) => abilities)
      .flatMap((ability) =>
        'property' in ability && ability.name === name ? [ability.value] : [],
      );
  const sensor = (type: string, members: object) => ({ id: 'a', type, ...members });

  test.each([
    ['contact', false],
    ['no_contact', true],
  ])('of a door in the state %s has open: %s', (state, open) => {
    expect(valueOf('open', sensor('contact', { contact_report: { state } }))).toEqual([open]);
    expect(valueOf('open', sensor('contact', {}))).toEqual([undefined]);
  });

  test.each([
    [[], false],
    [[{ state: 'not_tampered' }], false],
    [[{ state: 'not_tampered' }, { state: 'tampered' }], true],
  ])('with the reports %j of tampering has tamper: %s', (tamper_reports, expected) => {
    expect(valueOf('tamper', sensor('tamper', { tamper_reports }))).toEqual([expected]);
  });

  test.each([
    ['motion', 'motion', { motion: { motion: false, motion_report: { motion: true } } }, true],
    ['motion', 'motion', { motion: { motion: true } }, true],
    [
      'temperature',
      'temperature',
      { temperature: { temperature: 1, temperature_report: { temperature: 21.5 } } },
      21.5,
    ],
    [
      'light_level',
      'illuminance',
      { light: { light_level: 1, light_level_report: { light_level: 20_001 } } },
      100,
    ],
    [
      'button',
      'event',
      {
        button: { last_event: 'a', button_report: { event: 'b', updated: '2026-11-20T18:00:00Z' } },
      },
      'b',
    ],
  ])('of the type %s has the %s of its report: %j', (type, name, members, expected) => {
    expect(valueOf(name, sensor(type, members))).toEqual([expected]);
  });
});

test('a color temperature beyond what a lamp can do becomes the nearest that it can', () => {
  const mirek_schema = { mirek_minimum: 153, mirek_maximum: 454 };
  const lamp = light('a', { color_temperature: { mirek: 300, mirek_schema } });
  const [ability] = devicesOf([device([lamp]), lamp])[0]!.abilities;
  if (!ability || !('property' in ability)) throw new Error('There is no property.');
  expect(ability).toMatchObject({
    name: 'color_temperature',
    property: { minimum: 2203, maximum: 6536 },
  });
  const mirekOf = (kelvins: number) => ability.write!(kelvins as never).body;
  expect(mirekOf(4_000)).toEqual({ color_temperature: { mirek: 250 } });
  expect(mirekOf(1_000)).toEqual({ color_temperature: { mirek: 454 } });
  expect(mirekOf(10_000)).toEqual({ color_temperature: { mirek: 153 } });
});

describe('a hostile bridge', () => {
  test('cannot give a device services without end, or the same one twice', () => {
    const lights = Array.from({ length: 600 }, (_, index) => light(`light ${index}`));
    expect(namesWith(...lights)).toHaveLength(500 + 1);
    expect(namesWith(light('a'), light('a'))).toEqual(['on', 'identify']);
  });

  test('cannot have one service in each of its devices', () => {
    const devices = Array.from({ length: 30 }, (_, index) => ({
      ...device([light('a')]),
      id: `device ${index}`,
    }));
    const found = devicesOf([...devices, light('a')]);
    expect(found).toHaveLength(30);
    expect(found.filter(({ abilities }) => abilities.length > 1)).toHaveLength(10);
  });

  test('cannot make each room read the scenes of all', () => {
    let reads = 0;
    const scene = {
      id: 'scene',
      type: 'scene',
      metadata: { name: 'Dinner' },
      group: { rid: 'room 0', rtype: 'room' },
      get status() {
        reads += 1;
        return { active: 'static' };
      },
    };
    const room = (_: unknown, index: number) => ({
      ...device([light('lights')]),
      id: `room ${index}`,
      type: 'room',
    });
    const readsWith = (length: number) => {
      const before = reads;
      const lights = { ...light('lights'), type: 'grouped_light' };
      devicesOf([...Array.from({ length }, room), lights, scene]);
      return reads - before;
    };
    expect(readsWith(1)).toBeGreaterThan(0);
    expect(readsWith(9)).toBe(readsWith(1));
  });
});
