import { z } from 'zod';
import type { State } from './house.js';

type Data = Record<string, unknown>;

/** What a service of a Home Assistant for tests takes and does; `refuses` is for what it checks itself. */
export interface Service {
  data: z.ZodType<Data>;
  /** What the entity must support (`supported_features`), where it must. */
  feature?: number;
  refuses?: (state: State, data: Data) => boolean;
  does: (state: State, data: Data) => void;
}

const percent = z.number().min(0).max(100);

/** Sets attributes to what is given. */
const keep = (state: State, data: Data) => void Object.assign(state.attributes, data);

const becomes = (value: string, shape: z.ZodRawShape = {}, feature?: number): Service => ({
  data: z.strictObject(shape),
  ...(feature !== undefined && { feature }),
  does: (state) => void (state.state = value),
});

const keeps = (shape: z.ZodRawShape, feature?: number): Service => ({
  data: z.strictObject(shape),
  ...(feature !== undefined && { feature }),
  does: keep,
});

const code = { code: z.string().optional() };
const needsCode: Service['refuses'] = ({ attributes }, given) =>
  typeof attributes.code_format === 'string' && given.code !== '1234';

const option = (name: string, list: string): Service => ({
  data: z.strictObject({ [name]: z.string() }),
  refuses: ({ attributes }, given) => !(attributes[list] as unknown[]).includes(given[name]),
  does: (state, given) => {
    if (name in state.attributes) keep(state, given);
    else state.state = String(given[name]);
  },
});

const lightOn: Service = {
  data: z.strictObject({
    brightness_pct: percent.optional(),
    color_temp_kelvin: z.number().int().positive().optional(),
    hs_color: z.tuple([z.number().min(0).max(360), percent]).optional(),
    effect: z.string().optional(),
  }),
  does: (state, { brightness_pct, ...given }) => {
    state.state = 'on';
    keep(state, given);
    if (brightness_pct === 0) state.state = 'off';
    else if (brightness_pct !== undefined) {
      state.attributes.brightness = Math.round(Number(brightness_pct) * 2.55);
    }
  },
};

const temperatures: Service = {
  data: z.union([
    z.strictObject({ temperature: z.number() }),
    z.strictObject({ target_temp_low: z.number(), target_temp_high: z.number() }),
  ]),
  refuses: ({ attributes: { min_temp, max_temp } }, given) =>
    Object.values(given).some((one) => !(Number(one) >= Number(min_temp))) ||
    Object.values(given).some((one) => !(Number(one) <= Number(max_temp))),
  does: keep,
};

const number: Service = {
  data: z.strictObject({ value: z.number() }),
  refuses: ({ attributes: { min, max } }, { value }) =>
    Number(value) < Number(min) || Number(value) > Number(max),
  does: (state, { value }) => void (state.state = String(value)),
};

const switched = (domain: string): [string, Service][] => [
  [`${domain}.turn_on`, becomes('on')],
  [`${domain}.turn_off`, becomes('off')],
];

/** The services by their names, as in the documentation of their domains. */
export const services = new Map<string, Service>([
  ...['switch', 'input_boolean', 'fan', 'media_player', 'script'].flatMap(switched),
  ['light.turn_on', lightOn],
  ['light.turn_off', becomes('off')],
  ['button.press', becomes('2026-11-21T00:00:00+00:00')],
  ['scene.turn_on', becomes('2026-11-21T00:00:00+00:00')],
  ['cover.open_cover', becomes('opening', {}, 1)],
  ['cover.close_cover', becomes('closing', {}, 2)],
  ['cover.stop_cover', becomes('open', {}, 8)],
  [
    'cover.set_cover_position',
    {
      data: z.strictObject({ position: percent }),
      feature: 4,
      does: (state, { position }) => keep(state, { current_position: position }),
    },
  ],
  ['lock.lock', { ...becomes('locked', code), refuses: needsCode }],
  ['lock.unlock', { ...becomes('unlocked', code), refuses: needsCode }],
  ['climate.set_temperature', temperatures],
  ['climate.set_hvac_mode', option('hvac_mode', 'hvac_modes')],
  ['climate.set_preset_mode', option('preset_mode', 'preset_modes')],
  ['fan.set_percentage', keeps({ percentage: percent }, 1)],
  ['fan.oscillate', keeps({ oscillating: z.boolean() }, 2)],
  ['vacuum.start', becomes('cleaning', {}, 8192)],
  ['vacuum.return_to_base', becomes('returning', {}, 16)],
  ['media_player.volume_set', keeps({ volume_level: z.number().min(0).max(1) }, 4)],
  ['media_player.media_play', becomes('playing', {}, 16_384)],
  ['media_player.media_pause', becomes('paused', {}, 1)],
  ['number.set_value', number],
  ['input_number.set_value', number],
  ['input_select.select_option', option('option', 'options')],
]);
