import { affordances, type PropertyAffordance } from '@trellis/connector-sdk';
import { time } from './tolerant.js';

/** One of the values in `dashboard_data` of a module. */
export interface Measure {
  /** Its name there. */
  key: string;
  affordance: PropertyAffordance;
  /** What it is worth; undefined when it is none. */
  value(given: unknown): unknown;
}

/** A number within the range of its property; what is out of it has not been measured. */
function numeric(key: string, affordance: PropertyAffordance): Measure {
  const { minimum = -Infinity, maximum = Infinity } = affordance;
  const isMeasured = (given: unknown) =>
    typeof given === 'number' && given >= minimum && given <= maximum;
  return { key, affordance, value: (given) => (isMeasured(given) ? given : undefined) };
}

const measured = (title: string, unit: string): PropertyAffordance => ({
  ...{ type: 'number', title, unit, minimum: 0, readOnly: true },
});

/** An angle from north, clockwise. At times the API gives negative ones. */
function direction(key: string, title: string): Measure {
  const isAngle = (given: unknown) => typeof given === 'number' && given >= -360 && given <= 360;
  return {
    key,
    affordance: { ...measured(title, '°'), maximum: 360 },
    value: (given) => (isAngle(given) ? ((given as number) + 360) % 360 : undefined),
  };
}

const trends = ['up', 'down', 'stable'];

const trend = (key: string, title: string): Measure => ({
  key,
  affordance: { ...affordances.choice(title, trends), readOnly: true },
  value: (given) => (trends.includes(given as string) ? given : undefined),
});

/**
 * What modules measure (dev.netatmo.com, "Weather"), by the names of the properties. The API gives
 * metric units, whatever units the user has chosen to see.
 */
export const measures: Record<string, Measure> = {
  temperature: numeric('Temperature', affordances.temperature),
  temperature_trend: trend('temp_trend', 'Trend of the temperature'),
  humidity: numeric('Humidity', affordances.humidity),
  carbon_dioxide: numeric('CO2', affordances.carbonDioxide),
  noise: numeric('Noise', affordances.noise),
  pressure: numeric('Pressure', { ...affordances.pressure, title: 'Air pressure at sea level' }),
  pressure_trend: trend('pressure_trend', 'Trend of the air pressure'),
  absolute_pressure: numeric('AbsolutePressure', {
    ...affordances.pressure,
    title: 'Air pressure at the station',
  }),
  wind_speed: numeric('WindStrength', measured('Wind speed', 'km/h')),
  wind_direction: direction('WindAngle', 'Wind direction'),
  gust_speed: numeric('GustStrength', measured('Gust speed', 'km/h')),
  gust_direction: direction('GustAngle', 'Gust direction'),
  rain: numeric('Rain', measured('Rain', 'mm')),
  rain_hour: numeric('sum_rain_1', measured('Rain of the last hour', 'mm')),
  rain_day: numeric('sum_rain_24', measured('Rain of the day', 'mm')),
  measured: {
    key: 'time_utc',
    affordance: {
      ...{ type: 'string', format: 'date-time', title: 'When it was measured', readOnly: true },
    },
    value: (given) => (typeof given === 'number' ? time(given) : undefined),
  },
};

export const battery = numeric('battery_percent', affordances.battery);
