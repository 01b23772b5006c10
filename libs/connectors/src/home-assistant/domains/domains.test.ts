import { describe, expect, test } from '@jest/globals';
import { actionAffordance, propertyAffordance, Rejected } from '@trellis/connector-sdk';
import type { State } from '../house.js';
import { domains } from './index.js';

const units = { temperature: '°F', pressure: 'inHg', wind_speed: 'mph' };

function abilitiesOf(id: string, state: string, attributes: Record<string, unknown> = {}) {
  const given: State = { entity_id: id, state, attributes };
  const { properties = [], actions = [] } = domains.get(id.split('.')[0]!)!(given, units);
  return { properties, actions };
}

/** What an entity is said to be, by the names of its properties. */
const valuesOf = (...given: Parameters<typeof abilitiesOf>) =>
  Object.fromEntries(
    abilitiesOf(...given).properties.map(({ name = '', value }) => [name, value ?? null]),
  );

const affordanceOf = (name: string, ...given: Parameters<typeof abilitiesOf>) =>
  abilitiesOf(...given).properties.find((one) => (one.name ?? '') === name)?.affordance;

/** The call that follows from writing a property, or from doing an action. */
function callOf(name: string, value: unknown, ...given: Parameters<typeof abilitiesOf>) {
  const { properties, actions } = abilitiesOf(...given);
  const write = properties.find((one) => (one.name ?? '') === name)?.write;
  const { domain, service, data } = (write ?? actions.find((one) => one.name === name)!.invoke)(
    value,
  );
  return [`${domain}.${service}`, ...(data ? [data] : [])];
}

const names = (...given: Parameters<typeof abilitiesOf>) => {
  const { properties, actions } = abilitiesOf(...given);
  return [properties.map(({ name = '' }) => name), actions.map(({ name }) => name)];
};

describe('a light', () => {
  test.each<[string[], string[]]>([
    [['onoff'], ['on']],
    [['brightness'], ['on', 'brightness']],
    [['white'], ['on', 'brightness']],
    [['color_temp'], ['on', 'brightness', 'color_temperature']],
    [['xy'], ['on', 'brightness', 'color']],
    [
      ['color_temp', 'rgbww'],
      ['on', 'brightness', 'color_temperature', 'color'],
    ],
  ])('with the colour modes %j has %j', (supported_color_modes, expected) => {
    expect(names('light.a', 'on', { supported_color_modes })[0]).toEqual(expected);
  });

  test('that is off has no brightness, and one that is hardly on has one percent', () => {
    const modes = { supported_color_modes: ['brightness'] };
    expect(valuesOf('light.a', 'off', { ...modes, brightness: null })).toEqual({
      ...{ on: false, brightness: null },
    });
    expect(valuesOf('light.a', 'on', { ...modes, brightness: 1 })).toMatchObject({ brightness: 1 });
    expect(valuesOf('light.a', 'on', { ...modes, brightness: 255 })).toMatchObject({
      brightness: 100,
    });
  });
});

describe('a cover', () => {
  const all = ['open', 'close', 'stop', 'open_tilt', 'close_tilt', 'stop_tilt'];

  test.each<[number, string[], string[]]>([
    [3, ['state'], ['open', 'close']],
    [15, ['state', 'position'], ['open', 'close', 'stop']],
    [255, ['state', 'position', 'tilt_position'], all],
  ])('that supports %i', (supported_features, properties, actions) => {
    expect(names('cover.a', 'open', { supported_features })).toEqual([properties, actions]);
    expect(names('cover.a', 'unavailable', { supported_features })).toEqual([properties, actions]);
  });

  test('is told its position', () => {
    const attributes = { supported_features: 255, current_tilt_position: 20 };
    expect(valuesOf('cover.a', 'closing', attributes)).toEqual({
      ...{ state: 'closing', position: null, tilt_position: 20 },
    });
    expect(callOf('position', 40, 'cover.a', 'open', attributes)).toEqual([
      'cover.set_cover_position',
      { position: 40 },
    ]);
    expect(callOf('tilt_position', 40, 'cover.a', 'open', attributes)).toEqual([
      'cover.set_cover_tilt_position',
      { tilt_position: 40 },
    ]);
  });
});

describe('a thermostat', () => {
  const attributes = {
    ...{ supported_features: 1 + 2, hvac_modes: ['off', 'heat_cool'], current_temperature: 70 },
    ...{ min_temp: 45, max_temp: 95, target_temp_step: 1, temperature: null },
    ...{ target_temp_low: 66, target_temp_high: 74 },
  };

  test('has the unit, range and steps of the house', () => {
    expect(affordanceOf('target_temperature', 'climate.a', 'off', attributes)).toMatchObject({
      ...{ unit: '°F', minimum: 45, maximum: 95, multipleOf: 1 },
    });
    const tenths = { ...attributes, target_temp_step: 0.1 };
    expect(affordanceOf('target_temperature', 'climate.a', 'off', tenths)).not.toHaveProperty(
      'multipleOf',
    );
  });

  test('that keeps a range is told both ends', () => {
    expect(valuesOf('climate.a', 'heat_cool', attributes)).toMatchObject({
      ...{ temperature: 70, target_temperature: null, mode: 'heat_cool' },
      ...{ target_temperature_low: 66, target_temperature_high: 74 },
    });
    expect(callOf('target_temperature_high', 80, 'climate.a', 'heat_cool', attributes)).toEqual([
      'climate.set_temperature',
      { target_temp_low: 66, target_temp_high: 80 },
    ]);
    const heating = { ...attributes, target_temp_low: null };
    expect(() => callOf('target_temperature_high', 80, 'climate.a', 'heat', heating)).toThrow(
      Rejected,
    );
  });
});

describe('a sensor', () => {
  test.each<[string, string, object, unknown, object]>([
    ['of a unit', '21.5', { unit_of_measurement: '°C' }, 21.5, { type: 'number', unit: '°C' }],
    ['of a statistic', '3', { state_class: 'total' }, 3, { type: 'number' }],
    ['of a unit, without a number', 'n/a', { unit_of_measurement: 'W' }, null, { type: 'number' }],
    ['of texts', '21.5', {}, '21.5', { type: 'string' }],
    ['that is unknown', 'unknown', {}, null, { type: 'string' }],
    [
      'of options',
      'wet',
      { device_class: 'enum', options: ['dry', 'wet'] },
      'wet',
      { type: 'string', enum: ['dry', 'wet'] },
    ],
    [
      'of options that has another',
      'damp',
      { device_class: 'enum', options: ['dry', 'wet'] },
      null,
      { enum: ['dry', 'wet'] },
    ],
    [
      'of times',
      '2026-11-20T18:00:00+00:00',
      { device_class: 'timestamp' },
      '2026-11-20T18:00:00+00:00',
      { type: 'string', format: 'date-time' },
    ],
    ['of days', 'someday', { device_class: 'date' }, null, { type: 'string', format: 'date' }],
  ])('%s', (_what, state, attributes, value, affordance) => {
    const given = ['sensor.a', state, attributes as Record<string, unknown>] as const;
    expect(valuesOf(...given)).toEqual({ '': value });
    expect(affordanceOf('', ...given)).toMatchObject({ ...affordance, readOnly: true });
  });

  test('that is so or not says what "so" is', () => {
    const attributes = { device_class: 'lock' };
    expect(valuesOf('binary_sensor.a', 'on', attributes)).toEqual({ '': true });
    expect(affordanceOf('', 'binary_sensor.a', 'on', attributes)).toMatchObject({
      description: 'True: it is unlocked.',
    });
  });
});

describe('what is known and what can be told', () => {
  test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['switch.a', 'off', {}, { on: false }],
    ['switch.a', 'unknown', {}, { on: null }],
    ['lock.a', 'unlocking', {}, { locked: false, state: 'unlocking' }],
    ['lock.a', 'jammed', {}, { locked: null, state: 'jammed' }],
    ['alarm_control_panel.a', 'armed_away', {}, { state: 'armed_away' }],
    ['valve.a', 'closed', {}, { state: 'closed' }],
    ['number.a', '4', { min: 0, max: 9 }, { '': 4 }],
    ['number.a', 'unavailable', {}, { '': null }],
    ['select.a', 'b', { options: ['a', 'b'] }, { '': 'b' }],
    ['select.a', 'c', { options: ['a', 'b'] }, { '': null }],
    ['select.a', 'c', {}, {}],
    ['text.a', 'hello', { min: 0, max: 20 }, { '': 'hello' }],
    ['text.a', 'secret', { mode: 'password' }, { '': null }],
    ['lawn_mower.a', 'mowing', {}, { state: 'mowing' }],
    ['device_tracker.a', 'not_home', {}, { '': 'not_home' }],
    ['humidifier.a', 'on', { humidity: 45 }, { on: true, target_humidity: 45 }],
    ['water_heater.a', 'eco', { current_temperature: 120 }, { temperature: 120 }],
    ['media_player.a', 'idle', { supported_features: 384 }, { on: true, state: 'idle' }],
    ['media_player.a', 'standby', { supported_features: 384 }, { on: false, state: 'standby' }],
    ['event.a', 'unknown', { event_types: ['press'] }, { event: null, event_time: null }],
  ])('%s: %s %j', (id, state, attributes, expected) => {
    const values = valuesOf(id, state, attributes);
    expect(values).toMatchObject(expected);
    if (Object.keys(expected).length === 0) expect(values).toEqual({});
  });

  const everything = 2 ** 31 - 1;

  test.each<[string, Record<string, unknown>, string, unknown, unknown[]]>([
    ['switch.a', {}, 'on', false, ['switch.turn_off']],
    ['siren.a', {}, 'on', true, ['siren.turn_on']],
    ['fan.a', {}, 'speed', 40, ['fan.set_percentage', { percentage: 40 }]],
    ['fan.a', {}, 'direction', 'reverse', ['fan.set_direction', { direction: 'reverse' }]],
    ['lock.a', { code_format: '.*' }, 'open', { code: '1' }, ['lock.open', { code: '1' }]],
    ['lock.a', {}, 'lock', undefined, ['lock.lock']],
    [
      ...(['alarm_control_panel.a', {}, 'arm_night', undefined] as const),
      ['alarm_control_panel.alarm_arm_night'],
    ],
    [
      ...(['alarm_control_panel.a', {}, 'disarm', { code: '7' }] as const),
      ['alarm_control_panel.alarm_disarm', { code: '7' }],
    ],
    ['valve.a', {}, 'position', 10, ['valve.set_valve_position', { position: 10 }]],
    ['number.a', {}, '', 4, ['number.set_value', { value: 4 }]],
    ['input_text.a', {}, '', 'hi', ['input_text.set_value', { value: 'hi' }]],
    ['select.a', { options: ['a'] }, '', 'a', ['select.select_option', { option: 'a' }]],
    ['humidifier.a', {}, 'target_humidity', 50, ['humidifier.set_humidity', { humidity: 50 }]],
    [
      ...(['water_heater.a', { operation_list: ['eco'] }, 'mode', 'eco'] as const),
      ['water_heater.set_operation_mode', { operation_mode: 'eco' }],
    ],
    ['vacuum.a', {}, 'return', undefined, ['vacuum.return_to_base']],
    ['lawn_mower.a', {}, 'return', undefined, ['lawn_mower.dock']],
    ['media_player.a', {}, 'volume', 50, ['media_player.volume_set', { volume_level: 0.5 }]],
    ['media_player.a', {}, 'muted', true, ['media_player.volume_mute', { is_volume_muted: true }]],
    ['media_player.a', {}, 'next', undefined, ['media_player.media_next_track']],
    ['input_button.a', {}, 'press', undefined, ['input_button.press']],
    ['script.a', {}, 'stop', undefined, ['script.turn_off']],
  ])('%s %j: %s', (id, attributes, name, value, call) => {
    const supported_features = everything;
    expect(callOf(name, value, id, 'on', { supported_features, ...attributes })).toEqual(call);
  });

  test('a lock without a code takes no input, and none says how its code is made', () => {
    const [lock] = abilitiesOf('lock.a', 'locked').actions;
    expect(lock!.affordance).toEqual({ title: 'Lock' });
    const [coded] = abilitiesOf('lock.a', 'locked', { code_format: '^(a+)+$' }).actions;
    expect(coded!.affordance.input).toMatchObject({ properties: { code: { type: 'string' } } });
    expect(JSON.stringify(coded)).not.toContain('(a+)+');
  });

  test('weather has its own units, else those of the house', () => {
    const own = { temperature_unit: '°C' };
    expect(affordanceOf('temperature', 'weather.a', 'sunny', own)).toMatchObject({ unit: '°C' });
    expect(affordanceOf('temperature', 'weather.a', 'sunny')).toMatchObject({ unit: '°F' });
    expect(affordanceOf('pressure', 'weather.a', 'sunny')).toMatchObject({ unit: 'inHg' });
  });
});

describe.each([...domains.keys()])('the domain %s', (domain) => {
  const attributes = { supported_features: 2 ** 31 - 1, options: ['a'], hvac_modes: ['off'] };

  test('is the same whatever its state is, and makes valid affordances', () => {
    const [on, away] = ['on', 'unavailable'].map((state) =>
      abilitiesOf(`${domain}.a`, state, attributes),
    );
    const shape = ({ properties, actions }: typeof on & object) => [
      properties.map(({ name, affordance }) => [name, affordance]),
      actions.map(({ name, affordance }) => [name, affordance]),
    ];
    expect(shape(away!)).toEqual(shape(on!));
    expect([...on!.properties, ...on!.actions]).not.toHaveLength(0);
    for (const { affordance } of on!.properties) propertyAffordance.parse(affordance);
    for (const { affordance } of on!.actions) actionAffordance.parse(affordance);
    for (const { value } of away!.properties) expect(value).toBeUndefined();
  });
});
