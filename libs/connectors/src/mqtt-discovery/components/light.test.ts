import { describe, expect, test } from '@jest/globals';
import { built } from '../testing/built.js';

const topics = { state_topic: 's', command_topic: 'c' };

describe('light, default schema', () => {
  const lamp = {
    ...topics,
    brightness_state_topic: 'bs',
    brightness_command_topic: 'bc',
    brightness_scale: 100,
    color_temp_state_topic: 'ts',
    color_temp_command_topic: 'tc',
    color_temp_kelvin: true,
    rgb_state_topic: 'rs',
    rgb_command_topic: 'rc',
    effect_state_topic: 'es',
    effect_command_topic: 'ec',
    effect_list: ['rainbow'],
  };

  test('reads each property from its own topic', () => {
    const light = built('light', lamp);
    expect(light.names).toEqual(['on', 'brightness', 'color_temperature', 'color', 'effect']);
    expect(light.read('on', 'ON')).toBe(true);
    expect(light.read('brightness', '50')).toBe(50);
    expect(light.read('color_temperature', '2700')).toBe(2700);
    expect(light.affordance('color_temperature')).toMatchObject({ unit: 'K', minimum: 2000 });
    expect(light.read('color', '255,128,0')).toEqual({ hue: 30.1, saturation: 100 });
    expect(light.read('color', '255,128')).toBeUndefined();
    expect(light.read('effect', 'rainbow')).toBe('rainbow');
    expect(light.read('effect', 'other')).toBeUndefined();
    expect(light.affordance('effect')?.enum).toEqual(['rainbow']);
  });

  test('is turned on by every command, before or after it', () => {
    expect(built('light', lamp).write('brightness', 50)).toEqual(['bc 50', 'c ON']);
    const first = built('light', { ...lamp, on_command_type: 'first' });
    expect(first.write('brightness', 50)).toEqual(['c ON', 'bc 50']);
    const alone = built('light', { ...lamp, on_command_type: 'brightness' });
    expect(alone.write('brightness', 50)).toEqual(['bc 50']);
  });

  test('takes a color, through a template if there is one', () => {
    const color = { hue: 30.1, saturation: 100 };
    expect(built('light', lamp).write('color', color)).toEqual(['rc 255,128,0', 'c ON']);
    const template = "{{ {'r': red, 'g': green, 'b': blue} | to_json }}";
    const templated = built('light', { ...lamp, rgb_command_template: template });
    expect(templated.write('color', color)?.[0]).toBe('rc {"r":255,"g":128,"b":0}');
  });

  test.each([0, -1, 'x'])('counts to 255 with a scale of %j', (brightness_scale) => {
    expect(built('light', { ...lamp, brightness_scale }).read('brightness', '51')).toBe(20);
  });

  test.each([
    ['hs', '30,100', { hue: 30, saturation: 100 }, 'k 30,100'],
    ['xy', '0.64,0.33', { hue: 0, saturation: 100 }, 'k 0.64,0.33'],
    ['rgbw', '255,0,0,9', { hue: 0, saturation: 100 }, 'k 255,0,0,0'],
    ['rgbww', '255,0,0,9,9', { hue: 0, saturation: 100 }, 'k 255,0,0,0,0'],
  ])('has its color in a topic of the mode %s', (mode, text, color, message) => {
    const colored = { [`${mode}_state_topic`]: 'ks', [`${mode}_command_topic`]: 'k' };
    const light = built('light', { ...topics, ...colored });
    expect(light.read('color', text)).toEqual(color);
    expect(light.read('color', '1')).toBeUndefined();
    expect(light.write('color', color)).toEqual([message, 'c ON']);
  });

  test('reads its color in the mode that it spoke in last, and sets it in one that has a command', () => {
    const colored = { hs_state_topic: 'hs', xy_state_topic: 'xs', rgb_state_topic: 'rs' };
    const light = built('light', { ...topics, ...colored, rgb_command_topic: 'rc' });
    const [red, green] = [
      { hue: 0, saturation: 100 },
      { hue: 120, saturation: 100 },
    ];
    expect(light.names).toEqual(['on', 'brightness', 'color']);
    expect(light.read('color', { hs: '120,100', rs: '255,0,0' })).toEqual(red);
    expect(light.read('color', { rs: '255,0,0', hs: '120,100' })).toEqual(green);
    expect(light.read('color', { rs: '255,0,0', hs: 'none' })).toEqual(red);
    expect(light.write('color', green)).toEqual(['rc 0,255,0', 'c ON']);
    const component = built('light', {
      ...topics,
      xy_command_topic: 'xc',
      rgb_command_topic: 'rc',
    });
    expect(component.affordance('color')?.writeOnly).toBe(true);
    expect(component.write('color', red)).toEqual(['xc 0.64,0.33', 'c ON']);
  });
});

describe('the color mode of a light, default schema', () => {
  const modes = {
    ...topics,
    color_mode_state_topic: 'cm',
    hs_state_topic: 'hs',
    hs_command_topic: 'hc',
    rgb_state_topic: 'rs',
    rgb_command_topic: 'rc',
    color_temp_state_topic: 'ts',
    color_temp_command_topic: 'tc',
  };

  test('decides between several colors, whichever came last', () => {
    const {
      color_temp_state_topic: _state,
      color_temp_command_topic: _command,
      ...colored
    } = modes;
    const light = built('light', colored);
    expect(light.names).toEqual(['on', 'brightness', 'color']);
    const seen = { hs: '200,50', rs: '255,0,0' };
    expect(light.read('color', { ...seen, cm: 'hs' })).toEqual({ hue: 200, saturation: 50 });
    expect(light.read('color', { ...seen, cm: 'rgb' })).toEqual({ hue: 0, saturation: 100 });
    expect(light.read('color', { rs: '255,0,0', hs: '200,50', cm: 'rgb' })).toEqual({
      hue: 0,
      saturation: 100,
    });
    expect(light.read('color', { ...seen, cm: 'xy' })).toEqual({ hue: 0, saturation: 100 });
  });

  test.each([
    ['hs', 'color'],
    ['color_temp', 'color_temperature'],
    ['white', 'unknown'],
    ['None', 'unknown'],
    ['other', undefined],
  ])('is %s: %s', (cm, expected) => {
    const light = built('light', modes);
    expect(light.names).toEqual(['on', 'brightness', 'color_mode', 'color_temperature', 'color']);
    expect(light.affordance('color_mode')).toMatchObject({
      readOnly: true,
      enum: ['color', 'color_temperature'],
    });
    expect(light.read('color_mode', { cm })).toBe(expected);
  });
});

describe('a light with channels alone', () => {
  const lamp = { ...topics, rgb_state_topic: 'rs', rgb_command_topic: 'rc' };

  test('is as bright as its brightest channel, and is dimmed by all of them', () => {
    const light = built('light', lamp);
    expect(light.names).toEqual(['on', 'brightness', 'color']);
    expect(light.read('brightness', '128,64,32')).toBe(50);
    expect(light.read('brightness', '255,0,0')).toBe(100);
    expect(light.read('brightness', '0,0,0')).toBe(0);
    expect(light.read('brightness', '1,2')).toBeUndefined();
    const seen = { rs: '128,64,32' };
    expect(light.write('brightness', 100, seen)).toEqual(['rc 255,128,64', 'c ON']);
    expect(light.write('brightness', 25, seen)).toEqual(['rc 64,32,16', 'c ON']);
    expect(light.write('brightness', 0.1, seen)).toEqual(['rc 1,1,0', 'c ON']);
  });

  test('keeps its brightness with another color', () => {
    const light = built('light', lamp);
    const red = { hue: 0, saturation: 100 };
    expect(light.write('color', red, { rs: '128,64,32' })).toEqual(['rc 128,0,0', 'c ON']);
    expect(light.write('color', red, { rs: '0,0,0' })).toEqual(['rc 255,0,0', 'c ON']);
    expect(light.write('color', red)).toEqual(['rc 255,0,0', 'c ON']);
  });

  test('shines white when it is dimmed before it has a color', () => {
    const light = built('light', lamp);
    expect(light.write('brightness', 50)).toEqual(['rc 128,128,128', 'c ON']);
    expect(light.write('brightness', 50, { rs: '0,0,0' })).toEqual(['rc 128,128,128', 'c ON']);
  });

  test('keeps its white channel', () => {
    const light = built('light', { ...topics, rgbw_state_topic: 'rs', rgbw_command_topic: 'rc' });
    expect(light.write('brightness', 50, { rs: '0,0,0,255' })).toEqual(['rc 0,0,0,128', 'c ON']);
  });

  test('leaves dimming to a brightness of its own', () => {
    const light = built('light', { ...lamp, brightness_command_topic: 'bc' });
    expect(light.write('brightness', 50, { rs: '128,64,32' })).toEqual(['bc 128', 'c ON']);
    const red = { hue: 0, saturation: 100 };
    expect(light.write('color', red, { rs: '128,64,32' })).toEqual(['rc 255,0,0', 'c ON']);
  });
});

describe('a light that its brightness turns on', () => {
  const dimmer = {
    state_topic: 'd',
    state_value_template: '{{ "OFF" if value_json.value == 0 else "ON" }}',
    command_topic: 'c',
    brightness_command_topic: 'bc',
    brightness_state_topic: 'd',
    brightness_value_template: '{{ value_json.value }}',
    brightness_scale: 99,
    on_command_type: 'brightness',
  };

  test('is turned on at its last brightness, or else at the full one', () => {
    const light = built('light', dimmer);
    expect(light.write('on', true, { d: '{"value":0}' })).toEqual(['bc 99']);
    expect(light.write('on', true, { d: '{"value":40}' })).toEqual(['bc 40']);
    expect(light.write('on', true)).toEqual(['bc 99']);
    expect(light.write('on', false, { d: '{"value":40}' })).toEqual(['c OFF']);
    expect(light.write('brightness', 50)).toEqual(['bc 50']);
  });

  test('is turned on so by a color, too', () => {
    const light = built('light', { ...dimmer, hs_command_topic: 'hc' });
    const color = { hue: 10, saturation: 20 };
    expect(light.write('color', color, { d: '{"value":40}' })).toEqual(['hc 10,20', 'bc 40']);
    const { brightness_command_topic: _command, brightness_state_topic: _state, ...rgb } = dimmer;
    const channels = built('light', { ...rgb, rgb_command_topic: 'rc', rgb_state_topic: 'rs' });
    expect(channels.write('color', { hue: 0, saturation: 100 })).toEqual(['rc 255,0,0']);
    expect(channels.write('on', true, { rs: '10,20,30' })).toEqual(['rc 10,20,30']);
  });
});

describe('light, JSON schema', () => {
  const lamp = {
    ...topics,
    schema: 'json',
    brightness: true,
    supported_color_modes: ['color_temp', 'hs'],
    effect_list: ['blink'],
  };

  test('reads all from one message', () => {
    const light = built('light', lamp);
    const state = '{"state":"OFF","brightness":7,"color_temp":370,"color":{"h":1,"s":2,"x":3}}';
    expect(light.read('on', state)).toBe(false);
    expect(light.read('brightness', state)).toBe(2.7);
    expect(light.read('color_temperature', state)).toBe(2703);
    expect(light.read('color', state)).toEqual({ hue: 1, saturation: 2 });
    expect(light.read('effect', state)).toBeUndefined();
    expect(light.read('on', 'ON')).toBeUndefined();
    expect(light.read('on', '{"state":null}')).toBe('unknown');
  });

  test.each([
    ['hs', '{"r":255,"g":0,"b":0,"h":120,"s":100}', 120],
    ['rgb', '{"r":255,"g":0,"b":0,"h":120,"s":100}', 0],
    ['rgbw', '{"r":0,"g":0,"b":255,"w":9}', 240],
    ['xy', '{"x":0.64,"y":0.33}', 0],
    [undefined, '{"r":255,"g":0,"b":0,"h":120,"s":100}', 120],
    [undefined, '{"r":0,"g":0,"b":255,"c":9,"w":9}', 240],
    ['color_temp', '{"x":0.64,"y":0.33}', 0],
  ])('with the mode %s reads the color %s', (color_mode, color, hue) => {
    const state = JSON.stringify({ color_mode, color: JSON.parse(color) as unknown });
    expect(built('light', lamp).read('color', state)).toEqual({ hue, saturation: 100 });
  });

  test.each([
    ['"hs"', 'color'],
    ['"color_temp"', 'color_temperature'],
    ['"white"', 'unknown'],
    ['null', 'unknown'],
    ['5', undefined],
  ])('has the color mode %s as %s', (mode, expected) => {
    expect(built('light', lamp).read('color_mode', `{"color_mode":${mode}}`)).toBe(expected);
  });

  test('changes in a given time, unless it says that it cannot', () => {
    const light = built('light', lamp);
    const gradual = ['on', 'brightness', 'color_temperature', 'color'];
    expect(light.names.filter((name) => light.affordance(name)?.transition)).toEqual(gradual);
    expect(light.move('on', false, 1_500)).toEqual(['c {"state":"OFF","transition":1.5}']);
    expect(light.move('brightness', 100, 0)).toEqual([
      'c {"state":"ON","brightness":255,"transition":0}',
    ]);
    const sudden = built('light', { ...lamp, transition: false });
    expect(sudden.affordance('brightness')?.transition).toBeUndefined();
  });

  test('has a color mode only with a color and a white', () => {
    const namesWith = (supported_color_modes: string[]) =>
      built('light', { ...topics, schema: 'json', supported_color_modes }).names;
    expect(namesWith(['xy', 'color_temp'])).toContain('color_mode');
    expect(namesWith(['xy', 'white'])).not.toContain('color_mode');
    expect(namesWith(['color_temp'])).not.toContain('color_mode');
  });

  test('may have effects that it does not list', () => {
    const light = built('light', { ...topics, schema: 'json', effect: true });
    expect(light.read('effect', '{"effect":"rainbow"}')).toBe('rainbow');
    expect(light.read('effect', JSON.stringify({ effect: 'x'.repeat(5_000) }))).toBeUndefined();
    expect(light.affordance('effect')?.enum).toBeUndefined();
    expect(light.write('effect', 'rainbow')).toEqual(['c {"state":"ON","effect":"rainbow"}']);
  });

  test('writes JSON', () => {
    const light = built('light', lamp);
    expect(light.write('on', false)).toEqual(['c {"state":"OFF"}']);
    expect(light.write('brightness', 2.7)).toEqual(['c {"state":"ON","brightness":7}']);
    expect(light.write('brightness', 0.1)).toEqual(['c {"state":"ON","brightness":1}']);
    expect(light.write('color_temperature', 2703)).toEqual(['c {"state":"ON","color_temp":370}']);
    expect(light.write('color', { hue: 1, saturation: 2, z: 3 })).toEqual([
      'c {"state":"ON","color":{"h":1,"s":2}}',
    ]);
    expect(light.write('effect', 'blink')).toEqual(['c {"state":"ON","effect":"blink"}']);
  });

  test('can be read-only or write-only', () => {
    const seen = built('light', { state_topic: 's', schema: 'json' });
    expect(seen.affordance('on')).toMatchObject({ readOnly: true });
    const component = built('light', { command_topic: 'c', schema: 'json' });
    expect(component.affordance('on')).toMatchObject({ writeOnly: true });
    expect(built('light', { schema: 'json' }).names).toEqual([]);
  });

  test('of older devices has flags for its modes', () => {
    const light = built('light', { ...topics, schema: 'json', color_temp: true, xy: true });
    expect(light.names).toEqual(['on', 'color_temperature', 'color']);
    const state = '{"state":"ON","color_temp":0,"color":{"x":0.3127,"y":0.329}}';
    expect(light.read('color_temperature', state)).toBeUndefined();
    expect(light.read('color', state)).toEqual({ hue: 0, saturation: 0 });
    expect(light.write('color', { hue: 0, saturation: 100 })).toEqual([
      'c {"state":"ON","color":{"x":0.64,"y":0.33}}',
    ]);
    const rgb = built('light', { ...topics, schema: 'json', rgb: true });
    expect(rgb.read('color', '{"color":{"r":0,"g":0,"b":9}}')).toEqual({
      hue: 240,
      saturation: 100,
    });
    expect(rgb.write('color', { hue: 240, saturation: 100 })).toEqual([
      'c {"state":"ON","color":{"r":0,"g":0,"b":255}}',
    ]);
  });
});

describe('light, template schema', () => {
  const lamp = {
    ...topics,
    schema: 'template',
    state_template: "{{ value.split(',')[0] }}",
    brightness_template: "{{ value.split(',')[1] }}",
    red_template: "{{ value.split(',')[2] }}",
    green_template: "{{ value.split(',')[3] }}",
    blue_template: "{{ value.split(',')[4] }}",
    color_temp_template: "{{ value.split(',')[5] }}",
    command_on_template:
      'on{% if brightness is defined %},b{{ brightness }}{% endif %}{% if red is defined %},r{{ red }}-{{ green }}-{{ blue }}{% endif %}{% if color_temp is defined %},t{{ color_temp }}{% endif %}',
    command_off_template: 'off',
  };

  test('reads each property with its template', () => {
    const light = built('light', lamp);
    expect(light.names).toEqual(['on', 'brightness', 'color_temperature', 'color']);
    const state = 'on,51,255,0,0,400';
    expect(light.read('on', state)).toBe(true);
    expect(light.read('on', 'off')).toBe(false);
    expect(light.read('brightness', state)).toBe(20);
    expect(light.read('color', state)).toEqual({ hue: 0, saturation: 100 });
    expect(light.read('color_temperature', state)).toBe(2500);
    expect(light.read('brightness', 'off')).toBeUndefined();
  });

  test('writes with the template to turn it on or off', () => {
    const light = built('light', lamp);
    expect(light.write('on', true)).toEqual(['c on']);
    expect(light.write('on', false)).toEqual(['c off']);
    expect(light.write('brightness', 20)).toEqual(['c on,b51']);
    expect(light.write('color', { hue: 0, saturation: 100 })).toEqual(['c on,r255-0-0']);
    expect(light.write('color_temperature', 2500)).toEqual(['c on,t400']);
  });

  test('changes in a given time if its templates have a variable for it', () => {
    expect(built('light', lamp).affordance('brightness')?.transition).toBeUndefined();
    const timed = (text: string) =>
      `${text}{% if transition is defined %},{{ transition }}{% endif %}`;
    const light = built('light', {
      ...lamp,
      command_on_template: timed(lamp.command_on_template),
      command_off_template: timed('off'),
    });
    expect(light.affordance('on')?.transition).toBe(true);
    expect(light.move('on', false, 2_500)).toEqual(['c off,2.5']);
    expect(light.move('brightness', 20, 2_500)).toEqual(['c on,b51,2.5']);
    expect(light.write('brightness', 20)).toEqual(['c on,b51']);
  });

  test('without templates for its commands can only be read', () => {
    const { command_on_template: _on, command_off_template: _off, ...seen } = lamp;
    const light = built('light', seen);
    expect(light.affordance('on')?.readOnly).toBe(true);
    expect(light.affordance('brightness')?.readOnly).toBe(true);
    expect(built('light', { schema: 'template', command_topic: 'c' }).names).toEqual([]);
  });
});
