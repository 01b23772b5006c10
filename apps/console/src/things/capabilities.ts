import type { ThingConditions } from '../api/things.js';

type Capability = NonNullable<ThingConditions['capability']>;

/** All capabilities. The compiler reports a missing one. */
const names: Record<Capability, true> = {
  light: true,
  switch: true,
  plug: true,
  thermostat: true,
  cover: true,
  lock: true,
  fan: true,
  button: true,
  temperature: true,
  humidity: true,
  pressure: true,
  carbon_dioxide: true,
  particulate_matter: true,
  noise: true,
  illuminance: true,
  power: true,
  energy: true,
  voltage: true,
  current: true,
  frequency: true,
  wind_speed: true,
  rain: true,
  battery: true,
  battery_low: true,
  motion: true,
  occupancy: true,
  open: true,
  smoke: true,
  leak: true,
  gas: true,
  vibration: true,
  tamper: true,
};

export const capabilities = Object.keys(names) as Capability[];
