import { describe, expect, test } from '@jest/globals';
import { abbreviations, deviceAbbreviations, expand } from './abbreviations.js';
import { readComponents } from './discovery.js';
import { fixture, payloadsOf } from './testing/fixtures.js';

const read = (messages: Record<string, unknown>, prefix = 'homeassistant') =>
  readComponents(
    { prefix, temperatureUnit: 'C' },
    payloadsOf(
      Object.entries(messages).map(([topic, payload]) => ({
        topic,
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      })),
    ),
  ).components;

describe('discovery topics', () => {
  test('have a kind, perhaps a node, and an object', () => {
    const found = read({
      'homeassistant/sensor/power/config': { stat_t: 'a' },
      'homeassistant/light/0x01/light/config': { stat_t: 'a' },
    });
    expect(found.map(({ kind, id, key }) => ({ kind, id, key }))).toEqual([
      { kind: 'light', id: 'light/0x01/light', key: 'light' },
      { kind: 'sensor', id: 'sensor/power', key: 'power' },
    ]);
  });

  test('follow the prefix, which may have several levels', () => {
    expect(read({ 'my/ha/sensor/a/config': { stat_t: 'a' } }, 'my/ha')).toHaveLength(1);
  });

  test.each([
    'homeassistant/sensor/a/b/c/config',
    'homeassistant/sensor/config',
    'homeassistant/sensor/a b/config',
    'homeassistant/sensor/a/state',
    'other/sensor/a/config',
    'homeassistant/status',
  ])('%s is none', (topic) => {
    expect(read({ [topic]: { stat_t: 'a' } })).toEqual([]);
  });
});

describe('discovery messages', () => {
  test.each(['', 'not JSON', '[]', 'null', '"text"', '7', '{"a":'])('%j is skipped', (payload) => {
    expect(read({ 'homeassistant/sensor/a/config': payload })).toEqual([]);
  });

  test('have every abbreviation that Tasmota uses, and the base topic', () => {
    const settings = { prefix: 'homeassistant', temperatureUnit: 'C' } as const;
    const { components } = readComponents(settings, payloadsOf(fixture('tasmota')));
    const pump = components.find(({ id }) => id === 'switch/D04DF5_RL_1');
    expect(pump?.settings.topic('command_topic')).toBe('tasmota_D04DF5/cmnd/POWER1');
    expect(pump?.settings.topic('availability_topic')).toBe('tasmota_D04DF5/tele/LWT');
    expect(pump?.settings.text('payload_not_available')).toBe('Offline');
    expect(pump?.settings.object('device')?.texts('identifiers')).toEqual(['D04DF5']);
  });

  test('may have the base topic at the end, and within availability', () => {
    const [found] = read({
      'homeassistant/switch/a/config': {
        '~': 'base',
        cmd_t: 'set/~',
        avty: { t: '~/lwt' },
        name: '~ is no topic',
      },
    });
    expect(found?.settings.topic('command_topic')).toBe('set/base');
    expect(found?.settings.objects('availability')[0]?.topic('topic')).toBe('base/lwt');
    expect(found?.settings.text('name')).toBe('~ is no topic');
  });

  test('for a device share its options with the components that do not have their own', () => {
    const [a, b] = read({
      'homeassistant/device/d1/config': {
        dev: { ids: ['d1'] },
        o: { name: 'x' },
        cmps: {
          a: { p: 'sensor', val_tpl: '{{ value_json.a }}' },
          b: { platform: 'sensor', state_topic: 'own' },
        },
        stat_t: 'shared',
        qos: 2,
      },
    });
    expect(a?.id).toBe('sensor/d1/a');
    expect(a?.settings.topic('state_topic')).toBe('shared');
    expect(a?.settings.object('device')?.texts('identifiers')).toEqual(['d1']);
    expect(b?.settings.topic('state_topic')).toBe('own');
    expect(b?.settings.number('qos')).toBe(2);
  });

  test('for a device take back a component that has only its platform', () => {
    expect(
      read({ 'homeassistant/device/d1/config': { cmps: { a: { p: 'sensor' }, b: 7 } } }),
    ).toEqual([]);
  });

  test('for a device win over single ones for the same component, in whatever order', () => {
    const single = { 'homeassistant/sensor/d1/a/config': { stat_t: 'single' } };
    const whole = {
      'homeassistant/device/d1/config': { cmps: { a: { p: 'sensor', stat_t: 'whole' } } },
    };
    for (const messages of [
      { ...single, ...whole },
      { ...whole, ...single },
    ]) {
      expect(read(messages).map(({ settings }) => settings.topic('state_topic'))).toEqual([
        'whole',
      ]);
    }
  });
});

describe('abbreviations', () => {
  test('stand for one option each', () => {
    expect(abbreviations.get('unit_of_meas')).toBe('unit_of_measurement');
    expect(abbreviations.get('swing_h_mode_cmd_t')).toBe('swing_horizontal_mode_command_topic');
    expect(abbreviations.get('strt_mw_cmd_t')).toBe('start_mowing_command_topic');
    expect(abbreviations.size).toBeGreaterThan(250);
    expect([...abbreviations, ...deviceAbbreviations].flat()).not.toContain(undefined);
  });

  test('give way to the full name', () => {
    expect(expand({ stat_t: 'short', state_topic: 'full' })).toEqual({ state_topic: 'full' });
    expect(expand({ state_topic: 'full', stat_t: 'short' })).toEqual({ state_topic: 'full' });
  });
});
