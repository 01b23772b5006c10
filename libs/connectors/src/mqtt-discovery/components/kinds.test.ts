import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { built } from '../testing/built.js';

const topics = { state_topic: 's', command_topic: 'c' };

describe('lock', () => {
  test('is read, and operated by actions', () => {
    const lock = built('lock', { ...topics, payload_open: 'OPEN' });
    expect(lock.names).toEqual(['locked', 'lock_state']);
    expect(lock.affordance('locked')?.readOnly).toBe(true);
    expect(lock.read('locked', 'LOCKED')).toBe(true);
    expect(lock.read('lock_state', 'UNLOCKING')).toBe('unlocking');
    expect(lock.read('locked', 'JAMMED')).toBe('unknown');
    expect(lock.read('lock_state', 'JAMMED')).toBe('jammed');
    expect(['lock', 'unlock', 'unlatch'].map((name) => lock.invoke(name))).toEqual([
      ['c LOCK'],
      ['c UNLOCK'],
      ['c OPEN'],
    ]);
    expect(built('lock', topics).actions).toEqual(['lock', 'unlock']);
  });

  test('may have texts of its own, and a code', () => {
    const command_template = '{"do":"{{ value }}","code":"{{ code }}"}';
    const options = { ...topics, state_locked: 'zu', payload_lock: 'schliesse', command_template };
    const lock = built('lock', { ...options, code_format: '^[0-9]{4}$' });
    expect(lock.read('locked', 'zu')).toBe(true);
    expect(lock.invoke('lock', { code: '1234' })).toEqual(['c {"do":"schliesse","code":"1234"}']);
    expect(lock.input('lock')).toMatchObject({ properties: { code: { type: 'string' } } });
    expect(built('lock', options).input('lock')).toBeUndefined();
  });
});

describe('fan', () => {
  const fan = {
    ...topics,
    percentage_state_topic: 'ps',
    percentage_command_topic: 'pc',
    speed_range_max: 4,
    oscillation_state_topic: 'os',
    oscillation_command_topic: 'oc',
    direction_command_topic: 'dc',
    preset_mode_state_topic: 'ms',
    preset_mode_command_topic: 'mc',
    preset_modes: ['auto', 'auto', 'eco'],
  };

  test('has a speed, oscillation, a direction and presets', () => {
    const one = built('fan', fan);
    expect(one.names).toEqual(['on', 'speed', 'oscillating', 'direction', 'preset']);
    expect(one.read('on', 'ON')).toBe(true);
    expect(one.read('speed', '2')).toBe(50);
    expect(one.read('speed', '0')).toBe(0);
    expect(one.read('speed', 'None')).toBe('unknown');
    expect(one.write('speed', 75)).toEqual(['c ON', 'pc 3']);
    expect(one.read('oscillating', 'oscillate_off')).toBe(false);
    expect(one.write('oscillating', true)).toEqual(['oc oscillate_on']);
    expect(one.affordance('direction')).toMatchObject({ writeOnly: true });
    expect(one.write('direction', 'reverse')).toEqual(['dc reverse']);
    expect(one.affordance('preset')?.enum).toEqual(['auto', 'eco']);
    expect(one.read('preset', 'eco')).toBe('eco');
  });
});

describe('the speed of a fan', () => {
  const fan = { percentage_state_topic: 'ps', percentage_command_topic: 'pc', ...topics };

  test.each([3, 4, 7, 100])('with %i steps is written as it is read', (speed_range_max) => {
    const one = built('fan', { ...fan, speed_range_max });
    for (let step = 1; step <= speed_range_max; step += 1) {
      const percent = one.read('speed', { ps: String(step), s: 'ON' });
      expect(one.write('speed', percent)).toEqual(['c ON', `pc ${step}`]);
    }
  });

  test('is at least the lowest step, of the range of the device', () => {
    expect(built('fan', { ...fan, speed_range_max: 3 }).write('speed', 0.1)).toEqual([
      'c ON',
      'pc 1',
    ]);
    const offset = built('fan', { ...fan, speed_range_min: 10, speed_range_max: 29 });
    expect(offset.write('speed', 1)).toEqual(['c ON', 'pc 10']);
    expect(offset.read('speed', '10')).toBe(5);
    expect(offset.read('speed', '9')).toBe(0);
    expect(offset.read('speed', '40')).toBe(100);
    const impossible = built('fan', { ...fan, speed_range_min: 5, speed_range_max: 4 });
    expect(impossible.read('speed', '4')).toBeUndefined();
  });
});

describe('text', () => {
  test('is read and written, a password only written', () => {
    const text = built('text', { ...topics, min: 2, max: 20 });
    expect(text.affordance('')).toMatchObject({ type: 'string', minLength: 2, maxLength: 20 });
    expect(text.read('', 'abc')).toBe('abc');
    expect(text.write('', 'abc')).toEqual(['c abc']);
    expect(built('text', { ...topics, mode: 'password' }).read('', 'abc')).toBeUndefined();
    expect(built('text', { ...topics, min: 9, max: 2 }).affordance('')).not.toHaveProperty('max');
  });

  test.each([
    ['date', '2025-12-02'],
    ['datetime', '2025-12-02T03:12:10+00:00'],
    ['time', '03:12:10'],
  ])('may be a %s', (kind, text) => {
    expect(built(kind, topics).read('', text)).toBe(text);
    expect(built(kind, topics).write('', text)).toEqual([`c ${text}`]);
  });
});

describe('valve', () => {
  test('without a position is opened and closed', () => {
    const valve = built('valve', { ...topics, payload_stop: 'STOP' });
    expect(valve.names).toEqual(['state']);
    expect(valve.actions).toEqual(['open', 'close', 'stop']);
    expect(valve.read('state', 'opening')).toBe('opening');
    expect(valve.read('state', '{"state":"closed"}')).toBe('closed');
    expect(valve.invoke('open')).toEqual(['c OPEN']);
    expect(built('valve', { ...topics, payload_close: null }).actions).toEqual(['open']);
  });

  test('with a position is moved', () => {
    const valve = built('valve', { ...topics, reports_position: true, position_open: 255 });
    expect(valve.names).toEqual(['state', 'valve_position']);
    expect(valve.read('valve_position', '51')).toBe(20);
    expect(valve.read('valve_position', '{"position":255,"state":"opening"}')).toBe(100);
    expect(valve.read('state', '{"position":255,"state":"opening"}')).toBe('opening');
    expect(valve.read('state', '0')).toBe('closed');
    expect(valve.read('state', '{"position":255,"state":null}')).toBe('open');
    expect(valve.read('state', '{"state":null}')).toBe('unknown');
    expect(valve.write('valve_position', 20)).toEqual(['c 51']);
    expect(valve.invoke('open')).toEqual(['c 255']);
  });
});

describe('siren', () => {
  test('speaks JSON, unless a template says otherwise', () => {
    const siren = built('siren', topics);
    expect(siren.read('on', 'ON')).toBe(true);
    expect(siren.read('on', '{"state":"OFF","tone":"bell"}')).toBe(false);
    expect(siren.write('on', true)).toEqual(['c {"state":"ON"}']);
    const command_template = '{{ value }}!';
    expect(built('siren', { ...topics, command_template }).write('on', false)).toEqual(['c OFF!']);
    const refused = built('siren', { ...topics, command_template: '{% include "x" %}' });
    expect(refused.affordance('on')?.readOnly).toBe(true);
    expect(built('siren', {}).names).toEqual([]);
  });
});

describe('humidifier', () => {
  test('has a target, modes and an activity', () => {
    const humidifier = built('humidifier', {
      ...topics,
      target_humidity_command_topic: 'hc',
      target_humidity_state_topic: 'hs',
      min_humidity: 30,
      max_humidity: 80,
      current_humidity_topic: 'ch',
      mode_command_topic: 'mc',
      mode_state_topic: 'ms',
      modes: ['normal', 'eco'],
      action_topic: 'as',
    });
    expect(humidifier.names).toEqual(['on', 'humidity', 'target_humidity', 'mode', 'activity']);
    expect(humidifier.affordance('target_humidity')).toMatchObject({ minimum: 30, maximum: 80 });
    expect(humidifier.write('target_humidity', 45)).toEqual(['hc 45']);
    expect(humidifier.read('mode', 'eco')).toBe('eco');
    expect(humidifier.write('mode', 'eco')).toEqual(['mc eco']);
    expect(humidifier.read('activity', 'drying')).toBe('drying');
  });
});

describe('water_heater', () => {
  test('has a target and a mode', () => {
    const heater = built('water_heater', {
      current_temperature_topic: 'ct',
      temperature_state_topic: 'ts',
      temperature_command_topic: 'tc',
      temperature_unit: 'F',
      mode_state_topic: 'ms',
      mode_command_topic: 'mc',
      modes: ['off', 'eco'],
      power_command_topic: 'pc',
    });
    expect(heater.names).toEqual(['on', 'temperature', 'target_temperature', 'mode']);
    expect(heater.affordance('target_temperature')).toMatchObject({ minimum: 43.3, maximum: 60 });
    expect(heater.write('target_temperature', 50)).toEqual(['tc 122']);
    expect(heater.read('mode', 'eco')).toBe('eco');
  });
});

describe('update', () => {
  test('has the versions that are installed and there', () => {
    const update = built('update', { ...topics, payload_install: 'install' });
    const state = '{"installed_version":5,"latest_version":"7","in_progress":false}';
    expect(update.read('installed_version', state)).toBe('5');
    expect(update.read('latest_version', state)).toBe('7');
    expect(update.read('installed_version', '1.2.3')).toBe('1.2.3');
    expect(update.invoke('install_update')).toEqual(['c install']);
    expect(built('update', topics).actions).toEqual([]);
    const apart = built('update', { ...topics, latest_version_topic: 'l' });
    expect(apart.read('latest_version', '1.3')).toBe('1.3');
  });
});

describe('event', () => {
  test('is the last one, if the device retains it', () => {
    const event = built('event', { state_topic: 's', event_types: ['press', 'hold', 'press'] });
    expect(event.affordance('event')).toMatchObject({ readOnly: true, enum: ['press', 'hold'] });
    expect(event.read('event', '{"event_type":"hold"}')).toBe('hold');
    expect(event.read('event', '{"event_type":"other"}')).toBeUndefined();
    expect(event.read('event', 'hold')).toBeUndefined();
  });
});

describe('vacuum', () => {
  test('can do what it says it can', () => {
    const vacuum = built('vacuum', {
      ...topics,
      supported_features: ['start', 'pause', 'return_home', 'fan_speed', 'battery'],
      fan_speed_list: ['min', 'max'],
      set_fan_speed_topic: 'f',
    });
    const state = '{"state":"docked","battery_level":61,"fan_speed":"max"}';
    expect(vacuum.names).toEqual(['state', 'battery', 'suction']);
    expect(vacuum.read('state', state)).toBe('docked');
    expect(vacuum.read('battery', state)).toBe(61);
    expect(vacuum.read('suction', state)).toBe('max');
    expect(vacuum.write('suction', 'min')).toEqual(['f min']);
    expect(vacuum.actions).toEqual(['start', 'pause', 'return']);
    expect(vacuum.invoke('return')).toEqual(['c return_to_base']);
    expect(built('vacuum', topics).actions).toEqual(['start', 'stop', 'return', 'clean_spot']);
  });
});

describe('lawn_mower', () => {
  test('has a topic for each action', () => {
    const mower = built('lawn_mower', {
      activity_state_topic: 's',
      dock_command_topic: 'd',
      start_mowing_command_topic: 'm',
      start_mowing_command_template: '{"activity":"{{ value }}"}',
    });
    expect(mower.read('state', 'mowing')).toBe('mowing');
    expect(mower.actions).toEqual(['start', 'return']);
    expect(mower.invoke('start')).toEqual(['m {"activity":"start_mowing"}']);
    expect(mower.invoke('return')).toEqual(['d dock']);
  });
});

describe('alarm_control_panel', () => {
  test('is armed and disarmed, with a code that the device checks', () => {
    const command_template = '{"action":"{{ action }}","code":"{{ code }}"}';
    const options = { ...topics, supported_features: ['arm_away'], command_template };
    const alarm = built('alarm_control_panel', { ...options, code: 'REMOTE_CODE' });
    expect(alarm.read('state', 'armed_away')).toBe('armed_away');
    expect(alarm.read('state', 'half armed')).toBeUndefined();
    expect(alarm.actions).toEqual(['arm_away', 'disarm']);
    expect(alarm.invoke('disarm', { code: '12' })).toEqual(['c {"action":"DISARM","code":"12"}']);
  });

  test('checks a code of its own', () => {
    const alarm = built('alarm_control_panel', {
      ...topics,
      code: '1234',
      code_arm_required: false,
    });
    expect(alarm.invoke('arm_home')).toEqual(['c ARM_HOME']);
    expect(alarm.invoke('disarm', { code: '1234' })).toEqual(['c DISARM']);
    expect(() => alarm.invoke('disarm', { code: '0000' })).toThrow(Rejected);
    expect(() => alarm.invoke('disarm')).toThrow(Rejected);
  });
});

describe('scene, notify and device_tracker', () => {
  test('are an action, a message and a place', () => {
    expect(built('scene', topics).invoke('activate')).toEqual(['c ON']);
    expect(built('notify', topics).invoke('', { message: 'hello' })).toEqual(['c hello']);
    const tracker = built('device_tracker', { ...topics, payload_home: 'H' });
    expect(['H', 'not_home', 'Office'].map((text) => tracker.read('', text))).toEqual([
      'home',
      'not_home',
      'Office',
    ]);
  });
});

describe('image', () => {
  test('is the address of a picture, perhaps from a template', () => {
    const image = built('image', { url_topic: 'u', url_template: '{{ value_json.url }}' });
    expect(image.names).toEqual(['picture']);
    expect(image.affordance('picture')).toMatchObject({ format: 'uri', readOnly: true });
    expect(image.read('picture', '{"url":"https://cam.example/a.jpg"}')).toBe(
      'https://cam.example/a.jpg',
    );
    expect(image.read('picture', '{"url":null}')).toBe('unknown');
  });

  test.each(['data:image/png;base64,AAAA', 'javascript:alert(1)', 'a.jpg', 'http://'])(
    'has no value after %s',
    (text) => {
      expect(built('image', { url_topic: 'u' }).read('picture', text)).toBeUndefined();
    },
  );

  test.each([
    ['image', 'image_topic'],
    ['camera', 'topic'],
  ])('of the kind %s has a time when its topic has the picture itself', (kind, option) => {
    const pictured = built(kind, { [option]: 'i', image_encoding: 'b64' });
    expect(pictured.names).toEqual(['updated']);
    expect(pictured.affordance('updated')).toMatchObject({ format: 'date-time', readOnly: true });
    // A retained picture is older.
    expect(pictured.read('updated', 'anything')).toBeUndefined();
  });
});
