import {
  choice,
  property,
  type PropertyAbility,
  sensor,
  inRole,
  timeProperty,
} from '@trellis/connector-sdk';
import { toDateTime } from './lenient.js';

/** `dashboard_data` of a module. */
type Data = Record<string, unknown>;

/** `health_idx` (dev.netatmo.com, "Aircare"): 0 is healthy, 4 unhealthy. */
const healthLevels = ['healthy', 'fine', 'fair', 'poor', 'unhealthy'];

/** The measurements of modules (dev.netatmo.com, "Weather") by property; always in metric units. */
export const measures = {
  temperature: (data) => sensor.temperature({ value: toNumber(data.Temperature) }),
  temperature_trend: (data) =>
    trend('temperature_trend', 'Trend of the temperature', data.temp_trend),
  humidity: (data) => sensor.humidity({ value: toNumber(data.Humidity, 0, 100) }),
  carbon_dioxide: (data) => sensor.carbon_dioxide({ value: toNumber(data.CO2, 0) }),
  noise: (data) => sensor.noise({ minimum: 0, value: toNumber(data.Noise, 0) }),
  pressure: (data) =>
    sensor.pressure({ title: 'Air pressure at sea level', value: toNumber(data.Pressure, 0) }),
  pressure_trend: (data) =>
    trend('pressure_trend', 'Trend of the air pressure', data.pressure_trend),
  absolute_pressure: (data) =>
    property(
      'absolute_pressure',
      { type: 'number', title: 'Air pressure at the station', unit: 'hPa' },
      { value: toNumber(data.AbsolutePressure, 0) },
    ),
  /** The overall rating of a Home Coach, as in its app. */
  health: (data) =>
    property('health', choice('Air quality', healthLevels), {
      value: typeof data.health_idx === 'number' ? healthLevels[data.health_idx] : undefined,
    }),
  wind_speed: (data) => sensor.wind_speed({ minimum: 0, value: toNumber(data.WindStrength, 0) }),
  wind_direction: (data) => direction('wind_direction', 'Wind direction', data.WindAngle),
  gust_speed: (data) =>
    property(
      'gust_speed',
      { type: 'number', title: 'Gust speed', unit: 'km/h', minimum: 0 },
      { value: toNumber(data.GustStrength, 0) },
    ),
  gust_direction: (data) => direction('gust_direction', 'Gust direction', data.GustAngle),
  rain: (data) => sensor.rain({ minimum: 0, value: toNumber(data.Rain, 0) }),
  rain_hour: (data) => rainfall('rain_hour', 'Rain of the last hour', data.sum_rain_1),
  rain_day: (data) => rainfall('rain_day', 'Rain of the day', data.sum_rain_24),
  measured: (data) =>
    inRole(
      timeProperty('measured', 'Time of the measurement', toDateTime(toNumber(data.time_utc))),
      'diagnostic',
    ),
} satisfies Record<string, (data: Data) => PropertyAbility<never>>;

export type MeasureName = keyof typeof measures;

/** Returns a number within a range; one outside was not measured. */
export const toNumber = (given: unknown, minimum = -Infinity, maximum = Infinity) =>
  typeof given === 'number' && given >= minimum && given <= maximum ? given : undefined;

const trends = ['up', 'down', 'stable'];

const trend = (name: string, title: string, given: unknown) =>
  property(name, choice(title, trends), { value: trends.find((one) => one === given) });

const rainfall = (name: string, title: string, given: unknown) =>
  property(name, { type: 'number', title, unit: 'mm', minimum: 0 }, { value: toNumber(given, 0) });

/** Creates the property of an angle from north, clockwise. Sometimes the API sends negative ones. */
function direction(name: string, title: string, given: unknown) {
  const angle = toNumber(given, -360, 360);
  return property(
    name,
    { type: 'number', title, unit: '°', minimum: 0, maximum: 360 },
    { value: angle === undefined ? undefined : (angle + 360) % 360 },
  );
}

/** `battery_state` of a module (dev.netatmo.com, "Energy" and "Control"). */
const states = ['max', 'full', 'high', 'medium', 'low', 'very_low'];
const lowStates = ['low', 'very_low'];

/** Returns the abilities of a battery whose level is reported in words. */
export function batteryAbilities(given: string | undefined) {
  const state = states.find((one) => one === given);
  return [
    inRole(
      property('battery_state', choice('State of the battery', states), { value: state }),
      'diagnostic',
    ),
    sensor.battery_low({ value: state === undefined ? undefined : lowStates.includes(state) }),
  ];
}
