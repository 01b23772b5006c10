import { z } from 'zod';

/**
 * The `@type` of things that have a capability, by the capabilities of the connectors' vocabulary. Where several
 * capabilities share a type, a thing that has one also has a property of that name.
 */
const shownTypes = {
  light: 'Light',
  switch: 'OnOffSwitch',
  plug: 'SmartPlug',
  thermostat: 'Thermostat',
  cover: 's4bldg:ShadingDevice',
  lock: 'Lock',
  fan: 's4bldg:Fan',
  button: 'PushButton',
  temperature: 'TemperatureSensor',
  humidity: 'HumiditySensor',
  pressure: 'BarometricPressureSensor',
  carbon_dioxide: 'AirQualitySensor',
  particulate_matter: 'AirQualitySensor',
  noise: 'saref:Sensor',
  illuminance: 'saref:LightSensor',
  power: 'EnergyMonitor',
  energy: 'saref:Meter',
  voltage: 'EnergyMonitor',
  current: 'EnergyMonitor',
  frequency: 'EnergyMonitor',
  wind_speed: 'saref:Sensor',
  rain: 'saref:Sensor',
  battery: 'PowerSource',
  battery_low: 'PowerSource',
  motion: 'MotionSensor',
  occupancy: 'saref:Sensor',
  open: 'DoorSensor',
  smoke: 'SmokeSensor',
  leak: 'LeakSensor',
  gas: 'BinarySensor',
  vibration: 'BinarySensor',
  tamper: 'BinarySensor',
} as const;

export const capability = z.enum(Object.keys(shownTypes) as [keyof typeof shownTypes]);
export type Capability = z.infer<typeof capability>;

/** Returns how to recognize a capability of a thing: by a type, and by a property where the type is ambiguous. */
export function shownAs(name: Capability): { type: string; property?: string } {
  const type = shownTypes[name];
  const isShared = Object.values(shownTypes).filter((other) => other === type).length > 1;
  return isShared ? { type, property: name } : { type };
}

/** Splits the name of a property or action, such as `brightness_2`, into that of its kind and the number of one of several. */
export function splitName(name: string): { base: string; number: string } {
  const [number = ''] = /_\d+$/.exec(name) ?? [];
  return { base: name.slice(0, name.length - number.length), number };
}

/** The properties of lamps and fans that switch these on when they are written. */
export const switchingOn: ReadonlySet<string> = new Set([
  'brightness',
  'speed',
  'color',
  'color_temperature',
  'effect',
]);

/** The properties of lamps and fans that switch these off when they are 0; the device may keep its level. */
export const levels: ReadonlySet<string> = new Set(['brightness', 'speed']);

/** The properties of lamps of which only one can hold. */
export const colorProperties: ReadonlySet<string> = new Set(['color', 'color_temperature']);
