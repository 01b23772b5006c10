import { splitName, type ActionAffordance, type PropertyAffordance } from '@trellis/contracts';
import { override } from './json.js';

/**
 * A capability that devices of all technologies share: the names, types, units and ranges of its properties and
 * actions. `@type` is a term of the WebThings capability schemas (https://webthings.io/schemas), of ETSI SAREF (`saref:`,
 * `s4bldg:`) where that is more precise, of QUDT (`quantitykind:`) or Brick (`brick:`) for further quantities, or of
 * Trellis' own (`trellis:`) where none of them has one.
 */
export interface CapabilityDefinition {
  /** `@type` of a thing that has the capability; it is found by the first one. */
  types: readonly string[];
  /** The properties and actions of which a thing has at least one if it has the capability; all properties by default. */
  main?: readonly string[];
  /** Read-only properties are measured or follow from others: no device writes them. */
  properties?: Readonly<Record<string, PropertyAffordance>>;
  actions?: Readonly<Record<string, ActionAffordance>>;
}

const percent = { type: 'number', unit: '%', minimum: 0, maximum: 100 } as const;
const celsius = { type: 'number', unit: '°C' } as const;
const onOff = { '@type': 'OnOffProperty', type: 'boolean', title: 'On' } as const;
const idempotent = { idempotent: true } as const;

const temperature = { '@type': 'TemperatureProperty', title: 'Temperature', ...celsius } as const;
const humidity = { '@type': 'HumidityProperty', title: 'Relative humidity', ...percent } as const;

const sensor = <const Name extends string, const Affordance extends PropertyAffordance>(
  name: Name,
  types: readonly string[],
  affordance: Affordance,
) => ({
  types,
  properties: { [name]: { ...affordance, readOnly: true } } as Record<
    Name,
    Affordance & { readOnly: true }
  >,
});

const measured = <const Unit extends string>(title: string, unit: Unit, type?: string) =>
  override<{ '@type'?: string; type: 'number'; title: string; unit: Unit }>(
    { type: 'number', title, unit },
    { '@type': type },
  );

const detected = (title: string, type?: string) =>
  override<{ '@type'?: string; type: 'boolean'; title: string }>(
    { type: 'boolean', title },
    { '@type': type },
  );

export const vocabulary = {
  light: {
    types: ['Light', 'OnOffSwitch'],
    main: ['on', 'brightness'],
    properties: {
      on: onOff,
      brightness: {
        '@type': 'BrightnessProperty',
        title: 'Brightness',
        description:
          '0 is off. Setting a level above 0 switches the lamp on; switching it on restores the last level.',
        ...percent,
      },
      /** Of a lamp that has both; see `unify`. */
      color_mode: {
        '@type': 'trellis:ColorMode',
        type: 'string',
        title: 'Color mode',
        description: 'What the lamp shines in. The other one has no value.',
        enum: ['color', 'color_temperature'],
        readOnly: true,
      },
      /** Of white light. */
      color_temperature: {
        '@type': 'ColorTemperatureProperty',
        type: 'integer',
        title: 'Color temperature',
        description: 'Setting it switches the lamp on.',
        unit: 'K',
      },
      /** Without its brightness; see `HueSaturation`. */
      color: {
        '@type': 'trellis:Color',
        type: 'object',
        title: 'Color',
        description: 'Setting it switches the lamp on. The brightness is a property of its own.',
        properties: {
          hue: { type: 'number', title: 'Hue', unit: '°', minimum: 0, maximum: 360 },
          saturation: { title: 'Saturation', ...percent },
        },
        required: ['hue', 'saturation'],
      },
      effect: {
        '@type': 'trellis:Effect',
        type: 'string',
        title: 'Effect',
        description: 'Setting it switches the lamp on.',
      },
    },
  },
  switch: { types: ['OnOffSwitch'], properties: { on: onOff } },
  plug: { types: ['SmartPlug', 'OnOffSwitch'], properties: { on: onOff } },
  /** The measured temperature is a sensor of the same device. */
  thermostat: {
    types: ['Thermostat'],
    main: ['target_temperature', 'target_temperature_low', 'target_temperature_high', 'mode'],
    properties: {
      target_temperature: {
        '@type': 'TargetTemperatureProperty',
        title: 'Target temperature',
        ...celsius,
      },
      target_temperature_low: {
        '@type': 'TargetTemperatureProperty',
        title: 'Lowest temperature',
        ...celsius,
      },
      target_temperature_high: {
        '@type': 'TargetTemperatureProperty',
        title: 'Highest temperature',
        ...celsius,
      },
      mode: { '@type': 'ThermostatModeProperty', type: 'string', title: 'Mode' },
      activity: {
        '@type': 'HeatingCoolingProperty',
        type: 'string',
        title: 'Activity',
        readOnly: true,
      },
      target_humidity: { '@type': 'trellis:TargetHumidity', title: 'Target humidity', ...percent },
      preset: { '@type': 'trellis:Preset', type: 'string', title: 'Preset' },
      fan_mode: { '@type': 'trellis:FanMode', type: 'string', title: 'Fan' },
      swing_mode: { '@type': 'trellis:SwingMode', type: 'string', title: 'Swing' },
    },
  },
  /** Blinds, curtains, shutters, garage doors: 0 % is closed, 100 % is open. */
  cover: {
    types: ['s4bldg:ShadingDevice'],
    main: ['position', 'tilt', 'cover_state', 'open', 'close'],
    properties: {
      position: {
        '@type': 'LevelProperty',
        title: 'Position',
        description: '0 is closed, 100 is open.',
        ...percent,
      },
      tilt: { '@type': 'LevelProperty', title: 'Tilt of the slats', ...percent },
      cover_state: {
        '@type': 'trellis:CoverState',
        type: 'string',
        title: 'State',
        enum: ['open', 'opening', 'closed', 'closing', 'stopped'],
        readOnly: true,
      },
    },
    actions: {
      open: { title: 'Open', ...idempotent },
      close: { title: 'Close', ...idempotent },
      stop: { title: 'Stop', ...idempotent },
      open_tilt: { title: 'Open the slats', ...idempotent },
      close_tilt: { title: 'Close the slats', ...idempotent },
      stop_tilt: { title: 'Stop the slats', ...idempotent },
    },
  },
  /** Operated by actions, so that unlocking a door is an explicit request. */
  lock: {
    types: ['Lock'],
    main: ['locked', 'lock_state', 'lock', 'unlock'],
    properties: {
      locked: { '@type': 'trellis:Locked', type: 'boolean', title: 'Locked', readOnly: true },
      lock_state: {
        '@type': 'LockedProperty',
        type: 'string',
        title: 'State',
        enum: ['locked', 'unlocked', 'locking', 'unlocking', 'open', 'opening', 'jammed'],
        readOnly: true,
      },
    },
    actions: {
      lock: { '@type': 'LockAction', title: 'Lock' },
      unlock: { '@type': 'UnlockAction', title: 'Unlock' },
      unlatch: { title: 'Open the latch' },
    },
  },
  fan: {
    types: ['s4bldg:Fan', 'OnOffSwitch'],
    main: ['on', 'speed'],
    properties: {
      on: onOff,
      speed: {
        '@type': 'LevelProperty',
        title: 'Speed',
        description: '0 is off. Setting a speed above 0 switches the fan on.',
        ...percent,
      },
      oscillating: { '@type': 'trellis:Oscillating', type: 'boolean', title: 'Oscillating' },
      direction: {
        '@type': 'trellis:AirflowDirection',
        type: 'string',
        title: 'Direction',
        enum: ['forward', 'reverse'],
      },
      preset: { '@type': 'trellis:Preset', type: 'string', title: 'Preset' },
    },
  },
  /** A button that people press, or any device that only reports events. */
  button: {
    types: ['PushButton'],
    properties: {
      event: { '@type': 'trellis:Event', type: 'string', title: 'Last event', readOnly: true },
      event_time: {
        '@type': 'trellis:EventTime',
        type: 'string',
        format: 'date-time',
        title: 'Time of the last event',
        readOnly: true,
      },
    },
  },
  temperature: sensor('temperature', ['TemperatureSensor'], temperature),
  humidity: sensor('humidity', ['HumiditySensor'], humidity),
  pressure: sensor(
    'pressure',
    ['BarometricPressureSensor'],
    measured('Air pressure', 'hPa', 'BarometricPressureProperty'),
  ),
  carbon_dioxide: sensor('carbon_dioxide', ['AirQualitySensor'], {
    ...measured('Carbon dioxide', 'ppm', 'ConcentrationProperty'),
    minimum: 0,
  }),
  particulate_matter: sensor('particulate_matter', ['AirQualitySensor'], {
    ...measured('Particulate matter (PM2.5)', 'µg/m³', 'DensityProperty'),
    minimum: 0,
  }),
  noise: sensor(
    'noise',
    ['saref:Sensor'],
    measured('Noise', 'dB', 'quantitykind:SoundPressureLevel'),
  ),
  illuminance: sensor('illuminance', ['saref:LightSensor'], {
    ...measured('Illuminance', 'lx', 'saref:Light'),
    minimum: 0,
  }),
  power: sensor('power', ['EnergyMonitor'], measured('Power', 'W', 'InstantaneousPowerProperty')),
  energy: sensor('energy', ['saref:Meter'], measured('Energy', 'kWh', 'saref:Energy')),
  voltage: sensor('voltage', ['EnergyMonitor'], measured('Voltage', 'V', 'VoltageProperty')),
  current: sensor('current', ['EnergyMonitor'], measured('Current', 'A', 'CurrentProperty')),
  frequency: sensor(
    'frequency',
    ['EnergyMonitor'],
    measured('Frequency', 'Hz', 'FrequencyProperty'),
  ),
  wind_speed: sensor(
    'wind_speed',
    ['saref:Sensor'],
    measured('Wind speed', 'km/h', 'quantitykind:Speed'),
  ),
  rain: sensor('rain', ['saref:Sensor'], measured('Rain', 'mm', 'brick:Precipitation')),
  /** As in Matter, where a battery is of the device type Power Source. */
  battery: sensor('battery', ['PowerSource'], {
    '@type': 'LevelProperty',
    title: 'Battery level',
    role: 'diagnostic',
    ...percent,
  }),
  battery_low: sensor('battery_low', ['PowerSource'], {
    ...detected('Battery low'),
    role: 'diagnostic',
  }),
  motion: sensor('motion', ['MotionSensor'], detected('Motion detected', 'MotionProperty')),
  occupancy: sensor('occupancy', ['saref:Sensor'], detected('Occupied', 'saref:Occupancy')),
  /** Of a door or a window. */
  open: sensor('open', ['DoorSensor'], detected('Open', 'OpenProperty')),
  smoke: sensor('smoke', ['SmokeSensor'], detected('Smoke detected', 'SmokeProperty')),
  leak: sensor('leak', ['LeakSensor'], detected('Leak detected', 'LeakProperty')),
  gas: sensor('gas', ['BinarySensor'], detected('Gas detected', 'trellis:Gas')),
  vibration: sensor(
    'vibration',
    ['BinarySensor'],
    detected('Vibration detected', 'trellis:Vibration'),
  ),
  tamper: sensor('tamper', ['BinarySensor'], {
    ...detected('Tampering detected'),
    role: 'diagnostic',
  }),
} as const satisfies Record<string, CapabilityDefinition>;

export type CapabilityName = keyof typeof vocabulary;

/** Tells whether a property or an action gives a thing the types of a capability; it may be numbered. */
export function isMain(name: CapabilityName, ability: string): boolean {
  const { main, properties = {} }: CapabilityDefinition = vocabulary[name];
  const { base } = splitName(ability);
  return main ? main.includes(base) : Object.hasOwn(properties, base);
}

export const lockStates = vocabulary.lock.properties.lock_state.enum;

const namesOf = (kind: 'properties' | 'actions'): ReadonlySet<string> =>
  new Set(
    Object.values<CapabilityDefinition>(vocabulary).flatMap((capability) =>
      Object.keys(capability[kind] ?? {}),
    ),
  );

/** The names that capabilities define; everything else must have another name. */
export const standardNames = { properties: namesOf('properties'), actions: namesOf('actions') };
