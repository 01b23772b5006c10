import { describe, expect, test } from '@jest/globals';
import { built } from '../testing/built.js';

const topics = { state_topic: 's', command_topic: 'c' };

describe('cover', () => {
  test('is opened, closed and stopped', () => {
    const blind = built('cover', { ...topics, payload_open: 99 });
    expect(blind.invoke('open')).toEqual(['c 99']);
    expect(blind.invoke('close')).toEqual(['c CLOSE']);
    expect(blind.invoke('stop')).toEqual(['c STOP']);
    expect(built('cover', { ...topics, payload_stop: null }).actions).toEqual(['open', 'close']);
  });

  test('has its position in percent, whatever the device counts in', () => {
    const blind = built('cover', {
      position_topic: 'p',
      set_position_topic: 'sp',
      position_open: 0,
      position_closed: 255,
    });
    expect(blind.read('position', '255')).toBe(0);
    expect(blind.read('position', '51')).toBe(80);
    expect(blind.read('position', '{"position": 0}')).toBe(100);
    expect(blind.write('position', 80)).toEqual(['sp 51']);
  });

  test('is given its position through a template', () => {
    const blind = built('cover', {
      set_position_topic: 'sp',
      set_position_template: '{ "position": {{ position }}, "raw": {{ value }} }',
      position_open: 99,
    });
    expect(blind.write('position', 100)).toEqual(['sp { "position": 100, "raw": 99 }']);
  });

  test('may have words of its own for its state, and a tilt', () => {
    const blind = built('cover', { ...topics, state_open: 'up', tilt_status_topic: 't' });
    expect(blind.read('cover_state', 'up')).toBe('open');
    expect(blind.read('cover_state', 'closing')).toBe('closing');
    expect(blind.read('cover_state', 'open')).toBeUndefined();
    expect(blind.read('tilt', '30')).toBe(30);
    expect(blind.affordance('tilt')?.readOnly).toBe(true);
  });

  test('has its tilt in percent of the range of the device', () => {
    const blind = built('cover', {
      ...topics,
      tilt_status_topic: 't',
      tilt_command_topic: 'ct',
      tilt_min: 20,
      tilt_max: 180,
    });
    expect(blind.read('tilt', '20')).toBe(0);
    expect(blind.read('tilt', '60')).toBe(25);
    expect(blind.read('tilt', '180')).toBe(100);
    expect(blind.read('tilt', '0')).toBe(0);
    expect(blind.write('tilt', 0)).toEqual(['ct 20']);
    expect(blind.write('tilt', 75)).toEqual(['ct 140']);
  });

  test('may tell its tilt along with its position', () => {
    const position_template =
      '{{ {"position": value, "tilt_position": value | int // 2} | tojson }}';
    const options = { ...topics, position_topic: 'p', position_template };
    const blind = built('cover', options);
    expect(blind.read('position', '98')).toBe(98);
    expect(blind.read('tilt', '98')).toBe(49);
    expect(blind.affordance('tilt')?.readOnly).toBe(true);
    const apart = built('cover', { ...options, tilt_status_topic: 't' });
    expect(apart.read('tilt', { p: '98', t: '30' })).toBe(30);
  });
});
