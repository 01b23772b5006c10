import { z } from 'zod';
import type { State } from '../domains/domain.js';

type Data = Record<string, unknown>;

/** A service of a Home Assistant for tests. */
interface Service {
  data: z.ZodType<Data>;
  /** The bit of `supported_features` that the entity must have. */
  feature?: number;
  /** Whether the service refuses valid data. */
  refuses?: (state: State, data: Data) => boolean;
  execute: (state: State, data: Data) => void;
}

const percent = z.number().min(0).max(100);

const setAttributes = (state: State, data: Data) => void Object.assign(state.attributes, data);

/** A service that changes the state to a fixed one. */
const changesTo = (value: string, shape: z.ZodRawShape = {}, feature?: number): Service => ({
  data: z.strictObject(shape),
  ...(feature !== undefined && { feature }),
  execute: (state) => void (state.state = value),
});

/** A service that sets attributes. */
const sets = (shape: z.ZodRawShape, feature?: number): Service => ({
  data: z.strictObject(shape),
  ...(feature !== undefined && { feature }),
  execute: setAttributes,
});

const code = { code: z.string().optional() };
const needsCode: Service['refuses'] = ({ attributes }, data) =>
  typeof attributes.code_format === 'string' && data.code !== '1234';

/** A service that selects one of the options that an attribute lists. */
const selects = (name: string, list: string): Service => ({
  data: z.strictObject({ [name]: z.string() }),
  refuses: ({ attributes }, data) => !(attributes[list] as unknown[]).includes(data[name]),
  execute: (state, data) => {
    if (name in state.attributes) setAttributes(state, data);
    else state.state = String(data[name]);
  },
});

const turnLightOn: Service = {
  data: z.strictObject({
    brightness: z.number().int().min(0).max(255).optional(),
    color_temp_kelvin: z.number().int().positive().optional(),
    hs_color: z.tuple([z.number().min(0).max(360), percent]).optional(),
    effect: z.string().optional(),
  }),
  execute: (state, attributes) => {
    state.state = attributes.brightness === 0 ? 'off' : 'on';
    setAttributes(state, attributes);
    if ('hs_color' in attributes) {
      setAttributes(state, { color_mode: 'hs', color_temp_kelvin: null });
    }
    // While it shines white, its color is what that white looks like.
    if ('color_temp_kelvin' in attributes) {
      setAttributes(state, { color_mode: 'color_temp', hs_color: [28, 65] });
    }
  },
};

const turnFanOn: Service = {
  data: z.strictObject({ percentage: percent.optional() }),
  execute(state, data) {
    state.state = 'on';
    setAttributes(state, data);
  },
};

const setTemperature: Service = {
  data: z.union([
    z.strictObject({ temperature: z.number() }),
    z.strictObject({ target_temp_low: z.number(), target_temp_high: z.number() }),
  ]),
  refuses: ({ attributes: { min_temp, max_temp } }, data) =>
    Object.values(data).some(
      (value) => !(Number(value) >= Number(min_temp) && Number(value) <= Number(max_temp)),
    ),
  execute: setAttributes,
};

const setNumber: Service = {
  data: z.strictObject({ value: z.number() }),
  refuses: ({ attributes: { min, max } }, { value }) =>
    Number(value) < Number(min) || Number(value) > Number(max),
  execute: (state, { value }) => void (state.state = String(value)),
};

const setPosition: Service = {
  data: z.strictObject({ position: percent }),
  feature: 4,
  execute(state, { position }) {
    state.state = position === 0 ? 'closed' : 'open';
    setAttributes(state, { current_position: position });
  },
};

const addsItem: Service = {
  data: z.strictObject({ item: z.string().min(1) }),
  feature: 1,
  execute: (state) => void (state.state = String(Number(state.state) + 1)),
};

const sendsMessage: Service = {
  data: z.strictObject({ message: z.string(), title: z.string().optional() }),
  execute: (state) => void (state.state = '2026-11-21T00:00:00+00:00'),
};

const setsTime: Service = {
  data: z.strictObject({ time: z.iso.time() }),
  execute: (state, { time }) => void (state.state = String(time)),
};

const toggledDomains = ['switch', 'input_boolean', 'fan', 'media_player', 'script'];

const toggles = (domain: string): [string, Service][] => [
  [`${domain}.turn_on`, changesTo('on')],
  [`${domain}.turn_off`, changesTo('off')],
];

/** The services by their names, as the documentation of their domains describes them. */
export const services = new Map<string, Service>([
  ...toggledDomains.flatMap(toggles),
  ['fan.turn_on', turnFanOn],
  ['light.turn_on', turnLightOn],
  ['light.turn_off', changesTo('off')],
  ['button.press', changesTo('2026-11-21T00:00:00+00:00')],
  ['scene.turn_on', changesTo('2026-11-21T00:00:00+00:00')],
  ['cover.open_cover', changesTo('opening', {}, 1)],
  ['cover.close_cover', changesTo('closing', {}, 2)],
  ['cover.stop_cover', changesTo('open', {}, 8)],
  ['cover.set_cover_position', setPosition],
  ['lock.lock', { ...changesTo('locked', code), refuses: needsCode }],
  ['lock.unlock', { ...changesTo('unlocked', code), refuses: needsCode }],
  ['climate.set_temperature', setTemperature],
  ['climate.set_hvac_mode', selects('hvac_mode', 'hvac_modes')],
  ['climate.set_preset_mode', selects('preset_mode', 'preset_modes')],
  ['fan.set_percentage', sets({ percentage: percent }, 1)],
  ['fan.oscillate', sets({ oscillating: z.boolean() }, 2)],
  ['vacuum.start', changesTo('cleaning', {}, 8192)],
  ['vacuum.return_to_base', changesTo('returning', {}, 16)],
  ['media_player.volume_set', sets({ volume_level: z.number().min(0).max(1) }, 4)],
  ['media_player.media_play', changesTo('playing', {}, 16_384)],
  ['media_player.media_pause', changesTo('paused', {}, 1)],
  ['update.install', changesTo('off', {}, 1)],
  ['todo.add_item', addsItem],
  ['notify.send_message', sendsMessage],
  ['input_datetime.set_datetime', setsTime],
  ['homeassistant.turn_on', changesTo('on')],
  ['homeassistant.turn_off', changesTo('off')],
  ['number.set_value', setNumber],
  ['input_number.set_value', setNumber],
  ['input_select.select_option', selects('option', 'options')],
]);
