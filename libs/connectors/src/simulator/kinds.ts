import {
  type Device,
  action,
  booleanProperty,
  sensor,
  light,
  event,
  plug as smartPlug,
  typedData,
  cover,
  thermostat as capability,
} from '@trellis/connector-sdk';

export type Command =
  | { type: 'identify'; seconds: number }
  | { type: 'change'; device: number; changes: State; transitionMs?: number | undefined };

/** The writable state of a device, as numbers; a boolean is 0 or 1. */
export type State = Record<string, number>;

export interface Simulated<DeviceState extends State> {
  /** Its number among the devices of its kind, from 1. */
  number: number;
  state: DeviceState;
  /** When it last changed by itself (ms since 1970); undefined when it never does. */
  changedAt: number | undefined;
  /** Returns a number in a range, with one decimal place, which differs whenever the device changes. */
  measure(what: string, range: [minimum: number, maximum: number]): number;
  /** Returns the command that changes members; `transitionMs` is how long that takes. */
  change(changes: Partial<DeviceState>, transitionMs?: number): Command;
}

export interface Kind<DeviceState extends State> {
  initial: DeviceState;
  /** Creates the device; undefined while it is not listed. */
  device(simulated: Simulated<DeviceState>): Device<Command> | undefined;
}

/** Declares a kind; the type of its state is inferred from `initial`. */
const defineKind = <DeviceState extends State>(kind: Kind<DeviceState>): Kind<State> => kind;

const identify = action(
  'identify',
  {
    title: 'Identify',
    description: 'Blinks, so that a person can find the station.',
    role: 'configuration',
    input: {
      type: 'object',
      properties: { seconds: { type: 'integer', minimum: 1, maximum: 60, default: 5 } },
    },
    output: {
      type: 'object',
      properties: { blinking_until: { type: 'string', format: 'date-time' } },
    },
    idempotent: true,
  },
  ({ seconds = 5 }: { seconds?: number } = {}): Command => ({ type: 'identify', seconds }),
);

export const weatherStation = defineKind({
  initial: {},
  device: ({ number, measure }) => ({
    id: `station-${number}`,
    title: `Weather station ${number}`,
    abilities: [
      sensor.temperature({ value: measure('temperature', [-10, 35]) }),
      sensor.humidity({ value: measure('humidity', [20, 100]) }),
      booleanProperty('raining', 'Raining', isRaining(measure)),
      identify,
    ],
  }),
});

const isRaining = (measure: (what: string, range: [number, number]) => number) =>
  measure('rain', [0, 100]) < 30;

export const lamp = defineKind({
  initial: { on: 0, brightness: 100, color_temperature: 2700, hue: 0, saturation: 0, colored: 0 },
  device: ({ number, state, change }) => ({
    id: `lamp-${number}`,
    title: `Lamp ${number}`,
    abilities: [
      light.on({
        transition: true,
        value: state.on === 1,
        write: (on, transitionMs) => change({ on: Number(on) }, transitionMs),
      }),
      light.brightness({
        transition: true,
        value: state.brightness,
        write: (brightness, transitionMs) => change({ on: 1, brightness }, transitionMs),
      }),
      light.color_mode({ value: state.colored === 1 ? 'color' : 'color_temperature' }),
      light.color_temperature({
        minimum: 2000,
        maximum: 6500,
        transition: true,
        value: state.color_temperature,
        write: (kelvins, transitionMs) =>
          change({ on: 1, color_temperature: kelvins, colored: 0 }, transitionMs),
      }),
      light.color({
        transition: true,
        value: { hue: state.hue, saturation: state.saturation },
        write: ({ hue, saturation }, transitionMs) =>
          change({ on: 1, hue, saturation, colored: 1 }, transitionMs),
      }),
    ],
  }),
});

const meanKilowatts = 0.04;
const hourMs = 3_600_000;

/** 2026-01-01T00:00:00Z, when meters of plugs that were never switched began to count. */
const meterStart = 1_767_225_600;

export const presses = ['once', 'twice', 'long'];

const pressed = event('pressed', {
  title: 'Button pressed',
  data: typedData(presses),
});

export const plug = defineKind({
  // The meter had counted `energy` (kWh) at the instant `since` (seconds since 1970).
  initial: { on: 1, energy: 0, since: meterStart },
  device({ number, state, changedAt = 0, measure, change }) {
    const isOn = state.on === 1;
    const hours = Math.max(changedAt - state.since * 1000, 0) / hourMs;
    const energy = round(state.energy + (isOn ? hours * meanKilowatts : 0));
    return {
      id: `plug-${number}`,
      title: `Plug ${number}`,
      abilities: [
        smartPlug.on({
          value: isOn,
          write: (on) =>
            change({
              on: Number(on),
              energy,
              since: Math.max(Math.floor(changedAt / 1000), state.since),
            }),
        }),
        sensor.power({ value: isOn ? measure('power', [20, 60]) : 0 }),
        sensor.energy({ value: energy }),
        pressed,
      ],
    };
  },
});

const round = (kilowattHours: number) => Math.round(kilowattHours * 1000) / 1000;

/** A blind that moves instantly, so that there is never anything to stop. */
export const blind = defineKind({
  initial: { position: 100 },
  device: ({ number, state, change }) => ({
    id: `blind-${number}`,
    title: `Blind ${number}`,
    abilities: [
      cover.position({ value: state.position, write: (position) => change({ position }) }),
      cover.cover_state({ value: state.position === 0 ? 'closed' : 'open' }),
      cover.open({ invoke: () => change({ position: 100 }) }),
      cover.close({ invoke: () => change({ position: 0 }) }),
      cover.stop({ invoke: () => change({}) }),
    ],
  }),
});

const modes = ['off', 'heat'];

/** The temperature of a room that is not heated (°C). */
const unheated = 16;

export const thermostat = defineKind({
  // `mode` is an index of `modes`.
  initial: { target_temperature: 20, mode: 1 },
  device({ number, state, measure, change }) {
    const base = modes[state.mode] === 'heat' ? state.target_temperature : unheated;
    const deviation = measure('temperature', [-0.5, 0.5]);
    return {
      id: `thermostat-${number}`,
      title: `Thermostat ${number}`,
      abilities: [
        sensor.temperature({ value: Math.round((base + deviation) * 10) / 10 }),
        capability.target_temperature({
          minimum: 5,
          maximum: 30,
          value: state.target_temperature,
          write: (target) => change({ target_temperature: target }),
        }),
        capability.mode({
          enum: modes,
          value: modes[state.mode],
          write: (mode) => change({ mode: modes.indexOf(mode) }),
        }),
      ],
    };
  },
});

/** A sensor with a weak radio: sometimes it is unavailable, or not listed at all. */
export const doorSensor = defineKind({
  initial: {},
  device({ number, changedAt, measure }) {
    const reception = changedAt === undefined ? 100 : measure('reception', [0, 100]);
    if (reception < 15) return undefined;
    return {
      id: `door-${number}`,
      title: `Door sensor ${number}`,
      abilities: [
        sensor.open({ value: measure('open', [0, 100]) < 20 }),
        sensor.battery({ value: Math.round(measure('battery', [10, 100])) }),
      ],
      available: reception >= 30,
    };
  },
});
